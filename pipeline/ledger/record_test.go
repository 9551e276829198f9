package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestOldSeal reads a record of an older version: nothing in it counts.
func TestOldSeal(t *testing.T) {
	q := question.Question{Subject: question.MustSubject("AA", "ATC"),
		Program: regression.Program{Kind: regression.AvgErr, N: 1}}
	l := recordOf(q)
	l.add(&knownFormula{Scored: question.Scored{AverageError: 0.1, MaxError: 0.2}}, nil)
	l.Tries = []try{{Program: "AVGERR(1)"}}
	path := filepath.Join(t.TempDir(), recordFile)
	reread := func(seal string) *record {
		sealed := *l
		sealed.Seal = seal
		must.Do(t, disk.WriteBytes(path, must.Get(json.Marshal(sealed))(t)))
		got, err := read(path, q)
		if err != nil || got == nil {
			t.Fatal(got, err)
		}
		return got
	}
	if got := reread(sealOf(l)); len(got.Unjudged) > 0 || len(got.Tries) != 1 {
		t.Errorf("of today: %+v", got)
	}
	old := *l
	old.Seal = "3 " + proof.Judge
	text := must.Get(json.Marshal(old))(t)
	if got := reread(fmt.Sprintf("%x", sha256.Sum256(text))); len(got.Rungs) > 0 || len(got.Unjudged) != 1 ||
		len(got.Tries) != 0 {
		t.Errorf("of version 3: %+v", got)
	}
}
