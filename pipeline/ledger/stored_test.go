package ledger

import (
	"context"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// TestOneLimit uses a proof twice: the first use takes all of the proof's time.
func TestOneLimit(t *testing.T) {
	c := NewChecker(Options{TimeLimit: 20 * time.Millisecond})
	p := &storedProof{name: "a proof"}
	use := func(do func(ctx context.Context) error) string { return must.Get(c.use(t.Context(), p, do))(t) }
	use(func(ctx context.Context) error { <-ctx.Done(); return nil })
	if gaveUp := use(context.Context.Err); !strings.Contains(gaveUp, "given up after 20ms") {
		t.Errorf("the second use has time of its own: %q", gaveUp)
	}
}

// TestDetached keeps, of the proofs of one claim, the best for all results that name it.
func TestDetached(t *testing.T) {
	q := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr, N: 3}}
	answer := func(r *prooffile.Record) *question.Answer {
		a := question.NewAnswer(q)
		a.Proof = r
		return a
	}
	lines, packed := detached([]*question.Answer{
		answer(&prooffile.Record{Features: 3, Bound: 0.01, Packed: []byte("worse")}), answer(nil),
		answer(&prooffile.Record{Features: 3, Bound: 0.02, Digest: "better", Packed: []byte("better")}),
		answer(&prooffile.Record{Features: 3, Bound: 0.03, Largest: true, Packed: []byte("other")}),
		answer(&prooffile.Record{Features: 3, Bound: 1}),
	})
	const one, two = "AA-ATC-average-3.proof.gz", "AA-ATC-largest-3.proof.gz"
	if len(packed) != 2 || string(packed[one]) != "better" || string(packed[two]) != "other" {
		t.Errorf("%d proofs", len(packed))
	}
	if r := lines[0].Proof; r.File != one || r.Bound != 0.02 || r.Digest != "better" || r.Packed != nil {
		t.Errorf("%+v", r)
	}
	if r := lines[3].Proof; r.File != two || !r.Largest || r.Packed != nil {
		t.Errorf("%+v", r)
	}
	if r := lines[4].Proof; r.File != "" || r.Bound != 1 || lines[1].Proof != nil {
		t.Errorf("a record without a proof: %+v", r)
	}
}
