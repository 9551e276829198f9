package ledger

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"feltlab/internal/disk"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

type record struct {
	question.SubjectKeys        // of the canonical subject
	Reading              string `json:"reading"`            // version of the columns' definitions
	Loss                 string `json:"loss"`               // average or largest
	Rungs                []rung `json:"rungs"`              // judged; by number of features: errors and bounds fall
	Unjudged             []rung `json:"unjudged,omitempty"` // read without a seal; nothing in them counts yet
	// Tries is finished solves: ended by themselves or at their time limit.
	Tries []try  `json:"tries"`
	Seal  string `json:"seal"` // sealOf the rest
}

// rung holds the best formula and the highest bound for one number of features.
type rung struct {
	Features int           `json:"features"`
	Formula  *knownFormula `json:"formula,omitempty"`
	Bound    *knownBound   `json:"bound,omitempty"`
}

type knownFormula struct {
	question.Scored
	origin
}

// knownBound is a bound with the record of its proof, whose file is next to the record.
type knownBound struct {
	prooffile.Record
	origin
}

// origin is the solve that found a formula or bound.
type origin struct {
	Program string  `json:"program"`
	Engine  string  `json:"engine"`
	Seconds float64 `json:"seconds"`
	Date    string  `json:"date"`
}

func originOf(program, engine string, seconds float64) origin {
	return origin{program, engine, seconds, time.Now().UTC().Format(time.RFC3339)}
}

// named returns an origin without an engine and time that no solve has.
func (o origin) named() origin {
	if question.CheckEngine(o.Engine, o.Seconds) != nil {
		o.Engine, o.Seconds = "", 0
	}
	return o
}

type try struct {
	Program      string  `json:"program"`
	Seed         int     `json:"seed"`
	LimitSeconds float64 `json:"limit_seconds"`
	Seconds      float64 `json:"seconds"`
	Engine       string  `json:"engine"`
}

func recordOf(q question.Question) *record {
	return &record{SubjectKeys: q.Canonical().Keys(), Reading: q.Definitions(), Loss: q.Program.Kind.Loss().String()}
}

// sealVersion changes when older records are not to be believed.
const sealVersion = "4"

