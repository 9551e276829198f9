package main

import (
	"errors"
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

// handTexts are hands as the user typed them: each for itself, or with --together a set in the syntax of ranges.
type handTexts []string

// UnmarshalText adds hands. It refuses what is neither a list of hands nor a range.
func (t *handTexts) UnmarshalText(text []byte) error {
	var hands []ranges.Hand
	err := addHands(&hands, string(text))
	if err != nil {
		if _, bad := ranges.ParseTyped(string(text)); bad != nil {
			return err
		}
	}
	for _, h := range hands {
		if err == nil && slices.Contains(*t, h.Text) {
			return errors.New(h.Text + " is named twice")
		}
	}
	if err != nil {
		*t = append(*t, string(text))
		return nil
	}
	for _, h := range hands {
		*t = append(*t, h.Text)
	}
	return nil
}

// togetherFlags ask for something else than a formula for each hand's equity.
type togetherFlags struct {
	Together bool            `flag:"together"`
	_        string          `help:"one formula for all hands of --hand, such as 22-TT or any"`
	Estimate matrix.Estimate `flag:"estimate" oneof:"equity,ahead,win"`
	_        string          `help:"what formulas estimate: {} (docs/together.md)"`
}

// subjects returns the subject of each hand against the range on a street, or of all hands together.
func (f *togetherFlags) subjects(hands handTexts, r rangeText, own *setFlag, on streetFlag) ([]question.Subject, error) {
	a, err := own.about(r, on)
	if err != nil {
		return nil, err
	}
	a.Estimate = f.Estimate
	if f.Together {
		together, err := ranges.ParseTyped(strings.Join(hands, ","))
		if err != nil {
			return nil, usage("--hand: %w", err)
		}
		s, err := question.Together(together, a)
		return []question.Subject{s}, err
	}
	var all []question.Subject
	for _, text := range hands {
		h, err := ranges.ParseHand(text)
		if err != nil {
			return nil, usage("--hand %s: %w; --together takes a set of hands, for one formula", text, err)
		}
		all = append(all, question.Subject{Source: question.Hand{Hand: h, Against: a}})
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
