package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/postflop"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
	"feltlab/report/draw"
	solver "feltlab/solvers/postflop"
)

// fewHands is the number of hands up to which the first decision is printed hand by hand and not as grids.
const fewHands = 20

func (a *app) printSolution(out string, g *game.Postflop, v *postflop.Verdict) error {
	w := a.messages(out)
	err := table.Show(w, "", v)
	fmt.Fprintln(w)
	if len(v.First) <= fewHands {
		return errors.Join(err, firstDecision(g, v.First).Print(w, "  "))
	}
	for i, grid := range postflopGrids(g, v.First) {
		if i > 0 {
			fmt.Fprintln(w)
		}
		err = errors.Join(err, grid.Text(w))
	}
	return err
}

func firstDecision(g *game.Postflop, rows []postflop.HandRow) *table.Sheet {
	n := g.Root().Node
	header := []string{game.PostflopSeats[n.Actor], "weight", "EV", "equity %"}
	for i := range n.Actions {
		header = append(header, g.ActionName(n, i)+" %", "its EV")
	}
	t := table.NewSheet(header...).Align("lr")
	for _, r := range rows {
		cells := []string{r.Hand, table.Fixed(r.Weight, 3), table.Fixed(r.EV, 4), table.Fixed(100*r.Equity, 2)}
		for i := range r.Odds {
			cells = append(cells, table.Fixed(100*r.Odds[i], 1), table.Fixed(r.Values[i], 4))
		}
		t.Add(cells...)
	}
	return t
}

// postflopGrids shows how often each action of the first decision is played with each class of hands, in percent.
func postflopGrids(g *game.Postflop, rows []postflop.HandRow) (grids []draw.Grid) {
	n := g.Root().Node
	for i := range n.Actions {
		var sum, weight [cards.NumClasses]float64
		played, all := 0.0, 0.0
		for _, r := range rows {
			k := r.Class()
			sum[k] += r.Weight * r.Odds[i]
			weight[k] += r.Weight
			played, all = played+r.Weight*r.Odds[i], all+r.Weight
		}
		name := g.ActionName(n, i)
		grid := draw.Grid{Title: fmt.Sprintf("%s: %s %.1f%%", game.PostflopSeats[n.Actor], name, 100*played/all),
			Legend: name + ", % of the time", High: 100}
		for k := range grid.Values {
			grid.Values[k] = math.NaN()
			if weight[k] > 0 {
				grid.Values[k] = 100 * sum[k] / weight[k]
			}
		}
		grids = append(grids, grid)
	}
	return grids
}

// linesPage writes the lines of the first street as a page, or as the file that feltlab report and serve read.
func (a *app) linesPage(ctx context.Context, path string, s *solver.Solver, v *postflop.Verdict) error {
	view, err := postflop.ViewOf(context.WithoutCancel(ctx), s.Game(), s.Strategy(), v)
	if err != nil {
		return err
	}
	if filepath.Ext(path) == ".json" {
		return disk.Write(path, func(w io.Writer) error { return json.NewEncoder(w).Encode([]*postflop.View{view}) })
	}
	page, err := report.PostflopPage(report.Options{Title: v.Title(), Version: version()}, view)
	if err != nil {
		return err
	}
	return disk.Write(path, page.Write)
}

func lossPage(g *game.Postflop, v *postflop.Verdict) *report.LossPage {
	answer := &report.Response{Response: &worstcase.Response{Game: g.Name(), Opponent: v.Strategy, Unit: g.Unit(),
		Status: "exact", SeatValues: v.Best, NashConv: 2 * v.Exploitability, Exploitability: v.Exploitability}}
	answer.Losses = report.LossesOf(g, v.Losses, 1)
	note := "From " + v.Board + " on. Values are in chips, for one hand, and count the starting pot. " +
		"Best responses are exact."
	return report.NewLossPage(g, []string{note}, answer)
}
