package main

import (
	"github.com/spf13/cobra"
	"io"

	"feltlab/pipeline/jamfold"
)

func (a *app) headsUpCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "heads-up",
		Short: "Solve a heads-up tournament; show that no ranking of hands fits it",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of Miltersen &
Sorensen (2007): 8,000 chips, blinds 300/600. Prints how often the blinds jam and call,
how close the probability to win is to the share of the chips, and pairs of hands that no
ranking orders: the small blind jams only the first at some stacks and only the second at
others. feltlab jamfold chart prints jams and calls by stack.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			if f.Config == "" {
				if c, err = jamfold.HeadsUp(&c, cmd.Flags().Changed); err != nil {
					return usageError{err}
				}
			}
			if c.Players != 2 {
				return usage("%s is a tournament of %d players, want 2", f.Config, c.Players)
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
			return a.show(f.JSON, answer, func(w io.Writer) error { return printHeadsUp(w, answer) })
		},
	}, f)
}
