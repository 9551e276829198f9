package subset

import (
	"context"
	"math/rand/v2"
	"slices"

	"feltlab/solvers/lad"
)

const (
	surplus = 6 // how many features beyond n the backward start begins with
	// A restart drops scrambledLeast features of the incumbent, and up to scrambledMore others: few to
	// search near it, many to search elsewhere.
	scrambledLeast, scrambledMore = 4, 5
	kept                          = 3 // how many results of the first round are improved by larger exchanges
)

// Best searches for the best set of at most n features: from a greedy start and opts.Restarts further starts, each
// improved by exchange. For the average error these are found by least squares (starts.go); for the largest error, and
// with whole groups, they are random, with a backward start and one that is exchanged at every size. On cancellation it
// returns the best set so far with the context's error.
func Best(ctx context.Context, p *lad.Problem, n int, opts Options) (*lad.Fit, error) {
	if err := check(n, p, opts); err != nil {
		return nil, err
	}
	s := newSearch(p, opts)
	f, err := s.first()
	if err != nil {
		return nil, err
	}
	return s.bestOf(ctx, f, n)
}

// bestOf searches for n features from starts that include those of f: exchanges of one feature from
// many starts, then larger exchanges from the best few results. The slowest part comes last, so that a
// search that is stopped early has found most of the gain.
func (s *search) bestOf(ctx context.Context, f *lad.Fit, n int) (*lad.Fit, error) {
	start, err := s.grow(ctx, f, n)
	if err != nil || len(start.IDs) < n && (start.Error <= s.target || !s.grouped()) {
		return start, err
	}
	ends := &finalists{}
	if err := s.descend(ctx, start, 1, ends); err != nil {
		return ends.best(), err
	}
	if s.p.Loss() == lad.Average && !s.whole {
		err = s.fromSquares(ctx, n, ends)
	} else {
		err = s.fromScrambles(ctx, f, n, ends)
	}
	if err != nil {
		return ends.best(), err
	}
	for _, f := range slices.Clone(ends.fits) {
		if err == nil && s.opts.exchange() > 1 {
			err = s.descend(ctx, f, s.opts.exchange(), ends)
		}
	}
	return ends.best(), err
}

// fromScrambles improves the backward start, random ones and one that is exchanged at every size.
func (s *search) fromScrambles(ctx context.Context, f *lad.Fit, n int, ends *finalists) error {
	starts := []func() (*lad.Fit, error){func() (*lad.Fit, error) { return s.backwardStart(ctx, f, n) }}
	random := rand.New(rand.NewPCG(s.opts.Seed, 0))
	for range s.restarts() {
		starts = append(starts, func() (*lad.Fit, error) { return s.scramble(ctx, ends.best(), random) })
	}
	starts = append(starts, func() (*lad.Fit, error) { return s.climb(ctx, f, n) })
	for _, from := range starts {
		start, err := from()
		if err == nil {
			err = s.descend(ctx, start, 1, ends)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *search) descend(ctx context.Context, start *lad.Fit, q int, ends *finalists) error {
	if len(ends.fits) > 0 && ends.best().Error <= s.target {
		return nil
	}
	f, err := s.exchange(ctx, start, q)
	if f != nil {
		if ends.add(f); ends.best() == f {
			s.report(f)
		}
	}
	return err
}

// finalists holds the best different results of descents, best first.
type finalists struct{ fits []*lad.Fit }

func (e *finalists) best() *lad.Fit { return e.fits[0] }

func (e *finalists) add(f *lad.Fit) {
	for _, g := range e.fits {
		if slices.Equal(f.IDs, g.IDs) {
			return
		}
	}
	at := slices.IndexFunc(e.fits, func(g *lad.Fit) bool { return f.Error < g.Error-minGain })
	if at < 0 {
		at = len(e.fits)
	}
	e.fits = slices.Insert(e.fits, at, f)
	e.fits = e.fits[:min(len(e.fits), kept)]
}

// climb grows a set and improves it by exchange at every size, at size n - 1 as thoroughly as at the
// end, so that the set of n starts from a good one of n - 1.
func (s *search) climb(ctx context.Context, f *lad.Fit, n int) (*lad.Fit, error) {
	quiet := *s
	quiet.best, quiet.opts.Improved = nil, nil
	for len(f.IDs) < n {
		g, err := quiet.addBest(ctx, f)
		if err != nil || g == nil {
			return f, err
		}
		most := 1
		if len(g.IDs) == n-1 {
			most = s.opts.exchange()
		}
		quiet.refilled = map[set]bool{} // remembers sets of one size only
		if f, err = quiet.exchange(ctx, g, most); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (s *search) backwardStart(ctx context.Context, f *lad.Fit, n int) (*lad.Fit, error) {
	quiet := *s
	quiet.best, quiet.opts.Improved = nil, nil
	f, err := quiet.grow(ctx, f, n+surplus)
	if err != nil {
		return f, err
	}
	return quiet.shrink(ctx, f, n)
}

func (s *search) scramble(ctx context.Context, f *lad.Fit, random *rand.Rand) (*lad.Fit, error) {
	ids := slices.Clone(f.IDs)
	random.Shuffle(len(ids), func(i, k int) { ids[i], ids[k] = ids[k], ids[i] })
	in := setOf(ids)
	kept := s.withAll(ids[:max(len(ids)-scrambledLeast-random.IntN(scrambledMore+1), 0)])
	for _, k := range random.Perm(len(s.candidates)) {
		if id := s.candidates[k]; len(kept) < len(ids) && s.allowed(id, in) && s.free(id, setOf(kept)) {
			kept = append(kept, id)
		}
	}
	if err := ctx.Err(); err != nil {
		return f, err
	}
	return s.fit(kept, nil)
}
