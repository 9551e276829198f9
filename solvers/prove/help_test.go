package prove

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/solvers/lad"
)

// helped proves with helpers, each of which sees what change makes of its requests and replies; nil
// leaves them.
func helped(t *testing.T, inst *regression.Instance, loss lad.Loss, n, helpers int, o Options, change func(i int, request []byte, answer func([]byte) []byte) ([]byte, error)) *Result {
	t.Helper()
	if change == nil {
		change = func(_ int, request []byte, answer func([]byte) []byte) ([]byte, error) { return answer(request), nil }
	}
	o.Share = func(p Part, answer func([]byte) []byte) func() {
		ctx, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		for i := range helpers {
			group.Go(func() {
				_ = Help(ctx, inst, p, func(_ context.Context, request []byte) ([]byte, error) { return change(i, request, answer) })
			})
		}
		time.Sleep(2 * time.Millisecond) // so that they come in time, mostly
		return func() { cancel(); group.Wait() }
	}
	solve := avgErr
	if loss == lad.Max {
		solve = maxErr
	}
	got, err := solve(t.Context(), inst, n, regression.Formula{{ID: 9, Weight: 1}}, o)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestHelp expects the same bounds with helpers as without, also when helpers lie, fall silent, or leave.
func TestHelp(t *testing.T) {
	r := matrixtest.Source(t, 0)
	lie := func(change func(r *request)) func(int, []byte, func([]byte) []byte) ([]byte, error) {
		return func(i int, text []byte, answer func([]byte) []byte) ([]byte, error) {
			var r request
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, err
			}
			if i == 0 {
				change(&r)
			}
			out, err := json.Marshal(&r)
			return answer(out), err
		}
	}
	ways := map[string]func(int, []byte, func([]byte) []byte) ([]byte, error){
		"honest": nil,
		"cuts that are none": lie(func(r *request) {
			r.Cuts = append(r.Cuts, columns{}.with(0), columns{}.with(3), columns{1 << 63, 1 << 63}, columns{})
		}),
		"nothing left":     lie(func(r *request) { r.Cuts, r.Left, r.Done = nil, nil, r.Task != 0 }),
		"strange tasks":    lie(func(r *request) { r.Left = append(r.Left, task{columns{3}, columns{5}, 100}, task{K: -1}) }),
		"strange formulas": lie(func(r *request) { r.Found = []int{99, -1} }),
		"leaves":           lie(func(r *request) { r.Leave = true }),
		"breaks": func(i int, text []byte, answer func([]byte) []byte) ([]byte, error) {
			if i == 0 && rand.IntN(3) == 0 {
				return nil, errors.New("broken")
			}
			return answer(text), nil
		},
		"nonsense": func(i int, text []byte, answer func([]byte) []byte) ([]byte, error) {
			if i == 0 {
				return answer([]byte(`{"known": -1}`)), nil
			}
			return answer(text), nil
		},
	}
	for name, change := range ways {
		t.Run(name, func(t *testing.T) {
			for range 2 {
				inst := random(r, 60, 11)
				for _, loss := range []lad.Loss{lad.Average, lad.Max} {
					p, err := lad.New(inst, loss)
					if err != nil {
						t.Fatal(err)
					}
					const n = 5
					want := bruteForce(t, p, 11, n)
					got := helped(t, inst, loss, n, 2, Options{Workers: 1}, change)
					if !got.Proved || math.Abs(got.Incumbent.Error-want) > Tolerance || got.Bound > want+1e-15 {
						t.Errorf("%v: %v, bound %v, proved %v, want %v", loss, got.Incumbent.Error, got.Bound, got.Proved, want)
					}
					for _, c := range got.Cuts {
						holdCut(t, p, c.Columns, got.Bound)
					}
				}
			}
		})
	}
}

// holdCut holds that all features but those of a cut do not get below the bound.
func holdCut(t *testing.T, p *lad.Problem, cut features.Vector, bound float64) {
	t.Helper()
	var rest []int
	for id := 1; id <= 11; id++ {
		if !cut.Has(id) {
			rest = append(rest, id)
		}
	}
	fit, err := p.Fit(rest)
	if err != nil {
		t.Fatal(err)
	}
	if fit.Error < bound-Tolerance {
		t.Errorf("%v is no cut: the others reach %v, the bound is %v", cut.IDs(), fit.Error, bound)
	}
}

// TestRogueHelpers expects a proof in about the time that it takes alone from a search whose only helpers keep their tasks
// for ever, leave the same part again and again, or send cuts that are none.
func TestRogueHelpers(t *testing.T) {
	r := matrixtest.Source(t, 0)
	inst := random(r, 80, 14)
	const n = 6
	began := time.Now()
	alone, err := avgErr(t.Context(), inst, n, regression.Formula{{ID: 9, Weight: 1}}, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	limit := 10*time.Since(began) + time.Minute // for the machine may be busy
	before := wastedAtOnce
	defer func() { wastedAtOnce = before }()
	wastedAtOnce = 100 * time.Millisecond
	ways := map[string]func(r *request, last *reply, given map[int]task){
		"keeps": func(*request, *reply, map[int]task) {},
		"leaves": func(r *request, last *reply, given map[int]task) {
			x, ok := given[last.Number]
			if ok {
				r.Task = last.Number
				for range mostLeft {
					r.Left = append(r.Left, x)
				}
			}
		},
		"cuts": func(r *request, _ *reply, _ map[int]task) {
			for i := range 1000 {
				r.Cuts = append(r.Cuts, columns{uint64(1 + i%(1<<14-1))})
			}
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			o := Options{Workers: 1}
			o.Share = func(_ Part, answer func([]byte) []byte) func() {
				ctx, cancel := context.WithCancel(t.Context())
				var group sync.WaitGroup
				group.Go(func() {
					last, given := &reply{}, map[int]task{}
					for ctx.Err() == nil {
						r := &request{Helper: "rogue"}
						way(r, last, given)
						text, _ := json.Marshal(r)
						var next reply
						_ = json.Unmarshal(answer(text), &next)
						if next.Number != 0 {
							given[next.Number] = next.Task
							last = &next
						}
						time.Sleep(100 * time.Microsecond)
					}
				})
				return func() { cancel(); group.Wait() }
			}
			began := time.Now()
			got, err := avgErr(t.Context(), inst, n, regression.Formula{{ID: 9, Weight: 1}}, o)
			if took := time.Since(began); err != nil || !got.Proved || got.Bound != alone.Bound || took > limit {
				t.Errorf("bound %v, proved %v, %v after %v; alone %v, limit %v", got.Bound, got.Proved, err, took, alone.Bound, limit)
			}
		})
	}
}

// TestParts takes from a helper only parts of its task that have no choice in common.
func TestParts(t *testing.T) {
	whole := task{columns{}.with(0), columns{0b11110}, 3}
	h := &helper{task: whole}
	a, b := task{columns{}.with(0).with(1), columns{0b11100}, 2}, task{columns{}.with(0), columns{0b11100}, 3}
	if got := h.parts([]task{a, a, whole, {columns{}, columns{0b11110}, 3}, b}); len(got) != 2 || got[0] != a || got[1] != b {
		t.Errorf("%+v, want %+v and %+v", got, a, b)
	}
	if got := h.parts([]task{a, b, whole}); len(got) != 0 {
		t.Errorf("again %+v", got)
	}
}
