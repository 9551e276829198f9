package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

// ofTable reports whether the flags ask for a chart that the heads-up chart cannot give.
func (f *chartFlags) ofTable(cmd *cobra.Command) bool {
	if f.Players > 2 || strings.EqualFold(f.Ante, "bb") {
		return true
	}
	for _, name := range []string{"stacks", "blinds", "dead", "prizes", "others", "bounties", "future", "fix"} {
		if cmd.Flags().Changed(name) {
			return true
		}
	}
	return false
}

// questions returns the tables of a chart, with their stacks in big blinds if all players have the same.
func (f *chartFlags) questions(cmd *cobra.Command) (of []*jamfold.TableQuestion, depths []float64, err error) {
	text := f.tableFlags
	if _, err := strconv.ParseFloat(f.Ante, 64); err == nil && f.Blinds == "" {
		text.Ante += "bb" // as heads-up
	}
	by := cmd.Flags().Changed("from") || cmd.Flags().Changed("to") || cmd.Flags().Changed("step")
	switch {
	case f.Stacks != "" && by:
		return nil, nil, usage("--stacks is one table, --from, --to and --step are tables of many stacks: want one of them")
	case f.Stacks == "" && !by:
		return nil, nil, usage("--stacks is missing, such as --stacks 10bb; or --from and --to, such as --from 5 --to 12")
	case f.Stacks != "":
		stacks := f.Stacks
		if !strings.ContainsAny(stacks, ",xX") {
			stacks = sameStack(stacks, f.Players)
		}
		q, err := text.question(stacks)
		if err != nil {
			return nil, nil, usageError{err}
		}
		if seats := len(q.Table.Stacks); cmd.Flags().Changed("players") && seats != f.Players {
			return nil, nil, usage("--stacks %s: %d stacks for --players %d; want one for all, or one for each", f.Stacks, seats,
				f.Players)
		}
		return []*jamfold.TableQuestion{q}, nil, nil
	}
	d := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Step)}
	if !cmd.Flags().Changed("step") {
		d.Step = 1
	}
	if depths, err = d.List(); err != nil {
		return nil, nil, badDepths(cmd, err)
	}
	for _, depth := range depths {
		q, err := text.question(sameStack(strconv.FormatFloat(depth, 'f', -1, 64)+"bb", f.Players))
		if err != nil {
			return nil, nil, usageError{err}
		}
		of = append(of, q)
	}
	return of, depths, nil
}

// sameStack lists the same stack for each player.
func sameStack(stack string, players int) string { return fmt.Sprintf("%dx%s", players, stack) }

func (a *app) tableChart(cmd *cobra.Command, f *chartFlags) error {
	ext := strings.ToLower(filepath.Ext(f.Out))
	switch {
	case f.Out != "" && f.Out != standardOutput && ext != ".html" && ext != ".htm" && ext != ".csv":
		return usage("--out %s, want a name that ends in .html or .csv, or - for CSV on standard output", f.Out)
	case f.Out == standardOutput && f.JSON:
		return oneStream(f.Out, f.JSON)
	case f.Deck == "":
		if err := onlyFor(cmd, "quiz cards: --deck FILE", "cards", "min-difference", "max-difference"); err != nil {
			return err
		}
	case f.Low > f.High:
		return usage("--min-difference %v is above --max-difference %v", f.Low, f.High)
	}
	questions, depths, err := f.questions(cmd)
	if err != nil {
		return err
	}
	if err := errors.Join(writable(f.Out), writable(f.Deck), makeFolder(f.SVG)); err != nil {
		return err
	}
	charts, stopped := a.solveCharts(cmd.Context(), questions, f.Least)
	if len(charts) == 0 {
		return withoutAnswer(stopped)
	}
	pages := seatPages(charts)
	if depths != nil {
		depths = depths[:len(charts)]
		pages = depthPages(depths, charts)
	}
	for _, p := range pages {
		if f.SVG == "" {
			break
		}
		if err := writeSVG(f.SVG, p.file, p.figure()); err != nil {
			return err
		}
	}
	if err := f.write(a, ext, charts); err != nil {
		return err
	}
	if f.Out == standardOutput {
		return stopped
	}
	return errors.Join(a.show(f.JSON, &jamfold.ChartAnswer{Tables: charts}, func(w io.Writer) error {
		return printCharts(w, charts, depths, pages)
	}), stopped)
}

