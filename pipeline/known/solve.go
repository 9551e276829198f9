package known

import (
	"context"
	"errors"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Answer returns what is known of a task, with its proof, nil if nothing is; and whether a solve
// would be in vain.
func (b *Base) Answer(t question.Question) (r *question.Answer, settled bool, err error) {
	dir, err := b.place(t)
	if err != nil {
		return nil, false, err
	}
	return b.answer(dir, t)
}

// Settled is Answer without the proof.
func (b *Base) Settled(t question.Question) (r *question.Answer, settled bool, err error) {
	dir, err := b.place(t)
	if err != nil {
		return nil, false, err
	}
	l, err := b.load(dir)
	if err != nil || l == nil {
		return nil, false, err
	}
	r, settled = l.answer(t)
	return r, settled, nil
}

// Uses reports whether a task is answered from what is known: it asks for the best there is, and
// not for what HiGHS or the search find by themselves.
func Uses(t question.Question) bool { return t.Engine == question.Auto || t.Engine == question.Exact }

// Solve answers a task from what is known, and solves it where that leaves something open; with
// retry also where as much time was spent on it. The second result is false if it was solved. What
// a solve finds is kept, even if it is cut short by the context; then the error is the context's.
// The error is else that of fit.Solve, or of the disk.
func (b *Base) Solve(ctx context.Context, in *fit.Instances, t question.Question, retry bool, o fit.Options) (*question.Answer, bool, error) {
	if !Uses(t) {
		r, err := b.Measure(ctx, in, t, o)
		return r, false, err
	}
	if err := t.Validate(); err != nil {
		return nil, false, err
	}
	dir, err := b.place(t)
	if err != nil {
		return nil, false, err
	}
	done := func() (*question.Answer, bool, error) {
		r, settled, err := b.answer(dir, t)
		return r, settled && !(retry && r.Open()), err
	}
	if r, ok, err := done(); ok || err != nil {
		return r, true, err
	}
	inst, err := in.Get(ctx, t.Subject)
	if err != nil {
		return nil, false, err
	}
	if err := b.revive(ctx, dir, inst); err != nil {
		return nil, false, err
	}
	if r, ok, err := done(); ok || err != nil {
		return r, true, err
	}
	if err := b.begin(dir, t, &o); err != nil {
		return nil, false, err
	}
	r, err := fit.Solve(ctx, inst, t, o)
	if err != nil {
		return nil, false, err
	}
	var try *Try
	if ctx.Err() == nil {
		try = &Try{t.Program.String(), t.Seed, t.TimeLimit.Seconds(), r.Seconds, r.Engine, r.Integers}
	}
	return r, false, errors.Join(b.keep(dir, r, try), ctx.Err())
}

// Measure solves a task from nothing and keeps what that finds. The error is the context's if that
// cut it short, else as for Solve.
func (b *Base) Measure(ctx context.Context, in *fit.Instances, t question.Question, o fit.Options) (*question.Answer, error) {
	dir, err := b.place(t)
	if err != nil {
		return nil, err
	}
	inst, err := in.Get(ctx, t.Subject)
	if err != nil {
		return nil, err
	}
	r, err := fit.Solve(ctx, inst, t, o)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(b.keep(dir, r, nil), ctx.Err())
}

// AddFormulas keeps formulas for a task's hand, range and loss that model/proof has evaluated.
func (b *Base) AddFormulas(t question.Question, formulas []question.Scored) error {
	dir, err := b.place(t)
	if err != nil {
		return err
	}
	if l, err := b.load(dir); err != nil || l != nil && !slices.ContainsFunc(formulas, func(f question.Scored) bool { return l.better(&Formula{Scored: f}) }) {
		return err
	}
	return b.update(dir, ladderOf(t), func(l *Ladder) error {
		for _, f := range formulas {
			l.addFormula(&Formula{f, origin("formula", "search", 0)})
		}
		return nil
	})
}

// answer is Answer for the ladder in a folder. A proof that is not what it was is forgotten.
func (b *Base) answer(dir string, t question.Question) (r *question.Answer, settled bool, err error) {
	l, err := b.load(dir)
	if err != nil || l == nil {
		return nil, false, err
	}
	r, settled = l.answer(t)
	if r.Proof == nil {
		return r, settled, nil
	}
	record := *r.Proof
	if record.Packed = readProof(dir, &record); record.Packed == nil {
		if err := b.forget(dir, record.File); err != nil {
			return nil, false, err
		}
		return b.answer(dir, t)
	}
	record.File = ""
	r.Proof = &record
	return r, settled, nil
}

// forget drops the bound whose proof is not what it was.
func (b *Base) forget(dir, file string) error {
	return b.update(dir, Ladder{}, func(l *Ladder) error {
		for i := range l.Rungs {
			if r := &l.Rungs[i]; r.Bound != nil && r.Bound.File == file {
				l.drop(r)
			}
		}
		l.prune()
		return l.sweep(dir)
	})
}

// begin gives a solve what is known.
func (b *Base) begin(dir string, t question.Question, o *fit.Options) error {
	l, err := b.load(dir)
	if err != nil || l == nil {
		return err
	}
	f, bound := l.formula(t.Program.N), l.bound(t.Program.N)
	if t.Program.Kind.CountsFeatures() {
		f, bound = l.fewest(t.Program.E)
	}
	if f != nil {
		o.Formula = f.Formula()
	}
	if bound != nil {
		o.Proof, err = prooffile.Unpack(readProof(dir, &bound.Record))
	}
	return err
}

// revive replays proofs that another judge let pass.
func (b *Base) revive(ctx context.Context, dir string, inst *regression.Instance) error {
	l, err := b.load(dir)
	if err != nil || l == nil {
		return err
	}
	judged := map[string]bool{} // by file
	for _, r := range l.Rungs {
		if r.Bound == nil || r.Bound.Judge == proof.Judge {
			continue
		}
		s, err := prove.NewProblem(inst)
		if err != nil {
			return err
		}
		p, err := prooffile.Unpack(readProof(dir, &r.Bound.Record))
		judged[r.Bound.File] = err == nil && prove.Replay(ctx, s, p, prove.NewFinder, 1) == nil
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if len(judged) == 0 {
		return nil
	}
	return b.update(dir, Ladder{}, func(l *Ladder) error {
		for i := range l.Rungs {
			r := &l.Rungs[i]
			if r.Bound == nil || r.Bound.Judge == proof.Judge {
				continue
			}
			if r.Bound.Judge = proof.Judge; !judged[r.Bound.File] {
				l.drop(r)
			}
		}
		l.prune()
		return l.sweep(dir)
	})
}
