package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"feltlab/internal/disk"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Check calls found with every record and what is wrong with it; nil if nothing is. It computes the errors of formulas
// again from the instances and compares the claims of proofs with them, but replays no proof. An error of in wraps
// question.ErrQuestion if only the user has the rows. The error is the context's or the disk's.
func (b *Ledger) Check(ctx context.Context, in Instances, found func(record string, wrong error)) error {
	entries, err := os.ReadDir(b.root)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		dir, l := filepath.Join(b.root, e.Name()), &record{}
		name, text := dir, []byte(nil)
		if text, err = disk.ReadFile(filepath.Join(dir, recordFile), disk.MostText); err == nil {
			err = json.Unmarshal(text, l)
		}
		if err == nil {
			var of question.Subject
			if of, err = l.Subject(); err == nil {
				name, err = fmt.Sprintf("%v, %s error", of, l.Loss), l.compare(ctx, in, of, dir)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		found(name, err)
	}
	return nil
}

// compare compares a record with the rows that it is about.
func (l *record) compare(ctx context.Context, in Instances, of question.Subject, dir string) error {
	inst, err := in.Get(ctx, of)
	if err != nil {
		return err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	for _, r := range l.Rungs {
		if f := r.Formula; f != nil {
			e, err := Errors(s, f.Formula())
			if err != nil || e.Average.Value != f.AverageError || e.Max.Value != f.MaxError {
				return fmt.Errorf("the formula of %d features has another error than %v", r.Features, l.errorOf(f))
			}
		}
		if r.Bound == nil {
			continue
		}
		p, err := prooffile.Unpack(readProof(dir, &r.Bound.Record))
		if err == nil {
			err = s.CheckHeader(&p.Header)
		}
		if err == nil && (p.Loss.String() != l.Loss || p.Features < r.Features || p.Cutoff < r.Bound.Record.Bound) {
			err = errors.New("its claim is another one")
		}
		if err != nil {
			return fmt.Errorf("the proof for %d features: %w", r.Features, err)
		}
	}
	return nil
}
