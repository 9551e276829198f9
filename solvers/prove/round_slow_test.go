//go:build slow

package prove_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
	"feltlab/solvers/lattice"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

var (
	roundFeatures = flag.Int("round-features", 3, "features of the formulas of TestRoundTable4")
	roundStep     = flag.Int("round-step", 5, "step of the weights of TestRoundTable4, percentage points")
	roundHands    = flag.String("round-hands", strings.Join(table4Hands, ","), "hands of TestRoundTable4")
	roundLimit    = flag.Duration("round-limit", 2*time.Minute, "time limit of each row of TestRoundTable4")
)

var table4Hands = []string{"AA", "KK", "QQ", "JJ", "99", "55", "AKs", "AQs", "KQs", "JTs", "98s"}

// TestRoundTable4 proves the best formula with round weights for the hands and ranges of Table 4: of three features
// and steps of 5 percentage points every row. It logs what rounding costs and how long the proof takes.
func TestRoundTable4(t *testing.T) {
	proved := 0
	for _, hand := range strings.Split(*roundHands, ",") {
		for _, rng := range []string{"RUS", "RS", "RML", "ATC"} {
			if proveRound(t, hand, rng) {
				proved++
			}
		}
	}
	t.Logf("%d rows proved", proved)
	if all := 4 * len(strings.Split(*roundHands, ",")); proved < all && *roundFeatures <= 3 {
		t.Errorf("%d of %d rows are proved", proved, all)
	}
}

func proveRound(t *testing.T, hand, rng string) bool {
	t.Helper()
	m, err := matrix.Build(t.Context(), hand, rng, 2)
	if err != nil {
		t.Fatal(err)
	}
	inst := m.Instance()
	inst.Rules = &proof.Rules{High: proof.One, Step: proof.Decimal(*roundStep) * proof.One / 100}
	for range inst.Columns.Count() {
		inst.Rules.Bounds = append(inst.Rules.Bounds, proof.Bounds{Lower: -proof.One, Upper: proof.One})
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	free, err := subset.Best(t.Context(), p, *roundFeatures, subset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	l, err := lattice.New(p, *roundStep)
	if err != nil {
		t.Fatal(err)
	}
	f, err := l.Best(t.Context(), *roundFeatures, lattice.Options{Starts: [][]int{free.IDs}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), *roundLimit)
	defer cancel()
	program := regression.Program{Kind: regression.AvgErr, N: *roundFeatures}
	r, full, err := prove.Make(ctx, s, program, f.Terms, prove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solved := time.Since(began)
	bare := prove.Bare(full)
	began = time.Now()
	if err := prove.Replay(t.Context(), s, bare, prove.NewFinder, 0); err != nil {
		t.Error(err)
	}
	replayed := time.Since(began)
	trees, nodes := 0, 0
	for i := range bare.Cuts {
		if n := len(bare.Cuts[i].Tree); n > 1 {
			trees, nodes = trees+1, nodes+n
		}
	}
	proved := r.Incumbent.Error-full.Cutoff <= 2*prove.Tolerance
	t.Logf("%s %s: free %.4f%%, round %.4f%%, bound %.4f%%, proved %v, %d cuts, %d trees, %d nodes, %d bytes, %.1f s, "+
		"replayed in %.1f s", hand, rng, 100*free.Error, 100*r.Incumbent.Error, 100*full.Cutoff, proved, len(bare.Cuts),
		trees, nodes, packed(bare), solved.Seconds(), replayed.Seconds())
	return proved
}

// packed is the number of bytes of a proof in a file.
func packed(p *proof.Proof) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(p.Encode())
	w.Close()
	return b.Len()
}
