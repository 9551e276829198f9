package fit

import (
	"context"
	"fmt"
	"math"

	"feltlab/internal/clock"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// MostBest is the largest number of sets that BestSets lists.
const MostBest = 100

// BestSets lists the k best sets of columns for a question whose answer is optimal, and proves that no other set is
// better, within the question's time limit. The error wraps question.ErrQuestion for another answer or program, or
// is that of prove.List.
func BestSets(ctx context.Context, inst *regression.Instance, q question.Question, a *question.Answer, k,
	workers int) (*question.Best, error) {
	if q.Program.Kind.CountsFeatures() || a.Status != question.Optimal {
		return nil, fmt.Errorf("%w: the best sets of columns follow a formula that is proved optimal for a number of "+
			"columns; this one is %s", question.ErrQuestion, a.Status)
	}
	start := clock.Now()
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	limited, cancel := clock.WithTimeout(ctx, q.TimeLimit)
	defer cancel()
	list, err := prove.List(limited, s, q.Program.Kind.Loss(), q.Program.N, k, a.Formula(),
		prove.Options{Workers: workers, With: inst.With})
	if err != nil {
		return nil, err
	}
	b := &question.Best{Asked: k, Bound: question.Number(math.NaN()), Seconds: clock.Since(start).Seconds(),
		Proof: prooffile.NewRecord(prove.Bare(list.Proof))}
	if list.Proof != nil {
		b.Bound = question.Number(list.Proof.Cutoff)
	}
	for _, x := range list.Sets {
		scored, err := ledger.Scored(s, q.Program, x.Formula())
		if err != nil {
			return nil, err
		}
		b.Sets = append(b.Sets, question.BestSet{Scored: scored, Proof: prooffile.NewRecord(prove.Bare(x.Proof))})
	}
	b.Ties = b.CountTies(a)
	return b, ctx.Err()
}
