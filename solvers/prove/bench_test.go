package prove_test

import (
	"context"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// BenchmarkTenFeatures proves AVGERR(10) and MAXERR(10) of some hands from the formula that the
// search finds.
func BenchmarkTenFeatures(b *testing.B) {
	for _, x := range [][2]string{{"AA", "ATC"}, {"AA", "RS"}, {"KQs", "RUS"}, {"55", "ATC"}} {
		b.Run("AVGERR "+x[0]+" "+x[1], func(b *testing.B) { benchmark(b, x[0], x[1], lad.Average) })
	}
	b.Run("MAXERR JJ RUS", func(b *testing.B) { benchmark(b, "JJ", "RUS", lad.Max) })
}

func benchmark(b *testing.B, hand, rng string, loss lad.Loss) {
	ctx := context.Background()
	m := matrixtest.Build(b, hand, rng)
	p := must.Get(lad.New(m.Instance(), loss))(b)
	start := must.Get(subset.Best(ctx, p, 10, subset.Options{Restarts: 8}))(b)
	for b.Loop() {
		s := must.Get(prove.NewProblem(m.Instance()))(b)
		r, err := prove.Solve(ctx, s, loss, 10, start.Formula(), prove.Options{})
		if err != nil || !r.Proved {
			b.Fatal(r, err)
		}
		b.ReportMetric(100*r.Incumbent.Error, "error%")
		b.ReportMetric(float64(len(r.Cuts)), "cuts")
		b.ReportMetric(float64(r.Solves), "relaxations")
	}
}
