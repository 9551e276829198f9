package main

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/model/ranges"
	"feltlab/pipeline/question"
)

// Flags that several commands share: each has one name, one default and one sentence.

type jsonFlag struct {
	JSON bool `flag:"json" help:"print JSON (docs/json.md)"`
}

type seedFlag struct {
	Seed int `flag:"seed" default:"0" min:"0"`
}

type freshFlag struct {
	Fresh bool `flag:"fresh"`
}

type rangeFlag struct {
	Range rangeText `flag:"range" default:"any" complete:"ranges"`
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

type solveTimeFlag struct {
	TimeLimit time.Duration `flag:"time-limit" default:"1m"`
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
