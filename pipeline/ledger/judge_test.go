package ledger_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// TestAccept judges a proved answer, then the same with one thing changed: all that verify refuses is
// refused, whether a file, an import or a worker brings it.
func TestAccept(t *testing.T) {
	source := matrixtest.Source(t, 5)
	inst := matrixtest.Shape{
		IDs: matrixtest.SomeFeatures(source, 4), Grid: 100,
		Equity: func(r *rand.Rand, _ features.Vector) float64 { return r.Float64() },
	}.New(source, 25)
	q := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr, N: 2}, Engine: question.Exact, TimeLimit: time.Minute}
	solved, err := fit.Solve(t.Context(), inst, q, fit.Options{})
	if err != nil || solved.Status != question.Optimal || solved.Proof == nil || len(solved.Features) == 0 {
		t.Fatalf("%+v, %v", solved, err)
	}
	text := must.Get(json.Marshal(solved))(t)
	packed := solved.Proof.Packed
	unpacked := must.Get(prooffile.Unpack(packed))(t)
	reproved := func(change func(p *proof.Proof)) func(a *question.Answer) {
		return func(a *question.Answer) {
			p := *unpacked
			change(&p)
			a.Proof.Packed = prooffile.Pack(&p)
		}
	}
	for name, c := range map[string]struct {
		change      func(a *question.Answer)
		said, bound bool // what is refused: a statement, or the proof
	}{
		"as it is":        {func(*question.Answer) {}, false, false},
		"reading":         {func(a *question.Answer) { a.Reading = "mine" }, true, false},
		"status":          {func(a *question.Answer) { a.Status = question.Feasible }, true, false},
		"no formula":      {func(a *question.Answer) { a.Status = question.None }, true, false},
		"average error":   {func(a *question.Answer) { a.AverageError += 1e-6 }, true, false},
		"largest error":   {func(a *question.Answer) { a.MaxError += 1e-6 }, true, false},
		"90th percentile": {func(a *question.Answer) { a.P90Error += 1e-6 }, true, false},
		"gap":             {func(a *question.Answer) { a.Gap = 0.5 }, true, false},
		"bound":           {func(a *question.Answer) { a.LowerBound *= 2 }, true, false},
		"name":            {func(a *question.Answer) { a.Features[0].Name = "mine" }, true, false},
		"feature":         {func(a *question.Answer) { a.Features[0].ID = 99 }, true, false},
		"weight":          {func(a *question.Answer) { a.Features[0].Weight = 1.5 }, true, false},
		"limit":           {func(a *question.Answer) { a.N = 1 }, true, false},
		"no proof":        {func(a *question.Answer) { a.Proof.Packed = []byte("proof") }, false, true},
		"proof of more":   {reproved(func(p *proof.Proof) { p.Cutoff *= 1.5 }), false, true},
		"another hand":    {reproved(func(p *proof.Proof) { p.Labels.Source = "KK" }), false, true},
	} {
		t.Run(name, func(t *testing.T) {
			var a question.Answer
			must.Do(t, json.Unmarshal(text, &a))
			a.Proof.Packed = packed
			c.change(&a)
			if err := ledger.CheckStatements(inst, &a); errors.Is(err, question.ErrAnswer) != c.said || err != nil &&
				!c.said {
				t.Errorf("checked: %v, want that it is refused: %v", err, c.said)
			}
			kept, err := ledger.Check(t.Context(), inst, &a, 1)
			refused := c.said || c.bound
			if errors.Is(err, question.ErrAnswer) != refused || err != nil && !refused {
				t.Errorf("accepted: %v, want that it is refused: %v", err, refused)
			}
			if err == nil && (kept.Proof.Bound != unpacked.Cutoff || kept.AverageError != solved.AverageError) {
				t.Errorf("kept %+v", kept)
			}
		})
	}
}
