package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// Flags that several commands share: each has one name, one default and one sentence.

type jsonFlag struct {
	JSON bool `flag:"json" help:"print JSON (docs/json.md)"`
}

type seedFlag struct {
	Seed int `flag:"seed" default:"0" min:"0" help:"seed of the random choices"`
}

type freshFlag struct {
	Fresh bool `flag:"fresh" help:"start from no known results or finished work (docs/store.md)"`
}

type rangeFlag struct {
	Range rangeText `flag:"range" default:"any" complete:"ranges"`
	_     string    `help:"the opponent's range, such as RUS or \"77+, AKs\""`
}

// rangeText is the text of a range. The flag parses it once; against takes the parsed range by its text.
type rangeText string

func (r *rangeText) UnmarshalText(text []byte) error {
	*r = rangeText(text)
	_, err := ranges.ParseTyped(string(text))
	return err
}

// versus returns the parsed range.
func (r rangeText) versus() question.Against {
	a, err := question.Versus(string(r))
	if err != nil {
		panic(err) // UnmarshalText has parsed it
	}
	return a
}

type lossFlag struct {
	Loss string `flag:"loss" default:"average" oneof:"average,max" help:"error to minimize: {}"`
}

// program is the program that minimizes the error of formulas with n features.
func (f *lossFlag) program(n int) regression.Program {
	if f.Loss == "max" {
		return regression.Program{Kind: regression.MaxErr, N: n}
	}
	return regression.Program{Kind: regression.AvgErr, N: n}
}

// within is the program that minimizes the number of features of formulas within an error.
func (f *lossFlag) within(e float64) regression.Program {
	if f.Loss == "max" {
		return regression.Program{Kind: regression.FeatMaxErr, E: e}
	}
	return regression.Program{Kind: regression.FeatAvgErr, E: e}
}

type stepsFlag struct {
	Steps []int `flag:"step" help:"also solve for weights that are multiples of these percentage points, such as 5,1"`
}

type roundFlags struct {
	Steps    []float64 `flag:"step" help:"also solve for weights that are multiples of these points, such as 5,1"`
	Allowed  []float64 `flag:"allowed-weights"`
	_        string    `help:"also solve for weights out of these points and 0, such as --allowed-weights=-20,-5,5,20"`
	Positive bool      `flag:"positive" help:"no weight of a hand's formula is below 0"`
}

// weights lists the weights that the flags ask for; the first are any, or positive ones.
func (f *roundFlags) weights(table bool) ([]regression.Weights, error) {
	all, err := regression.WeightsOfLists(f.Steps, f.Allowed, f.Positive)
	for _, w := range all {
		err = cmp.Or(err, w.Check(table))
	}
	switch {
	case err == nil:
		return all, nil
	case f.Allowed != nil:
		return nil, fmt.Errorf("--step, --allowed-weights: %w", err)
	}
	return nil, fmt.Errorf("--step: %w", err)
}

type solveTimeFlag struct {
	TimeLimit time.Duration `flag:"time-limit" default:"1m"`
	_         string        `help:"time limit of each solve: seconds, or a time such as 90s or 2h"`
}

type witnessFlag struct {
	Witness string `flag:"witness" default:"simplex" oneof:"simplex,highs"`
	_       string `help:"solver that finds the dual vectors of cuts: {}"`
}

// onlyFor refuses flags that only work with something else.
func onlyFor(cmd *cobra.Command, what string, flags ...string) error {
	for _, name := range flags {
		if cmd.Flags().Changed(name) {
			return usage("--%s is for %s", name, what)
		}
	}
	return nil
}

// bigBlinds is an amount in big blinds: "7.5bb" or "7.5".
type bigBlinds float64

func (b *bigBlinds) UnmarshalText(text []byte) error {
	number, _ := strings.CutSuffix(string(text), "bb")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil {
		return errors.New("want big blinds, such as 7.5bb")
	}
	*b = bigBlinds(v)
	return nil
}
