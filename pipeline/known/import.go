package known

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Import keeps a result from elsewhere, with its packed proof if it has one, once its errors are
// recomputed and its proof is replayed on so many goroutines; 0 means one per CPU. One that is open
// after all of its time counts as tried. It reports whether that was news. The error wraps
// question.ErrAnswer, or is that of the replay.
func (b *Base) Import(ctx context.Context, in Instances, r *question.Answer, workers int) (news bool, err error) {
	t := r.Question()
	dir, err := b.place(t)
	if err != nil {
		return false, err
	}
	l, err := b.load(dir)
	if err != nil || l.has(r, spent(r, t.Program)) {
		return false, err
	}
	inst, err := in.Get(ctx, t.Subject)
	if err != nil {
		return false, err
	}
	if err := Confirm(inst, r); err != nil {
		return false, err
	}
	kept := *r
	kept.Proof, kept.Integers = nil, nil
	if kept.Proof, err = replayed(ctx, inst, r, workers); err != nil {
		return false, err
	}
	return true, b.keep(dir, &kept, spent(r, t.Program))
}

// spent returns the try of a result that is open after all of its time, else nil.
func spent(r *question.Answer, p regression.Program) *Try {
	if !r.Open() || !Uses(question.Question{Engine: question.Engine(r.Engine)}) || r.Seconds < r.TimeLimitSeconds {
		return nil
	}
	return &Try{p.String(), r.Seed, r.TimeLimitSeconds, r.Seconds, r.Engine, nil}
}

// replayed replays the packed proof of a result, if it has one, and records it anew.
func replayed(ctx context.Context, inst *regression.Instance, r *question.Answer, workers int) (*prooffile.Record, error) {
	if r.Proof == nil || r.Proof.Packed == nil {
		return nil, nil
	}
	p, err := prooffile.Unpack(r.Proof.Packed)
	if err != nil {
		return nil, err
	}
	claimed, err := question.ParseSubject(p.Hand, p.Range)
	if err != nil || !claimed.Is(r.Subject) || p.Loss != r.Kind.Loss() || p.With != (features.Vector{}) {
		return nil, fmt.Errorf("%w: %v: its proof is of another claim", question.ErrAnswer, r)
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return nil, err
	}
	if err := prove.Replay(ctx, s, p, prove.NewFinder, workers); err != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	return prooffile.NewRecord(prove.Bare(p)), nil
}

// has reports whether a result is no news, with its try if that is not nil.
func (l *Ladder) has(r *question.Answer, spent *Try) bool {
	if l == nil || l.stale() {
		return false
	}
	if spent != nil && !slices.ContainsFunc(l.Tries, spent.covered) {
		return false
	}
	if r.Found() {
		f := l.formula(len(r.Features))
		scored := question.Scored{AverageError: float64(r.AverageError), MaxError: float64(r.MaxError)}
		if f == nil || l.errorOf(f) > l.errorOf(&Formula{Scored: scored}) {
			return false
		}
	}
	if p := r.Proof; p != nil && p.Packed != nil {
		b := l.bound(p.Features)
		return b != nil && b.Record.Bound >= p.Bound && b.Judge == proof.Judge
	}
	return true
}
