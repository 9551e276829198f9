package main

import (
	"github.com/spf13/cobra"

	"feltlab/pipeline/jamfold"
)

func (a *app) headsUpCommand() *cobra.Command {
	var f jamFoldFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "heads-up",
		Short: "Solve a heads-up tournament; show that no ranking of hands fits",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of
Miltersen & Sorensen (2007): 8,000 chips, blinds 300/600. Shows jam and call
frequencies, how near the probability to win is to the share of the chips, and
pairs of hands of which the small blind jams only the one at some stacks and
only the other at others. For a chart of jams and calls by depth see
feltlab jamfold chart.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd)
			if err != nil {
				return err
			}
			if f.config == "" {
				if c, err = jamfold.HeadsUp(&c, cmd.Flags().Changed); err != nil {
					return usageError{err}
				}
			}
			if c.Players != 2 {
				return usage("%s is a tournament of %d players, want 2", f.config, c.Players)
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				return err
			}
			answer := s.HeadsUpAnswer()
			if asJSON {
				return a.printJSON(answer)
			}
			return printHeadsUp(a.stdout, answer)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print frequencies and values of all states as JSON")
	return cmd
}
