package experiments

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"feltlab/model/nearest"
)

// Experiment reproduces a table or figure of a source.
type Experiment struct {
	// Name is what feltlab reproduce calls it, Short one line on what it does.
	Name, Short string
	// TimeLimit bounds each solve unless the environment says otherwise; 0 means that the
	// experiment has no solves to bound.
	TimeLimit time.Duration
	// Run computes, compares, writes the files and hands a Summary to the environment. Its
	// error is the context's after a cancellation, or wraps ErrInterrupted.
	Run func(ctx context.Context, env *Env) error
}

// All lists the experiments by name.
func All() []Experiment {
	return []Experiment{aces, worstCases, depth, figures, highsAlone, jamFolds, leduc, flopReadings, sor13, strengths, structures, table3, table4}
}

// ErrUnknown marks a name that no experiment has.
var ErrUnknown = errors.New("experiments: unknown experiment")

// Find returns the experiment of a name. The error wraps ErrUnknown and suggests the nearest.
func Find(name string) (Experiment, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return Experiment{}, fmt.Errorf("%w %q%s (there are %s)", ErrUnknown, name, nearest.Hint(name, names), strings.Join(names, ", "))
}
