package buckets

import (
	"context"
	"sync"

	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// Options are the options of Build.
type Options struct {
	// Boards, if not 0, is the number of canonical flops and turns for which the bucketing is built: hands on other
	// boards have no bucket.
	Boards  int
	Workers int                                // the number of goroutines; below 1 means one for each processor
	Report  func(what string, done, total int) // Report, if set, is called with the current step and its progress
}

// Build builds a bucketing, in minutes and at most Spec.Memory bytes. The result depends on the spec and
// Options.Boards only. The error is that of the context.
func Build(ctx context.Context, s Spec, o Options) (*Bucketing, error) {
	b := &builder{
		Spec: s, Options: o, sums: sync.OnceValue(sweepAll),
		classes: func() (*ByClass, error) { return DistributionOfClasses(ctx, o.Workers) }, rivers: new(riverBins),
	}
	return b.build(ctx)
}

func (b *builder) build(ctx context.Context) (out *Bucketing, err error) {
	out = newBucketing(b.Spec)
	if out.preflop, err = b.preflop(ctx); err != nil {
		return nil, err
	}
	if out.flop, err = newLevel(showdown.FlopPairs(), b).divide(ctx, 1, b.Sizes[1], "flops"); err != nil {
		return nil, err
	}
	if out.turn, err = newLevel(showdown.TurnPairs(), b).divide(ctx, 2, b.Sizes[2], "turns"); err != nil {
		return nil, err
	}
	out.river = make([]uint16, riverStrengths)
	if parts := b.Sizes[3]; parts > 1 {
		out.river = partsOf(b.sums().rivers, uint64(parts))
	}
	return out, nil
}

type builder struct {
	Spec
	Options
	sums    func() *strengths // over all boards, computed on first use
	classes func() (*ByClass, error)
	rivers  *riverBins
}

func (b *builder) report(what string) func(done, total int) {
	if b.Report == nil || what == "" {
		return nil
	}
	return func(done, total int) { b.Report(what, done, total) }
}

func (b *builder) options(street, clusters int) ClusterOptions {
	return ClusterOptions{Clusters: clusters, Seed: b.Seed, Stream: uint64(street) << 32, Workers: b.Workers}
}

// preflop returns the bucket of each class: a cluster of their distributions, or each its own, equally strong ones too.
func (b *builder) preflop(ctx context.Context) ([]uint16, error) {
	switch b.lens()[0] {
	case 1:
		return make([]uint16, cards.NumClasses), nil
	case cards.NumClasses:
		return ranks(b.sums().classes[:]), nil
	}
	all, err := b.classes()
	if err != nil {
		return nil, err
	}
	points := NewPoints(bins, cards.NumClasses)
	for k := range cards.Class(cards.NumClasses) {
		histogram := make([]uint16, bins)
		for b, share := range all.Shares(k) {
			histogram[b] = uint16(share * MostMass)
		}
		points.Set(int(k), histogram, uint32(k.Size()))
	}
	centres, err := Cluster(ctx, points, b.options(0, b.lens()[0]))
	if err != nil {
		return nil, err
	}
	return b.assignPoints(ctx, points, centres)
}
