package sweep

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
)

const away = `
hands: AA
ranges: [RUS]
programs: AVGERR
features: 1
time_limit: 60
workers: 1
`

// TestWorkers sweeps by a coordinator that computes nothing and a worker with a cache of its own: the
// results are those of one process, and are known here then.
func TestWorkers(t *testing.T) {
	c := load(t, away)
	want, _, err := run(t, c, open(t, cache(t)), 0)
	must.Do(t, err)
	tasks := c.Questions
	pool := must.Get(scaleout.Listen(t.Context(), scaleout.Options{Listen: "127.0.0.1:0", Folder: t.TempDir()}))(t)
	defer pool.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	worker := make(chan error, 1)
	go func() {
		worker <- scaleout.Work(ctx, scaleout.WorkerOptions{Connect: []string{pool.File()}, Cores: 1, Idle: 1e12,
			Kinds: Answers(open(t, cache(t)))})
	}()
	artifacts := open(t, cache(t))
	for _, cached := range []bool{false, true} {
		got, err := Run(t.Context(), tasks, artifacts, Options{Pool: pool, Observe: func(e Event) error {
			must.Equal(t, e.Cached, cached, e.Result.Program().String())
			return nil
		}})
		must.Do(t, err)
		for i, r := range got {
			if r == nil || r.Status != want[i].Status || differ(r.Objective(), want[i].Objective()) ||
				differ(float64(r.LowerBound), float64(want[i].LowerBound)) || r.Proof == nil {
				t.Errorf("%s against %s, %s: %+v, want %+v", want[i].Hand(), want[i].Against().Range,
					want[i].Program().String(), r, want[i])
			}
		}
	}
	cancel()
	must.Fail(t, <-worker, context.Canceled)
}

