package main

import (
	"slices"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) depthCommand() *cobra.Command {
	var f jamFoldFlags
	var steps int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "depth",
		Short: "Show how an answer moves from ICM to the tournament's equilibrium",
		Long: `Plays one hand for ICM values, then for the values of hands played for ICM
values, and so on: what commercial tools call future game simulation. The last
line is the fixed point, the whole tournament's solution. Each step solves all
states and is kept in the cache.`,
		Example: `  feltlab jamfold depth --stacks 4500,4500,4500 --steps 3`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			switch {
			case err != nil:
				return err
			case len(c.Stacks) == 0:
				return usage("--stacks is missing, as in --stacks 4500,4500,4500")
			case steps < 1:
				return usage("--steps is %d, want at least 1", steps)
			}
			rows, err := a.depth(cmd, &c, steps)
			if err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(rows)
			}
			return printDepth(a.stdout, rows)
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.stacks, "stacks", "", "of button, small blind and big blind, as in 4500,4500,4500 or 8bb,10bb,12bb")
	cmd.Flags().IntVar(&steps, "steps", 3, "hands ahead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list of steps with frequencies and values as JSON")
	return cmd
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
