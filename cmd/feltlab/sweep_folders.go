package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/pipeline/sweep"
)

func (a *app) sweepStatusCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status DIR",
		Short: "Say what the results of a sweep hold",
		Long: `Counts the results in a sweep's folder by how far they came, and says what made them and
whether some are missing.`,
		Example: `  feltlab sweep status results/small
  feltlab sweep status results/small --json`,
		Args: exactArgs("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := sweep.StatusOf(args[0])
			if err != nil {
				return named(err)
			}
			if asJSON {
				return a.printLine(s)
			}
			return s.Text(a.stdout)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

func (a *app) sweepCompareCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "compare DIR DIR",
		Short: "Show where the results of two sweeps differ",
		Long: `Sets the results of two folders side by side, question by question: which one has the better
formula and which the better bound, as far as they differ, and how long both took.`,
		Example: `  feltlab sweep compare results/small results/figures
  feltlab sweep compare results/small results/figures --json`,
		Args: exactArgs("DIR", "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := sweep.Compare(args[0], args[1])
			if err != nil {
				return named(err)
			}
			if asJSON {
				return a.printLine(c)
			}
			if c.Both == 0 {
				return fmt.Errorf("%s and %s answer no question in common", args[0], args[1])
			}
			return c.Text(a.stdout)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}
