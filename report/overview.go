package report

import (
	"context"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

type solveRow struct {
	File        int             `json:"file"` // index of the block's files
	Hand        string          `json:"hand"`
	Range       string          `json:"range"`
	Combos      int             `json:"combos"` // of the range
	Program     string          `json:"program"`
	MaxFeatures int             `json:"max_features"` // 0 for programs that count features
	ErrorLimit  float64         `json:"error_limit"`  // 0 for the others
	Status      question.Status `json:"status"`
	Average     question.Number `json:"average_error"`
	Largest     question.Number `json:"max_error"`
	P90         question.Number `json:"p90_error"`
	LowerBound  question.Number `json:"lower_bound"` // in the unit of the program
	Gap         question.Number `json:"gap"`
	Seconds     float64         `json:"seconds"`
	Engine      string          `json:"engine"`
	Seed        int             `json:"seed"`
	TimeLimit   float64         `json:"time_limit_seconds"`
	Features    []int           `json:"features"` // of the formula as it is stored
	Weights     []float64       `json:"weights"`
}

// solvesBlock lists all results in the order of the files.
func solvesBlock(_ context.Context, in *Input) (any, error) {
	if len(in.Solves) == 0 {
		return nil, nil
	}
	var files []string
	var rows []solveRow
	for i, s := range in.Solves {
		files = append(files, s.File)
		for _, r := range s.Results {
			ids, weights := termsOf(r.Formula())
			rows = append(rows, solveRow{
				i, r.Hand.Text, r.Range.String(), r.Range.Len(), r.Kind.String(), r.N, r.E, r.Status,
				r.AverageError, r.MaxError, r.P90Error, r.LowerBound, r.Gap,
				r.Seconds, r.Engine, r.Seed, r.TimeLimitSeconds, ids, weights,
			})
		}
	}
	columns := columnsOf(rows)
	columns["files"] = files
	return columns, nil
}

func termsOf(f regression.Formula) (ids []int, weights []float64) {
	ids, weights = []int{}, []float64{}
	for _, t := range f {
		ids, weights = append(ids, t.ID), append(weights, t.Weight)
	}
	return ids, weights
}
