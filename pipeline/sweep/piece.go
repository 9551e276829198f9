package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"feltlab/model/proof"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/known"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
)

// PieceKind is the kind of pieces that are solves.
const PieceKind = "fit"

// payload is a solve as a worker gets it.
type payload struct {
	Task  question.Question `json:"task"`
	Fresh bool              `json:"fresh,omitempty"`
	Retry bool              `json:"retry,omitempty"`
	Known *question.Answer  `json:"known,omitempty"` // where it begins
	// Expected are the ranges of the sweep, if it is about many hands.
	Expected []question.Range `json:"expected,omitempty"`
}

const (
	// mostKnown is the size of a proof above which a worker begins without it.
	mostKnown = 1 << 20
	// mostShown is that above which an answer has it without dual vectors.
	mostShown = 4 << 20
)

// job is an open task. What HiGHS says, and that no multiples of a step are better, has no proof: so
// that is solved here.
func (s *solver) job(t question.Question, before *question.Answer, done func(r *question.Answer, cached bool) error) (work.Job, error) {
	j := work.Job{Here: func(ctx context.Context) error {
		r, cached, err := s.solve(ctx, t)
		if err != nil {
			return named(t, err)
		}
		return done(r, cached)
	}}
	if t.Engine == question.HiGHS || len(t.Steps) > 0 {
		return j, nil
	}
	spec, err := s.Instances.Spec(t)
	if err != nil {
		return j, err
	}
	key, err := spec.Key()
	if err != nil {
		return j, err
	}
	fresh := s.options.Fresh || !known.Uses(t)
	j.Key, j.Name = fmt.Sprintf("%s-%t", key, fresh), t.String()
	j.Piece = func() (*work.Piece, error) {
		q := payload{Task: t, Fresh: fresh, Retry: s.options.Retry, Expected: s.expected}
		if before != nil && (before.Proof == nil || len(before.Proof.Packed) < mostKnown) {
			q.Known = before
		}
		payload, err := json.Marshal(q)
		return &work.Piece{Kind: PieceKind, Key: j.Key, Name: j.Name, Payload: payload}, err
	}
	j.Accept = func(ctx context.Context, a work.Answer) error {
		r, err := s.judge(ctx, t, spec, fresh, a.Bytes)
		if errors.Is(err, question.ErrAnswer) {
			return fmt.Errorf("%w: %w", work.ErrAnswer, err)
		}
		if err != nil {
			return named(t, err)
		}
		return done(r, false)
	}
	return j, nil
}

// replayTime is added to the time of a solve for what its replay may take: that is a small part of
// it, unless somebody means to keep us busy.
const replayTime = time.Minute

// judge checks and keeps an answer.
func (s *solver) judge(ctx context.Context, t question.Question, spec store.Spec, fresh bool, text []byte) (*question.Answer, error) {
	r := &question.Answer{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%w: %w", question.ErrAnswer, err)
	}
	limited, cancel := context.WithTimeoutCause(ctx, t.TimeLimit+replayTime, question.ErrAnswer)
	defer cancel()
	judge := s.Known.Adopt
	if fresh {
		judge = known.Judge
	}
	out, err := judge(limited, s.Instances, t, r)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: its proof takes more than %v to replay", question.ErrAnswer, t.TimeLimit+replayTime)
	case err != nil || !fresh:
		return out, err
	}
	out, _, err = s.stored(ctx, spec, func(context.Context) (*question.Answer, error) { return out, nil })
	return out, err
}

// Answers returns what answers solves in a worker with a cache.
func Answers(store *store.Store) work.Kinds {
	solver := fit.NewSolver(store, 1)
	return work.Kinds{HelpKind: helping(solver.Instances), PieceKind: func(ctx context.Context, t work.Task) ([]byte, error) {
		var q payload
		if err := json.Unmarshal(t.Payload, &q); err != nil {
			return nil, fmt.Errorf("the question of a piece of work: %w", err)
		}
		solver.Instances.Expect(q.Expected)
		r, err := answer(ctx, solver, &q, fit.Options{Workers: 1, Share: sharing(q.Task, t.Share)})
		if err != nil {
			return nil, err
		}
		return json.Marshal(r)
	}}
}

// answer is the result with its proof's dual vectors, so that the coordinator need not find them.
func answer(ctx context.Context, s *fit.Solver, q *payload, o fit.Options) (*question.Answer, error) {
	var shown *proof.Proof
	o.Shown = func(p *proof.Proof) { shown = p }
	r, err := result(ctx, s, q, o)
	if err != nil || shown == nil || r.Proof == nil || r.Proof.Features != shown.Features || r.Proof.Bound != shown.Cutoff {
		return r, err
	}
	if packed := prooffile.PackFast(shown); len(packed) <= mostShown {
		r.Proof.Packed = packed
	}
	return r, nil
}

func result(ctx context.Context, s *fit.Solver, q *payload, o fit.Options) (*question.Answer, error) {
	if q.Fresh {
		return s.Measure(ctx, q.Task, o)
	}
	if q.Known != nil {
		if _, err := s.Known.Import(ctx, s.Instances, q.Known, 1); err != nil {
			return nil, err
		}
	}
	if _, _, err := s.Answer(ctx, q.Task, q.Retry, o); err != nil {
		return nil, err
	}
	r, _, err := s.Known.Answer(q.Task) // all that is known here
	return r, err
}
