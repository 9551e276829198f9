package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Import judges an answer from elsewhere, replays its proof and keeps it. An open answer that used all of its time
// counts as a try. Import reports whether the answer was new. The error is that of Check or the disk.
func (b *Ledger) Import(ctx context.Context, in Instances, a *question.Answer) (news bool, err error) {
	q := a.Question()
	var spent *try
	if a.Open() && Uses(question.Question{Engine: question.Engine(a.Engine)}) && a.Seconds >= a.TimeLimitSeconds {
		spent = &try{q.Program.String(), a.Seed, a.TimeLimitSeconds, a.Seconds, a.Engine}
	}
	l, err := b.load(q)
	if err != nil || l.has(a, spent) {
		return false, err
	}
	inst, err := in.Get(ctx, q.Subject)
	if err != nil {
		return false, err
	}
	kept, err := Check(ctx, inst, a, 1)
	if err != nil {
		return false, err
	}
	return true, b.keep(kept, spent)
}

// has reports whether an answer is no news, and its try, if it has one, is covered.
func (l *record) has(a *question.Answer, spent *try) bool {
	if l == nil || len(l.Unjudged) > 0 || spent != nil && !slices.ContainsFunc(l.Tries, spent.covered) {
		return false
	}
	f, b := known(a)
	return (f == nil || !l.better(f)) && (b == nil || !l.higher(b))
}

// Accept judges a worker's answer to a question and replays its proof. It returns what follows from
// formula and proof, and the worker's engine and seconds. The error is that of Check.
func Accept(ctx context.Context, in Instances, q question.Question, a *question.Answer) (*question.Answer, error) {
	kept, err := accept(ctx, in, q, a)
	if err != nil {
		return nil, err
	}
	l := recordOf(q)
	l.add(known(kept))
	out, _ := l.answer(q)
	out.Proof, out.Seconds, out.Engine = kept.Proof, a.Seconds, a.Engine
	return out, nil
}

// AcceptAndKeep judges a worker's answer as Accept does and keeps it. It counts as a try with the question's time,
// unless it is open and took less. AcceptAndKeep returns the best answer that is known then.
func (b *Ledger) AcceptAndKeep(ctx context.Context, in Instances, q question.Question,
	a *question.Answer) (*question.Answer, error) {
	kept, err := accept(ctx, in, q, a)
	if err != nil {
		return nil, err
	}
	if err := b.Keep(q, kept, !kept.Open() || kept.Seconds >= q.TimeLimit.Seconds()); err != nil {
		return nil, err
	}
	out, _, err := b.Answer(q)
	return out, err
}

func accept(ctx context.Context, in Instances, q question.Question, a *question.Answer) (*question.Answer, error) {
	wrong := ""
	switch {
	case !a.Is(q.Subject) || a.Program() != q.Program:
		wrong = fmt.Sprintf("it answers %v", a)
	case !slices.Contains(question.Engines, a.Engine):
		wrong = fmt.Sprintf("its engine is %.40q", a.Engine)
	case !(a.Seconds >= 0 && a.Seconds <= maxSeconds):
		wrong = fmt.Sprintf("it took %v seconds", a.Seconds)
	case len(a.Round) > 0 || a.Solver != nil:
		wrong = "it has parts that cannot be checked"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w to %v: %s", question.ErrAnswer, q, wrong)
	}
	inst, err := in.Get(ctx, q.Subject)
	if err != nil {
		return nil, err
	}
	kept, err := Check(ctx, inst, a, 1)
	if err != nil {
		return nil, err
	}
	kept.Subject = q.Subject
	return kept, nil
}

// maxSeconds is longer than any solve takes: a year.
const maxSeconds = 365 * 24 * 3600

