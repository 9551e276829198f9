//go:build slow

package prove_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"flag"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
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
	m := matrixtest.Build(t, hand, rng)
	inst := m.Instance()
	inst.Rules = stepRules(inst, proof.Decimal(*roundStep)*proof.One/100)
	s := must.Get(prove.NewProblem(inst))(t)
	p := must.Get(lad.New(inst, lad.Average))(t)
	began := time.Now()
	free := must.Get(subset.Best(t.Context(), p, *roundFeatures, subset.Options{}))(t)
	l := must.Get(lattice.New(p, *roundStep))(t)
	f := must.Get(l.Best(t.Context(), *roundFeatures, lattice.Options{Starts: [][]int{free.IDs}}))(t)
	ctx, cancel := context.WithTimeout(t.Context(), *roundLimit)
	defer cancel()
	program := regression.Program{Kind: regression.AvgErr, N: *roundFeatures}
	r, full, err := prove.Make(ctx, s, program, f.Terms, prove.Options{})
	must.Do(t, err)
	solved := time.Since(began)
	bare := prove.Bare(full)
	began = time.Now()
	must.Do(t, prove.Replay(t.Context(), s, bare, prove.NewFinder, 0))
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

func stepRules(inst *regression.Instance, step proof.Decimal) *proof.Rules {
	bounds := slices.Repeat([]proof.Bounds{{Lower: -proof.One, Upper: proof.One}}, inst.Columns.Count())
	return &proof.Rules{High: proof.One, Step: step, Bounds: bounds}
}

// packed is the number of bytes of a proof in a file.
func packed(p *proof.Proof) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(p.Encode())
	w.Close()
	return b.Len()
}

// TestRoundEnumeration goes through all formulas of three features with weights in steps of 10 points, for ten rows of
// Table 4, and holds the proved optima to them.
func TestRoundEnumeration(t *testing.T) {
	for _, of := range [][2]string{
		{"AA", "RUS"}, {"KK", "RS"}, {"QQ", "RML"}, {"JJ", "ATC"}, {"99", "RS"}, {"55", "RUS"}, {"AKs", "ATC"},
		{"AQs", "RUS"},
		{"JTs", "RML"}, {"98s", "RS"},
	} {
		m := matrixtest.Build(t, of[0], of[1])
		inst := m.Instance()
		inst.Rules = stepRules(inst, proof.One/10)
		s := must.Get(prove.NewProblem(inst))(t)
		least := leastOfThree(inst)
		r, p, err := prove.Make(t.Context(), s, regression.Program{Kind: regression.AvgErr, N: 3}, nil, prove.Options{})
		if err != nil || p == nil || math.Abs(r.Incumbent.Error-least) > 1e-9 || p.Cutoff > least ||
			p.Cutoff < least-2*prove.Tolerance {
			t.Errorf("%v: %+v, %v; the least error is %v", of, r, err, least)
		}
		t.Logf("%v: %.4f%%", of, 100*least)
	}
}

// leastOfThree is the least average error of three features with weights in steps of a tenth.
func leastOfThree(inst *regression.Instance) float64 {
	patterns := regression.PatternsOf(inst)
	n := len(patterns.Vectors)
	// loss has the loss of each pattern for each sum of three weights, from -3 to 3.
	const none, sums = 30, 61
	loss := make([][sums]float64, n)
	for k := range n {
		for i := patterns.First[k]; i < patterns.First[k+1]; i++ {
			for v := range sums {
				loss[k][v] += patterns.Weight[i] * math.Abs(patterns.Target[i]-float64(v-none)/10)
			}
		}
	}
	best, all := math.Inf(1), inst.Columns.Count()
	for a := 1; a <= all; a++ {
		for b := a + 1; b <= all; b++ {
			for c := b + 1; c <= all; c++ {
				best = min(best, leastOf(patterns.Vectors, loss, none, a, b, c))
			}
		}
	}
	return best / inst.TotalWeight()
}

// leastOf goes through the weights of three features.
func leastOf(patterns []proof.Vector, loss [][61]float64, none int, a, b, c int) float64 {
	var cell [8][61]float64 // of the patterns with the same features of the three
	for k, v := range patterns {
		at := 0
		for i, id := range []int{a, b, c} {
			if v.Has(id) {
				at |= 1 << i
			}
		}
		for i := range cell[at] {
			cell[at][i] += loss[k][i]
		}
	}
	best := math.Inf(1)
	for x := none - 10; x <= none+10; x++ {
		for y := -10; y <= 10; y++ {
			two := cell[0][none] + cell[1][x] + cell[2][none+y] + cell[3][x+y]
			for z := -10; z <= 10; z++ {
				best = min(best, two+cell[4][none+z]+cell[5][x+z]+cell[6][none+y+z]+cell[7][x+y+z])
			}
		}
	}
	return best
}