// sealOf returns the SHA-256 of what a record states and of the version that judged it. A record without this seal was
// edited or damaged, or another version wrote it.
func sealOf(l *record) string {
	stated := *l
	stated.Seal = sealVersion + " " + proof.Judge
	text, err := json.Marshal(stated)
	if err != nil {
		panic(err) // a record holds numbers, texts and lists
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// readRecord reads a record; nil for a file that holds none. Without its seal nothing in it counts.
func readRecord(path string) (*record, error) {
	text, err := disk.ReadFile(path, disk.MostText)
	if errors.Is(err, disk.ErrRefused) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	l := &record{}
	if json.Unmarshal(text, l) != nil {
		return nil, nil
	}
	if sealOf(l) != l.Seal {
		l.Unjudged, l.Rungs, l.Tries = slices.Concat(l.Unjudged, l.Rungs), nil, nil
	}
	return l, nil
}

// read reads the record of a question; nil if it is damaged or of another subject, loss or reading of the features.
func read(path string, q question.Question) (*record, error) {
	l, err := readRecord(path)
	of := recordOf(q)
	if l != nil && (l.SubjectKeys != of.SubjectKeys || l.Reading != of.Reading || l.Loss != of.Loss) {
		l = nil
	}
	return l, err
}

func (l *record) errorOf(f *knownFormula) float64 {
	if l.Loss == proof.Largest.String() {
		return f.MaxError
	}
	return f.AverageError
}

// formula returns the best formula with at most n features, nil if none is known.
func (l *record) formula(n int) (best *knownFormula) {
	for _, r := range l.Rungs {
		if r.Features <= n && r.Formula != nil {
			best = r.Formula
		}
	}
	return best
}

// bound returns the highest bound for n features, nil if none is known.
func (l *record) bound(n int) *knownBound {
	for _, r := range l.Rungs {
		if r.Features >= n && r.Bound != nil {
			return r.Bound
		}
	}
	return nil
}

// fewest returns the formula with the fewest features within an error limit, and the bound above the limit for the most
// features.
func (l *record) fewest(limit float64) (f *knownFormula, b *knownBound) {
	for _, r := range l.Rungs {
		if f == nil && r.Formula != nil && l.errorOf(r.Formula) <= limit+proof.LimitTolerance(limit)/2 {
			f = r.Formula
		}
		if r.Bound != nil && proof.Beyond(r.Bound.Bound, limit) {
			b = r.Bound
		}
	}
	return f, b
}

// better reports whether a formula is better than those with as many or fewer features.
func (l *record) better(f *knownFormula) bool {
	best := l.formula(question.Count(f.Features))
	return best == nil || l.errorOf(best) > l.errorOf(f)
}

// higher reports whether a bound is higher than those for as many or more features.
func (l *record) higher(b *knownBound) bool {
	best := l.bound(b.Features)
	return best == nil || best.Bound < b.Bound
}

// add keeps a formula and a bound, each if it is not nil and better than what is known. It drops formulas that a better
// one with fewer features replaces, and bounds that a higher one for more features replaces.
func (l *record) add(f *knownFormula, b *knownBound) {
	if f != nil && l.better(f) {
		l.rung(question.Count(f.Features)).Formula = f
	}
	if b != nil && l.higher(b) {
		l.rung(b.Features).Bound = b
	}
	least, highest := math.Inf(1), math.Inf(-1)
	for i := range l.Rungs {
		up, down := &l.Rungs[i], &l.Rungs[len(l.Rungs)-1-i]
		if up.Formula != nil && l.errorOf(up.Formula) < least {
			least = l.errorOf(up.Formula)
		} else {
			up.Formula = nil
		}
		if down.Bound != nil && down.Bound.Bound > highest {
			highest = down.Bound.Bound
		} else {
			down.Bound = nil
		}
	}
	l.Rungs = slices.DeleteFunc(l.Rungs, func(r rung) bool { return r.Formula == nil && r.Bound == nil })
}

func (l *record) rung(n int) *rung {
	i, ok := slices.BinarySearchFunc(l.Rungs, n, func(r rung, n int) int { return cmp.Compare(r.Features, n) })
	if !ok {
		l.Rungs = slices.Insert(l.Rungs, i, rung{Features: n})
	}
	return &l.Rungs[i]
}

// addTry records a solve. Of solves with the same program and seed it keeps the one with the longest time limit.
func (l *record) addTry(t try) {
	i := slices.IndexFunc(l.Tries, func(o try) bool { return o.Program == t.Program && o.Seed == t.Seed })
	if i < 0 {
		l.Tries = append(l.Tries, t)
	} else if t.LimitSeconds >= l.Tries[i].LimitSeconds {
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
func (l *record) answer(q question.Question) (a *question.Answer, final bool) {
	a = question.NewAnswer(q)
	f, b := l.formula(q.Program.N), l.bound(q.Program.N)
	if a.CountsFeatures() {
		f, b = l.fewest(q.Program.E)
	}
	if f != nil {
		a.Engine, a.Seconds = f.Engine, f.Seconds
	}
	bound := 0.0
	if b != nil {
		record := b.Record
		a.Proof, a.Engine, a.Seconds = &record, b.Engine, b.Seconds
		if bound = b.Bound; a.CountsFeatures() {
			bound = float64(b.Features + 1)
		}
		a.LowerBound = question.Number(bound)
	}
	switch {
	case a.CountsFeatures() && b != nil && b.Features >= a.MostFeatures():
		a.Status, a.LowerBound = question.Infeasible, question.Number(math.NaN())
	case f != nil:
		a.SetScored(f.Scored)
		a.SetBound(bound)
	}
	try := l.try(q)
	if try != nil {
		a.Seconds, a.Engine = try.Seconds, try.Engine
	}
	exhausted := try != nil && try.Seed == q.Seed && try.LimitSeconds >= q.TimeLimit.Seconds() && len(l.Unjudged) == 0
	return a, q.AnsweredBy(a) || exhausted
}

// known returns the formula and the bound that an answer adds to a record; nil for what it does not have.
func known(a *question.Answer) (f *knownFormula, b *knownBound) {
	from := originOf(a.Program().String(), a.Engine, a.Seconds)
	if a.Found() {
		f = &knownFormula{a.Scored(), from}
	}
	if a.Proof != nil && a.Proof.Packed != nil {
		b = &knownBound{*a.Proof, from}
		b.Packed, b.File = nil, fileName(b.Features, a.Proof.Packed)
	}
	return f, b
}
