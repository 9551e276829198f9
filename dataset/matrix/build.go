package matrix

import (
	"context"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/featureset"
)

// Build counts the rows on a number of goroutines. One hand costs what [equity.FlopsOf] or [equity.BoardsOf] cost, all
// 169 classes together 10 CPU-seconds; the features of a set take some 10 microseconds a row. On the turn and the river
// no set means featureset.Default. Step, unless it is nil, is called after each part of the work about several hands,
// from several goroutines.
//
// The error wraps ErrHands, ErrAsymmetric, featureset.ErrSet, or equity.ErrEmptyRange if no combo of the range avoids
// a hand and a board; or it is the context's.
func (m Meta) Build(ctx context.Context, workers int, step func(done, total int)) (*Rows, error) {
	if m.Set == nil && m.Street != cards.Flop {
		m.Set = featureset.Default(m.Street)
	}
	if err := m.check(); err != nil {
		return nil, err
	}
	switch {
	case m.Hands != nil:
		return m.together(ctx, workers, step)
	case m.Street == cards.Flop:
		flops, err := m.Estimate.Flops(ctx, m.Hand.Combo, m.Range, workers)
		if err != nil {
			return nil, err
		}
		return m.Of(ctx, flops, workers)
	}
	boards, err := equity.RecentBoardsOf(ctx, m.Hand.Combo, m.Range, m.Street, workers)
	if err != nil {
		return nil, err
	}
	m.Source = Source
	s := &Rows{Meta: m, List: make([]Row, len(boards))}
	for i := range boards {
		b := &boards[i]
		s.List[i] = Row{Count: b.Count(), Board: b.Cards, Size: int32(b.Size), Hand: m.Hand.Combo}
	}
	return s, s.describe(ctx, workers)
}

// Of makes rows of the flops that Estimate.Flops returned for the hand and the range. The error is one of Build's, or
// says that the flops are not those of the hand.
func (m Meta) Of(ctx context.Context, flops []equity.Flop, workers int) (*Rows, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	if len(flops) != NumFlops {
		return nil, fmt.Errorf("%d flops, want %d", len(flops), NumFlops)
	}
	m.Source = Source
	s := &Rows{Meta: m, List: make([]Row, len(flops))}
	for i := range flops {
		f, board := &flops[i], cards.SetOf(flops[i].Cards[:]...)
		if both := m.Hand.Combo.Set() & board; both != 0 {
			return nil, fmt.Errorf("not the flops of %v: %v lies on %s", m.Hand.Combo, both.Min(),
				cards.Format(f.Cards[:]))
		}
		if f.Combos == 0 {
			return nil, fmt.Errorf("%w on %s", equity.ErrEmptyRange, cards.Format(f.Cards[:]))
		}
		s.List[i] = Row{Count: f.Count(), Board: board, Size: 1, Hand: m.Hand.Combo}
	}
	return s, s.describe(ctx, workers)
}

// As returns a copy of a hand's flops with another estimate and the features of another set. The rows must be about the
// equity. The error is one of Build's.
func (s *Rows) As(ctx context.Context, e Estimate, set *featureset.Set, workers int) (*Rows, error) {
	as := &Rows{Meta: s.Meta, List: slices.Clone(s.List)}
	if as.Estimate = e; e == Win {
		for i := range as.List {
			as.List[i].Ties = 0
		}
	} else if e == Ahead {
		flops, err := equity.FlopsNow(ctx, s.Hand.Combo, s.Range, workers)
		if err != nil {
			return nil, err
		}
		for i := range flops {
			as.List[i].Count = flops[i].Count()
		}
	}
	if as.Set = set; set == s.Set {
		return as, nil
	}
	return as, as.describe(ctx, workers)
}

// describe sets the features of the rows, all of one hand.
func (s *Rows) describe(ctx context.Context, workers int) error {
	if s.Set == nil {
		for i := range s.List {
			s.List[i].Features, _ = paper(s.Hand.Combo, s.List[i].Board)
		}
		return nil
	}
	suits := s.Hand.Combo.Set().Stabilizer()
	different, at := merge(s.List, func(r *Row) cards.Set { // boards that do not differ by suits alone
		smallest, _ := cards.Orbit(r.Board, suits)
		return smallest
	})
	loop := parallel.Loop{Items: len(different), Workers: workers, Block: 256}
	_, err := parallel.States(ctx, loop, s.Set.NewReader, func(r *featureset.Reader, k int) (err error) {
		different[k].Features, err = r.Of(different[k].Hand, different[k].Board)
		return err
	})
	for i, k := range at {
		s.List[i].Features = different[k].Features
	}
	return err
}
