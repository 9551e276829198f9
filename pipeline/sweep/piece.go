package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"feltlab/dataset/matrix"
	"feltlab/internal/clock"
	"feltlab/model/proof"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/work"
)

// PieceKind is the kind of pieces of work that are solves.
const PieceKind = "fit"

type payload struct {
	Task  question.Question `json:"task"`
	Fresh bool              `json:"fresh,omitempty"`
	Retry bool              `json:"retry,omitempty"`
	Known *question.Answer  `json:"known,omitempty"` // the answer to start from
	// Expected are the ranges of the sweep, if it has many hands.
	Expected []question.Range `json:"expected,omitempty"`
}

const (
	// mostKnown is the size of the largest proof, in bytes, that goes out with a question.
	mostKnown = 1 << 20
	// mostShown is the size of the largest proof with dual vectors, in bytes, that comes back.
	mostShown = 4 << 20
)

// job is the work for an open question. Questions for HiGHS are solved in this process, since nothing proves their
// answers, and so are those about tables and feature sets, which are files of this machine.
func (s *solver) job(t question.Question, before *question.Answer,
	done func(r *question.Answer, cached bool) error) (work.Job, error) {
	j := work.Job{Here: func(ctx context.Context) error {
		r, cached, err := s.solve(ctx, t)
		if work.Full(err) && r != nil {
			err = errors.Join(err, done(r, cached)) // the run ends, with this answer
		}
		if err != nil {
			return named(t, err)
		}
		return done(r, cached)
	}}
	hand, ok := t.Source.(question.Hand)
	if !ok || t.Engine == question.HiGHS || hand.Own() || hand.Estimate != matrix.Equity {
		return j, nil
	}
	spec, key, err := artifactOf(s.Instances, t)
	if err != nil {
		return j, err
	}
	fresh := s.options.Fresh || !ledger.Uses(t)
	j.Key, j.Name, j.Limit = fmt.Sprintf("%s-%t", key, fresh), t.String(), 2*t.TimeLimit+countTime
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

// countTime is added to twice the time limit of a solve to bound the time of a piece at a worker, which may have to
// count the flops of the hand first.
const countTime = 20 * time.Minute

// replayTime is added to the time limit of a solve to bound the replay of its proof. A replay takes a
// small part of a solve, unless a hostile worker wants to keep the coordinator busy.
const replayTime = time.Minute

// mostStated is the size of the largest answer without its proof, in bytes.
const mostStated = 1 << 16

// decode reads a worker's answer. Its memory follows from the size: the judge reads the proof line by line.
func decode(text []byte) (*question.Answer, error) {
	var p struct {
		Proof *struct{ Packed json.RawMessage }
	} // what is left out takes no memory
	if err := json.Unmarshal(text, &p); err != nil {
		return nil, fmt.Errorf("%w: %w", question.ErrAnswer, err)
	}
	stated := len(text)
	if p.Proof != nil {
		stated -= len(p.Proof.Packed)
	}
	if stated > mostStated {
		return nil, fmt.Errorf("%w: it has %d bytes without its proof, the limit is %d", question.ErrAnswer, stated,
			mostStated)
	}
	r := &question.Answer{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%w: %w", question.ErrAnswer, err)
	}
	return r, nil
}

// judge checks and keeps a worker's answer. The time that it states counts up to the longest that it may have taken.
func (s *solver) judge(ctx context.Context, t question.Question, spec store.Spec, fresh bool,
	text []byte) (*question.Answer, error) {
	r, err := decode(text)
	if err != nil {
		return nil, err
	}
	if r.Status == question.None {
		return nil, work.ErrNone
	}
	r.Seconds = min(r.Seconds, (t.TimeLimit + replayTime).Seconds())
	limited, cancel := clock.WithTimeout(ctx, t.TimeLimit+replayTime)
	defer cancel()
	judge := s.Known.AcceptAndKeep
	if fresh {
		judge = ledger.Accept
	}
	out, err := judge(limited, s.Instances, t, r)
	switch {
	case err != nil && limited.Err() != nil && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: its proof takes more than %v to replay", question.ErrAnswer, t.TimeLimit+replayTime)
	case err != nil || !fresh:
		return out, err
	}
	out, _, err = store.JSON(ctx, s.store, spec, func(context.Context) (*question.Answer, error) { return out, nil })
	return out, err
}

// Answers returns the functions with which a worker with a cache answers pieces.
func Answers(store *store.Store) work.Kinds {
	solver := fit.NewSolver(store, 1)
	return work.Kinds{PieceKind: func(ctx context.Context, t work.Task) ([]byte, error) {
		var q payload
		if err := json.Unmarshal(t.Payload, &q); err != nil {
			return nil, fmt.Errorf("the question of a piece of work: %w", err)
		}
		solver.Instances.Expect(q.Expected)
		r, err := answer(ctx, solver, &q, fit.Options{Workers: 1})
		if err != nil {
			return nil, err
		}
		if r.Status == question.None {
			return nil, work.ErrNone
		}
		return json.Marshal(r)
	}}
}

// answer returns an answer whose proof has dual vectors, so that the coordinator need not find them.
func answer(ctx context.Context, s *fit.Solver, q *payload, o fit.Options) (*question.Answer, error) {
	var shown *proof.Proof
	o.Shown = func(p *proof.Proof) { shown = p }
	r, err := result(ctx, s, q, o)
	if err != nil || shown == nil || r.Proof == nil || r.Proof.Features != shown.Features ||
		r.Proof.Bound != shown.Cutoff {
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
		if _, err := s.Known.Import(ctx, s.Instances, q.Known); err != nil {
			return nil, err
		}
	}
	if _, _, err := s.Answer(ctx, q.Task, q.Retry, o); err != nil {
		return nil, err
	}
	r, _, err := s.Known.Answer(q.Task) // everything that is known in this process
	return r, err
}
