package question

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/internal/nearest"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/solvers/lattice"
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
	return "", fmt.Errorf("%w: unknown %s %q, want %s%s", ErrQuestion, kind, text, strings.Join(names, ", "), nearest.Hint(text, names))
}

// ParseTimeLimit reads "90s", "2m" or a number of seconds. The time must be above zero.
func ParseTimeLimit(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, numErr := strconv.ParseFloat(text, 64)
		if numErr != nil {
			return 0, fmt.Errorf("%w: time limit %q, want seconds or a time such as 90s, 2m or 1h", ErrQuestion, text)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, fmt.Errorf("%w: time limit %q is not above zero", ErrQuestion, text)
	}
	return d, nil
}

// Question asks for the best formula of a program.
type Question struct {
	// Hand is a class such as AA or two cards such as AhKd; Range is the opponent's.
	Hand, Range string
	Program     regression.Program
	// Formulation is the integer program that the engine HiGHS solves.
	Formulation regression.Formulation
	Engine      Engine
	// Start is the formula that the engine HiGHS starts from.
	Start Start
	// TimeLimit bounds search and proof together; it must be positive.
	TimeLimit time.Duration
	// Seed seeds the random choices of the search and of HiGHS.
	Seed int
	// Steps, in percentage points, also asks for formulas whose weights are multiples of each step.
	// Each step may take TimeLimit once more.
	Steps []int
}

// Validate returns an error that says what makes the question impossible, or nil.
func (q Question) Validate() error {
	if _, err := ranges.ParseHand(q.Hand); err != nil {
		return err
	}
	if _, err := ranges.Parse(q.Range); err != nil {
		return err
	}
	if q.TimeLimit <= 0 {
		return fmt.Errorf("%w: time limit %v is not above zero", ErrQuestion, q.TimeLimit)
	}
	if q.Start == StartNone && q.Engine != HiGHS {
		return fmt.Errorf("%w: start none is for the engine highs, not for %s", ErrQuestion, q.Engine)
	}
	for _, step := range q.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return fmt.Errorf("%w: %w", ErrQuestion, err)
		}
	}
	return q.Program.Validate(features.Count)
}
