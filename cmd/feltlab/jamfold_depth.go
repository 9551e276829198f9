package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/equilibrium"
	"feltlab/solvers/jamfold"
)

// depthRow is a line of jamfold depth: steps 0 is ICM without play, -1 the fixed point.
type depthRow struct {
	Steps       int                `json:"steps"`
	Frequencies map[string]float64 `json:"frequencies,omitempty"`
	Values      []float64          `json:"values"`
}

// fixedPoint is the number of steps of the tournament's solution.
const fixedPoint = -1

func (a *app) depthCommand() *cobra.Command {
	var f jamFoldFlags
	var steps int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "depth",
		Short: "Show how an answer moves from ICM to the tournament's equilibrium",
		Long: `Plays one hand for ICM values, then for the values of hands played for ICM values, and so
on: what commercial tools call future game simulation. The last line is the fixed point, the
whole tournament's solution. Each step solves all states and is kept in the cache.`,
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
			a.printDepth(rows)
			return nil
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.stacks, "stacks", "", "chips of button, small blind and big blind")
	cmd.Flags().IntVar(&steps, "steps", 3, "hands ahead")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list of steps, frequencies and values")
	return cmd
}

func (a *app) depth(cmd *cobra.Command, c *equilibrium.Config, steps int) ([]depthRow, error) {
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
	found, err := lab.Depth(cmd.Context(), c, state, steps, func(r jamfold.Round) { a.logRound(r) })
	if err != nil {
		return nil, err
	}
	icm := solved.Game.ICM[state]
	rows := []depthRow{{Values: icm[:]}}
	for _, s := range found {
		rows = append(rows, depthRow{s.Number, frequencyMap(s.Frequencies), s.Values[:]})
	}
	var last [tournament.NumSituations]float64
	for at := range last {
		last[at] = solved.Profile[state].Frequency(tournament.Situation(at))
	}
	values := solved.Certificate.Values[state]
	return append(rows, depthRow{fixedPoint, frequencyMap(last), values[:]}), nil
}

func frequencyMap(f [tournament.NumSituations]float64) map[string]float64 {
	m := map[string]float64{}
	for at, x := range f {
		m[tournament.Situation(at).String()] = x
	}
	return m
}

func (a *app) printDepth(rows []depthRow) {
	fmt.Fprintf(a.stdout, "%-12s", "steps")
	for at := range tournament.Situation(tournament.NumSituations) {
		fmt.Fprintf(a.stdout, "%13v", at)
	}
	fmt.Fprintf(a.stdout, "%9s%9s%9s\n", "BTN $", "SB $", "BB $")
	for _, r := range rows {
		name := fmt.Sprint(r.Steps)
		switch r.Steps {
		case 0:
			name = "ICM"
		case fixedPoint:
			name = "equilibrium"
		}
		fmt.Fprintf(a.stdout, "%-12s", name)
		for at := range tournament.Situation(tournament.NumSituations) {
			if r.Frequencies == nil {
				fmt.Fprintf(a.stdout, "%13s", "")
				continue
			}
			fmt.Fprintf(a.stdout, "%12.2f%%", 100*r.Frequencies[at.String()])
		}
		for _, v := range r.Values {
			fmt.Fprintf(a.stdout, "%9.4f", v)
		}
		fmt.Fprintln(a.stdout)
	}
}
