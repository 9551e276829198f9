//go:build cgo && highs

package highs

import (
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestImproving(t *testing.T) {
	t.Parallel()
	m := marketSplit(3, 14, 2)
	m.Offset = -5
	var objectives []float64
	var points [][]float64
	r := solved(t, m, Options{
		improving: func(o float64, x []float64) {
			objectives, points = append(objectives, o), append(points, slices.Clone(x))
		},
	})
	if len(objectives) < 3 {
		t.Fatalf("only %d improving solutions", len(objectives))
	}
	for k, x := range points {
		if v := m.Violation(x); v > tolerance {
			t.Errorf("solution %d misses a constraint by %g", k, v)
		}
		if o := m.Objective(x); math.Abs(o-objectives[k]) > tolerance {
			t.Errorf("solution %d is worth %v, the callback said %v", k, o, objectives[k])
		}
		if k > 0 && objectives[k] > objectives[k-1] {
			t.Errorf("solution %d rises from %v to %v", k, objectives[k-1], objectives[k])
		}
	}
	// HiGHS does not report the solutions that it finds at the end of some restarts.
	if last := objectives[len(objectives)-1]; last < r.Objective-tolerance {
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

// TestPanic: a panic in a callback reaches the caller.
func TestPanic(t *testing.T) {
	m := marketSplit(6, 50, 1)
	explode := func() { panic("boom") }
	for name, o := range map[string]Options{
		"improving": {improving: func(float64, []float64) { explode() }},
		"Progress":  {Progress: func(Progress) { explode() }},
	} {
		t.Run(name, func(t *testing.T) {
			func() {
				defer func() {
					if p := recover(); p != "boom" {
						t.Errorf("%s: recovered %v", name, p)
					}
				}()
				together(background, m, nil, o)
				t.Errorf("%s: it returned", name)
			}()
		})
	}
	if r := solved(t, m, Options{TimeLimit: 100 * time.Millisecond}); r.Status != TimeLimit {
		t.Errorf("afterwards: %v", r.Status)
	}
}
