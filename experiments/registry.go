package experiments

import (
	"errors"
	"fmt"
	"strings"

	"feltlab/experiments/reproduce"
	"feltlab/model/nearest"
)

// All lists the experiments by name.
func All() []reproduce.Experiment {
	return []reproduce.Experiment{aces, worstCases, depth, figures, highsAlone, jamFolds, leduc, flopReadings, sor13, strengths, structures, table3, table4}
}

// ErrUnknown marks a name that no experiment has.
var ErrUnknown = errors.New("experiments: unknown experiment")

// Find returns the experiment of a name. The error wraps ErrUnknown and suggests the nearest.
func Find(name string) (reproduce.Experiment, error) {
	var names []string
	for _, e := range All() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return reproduce.Experiment{}, fmt.Errorf("%w %q%s (there are %s)", ErrUnknown, name, nearest.Hint(name, names), strings.Join(names, ", "))
}
