package main

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) depthCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		stacksFlag
		Steps int `flag:"steps" default:"3" min:"1" help:"number of hands ahead"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "depth",
		Short: "Show how play changes from ICM to the tournament's equilibrium",
		Long: `Solves one hand for ICM values, then for the values of hands that are played for ICM
values, and so on; commercial tools call this future game simulation. The last line is
the fixed point, the solution of the whole tournament. Each step solves all states and is
kept in the cache.`,
		Example: `  feltlab jamfold depth --stacks 4500,4500,4500 --steps 3`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks, "")
			if err != nil {
				return err
			}
			rows, err := a.depth(cmd, &c, f.Steps)
			if err != nil {
				return err
			}
			return a.show(f.JSON, rows, func(w io.Writer) error { return printDepth(w, rows) })
		},
	}, f)
}

func (a *app) depth(cmd *cobra.Command, c *jamfold.Config, steps int) ([]jamfold.DepthAnswer, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	lab, err := a.lab()
	if err != nil {
		return nil, err
	}
	solved, err := a.solved(cmd, lab, c)
	if err != nil {
		return nil, err
	}
	state := solved.Game.Space.Index(stacks)
	if solved.Game.Hands[state] == nil {
		return nil, usage("heads-up states are worth the share of the chips by the rules: nothing moves")
	}
	found, err := lab.Depth(cmd.Context(), c, state, steps, a.onRound())
	if err != nil {
		return nil, err
	}
	hand := solved.Game.Hands[state]
	last := jamfold.Step{Number: jamfold.FixedPoint, Values: solved.Certificate.Values[state]}
	for at := range last.Frequencies {
		last.Frequencies[at] = solved.Profile[state].Frequency(tournament.Situation(at))
	}
	var rows []jamfold.DepthAnswer
	for _, s := range slices.Concat([]jamfold.Step{{Values: solved.Game.ICM[state]}}, found, []jamfold.Step{last}) {
		rows = append(rows, s.Answer(hand))
	}
	return rows, nil
}
