//go:build unix && cgo && highs

package highs_test

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"feltlab/solvers/highs"
)

func TestMain(m *testing.M) {
	highs.Child()
	os.Exit(m.Run())
}

// TestApart expects a child process to find and report what HiGHS finds and reports in this process.
func TestApart(t *testing.T) {
	m := marketSplit(3, 14, 2)
	m.Offset = -5
	type told struct {
		points   [][]float64
		progress []highs.Progress
	}
	run := func(solve func(highs.Options) (*highs.Result, error)) (*highs.Result, told) {
		t.Helper()
		var all told
		r, err := solve(highs.Options{
			Seed:      3,
			TimeLimit: time.Minute,
			Improving: func(_ float64, x []float64) { all.points = append(all.points, x) },
			Progress:  func(p highs.Progress) { all.progress = append(all.progress, p) },
		})
		if err != nil {
			t.Fatal(err)
		}
		r.Seconds = 0
		return r, all
	}
	here, heard := run(func(o highs.Options) (*highs.Result, error) { return newSolver(t, m).Solve(background, o) })
	there, seen := run(func(o highs.Options) (*highs.Result, error) { return highs.Apart(background, m, nil, o) })
	if !reflect.DeepEqual(here, there) || here.Status != highs.Optimal {
		t.Errorf("here %+v, there %+v", here, there)
	}
	if !reflect.DeepEqual(heard.points, seen.points) || len(seen.points) < 3 {
		t.Errorf("%d points, here %d", len(seen.points), len(heard.points))
	}
	if len(seen.progress) < 3 {
		t.Fatalf("progress %v", seen.progress)
	}
	last := seen.progress[0]
	for _, p := range seen.progress[1:] {
		if p.Bound < last.Bound || p.Objective > last.Objective || p.Nodes < last.Nodes {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Bound > there.Objective+tolerance || last.Objective < there.Objective-tolerance {
		t.Errorf("progress ends with %+v, the result is %+v", last, there)
	}
	start, err := highs.Apart(background, m, there.X, highs.Options{TimeLimit: time.Microsecond})
	if err != nil || start.Objective > there.Objective+tolerance {
		t.Errorf("from its own solution: %+v, %v", start, err)
	}
}

// TestApartLimits solves a model during whose first linear program HiGHS does not check its clock.
func TestApartLimits(t *testing.T) {
	m := deviations(2500, 40, 4, 1)
	const limit = 200 * time.Millisecond
	hold := func(t *testing.T) {
		begin := time.Now()
		r, err := highs.Apart(background, m, nil, highs.Options{TimeLimit: limit})
		if err != nil || r.Status != highs.TimeLimit || r.Bound > r.Objective {
			t.Errorf("%+v, %v", r, err)
		}
		if took := time.Since(begin); took > limit+slack {
			t.Errorf("took %v with a limit of %v", took, limit)
		}
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(background)
		time.AfterFunc(limit, func() { begin = time.Now(); cancel(cause) })
		r, err = highs.Apart(ctx, m, nil, highs.Options{})
		if !errors.Is(err, cause) || r == nil || r.Status != highs.Interrupted {
			t.Errorf("%+v, %v", r, err)
		}
		if late := time.Since(begin); late > slack {
			t.Errorf("ended %v after it was cancelled", late)
		}
		if r, err = highs.Apart(ctx, m, nil, highs.Options{}); r != nil || !errors.Is(err, cause) {
			t.Errorf("cancelled before: %+v, %v", r, err)
		}
	}
	t.Run("apart", hold)
	t.Run("together", func(t *testing.T) { highs.WithoutChild(func() { hold(t) }) })
}

// TestApartStopped stops HiGHS and the process that waits for it for longer than the time limit, which leaves that out.
func TestApartStopped(t *testing.T) {
	const limit = 800 * time.Millisecond
	if os.Getenv("HIGHS_STOPPED") != "" {
		begin := time.Now()
		r, err := highs.Apart(background, marketSplit(6, 50, 1), nil, highs.Options{TimeLimit: limit})
		if err != nil || r.Status != highs.TimeLimit || r.Seconds < 0.9*limit.Seconds() || time.Since(begin) < 2*limit {
			t.Errorf("%+v after %v, %v", r, time.Since(begin), err)
		}
		return
	}
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^TestApartStopped$")
	cmd.Env = append(os.Environ(), "HIGHS_STOPPED=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	time.AfterFunc(limit/2, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGSTOP) })
	time.AfterFunc(3*limit, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT) })
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestApartKeeps expects the solutions found before the process was ended.
func TestApartKeeps(t *testing.T) {
	m := marketSplit(6, 50, 1)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	points := 0
	r, err := highs.Apart(ctx, m, nil, highs.Options{Improving: func(float64, []float64) {
		if points++; points == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || points < 2 {
		t.Fatalf("%+v, %v after %d solutions", r, err, points)
	}
	checkPoint(t, m, r)
}

func TestApartErrors(t *testing.T) {
	bad := wyndor()
	bad.Columns[0].Cost = math.NaN()
	for name, c := range map[string]struct {
		got  error
		want error
	}{
		"model":   {second(highs.Apart(background, bad, nil, highs.Options{})), highs.ErrModel},
		"start":   {second(highs.Apart(background, wyndor(), []float64{1}, highs.Options{})), highs.ErrModel},
		"options": {second(highs.Apart(background, wyndor(), nil, highs.Options{Seed: -1})), highs.ErrOptions},
	} {
		t.Run(name, func(t *testing.T) {
			if !errors.Is(c.got, c.want) {
				t.Errorf("%s: %v", name, c.got)
			}
		})
	}
	defer func() {
		if p := recover(); p != "boom" {
			t.Errorf("recovered %v", p)
		}
	}()
	highs.Apart(background, marketSplit(6, 50, 1), nil, highs.Options{Progress: func(highs.Progress) { panic("boom") }})
	t.Error("Apart returned")
}

func second(_ *highs.Result, err error) error { return err }

// TestChildAlone expects a child that gets no request to end with an error.
func TestChildAlone(t *testing.T) {
	r := strings.NewReader("nothing a child understands")
	if err := highs.Serve(r, &strings.Builder{}); err == nil {
		t.Error("it ended without an error")
	}
}
