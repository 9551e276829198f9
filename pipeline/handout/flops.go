package handout

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"feltlab/dataset/matrix"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/regression"
)

// Flop is a formula's estimate on one flop, or on a board of the turn or the river. Equity, Estimate and Error are
// fractions of 1.
type Flop struct {
	Cards    []cards.Card `json:"-"`                   // of the board, the highest first
	Hand     string       `json:"hand,omitempty"`      // the two cards, for a formula of several hands
	Text     string       `json:"flop"`                // the flop, or the board of the turn or the river
	Alike    int          `json:"alike"`               // flops that are this one up to suits, itself included
	Equity   float64      `json:"equity" text:",%2"`   // exact equity, or the exact value of another estimate
	Estimate float64      `json:"estimate" text:",%2"` // estimate of the formula
	Error    float64      `json:"error" text:",%2"`    // absolute difference of both
	// Terms are the terms of the formula that are true here, those true on every flop first,
	// then the largest weight first.
	Terms regression.Formula `json:"-"`
	True  []int              `json:"true" text:"true features"` // numbers of the formula's features that hold here
	Spot  *matrix.Row        `json:"-"`
}

// Ranking is a formula's estimates on all spots, the largest error first.
type Ranking struct {
	spots   *matrix.Rows
	formula regression.Formula
	terms   regression.Formula // as Sorted has them
	places  []place
}

type place struct {
	at    int32
	error float64
}

// Rank judges a formula on all spots.
func Rank(s *matrix.Rows, f regression.Formula) *Ranking {
	r := &Ranking{s, f, Sorted(s, f), make([]place, len(s.List))}
	for i := range s.List {
		spot := &s.List[i]
		r.places[i] = place{int32(i), math.Abs(f.Estimate(spot.Features) - spot.Equity())}
	}
	slices.SortFunc(r.places, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.error, a.error), cmp.Compare(a.at, b.at))
	})
	return r
}

// At returns the estimate with the i-th largest error, from 0.
func (r *Ranking) At(i int) Flop { return r.flop(r.places[i]) }

// On returns the estimate on a spot of the list.
func (r *Ranking) On(spot int) Flop {
	return r.flop(r.places[slices.IndexFunc(r.places, func(p place) bool { return int(p.at) == spot })])
}

func (r *Ranking) flop(p place) Flop {
	spot := &r.spots.List[p.at]
	var terms regression.Formula
	for _, t := range r.terms {
		if spot.Features.Has(t.ID) {
			terms = append(terms, t)
		}
	}
	f := Flop{
		Cards: spot.Cards(), Alike: int(spot.Size), Equity: spot.Equity(), Estimate: r.formula.Estimate(spot.Features),
		Error: p.error, Terms: terms, True: terms.IDs(), Spot: spot,
	}
	f.Text = cards.Format(f.Cards)
	if r.spots.Hands != nil {
		f.Hand = spot.Hand.String()
	}
	return f
}

// Worst returns the flops with the largest errors, at most n, of those that differ only in suits the first.
func (r *Ranking) Worst(n int) []Flop {
	type key struct {
		class cards.Class
		board cards.Set
	}
	seen := map[key]bool{}
	out := []Flop{}
	for i := 0; i < len(r.places) && len(out) < n; i++ {
		spot := &r.spots.List[r.places[i].at]
		board, _ := showdown.Canonical(spot.Board)
		if k := (key{spot.Hand.Class(), board}); !seen[k] {
			seen[k] = true
			out = append(out, r.At(i))
		}
	}
	return out
}

// typical picks a flop to work out: of the flops whose error is nearest to the formula's average
// error, one with as many true terms as any has, the commonest and then the first of these.
func (r *Ranking) typical(average float64) Flop {
	near := slices.Clone(r.places)
	slices.SortStableFunc(near, func(a, b place) int {
		return cmp.Compare(math.Abs(a.error-average), math.Abs(b.error-average))
	})
	// One flop in ten is near enough to be typical.
	near = near[:max(1, len(near)/10)]
	holding := func(p place) (n int) {
		for _, t := range r.terms {
			if r.spots.List[p.at].Features.Has(t.ID) {
				n++
			}
		}
		return n
	}
	best := near[0]
	for _, p := range near {
		size := cmp.Compare(r.spots.List[p.at].Size, r.spots.List[best.at].Size)
		if cmp.Or(cmp.Compare(holding(p), holding(best)), size) > 0 {
			best = p
		}
	}
	return r.flop(best)
}

// Sorted orders the terms of a formula as they are learned: what is true on every flop first,
// then the largest weight first.
func Sorted(s *matrix.Rows, f regression.Formula) regression.Formula {
	byWeight := slices.Clone(f)
	slices.SortStableFunc(byWeight, func(a, b regression.Term) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	var first, rest regression.Formula
	for _, t := range byWeight {
		if Always(s, t.ID) {
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	return append(first, rest...)
}

// Always reports whether a feature is true on every flop.
func Always(s *matrix.Rows, id int) bool {
	for i := range s.List {
		if !s.List[i].Features.Has(id) {
			return false
		}
	}
	return true
}

// ErrFormula marks a formula without terms, of which nothing can be shown.
var ErrFormula = errors.New("empty formula")
