package tournament

import (
	"math"
	"slices"
)

// field values the stacks of one table among players at other tables, whose part of the integral of icmByTimes is
// computed once: at each node the expected prize by the number of players at the table who are before it.
type field []fieldNode

type fieldNode struct {
	instant
	prizes [MaxTable]float64 // by the number of players at the table who finish before
}

const (
	// a bound on the smallest stack of a hand's end: a share of a pot among MaxTable players
	leastChips = 1.0 / MaxTable
	unlikely   = 1e-22 // probability of a number of players that does not count
	unpaid     = 1e-18 // part of the first prize below which what is left does not count
)

// field returns the field of the players at other tables, at the nodes with a shift. Each of a few hundred nodes takes
// O(players x numbers of players that are likely then).
func (t *Table) field(shift float64) (f field) {
	prizes, players := t.places(), len(t.Others)+MaxTable
	sum := float64(t.Dead + sumOf(t.Stacks) + sumOf(t.Others))
	row := make([]float64, min(len(prizes), players))
	for _, at := range instants(players, sum, leastChips, shift) {
		node := fieldNode{instant: at}
		low, high := countBefore(row, t.Others, at.t)
		for k := low; k < high; k++ {
			for before := range min(MaxTable, len(row)-k) {
				node.prizes[before] += row[k] * prizes[k+before]
			}
		}
		if node.prizes[0] < unpaid*prizes[0] {
			break // all prizes are taken
		}
		f = append(f, node)
	}
	return f
}

// countBefore fills a row with the probabilities that so many players finish before t, from low to below high; others
// are negligible, or beyond the row.
func countBefore(row []float64, stacks []int, t float64) (low, high int) {
	clear(row)
	row[0], high = 1, 1
	for _, s := range stacks {
		later, before := chances(float64(s) * t)
		if low == high {
			break // more than the row has
		}
		if high < len(row) {
			row[high] = 0
			high++
		}
		for k := high - 1; k > low; k-- {
			row[k] = row[k]*later + row[k-1]*before
		}
		row[low] *= later
		for high > low && row[high-1] < unlikely {
			high--
		}
		for low < high && row[low] < unlikely {
			low++
		}
	}
	return low, high
}

// values returns the values of at most MaxTable stacks, all positive. It takes O(stacks^2) for each node.
func (f field) values(stacks []float64) []float64 {
	n := len(stacks)
	values := make([]float64, n)
	var later, before [MaxTable]float64
	var ahead [MaxTable + 1][MaxTable]float64 // by the number of players below i: the chance of the number before t
	ahead[0][0] = 1
	for node := range f {
		at := &f[node]
		for i, s := range stacks {
			if i > 0 && s == stacks[i-1] { // as often at a table
				later[i], before[i] = later[i-1], before[i-1]
			} else {
				later[i], before[i] = chances(s * at.t)
			}
			from, to := &ahead[i], &ahead[i+1]
			to[0] = from[0] * later[i]
			for k := 1; k <= i; k++ {
				to[k] = from[k]*later[i] + from[k-1]*before[i]
			}
			if i+1 < MaxTable {
				to[i+1] = from[i] * before[i]
			}
		}
		value := at.prizes // given the players above i
		for i := n - 1; i >= 0; i-- {
			expected := 0.0
			for k := range i + 1 {
				expected += ahead[i][k] * value[k]
			}
			values[i] += at.weight * stacks[i] * later[i] * expected
			for k := range i {
				value[k] = later[i]*value[k] + before[i]*value[k+1]
			}
		}
	}
	return values
}

// chances returns exp(-x) and 1-exp(-x), x >= 0, both without cancellation.
func chances(x float64) (later, before float64) {
	if x < math.Ln2 {
		before = -math.Expm1(-x)
		return 1 - before, before
	}
	later = math.Exp(-x)
	return later, 1 - later
}

// ICMError returns an estimate of the largest error of the values of ICM after a hand: by how much nodes at half their
// distance change a value, of the stacks before the hand and of those after each all-in of two. It is 0 without prizes,
// and up to 14 players, where sums are exact up to rounding.
func (t *Table) ICMError() (most float64) {
	if len(t.Prizes) == 0 || !t.integrates() {
		return 0
	}
	f, half := t.field(0), t.field(midway)
	stacks := floats(t.Stacks)
	compare := func() {
		live := slices.DeleteFunc(slices.Clone(stacks), func(s float64) bool { return s == 0 })
		most = max(most, halfDistance(f.values(live), half.values(live)))
	}
	compare()
	for winner, has := range t.Stacks {
		for loser, lost := range t.Stacks {
			if moved := float64(min(has, lost)); winner != loser {
				stacks[winner], stacks[loser] = float64(has)+moved, float64(lost)-moved
				compare()
				stacks[winner], stacks[loser] = float64(has), float64(lost)
			}
		}
	}
	return most
}

// integrates reports whether ICM of the players left is an integral, and no sum over sets of players.
func (t *Table) integrates() bool { return len(t.Stacks)+len(t.Others) > maxSubsetPlayers }
