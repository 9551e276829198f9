package known

import (
	"context"
	"fmt"
	"slices"

	"feltlab/model/features"
	"feltlab/pipeline/question"
)

// Judge takes of another process's answer to a task what follows from the cards: its formula, with
// errors that are computed here, and the bound of its proof, which is replayed here. Of the rest it
// takes how long that took. The error wraps question.ErrAnswer if the answer is at fault.
func Judge(ctx context.Context, in Instances, t question.Question, r *question.Answer) (*question.Answer, error) {
	l, err := judged(ctx, in, t, r)
	if err != nil {
		return nil, err
	}
	out, _ := l.answer(t)
	out.Proof, out.Seconds, out.Engine = r.Proof, r.Seconds, r.Engine
	return out, nil
}

// judged is a ladder of what an answer shows. The answer's hand, range, errors and proof are made
// those that count.
func judged(ctx context.Context, in Instances, t question.Question, r *question.Answer) (*Ladder, error) {
	bad := func(err error) error { return fmt.Errorf("%w: %w", question.ErrAnswer, err) }
	if err := matches(t, r); err != nil {
		return nil, bad(err)
	}
	inst, err := in.Get(ctx, t.Subject)
	if err != nil {
		return nil, err
	}
	if r.Found() {
		scored, err := Score(inst, t.Program, r.Formula())
		if err != nil {
			return nil, bad(err)
		}
		r.AverageError, r.MaxError = question.Number(scored.AverageError), question.Number(scored.MaxError)
		r.P90Error, r.Features = question.Number(scored.P90Error), scored.Features
	}
	r.Subject = t.Subject
	if r.Proof, err = replayed(ctx, inst, r, 1); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, bad(err)
	}
	l := ladderOf(t)
	l.add(r)
	return &l, nil
}

// matches holds an answer to its question, and to what solves say.
func matches(t question.Question, r *question.Answer) error {
	switch {
	case !r.Is(t.Subject) || r.Program() != t.Program:
		return fmt.Errorf("it is of %v", r)
	case r.Reading != features.Version:
		return fmt.Errorf("it reads the features as %q, want %q", r.Reading, features.Version)
	case !slices.Contains(question.Engines, r.Engine):
		return fmt.Errorf("its engine is %.40q", r.Engine)
	case !(r.Seconds >= 0 && r.Seconds <= maxSeconds):
		return fmt.Errorf("it took %v seconds", r.Seconds)
	case len(r.Integers) > 0 || r.Solver != nil:
		return fmt.Errorf("it has parts that cannot be checked")
	}
	return nil
}

// maxSeconds is longer than any solve takes: a year.
const maxSeconds = 365 * 24 * 3600

// Adopt judges another process's answer to a task as Judge does and keeps it, as one that had the
// task's time. What is known then is the answer.
func (b *Base) Adopt(ctx context.Context, in Instances, t question.Question, r *question.Answer) (*question.Answer, error) {
	if _, err := judged(ctx, in, t, r); err != nil {
		return nil, err
	}
	dir, err := b.place(t)
	if err != nil {
		return nil, err
	}
	if err := b.keep(dir, r, &Try{t.Program.String(), t.Seed, t.TimeLimit.Seconds(), r.Seconds, r.Engine, nil}); err != nil {
		return nil, err
	}
	out, _, err := b.answer(dir, t)
	return out, err
}
