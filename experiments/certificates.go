package experiments

import (
	"context"
	"io"

	"golang.org/x/sync/errgroup"

	"feltlab/pipeline/certificate"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/verify"
)

// writeCertificates writes NAME/certificates.jsonl: the record of the tree that proves a bound and, if it is one on an
// average error, the multipliers that prove as much of it as the relaxation can. feltlab verify reads them.
func (e *Env) writeCertificates(ctx context.Context, name string, results []*fit.Result) error {
	instances := fit.NewInstances(e.Store, e.Workers)
	parts := make([][]*certificate.Certificate, len(results))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(e.Workers)
	for i, r := range results {
		group.Go(func() (err error) {
			parts[i], err = certify(inner, instances, r)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var all []*certificate.Certificate
	type key struct {
		kind      certificate.Kind
		hand, rng string
		features  int
		largest   bool
		bound     float64
	}
	seen := map[key]bool{}
	for _, part := range parts {
		for _, c := range part {
			if k := (key{c.Kind, c.Hand, c.Range, c.Features, c.Largest, c.Bound}); !seen[k] {
				seen[k] = true
				all = append(all, c)
			}
		}
	}
	return e.Write(name+"/"+verify.CertificatesFile, func(w io.Writer) error { return certificate.Write(w, all) })
}

// certify lists the certificates of a result: none if its bound has none.
func certify(ctx context.Context, instances *fit.Instances, r *fit.Result) (all []*certificate.Certificate, err error) {
	if r.Proof == nil {
		return nil, ctx.Err()
	}
	if !r.Proof.Largest {
		inst, err := instances.Get(ctx, r.Hand, r.Range)
		if err != nil {
			return nil, err
		}
		dual, err := certificate.Find(inst, r.Proof.Features)
		if err != nil {
			return nil, err
		}
		dual.Hand, dual.Range = r.Hand, r.Range
		all = append(all, dual)
	}
	if r.Proof.Kind == certificate.Tree {
		all = append(all, &certificate.Certificate{Hand: r.Hand, Range: r.Range, Reading: r.Reading, Proof: *r.Proof})
	}
	return all, ctx.Err()
}
