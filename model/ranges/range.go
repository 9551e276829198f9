package ranges

import (
	"fmt"
	"sync"

	"feltlab/model/cards"
)

// MaxWeight bounds the weights of a range after reduction by their greatest common
// divisor: the text form spells ratios with six digits.
const MaxWeight = 1_000_000

// Range is a weighted set of two-card hands, never empty and never changed after it is
// made. It is safe for concurrent use. Use it through a pointer.
type Range struct {
	weights   [cards.NumCombos]uint32
	len       int
	max       uint32
	symmetric bool

	printOnce sync.Once
	text      string
}

// FromWeights makes a range from one integer weight per combo. Weights are reduced by their
// greatest common divisor. It fails with ErrEmpty when all are zero and with ErrWeight when
// the largest is above MaxWeight after the reduction.
func FromWeights(weights *[cards.NumCombos]uint32) (*Range, error) {
	r := &Range{weights: *weights, symmetric: true}
	var divisor uint32
	for _, w := range r.weights {
		divisor = gcd(divisor, w)
	}
	if divisor == 0 {
		return nil, fmt.Errorf("%w: all %d weights are zero", ErrEmpty, cards.NumCombos)
	}
	for h := range r.weights {
		r.weights[h] /= divisor
		if r.weights[h] > 0 {
			r.len++
		}
		r.max = max(r.max, r.weights[h])
	}
	if r.max > MaxWeight {
		return nil, fmt.Errorf("%w: the largest is %d in lowest terms, want at most %d", ErrWeight, r.max, MaxWeight)
	}
	for h, w := range r.weights {
		if w != r.weights[cards.Combo(h).Class().Representative()] {
			r.symmetric = false
			break
		}
	}
	return r, nil
}

// Weight returns the weight of a combo, an integer of which only ratios matter: the
// weights of a range have no common divisor. Zero means that the combo is not in the range.
func (r *Range) Weight(h cards.Combo) uint32 { return r.weights[h] }

// Weights returns all weights, indexed by combo. The array is shared: do not change it.
func (r *Range) Weights() *[cards.NumCombos]uint32 { return &r.weights }

// Len returns the number of combos with a positive weight, 1 to 1,326.
func (r *Range) Len() int { return r.len }

// Uniform reports whether every combo in the range weighs the same, which is then 1.
func (r *Range) Uniform() bool { return r.max == 1 }

// SuitSymmetric reports whether all combos of each class weigh the same.
func (r *Range) SuitSymmetric() bool { return r.symmetric }

// Equal reports whether two ranges give every combo the same weight.
func (r *Range) Equal(other *Range) bool { return r.weights == other.weights }

// String returns a shortest text that Parse reads back as an equal range. It is the same
// for equal ranges, and computed once.
func (r *Range) String() string {
	r.printOnce.Do(func() { r.text = printRange(&r.weights, r.max) })
	return r.text
}

func gcd(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
