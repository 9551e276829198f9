package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"feltlab/internal/disk"
	"feltlab/model/proof"
)

// sealVersion changes when older records are not to be believed.
const sealVersion = "3"

// sealOf returns the SHA-256 of what a record states and of the version that judged it. A record without this seal was
// edited or damaged, or another version wrote it: nothing in it counts until Rejudge has computed the errors of its
// formulas and replayed its proofs here.
func sealOf(l *record) string {
	stated := *l
	stated.Seal = sealVersion + " " + proof.Judge
	text, err := json.Marshal(stated)
	if err != nil {
		panic(err) // a record holds numbers, texts and lists
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// readRecord reads the record of a question's subject and loss; nil if it is damaged or of another subject, loss or
// reading of the features. Without its seal it is returned unjudged and without tries.
func readRecord(path string, asked record) (*record, error) {
	text, err := disk.ReadFile(path, disk.MostText)
	if errors.Is(err, disk.ErrRefused) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	l := &record{}
	if json.Unmarshal(text, l) != nil || l.SubjectKeys != asked.SubjectKeys || l.Reading != asked.Reading ||
		l.Loss != asked.Loss {
		return nil, nil
	}
	if sealOf(l) == l.Seal {
		return l, nil
	}
	l.Tries = nil
	for _, r := range l.Rungs {
		if r.Formula != nil {
			r.Formula.Judge = ""
		}
		if r.Bound != nil {
			r.Bound.Judge = ""
		}
	}
	return l, nil
}

// judged reports whether this version of the judge accepted a formula or bound.
func (f *knownFormula) judged() bool { return f != nil && f.Judge == proof.Judge }

func (b *knownBound) judged() bool { return b != nil && b.Judge == proof.Judge }
