package strength

import (
	"math"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// halved returns the spot with weights so small that no sum exceeds 128 bits, and no product of the weights of all
// opponents but the last 64, with the most that an equity is off for it. It halves the weights of the range that has
// the largest until they fit. It changes nothing for one opponent, nor for two on a board.
func (s *Spot) halved() (*Spot, float64, error) {
	original := append([]*ranges.Range{s.Hero}, s.Opponents...)
	all, times, off := slices.Clone(original), make([]int, len(original)), make([]float64, len(original))
	for !fits(all, s.runouts()) {
		widest := 0
		for i := range all {
			if heaviest(all[i]) > heaviest(all[widest]) {
				widest = i
			}
		}
		times[widest]++
		var err error
		if all[widest], off[widest], err = halve(original[widest], times[widest]); err != nil {
			return nil, 0, err
		}
	}
	more, less := 1.0, 1.0
	for _, x := range off {
		more, less = more*(1+x), less*(1-x)
	}
	out := *s
	out.Hero, out.Opponents = all[0], all[1:]
	return &out, more/less - 1, nil
}

func heaviest(r *ranges.Range) uint32 { return slices.Max(r.Weights()[:]) }

// fits reports whether the sums over deals of ranges, ours first, fit.
func fits(all []*ranges.Range, runouts uint64) bool {
	sum, product := math.Log2(float64(potUnits*runouts)), 0.0
	for i, r := range all {
		sum += math.Log2(float64(equity.NewLive(r.Weights()).Total))
		if 0 < i && i < len(all)-1 {
			product += math.Log2(float64(heaviest(r)))
		}
	}
	return sum < 127 && product < 63
}

// halve halves all weights a number of times, to the nearest above 0. off is the largest part of a weight by which it
// changes.
func halve(r *ranges.Range, times int) (out *ranges.Range, off float64, err error) {
	var weights [cards.NumCombos]uint32
	for h, w := range r.Weights() {
		if w > 0 {
			weights[h] = max(1, (w+1<<(times-1))>>times)
			off = max(off, math.Abs(float64(uint64(weights[h])<<times)-float64(w))/float64(w))
		}
	}
	out, err = ranges.FromWeights(&weights)
	return out, off, err
}
