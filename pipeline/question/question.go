package question

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/internal/plain"
	"feltlab/model/regression"
	"feltlab/solvers/highs"
)

// ErrQuestion marks a question that cannot be asked; the message says why.
var ErrQuestion = errors.New("bad question")

// Engine chooses what proves the answer.
type Engine string

// The engines.
const (
	// Auto is the best engine there is, at present Exact.
	Auto Engine = "auto"
	// Exact searches, then proves with solvers/prove.
	Exact Engine = "exact"
	// HiGHS searches, then runs HiGHS; it is an error where HiGHS is missing.
	HiGHS Engine = "highs"
	// Search runs greedy search and exchange only; the bound is that of the relaxation.
	Search Engine = "search"
)

// Engines lists the names of the engines.
var Engines = []string{string(Auto), string(Exact), string(HiGHS), string(Search)}

// ParseEngine reads an engine's name in any case.
func ParseEngine(text string) (Engine, error) {
	name, err := parseName("engine", text, Engines)
	return Engine(name), err
}

// Start chooses the formula that HiGHS starts from.
type Start string

// The starts.
const (
	// StartSearch starts from the formula that the search finds; the empty Start means the same.
	StartSearch Start = "search"
	// StartNone starts from nothing: HiGHS works alone.
	StartNone Start = "none"
)

// ParseStart reads a start's name in any case.
func ParseStart(text string) (Start, error) {
	name, err := parseName("start", text, []string{string(StartSearch), string(StartNone)})
	return Start(name), err
}

func parseName(kind, text string, names []string) (string, error) {
	if name := strings.ToLower(text); slices.Contains(names, name) {
		return name, nil
	}
	return "", fmt.Errorf("%w: unknown %s %q, want %s%s", ErrQuestion, kind, text, plain.Either(names),
		plain.Hint(text, names))
}

// Question asks for the best formula of a program.
type Question struct {
	Subject
	Program regression.Program
	// Formulation is the integer program that the engine HiGHS solves.
	Formulation regression.Formulation
	Engine      Engine
	// Start is the formula that the engine HiGHS starts from.
	Start Start
	// TimeLimit bounds search and proof together; it must be positive.
	TimeLimit time.Duration
	// Seed seeds the random choices of the search and of HiGHS.
	Seed int
	// Gap is the part of the error, below 1, within which a bound suffices; 0 asks for the proof that no formula is
	// better.
	Gap float64
	// Settings are those of the engine HiGHS.
	highs.Settings
}

// Validate returns an error that says what makes the question impossible, or nil.
func (q Question) Validate() error {
	if err := q.Check(); err != nil {
		return err
	}
	if q.TimeLimit <= 0 {
		return fmt.Errorf("%w: time limit %v is not above zero", ErrQuestion, q.TimeLimit)
	}
	if q.Start == StartNone && q.Engine != HiGHS {
		return fmt.Errorf("%w: start none is for the engine highs, not for %s", ErrQuestion, q.Engine)
	}
	return cmp.Or(CheckQuantile(q.Subject, q.Program.Kind), q.CheckGap(), q.Settings.Validate(),
		q.Program.Validate(q.MostFeatures()))
}

// CheckQuantile returns an error if a program measures the largest error of formulas about a quantile, or nil.
func CheckQuantile(s Subject, k regression.Kind) error {
	if s.Table().Options().Quantile != "" && k.UsesMax() {
		return fmt.Errorf("%w: formulas about a quantile have the least average error (--loss average, AVGERR), not "+
			"the least largest one (%v); leave out --quantile", ErrQuestion, k)
	}
	return nil
}

// CheckGap returns an error if the question has a gap that it cannot have, or nil.
func (q Question) CheckGap() error {
	switch {
	case !(q.Gap >= 0 && q.Gap < 1):
		return fmt.Errorf("%w: a gap of %v%%, want 0 to below 100", ErrQuestion, 100*q.Gap)
	case q.Gap > 0 && q.Program.Kind.CountsFeatures():
		return fmt.Errorf("%w: a gap is a part of the error, want AVGERR or MAXERR with it, not %v",
			ErrQuestion, q.Program)
	case q.Gap > 0 && q.Engine != Auto && q.Engine != Exact:
		return fmt.Errorf("%w: a gap is for the engines auto and exact, not for %s", ErrQuestion, q.Engine)
	}
	return nil
}

// AnsweredBy reports whether an answer leaves nothing to prove: it is proved, or its bound is within the question's
// gap.
func (q Question) AnsweredBy(a *Answer) bool {
	return !a.Open() || q.Gap > 0 && float64(a.Gap) <= q.Gap
}

// String names the question for people: "AA against 22+,A2s+, AVGERR(5)".
func (q Question) String() string { return fmt.Sprintf("%v, %v", q.Subject, q.Program) }

// Key is the canonical text of subject and program, "AA; 22+,A2s+; AVGERR(5)". Questions that differ
// only in their options have the same key.
func (q Question) Key() string { return q.Subject.Key() + separator + q.Program.String() }

// MarshalText writes the canonical text with all options: "AA; 22+,A2s+; AVGERR(5); pattern; auto; search; 1m0s; seed
// 0; gap 0.2", the last part only with a gap, or with settings of HiGHS "presolve off; threads 2; tolerance 1e-09".
func (q Question) MarshalText() ([]byte, error) {
	parts := []string{q.Key(), q.Formulation.String(), string(cmp.Or(q.Engine, Auto)),
		string(cmp.Or(q.Start, StartSearch)), q.TimeLimit.String(), fmt.Sprint("seed ", q.Seed)}
	if q.Gap != 0 {
		parts = append(parts, fmt.Sprint("gap ", q.Gap))
	}
	if settings := q.Settings.String(); settings != "" {
		parts = append(parts, settings)
	}
	return []byte(strings.Join(parts, separator)), nil
}

// UnmarshalText reads what MarshalText writes.
func (q *Question) UnmarshalText(text []byte) error {
	part := strings.Split(string(text), separator)
	if len(part) < 8 {
		return fmt.Errorf("%w: %.200q has %d parts, want 8 or more: hand, range, program, formulation, engine, start, "+
			"time limit, seed, gap, settings of HiGHS", ErrQuestion, text, len(part))
	}
	var err [9]error
	q.Subject, err[0] = ParseSubject(part[0], part[1])
	q.Program, err[1] = regression.ParseProgram(part[2])
	q.Formulation, err[2] = regression.ParseFormulation(part[3])
	q.Engine, err[3] = ParseEngine(part[4])
	q.Start, err[4] = ParseStart(part[5])
	q.TimeLimit, err[5] = time.ParseDuration(part[6])
	q.Seed, err[6] = strconv.Atoi(strings.TrimPrefix(part[7], "seed "))
	q.Gap, part = 0, part[8:]
	if len(part) > 0 && strings.HasPrefix(part[0], "gap ") {
		q.Gap, err[7] = strconv.ParseFloat(strings.TrimPrefix(part[0], "gap "), 64)
		part = part[1:]
	}
	q.Settings, err[8] = highs.ParseSettings(strings.Join(part, separator))
	return errors.Join(err[:]...)
}
