//go:build slow && unix

package prove_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"strings"
	"syscall"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
)

var table4Rows = flag.String("table4-rows", "", "rows of TestTable4, such as AA-RUS,KK-ATC; empty means all 44")

// TestTable4 proves the formulas of Table 4 of ten features again, without cuts to start with, on one core, and logs
// what each row costs.
func TestTable4(t *testing.T) {
	lines := must.Get(os.ReadFile("../../results/table4/solves.jsonl"))(t)
	for line := range bytes.Lines(lines) {
		var row struct {
			Hand, Range string
			Error       float64            `json:"average_error"`
			Terms       regression.Formula `json:"features"`
		}
		must.Do(t, json.Unmarshal(line, &row))
		name := row.Hand + "-" + row.Range
		if *table4Rows != "" && !strings.Contains(","+*table4Rows+",", ","+name+",") {
			continue
		}
		t.Run(name, func(t *testing.T) { proveAgain(t, row.Hand, row.Range, row.Error, row.Terms) })
	}
}

func proveAgain(t *testing.T, hand, rng string, want float64, incumbent regression.Formula) {
	m := matrixtest.Build(t, hand, rng)
	s := must.Get(prove.NewProblem(m.Instance()))(t)
	before := userSeconds(t)
	r := must.Get(prove.Solve(t.Context(), s, lad.Average, 10, incumbent, prove.Options{Workers: 1}))(t)
	t.Logf("%s %s: %d cuts, %d relaxations, %d pivots, %d nodes, %.1f CPU-s",
		hand, rng, len(r.Cuts), r.Solves, r.Pivots, r.Nodes, userSeconds(t)-before)
	if !r.Proved || math.Abs(r.Incumbent.Error-want) > prove.Tolerance {
		t.Errorf("%s %s: the error is %v, the bound %v, proved %v; want the proved error %v",
			hand, rng, r.Incumbent.Error, r.Bound, r.Proved, want)
	}
}

func userSeconds(t *testing.T) float64 {
	var use syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &use))
	return float64(use.Utime.Sec) + float64(use.Utime.Usec)/1e6
}
