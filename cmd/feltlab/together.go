package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/matrix"
	"feltlab/internal/progress"
	"feltlab/model/ranges"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// togetherFlags ask for something else than a formula for each hand's equity.
type togetherFlags struct {
	Together bool            `flag:"together"`
	_        string          `help:"one formula for all hands of --hand, such as 22-TT or any"`
	Estimate matrix.Estimate `flag:"estimate" oneof:"equity,ahead,win"`
	_        string          `help:"what formulas estimate: {} (docs/together.md)"`
}

// subjects returns the subject of each hand against the range on a street, or of all hands together.
func (f *togetherFlags) subjects(hands []string, r rangeText, own *setFlag, on streetFlag) ([]question.Subject, error) {
	set, err := own.setFor(on.Street)
	if err != nil {
		return nil, err
	}
	if f.Together {
		together, err := ranges.ParseTyped(strings.Join(hands, ","))
		if err != nil {
			return nil, usage("--hand: %w", err)
		}
		s, err := question.TogetherAgainst(together, string(r), set)
		return []question.Subject{s.Estimating(f.Estimate)}, err
	}
	var all []question.Subject
	for i, text := range hands {
		if slices.Contains(hands[:i], text) {
			return nil, usage("--hand %q: %[1]s is named twice", text)
		}
		h, err := ranges.ParseHand(text)
		if err != nil {
			return nil, usage("--hand %s: %w; --together takes a set of hands, for one formula", text, err)
		}
		all = append(all, r.against(h).On(on.Street).By(set).Estimating(f.Estimate))
	}
	return all, nil
}

// check refuses flags that are for single hands next to --together.
func (f *togetherFlags) check(cmd *cobra.Command, single ...string) error {
	for _, name := range single {
		if f.Together && cmd.Flags().Changed(name) {
			return usage("--%s is for single hands; leave out --together", name)
		}
	}
	return nil
}

// solver returns a solver that shows a bar while it counts the flops of hands together.
func (a *app) solver(kept *store.Store) *fit.Solver {
	s := fit.NewSolver(kept, 0)
	s.Instances.Counting = func(of question.Subject) (step func(done, total int), end func()) {
		bar := progress.Start(a.stderr, fmt.Sprintf("flops of %v", of), 1)
		return bar.Of, bar.Close
	}
	return s
}
