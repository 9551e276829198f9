package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

// chartStacks are the stacks of a table all of whose seats are charted.
type chartStacks struct {
	Stacks string `flag:"stacks" required:"6x10bb"`
}

// chartOutputs say where charts go.
type chartOutputs struct {
	Least float64 `flag:"least-reach" default:"2" min:"0" max:"100"`
	SVG   string  `flag:"svg" help:"folder for the grids as SVG"`
	Out   string  `flag:"out" file:".html,.htm,.csv,-"`
	jsonFlag
}

func (a *app) jamFoldChartCommand() *cobra.Command {
	f := &struct {
		chartStacks
		tableFlags
		chartOutputs
	}{}
	return a.stored(&cobra.Command{
		Use:   "chart",
		Short: "Print jams and calls of all seats of a table as grids",
		Long: `Solves one hand of jam or fold of two to ten players, for chips or with --prizes for prizes and
bounties, and prints how often each seat jams each hand, calls one jam, and calls several, with the most that a player
could gain by playing otherwise: each in the game from the first jam's decision on. Calls to which play hardly comes
there are marked as not solved. --out writes a page to print, in a browser also as PDF, or a table. With four and more
players the cards of those who folded are counted: "no folds" is what a seat would play without them, and "add" how
much they change the value of a jam against that of a fold, on average.

A table takes 2 to 10 CPU-seconds with 6 players, 10 to 30 with 9.`,
		Example: `  feltlab jamfold chart --stacks 2x10bb
  feltlab jamfold chart --stacks 6x10bb --prizes sng9 --ante bb \
    --out chart.html
  feltlab jamfold chart --stacks 4500,4500,4500 --blinds 300/600 --svg charts
  feltlab jamfold chart --stacks 6x12bb --opened "CO 2.2bb 22+, A2s+, KTo+"`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			q, err := f.question(f.Stacks)
			if err != nil {
				return usageError{err}
			}
			return f.chart(a, cmd.Context(), []*jamfold.TableQuestion{q}, seatPages, false)
		},
	}, f)
}

func (a *app) depthsCommand() *cobra.Command {
	f := &struct {
		Players int `flag:"players" default:"2" min:"2" max:"10" help:"number of players"`
		depthsFlags
		Every bigBlinds `flag:"every" default:"1" help:"distance of the stacks in big blinds"`
		tableFlags
		chartOutputs
	}{}
	return a.stored(&cobra.Command{
		Use:   "depths",
		Short: "Print the largest stacks to jam and to call with, of all seats of tables",
		Long: `Solves a table as feltlab jamfold chart does at every stack from --from to --to, the same for all
players. The grids show for every hand the largest stack, in big blinds, with which a seat jams or calls at least half
of the time; decisions that are not solved at every stack are left out. Below each grid are the hands that are folded
with some smaller stack.

A stack takes 2 to 10 CPU-seconds with 6 players, 10 to 30 with 9. Two players for chips: feltlab jamfold heads-up is
finer.`,
		Example: `  feltlab jamfold depths --players 4 --from 4 --to 12 --svg charts
  feltlab jamfold depths --prizes 65,35 --from 3 --to 9 --every 3`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			depths, err := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Every)}.List()
			if err != nil {
				return badDepths(cmd, err)
			}
			var questions []*jamfold.TableQuestion
			for _, depth := range depths {
				q, err := f.question(fmt.Sprintf("%dx%sbb", f.Players, strconv.FormatFloat(depth, 'f', -1, 64)))
				if err != nil {
					return usageError{err}
				}
				questions = append(questions, q)
			}
			return f.chart(a, cmd.Context(), questions, func(charts []*jamfold.TableChart) []*chartPage {
				depths := depths[:len(charts)]
				return depthPages(depths, jamfold.ByDepth(depths, charts), charts[0].Words())
			}, true)
		},
	}, f)
}

// chart solves tables and writes their charts. With brief it prints no seats.
func (f *chartOutputs) chart(
	a *app, ctx context.Context, questions []*jamfold.TableQuestion,
	pagesOf func([]*jamfold.TableChart) []*chartPage, brief bool,
) error {
	if err := makeFolder(f.SVG); err != nil {
		return err
	}
	charts, stopped := a.solveCharts(ctx, questions, f.Least)
	if len(charts) == 0 {
		return withoutAnswer(stopped)
	}
	pages := pagesOf(charts)
	if err := writePages(f.SVG, pages); err != nil {
		return err
	}
	if f.Out != "" {
		if err := a.writeTo(f.Out, func(w io.Writer) error {
			if f.Out == standardOutput || formatOf(f.Out) == "csv" {
				return table.WriteCSV(w, jamfold.ChartColumns(charts[0].Unit), jamfold.ChartRows(charts))
			}
			return handout.WriteCharts(w, charts)
		}); err != nil || f.Out == standardOutput {
			return errors.Join(err, stopped)
		}
	}
	return errors.Join(a.show(f.JSON, &jamfold.ChartAnswer{Tables: charts}, func(w io.Writer) error {
		return printCharts(w, charts, pages, brief)
	}), stopped)
}

// solveCharts solves tables one after the other. If the context ends, it returns its error with the charts so far.
func (a *app) solveCharts(
	ctx context.Context, questions []*jamfold.TableQuestion, least float64,
) (charts []*jamfold.TableChart, err error) {
	lab := a.lab()
	for i, q := range questions {
		if len(questions) > 1 {
			fmt.Fprintf(a.stderr, "stack %d of %d\n", i+1, len(questions))
		}
		s, err := lab.FirstIn(ctx, q)
		if s != nil {
			charts = append(charts, s.Chart(least))
		}
		if err != nil {
			return charts, err
		}
	}
	return charts, nil
}

// printCharts prints tables and their grids: with brief, of tables by stack, without the seats.
func printCharts(w io.Writer, charts []*jamfold.TableChart, pages []*chartPage, brief bool) error {
	for _, c := range charts {
		if !brief {
			err := table.Show(w, "", c)
			if calls := c.Calls(); len(calls) > 0 {
				fmt.Fprintln(w)
				err = errors.Join(err, table.Show(w, "What the call of one jam needs, if all behind fold", calls))
			}
			if err != nil {
				return err
			}
			continue
		}
		notes := c.Notes()
		for i := range c.Charts {
			if x := &c.Charts[i]; x.Unsolved != "" {
				notes = append(notes, fmt.Sprintf("Left out, as it is not solved here: %s", x.Name()))
			}
		}
		if err := table.Show(w, c.Title(), nil, notes...); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	for _, p := range pages {
		if p.grid.Note = ""; p.unsolved != "" {
			fmt.Fprintf(w, "%s\n\n", p.unsolved)
			continue
		}
		if err := p.text(w); err != nil {
			return err
		}
	}
	return nil
}
