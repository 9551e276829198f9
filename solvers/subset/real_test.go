package subset_test

import (
	"context"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

func problem(t testing.TB, hand, rng string, loss lad.Loss) *lad.Problem {
	t.Helper()
	return must.Get(lad.New(matrixtest.Of(t, hand, rng).Instance(), loss))(t)
}

// TestPublishedCounts compares the search with the published numbers of features for an average
// error of 2.5 percentage points, which enumeration has proved smallest.
func TestPublishedCounts(t *testing.T) {
	for _, c := range []struct {
		hand, rng string
		want      int
	}{{"AA", "ATC", 3}, {"QQ", "ATC", 5}} {
		t.Run(c.hand+" against "+c.rng, func(t *testing.T) {
			p := problem(t, c.hand, c.rng, lad.Average)
			f := must.Get(subset.Fewest(context.Background(), p, 0.025, subset.Options{Restarts: -1}))(t)
			if len(f.IDs) != c.want || f.Error > 0.025 {
				t.Errorf("%s vs %s: %d features with error %v, want %d: %v", c.hand, c.rng, len(f.IDs), f.Error, c.want,
					f.Formula())
			}
		})
	}
}

// BenchmarkExchange improves the greedy set of ten features by exchanges, on one worker.
func BenchmarkExchange(b *testing.B) {
	ctx := context.Background()
	for _, loss := range []lad.Loss{lad.Average, lad.Max} {
		p := problem(b, "AA", "RUS", loss)
		start := must.Get(subset.Greedy(ctx, p, 10, subset.Options{Workers: 1}))(b)
		for q := 1; q <= 2; q++ {
			b.Run(loss.String()+"/"+[]string{"", "one", "two"}[q], func(b *testing.B) {
				for b.Loop() {
					f := must.Get(subset.Exchange(ctx, p, start[9].IDs, subset.Options{Workers: 1, Exchange: q}))(b)
					b.ReportMetric(100*f.Error, "error%")
				}
			})
		}
	}
}
