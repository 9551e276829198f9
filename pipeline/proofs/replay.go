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
	err := s.each(ctx, p, find, workers, func(i int, d *proof.Dual) error {
		if !s.Exact.Shows(&p.Header, &p.Cuts[i], d) {
			return fmt.Errorf("%w: cut %d of %d: its multipliers prove less than the cutoff, or are none", proof.ErrCut, i+1, len(p.Cuts))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Exact.Cover(ctx, p)
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

// each calls do, from some goroutines, with every cut's dual vector, its own or one that is found.
func (s *Subject) each(ctx context.Context, p *proof.Proof, find NewFinder, workers int, do func(i int, d *proof.Dual) error) error {
	return parallel.Loop{Items: len(p.Cuts), Workers: workers}.Each(ctx, func() func(int) error {
		var finder proof.Finder
		return func(i int) error {
			d := p.Cuts[i].Dual
			var err error
			if d == nil && finder == nil {
				finder, err = find(s, &p.Header)
			}
			if d == nil && err == nil {
				c := p.Cuts[i] // a copy: what the finder does to it is nothing to the proof
				d, err = finder.Find(&c)
			}
			if err != nil {
				return fmt.Errorf("proofs: cut %d of %d: %w", i+1, len(p.Cuts), err)
			}
			return do(i, d)
		}
	})
}
