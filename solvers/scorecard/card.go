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
func (c *Card) Sum(v proof.Vector) (sum int64) {
	for i, id := range c.IDs {
		if v.Has(id) {
			sum += c.Weights[i]
		}
	}
	return sum
}

// WrongRows returns the weight of the rows of an instance with the least, and with the greatest target that a score
// gets wrong.
func (c *Card) WrongRows(inst *regression.Instance) (low, high int64) {
	for i, v := range inst.Features {
		switch is := inst.Target[i] != 0; {
		case is == (c.Sum(v) >= c.Cut):
		case is:
			high += int64(inst.Weight[i])
		default:
			low += int64(inst.Weight[i])
		}
	}
	return low, high
}

// best returns the score of some columns that counts least, of several one with the least sum of magnitudes of weights.
func best(inst *regression.Instance, counts proof.Counts, ids []int) (least Card) {
	// By cell: what the rows with the greatest target count, less what the others count.
	d, total := make([]int64, 1<<len(ids)), int64(0)
	for i, v := range inst.Features {
		x := 0
		for k, id := range ids {
			if v.Has(id) {
				x |= 1 << k
			}
		}
		if w := int64(inst.Weight[i]); inst.Target[i] != 0 {
			d[x] += w * counts.High
			total += w * counts.High
		} else {
			d[x] -= w * counts.Low
		}
	}
	limit := [proof.MostScored + 1]int64{0, 1, 1, 2, 3, 5}[len(ids)]
	limit = min(limit, cmp.Or(counts.Points, limit))
	least.Wrong, least.Cut = total, 1 // says nothing but the least target
	size := int64(0)
	weights := slices.Repeat([]int64{-limit}, len(ids))
	for more := true; more; more = next(weights, limit) {
		const middle = proof.MostScored * proof.MostScored // magnitude of a sum
		var at [2*middle + 1]int64                         // d by sum
		magnitude := int64(0)
		for _, w := range weights {
			magnitude += max(w, -w)
		}
		for x, of := range d {
			sum := int64(middle)
			for k, w := range weights {
				sum += w * int64(x>>k&1)
			}
			at[sum] += of
		}
		wrong := total
		for sum, of := range slices.Backward(at[:]) {
			if wrong -= of; wrong < least.Wrong || wrong == least.Wrong && magnitude < size {
				least = Card{Weights: slices.Clone(weights), Cut: int64(sum - middle), Wrong: wrong}
				size = magnitude
			}
		}
	}
	for k, w := range least.Weights {
		if w != 0 {
			least.IDs = append(least.IDs, ids[k])
		}
	}
	least.Weights = slices.DeleteFunc(least.Weights, func(w int64) bool { return w == 0 })
	return least
}

// next counts weights of magnitudes up to a limit up by one. It reports whether they are not all the least again.
func next(weights []int64, limit int64) bool {
	for i := range weights {
		if weights[i]++; weights[i] <= limit {
			return true
		}
		weights[i] = -limit
	}
	return false
}
