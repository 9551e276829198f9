package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

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

// point is what a formula sees, and what it estimates there.
type point struct {
	features proof.Vector
	ratio    regression.Ratio
	weight   int64
}

func comparePoints(a, b point) int {
	return cmp.Or(cmp.Compare(a.features[1], b.features[1]), cmp.Compare(a.features[0], b.features[0]),
		cmp.Compare(a.ratio.Denominator, b.ratio.Denominator), cmp.Compare(a.ratio.Numerator, b.ratio.Numerator))
}

// Spots returns all hands of the set on all flops, up to suits: for all 169 classes NumPairs spots of the weight
// 25,989,600, which take 10 CPU-seconds. The hands are in the order of their classes. Step, unless it is nil, is called
// after each part of the work, from several goroutines. The error wraps ErrHands, ErrAsymmetric, equity.ErrEmptyRange
// or featureset.ErrSet, or is the context's.
func (t Together) Spots(ctx context.Context, workers int, step func(done, total int)) (*Spots, error) {
	if err := CheckHands(t.Hands); err != nil {
		return nil, err
	}
	if !t.Range.SuitSymmetric() {
		return nil, fmt.Errorf("%w: %q tells suits apart", ErrAsymmetric, t.Range)
	}
	classes := t.classes()
	progress := &parts{step: step, total: countParts + len(classes)}
	flops, err := t.count(ctx, classes, workers, progress.count)
	if err != nil {
		return nil, err
	}
	spots := make([][]Spot, len(classes))
	loop := parallel.Loop{Items: len(classes), Workers: workers, Block: 1}
	_, err = parallel.States(ctx, loop, t.Set.NewReader, func(r *featureset.Reader, i int) (err error) {
		spots[i], err = t.spots(r, classes[i], flops(classes[i]))
		progress.one()
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.with(slices.Concat(spots...)), nil
}

// Instance returns the spots as Merged has them. The error is that of Spots.
func (t Together) Instance(ctx context.Context, workers int) (*regression.Instance, error) {
	spots, err := t.Spots(ctx, workers, nil)
	if err != nil {
		return nil, err
	}
	return spots.Merged(), nil
}

// with returns the spots of the set's hands.
func (t Together) with(list []Spot) *Spots {
	for i := range list {
		list[i].Row = int32(i)
	}
	return &Spots{Hands: t.Hands, Range: t.Range.String(), Estimate: t.Estimate, Columns: ColumnsBy(t.Set), Set: t.Set,
		List: list}
}

// classes lists the classes of the set, in their order.
func (t Together) classes() (all []cards.Class) {
	for class := range cards.Class(cards.NumClasses) {
		if t.Hands.Weight(class.Representative()) > 0 {
			all = append(all, class)
		}
	}
	return all
}

// countParts are the parts of Spots's work in which the flops are counted: some three of ten CPU-seconds for all
// classes.
const countParts = 60

// parts reports how many parts of some work are done.
type parts struct {
	step  func(done, total int)
	total int
	done  atomic.Int64
}

func (p *parts) one() {
	if done := p.done.Add(1); p.step != nil {
		p.step(int(done), p.total)
	}
}

// count takes the progress of the count.
func (p *parts) count(done, total int) {
	if p.step == nil || total == 0 {
		return
	}
	for now := int64(countParts * done / total); ; {
		before := p.done.Load()
		if before >= now {
			return
		}
		if p.done.CompareAndSwap(before, now) {
			p.step(int(now), p.total)
			return
		}
	}
}

// fewClasses is the number of classes up to which each is counted alone, which takes a CPU-second; all take three.
const fewClasses = 3

// count counts the flops of classes, and returns a function for those of each.
func (t Together) count(ctx context.Context, classes []cards.Class, workers int, step func(done, total int),
) (func(cards.Class) []equity.Flop, error) {
	if len(classes) <= fewClasses {
		flops := map[cards.Class][]equity.Flop{}
		for i, class := range classes {
			some, err := t.Estimate.Flops(ctx, class.Representative(), t.Range, workers)
			if err != nil {
				return nil, err
			}
			flops[class] = some
			step(i+1, len(classes))
		}
		return func(class cards.Class) []equity.Flop { return flops[class] }, nil
	}
	rs, table := []*ranges.Range{t.Range}, (*equity.FlopTable)(nil)
	var err error
	if t.Estimate == Ahead {
		table, err = equity.AllFlopsNow(ctx, rs, workers)
	} else {
		table, err = equity.AllFlops(ctx, rs, workers, step)
	}
	step(1, 1)
	return func(class cards.Class) []equity.Flop { return t.Estimate.of(table.Flops(class.Representative(), 0)) }, err
}

// spots returns those of a class: one for each flop that is the smallest of its images under the suit permutations that
// fix the class's representative.
func (t Together) spots(r *featureset.Reader, class cards.Class, flops []equity.Flop) ([]Spot, error) {
	hand := class.Representative()
	suits := hand.Set().Stabilizer()
	var out []Spot
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
		out = append(out, Spot{Count: f.Count(), Features: v, Board: board, Size: int32(size * class.Size()),
			Hand: hand})
	}
	return out, nil
}

// Merged returns the spots of several hands as an instance: a row for each combination of features and estimate,
// weighted by the number of pairs of a combo and a board that have it.
func (s *Spots) Merged() *regression.Instance {
	rows := make([]point, len(s.List))
	for i := range s.List {
		x := &s.List[i]
		rows[i] = point{x.Features, regression.Ratio{Numerator: 2*x.Wins + x.Ties, Denominator: 2 * x.Deals},
			int64(x.Size)}
	}
	rows = merged(rows)
	inst := &regression.Instance{
		Source: TogetherWord + s.Hands.String(), Rows: s.Estimate.Label(s.Range), Columns: s.Columns,
		Features: make([]proof.Vector, len(rows)), Target: make([]float64, len(rows)),
		Weight: make([]float64, len(rows)), Ratios: make([]regression.Ratio, len(rows)),
	}
	for i, r := range rows {
		inst.Features[i], inst.Ratios[i], inst.Weight[i] = r.features, r.ratio, float64(r.weight)
		inst.Target[i] = float64(r.ratio.Numerator) / float64(r.ratio.Denominator)
	}
	return inst
}

// merged sorts rows and adds up the weights of equal ones.
func merged(rows []point) []point {
	slices.SortFunc(rows, comparePoints)
	out := rows[:0]
	for _, r := range rows {
		if n := len(out); n > 0 && comparePoints(out[n-1], r) == 0 {
			out[n-1].weight += r.weight
		} else {
			out = append(out, r)
		}
	}
	return out
}
