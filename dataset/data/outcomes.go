package data

import (
	"cmp"
	"math"
	"slices"

	"feltlab/model/proof"
)

// Outcomes says how well scores tell two outcomes apart: rows with the greatest target, the positive ones, from rows
// with the least.
type Outcomes struct {
	BaseRate float64 `json:"base_rate"` // part of the rows that are positive, by weight
	// AUC is the probability that a positive row has a greater score than another one, ties counted half.
	AUC    float64        `json:"auc"`
	Scores []OutcomesFrom `json:"scores"` // by score, the greatest first; at most 100, near ones together
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

// TwoValues reports whether all targets are the least or the greatest one.
func (t *Table) TwoValues() bool {
	return !t.Options.ZeroInRange && !slices.ContainsFunc(t.Rows, func(r Row) bool {
		return r.Rest != 0 || r.Target != t.Low && r.Target != t.High
	})
}

// mostScores is how many scores Outcomes lists.
const mostScores = 100

// Outcomes compares scores of the rows with a target of two values.
func (t *Table) Outcomes(score func(v proof.Vector) float64) *Outcomes {
	by := map[float64]*OutcomesFrom{}
	var positive int64
	for _, r := range t.Rows {
		s := math.Round(1e9*score(r.Columns))/1e9 + 0 // equal but for the rounding of weights, and no -0
		at := by[s]
		if at == nil {
			at = &OutcomesFrom{Score: s}
			by[s] = at
		}
		if at.Rows += r.Weight; r.Target == t.High {
			at.Positive += r.Weight
			positive += r.Weight
		}
	}
	all := make([]OutcomesFrom, 0, len(by))
	for _, at := range by {
		all = append(all, *at)
	}
	slices.SortFunc(all, func(a, b OutcomesFrom) int { return cmp.Compare(b.Score, a.Score) })
	o := &Outcomes{BaseRate: float64(positive) / float64(t.Weight)}
	negative, above := t.Weight-positive, int64(0)
	for _, at := range all { // a pair of a negative row here and a positive one above counts 1
		o.AUC += float64(at.Rows-at.Positive) * (float64(above) + float64(at.Positive)/2)
		above += at.Positive
	}
	o.AUC /= float64(positive) * float64(negative)
	o.Scores = merged(all, t.Weight, mostScores)
	var rows, found int64
	for i := range o.Scores {
		at := &o.Scores[i]
		rows, found = rows+at.Rows, found+at.Positive
		at.Rate = float64(at.Positive) / float64(at.Rows)
		at.Sensitivity = float64(found) / float64(positive)
		at.Specificity = 1 - float64(rows-found)/float64(negative)
	}
	return o
}

// Short returns the outcomes with at most a number of scores, near ones together.
func (o *Outcomes) Short(most int) (short []OutcomesFrom) {
	weight := int64(0)
	for _, at := range o.Scores {
		weight += at.Rows
	}
	short = merged(o.Scores, weight, most)
	for i := range short {
		short[i].Rate = float64(short[i].Positive) / float64(short[i].Rows)
	}
	return short
}

// merged returns scores in at most a number of groups of about equal weight; the least score of a group stays.
func merged(all []OutcomesFrom, weight int64, most int) (out []OutcomesFrom) {
	if len(all) <= most {
		return slices.Clone(all)
	}
	rows := int64(0)
	for i, at := range all {
		group := int(float64(rows) / float64(weight) * float64(most))
		if rows += at.Rows; i == 0 || group >= len(out) {
			out = append(out, at)
			continue
		}
		last := &out[len(out)-1]
		at.Rows, at.Positive = at.Rows+last.Rows, at.Positive+last.Positive
		*last = at
	}
	return out
}
