package prove

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// FinderFunc makes a finder of dual vectors for the cuts of a claim about an instance, which it gets as rows for
// solvers and in integers. Its searches end with the context. Each goroutine makes its own finder. NewFinder is such a
// function.
type FinderFunc func(ctx context.Context, inst *regression.Instance, in *proof.Instance,
	h *proof.Header) (proof.Finder, error)

// Replay checks a proof on several goroutines (0: one per CPU); nil exactly if its claim follows. A finder finds
// missing dual vectors, and the kernel judges all of them. The error is one of proof.Instance.Check, or the finder's.
func Replay(ctx context.Context, s *Problem, p *proof.Proof, find FinderFunc, workers int) error {
	if err := s.CheckHeader(&p.Header); err != nil {
		return err
	}
	return s.replay(ctx, p, nil, find, workers)
}

// ReplayText is Replay for the text of a proof. It calls begin with the claim, judges each dual vector when it has read
// it, and does not keep it, except that of a relaxation: memory does not grow with them. It returns the proof as it is
// stored, see Bare. The error may also be that of begin or of proof.Read.
func ReplayText(ctx context.Context, s *Problem, text io.Reader, begin func(*proof.Header) error, find FinderFunc,
	workers int) (*proof.Proof, error) {
	var h *proof.Header
	var shown []bool // cuts whose dual vectors were judged
	p, err := proof.Read(text, func(of *proof.Header) error {
		h = of
		if err := begin(h); err != nil {
			return err
		}
		return s.CheckHeader(h)
	}, func(c *proof.Cut) error {
		shown = append(shown, c.Full())
		if c.Tree != nil {
			return s.tree(ctx, h, c, len(shown))
		}
		if c.Dual != nil && !s.Exact.Shows(h, c, c.Dual) {
			return noCut(len(shown))
		}
		if len(shown) > 1 || c.Columns != (proof.Vector{}) {
			c.Dual = nil
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	if err := s.replay(ctx, p, shown, find, workers); err != nil {
		return nil, err
	}
	s.relabel(p)
	return p, nil
}

// relabel names the columns of a proof that was read from a text of format 1, which Encode could not write without
// their names. Format 2 rounds the weights of a dual vector in another way.
func (s *Problem) relabel(p *proof.Proof) {
	if p.Labels.Reading == "" {
		return
	}
	if p.Labels = s.labels(); p.Relaxed() {
		p.Cutoff = min(p.Cutoff, s.Exact.Bound(&p.Header, &p.Cuts[0], p.Cuts[0].Dual))
	}
}

// tree judges a full tree that was just read and drops its nodes; a compact one is kept.
func (s *Problem) tree(ctx context.Context, h *proof.Header, c *proof.Cut, number int) error {
	if !c.Full() {
		return ctx.Err()
	}
	err := s.Exact.ShowsTree(ctx, h, c, nil)
	if err != nil {
		return fmt.Errorf("cut %d: %w", number, err)
	}
	c.Tree = nil
	return nil
}

func noCut(number int) error {
	return fmt.Errorf("%w: cut %d: its multipliers are missing or prove less than the cutoff", proof.ErrCut, number)
}

// replay checks the cuts that were not shown yet, and the cover.
func (s *Problem) replay(ctx context.Context, p *proof.Proof, shown []bool, find FinderFunc, workers int) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	judge := func(i int, d *proof.Dual, finder proof.Finder) error {
		if p.Cuts[i].Tree != nil {
			if err := s.Exact.ShowsTree(ctx, &p.Header, &p.Cuts[i], finder); err != nil {
				return fmt.Errorf("cut %d: %w", i+1, err)
			}
			return nil
		}
		if !s.Exact.Shows(&p.Header, &p.Cuts[i], d) {
			return noCut(i + 1)
		}
		return nil
	}
	// The search runs while the cuts are checked; the first bad cut ends it.
	return parallel.Loop{Items: 2, Workers: workers}.Each(ctx, parallel.Same(func(part int) error {
		if part == 1 {
			return s.cover(inner, p, workers)
		}
		err := s.each(ctx, p, shown, find, workers, judge)
		if err != nil {
			cancel()
		}
		return err
	}))
}

// Expand returns the proof with a dual vector for every cut. The error is the finder's, or wraps
// proof.ErrCut if a cut has no dual vector that shows it.
func Expand(ctx context.Context, s *Problem, p *proof.Proof, find FinderFunc, workers int) (*proof.Proof, error) {
	if err := s.CheckHeader(&p.Header); err != nil {
		return nil, err
	}
	full := &proof.Proof{Header: p.Header, Cuts: make([]proof.Cut, len(p.Cuts))}
	full.Labels = s.labels()
	stored := &proof.Proof{Header: full.Header, Cuts: p.Cuts} // the finder rounds as the new text does
	err := s.each(ctx, stored, nil, find, workers, func(i int, d *proof.Dual, finder proof.Finder) error {
		full.Cuts[i] = p.Cuts[i]
		full.Cuts[i].Dual = d
		if p.Cuts[i].Tree != nil {
			return s.expandTree(ctx, &full.Header, &full.Cuts[i], finder)
		}
		if !s.Exact.Shows(&full.Header, &full.Cuts[i], d) {
			return fmt.Errorf("%w: cut %d of %d: no multipliers were found that prove the cutoff",
				proof.ErrCut, i+1, len(p.Cuts))
		}
		return nil
	})
	return full, err
}

// expandTree gives the leaves of a tree the dual vectors that show them.
func (s *Problem) expandTree(ctx context.Context, h *proof.Header, c *proof.Cut, finder proof.Finder) error {
	found := &recorder{Finder: finder}
	if err := s.Exact.ShowsTree(ctx, h, c, found); err != nil {
		return err
	}
	c.Tree, c.Choice = slices.Clone(c.Tree), proof.Vector{}
	for k := range c.Tree {
		if n := &c.Tree[k]; n.Kind == proof.Leaf && n.Dual == nil {
			n.Dual, found.duals = found.duals[0], found.duals[1:]
		}
	}
	return nil
}

// recorder keeps the dual vectors that another finder finds for leaves, in order.
type recorder struct {
	proof.Finder
	duals []*proof.Dual
}

// FindLeaf finds a dual vector as the other finder does.
func (r *recorder) FindLeaf(c *proof.Cut, part *proof.Part) (*proof.Dual, error) {
	f, ok := r.Finder.(proof.LeafFinder)
	if !ok {
		return nil, errors.New("the finder finds no dual vectors for leaves of trees")
	}
	d, err := f.FindLeaf(c, part)
	r.duals = append(r.duals, d)
	return d, err
}

// each calls do, from several goroutines, with the dual vector of every cut that was not shown yet, its own or one
// from a finder. Cuts come in the order of a chain.
func (s *Problem) each(ctx context.Context, p *proof.Proof, shown []bool, find FinderFunc, workers int,
	do func(i int, d *proof.Dual, finder proof.Finder) error) error {
	order, err := chain(ctx, p.Cuts, shown)
	if err != nil {
		return err
	}
	// Dual vectors depend on the block of cuts, not on the goroutine.
	loop := parallel.Loop{Items: len(order), Block: blockCuts, Workers: workers}
	return loop.Blocks(ctx, func() func(from, to int) error {
		var finder proof.Finder
		return func(from, to int) error {
			if f, ok := finder.(interface{ Restart() }); ok {
				f.Restart()
			}
			for _, i := range order[from:to] {
				d, err := p.Cuts[i].Dual, ctx.Err()
				c := p.Cuts[i] // the finder may change its copy
				if !c.Full() && finder == nil && err == nil {
					finder, err = find(ctx, s.Instance, s.Exact, &p.Header)
				}
				if d == nil && c.Tree == nil && err == nil {
					d, err = finder.Find(&c)
				}
				if err != nil {
					return fmt.Errorf("cut %d of %d: %w", i+1, len(p.Cuts), err)
				}
				if err := do(i, d, finder); err != nil {
					return err
				}
			}
			return nil
		}
	})
}

const (
	blockCuts = 64      // how many cuts of a chain one finder gets in a row
	ahead     = 1 << 14 // how many cuts are compared for the next place of a chain
)

// chain orders the cuts that were not shown yet so that each is similar to the one before: of the cuts that are left,
// it takes one that differs in the fewest columns. A relaxation that starts from that of a similar cut takes a quarter
// to a third fewer pivots. The error is the context's.
func chain(ctx context.Context, cuts []proof.Cut, shown []bool) (order []int, err error) {
	var left []proof.Vector
	for i := range cuts {
		if shown == nil || !shown[i] {
			order, left = append(order, i), append(left, cuts[i].Columns)
		}
	}
	for i := 1; i < len(order) && err == nil; i++ {
		last, best, least := left[i-1], i, proof.MaxColumns+1
		for k, c := range left[i:min(i+ahead, len(left))] {
			if d := c.Or(last).Size() - c.And(last).Size(); d < least {
				if best, least = i+k, d; d == 0 {
					break
				}
			}
		}
		order[i], order[best] = order[best], order[i]
		left[i], left[best] = left[best], left[i]
		err = ctx.Err()
	}
	return order, err
}
