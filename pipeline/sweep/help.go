package sweep

import (
	"context"
	"encoding/json"
	"fmt"

	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/work"
	"feltlab/solvers/prove"
)

// HelpKind is the kind of searches for proofs that are under way and in which others can help.
const HelpKind = "proof"

// part is such a search as a helper gets it.
type part struct {
	question.Subject
	Part prove.Part `json:"part"`
}

// share lets others help in the proof of a task that is solved here.
func (s *solver) share(t question.Question) sharer {
	if s.options.Pool == nil {
		return nil
	}
	return sharing(t, s.options.Pool.Share)
}

type sharer func(p prove.Part, answer func(request []byte) (reply []byte)) (end func())

// sharing shares the searches of a task's proof.
func sharing(t question.Question, share work.Share) sharer {
	if share == nil {
		return nil
	}
	return func(p prove.Part, answer func([]byte) []byte) func() {
		payload, err := json.Marshal(part{t.Subject, p})
		if err != nil {
			return func() {} // then nobody helps
		}
		return share(&work.Piece{Kind: HelpKind, Name: t.String(), Payload: payload}, answer)
	}
}

// helping takes part in searches.
func helping(in *fit.Instances) func(ctx context.Context, t work.Task) ([]byte, error) {
	return func(ctx context.Context, t work.Task) ([]byte, error) {
		var x part
		if err := json.Unmarshal(t.Payload, &x); err != nil {
			return nil, fmt.Errorf("the part of a proof: %w", err)
		}
		inst, err := in.Get(ctx, x.Subject)
		if err != nil {
			return nil, err
		}
		return nil, prove.Help(ctx, inst, x.Part, t.Ask)
	}
}
