package ledger

import (
	"context"
	"fmt"
	"slices"

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
	kept, err := checked(ctx, in, q, a)
	if err != nil {
		return false, err
	}
	return true, b.keep(kept, spent)
}

// checked is Check on the instance of a question's subject, on one goroutine.
func checked(ctx context.Context, in Instances, q question.Question, a *question.Answer) (*question.Answer, error) {
	inst, err := in.Get(ctx, q.Subject)
	if err != nil {
		return nil, err
	}
	return Check(ctx, inst, a, 1)
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
	case len(a.Round) > 0 || a.Solver != nil || a.Best != nil:
		wrong = "it has parts that cannot be checked"
	}
	if wrong != "" {
		return nil, fmt.Errorf("%w to %v: %s", question.ErrAnswer, q, wrong)
	}
	kept, err := checked(ctx, in, q, a)
	if err == nil {
		kept.Subject = q.Subject
	}
	return kept, err
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
		is := l.judged(ctx, s, b.place(q), r)
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

func problemOf(ctx context.Context, in Instances, of question.Subject) (*prove.Problem, error) {
	inst, err := in.Get(ctx, of)
	if err != nil {
		return nil, err
	}
	return prove.NewProblem(inst)
}

// judged returns what holds of a rung: the formula with its errors computed again, and the bound that the proof in a
// folder shows, which it replays.
func (l *record) judged(ctx context.Context, s *prove.Problem, dir string, r rung) (is rung) {
	if f := r.Formula; f != nil {
		if e, err := Errors(s, f.Formula()); err == nil {
			is.Formula = &knownFormula{ScoredBy(e, f.Formula(), s.Instance), f.named()}
		}
	}
	if r.Bound == nil {
		return is
	}
	p, record, err := prooffile.File{Packed: readProof(dir, &r.Bound.Record)}.Read(ctx, nil)
	if err == nil {
		err = s.CheckHeader(&p.Header)
	}
	if err != nil || p.Loss.String() != l.Loss || !s.AllFormulas(&p.Header) {
		return is
	}
	if prove.Replay(ctx, s, p, prove.NewFinder, 1) == nil {
		record.File = r.Bound.File
		is.Bound = &knownBound{*record, r.Bound.named()}
	}
	return is
}
