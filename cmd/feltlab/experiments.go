package main

import (
	"slices"
	"strings"

	"feltlab/experiments"
	"feltlab/experiments/claims"
	"feltlab/experiments/dalpasso"
	"feltlab/experiments/ganzfried"
	"feltlab/experiments/johanson"
	"feltlab/experiments/kumar"
	"feltlab/internal/nearest"
)

// allExperiments lists the experiments of all sources by name.
func allExperiments() []experiments.Experiment {
	all := slices.Concat(claims.Experiments(), dalpasso.Experiments(), ganzfried.Experiments(), johanson.Experiments(), kumar.Experiments())
	slices.SortFunc(all, func(a, b experiments.Experiment) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// experimentOf returns the experiment with a name. Another name is a usage error, which suggests the nearest.
func experimentOf(name string) (experiments.Experiment, error) {
	var names []string
	for _, e := range allExperiments() {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return experiments.Experiment{}, usage("no experiment %q%s; the experiments are %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}
