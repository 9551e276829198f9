package experiments

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/experiments/claims"
	"feltlab/experiments/dalpasso"
	"feltlab/experiments/ganzfried"
	"feltlab/experiments/johanson"
	"feltlab/experiments/kumar"
	"feltlab/internal/nearest"
	"feltlab/report/reproduce"
)

// All lists the experiments of all sources by name.
func All() []reproduce.Experiment {
	all := slices.Concat(claims.Experiments(), dalpasso.Experiments(), ganzfried.Experiments(), johanson.Experiments(), kumar.Experiments())
	slices.SortFunc(all, func(a, b reproduce.Experiment) int { return strings.Compare(a.Name, b.Name) })
	return all
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
