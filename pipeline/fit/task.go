package fit

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/internal/nearest"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/solvers/lattice"
)

// Errors of package fit.
var (
	// ErrTask marks a question that cannot be asked; the message says why.
	ErrTask = errors.New("fit: bad task")
	// ErrProgram marks a formula that is none of its program.
	ErrProgram = errors.New("fit: not a formula of the program")
	// ErrNoFormula is returned by operations that need a formula where none was found.
	ErrNoFormula = errors.New("fit: no formula")
)

// Engine chooses what proves the result.
type Engine string

// The engines.
const (
	// Auto is the best there is, at present Exact.
	Auto Engine = "auto"
	// Exact is the search followed by our own proof (solvers/prove).
	Exact Engine = "exact"
	// HiGHS is the search followed by HiGHS; an error where HiGHS is missing.
	HiGHS Engine = "highs"
	// Search is greedy and exchange alone: a good formula, and the bound of the relaxation.
	Search Engine = "search"
)

// Engines are the names of the engines.
var Engines = []string{string(Auto), string(Exact), string(HiGHS), string(Search)}

// ParseEngine reads an engine's name.
func ParseEngine(s string) (Engine, error) {
	if e := strings.ToLower(s); slices.Contains(Engines, e) {
		return Engine(e), nil
	}
	return "", fmt.Errorf("%w: unknown engine %q, want %s%s", ErrTask, s, strings.Join(Engines, ", "), nearest.Hint(s, Engines))
}

// Start chooses what HiGHS begins with.
type Start string

// The starts.
const (
	// StartSearch is the formula that the search finds; the empty Start means it too.
	StartSearch Start = "search"
	// StartNone is nothing: HiGHS works alone.
	StartNone Start = "none"
)

var starts = []string{string(StartSearch), string(StartNone)}

// ParseStart reads a start's name.
func ParseStart(s string) (Start, error) {
	if name := strings.ToLower(s); slices.Contains(starts, name) {
		return Start(name), nil
	}
	return "", fmt.Errorf("%w: unknown start %q, want %s%s", ErrTask, s, strings.Join(starts, " or "), nearest.Hint(s, starts))
}

// ParseTimeLimit reads "90s", "2m" or a plain number of seconds; zero and below are errors.
func ParseTimeLimit(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		seconds, numErr := strconv.ParseFloat(s, 64)
		if numErr != nil {
			return 0, fmt.Errorf("%w: time limit %q, want seconds or a time such as 90s, 2m or 1h", ErrTask, s)
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d <= 0 {
		return 0, fmt.Errorf("%w: time limit %q is not above zero", ErrTask, s)
	}
	return d, nil
}

// Task is one question.
type Task struct {
	// Hand is a class such as AA or two cards such as AhKd; Range is the opponent's.
	Hand, Range string
	Program     regression.Program
	Formulation regression.Formulation
	Engine      Engine
	// Start is what the engine HiGHS begins with.
	Start Start
	// TimeLimit bounds search and proof together; it must be positive.
	TimeLimit time.Duration
	// Seed steers the random choices of the search and of HiGHS.
	Seed int
	// Steps asks for formulas whose weights are multiples of so many percentage points, besides
	// the one with free weights; each may take TimeLimit once more.
	Steps []int
}

// Validate reports the first thing that makes the task impossible.
func (t Task) Validate() error {
	if _, err := ranges.ParseHand(t.Hand); err != nil {
		return err
	}
	if _, err := ranges.Parse(t.Range); err != nil {
		return err
	}
	if t.TimeLimit <= 0 {
		return fmt.Errorf("%w: time limit %v is not above zero", ErrTask, t.TimeLimit)
	}
	if t.Start == StartNone && t.Engine != HiGHS {
		return fmt.Errorf("%w: start none is for the engine highs, not for %s", ErrTask, t.Engine)
	}
	for _, step := range t.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return fmt.Errorf("%w: %w", ErrTask, err)
		}
	}
	return t.Program.Validate()
}
