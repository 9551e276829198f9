package ledger

import (
	"cmp"
	"math"
	"slices"
	"time"

	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// record is the record of a subject and a loss.
type record struct {
	question.SubjectKeys        // of the canonical subject
	Reading              string `json:"reading"` // version of the columns' definitions
	Loss                 string `json:"loss"`
	Rungs                []rung `json:"rungs"` // by number of features, ascending
	Tries                []try  `json:"tries"` // finished solves: ended by themselves or at their time limit
	Seal                 string `json:"seal"`  // of all that, by this machine's key
}

// rung holds the formula and the bound for one number of features.
type rung struct {
	Features int           `json:"features"`
	Formula  *knownFormula `json:"formula,omitempty"`
	Bound    *knownBound   `json:"bound,omitempty"`
}

// Formula is a formula with its errors.
type knownFormula struct {
	question.Scored
	Judge string `json:"judge"` // proof.Judge that computed the errors
	origin
}

// Bound is a proved bound.
type knownBound struct {
	prooffile.Record        // its file is next to the record
	Judge            string `json:"judge"` // proof.Judge that replayed it
	origin
}

// Origin is the solve that found a formula or bound.
type origin struct {
	Program string  `json:"program"`
	Engine  string  `json:"engine"`
	Seconds float64 `json:"seconds"`
	Date    string  `json:"date"`
}

// try is a solve of a program.
type try struct {
	Program      string  `json:"program"`
	Seed         int     `json:"seed"`
	LimitSeconds float64 `json:"limit_seconds"`
	Seconds      float64 `json:"seconds"`
	Engine       string  `json:"engine"`
}

func (l *record) maxLoss() bool { return l.Loss == proof.Largest.String() }

// errorOf returns the average or largest error of a formula, as the record's loss says.
func (l *record) errorOf(f *knownFormula) float64 {
	if l.maxLoss() {
		return f.MaxError
	}
	return f.AverageError
}

// formula returns the best formula with at most n features, nil if none is known.
func (l *record) formula(n int) (best *knownFormula) {
	for _, r := range l.Rungs {
		if r.Features <= n && r.Formula.judged() && (best == nil || l.errorOf(r.Formula) < l.errorOf(best)) {
			best = r.Formula
		}
	}
	return best
}

// bound returns the highest bound for n features, nil if none is known.
func (l *record) bound(n int) (best *knownBound) {
	for _, r := range l.Rungs {
		b := r.Bound
		if r.Features >= n && b.judged() && (best == nil || b.Record.Bound > best.Record.Bound) {
			best = b
		}
	}
	return best
}

func (l *record) rung(n int) *rung {
	i, ok := slices.BinarySearchFunc(l.Rungs, n, func(r rung, n int) int { return cmp.Compare(r.Features, n) })
	if !ok {
		l.Rungs = slices.Insert(l.Rungs, i, rung{Features: n})
	}
	return &l.Rungs[i]
}

// addFormula keeps a formula if it is better than those with as many or fewer features, and drops
// formulas with more features that are not better. It reports whether it kept it.
func (l *record) addFormula(f *knownFormula) bool {
	if !l.better(f) {
		return false
	}
	n := len(f.Features)
	l.rung(n).Formula = f
	for i := range l.Rungs {
		if r := &l.Rungs[i]; r.Features > n && r.Formula != nil && l.errorOf(r.Formula) >= l.errorOf(f) {
			r.Formula = nil
		}
	}
	l.compact()
	return true
}

// better reports whether a formula is better than those with as many or fewer features.
func (l *record) better(f *knownFormula) bool {
	best := l.formula(len(f.Features))
	return best == nil || l.errorOf(best) > l.errorOf(f)
}

// addBound keeps a bound if it is higher than those for as many or more features, and drops bounds for
// fewer features that are not higher. It reports whether it kept it.
func (l *record) addBound(b *knownBound) bool {
	n := b.Record.Features
	if best := l.bound(n); best != nil && best.Record.Bound >= b.Record.Bound {
		return false
	}
	l.rung(n).Bound = b
	for i := range l.Rungs {
		if r := &l.Rungs[i]; r.Features < n && r.Bound != nil && r.Bound.Record.Bound <= b.Record.Bound {
			r.Bound = nil
		}
	}
	l.compact()
	return true
}

// stale reports whether this version of the judge has not accepted some formula or bound on this machine.
func (l *record) stale() bool {
	return slices.ContainsFunc(l.Rungs, func(r rung) bool {
		return r.Formula != nil && !r.Formula.judged() || r.Bound != nil && !r.Bound.judged()
	})
}

// compact removes rungs without formula and bound.
func (l *record) compact() {
	l.Rungs = slices.DeleteFunc(l.Rungs, func(r rung) bool { return r.Formula == nil && r.Bound == nil })
}

// addTry records a solve. Of solves with the same program and seed it keeps the one with the longest time limit.
func (l *record) addTry(t try) {
	i := slices.IndexFunc(l.Tries, func(o try) bool { return o.Program == t.Program && o.Seed == t.Seed })
	if i < 0 {
		l.Tries = append(l.Tries, t)
		return
	}
	if t.LimitSeconds >= l.Tries[i].LimitSeconds {
		l.Tries[i] = t
	}
}

func (t *try) covered(by try) bool {
	return by.Program == t.Program && by.Seed == t.Seed && by.LimitSeconds >= t.LimitSeconds
}

// try returns the solve of a question's program with the longest time limit, among those with the
// question's seed if there is one; nil if there is none.
func (l *record) try(t question.Question) (best *try) {
	for i := range l.Tries {
		o := &l.Tries[i]
		if o.Program != t.Program.String() {
			continue
		}
		same := o.Seed == t.Seed
		if best == nil || same && best.Seed != t.Seed || same == (best.Seed == t.Seed) &&
			o.LimitSeconds > best.LimitSeconds {
			best = o
		}
	}
	return best
}

// answer returns the known answer to a question, without the packed proof, and whether that is final: it
// is proved, or within the question's gap, or a solve with its seed had as much time.
func (l *record) answer(t question.Question) (r *question.Answer, final bool) {
	r = question.NewAnswer(t)
	var f *knownFormula
	var b *knownBound
	if t.Program.Kind.CountsFeatures() {
		f, b = l.fewest(t.Program.E)
	} else {
		f, b = l.formula(t.Program.N), l.bound(t.Program.N)
	}
	l.report(r, f, b)
	try := l.try(t)
	if try != nil {
		r.Seconds, r.Engine = try.Seconds, try.Engine
	}
	exhausted := try != nil && try.Seed == t.Seed && try.LimitSeconds >= t.TimeLimit.Seconds() && !l.stale()
	return r, t.AnsweredBy(r) || exhausted
}

// fewest returns the formula with the fewest features within an error limit, and the bound above the
// limit for the most features.
func (l *record) fewest(limit float64) (f *knownFormula, b *knownBound) {
	for i := range l.Rungs {
		r := &l.Rungs[i]
		if f == nil && r.Formula.judged() && l.errorOf(r.Formula) <= limit+proof.LimitTolerance(limit)/2 {
			f = r.Formula
		}
		if r.Bound.judged() && proof.Beyond(r.Bound.Record.Bound, limit) {
			b = r.Bound
		}
	}
	return f, b
}

func (l *record) report(r *question.Answer, f *knownFormula, b *knownBound) {
	counts := r.CountsFeatures()
	bound := 0.0
	if b != nil {
		record := b.Record
		r.Proof, r.Engine, r.Seconds = &record, b.Engine, b.Seconds
		if bound = b.Record.Bound; counts {
			bound = float64(b.Record.Features + 1)
		}
		r.LowerBound = question.Number(bound)
	}
	switch {
	case counts && b != nil && b.Record.Features >= r.MostFeatures():
		r.Status, r.LowerBound = question.Infeasible, question.Number(math.NaN())
	case f != nil:
		r.AverageError, r.MaxError, r.P90Error = question.Number(f.AverageError), question.Number(f.MaxError),
			question.Number(f.P90Error)
		r.Features, r.Intercept = f.Features, f.Intercept
		if b == nil {
			r.Engine, r.Seconds = f.Engine, f.Seconds
		}
		r.SetBound(bound)
	}
}

// add keeps formula and bound of an answer, and reports which of them it kept.
func (l *record) add(r *question.Answer) (formula, bound bool) {
	found := originOf(r.Program().String(), r.Engine, r.Seconds)
	if r.Found() {
		scored := question.Scored{AverageError: float64(r.AverageError), MaxError: float64(r.MaxError),
			P90Error: float64(r.P90Error), Features: r.Features, Intercept: r.Intercept}
		formula = l.addFormula(&knownFormula{scored, proof.Judge, found})
	}
	if p := r.Proof; p != nil && p.Packed != nil {
		record := *p
		record.Packed = nil
		bound = l.addBound(&knownBound{record, proof.Judge, found})
	}
	return formula, bound
}

func originOf(program, engine string, seconds float64) origin {
	return origin{program, engine, seconds, time.Now().UTC().Format(time.RFC3339)}
}
