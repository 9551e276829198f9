package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) stateCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Stacks string `flag:"stacks" required:"4500,4500,4500"`
		After  string `flag:"continuation" default:"solved" oneof:"solved,icm"`
		SVG    string `flag:"svg" help:"folder for the grids as SVG"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "state",
		Short: "Show equilibrium play at one state of a tournament",
		Long: `Prints which hands to jam at each decision and how often, the state's value to each player, and how
much a player could still gain in this hand.

The value of a hand depends on the states that follow. --continuation solved takes their values from the solution of
the whole tournament, which comes from the cache or is solved once, in minutes. --continuation icm takes their ICM
values and needs about a second. A machine's first state of three players counts their all-in equities before, in
about 40 CPU-seconds. A hand outside of a tournament is that of feltlab jamfold chart.`,
		Example: `  feltlab jamfold state --stacks 4500,4500,4500
  feltlab jamfold state --stacks 3300,1500,8700 --continuation icm --svg grids
  feltlab jamfold state --preset heads-up --stacks 3000,5000`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks)
			if err != nil {
				return err
			}
			if err := makeFolder(f.SVG); err != nil {
				return err
			}
			chart, note, err := a.state(cmd, &c, f.After)
			if err != nil {
				return err
			}
			charts := []*jamfold.TableChart{chart}
			pages := seatPages(charts)
			if err := writePages(f.SVG, pages); err != nil {
				return err
			}
			return a.show(f.JSON, &jamfold.ChartAnswer{Tables: charts}, func(w io.Writer) error {
				fmt.Fprintln(w, note)
				return printCharts(w, charts, pages, false)
			})
		},
	}, f)
}

// state returns the play at the stacks of a configuration, and what it is a part of.
func (a *app) state(cmd *cobra.Command, c *jamfold.Config, continuation string) (*jamfold.TableChart, string, error) {
	rules := &c.Rules
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, "", usageError{err}
	}
	note, values := "states that follow are worth their ICM values", tournament.Values(nil)
	if continuation == "icm" {
		values = c.ICMOfAll()
	} else {
		solved, err := a.solved(cmd, c)
		if err != nil {
			return nil, "", err
		}
		s, err := solved.At(solved.Game.Space.Index(stacks))
		if err != nil {
			return nil, "", err
		}
		if s != nil {
			return s.Chart(), fmt.Sprintf("part of the whole tournament's solution, in which no player at any state\n"+
				"gains more than $%.4f", solved.Certificate.Gain), nil
		}
		// The rules fix this state's value; its play follows from the values of its successors.
		note, values = "heads-up states are worth the share of the chips, by the rules", solved.Values
	}
	s, err := a.lab().SolveHand(cmd.Context(), c, c.HandAt(stacks, values))
	if err != nil {
		return nil, "", err
	}
	return s.Chart(), note, nil
}
