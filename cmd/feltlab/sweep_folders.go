package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/pipeline/sweep"
)

func (a *app) sweepStatusCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "status DIR",
		Short: "Count the results of a sweep by status",
		Long: `Counts the results in a sweep's folder by status, and prints which configuration and which
program made them and how many are missing.`,
		Example: `  feltlab sweep status results/small
  feltlab sweep status results/small --json`,
		Args: exactArgs("DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := sweep.StatusOf(args[0])
			if err != nil {
				return named(err)
			}
			if f.JSON {
				return a.printLine(s)
			}
			return s.Text(a.stdout)
		},
	}, f)
}

func (a *app) sweepCompareCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "compare DIR DIR",
		Short: "Show where the results of two sweeps differ",
		Long: `Compares two folders of results question by question: which one has the better formula
and which the better bound, where they differ, and how long both took.`,
		Example: `  feltlab sweep compare results/small results/figures
  feltlab sweep compare results/small results/figures --json`,
		Args: exactArgs("DIR", "DIR"),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := sweep.Compare(args[0], args[1])
			if err != nil {
				return named(err)
			}
			if f.JSON {
				return a.printLine(c)
			}
			if c.Both == 0 {
				return fmt.Errorf("%s and %s answer no question in common", args[0], args[1])
			}
			return c.Text(a.stdout)
		},
	}, f)
}