// Rejudge computes the errors of formulas and replays the proofs for a question's subject that this version of
// model/proof has not accepted on this machine, and forgets those that fail. If the result cannot be written,
// it counts in this process.
func (b *Ledger) Rejudge(ctx context.Context, in Instances, q question.Question) error {
	l, err := b.load(q)
	if err != nil || l == nil || len(l.Unjudged) == 0 {
		return err
	}
	s, err := problemOf(ctx, in, q.Subject)
	if err != nil {
		return err
	}
	held := recordOf(q)
	for _, r := range l.Unjudged {
		is, _ := l.judged(ctx, s, b.place(q), r, true) // what is wrong of it is left out
		if ctx.Err() != nil {
			return ctx.Err()
		}
		held.add(is.Formula, is.Bound)
	}
	err = b.update(q, func(now *record) error {
		for _, r := range held.Rungs {
			now.add(r.Formula, r.Bound)
		}
		now.Unjudged = nil
		held = now
		return nil
	})
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.read[b.place(q)].record = held
	}
	return nil
}

// Check calls found with every record and what is wrong with it; nil if nothing is. It computes the errors of formulas
// again from the instances and compares the claims of proofs with them, but replays no proof. An error of in wraps
// question.ErrQuestion if only the user has the rows. The error is the context's or the disk's.
func (b *Ledger) Check(ctx context.Context, in Instances, found func(record string, wrong error)) error {
	entries, err := os.ReadDir(b.root)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		dir := filepath.Join(b.root, e.Name())
		name, wrong := dir, error(nil)
		l, err := readRecord(filepath.Join(dir, recordFile))
		if err == nil {
			var of question.Subject
			if of, err = l.Subject(); err == nil {
				name = fmt.Sprintf("%v, %s error", of, l.Loss)
				wrong, err = l.compare(ctx, in, of, dir)
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		found(name, cmp.Or(wrong, err))
	}
	return nil
}

// compare compares a record with the rows that it is about.
func (l *record) compare(ctx context.Context, in Instances, of question.Subject, dir string) (wrong, err error) {
	s, err := problemOf(ctx, in, of)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(l.Rungs, l.Unjudged) {
		_, fault := l.judged(ctx, s, dir, r, false)
		wrong = cmp.Or(wrong, fault)
	}
	return wrong, nil
}

// problemOf returns the problem of a subject.
func problemOf(ctx context.Context, in Instances, of question.Subject) (*prove.Problem, error) {
	inst, err := in.Get(ctx, of)
	if err != nil {
		return nil, err
	}
	return prove.NewProblem(inst)
}

// judged returns what holds of a rung: the formula with its errors computed again, and the bound that the proof in a
// folder claims, replayed or not. It also returns what is wrong with the rung.
func (l *record) judged(ctx context.Context, s *prove.Problem, dir string, r rung, replay bool) (is rung, wrong error) {
	if f := r.Formula; f != nil {
		e, err := Errors(s, f.Formula())
		if err == nil {
			is.Formula = &knownFormula{scoredBy(e, f.Formula(), s.Columns), f.named()}
		}
		if err != nil || e.Average.Value != f.AverageError || e.Max.Value != f.MaxError {
			wrong = fmt.Errorf("the formula of %d features has another error than %v", r.Features, l.errorOf(f))
		}
	}
	if r.Bound == nil {
		return is, wrong
	}
	p, record, err := prooffile.File{Packed: readProof(dir, &r.Bound.Record)}.Read(ctx, nil)
	if err == nil {
		err = s.CheckHeader(&p.Header)
	}
	if err == nil && (p.Loss.String() != l.Loss || p.With != proof.VectorOf(s.With...)) {
		err = errors.New("its claim is another one")
	}
	if err == nil && replay {
		err = prove.Replay(ctx, s, p, prove.NewFinder, 1)
	}
	if err == nil {
		record.File = r.Bound.File
		is.Bound = &knownBound{*record, r.Bound.named()}
		if p.Features < r.Features || p.Cutoff < r.Bound.Bound {
			err = errors.New("its claim is another one")
		}
	}
	if err != nil {
		wrong = cmp.Or(wrong, fmt.Errorf("the proof for %d features: %w", r.Features, err))
	}
	return is, wrong
}