// write writes the files of charts.
func (f *chartFlags) write(a *app, ext string, charts []*jamfold.TableChart) error {
	if f.Out != "" {
		if err := a.writeTo(f.Out, func(w io.Writer) error {
			if ext == ".csv" || f.Out == standardOutput {
				return table.WriteCSV(w, jamfold.ChartColumns(charts[0].Unit), jamfold.ChartRows(charts))
			}
			return handout.WriteCharts(w, charts)
		}); err != nil {
			return err
		}
	}
	if f.Deck == "" {
		return nil
	}
	cards, err := handout.ChartDeck(charts, f.Cards, handout.Close{Low: float64(f.Low), High: float64(f.High)}, uint64(f.Seed))
	if err != nil {
		return usageError{err}
	}
	fmt.Fprintf(a.stderr, "%s: %d cards\n", f.Deck, len(cards))
	return a.writeTo(f.Deck, func(w io.Writer) error { return handout.WriteDeck(w, cards, true) })
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

// seatPages are the grids of a table.
func seatPages(charts []*jamfold.TableChart) (pages []*chartPage) {
	for _, c := range charts {
		for i := range c.Charts {
			x := &c.Charts[i]
			p := &chartPage{key: x.Verb(), file: fileOf(x), grid: draw.Grid{
				Title: fmt.Sprintf("%s: %s %s%% of hands", x.Name(), x.Verb(), table.Fixed(x.Percent, 1)),
				Note:  c.Words(), Legend: x.Verb() + ", % of the time", High: 100,
			}}
			if x.Unsolved != "" {
				p.unsolved = x.Name() + ": not solved: " + x.Unsolved
				p.grid.Title, p.grid.Legend = x.Name()+": not solved", "no value is known"
			}
			for k, row := range x.Grid {
				p.grid.Values[k] = 100 * row.Probability
			}
			pages = append(pages, p)
		}
	}
	return pages
}

// fileOf names the file of a decision, without the ending.
func fileOf(x *jamfold.SeatChart) string { return strings.ReplaceAll(x.Name(), " ", "-") }

// depthPages are the grids of the largest stacks.
func depthPages(depths []float64, charts []*jamfold.TableChart) (pages []*chartPage) {
	for _, d := range jamfold.ByDepth(depths, charts) {
		p := newChartPage(d.Verb(), d.Name()+": largest stack to "+d.Verb(), depths, decimals(depths...), d.Spans)
		p.grid.Note, p.file = charts[0].Words(), fileOf(&d.SeatChart)
		pages = append(pages, p)
	}
	return pages
}

// seatSheet lists the decisions: with complete deals, also how far these move values and ranges.
func seatSheet(c *jamfold.TableChart) *table.Sheet {
	columns := []string{"seat", "jams before", "reached, %", "plays, % of hands", "gain from here at most, %"}
	if c.Bunching != nil {
		columns = append(columns, "without folded cards", "these move jam less fold by")
	}
	t := table.NewSheet(columns...).Align("ll")
	money, _ := moneyOf(c.Unit, c.BigBlind, 0)
	for i := range c.Charts {
		x := &c.Charts[i]
		row := []string{x.Seat, strings.Join(x.Jammed, " "), table.Fixed(x.Reach, 1)}
		if x.Unsolved != "" {
			t.Add(append(append(row, "not solved"), make([]string, len(columns)-len(row)-1)...)...)
			continue
		}
		row = append(row, table.Fixed(x.Percent, 1), jamfold.AtMostPercent(x.Gain))
		if c.Bunching != nil && x.Product != nil {
			row = append(row, table.Fixed(*x.Product, 1), money(*x.Moved))
		} else if c.Bunching != nil {
			row = append(row, "all deals count", "")
		}
		t.Add(row...)
	}
	return t
}

func printCharts(w io.Writer, charts []*jamfold.TableChart, depths []float64, pages []*chartPage) error {
	for _, c := range charts {
		fmt.Fprintf(w, "%s\n%s.\n%s.\n", c.Words(), c.Certified(), c.Bunching.Note(&c.Check))
		if depths != nil {
			for i := range c.Charts {
				if x := &c.Charts[i]; x.Unsolved != "" {
					fmt.Fprintf(w, "Left out, as it is not solved here: %s.\n", x.Name())
				}
			}
			continue
		}
		fmt.Fprintln(w)
		if err := seatSheet(c).Print(w, ""); err != nil {
			return err
		}
		money, _ := moneyOf(c.Unit, c.BigBlind, 0)
		printFixed(w, c.Seats, c.Check.Fixed, money)
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
