package fit

import (
	"context"

	"feltlab/dataset/data"
	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
	"feltlab/solvers/scorecard"
)

// ScorecardCost is what a proof about scores will take: sets of columns, and a guess of CPU seconds.
type ScorecardCost struct{ Sets, Seconds float64 }

// Scorecard finds the score of a table with at most n columns that gets the fewest rows wrong, and proves it if the
// context does not end first. It calls begin with the cost before the search. The error is that of
// proof.Instance.NewScores.
func Scorecard(ctx context.Context, s question.Subject, t *data.Table, n int, counts proof.Counts,
	begin func(ScorecardCost), o scorecard.Options) (*question.Scorecard, error) {
	start, inst := clock.Now(), question.InstanceOf(t)
	problem, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	a := &question.Scorecard{Data: s.Keys().Data, Reading: inst.Columns.Version, Loss: question.WrongLoss,
		MaxFeatures: n, Points: counts.Points, OutcomeWeights: [2]int64{counts.Low, counts.High},
		Status: question.Feasible, Rows: t.Weight, Features: []question.PointsOf{}}
	h := a.Claim(problem)
	scores, err := problem.Exact.NewScores(&h)
	if err != nil {
		return nil, err
	}
	sets := scorecard.Sets(scores.Free())
	cells := float64(int(1) << max(n-1, 0))
	begin(ScorecardCost{sets, sets * cells * (30e-9 + 1.2e-9*float64(problem.Exact.Patterns())/64)})
	best, proved, err := scorecard.Solve(ctx, inst, problem.Exact, &h, o)
	if err != nil {
		return nil, err
	}
	a.Wrong, a.Cut, a.Sets, a.Seconds = best.Wrong, best.Cut, int64(sets), clock.Since(start).Seconds()
	for i, id := range best.IDs {
		c := t.Columns[id-1]
		a.Features = append(a.Features, question.PointsOf{ID: id, Name: c.Name, Weight: best.Weights[i],
			Parts: c.Parts})
	}
	a.Outcomes = *question.OutcomesOf(t, func(v proof.Vector) float64 { return float64(best.Sum(v)) })
	if proved {
		a.Status, a.LowerBound = question.Optimal, &a.Wrong
		h = a.Claim(problem)
		a.Proof = prooffile.NewRecord(&proof.Proof{Header: h})
	}
	return a, nil
}
