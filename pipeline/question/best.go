package question

import (
	"errors"
	"fmt"
	"math"

	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
)

// Best lists the best sets of columns for a program that minimizes an error. A set counts if each of its columns is
// needed: without it the error is larger by more than proof.Tolerance.
type Best struct {
	Asked int       `json:"asked"` // how many sets were asked for
	Sets  []BestSet `json:"sets"`  // by ascending error
	Ties  int       `json:"ties"`  // how many sets after the first have its error, within the tolerance of optimal
	// Bound is proved: every formula with a smaller error has all columns of one of the sets. It is null without a
	// proof.
	Bound   Number            `json:"bound"`
	OfRange Number            `json:"bound_of_range,omitzero"` // the bound as a fraction of the target's range
	Seconds float64           `json:"seconds"`                 // time of the list, after the answer
	Proof   *prooffile.Record `json:"proof,omitempty"`         // of the bound
}

// BestSet is a set of columns with its best formula.
type BestSet struct {
	Scored
	OfRange *OfRange `json:"of_range,omitempty"` // the same numbers as fractions of the target's range
	// Proof shows that further columns do not help, but those of an earlier set. Only a set with fewer columns than
	// allowed, other than the first, needs one.
	Proof *prooffile.Record `json:"proof,omitempty"`
}

// Set returns the columns of the formula, and those that every formula has.
func (s *BestSet) Set(with []int) proof.Vector {
	v := proof.VectorOf(with...)
	for _, w := range s.Features {
		v = v.With(w.ID)
	}
	return v
}

// CountTies returns how many sets after the first have its error.
func (b *Best) CountTies(a *Answer) (n int) {
	for i := range b.Sets {
		first := b.Sets[0].Objective(a.Kind)
		if i > 0 && b.Sets[i].Objective(a.Kind) <= first+proof.Tolerance(first) {
			n++
		}
	}
	return n
}

// answer returns a set as an answer, whose numbers can change their unit.
func (s *BestSet) answer(of *Answer) *Answer {
	a := s.Scored.answer(of.Subject)
	a.ProgramKeys = of.ProgramKeys
	if a.OfRange = s.OfRange; a.OfRange != nil {
		a.Unit = a.Table().Unit()
	}
	return a
}

// inUnit returns the list with numbers in the unit of the target of an answer's table.
func (b *Best) inUnit(of *Answer) *Best {
	if b == nil {
		return nil
	}
	c := *b
	_, size, _ := of.Table().Span()
	c.Bound, c.OfRange, c.Sets = Number(Digits15(float64(b.Bound)*size)), b.Bound, append([]BestSet{}, b.Sets...)
	for i := range c.Sets {
		a := c.Sets[i].answer(of)
		a.toUnit()
		c.Sets[i].Scored, c.Sets[i].OfRange = a.Scored(), a.OfRange
	}
	return &c
}

// fromUnit takes the fractions of a list that was read in the unit of the target. The error says that both differ.
func (b *Best) fromUnit(of *Answer) error {
	if b == nil {
		return nil
	}
	_, size, _ := of.Table().Span()
	stated := float64(b.Bound)
	if b.Bound, b.OfRange = b.OfRange, 0; math.Abs(stated-size*float64(b.Bound)) > 1e-12*size {
		return errors.New("best: the bound is not that of bound_of_range")
	}
	for i := range b.Sets {
		a := b.Sets[i].answer(of)
		if a.OfRange == nil {
			return fmt.Errorf("best set %d: want of_range", i+1)
		}
		if err := a.fromUnit(); err != nil {
			return fmt.Errorf("best set %d: %w", i+1, err)
		}
		b.Sets[i].Scored, b.Sets[i].OfRange = a.Scored(), a.OfRange
	}
	return nil
}
