package report

import (
	"context"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/question"
)

// solveColumns are all results, a row each, in the order of the files.
type solveColumns struct {
	Files []string `json:"files"`
	// File is an index of Files.
	File        []int             `json:"file"`
	Hand        []string          `json:"hand"`
	Range       []string          `json:"range"`
	Combos      []int             `json:"combos"` // of the range
	Program     []string          `json:"program"`
	MaxFeatures []int             `json:"max_features"` // 0 for programs that count features
	ErrorLimit  []float64         `json:"error_limit"`  // 0 for the others
	Status      []question.Status `json:"status"`
	Average     []question.Number `json:"average_error"`
	Largest     []question.Number `json:"max_error"`
	P90         []question.Number `json:"p90_error"`
	LowerBound  []question.Number `json:"lower_bound"` // in the unit of the program
	Gap         []question.Number `json:"gap"`
	Seconds     []float64         `json:"seconds"`
	Engine      []string          `json:"engine"`
	Seed        []int             `json:"seed"`
	TimeLimit   []float64         `json:"time_limit_seconds"`
	// Features and Weights are the formulas, as stored.
	Features [][]int     `json:"features"`
	Weights  [][]float64 `json:"weights"`
}

func solvesBlock(_ context.Context, in *Input) (any, error) {
	if len(in.Solves) == 0 {
		return nil, nil
	}
	c := &solveColumns{}
	for i, s := range in.Solves {
		c.Files = append(c.Files, s.File)
		for _, r := range s.Results {
			c.add(i, r)
		}
	}
	return c, nil
}

func (c *solveColumns) add(file int, r *question.Answer) {
	c.File = append(c.File, file)
	c.Hand = append(c.Hand, r.Hand.Text)
	c.Range = append(c.Range, r.Range.String())
	c.Combos = append(c.Combos, combosOf(r.Range.String()))
	c.Program = append(c.Program, r.Kind.String())
	c.MaxFeatures = append(c.MaxFeatures, r.N)
	c.ErrorLimit = append(c.ErrorLimit, r.E)
	c.Status = append(c.Status, r.Status)
	c.Average = append(c.Average, r.AverageError)
	c.Largest = append(c.Largest, r.MaxError)
	c.P90 = append(c.P90, r.P90Error)
	c.LowerBound = append(c.LowerBound, r.LowerBound)
	c.Gap = append(c.Gap, r.Gap)
	c.Seconds = append(c.Seconds, r.Seconds)
	c.Engine = append(c.Engine, r.Engine)
	c.Seed = append(c.Seed, r.Seed)
	c.TimeLimit = append(c.TimeLimit, r.TimeLimitSeconds)
	ids, weights := columnsOf(r.Formula())
	c.Features = append(c.Features, ids)
	c.Weights = append(c.Weights, weights)
}

// combosOf is how wide a range is; one that cannot be read, in a result that nobody judged, is last.
func combosOf(name string) int {
	r, err := ranges.Parse(name)
	if err != nil {
		return cards.NumCombos
	}
	return r.Len()
}
