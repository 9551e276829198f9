package judge

import (
	"context"
	"fmt"

	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Check judges an answer on its instance. The error wraps question.ErrAnswer and names the first
// false statement.
func Check(inst *regression.Instance, a *question.Answer) error {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	return Answer(s, a).Err()
}

// Err returns an error that wraps question.ErrAnswer and names the first false statement; nil if all
// statements hold.
func (v *Verdict) Err() error {
	if len(v.Problems) == 0 {
		return nil
	}
	p := v.Problems[0]
	p.Place = v.Program().String()
	return fmt.Errorf("%w: %v", question.ErrAnswer, p)
}

// Score returns a formula of a program with its errors, as a fraction and in percentage points. The
// error wraps ErrProgram if the formula breaks the program's limits.
func Score(inst *regression.Instance, p regression.Program, f regression.Formula) (question.Scored, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return question.Scored{}, err
	}
	errs, err := Formula(s, p, f)
	if err != nil {
		return question.Scored{}, err
	}
	average, largest, p90 := errs.Average.Value, errs.Max.Value, errs.P90.Value
	return question.Scored{
		AverageError: average, MaxError: largest, P90Error: p90,
		Features: question.Weights(f),
	}, nil
}

// Accept judges an answer of another process or file and replays its proof on some goroutines; 0 means
// one per CPU. It returns a copy with the errors that the judge computed and a new record of the
// proof. Its bound is the caller's to read off the proof. The error wraps question.ErrAnswer for a
// false statement or a proof of something else; else it is the error of the replay or the context.
func Accept(ctx context.Context, inst *regression.Instance, a *question.Answer, workers int) (*question.Answer, error) {
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	v := Answer(s, a)
	if err := v.Err(); err != nil {
		return nil, err
	}
	kept := *a
	if v.Errors != nil {
		kept.SetErrors(*v.Errors)
	}
	kept.Proof = nil
	if a.Proof == nil || a.Proof.Packed == nil {
		return &kept, nil
	}
	p, err := prooffile.Unpack(a.Proof.Packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %v: %w", question.ErrAnswer, a, err)
	}
	claimed, err := question.ParseSubject(p.Hand, p.Range)
	if err != nil || !claimed.Is(a.Subject) || p.Loss != a.Kind.Loss() || p.With != (features.Vector{}) {
		return nil, fmt.Errorf("%w: %v: its proof is of another claim", question.ErrAnswer, a)
	}
	if err := prove.Replay(ctx, s, p, prove.NewFinder, workers); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w: %v: %w", question.ErrAnswer, a, err)
	}
	kept.Proof = prooffile.NewRecord(prove.Bare(p))
	return &kept, nil
}
