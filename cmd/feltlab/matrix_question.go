package main

import (
	"context"
	"errors"
	"fmt"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
)

// equityColumn is the target of a matrix that was changed.
const equityColumn = "equity"

// ofMatrix returns the hand and the range of a file with a matrix. If the file has other rows than the cards, or added
// columns, the subject is a table of someone's own, and its note says why; round weights are then an error.
func ofMatrix(ctx context.Context, instances *fit.Instances, file string, round bool) (s question.Subject, err error) {
	m, err := matrix.Read(file)
	if err == nil {
		s.Source = question.Hand{Hand: m.Hand, Against: question.Against{Range: question.RangeOf(m.Range)}}
		counted, failed := instances.Flops(ctx, s)
		if failed != nil {
			return s, failed
		}
		err = m.Compare(counted)
	}
	changed := (*matrix.Changed)(nil)
	if !errors.As(err, &changed) {
		return s, named(err)
	}
	if round {
		return s, usage("%s is not poker's: %w; use feltlab regress, where --step is in the unit of the target", file,
			changed)
	}
	o := data.Options{Target: equityColumn, Drop: changed.Drop}
	if s, err = question.OfTable(file, o); err != nil {
		return s, badTable(err)
	}
	s.Source = s.Table().Noted(fmt.Sprintf("someone's own data, not poker's: %v; the target is its column %s as it "+
		"stands",
		changed, equityColumn))
	return s, nil
}
