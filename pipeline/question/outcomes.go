package question

import (
	"maps"
	"math"
	"slices"

	"feltlab/dataset/data"
	"feltlab/model/proof"
)

// Outcomes says how well scores tell two outcomes apart: rows with the greatest target, the positive ones, from rows
// with the least.
type Outcomes struct {
	BaseRate float64 `json:"base_rate"` // part of the rows that are positive, by weight
	// AUC is the probability that a positive row has a greater score than another one, ties counted half.
	AUC    float64        `json:"auc"`
	Scores []OutcomesFrom `json:"scores"` // by score, the greatest first; of more than 16, near ones are together
}

// OutcomesFrom is the rows with a score, and the cut there: rows with this score or a greater one are called positive.
type OutcomesFrom struct {
	Score       float64 `json:"score"`       // the score, of several the least; in the unit of the target, or in points
	Rows        int64   `json:"rows"`        // rows with it, by weight
	Positive    int64   `json:"positive"`    // those of them that are positive
	Rate        float64 `json:"rate"`        // positive / rows
	Sensitivity float64 `json:"sensitivity"` // part of all positive rows from this score on
	Specificity float64 `json:"specificity"` // part of the other rows below it
}

// TwoValues reports whether all targets of a table are the least or the greatest one.
func TwoValues(t *data.Table) bool {
	return !slices.ContainsFunc(t.Rows, func(r data.Row) bool {
		return r.Rest != 0 || r.Target != t.Low && r.Target != t.High
	})
}

// OutcomesOf compares scores of the rows of a table whose target has two values. Of more than 16 scores near ones are
// together.
func OutcomesOf(t *data.Table, score func(v proof.Vector) float64) *Outcomes {
	const most = 16
	by := map[float64]*OutcomesFrom{}
	var positive, negative, above int64
	for _, r := range t.Rows {
		s := math.Round(1e9*score(r.Columns))/1e9 + 0 // equal but for the rounding of weights, and no -0
		if by[s] == nil {
			by[s] = &OutcomesFrom{Score: s}
		}
		if by[s].Rows += r.Weight; r.Target == t.High {
			by[s].Positive += r.Weight
			positive += r.Weight
		}
	}
	negative = t.Weight - positive
	o := &Outcomes{BaseRate: float64(positive) / float64(t.Weight)}
	group, rows := -1, int64(0)
	for _, s := range slices.Backward(slices.Sorted(maps.Keys(by))) {
		at := *by[s]
		// A pair of a negative row here and a positive one above counts 1.
		o.AUC += float64(at.Rows-at.Positive) * (float64(above) + float64(at.Positive)/2)
		of := int(most * rows / t.Weight)
		rows, above = rows+at.Rows, above+at.Positive
		if of == group && len(by) > most {
			last := o.Scores[len(o.Scores)-1]
			at.Rows, at.Positive = at.Rows+last.Rows, at.Positive+last.Positive
			o.Scores = o.Scores[:len(o.Scores)-1]
		}
		group = of
		at.Rate = float64(at.Positive) / float64(at.Rows)
		at.Sensitivity = float64(above) / float64(positive)
		at.Specificity = 1 - float64(rows-above)/float64(negative)
		o.Scores = append(o.Scores, at)
	}
	o.AUC /= float64(positive) * float64(negative)
	return o
}
