package ganzfried

import (
	"errors"
	"fmt"
	"strings"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/report/draw"
	"feltlab/solvers/jamfold/stochastic"
)

func writeJamFold(env *experiments.Env, models []*model, s *summary) error {
	files := map[string]*table.Sheet{
		"cells": cellTable(models), "tables": s.matchTable(), "table2": s.frequencyTable(),
		"icm": s.icmTable(), "karlson-sklansky": s.rankingTable(), "reversals": s.reversalTable(),
	}
	var written error
	for name, t := range files {
		written = errors.Join(written, env.Write("jamfold/"+name+".csv", t.CSV))
	}
	return errors.Join(written, env.WritePage(pages, "jamfold", struct {
		Certificates, Frequencies, Tables, Totals, ICM, Modes, Rankings, Reversals, Mixing *table.Sheet

		HeadsUpDeviation float64
		ReversalCount    int
	}{
		s.certificateTable(), files["table2"], files["tables"], s.Totals(), files["icm"], modesTable(models[0]),
		files["karlson-sklansky"], files["reversals"], s.mixingTable(), s.HeadsUpDeviation, s.reversalCount,
	}))
}

func cellTable(models []*model) *table.Sheet {
	t := table.NewSheet("table", "shows", "hand", "published_percent", "default_percent", "paper_percent")
	tables := published.JamFoldTables()
	for i := range tables {
		p := &tables[i]
		for k := range cards.Class(cards.NumClasses) {
			ours := experiments.Map(models, func(m *model) string { return fmt.Sprintf("%.1f", 100*m.ours(p)[k]) })
			row := []string{fmt.Sprint(p.Number), p.Label(), k.String(), fmt.Sprint(p.JamPercent[k])}
			t.Add(append(row, ours...)...)
		}
	}
	return t
}

func (s *summary) matchTable() *table.Sheet {
	t := table.NewSheet("table", "shows", "model", "same side of 50%", "within 5 points", "identical", "of",
		"on the other side")
	for _, m := range s.Tables {
		t.Addf("%d\t%s\t%s\t%d\t%d\t%d\t%d\t%s", m.Table, m.Shows, m.Preset, m.SameSide, m.Within5, m.Identical, m.Of,
			strings.Join(m.Apart, " "))
	}
	return t
}

func fourDecimals(x float64) string { return fmt.Sprintf("%.4f", x) }

// Totals adds up the tables of the tournament and those of the cash game.
func (s *summary) Totals() *table.Sheet {
	t := table.NewSheet("tables", "model", "same side of 50%", "within 5 points", "identical", "of")
	for _, group := range []struct {
		name      string
		from, end int
	}{{"3", 3, 3}, {"5 to 10, tournament", 5, 10}, {"11 to 16, cash", 11, 16}} {
		for _, preset := range presets {
			var sum match
			for _, m := range s.Tables {
				if m.Preset == preset && m.Table >= group.from && m.Table <= group.end {
					sum.SameSide, sum.Within5 = sum.SameSide+m.SameSide, sum.Within5+m.Within5
					sum.Identical, sum.Of = sum.Identical+m.Identical, sum.Of+m.Of
				}
			}
			t.Addf("%s\t%s\t%d\t%d\t%d\t%d", group.name, preset, sum.SameSide, sum.Within5, sum.Identical, sum.Of)
		}
	}
	return t
}

func (s *summary) certificateTable() *table.Sheet {
	t := table.NewSheet("model", "largest gain, $", "mean gain, $", "rounds")
	for _, c := range s.Certificates {
		t.Addf("%s\t%.5f\t%.6f\t%d", c.Preset, c.GainDollars, c.MeanDollars, c.Rounds)
	}
	return t
}

func (s *summary) frequencyTable() *table.Sheet {
	t := table.NewSheet(append([]string{"mode", "situation", "published"}, presets...)...)
	for _, r := range s.Frequencies {
		ours := experiments.Map(presets, func(preset string) string { return fourDecimals(r.Ours[preset]) })
		t.Add(append([]string{r.Mode, r.Situation, fmt.Sprintf("%.3f", r.Published)}, ours...)...)
	}
	return t
}

