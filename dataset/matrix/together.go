package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
)

// TogetherWord begins the label of a set of hands that have one formula: "together 22-TT".
const TogetherWord = "together "

// ErrHands marks a set of hands that cannot have one formula.
var ErrHands = errors.New("bad set of hands")

// Together is a set of hands that have one formula with common weights, against one range.
type Together struct {
	Hands    *ranges.Range // classes of starting hands; each combo counts once
	Range    *ranges.Range // the opponent's
	Set      *featureset.Set
	Estimate Estimate
}

// CheckHands returns an error that wraps ErrHands unless a range is a set of whole classes without weights.
func CheckHands(hands *ranges.Range) error {
	switch {
	case !hands.SuitSymmetric():
		return fmt.Errorf("%w: %v tells suits apart; want whole classes, such as 22-TT or any", ErrHands, hands)
	case !hands.Uniform():
		return fmt.Errorf("%w: %v has weights; each combo counts once", ErrHands, hands)
	}
	return nil
}

// CutHands returns the set of hands that a label names, and false if the label is that of a single hand. The error is
// that of ranges.Parse or CheckHands, or says that the label is not the canonical one.
func CutHands(label string) (hands *ranges.Range, together bool, err error) {
	text, together := strings.CutPrefix(label, TogetherWord)
	if !together {
		return nil, false, nil
	}
	if hands, err = ranges.Parse(text); err != nil {
		return nil, true, err
	}
	if text != hands.String() {
		return nil, true, fmt.Errorf("%w: %.80q, want the text %.80q", ErrHands, text, hands)
	}
	return hands, true, CheckHands(hands)
}

// spot is a row: what the formula sees and what it estimates.
type spot struct {
	features proof.Vector
	ratio    regression.Ratio
	weight   int64
}

func compareSpots(a, b spot) int {
	return cmp.Or(cmp.Compare(a.features[1], b.features[1]), cmp.Compare(a.features[0], b.features[0]),
		cmp.Compare(a.ratio.Denominator, b.ratio.Denominator), cmp.Compare(a.ratio.Numerator, b.ratio.Numerator))
}

// Instance returns the rows of all hands of the set on all flops as one instance: a row for each combination of
// features and estimate, weighted by the number of pairs of a combo and a flop that have it. For all 169 classes that
// are 1,286,792 pairs up to suits, of the weight 25,989,600. They take 10 CPU-seconds. The error wraps ErrHands,
// ErrAsymmetric, equity.ErrEmptyRange or featureset.ErrSet, or is the context's.
func (t Together) Instance(ctx context.Context, workers int) (*regression.Instance, error) {
	if err := CheckHands(t.Hands); err != nil {
		return nil, err
	}
	if !t.Range.SuitSymmetric() {
		return nil, fmt.Errorf("%w: %q tells suits apart", ErrAsymmetric, t.Range)
	}
	var classes []cards.Class
	for class := range cards.Class(cards.NumClasses) {
		if t.Hands.Weight(class.Representative()) > 0 {
			classes = append(classes, class)
		}
	}
	flops, err := t.count(ctx, classes, workers)
	if err != nil {
		return nil, err
	}
	spots := make([][]spot, len(classes))
	loop := parallel.Loop{Items: len(classes), Workers: workers, Block: 1}
	_, err = parallel.States(ctx, loop, t.Set.NewReader, func(r *featureset.Reader, i int) (err error) {
		spots[i], err = t.spots(r, classes[i], flops(classes[i]))
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.instance(merged(slices.Concat(spots...))), nil
}

// fewClasses is the number of classes up to which each is counted alone, which takes a CPU-second; all take three.
const fewClasses = 3

// count counts the flops of classes, and returns a function for those of each.
func (t Together) count(ctx context.Context, classes []cards.Class, workers int,
) (func(cards.Class) []equity.Flop, error) {
	if len(classes) <= fewClasses {
		flops := map[cards.Class][]equity.Flop{}
		for _, class := range classes {
			some, err := t.Estimate.Flops(ctx, class.Representative(), t.Range, workers)
			if err != nil {
				return nil, err
			}
			flops[class] = some
		}
		return func(class cards.Class) []equity.Flop { return flops[class] }, nil
	}
	rs, table := []*ranges.Range{t.Range}, (*equity.FlopTable)(nil)
	var err error
	if t.Estimate == Ahead {
		table, err = equity.AllFlopsNow(ctx, rs, workers)
	} else {
		table, err = equity.AllFlops(ctx, rs, workers, nil)
	}
	return func(class cards.Class) []equity.Flop { return t.Estimate.of(table.Flops(class.Representative(), 0)) }, err
}

// spots returns the rows of a class: one for each flop that is the smallest of its images under the suit permutations
// that fix the class's representative.
func (t Together) spots(r *featureset.Reader, class cards.Class, flops []equity.Flop) ([]spot, error) {
	hand := class.Representative()
	suits := hand.Set().Stabilizer()
	var out []spot
	for _, f := range flops {
		board := cards.SetOf(f.Cards[:]...)
		smallest, size := cards.Orbit(board, suits)
		if board != smallest {
			continue
		}
		if f.Combos == 0 {
			return nil, fmt.Errorf("%w: hand %v on board %v, range %v", equity.ErrEmptyRange, hand, board, t.Range)
		}
		v, err := r.Of(hand, board)
		if err != nil {
			return nil, err
		}
		row := Row{Flop: f}
		out = append(out, spot{v, row.ratio(), int64(size) * int64(class.Size())})
	}
	return out, nil
}

// merged sorts rows and adds up the weights of equal ones.
func merged(spots []spot) []spot {
	slices.SortFunc(spots, compareSpots)
	out := spots[:0]
	for _, s := range spots {
		if n := len(out); n > 0 && compareSpots(out[n-1], s) == 0 {
			out[n-1].weight += s.weight
		} else {
			out = append(out, s)
		}
	}
	return out
}

func (t Together) instance(spots []spot) *regression.Instance {
	inst := &regression.Instance{
		Hand: TogetherWord + t.Hands.String(), Range: t.Estimate.Label(t.Range.String()), Columns: ColumnsBy(t.Set),
		Features: make([]proof.Vector, len(spots)), Equity: make([]float64, len(spots)),
		Weight: make([]float64, len(spots)), Ratios: make([]regression.Ratio, len(spots)),
	}
	for i, s := range spots {
		inst.Features[i], inst.Ratios[i], inst.Weight[i] = s.features, s.ratio, float64(s.weight)
		inst.Equity[i] = float64(s.ratio.Numerator) / float64(s.ratio.Denominator)
	}
	if inst.Rules = RulesFor(inst.Columns.Count()); inst.Rules != nil {
		inst.Range += " by " + inst.Columns.Version
	}
	return inst
}
