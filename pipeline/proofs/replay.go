package proofs

import (
	"context"
	"fmt"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/solvers/prove"
)

// NewFinder makes what finds dual vectors for the cuts of a claim. It is called by each goroutine.
type NewFinder func(s *Subject, h *proof.Header) (proof.Finder, error)

// BySimplex makes package prove's finder.
func BySimplex(s *Subject, h *proof.Header) (proof.Finder, error) {
	return prove.NewFinder(s.Instance, s.Exact, h)
}

// Replay checks a proof on some goroutines: nil exactly if its claim follows. Dual vectors that it
// does not have are found, and judged as all are. The error is that of proof.Instance.Check, or the
// finder's.
func Replay(ctx context.Context, s *Subject, p *proof.Proof, find NewFinder, workers int) error {
	if err := s.Exact.CheckHeader(&p.Header); err != nil {
		return err
	}
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	judge := func(i int, d *proof.Dual) error {
		if !s.Exact.Shows(&p.Header, &p.Cuts[i], d) {
			return fmt.Errorf("%w: cut %d of %d: its multipliers prove less than the cutoff, or are none", proof.ErrCut, i+1, len(p.Cuts))
		}
		return nil
	}
	// The search, which takes one core, goes on beside the cuts; it ends with the first bad one.
	return parallel.Loop{Items: 2, Workers: workers}.Each(ctx, parallel.Same(func(part int) error {
		if part == 1 {
			return s.Exact.Cover(inner, p)
		}
		err := s.each(ctx, p, find, workers, judge)
		if err != nil {
			cancel()
		}
		return err
	}))
}

// Expand returns a proof in which every cut has its dual vector. The error is the finder's, or
// wraps proof.ErrCut where a cut has none that shows it.
func Expand(ctx context.Context, s *Subject, p *proof.Proof, find NewFinder, workers int) (*proof.Proof, error) {
	if err := s.Exact.CheckHeader(&p.Header); err != nil {
		return nil, err
	}
	full := &proof.Proof{Header: p.Header, Cuts: make([]proof.Cut, len(p.Cuts))}
	err := s.each(ctx, p, find, workers, func(i int, d *proof.Dual) error {
		full.Cuts[i] = p.Cuts[i]
		full.Cuts[i].Dual = d
		if !s.Exact.Shows(&p.Header, &full.Cuts[i], d) {
			return fmt.Errorf("%w: cut %d of %d: no multipliers were found that prove the cutoff", proof.ErrCut, i+1, len(p.Cuts))
		}
		return nil
	})
	return full, err
}

// each calls do, from some goroutines, with every cut's dual vector, its own or one that is found,
// in the order of a chain.
func (s *Subject) each(ctx context.Context, p *proof.Proof, find NewFinder, workers int, do func(i int, d *proof.Dual) error) error {
	order := chain(p.Cuts)
	// Dual vectors depend on the cuts of the block, not on who finds them.
	return parallel.Loop{Items: len(order), Block: blockCuts, Workers: workers}.Blocks(ctx, func() func(from, to int) error {
		var finder proof.Finder
		return func(from, to int) error {
			if f, ok := finder.(interface{ Restart() }); ok {
				f.Restart()
			}
			for _, i := range order[from:to] {
				d, err := p.Cuts[i].Dual, ctx.Err()
				if d == nil && finder == nil && err == nil {
					finder, err = find(s, &p.Header)
				}
				if d == nil && err == nil {
					c := p.Cuts[i] // a copy: what the finder does to it is nothing to the proof
					d, err = finder.Find(&c)
				}
				if err != nil {
					return fmt.Errorf("proofs: cut %d of %d: %w", i+1, len(p.Cuts), err)
				}
				if err := do(i, d); err != nil {
					return err
				}
			}
			return nil
		}
	})
}