// TestForged holds answers to what follows from the cards: whatever else is said is refused, or does not count.
func TestForged(t *testing.T) {
	artifacts, spare := open(t, cache(t)), open(t, cache(t))
	task := about("AA", 1, time.Minute)
	jobOf := func(artifacts *store.Store, fresh bool, done func(*question.Answer)) work.Job {
		t.Helper()
		jobs := collect{}
		o := Options{Pool: &jobs, Fresh: fresh, Observe: func(e Event) error { done(e.Result); return nil }}
		must.Get(Run(t.Context(), []question.Question{task}, artifacts, o))(t)
		return jobs.jobs[0]
	}
	honest := jobOf(spare, false, func(*question.Answer) {}) // which is never answered rightly
	piece := must.Get(honest.Piece())(t)
	text := must.Get(Answers(artifacts)[PieceKind](t.Context(), work.Task{Payload: piece.Payload}))(t)
	var right question.Answer
	if err := json.Unmarshal(text, &right); err != nil || right.Status != question.Optimal || right.Proof == nil {
		t.Fatalf("%+v, %v", right, err)
	}
	proved, err := prooffile.Unpack(right.Proof.Packed)
	if err != nil || !proved.Full() {
		t.Fatalf("%v, with all dual vectors: %v", err, proved.Full())
	}
	edited := func(change func(r *question.Answer)) work.Answer {
		var r question.Answer
		must.Do(t, json.Unmarshal(text, &r))
		change(&r)
		return work.Answer{Worker: "w", Bytes: must.Get(json.Marshal(&r))(t)}
	}
	reproved := func(change func(p *proof.Proof)) func(r *question.Answer) {
		return func(r *question.Answer) {
			p := *proved
			p.Cuts = slices.Clone(p.Cuts)
			change(&p)
			r.Proof = prooffile.NewRecord(&p)
		}
	}
	for name, change := range map[string]func(r *question.Answer){
		"another error":   func(r *question.Answer) { r.AverageError = 1e-9 },
		"another p90":     func(r *question.Answer) { r.P90Error = 1e-9 },
		"another gap":     func(r *question.Answer) { r.Gap = 0.5 },
		"a bound above":   func(r *question.Answer) { r.LowerBound = 0.9 },
		"another name":    func(r *question.Answer) { r.Features[0].Name = "<script>" },
		"another hand":    func(r *question.Answer) { r.Subject = question.MustSubject("KK", "RUS") },
		"another program": func(r *question.Answer) { r.N = 3 },
		"another reading": func(r *question.Answer) { r.Reading = "mine" },
		"another engine":  func(r *question.Answer) { r.Engine = "oracle" },
		"time":            func(r *question.Answer) { r.Seconds = -1 },
		"no such feature": func(r *question.Answer) { r.Features[0].ID = 99 },
		"one too many": func(r *question.Answer) {
			r.Features = append(r.Features, question.Weight{ID: 73}, question.Weight{ID: 72})
		},
		"weight above one": func(r *question.Answer) { r.Features[0].Weight = 1.5 },
		"no proof at all":  func(r *question.Answer) { r.Proof.Packed = []byte("proof") },
		// A formula has a feature of each.
		"as many cuts as features": reproved(func(p *proof.Proof) { p.Cuts = p.Cuts[:p.Features] }),
		"a higher cutoff":          reproved(func(p *proof.Proof) { p.Cutoff *= 1.01 }),
		"no dual vector":           reproved(func(p *proof.Proof) { p.Cuts[0].Dual = &proof.Dual{} }),
		"proof of another hand":    reproved(func(p *proof.Proof) { p.Labels.Source = "KK" }),
	} {
		if err := honest.Accept(t.Context(), edited(change)); !errors.Is(err, work.ErrAnswer) {
			t.Errorf("%s: %v, want that it is refused", name, err)
		}
	}
	for name, change := range map[string]func(r *question.Answer){
		"as it is":       func(*question.Answer) {},
		"another record": func(r *question.Answer) { r.Proof.Bound, r.Proof.Digest = 0.9, "none" },
	} {
		for _, fresh := range []bool{false, true} {
			var got *question.Answer
			j := jobOf(open(t, cache(t)), fresh, func(r *question.Answer) { got = r })
			must.Do(t, j.Accept(t.Context(), edited(change)))
			if got.AverageError != right.AverageError || got.LowerBound != right.LowerBound ||
				got.Status != right.Status || got.Features[0].Name != right.Features[0].Name ||
				got.Proof.Digest != right.Proof.Digest {
				t.Errorf("%s, fresh %v: %+v counts, want %+v", name, fresh, got, right)
			}
		}
	}
	for _, text := range []string{"", "null", "[]", "{", strings.Repeat("[", 1<<16)} {
		if err := honest.Accept(t.Context(), work.Answer{Bytes: []byte(text)}); !errors.Is(err, work.ErrAnswer) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
}

type collect struct {
	work.Here

	jobs []work.Job
}

func (c *collect) Run(_ context.Context, jobs []work.Job) error {
	c.jobs = jobs
	return nil
}

// TestForgedArtifact edits a stored fresh answer and the hash in its manifest: it is solved again.
func TestForgedArtifact(t *testing.T) {
	root := cache(t)
	q := about("AA", 1, time.Minute)
	solve := func() (*question.Answer, bool) {
		cached := false
		observe := func(e Event) error { cached = e.Cached; return nil }
		all := must.Get(Run(t.Context(), []question.Question{q}, open(t, root),
			Options{Workers: 1, Fresh: true, Observe: observe}))(t)
		return all[0], cached
	}
	first, _ := solve()
	spec := must.Get(fit.NewInstances(open(t, root), 1).Spec(q))(t)
	forge := func(edit func(a *question.Answer)) {
		t.Helper()
		a := must.Get(open(t, root).Find(spec))(t)
		forged := *first
		edit(&forged)
		text := must.Get(json.Marshal(forged))(t)
		a.Manifest.Bytes, a.Manifest.SHA256 = int64(len(text)), fmt.Sprintf("%x", sha256.Sum256(text))
		manifest := must.Get(json.Marshal(a.Manifest))(t)
		must.Do(t, os.WriteFile(a.Path, text, 0o666))
		must.Do(t, os.WriteFile(filepath.Join(filepath.Dir(a.Path), "manifest.json"), manifest, 0o666))
	}
	for _, foreign := range []bool{false, true} { // whether the cache has a record that shows the bound
		for name, c := range map[string]struct {
			edit func(a *question.Answer)
			good bool
		}{
			"nothing":         {func(*question.Answer) {}, true},
			"an error":        {func(a *question.Answer) { a.AverageError /= 2 }, false},
			"another program": {func(a *question.Answer) { a.N = 2 }, false},
			"no proof":        {func(a *question.Answer) { a.Proof = nil }, !foreign},
			"a proof of less": {func(a *question.Answer) { a.Proof = nil; a.SetBound(float64(a.LowerBound) * 0.9) },
				!foreign},
		} {
			forge(c.edit)
			if foreign {
				must.Do(t, os.RemoveAll(filepath.Join(root, "known")))
			}
			again, cached := solve()
			if cached != c.good || !c.good && (again.AverageError != first.AverageError ||
				again.LowerBound != first.LowerBound || again.N != 1) {
				t.Errorf("%s, foreign %v: cached %v, %+v", name, foreign, cached, again)
			}
		}
	}
}

// TestForeignCache takes a cache whose record was edited and has no seal: a run judges it, and has the answer without a
// solve.
func TestForeignCache(t *testing.T) {
	root := cache(t)
	q := about("AA", 1, time.Minute)
	first := must.Get(Run(t.Context(), []question.Question{q}, open(t, root), Options{Workers: 1}))(t)
	paths, err := filepath.Glob(filepath.Join(root, "known", "*", "ladder.json"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text := must.Get(os.ReadFile(paths[0]))(t)
	forged := strings.Replace(strings.Replace(string(text), `"seal":"`, `"seal":"0`, 1), `"average_error":0.`,
		`"average_error":0.0`, 1)
	must.Do(t, os.WriteFile(paths[0], []byte(forged), 0o666))
	none := Options{Workers: 1, Only: func(question.Question) bool { return false }}
	again, err := Run(t.Context(), []question.Question{q}, open(t, root), none)
	if err != nil || again[0] == nil || again[0].AverageError != first[0].AverageError ||
		again[0].LowerBound != first[0].LowerBound {
		t.Errorf("%+v, was %+v, %v", again[0], first[0], err)
	}
}
