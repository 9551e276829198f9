package multiway

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

func (s *summary) write(env *experiments.Env) error {
	return errors.Join(
		env.Write("multiway/decisions.csv", s.decisions().CSV),
		env.Write("multiway/charts.json", s.charts),
		env.Draw("multiway/percentages", s.scatter()),
		env.Draw("multiway/regret", s.regret()),
		env.WritePage(pages, "multiway", s))
}

// charts writes the tables of HoldemResources' calculator for feltlab report.
func (s *summary) charts(w io.Writer) error {
	var a jamfold.ChartAnswer
	for i := range s.Spots {
		if x := &s.Spots[i]; x.chart != nil && strings.HasPrefix(x.Tool, "HoldemResources") {
			a.Tables = append(a.Tables, x.chart)
		}
	}
	return json.NewEncoder(w).Encode(a)
}

// Reason says why printed and our play differ.
func (s *spot) Reason() string { return reasons[s.Name] }

// slug makes the fragment of a heading in Markdown.
func slug(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(heading))
}

// host returns the host of an address.
func host(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// CheckDeals is the number of deals of a check, at most.
func (s *summary) CheckDeals() int { return deals }

// fixed writes a number; nothing for none.
func fixed[N ~float64](x N, decimals int) string {
	if math.IsNaN(float64(x)) {
		return ""
	}
	return table.Fixed(float64(x), decimals)
}

// number writes a number with one decimal; ? for none.
func number(x any) string {
	v, ok := x.(question.Number)
	if !ok {
		v = question.Number(x.(float64))
	}
	if v.Missing() {
		return "?"
	}
	return fixed(v, 1)
}

// decisions lists all decisions.
func (s *summary) decisions() *table.Sheet {
	t := table.NewSheet("table", "seat", "jammed", "printed_percent", "ours_percent", "product_percent", "differ_percent",
		"printed_loses_bigblinds_per_100", "ours_loses_bigblinds_per_100", "printed_range", "our_range")
	for i := range s.Spots {
		for k, d := range s.Spots[i].Decisions {
			t.Add(s.Spots[i].Name, d.Seat, d.After, fixed(d.Printed, 1), fixed(d.Ours, 1), fixed(d.Product, 1),
				fixed(d.Differ, 1), fixed(d.Loses, 3), fixed(d.OursLoses, 3), s.Spots[i].Lines[k].Range, d.OurRange)
		}
	}
	return t
}

// Sheet lists the decisions of a table for its part of the page.
func (s *spot) Sheet() *table.Sheet {
	t := table.NewSheet("seat", "after", "printed, %", "ours, %", "by the product, %", "other hands, %", "printed range loses", "ours loses").
		Align("ll")
	for _, d := range s.Decisions {
		t.Add(d.Seat, d.After, fixed(d.Printed, 1), fixed(d.Ours, 1), fixed(d.Product, 1), fixed(d.Differ, 1),
			fixed(d.Loses, 2), fixed(d.OursLoses, 2))
	}
	return t
}

// Verdicts says of single hands whether the page and ours agree.
func (s *spot) Verdicts() string {
	named := 0
	var wrong []string
	for _, d := range s.Decisions {
		named += d.Named
		for _, w := range d.Wrong {
			wrong = append(wrong, d.Seat+" "+w)
		}
	}
	switch {
	case named == 0:
		return ""
	case len(wrong) == 0:
		return fmt.Sprintf("Ours agrees about all %d hands that the page names.", named)
	}
	return fmt.Sprintf("Ours agrees about %d of %d hands that the page names; not about %s.", named-len(wrong), named,
		strings.Join(wrong, ", "))
}

// Overview is one line a table.
func (s *summary) Overview() *table.Sheet {
	t := table.NewSheet("table", "decisions", "largest difference, points", "most that a printed range loses", "gain on the deals", "at most").
		Align("l")
	for i := range s.Spots {
		x := &s.Spots[i]
		most, loses := math.NaN(), math.NaN()
		for _, d := range x.Decisions {
			if by := math.Abs(float64(d.Printed) - d.Ours); !math.IsNaN(by) && !(by < most) {
				most = by
			}
			if !d.Loses.Missing() && !(float64(d.Loses) < loses) {
				loses = float64(d.Loses)
			}
		}
		unit := "of the prizes"
		if x.Prizes == "" {
			unit = "of a big blind"
		}
		t.Add(fmt.Sprintf("[%s](#%s)", x.Name, slug(x.Name)), fmt.Sprint(len(x.Decisions)), fixed(most, 1), fixed(loses, 2),
			fixed(100*x.OnDeals, 3)+"% "+unit, fixed(100*x.Limit, 3)+"%")
	}
	return t
}

// Bunched lists how far cards of folded hands move the tables of four and more players: of the printed decisions the
// one that moves most, and the largest move of any decision to which play comes in 1% of hands or more.
func (s *summary) Bunched() *table.Sheet {
	t := table.NewSheet("table", "decision", "by the product, %", "ours, %", "largest move of a range, points").Align("ll")
	for i := range s.Spots {
		x := &s.Spots[i]
		if x.bunched == nil {
			continue
		}
		most := x.Decisions[0]
		for _, d := range x.Decisions {
			if math.Abs(d.Ours-float64(d.Product)) > math.Abs(most.Ours-float64(most.Product)) {
				most = d
			}
		}
		name := most.Seat
		if most.After != "" {
			name += " after " + most.After
		}
		t.Add(x.Name, name, fixed(most.Product, 1), fixed(most.Ours, 1), fixed(x.bunched.Range, 1))
	}
	return t
}

// scatter shows printed percentages against ours.
func (s *summary) scatter() draw.Chart {
	same := draw.Series{Name: "the same", Style: draw.Trend, Points: []draw.Point{{X: 0, Y: 0}, {X: 100, Y: 100}}}
	chips := draw.Series{Name: "for chips", Style: draw.Points}
	prizes := draw.Series{Name: "for prizes", Style: draw.Points}
	for i := range s.Spots {
		for _, d := range s.Spots[i].Decisions {
			to := &prizes
			if s.Spots[i].Prizes == "" {
				to = &chips
			}
			if !d.Printed.Missing() {
				to.Points = append(to.Points, draw.Point{X: float64(d.Printed), Y: d.Ours})
			}
		}
	}
	return draw.Chart{
		Title: "How many hands are played", X: draw.Axis{Label: "printed, % of hands", High: 100},
		Y: draw.Axis{Label: "ours, % of hands", High: 100}, LegendLeft: true, Series: []draw.Series{same, chips, prizes},
	}
}

// Button and SmallBlind are the mean changes of the study of six-player tournaments, in percentage points.
func (s *sixMax) ButtonChange() float64     { return s.meanChange(&s.Button) }
func (s *sixMax) SmallBlindChange() float64 { return s.meanChange(&s.SmallBlind) }

// Sheet lists some stacks of the study.
func (s *sixMax) Sheet() *table.Sheet {
	t := table.NewSheet("stacks, bb", "button, chips", "button, 70/30", "small blind, chips", "small blind, 70/30")
	for i, depth := range s.Depths {
		if i%3 == 0 || i == len(s.Depths)-1 {
			t.Add(fixed(depth, 0), fixed(s.Button[0][i], 1), fixed(s.Button[1][i], 1), fixed(s.SmallBlind[0][i], 1),
				fixed(s.SmallBlind[1][i], 1))
		}
	}
	return t
}

// Descents lists how gains fall.
func (s *summary) Descents() *table.Sheet {
	t := table.NewSheet("players", "complete deals", "solved to, %", "iterations", "CPU-seconds",
		"gain that the solver sees, %", "gain on the deals, %", "upper limit, %")
	for _, d := range s.Regrets {
		for _, f := range d.Falls {
			t.Add(fmt.Sprint(d.Players), fmt.Sprint(f.Deals), fixed(100*f.Target, 4), fmt.Sprint(f.Iterations),
				fixed(f.Time.Seconds(), 1), fixed(100*f.Solver, 4), fixed(100*f.Estimate, 4), fixed(100*f.Upper, 4))
		}
	}
	return t
}

// regret draws the gain on the deals over CPU time.
func (s *summary) regret() draw.Chart {
	chart := draw.Chart{
		Title: "Gain of other play over time",
		X:     draw.Axis{Label: "CPU-seconds", Log: true}, Y: draw.Axis{Label: "gain on the deals, % of the prizes", Log: true},
	}
	for _, d := range s.Regrets {
		by := map[int]*draw.Series{} // by complete deals
		var order []int
		for _, f := range d.Falls {
			if by[f.Deals] == nil {
				name := fmt.Sprintf("%d players", d.Players)
				if f.Deals > 0 {
					name += ", with complete deals"
				}
				by[f.Deals], order = &draw.Series{Name: name, Style: draw.Line}, append(order, f.Deals)
			}
			series := by[f.Deals]
			series.Points = append(series.Points, draw.Point{X: f.Time.Seconds(), Y: 100 * f.Estimate})
		}
		for _, deals := range order {
			chart.Series = append(chart.Series, *by[deals])
		}
	}
	return chart
}
