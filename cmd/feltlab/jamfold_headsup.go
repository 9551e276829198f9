package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/pipeline/jamfold"
)

// depthsFlags are stacks of tables on which all players have the same.
type depthsFlags struct {
	From bigBlinds `flag:"from" default:"2" help:"smallest stack in big blinds"`
	To   bigBlinds `flag:"to" default:"25" help:"largest stack in big blinds"`
}

func (a *app) headsUpCommand() *cobra.Command {
	f := &struct {
		depthsFlags
		Every bigBlinds `flag:"every" default:"0.1" help:"distance of the stacks in big blinds"`
		Ante  bigBlinds `flag:"ante" default:"0" help:"ante of both players in big blinds"`
		SVG   string    `flag:"svg" help:"folder for the grids as SVG"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "heads-up",
		Short: "Chart jams and calls of two players for chips by stack",
		Long: `Solves one hand of jam or fold for chips at every stack from --from to --to. Prints for every hand the
largest stack, in big blinds, with which the small blind jams, and with which the big blind calls a jam, at least half
of the time in the equilibrium. Both players have the same stack; with unequal stacks use the smaller. The small blind
is half a big blind.

Below the grid are the hands for which a fold is better, by 0.02 big blinds or more, with some smaller stack, and the
most that any hand would gain by playing otherwise. --json has the stacks with which a hand is always played, and
those with which it mixes, with its least and largest probability in all equilibria. The answer is kept in the cache;
the first time it takes about ten seconds.

One stack, prizes or bounties: feltlab jamfold chart --stacks 2x10bb. A tournament of two: feltlab jamfold tournament
--preset heads-up.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --to 15 --every 0.5 --ante 0.125 --svg charts`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Every), Ante: float64(f.Ante)}
			if err := makeFolder(f.SVG); err != nil {
				return err
			}
			chart, err := a.lab().Chart(cmd.Context(), d)
			if errors.Is(err, jamfold.ErrDepths) {
				return badDepths(cmd, err)
			}
			if err != nil {
				return err
			}
			pages := chartPages(d, chart)
			if err := writePages(f.SVG, pages); err != nil {
				return err
			}
			return a.show(f.JSON, chart.Answer(d), func(w io.Writer) error {
				if err := errors.Join(pages[0].text(w), pages[1].text(w)); err != nil {
					return err
				}
				_, err := fmt.Fprintf(w, "No hand gains more than %.1g big blinds by playing otherwise, at any "+
					"stack.\n", chart.Regret)
				return err
			})
		},
	}, f)
}

// badDepths names the flags of depths that were given.
func badDepths(cmd *cobra.Command, err error) error {
	var given []string
	for _, name := range []string{"from", "to", "every", "ante"} {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name+" "+cmd.Flags().Lookup(name).Value.String())
		}
	}
	return usage("%s: %w", strings.Join(given, ", "), err)
}

// chartPages are the grids of a chart by depth: of jams, and of calls.
func chartPages(d jamfold.Depths, c *jamfold.Chart) []*chartPage {
	note := fmt.Sprintf("heads-up, blinds 0.5/1, stacks %v to %v big blinds in steps of %v", d.From, d.To, d.Step)
	if d.Ante > 0 {
		note += fmt.Sprintf(", ante %v", d.Ante)
	}
	pages := depthPages(c.BigBlinds, c.Decisions(), note)
	for _, p := range pages {
		p.file = p.key
	}
	return pages
}
