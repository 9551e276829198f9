package jamfold

import (
	"feltlab/model/cards"
	"feltlab/solvers/jamfold/game"
)

// A blend is the deals of three players in which the hand of one is weighted by his
// probability to jam it and summed out: a row of columns (see game.Trios) for each pair of
// classes of the other two. Classes he always jams are summed in whole numbers, which float64
// holds exactly, so that a blend depends on the strategy alone and not on how it was reached.
// A class that changes sides costs one pass over the rows.
type blend struct {
	trios *game.Trios
	pure  [cards.NumClasses]bool
	sums  []float64 // of the classes in pure
	mixed []float64 // by the strategy itself
}

func newBlend(trios *game.Trios) *blend {
	n := game.NumPairs * trios.Columns()
	return &blend{trios: trios, sums: make([]float64, n), mixed: make([]float64, n)}
}

// purify makes sums those of a pure strategy.
func (b *blend) purify(jams *[cards.NumClasses]bool) {
	for k, jam := range jams {
		if jam != b.pure[k] {
			sign := 1.0
			if !jam {
				sign = -1
			}
			addSlice(b.sums, b.trios.Slice(cards.Class(k)), sign)
			b.pure[k] = jam
		}
	}
}

// set makes mixed that of a strategy.
func (b *blend) set(x *[cards.NumClasses]float64) {
	jams := rounded(x)
	b.purify(&jams)
	copy(b.mixed, b.sums)
	for k, p := range x {
		if jams[k] {
			p--
		}
		if p != 0 {
			addSlice(b.mixed, b.trios.Slice(cards.Class(k)), p)
		}
	}
}

// mix makes mixed that of the strategy that is a pure one with probability lambda and else
// the present one.
func (b *blend) mix(jams *[cards.NumClasses]bool, lambda float64) {
	b.purify(jams)
	keep := 1 - lambda
	sums := b.sums[:len(b.mixed)]
	for i, m := range b.mixed {
		b.mixed[i] = keep*m + lambda*sums[i]
	}
}

func addSlice(to []float64, slice []uint32, scale float64) {
	to = to[:len(slice)]
	for i, n := range slice {
		to[i] += scale * float64(n)
	}
}

// rounded returns the pure strategy nearest to x.
func rounded(x *[cards.NumClasses]float64) (jams [cards.NumClasses]bool) {
	for k, p := range x {
		jams[k] = p >= 0.5
	}
	return jams
}
