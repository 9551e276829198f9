package main

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

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

// setFlag names a file with features of the user's own.
type setFlag struct {
	Set string `flag:"feature-set"`
}

// versus is the opponent's range, as a flag.
type versus struct{ question.Against }

// UnmarshalText reads a range as a person types it.
func (v *versus) UnmarshalText(text []byte) (err error) {
	v.Against, err = question.Versus(string(text))
	return err
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
