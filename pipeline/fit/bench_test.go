package fit

import (
	"flag"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/mip"
	"feltlab/model/regression"
	"feltlab/solvers/highs"
)

var highsLimit = flag.Duration("highs-limit", 2*time.Second, "time limit of each solve of BenchmarkFormulations")

// BenchmarkFormulations lets HiGHS alone, without an incumbent, work on AVGERR(5) of AA
// against RUS for the same time in each formulation. It reports what it reached, in
// percentage points, and the nodes it needed; the time of the benchmark itself means nothing.
func BenchmarkFormulations(b *testing.B) {
	if !highs.Available() {
		b.Skip("built without HiGHS")
	}
	inst := matrixtest.Build(b, "AA", "RUS").Instance()
	for _, f := range []regression.Formulation{regression.Plain, regression.Merged, regression.Pattern} {
		b.Run(f.String(), func(b *testing.B) {
			var r *highs.Result
			for b.Loop() {
				built := must.Get(mip.Build(inst, regression.Program{Kind: regression.AvgErr, N: 5}, f))(b)
				r = must.Get(highs.Solve(b.Context(), built.Model, nil, highs.Options{TimeLimit: *highsLimit}))(b)
			}
			b.ReportMetric(100*r.Bound, "bound-points")
			b.ReportMetric(100*r.Objective, "incumbent-points")
			b.ReportMetric(float64(r.Nodes), "nodes")
			b.ReportMetric(0, "ns/op")
		})
	}
}
