//go:build unix && cgo && highs

package highs

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

	"feltlab/internal/must"
)

func TestMain(m *testing.M) {
	Child()
	os.Exit(m.Run())
}

// TestApart expects a child process to find and report what HiGHS finds and reports in this process.
func TestApart(t *testing.T) {
	m := marketSplit(3, 14, 2)
	m.Offset = -5
	var seen []Progress
	o := Options{Seed: 3, TimeLimit: time.Minute, Progress: func(p Progress) { seen = append(seen, p) }}
	here := must.Get(together(background, m, nil, o))(t)
	heard := len(seen)
	seen = nil
	there := must.Get(Apart(background, m, nil, o))(t)
	if here.Seconds, there.Seconds = 0, 0; !reflect.DeepEqual(here, there) || here.Status != Optimal {
		t.Errorf("here %+v, there %+v", here, there)
	}
	if len(seen) < 3 || heard < 3 {
		t.Fatalf("%d reports, here %d", len(seen), heard)
	}
	last := seen[0]
	for _, p := range seen[1:] {
		if p.Bound < last.Bound || p.Objective > last.Objective || p.Nodes < last.Nodes {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Bound > there.Objective+tolerance || last.Objective < there.Objective-tolerance {
		t.Errorf("progress ends with %+v, the result is %+v", last, there)
	}
	start, err := Apart(background, m, there.X, Options{TimeLimit: time.Microsecond})
	if err != nil || start.Objective > there.Objective+tolerance {
		t.Errorf("from its own solution: %+v, %v", start, err)
	}
}

// TestApartLimits solves a model during whose first linear program HiGHS does not check its clock.
func TestApartLimits(t *testing.T) {
	m := deviations(2500, 40, 4, 1)
	const limit = 200 * time.Millisecond
	begin := time.Now()
	r, err := Apart(background, m, nil, Options{TimeLimit: limit})
	if err != nil || r.Status != TimeLimit || r.Bound > r.Objective {
		t.Errorf("%+v, %v", r, err)
	}
	if took := time.Since(begin); took > limit+slack {
		t.Errorf("took %v with a limit of %v", took, limit)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	time.AfterFunc(limit, func() { begin = time.Now(); cancel(cause) })
	r, err = Apart(ctx, m, nil, Options{})
	if !errors.Is(err, cause) || r == nil || r.Status != Interrupted {
		t.Errorf("%+v, %v", r, err)
	}
	if late := time.Since(begin); late > slack {
		t.Errorf("ended %v after it was cancelled", late)
	}
	if r, err = Apart(ctx, m, nil, Options{}); r != nil || !errors.Is(err, cause) {
		t.Errorf("cancelled before: %+v, %v", r, err)
	}
}

// TestApartStopped stops HiGHS and the process that waits for it for longer than the time limit, which leaves that out.
func TestApartStopped(t *testing.T) {
	const limit = 800 * time.Millisecond
	if os.Getenv("HIGHS_STOPPED") != "" {
		begin := time.Now()
		r, err := Apart(background, marketSplit(6, 50, 1), nil, Options{TimeLimit: limit})
		if err != nil || r.Status != TimeLimit || r.Seconds < 0.9*limit.Seconds() || time.Since(begin) < 2*limit {
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
	best, points := math.Inf(1), 0
	r, err := Apart(ctx, m, nil, Options{Progress: func(p Progress) {
		if p.Objective < best {
			if best, points = p.Objective, points+1; points == 2 {
				cancel()
			}
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
		"model":          {second(Apart(background, bad, nil, Options{})), ErrModel},
		"start":          {second(Apart(background, wyndor(), []float64{1}, Options{})), ErrModel},
		"no number":      {second(Apart(background, wyndor(), []float64{1, math.NaN()}, Options{})), ErrModel},
		"infinite start": {second(Apart(background, wyndor(), []float64{1, inf}, Options{})), ErrModel},
		"options":        {second(Apart(background, wyndor(), nil, Options{Seed: -1})), ErrOptions},
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
	Apart(background, marketSplit(6, 50, 1), nil, Options{Progress: func(Progress) { panic("boom") }})
	t.Error("Apart returned")
}

func second(_ *Result, err error) error { return err }

// TestChildAlone expects a child that gets no request to end with an error.
func TestChildAlone(t *testing.T) {
	r := strings.NewReader("nothing a child understands")
	if err := serve(r, &strings.Builder{}); err == nil {
		t.Error("it ended without an error")
	}
}
