package ledger

import (
	"context"
	"fmt"
	"slices"

	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// Import judges an answer from elsewhere, replays its proof on some goroutines (0: one per CPU) and
// keeps it. An open answer that used all of its time counts as a try. Import reports whether the answer
// was new. The error is Replay's or the disk's.
func (b *Ledger) Import(ctx context.Context, in Instances, a *question.Answer, workers int) (news bool, err error) {
	q := a.Question()
	l, err := b.load(q)
	if err != nil || l.has(a, spent(a)) {
		return false, err
	}
	inst, err := in.Get(ctx, q.Subject)
	if err != nil {
		return false, err
	}
	kept, err := Check(ctx, inst, a, workers)
	if err != nil {
		return false, err
	}
	return true, b.keep(kept, spent(a))
}

// Accept judges a worker's answer to a question and replays its proof. It returns what follows from
// formula and proof, and the worker's engine and seconds. The error is Replay's.
func Accept(ctx context.Context, in Instances, q question.Question, a *question.Answer) (*question.Answer, error) {
	kept, err := accept(ctx, in, q, a)
	if err != nil {
		return nil, err
	}
	l := recordOf(q)
	l.add(kept)
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
	try := &try{q.Program.String(), q.Seed, q.TimeLimit.Seconds(), kept.Seconds, kept.Engine}
	if kept.Open() && kept.Seconds < try.LimitSeconds {
		try = nil // it was cut short
	}
	if err := b.keep(kept, try); err != nil {
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

// spent returns the try of an answer that is open after all of its time, else nil.
func spent(a *question.Answer) *try {
	if !a.Open() || !Uses(question.Question{Engine: question.Engine(a.Engine)}) || a.Seconds < a.TimeLimitSeconds {
		return nil
	}
	return &try{a.Program().String(), a.Seed, a.TimeLimitSeconds, a.Seconds, a.Engine}
}

// has reports whether an answer is no news, and its try, if it has one, is covered.
func (l *record) has(a *question.Answer, spent *try) bool {
	if l == nil || l.stale() {
		return false
	}
	if spent != nil && !slices.ContainsFunc(l.Tries, spent.covered) {
		return false
	}
	if a.Found() {
		f := l.formula(len(a.Features))
		scored := question.Scored{AverageError: float64(a.AverageError), MaxError: float64(a.MaxError)}
		if f == nil || l.errorOf(f) > l.errorOf(&knownFormula{Scored: scored}) {
			return false
		}
	}
	if p := a.Proof; p != nil && p.Packed != nil {
		b := l.bound(p.Features)
		return b != nil && b.Record.Bound >= p.Bound && b.Judge == proof.Judge
	}
	return true
}

// Stale reports whether Rejudge would judge something.
func (b *Ledger) Stale(q question.Question) (bool, error) {
	l, err := b.load(q)
	return l != nil && l.stale(), err
}

// Rejudge computes the errors of formulas and replays the proofs for a question's subject that this version of
// model/proof has not accepted on this machine, and forgets those that fail. If the result cannot be written,
// it counts in this process.
func (b *Ledger) Rejudge(ctx context.Context, q question.Question, inst *regression.Instance) error {
	l, err := b.load(q)
	if err != nil || l == nil || !l.stale() {
		return err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return err
	}
	held := recordOf(q)
	failed := false
	for _, r := range l.Rungs {
		if f := b.rejudged(s, r.Formula); f != nil {
			held.addFormula(f)
		}
		bound, err := b.replayed(ctx, q, s, r.Bound)
		if err != nil {
			return err
		}
		if bound != nil {
			held.addBound(bound)
		}
		failed = failed || r.Bound != nil && bound == nil
	}
	if !failed {
		held.Tries = l.Tries // the tries may have counted on a bound
	}
	err = b.update(q, func(now *record) error {
		for _, r := range now.Rungs { // what others have added meanwhile
			if r.Formula.judged() {
				held.addFormula(r.Formula)
			}
			if r.Bound.judged() {
				held.addBound(r.Bound)
			}
		}
		*now = held
		return now.prune(b.place(q))
	})
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.read[b.place(q)].record = &held
	}
	return nil
}

// rejudged returns a formula with its errors, computed again if it was not judged; nil if it is none.
func (b *Ledger) rejudged(s *prove.Problem, f *knownFormula) *knownFormula {
	if f == nil || f.judged() {
		return f
	}
	e, err := Errors(s, f.Formula())
	if err != nil {
		return nil
	}
	scored := question.Scored{AverageError: e.Average.Value, MaxError: e.Max.Value, P90Error: e.P90.Value,
		Features: question.Weights(f.Formula(), s.Columns), Intercept: f.Intercept}
	return &knownFormula{scored, proof.Judge, f.named()}
}

// replayed returns a bound with the record of its proof, replayed if it was not judged; nil if it fails.
func (b *Ledger) replayed(ctx context.Context, q question.Question, s *prove.Problem, old *knownBound) (*knownBound,
	error) {
	if old == nil || old.judged() {
		return old, nil
	}
	p, record, err := prooffile.UnpackRecord(readProof(b.place(q), &old.Record))
	if err != nil || p.Loss != q.Program.Kind.Loss() || p.With != proof.VectorOf(s.With...) {
		return nil, nil
	}
	if err := prove.Replay(ctx, s, p, prove.NewFinder, 1); err != nil {
		return nil, ctx.Err()
	}
	record.File = old.File
	return &knownBound{*record, proof.Judge, old.named()}, nil
}

// named returns an origin without an engine and time that no solve has.
func (o origin) named() origin {
	if question.CheckEngine(o.Engine, o.Seconds) != nil {
		o.Engine, o.Seconds = "", 0
	}
	return o
}

// drop forgets the bounds with a file, which is damaged.
func (b *Ledger) drop(q question.Question, file string) error {
	return b.update(q, func(l *record) error {
		for i := range l.Rungs {
			if r := &l.Rungs[i]; r.Bound != nil && r.Bound.File == file {
				r.Bound, l.Tries = nil, nil // the tries may have counted on it
			}
		}
		l.compact()
		return l.prune(b.place(q))
	})
}
