package ledger_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// lab is an empty base and the matrix that all tests share.
type lab struct {
	*ledger.Ledger
	root      string
	instances *fit.Instances
}

func (l *lab) solver() *fit.Solver { return &fit.Solver{Known: l.Ledger, Instances: l.instances} }

var shared = sync.OnceValues(func() (string, error) {
	root, err := os.MkdirTemp("", "known")
	if err != nil {
		return "", err
	}
	store, err := store.Open(root, slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	_, err = fit.NewInstances(store, 2).Get(context.Background(), question.MustSubject("AA", "KK,QQ"))
	return root, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if root, err := shared(); err == nil {
		os.RemoveAll(root)
	}
	os.Exit(code)
}

func newLab(t *testing.T) *lab {
	t.Helper()
	matrices := must.Get(store.Open(must.Get(shared())(t), slog.New(slog.DiscardHandler)))(t)
	return (&lab{root: t.TempDir(), instances: fit.NewInstances(matrices, 2)}).fresh(t)
}

// fresh returns the lab as another process sees it.
func (l *lab) fresh(t *testing.T) *lab {
	t.Helper()
	return &lab{ledger.Of(must.Get(store.Open(l.root, slog.New(slog.DiscardHandler)))(t)), l.root, l.instances}
}

func avgErr(n int) question.Question {
	return question.Question{Subject: question.MustSubject("AA", "KK,QQ"),
		Program: regression.Program{Kind: regression.AvgErr, N: n}, Engine: question.Auto, TimeLimit: time.Minute}
}

func fewest(limit float64) question.Question {
	t := avgErr(1)
	t.Program = regression.Program{Kind: regression.FeatAvgErr, E: limit}
	return t
}

func (l *lab) solve(t *testing.T, task question.Question) (*question.Answer, bool) {
	t.Helper()
	r, was, err := l.solver().Answer(t.Context(), task, false, fit.Options{Workers: 1})
	must.Do(t, err)
	return r, was
}

func (l *lab) must(t *testing.T, task question.Question) *question.Answer {
	t.Helper()
	r, was := l.solve(t, task)
	if !was {
		t.Errorf("%v was solved again", task.Program)
	}
	inst := must.Get(l.instances.Get(t.Context(), question.MustSubject("AA", "KK,QQ")))(t)
	must.Do(t, ledger.CheckStatements(inst, r))
	if r.Proof != nil {
		p, err := prooffile.Unpack(r.Proof.Packed)
		if err != nil || prooffile.Digest(p) != r.Proof.Digest || p.Features != r.Proof.Features ||
			p.Cutoff != r.Proof.Bound {
			t.Errorf("%v: the proof is not the one of the record: %v", task.Program, err)
		}
	}
	return r
}

// TestProvedOnce asks for a proved answer in several ways.
func TestProvedOnce(t *testing.T) {
	l := newLab(t)
	r, was := l.solve(t, avgErr(3))
	if was || r.Status != question.Optimal {
		t.Fatalf("known %v, %+v", was, r)
	}
	longer := avgErr(3)
	longer.TimeLimit, longer.Seed = time.Hour, 7
	for name, task := range map[string]question.Question{"the same": avgErr(3),
		"a longer limit and another seed": longer} {
		t.Run(name, func(t *testing.T) {
			again := l.fresh(t).must(t, task)
			if again.Status != question.Optimal || again.AverageError != r.AverageError ||
				again.LowerBound != r.LowerBound || len(again.Features) != len(r.Features) {
				t.Errorf("%+v, was %+v", again, r)
			}
		})
	}
	t.Run("the fewest features within its error", func(t *testing.T) {
		if _, was := l.solve(t, avgErr(2)); was {
			t.Fatal("AVGERR(2) was known")
		}
		f := l.fresh(t).must(t, fewest(float64(r.AverageError)+1e-6))
		if f.Status != question.Optimal || len(f.Features) != 3 || f.LowerBound != 3 || f.Proof.Features != 2 {
			t.Errorf("%+v", f)
		}
	})
	t.Run("search alone is no question to it", func(t *testing.T) {
		search := avgErr(1)
		search.Engine = question.Search
		if _, was := l.solve(t, search); was {
			t.Error("the search was not done")
		}
	})
}

// TestOpen stops a proof early: the same question is not solved again, one with more time starts from the
// proof, and no answer gets worse.
func TestOpen(t *testing.T) {
	l := newLab(t)
	task := avgErr(9)
	task.TimeLimit = time.Millisecond
	r, _ := l.solve(t, task)
	if r.Status != question.Feasible {
		t.Fatalf("after %v: %+v", task.TimeLimit, r)
	}
	if again := l.fresh(t).must(t, task); again.Status != question.Feasible || again.LowerBound != r.LowerBound {
		t.Errorf("%+v, was %+v", again, r)
	}
	other := newLab(t)
	for i := range 2 {
		if news, err := other.Import(t.Context(), l.instances, r); news != (i == 0) || err != nil {
			t.Errorf("import %d is news: %v, %v", i, news, err)
		}
	}
	if there := other.must(t, task); there.Status != question.Feasible || there.Seconds != r.Seconds {
		t.Errorf("elsewhere %+v, here %+v", there, r)
	}
	if _, was, err := l.solver().Answer(t.Context(), task, true, fit.Options{Workers: 1}); was || err != nil {
		t.Errorf("a retry was not done: %v", err)
	}
	task.TimeLimit *= 2
	more, was := l.fresh(t).solve(t, task)
	if was || more.LowerBound < r.LowerBound || more.AverageError > r.AverageError {
		t.Errorf("known %v: %+v, was %+v", was, more, r)
	}
	one, was := l.solve(t, avgErr(1))
	if was || one.Status != question.Optimal {
		t.Errorf("known %v: %+v", was, one)
	}
	// A bound for more features holds for fewer, a formula with fewer features counts for more.
	if r, _, err := l.Answer(avgErr(5)); err != nil || r.LowerBound < more.LowerBound ||
		r.AverageError > one.AverageError {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestGap ends a proof within a gap: that answers the same question and wider gaps, but neither a narrower one nor the
// question for a proof with as much time.
func TestGap(t *testing.T) {
	l := newLab(t)
	task := avgErr(6)
	task.Gap = 0.3
	r, was := l.solve(t, task)
	if was || r.Status != question.Feasible || !(r.Gap <= 0.3) {
		t.Fatalf("known %v: %+v", was, r)
	}
	for gap, want := range map[float64]bool{0.3: true, 0.5: true, float64(r.Gap) / 2: false, 0: false} {
		task.Gap = gap
		if a, final, err := l.Answer(task); final != want || err != nil || a.LowerBound != r.LowerBound {
			t.Errorf("gap %v is final: %v, %v, %+v", gap, final, err, a)
		}
	}
	task.Gap = 0.3
	if _, was, err := l.solver().Answer(t.Context(), task, true, fit.Options{Workers: 1}); !was || err != nil {
		t.Errorf("a retry solved it again: %v", err)
	}
	task.Gap = 0
	if r, was := l.fresh(t).solve(t, task); was || r.Status != question.Optimal {
		t.Errorf("known %v: %+v", was, r)
	}
}

// TestCutShort takes an open answer of a worker that had less than the question's time: it is known, and not final.
func TestCutShort(t *testing.T) {
	task := avgErr(9)
	task.TimeLimit = time.Millisecond
	r, _ := newLab(t).solve(t, task)
	for seconds, want := range map[float64]bool{0.0005: false, 0.001: true} {
		l, short := newLab(t), *r
		short.Seconds = seconds
		must.Get(l.AcceptAndKeep(t.Context(), l.instances, task, &short))(t)
		if known, final, err := l.Answer(task); final != want || err != nil || known.LowerBound != r.LowerBound {
			t.Errorf("after %v s it is final: %v, %v, %+v", seconds, final, err, known)
		}
	}
}

func TestInfeasible(t *testing.T) {
	l := newLab(t)
	r, _ := l.solve(t, fewest(1e-5))
	if r.Status != question.Infeasible {
		t.Fatalf("%+v", r)
	}
	if again := l.must(t, fewest(1e-5)); again.Status != question.Infeasible || again.Proof == nil ||
		len(again.Features) != 0 || !again.LowerBound.Missing() {
		t.Errorf("%+v", again)
	}
	if again := l.must(t, fewest(1e-6)); again.Status != question.Infeasible {
		t.Errorf("a smaller limit: %+v", again)
	}
	// Its proof is a relaxation, which keeps its dual vector wherever it goes.
	for range 2 {
		other := newLab(t)
		if news, err := other.Import(t.Context(), l.instances, r); !news || err != nil {
			t.Fatalf("import is news: %v, %v", news, err)
		}
		if r = other.must(t, fewest(1e-5)); r.Status != question.Infeasible || r.Proof == nil {
			t.Fatalf("elsewhere: %+v", r)
		}
	}
}

// TestRound keeps answers with round weights apart from those with any.
func TestRound(t *testing.T) {
	l := newLab(t)
	task := avgErr(1)
	free, _ := l.solve(t, task)
	task.Weights = "step 5"
	first, was := l.solve(t, task)
	if was || first.Status != question.Optimal || first.Proof == nil || first.AverageError < free.AverageError {
		t.Fatalf("known %v: %+v", was, first)
	}
	if again := l.fresh(t).must(t, task); again.AverageError != first.AverageError || again.Status != question.Optimal {
		t.Errorf("%+v", again)
	}
	task.Weights = "step 10"
	if _, was := l.solve(t, task); was {
		t.Error("another step was known")
	}
	task.Weights = ""
	if again := l.must(t, task); again.AverageError != free.AverageError {
		t.Errorf("%+v", again)
	}
}

// TestCurve expects a curve to start from known answers and to add to them.
func TestCurve(t *testing.T) {
	l := newLab(t)
	one, _ := l.solve(t, avgErr(1))
	inst := must.Get(l.instances.Get(t.Context(), question.MustSubject("AA", "KK,QQ")))(t)
	points, err := fit.Curve(t.Context(), inst, fit.CurveQuestion{Subject: question.MustSubject("AA", "KK,QQ"),
		Kind: regression.AvgErr, MaxFeatures: 2, Solver: l.solver()})
	if err != nil || len(points) != 2 || points[0].Status != question.Optimal ||
		points[0].LowerBound != float64(one.LowerBound) {
		t.Fatalf("%+v, %v", points, err)
	}
	if r, final, err := l.fresh(t).Answer(avgErr(2)); err != nil || final ||
		float64(r.AverageError) != points[1].AverageError {
		t.Errorf("%+v, final %v, %v", r, final, err)
	}
}

// TestCancelled keeps what a cancelled solve found, but not as a try.
func TestCancelled(t *testing.T) {
	l := newLab(t)
	ctx, cancel := context.WithCancel(t.Context())
	task := avgErr(9)
	_, _, err := l.solver().Answer(ctx, task, false, fit.Options{Workers: 1, Progress: func(fit.Progress) { cancel() }})
	if err == nil {
		t.Fatal("no error")
	}
	if r, final, err := l.fresh(t).Answer(task); err != nil || final || r == nil || !r.Found() {
		t.Errorf("%+v, final %v, %v", r, final, err)
	}
}

// TestDamage changes a record: it is repaired or ignored, and never gives a false answer.
func TestDamage(t *testing.T) {
	edit := func(pattern string, change func([]byte) []byte) func(t *testing.T, root string) {
		return func(t *testing.T, root string) {
			paths, err := filepath.Glob(filepath.Join(root, "known", "*", pattern))
			if err != nil || len(paths) == 0 {
				t.Fatal(paths, err)
			}
			for _, path := range paths {
				text := must.Get(os.ReadFile(path))(t)
				must.Do(t, os.WriteFile(path, change(text), 0o666))
			}
		}
	}
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return []byte(strings.Replace(string(b), old, new, -1)) }
	}
	whole := newLab(t)
	first, _ := whole.solve(t, avgErr(1))
	for name, damage := range map[string]func(*testing.T, string){
		"ladder cut short":  edit("ladder.json", func(b []byte) []byte { return b[:len(b)/2] }),
		"another reading":   edit("ladder.json", replace(`"paper-`, `"other-`)),
		"proof cut short":   edit("*.proof.gz", func(b []byte) []byte { return b[:len(b)/2] }),
		"proof of nothing":  edit("*.proof.gz", func([]byte) []byte { return nil }),
		"proof turned over": edit("*.proof.gz", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }),
		"an error":          edit("ladder.json", replace(`"average_error":0.`, `"average_error":0.00`)),
		"a largest error":   edit("ladder.json", replace(`"max_error":0.`, `"max_error":0.00`)),
		"a bound":           edit("ladder.json", replace(`"bound":0.`, `"bound":0.9`)),
		"no bound":          edit("ladder.json", replace(`"features":1,"bound":0.`, `"features":73,"bound":0.`)),
		"an engine":         edit("ladder.json", replace(`"engine":"exact"`, `"engine":"=HYPERLINK(1)"`)),
		"a feature's name":  edit("ladder.json", replace(`"name":"`, `"name":"=`)),
		"a weight":          edit("ladder.json", replace(`"weight":0.`, `"weight":0.0`)),
		"no seal":           edit("ladder.json", replace(`"seal":"`, `"seal":"0`)),
	} {
		t.Run(name, func(t *testing.T) {
			l := newLab(t)
			must.Do(t, os.CopyFS(l.root+"/known", os.DirFS(whole.root+"/known")))
			damage(t, l.root)
			r, was := l.solve(t, avgErr(1))
			if name == "no seal" && !was {
				t.Error("a record without a seal was not replayed but solved again")
			}
			foreign := func(w question.Weight) bool { return strings.HasPrefix(w.Name, "=") }
			if slices.ContainsFunc(r.Features, foreign) || question.CheckEngine(r.Engine, r.Seconds) != nil {
				t.Errorf("foreign text: %+v", r)
			}
			if r.Status != question.Optimal || r.AverageError != first.AverageError || r.LowerBound > r.AverageError {
				t.Errorf("%+v, was %+v", r, first)
			}
			l.fresh(t).must(t, avgErr(1))
		})
	}
}

// TestSwapped exchanges the folders of two questions: neither answers the other.
func TestSwapped(t *testing.T) {
	l := newLab(t)
	largest := avgErr(1)
	largest.Program.Kind = regression.MaxErr
	for _, q := range []question.Question{avgErr(1), largest} {
		l.solve(t, q)
	}
	folders, err := filepath.Glob(filepath.Join(l.root, "known", "*"))
	if err != nil || len(folders) != 2 {
		t.Fatal(folders, err)
	}
	aside := l.root + "/x"
	must.Do(t, os.Rename(folders[0], aside))
	must.Do(t, os.Rename(folders[1], folders[0]))
	must.Do(t, os.Rename(aside, folders[1]))
	for _, q := range []question.Question{avgErr(1), largest} {
		if a, _, err := l.fresh(t).Answer(q); a != nil || err != nil {
			t.Errorf("%v is answered by another: %+v, %v", q, a, err)
		}
	}
	l.fresh(t).solve(t, largest)
	l.fresh(t).must(t, largest)
}

// TestTogether has many goroutines and bases add to one record.
func TestTogether(t *testing.T) {
	l := newLab(t)
	var wg sync.WaitGroup
	for n := 1; n <= 2; n++ {
		for range 2 {
			other := l.fresh(t)
			wg.Go(func() {
				if _, _, err := other.solver().Answer(t.Context(), avgErr(n), false,
					fit.Options{Workers: 1}); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	last := 1.0
	for n := 1; n <= 2; n++ {
		r := l.fresh(t).must(t, avgErr(n))
		if e := float64(r.AverageError); r.Status != question.Optimal || e > last {
			t.Errorf("%+v", r)
		} else {
			last = e
		}
	}
	if left, err := filepath.Glob(filepath.Join(l.root, "known", "*", "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
