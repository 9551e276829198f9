//go:build cgo && highs

package highs_test

import (
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"feltlab/solvers/highs"
)

func TestImproving(t *testing.T) {
	t.Parallel()
	m := marketSplit(3, 14, 2)
	m.Offset = -5
	var objectives []float64
	var points [][]float64
	r := solve(t, newSolver(t, m), highs.Options{
		Improving: func(o float64, x []float64) {
			objectives, points = append(objectives, o), append(points, x)
		},
	})
	if len(objectives) < 3 {
		t.Fatalf("only %d improving solutions", len(objectives))
	}
	for k, x := range points {
		if v := violation(m, x); v > tolerance {
			t.Errorf("solution %d misses a constraint by %g", k, v)
		}
		if o := objective(m, x); math.Abs(o-objectives[k]) > tolerance {
			t.Errorf("solution %d is worth %v, the callback said %v", k, o, objectives[k])
		}
		if k > 0 && objectives[k] > objectives[k-1] {
			t.Errorf("solution %d rises from %v to %v", k, objectives[k-1], objectives[k])
		}
	}
	if last := objectives[len(objectives)-1]; math.Abs(last-r.Objective) > tolerance {
		t.Errorf("the last solution has %v, the result %v", last, r.Objective)
	}
}

// TestNothingOnTheConsole runs other tests in a child process: HiGHS, which
// is written in C++ and bypasses os.Stdout, must write to neither stream.
func TestNothingOnTheConsole(t *testing.T) {
	t.Parallel()
	out, err := exec.Command(os.Args[0], "-test.run=^(TestLinearProgram|TestStatuses|TestImproving)$").CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "PASS" {
		t.Errorf("%v: %q", err, out)
	}
}

// TestPanic: a panic in a callback reaches the caller of Solve, and the solver survives it.
func TestPanic(t *testing.T) {
	s := newSolver(t, marketSplit(6, 50, 1))
	explode := func() { panic("boom") }
	for name, o := range map[string]highs.Options{
		"Improving": {Improving: func(float64, []float64) { explode() }},
		"Progress":  {Progress: func(highs.Progress) { explode() }},
	} {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() {
					if p := recover(); p != "boom" {
						t.Errorf("%s: recovered %v", name, p)
					}
				}()
				s.Solve(background, o)
				t.Errorf("%s: Solve returned", name)
			}()
		})
	}
	if r := solve(t, s, highs.Options{TimeLimit: 100 * time.Millisecond}); r.Status != highs.TimeLimit {
		t.Errorf("afterwards: %v", r.Status)
	}
}
