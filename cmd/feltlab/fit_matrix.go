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

// ofMatrix makes a question one about the hand and the range of a file with a matrix. If the file has other rows than
// the cards, or added columns, the question is about a table of someone's own, and its note says why.
func ofMatrix(ctx context.Context, instances *fit.Instances, q *question.Question, file string) error {
	m, err := matrix.Read(file)
	if err == nil {
		a, failed := question.Versus(m.Range)
		if failed != nil {
			return failed
		}
		q.Source = question.Hand{Hand: m.Hand, Against: a}
		counted, failed := instances.Matrix(ctx, q.Subject)
		if failed != nil {
			return failed
		}
		err = m.Compare(counted)
	}
	changed := (*matrix.Changed)(nil)
	if !errors.As(err, &changed) {
		return named(err)
	}
	if q.Weights != "" {
		return usage("%s is not poker's: %w; ask with --data, where --step is in the unit of the target", file, changed)
	}
	o := data.Options{Target: equityColumn, Drop: changed.Drop}
	if q.Subject, err = question.OfTable(file, o); err != nil {
		return badTable(err)
	}
	q.Source = q.Table().Noted(fmt.Sprintf("someone's own data, not poker's: %v; the target is its column %s as it stands",
		changed, equityColumn))
	if err := q.Validate(); err != nil {
		return usageError{err}
	}
	return nil
}