func (s *summary) icmTable() *table.Sheet {
	study := published.JamFoldICM()
	row := func(name, theirs string, ours func(i icmStudy) string) []string {
		return append([]string{name, theirs}, experiments.Map(s.ICM, ours)...)
	}
	t := table.NewSheet(row("", "published", func(i icmStudy) string { return i.Preset })...)
	add := func(name, theirs string, ours func(i icmStudy) string) { t.Add(row(name, theirs, ours)...) }
	add("mean, $", fourDecimals(study.Mean), func(i icmStudy) string { return fourDecimals(i.Mean) })
	add("largest, $", fmt.Sprintf("%.2f", study.Largest),
		func(i icmStudy) string { return fmt.Sprintf("%.3f", i.Largest) })
	add("at stacks", fmt.Sprint(study.LargestAt), func(i icmStudy) string { return fmt.Sprint(i.LargestAt) })
	at := fmt.Sprint(" at ", study.LargestAt)
	add("ICM"+at, fmt.Sprint(study.ICM), func(i icmStudy) string { return fmt.Sprintf("%.3f", i.ICM) })
	add("values"+at, fmt.Sprint(study.Values), func(i icmStudy) string { return fmt.Sprintf("%.3f", i.Values) })
	for bin, n := range study.Counts {
		name := fmt.Sprintf("%v to %v", study.Edges[bin], study.Edges[bin+1])
		add(name, fmt.Sprint(n), func(i icmStudy) string { return fmt.Sprint(i.Counts[bin]) })
	}
	return t
}

func (s *summary) rankingTable() *table.Sheet {
	t := table.NewSheet("mode", "situation", "hands jammed", "against the ranking", "which")
	for _, r := range s.Rankings {
		t.Addf("%s\t%s\t%d\t%d\t%s", r.Mode, r.Situation, r.Jammed, len(r.Against), strings.Join(r.Against, " "))
	}
	return t
}

func (s *summary) reversalTable() *table.Sheet {
	t := table.NewSheet("first", "second", "only the first is jammed at", "only the second at", "margin")
	for _, r := range s.Reversals {
		t.Addf("%s\t%s\t%v\t%v\t%.5f", r.First, r.Second, r.OnlyFirst, r.OnlySecond, r.MarginShare)
	}
	return t
}

func (s *summary) mixingTable() *table.Sheet {
	t := table.NewSheet("model", "decisions", "mixed (1% to 99%)", "share")
	for _, m := range s.Mixing {
		t.Addf("%s\t%d\t%d\t%.3f%%", m.Preset, m.Decisions, m.Mixed, 100*float64(m.Mixed)/float64(m.Decisions))
	}
	return t
}

func modesTable(m *model) *table.Sheet {
	t := table.NewSheet("situation", "tournament", "cash", "hands jammed only in the tournament",
		"only in the cash game")
	tour := m.equal(published.Tournament)
	for _, at := range situations {
		onlyTour, onlyCash := 0, 0
		jams, cash := &tour[at.Node()], &m.cash.Strategy[at.Node()]
		for k := range cards.NumClasses {
			a, b := jams[k] >= 0.5, cash[k] >= 0.5
			switch {
			case a && !b:
				onlyTour++
			case b && !a:
				onlyCash++
			}
		}
		t.Addf("%v\t%.3f\t%.3f\t%d\t%d", at.Name(tournament.NumSeats), stochastic.Share(jams), stochastic.Share(cash), onlyTour, onlyCash)
	}
	return t
}

func drawJamFold(env *experiments.Env, models []*model, s *summary) error {
	tables := published.JamFoldTables()
	for i := range tables {
		p := &tables[i]
		for _, m := range models {
			if err := env.Draw(fmt.Sprintf("jamfold/table-%d-%s", p.Number, m.preset), m.grid(p)); err != nil {
				return err
			}
		}
	}
	return env.Draw("jamfold/icm", s.ICM[len(s.ICM)-1].histogram())
}

func (m *model) grid(p *published.JamFoldTable) draw.Grid {
	g := draw.Grid{
		Title:  fmt.Sprintf("Table %d: %s", p.Number, p.Situation.Words(tournament.NumSeats)),
		Note:   fmt.Sprintf("%v, %s; model %s", p.Mode, tournament.Stacks(p.Stacks).Words(1), m.preset),
		Legend: p.Situation.Verb() + ", % of the time", High: 100,
	}
	for k, x := range m.ours(p) {
		g.Values[k] = 100 * x
	}
	return g
}

func (i *icmStudy) histogram() draw.Histogram {
	study := published.JamFoldICM()
	return draw.Histogram{
		Title: "How far equilibrium values are from ICM", X: draw.Axis{Label: "difference, $"},
		Y: draw.Axis{Label: "states and players per $0.10 of difference"}, Per: 0.1,
		Edges: study.Edges, Counts: i.Counts, Name: "ours, " +
			i.Preset, Reference: study.Counts, ReferenceName: "published",
	}
}
