package fit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/dataset/data"
	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// written writes a table of whole targets times a power of ten, with five columns of each row's bits.
func written(t *testing.T, targets []int64, bits []uint64, exponent int) string {
	t.Helper()
	lines := []string{"y,a,b,c,d,e"}
	for i, y := range targets {
		lines = append(lines, fmt.Sprintf("%de%d,%d,%d,%d,%d,%d", y, exponent, bits[i]&1, bits[i]>>1&1, bits[i]>>2&1,
			bits[i]>>3&1, bits[i]>>4&1))
	}
	return writeLines(t, lines...)
}

// TestScaleDoesNotMatter solves tables times powers of ten, and shifted. All that are accepted have the same features,
// status and relative error, which is that of all sets of columns. Among them are tables with a target far from all
// others, whose errors are a millionth of the range, and one whose error is 0.
func TestScaleDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		name       string
		far, noise int64
		accepted   [2]int // at least these powers of ten
	}{{"plain", 0, 44, [2]int{-9, 6}}, {"far", 100_000, 44, [2]int{-9, 3}}, {"very far", 10_000_000, 44, [2]int{-9, 1}},
		{"perfect", 0, 1, [2]int{-9, 6}}} {
		var targets []int64
		var bits []uint64
		for i := range 40 {
			v := r.Uint64N(16)
			y := int64(20*(v&1)+30*(v>>1&1)) + 1 + r.Int64N(c.noise)
			if i == 0 && c.far > 0 {
				y, v = c.far, v|16
			}
			targets, bits = append(targets, y), append(bits, v)
		}
		for kind, n := range map[regression.Kind]int{regression.AvgErr: 2, regression.MaxErr: 3} {
			t.Run(fmt.Sprintf("%s, %v", c.name, kind), func(t *testing.T) {
				same := &sameAnswers{n: n, kind: kind}
				for k := -12; k <= 12; k++ {
					shift := int64(0)
					if k%2 != 0 {
						shift = r.Int64N(1000) - 500
					}
					shifted := slices.Clone(targets)
					for i := range shifted {
						shifted[i] += shift
					}
					taken := same.check(t, written(t, shifted, bits, k))
					if !taken && k >= c.accepted[0] && k <= c.accepted[1] {
						t.Errorf("times 10^%d is refused", k)
					}
				}
			})
		}
	}
}

type sameAnswers struct {
	kind  regression.Kind
	n     int
	first *question.Answer
	want  float64
}

// check solves a table and compares the answer with the first; false if the table is refused.
func (s *sameAnswers) check(t *testing.T, path string) bool {
	t.Helper()
	table, err := question.OfTable(path, data.Options{Target: "y"})
	if errors.Is(err, data.ErrData) {
		if !strings.Contains(err.Error(), "write ") {
			t.Errorf("refused without a remedy: %v", err)
		}
		return false
	}
	must.Do(t, err)
	q := question.Question{Subject: table, Program: regression.Program{Kind: s.kind, N: s.n}, Engine: question.Exact,
		TimeLimit: time.Minute}
	in := must.Get(NewInstances(nil, 1).Get(t.Context(), table))(t)
	a, err := Solve(t.Context(), in, q, Options{Workers: 1})
	if errors.Is(err, question.ErrQuestion) {
		return false
	}
	must.Do(t, err)
	must.Get(ledger.Check(t.Context(), in, a, 1))(t)
	if s.first == nil {
		s.first, s.want = a, leastByEnumeration(t, in, s.kind, s.n)
	}
	names := func(a *question.Answer) (all []string) {
		for _, w := range a.Features {
			all = append(all, w.Name)
		}
		return all
	}
	e, first := a.Objective(), s.first.Objective()
	if a.Status != question.Optimal || a.Gap > 2e-5 || e-s.want > 2e-5*s.want+1e-13 ||
		math.Abs(e-first) > 1e-6*e+1e-13 || !slices.Equal(names(a), names(s.first)) {
		t.Errorf("%v with the error %v, gap %v, %v; the first %v, %v; want %v", a.Status, e, a.Gap, names(a), first,
			names(s.first), s.want)
	}
	return true
}

// TestNoInterceptFarFromZero solves tables without an intercept whose targets lie far from 0, so that the error of the
// best formula exceeds the distance of the targets, and weights do too.
func TestNoInterceptFarFromZero(t *testing.T) {
	bits := []uint64{0, 1, 2, 3, 5, 9}
	for _, base := range []int64{10, 1000, -1000, 1_000_000} {
		targets := []int64{base, base + 3, base + 1, base + 7, base + 2, base + 4}
		for _, p := range []regression.Program{{Kind: regression.AvgErr, N: 1}, {Kind: regression.AvgErr, N: 2},
			{Kind: regression.MaxErr, N: 1}} {
			q, in := ask(t, written(t, targets, bits, 0),
				data.Options{Target: "y", Rules: data.Rules{NoIntercept: true}}, p)
			checkOptimal(t, q, in)
			a, err := Solve(t.Context(), in, q, Options{Workers: 1})
			if err != nil || a.Gap > 2e-5 {
				t.Errorf("%v from %d on: gap %v, %v", p, base, a.Gap, err)
			}
			if p.Kind == regression.AvgErr &&
				math.Abs(a.Features[0].Weight)*float64(in.Rules.High-in.Rules.Low)/1e9 < math.Abs(float64(base))-10 {
				t.Errorf("%v from %d on: the weight %v of the range", p, base, a.Features[0].Weight)
			}
		}
	}
}

// TestTooLargeForProofs refuses tables about which no proof fits 64 bits before it searches, and says what to change.
// Programs that count features get no proof for the numbers that do not fit.
func TestTooLargeForProofs(t *testing.T) {
	bits := []uint64{0, 1, 2, 3, 5, 9, 17, 6, 12, 30}
	for _, c := range []struct {
		high    int64
		n       int
		refused string
	}{{150_000_000, 1, ""}, {250_000_000, 5, "write the target in a larger unit, or take a smaller bound"},
		{1_100_000_000, 5, ""}, {9_000_000_000, 5, ""}} { // read in units of 10^9
		targets := []int64{c.high, 1, 2, 3, 4, 5, 6, 7, 8, c.high / 2}
		table, err := question.OfTable(written(t, targets, bits, 0), data.Options{Target: "y"})
		q := question.Question{Subject: table, Program: regression.Program{Kind: regression.AvgErr, N: c.n},
			TimeLimit: time.Minute}
		if err == nil {
			in, failed := NewInstances(nil, 1).Get(t.Context(), table)
			if failed != nil {
				t.Fatal(failed)
			}
			_, err = Solve(t.Context(), in, q, Options{Workers: 1, Progress: func(Progress) {
				must.Equal(t, c.refused, "", "the search began")
			}})
		}
		if (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%d features, up to %d: %v", c.n, c.high, err)
		}
	}
	table := must.Get(question.OfTable(written(t, []int64{250_000_000, 1, 2, 3, 4, 5, 6, 7, 8, 125_000_000}, bits, 0),
		data.Options{Target: "y"}))(t)
	in := must.Get(NewInstances(nil, 1).Get(t.Context(), table))(t)
	q := question.Question{Subject: table, Program: regression.Program{Kind: regression.FeatAvgErr, E: 1e-9},
		TimeLimit: time.Minute}
	if a, err := Solve(t.Context(), in, q, Options{Workers: 1}); err != nil || a.Status == question.Optimal {
		t.Errorf("%v, %v", a, err)
	}
}
