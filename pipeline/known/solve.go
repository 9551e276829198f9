package known

import (
	"context"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
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

// Keep keeps what a solve of a question found. A finished solve, one that ended by itself or at its
// time limit, also counts as tried.
func (b *Base) Keep(q question.Question, r *question.Answer, finished bool) error {
	dir, err := b.place(q)
	if err != nil {
		return err
	}
	var try *Try
	if finished {
		try = &Try{q.Program.String(), q.Seed, q.TimeLimit.Seconds(), r.Seconds, r.Engine, r.Integers}
	}
	return b.keep(dir, r, try)
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

// Start returns the best formula and the proof of the best bound that are known for a question, nil
// where there is none: a solve starts from them.
func (b *Base) Start(q question.Question) (regression.Formula, *proof.Proof, error) {
	dir, err := b.place(q)
	if err != nil {
		return nil, nil, err
	}
	l, err := b.load(dir)
	if err != nil || l == nil {
		return nil, nil, err
	}
	f, bound := l.formula(q.Program.N), l.bound(q.Program.N)
	if q.Program.Kind.CountsFeatures() {
		f, bound = l.fewest(q.Program.E)
	}
	var formula regression.Formula
	if f != nil {
		formula = f.Formula()
	}
	if bound == nil {
		return formula, nil, nil
	}
	p, err := prooffile.Unpack(readProof(dir, &bound.Record))
	return formula, p, err
}

// Revive replays the proofs of a question's subject and loss that another version of the kernel
// accepted.
func (b *Base) Revive(ctx context.Context, q question.Question, inst *regression.Instance) error {
	dir, err := b.place(q)
	if err != nil {
		return err
	}
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
