package prove_test

import (
	"context"
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// BenchmarkTenFeatures proves AVGERR(10) of AA against ATC from the formula that the search finds.
func BenchmarkTenFeatures(b *testing.B) {
	ctx := context.Background()
	m, err := matrix.Build(ctx, "AA", "ATC", 2)
	if err != nil {
		b.Fatal(err)
	}
	p, err := lad.New(m.Instance(), lad.Average)
	if err != nil {
		b.Fatal(err)
	}
	start, err := subset.Best(ctx, p, 10, subset.Options{Restarts: 8})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		r, err := prove.AvgErr(ctx, m.Instance(), 10, start.Formula(), prove.Options{})
		if err != nil || !r.Proved {
			b.Fatal(r, err)
		}
		b.ReportMetric(100*r.Incumbent.Error, "error%")
		b.ReportMetric(float64(r.Cuts), "cuts")
		b.ReportMetric(float64(r.Solves), "relaxations")
	}
}
