package matrix

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"feltlab/dataset/equity"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
)

// together counts all hands of the set on all flops, up to suits.
func (m Meta) together(ctx context.Context, workers int, step func(done, total int)) (*Rows, error) {
	classes := m.classes()
	progress := &parts{step: step, total: countParts + len(classes)}
	flops, err := m.count(ctx, classes, workers, progress.count)
	if err != nil {
		return nil, err
	}
	rows := make([][]Row, len(classes))
	loop := parallel.Loop{Items: len(classes), Workers: workers, Block: 1}
	_, err = parallel.States(ctx, loop, m.Set.NewReader, func(r *featureset.Reader, i int) (err error) {
		rows[i], err = m.class(r.Of, classes[i], flops(classes[i]))
		progress.one()
		return err
	})
	if err != nil {
		return nil, err
	}
	m.Source = Source
	return &Rows{Meta: m, List: slices.Concat(rows...)}, nil
}

// classes lists the classes of the set, in their order.
func (m Meta) classes() (all []cards.Class) {
	for class := range cards.Class(cards.NumClasses) {
		if m.Hands.Weight(class.Representative()) > 0 {
			all = append(all, class)
		}
	}
	return all
}

// countParts are the parts of Build's work in which the flops are counted: some three of ten CPU-seconds for all
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
func (m Meta) count(ctx context.Context, classes []cards.Class, workers int, step func(done, total int),
) (func(cards.Class) []equity.Flop, error) {
	if len(classes) <= fewClasses {
		flops := map[cards.Class][]equity.Flop{}
		for i, class := range classes {
			some, err := m.Estimate.Flops(ctx, class.Representative(), m.Range, workers)
			if err != nil {
				return nil, err
			}
			flops[class] = some
			step(i+1, len(classes))
		}
		return func(class cards.Class) []equity.Flop { return flops[class] }, nil
	}
	rs, table := []*ranges.Range{m.Range}, (*equity.FlopTable)(nil)
	var err error
	if m.Estimate == Ahead {
		table, err = equity.AllFlopsNow(ctx, rs, workers)
	} else {
		table, err = equity.AllFlops(ctx, rs, workers, step)
	}
	step(1, 1)
	return func(class cards.Class) []equity.Flop { return m.Estimate.of(table.Flops(class.Representative(), 0)) }, err
}

// paper returns the features of the paper.
func paper(hand cards.Combo, flop cards.Set) (features.Vector, error) {
	list := flop.Cards()
	return features.Of(hand, [3]cards.Card{list[2], list[1], list[0]}), nil
}

// class returns the rows of a class: one for each flop that is the smallest of its images under the suit permutations
// that fix the class's representative. The size of its orbit, of pairs, is that of the flop's orbit times the number of
// combos of the class, since the permutations that fix the hand and those to the class's other combos are all 24.
func (m Meta) class(describe func(cards.Combo, cards.Set) (features.Vector, error), class cards.Class,
	flops []equity.Flop) (out []Row, err error) {
	hand := class.Representative()
	suits := hand.Set().Stabilizer()
	for _, f := range flops {
		board := cards.SetOf(f.Cards[:]...)
		smallest, size := cards.Orbit(board, suits)
		if board != smallest {
			continue
		}
		if f.Combos == 0 {
			return nil, fmt.Errorf("%w: hand %v on board %v, range %v", equity.ErrEmptyRange, hand, board, m.Range)
		}
		r := Row{Count: f.Count(), Board: board, Size: int32(size * class.Size()), Hand: hand}
		if r.Features, err = describe(hand, board); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}
