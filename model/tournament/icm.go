package tournament

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// maxSubsetPlayers is the number of players up to which ICM enumerates sets of players. There that
// takes 0.3 ms; the integral takes about 1.5 ms and is faster for a few players more.
const maxSubsetPlayers = 14

// ICM returns the value of each player's stack by the model of Malmuth and Harville. Stacks are in any unit, none
// negative and one positive; prizes are by place, largest first. Places without a prize pay 0, and prizes below the
// number of players are not paid, so the values sum to the prizes of the first len(stacks) places. Players without
// chips share the places behind all others. The errors are ErrStacks and ErrPrizes.
func ICM(stacks, prizes []float64) ([]float64, error) {
	if err := ValidatePrizes(prizes); err != nil {
		return nil, err
	}
	largest := 0.0
	for i, s := range stacks {
		if !(s >= 0) || math.IsInf(s, 0) {
			return nil, fmt.Errorf("%w: stack %d is %v", ErrStacks, i+1, s)
		}
		largest = max(largest, s)
	}
	if largest == 0 {
		return nil, fmt.Errorf("%w: nobody has chips", ErrStacks)
	}
	paid := make([]float64, len(stacks)) // by place
	copy(paid, prizes)
	var players []int // with chips
	var shares []float64
	for i, s := range stacks {
		if share := s / largest; share > 0 {
			players = append(players, i)
			shares = append(shares, share)
		}
	}
	values := slices.Repeat([]float64{mean(paid[len(players):])}, len(stacks)) // of those behind
	paid = paid[:len(players)]
	var byPlayer []float64
	if len(players) > maxSubsetPlayers {
		byPlayer = icmByTimes(shares, paid, 0)
	} else {
		byPlayer = icmBySubsets(shares, paid)
	}
	for k, v := range byPlayer {
		values[players[k]] = v
	}
	return values, nil
}

func mean(xs []float64) float64 { return sumOf(xs) / float64(max(1, len(xs))) }

// icmBySubsets visits the sets of players that can take the first places, smaller sets first: from
// set S, taken with probability top[S], player i outside takes the next place with probability
// stack / stacks outside S. There is one prize for each player.
func icmBySubsets(stacks, prizes []float64) []float64 {
	n := len(stacks)
	all := 1<<n - 1
	sums := make([]float64, all+1) // of the stacks of a set
	for set := 1; set <= all; set++ {
		sums[set] = sums[set&(set-1)] + stacks[bits.TrailingZeros(uint(set))]
	}
	values := make([]float64, n)
	top := make([]float64, all+1)
	top[0] = 1
	for set, p := range top[:all] {
		prize := prizes[bits.OnesCount(uint(set))]
		rate := p / sums[all&^set]
		for rest := all &^ set; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros(uint(rest))
			next := rate * stacks[i]
			values[i] += next * prize
			top[set|1<<i] += next
		}
	}
	return values
}

type instant struct{ t, weight float64 }

const (
	// mostStep is the largest distance of nodes; the integrand of a few players is analytic for imaginary parts
	// below pi/2. The place of the k-th of n players to finish is uncertain by at least 1.2/sqrt(n) in the logarithm of
	// time, so that prizes change no faster; nodes at 1/sqrt(n) leave out less than 1e-13 of such a change.
	mostStep = 1.0 / 16
	// firstNode is where time is exp(-40) of 1/(sum of stacks): earlier events have a probability below 1e-17.
	firstNode = -3.6
	lastTime  = 4 // e-folds after 1/(smallest stack): exp(-exp(4)) is below 1e-23
)

// instants returns the nodes for players whose stacks have a sum and a smallest one: times exp(x - exp(-x)) / sum,
// which soon reach early times, at equal distances of x. They begin at a part of the distance, shift.
func instants(players int, sum, least, shift float64) []instant {
	step := min(mostStep, 1/math.Sqrt(float64(players)))
	nodes := make([]instant, int((math.Log(sum/least)+lastTime-firstNode)/step)+1)
	for i := range nodes {
		x := firstNode + (float64(i)+shift)*step
		nodes[i].t = math.Exp(x-math.Exp(-x)) / sum
		nodes[i].weight = step * nodes[i].t * (1 + math.Exp(-x))
	}
	return nodes
}

// midway is the shift to nodes halfway between: the mean of the sums over both sets has half the distance of nodes.
const midway = 0.5

// ICMError returns an estimate of the largest error of the values of ICM: by how much nodes at half their distance
// change a value. It is 0 up to 14 players, where sums are exact up to rounding. The errors are those of ICM.
func ICMError(stacks, prizes []float64) (float64, error) {
	if _, err := ICM(stacks, prizes); err != nil {
		return 0, err
	}
	shares := slices.DeleteFunc(slices.Clone(stacks), func(s float64) bool { return s <= 0 })
	if len(shares) <= maxSubsetPlayers {
		return 0, nil
	}
	paid := make([]float64, len(shares))
	copy(paid, prizes)
	return halfDistance(icmByTimes(shares, paid, 0), icmByTimes(shares, paid, midway)), nil
}

// halfDistance returns the largest difference between the first values and the mean of both.
func halfDistance(a, b []float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i])/2)
	}
	return most
}

// icmByTimes integrates over the time at which player i finishes, an exponential variable of rate stack i:
//
//	value_i = integral of s_i exp(-s_i t) E[prize of the place after the players before t] dt
//
// The number of players before t is a sum of independent coins. ahead[i][k] is the probability that k
// of the players below i are before t. value[k] is the expected prize of place k+1, given the players
// above i, so that the product of the two leaves out i itself. The shift is that of instants.
func icmByTimes(stacks, prizes []float64, shift float64) []float64 {
	n := len(stacks)
	places := n
	for places > 0 && prizes[places-1] == 0 {
		places--
	}
	values := make([]float64, n)
	ahead := make([]float64, n*places)
	value := make([]float64, places+1) // value[places] is 0: beyond the prizes
	for _, node := range instants(n, sumOf(stacks), slices.Min(stacks), shift) {
		t := node.t
		countAhead(ahead, stacks, places, t)
		copy(value, prizes[:places])
		for i := n - 1; i >= 0; i-- {
			expected := 0.0
			for k, p := range ahead[i*places : (i+1)*places] {
				expected += p * value[k]
			}
			later := math.Exp(-stacks[i] * t)
			values[i] += node.weight * stacks[i] * later * expected
			before := -math.Expm1(-stacks[i] * t)
			for k := range places {
				value[k] = later*value[k] + before*value[k+1]
			}
		}
	}
	return values
}

// countAhead fills row i of the table, of the given width, with the distribution of the number of
// players among 0..i-1 who finish before t.
func countAhead(ahead, stacks []float64, width int, t float64) {
	if width == 0 {
		return
	}
	clear(ahead[:width])
	ahead[0] = 1
	for i, s := range stacks[:len(stacks)-1] {
		later, before := math.Exp(-s*t), -math.Expm1(-s*t)
		row, next := ahead[i*width:(i+1)*width], ahead[(i+1)*width:(i+2)*width]
		next[0] = row[0] * later
		for k := 1; k < width; k++ {
			next[k] = row[k]*later + row[k-1]*before
		}
	}
}
