package scorecard

import (
	"cmp"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Card is a score: it says the greatest target where the weights of the columns that are true sum to the cut or more.
type Card struct {
	IDs     []int   // columns, ascending
	Weights []int64 // not 0
	Cut     int64
	Wrong   int64 // what the rows count that it gets wrong
}

// Sum adds up the weights of the columns that are true in a row.
func (c *Card) Sum(has func(id int) bool) (sum int64) {
	for i, id := range c.IDs {
		if has(id) {
			sum += c.Weights[i]
		}
	}
	return sum
}

// CountWrong returns what the rows of an instance count that a score gets wrong.
func CountWrong(inst *regression.Instance, counts proof.Counts, c *Card) (wrong int64) {
	for i, v := range inst.Features {
		switch high := inst.Target[i] != 0; {
		case high == (c.Sum(v.Has) >= c.Cut):
		case high:
			wrong += int64(inst.Weight[i]) * counts.High
		default:
			wrong += int64(inst.Weight[i]) * counts.Low
		}
	}
	return wrong
}

// function is a threshold function with the smallest weights that make it.
type function struct {
	values  uint32 // bit x is its value for the bits of x
	weights [proof.MostScored]int8
	cut     int8
}

// functions lists the threshold functions of n bits by whole weights of magnitudes up to a limit; those with the same
// values for the first 16 x are together.
func functions(n, limit int) (all [][]function) {
	var vectors [][proof.MostScored]int8
	var fill func(v [proof.MostScored]int8, i int)
	fill = func(v [proof.MostScored]int8, i int) {
		if i == n {
			vectors = append(vectors, v)
			return
		}
		for w := -limit; w <= limit; w++ {
			v[i] = int8(w)
			fill(v, i+1)
		}
	}
	fill([proof.MostScored]int8{}, 0)
	size := func(v [proof.MostScored]int8) (s int) {
		for _, w := range v {
			s += max(int(w), -int(w))
		}
		return s
	}
	slices.SortStableFunc(vectors, func(a, b [proof.MostScored]int8) int { return cmp.Compare(size(a), size(b)) })
	seen, at := map[uint32]bool{}, map[uint16]int{}
	for _, v := range vectors {
		var sums [1 << proof.MostScored]int8
		for x := range 1 << n {
			for i := range n {
				sums[x] += v[i] * int8(x>>i&1)
			}
		}
		cuts := append(slices.Clone(sums[:1<<n]), slices.Max(sums[:1<<n])+1)
		slices.Sort(cuts)
		for _, cut := range slices.Compact(cuts) {
			f := function{weights: v, cut: cut}
			for x, sum := range sums[:1<<n] {
				if sum >= cut {
					f.values |= 1 << x
				}
			}
			if seen[f.values] {
				continue
			}
			seen[f.values] = true
			k, known := at[uint16(f.values)]
			if !known {
				k = len(all)
				at[uint16(f.values)], all = k, append(all, nil)
			}
			all[k] = append(all[k], f)
		}
	}
	return all
}

// fitter finds the best score of a set of columns.
type fitter struct {
	inst      *regression.Instance
	d         []int64 // by row: what it counts if the target is the greatest, else less that
	total     int64   // of the rows with the greatest target
	limit     int64   // magnitude of weights; 0: none
	functions [proof.MostScored + 1][][]function
}

func newFitter(inst *regression.Instance, counts proof.Counts) *fitter {
	f := &fitter{inst: inst, limit: counts.Points, d: make([]int64, len(inst.Target))}
	for i, y := range inst.Target {
		if w := int64(inst.Weight[i]); y != 0 {
			f.d[i] = w * counts.High
			f.total += f.d[i]
		} else {
			f.d[i] = -w * counts.Low
		}
	}
	return f
}

// of lists the threshold functions of n bits.
func (f *fitter) of(n int) [][]function {
	if f.functions[n] == nil {
		limit := [proof.MostScored + 1]int64{0, 1, 1, 2, 3, 5}[n]
		if f.limit > 0 {
			limit = min(limit, f.limit)
		}
		f.functions[n] = functions(n, int(limit))
	}
	return f.functions[n]
}

// best returns the score of some columns that counts least, if it counts less than a number.
func (f *fitter) best(ids []int, below int64) (Card, bool) {
	cells := make([]int64, 1<<len(ids))
	for i, v := range f.inst.Features {
		x := 0
		for k, id := range ids {
			if v.Has(id) {
				x |= 1 << k
			}
		}
		cells[x] += f.d[i]
	}
	most, upper := f.total-below, int64(0)
	var sums [4][256]int64 // of cells, eight at a time
	for x, d := range cells {
		if x >= 16 {
			upper += max(d, 0)
		}
		for set := 1 << (x % 8); set < 2<<(x%8); set++ {
			sums[x/8][set] = sums[x/8][set&^(1<<(x%8))] + d
		}
	}
	var best *function
	for _, same := range f.of(len(ids)) {
		first := same[0].values
		lower := sums[0][first&255] + sums[1][first>>8&255]
		if lower+upper <= most {
			continue
		}
		for i := range same {
			v := same[i].values
			if gain := lower + sums[2][v>>16&255] + sums[3][v>>24]; gain > most {
				most, best = gain, &same[i]
			}
		}
	}
	if best == nil {
		return Card{}, false
	}
	return card(ids, best, f.total-most), true
}

// card makes a score of a function of columns.
func card(ids []int, f *function, wrong int64) Card {
	c := Card{Cut: int64(f.cut), Wrong: wrong}
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	for _, i := range order {
		if w := f.weights[i]; w != 0 {
			c.IDs, c.Weights = append(c.IDs, ids[i]), append(c.Weights, int64(w))
		}
	}
	return c
}
