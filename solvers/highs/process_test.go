//go:build unix

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

// TestSolve expects reports of a solve that fit its result.
func TestSolve(t *testing.T) {
	m := marketSplit(3, 14, 2)
	m.Offset = -5
	var seen []Progress
	r := solved(t, m, Options{Seed: 3, TimeLimit: time.Minute, Progress: func(p Progress) { seen = append(seen, p) }})
	if len(seen) < 3 || r.Status != Optimal {
		t.Fatalf("%d reports, %+v", len(seen), r)
	}
	last := seen[0]
	for _, p := range seen[1:] {
		if p.Bound < last.Bound || p.Objective > last.Objective || p.Nodes < last.Nodes {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}
	if last.Bound > r.Objective+tolerance || last.Objective < r.Objective-tolerance {
		t.Errorf("progress ends with %+v, the result is %+v", last, r)
	}
	start, err := Solve(background, m, r.X, Options{TimeLimit: time.Microsecond})
	if err != nil || start.Objective > r.Objective+tolerance {
		t.Errorf("from its own solution: %+v, %v", start, err)
	}
	again := solved(t, m, Options{Seed: 3})
	if again.Seconds = r.Seconds; !reflect.DeepEqual(again, r) {
		t.Errorf("%+v, again %+v", r, again)
	}
}

// TestLimits solves a model during whose first linear program HiGHS does not check its clock.
func TestLimits(t *testing.T) {
	need(t)
	m := deviations(2500, 40, 4, 1)
	const limit = 200 * time.Millisecond
	begin := time.Now()
	r, err := Solve(background, m, nil, Options{TimeLimit: limit})
	if err != nil || r.Status != TimeLimit || r.Bound > r.Objective {
		t.Errorf("%+v, %v", r, err)
	}
	if took := time.Since(begin); took > limit+slack {
		t.Errorf("took %v with a limit of %v", took, limit)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	time.AfterFunc(limit, func() { begin = time.Now(); cancel(cause) })
	r, err = Solve(ctx, m, nil, Options{})
	if !errors.Is(err, cause) || r == nil || r.Status != Interrupted {
		t.Errorf("%+v, %v", r, err)
	}
	if late := time.Since(begin); late > slack {
		t.Errorf("ended %v after it was cancelled", late)
	}
	if r, err = Solve(ctx, m, nil, Options{}); r != nil || !errors.Is(err, cause) {
		t.Errorf("cancelled before: %+v, %v", r, err)
	}
}

// TestStopped stops HiGHS and the process that waits for it for longer than the time limit, which leaves that out.
func TestStopped(t *testing.T) {
	need(t)
	const limit = 800 * time.Millisecond
	if os.Getenv("HIGHS_STOPPED") != "" {
		begin := time.Now()
		r, err := Solve(background, marketSplit(6, 50, 1), nil, Options{TimeLimit: limit})
		if err != nil || r.Status != TimeLimit || r.Seconds < 0.9*limit.Seconds() || time.Since(begin) < 2*limit {
			t.Errorf("%+v after %v, %v", r, time.Since(begin), err)
		}
		return
	}
	t.Parallel()
	cmd := exec.Command(os.Args[0], "-test.run=^TestStopped$")
	cmd.Env = append(os.Environ(), "HIGHS_STOPPED=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	time.AfterFunc(limit/2, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGSTOP) })
	time.AfterFunc(3*limit, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT) })
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestKeeps expects the solutions found before the process was ended.
func TestKeeps(t *testing.T) {
	need(t)
	m := marketSplit(6, 50, 1)
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	best, points := math.Inf(1), 0
	r, err := Solve(ctx, m, nil, Options{Progress: func(p Progress) {
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

func TestErrors(t *testing.T) {
	need(t)
	bad := wyndor()
	bad.Columns[0].Cost = math.NaN()
	for name, c := range map[string]struct{ got, want error }{
		"model":          {second(Solve(background, bad, nil, Options{})), ErrModel},
		"start":          {second(Solve(background, wyndor(), []float64{1}, Options{})), ErrModel},
		"no number":      {second(Solve(background, wyndor(), []float64{1, math.NaN()}, Options{})), ErrModel},
		"infinite start": {second(Solve(background, wyndor(), []float64{1, inf}, Options{})), ErrModel},
		"options":        {second(Solve(background, wyndor(), nil, Options{Seed: -1})), ErrOptions},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v", name, c.got)
		}
	}
	defer func() {
		if p := recover(); p != "boom" {
			t.Errorf("recovered %v", p)
		}
	}()
	Solve(background, marketSplit(6, 50, 1), nil, Options{Progress: func(Progress) { panic("boom") }})
	t.Error("Solve returned")
}

func second(_ *Result, err error) error { return err }

// TestMessages expects an error from what is no message, and from messages that are cut off.
func TestMessages(t *testing.T) {
	for _, text := range []string{"", "nothing feltlab understands", "X", "X12345678", "P123", "R", "Eload the model"} {
		r, err := receive(strings.NewReader(text), wyndor(), nil)
		if err == nil || text == "Eload the model" != (r == nil) {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
	}
}

// TestSettings expects HiGHS to take all settings, and no option that it does not know.
func TestSettings(t *testing.T) {
	m := marketSplit(3, 14, 2)
	want := solved(t, m, Options{})
	for _, s := range []Settings{{Presolve: "off"}, {Presolve: "on", Threads: 2}, {Tolerance: 1e-9}} {
		r := solved(t, m, Options{Settings: s})
		if r.Status != Optimal || math.Abs(r.Objective-want.Objective) > tolerance {
			t.Errorf("%v: %+v, want %+v", s, r, want)
		}
	}
	_, err := Solve(background, m, nil, Options{Settings: Settings{Presolve: "maybe"}})
	if !errors.Is(err, ErrOptions) {
		t.Error(err)
	}
	program, arguments := command()
	child := exec.Command(program, append(arguments, "no_such_option=1")...)
	in := must.Get(child.StdinPipe())(t)
	defer in.Close()
	var out strings.Builder
	child.Stdout = &out
	must.Do(t, child.Start())
	must.Do(t, send(in, m, nil, Options{}))
	if err := child.Wait(); err == nil || !strings.HasSuffix(out.String(), "Etake the options") {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestChildAlone expects a child whose request is cut off to end with an error.
func TestChildAlone(t *testing.T) {
	need(t)
	program, arguments := command()
	child := exec.Command(program, arguments...)
	child.Stdin = strings.NewReader("nothing a child understands")
	if out, err := child.Output(); err == nil || string(out) != "Eread the request" {
		t.Errorf("%q, %v", out, err)
	}
}
