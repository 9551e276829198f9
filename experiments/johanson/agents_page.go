package johanson

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/report/draw"
)

// agentSummary is what the experiment found.
type agentSummary struct {
	Rows []agentRow `json:"strategies"`
}

// Text writes the summary.
func (s *agentSummary) Text(w io.Writer) error {
	var b strings.Builder
	for _, r := range s.Rows {
		fmt.Fprintf(&b, "%-53s %5d iterations %8.1f%s\n", r.Strategy, r.Iterations, r.Exploitability, r.error())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// error writes how far off the number may be.
func (r *agentRow) error() string {
	if r.Exact {
		return " exactly"
	}
	return fmt.Sprintf(" ± %.1f", r.StandardError)
}

// agentRows is the file of rows without loss, from which a later run goes on.
const agentRows = "agents/agents.jsonl"

// write writes the tables, the charts and the page. Rows of earlier runs that this one has not come to
// stay among the rows without loss.
func (s *agentSummary) write(env *experiments.Env, kept []agentRow) error {
	if err := env.Write("agents/agents.csv", wholeTable(s.Rows).CSV); err != nil {
		return err
	}
	rows := experiments.WithKept(s.Rows, kept, func(r agentRow) string { return r.Key })
	if err := errors.Join(experiments.WriteLines(env, agentRows, rows), dropBegun(env, rows)); err != nil {
		return err
	}
	if err := env.Write("agents/hands.csv", handLosses(s.Rows).CSV); err != nil {
		return err
	}
	charts := []agentPicture{
		{"iterations", "Exploitability by iterations", iterationChart(s.Rows)},
		{"responses", "Exploitability by time of training, with and without best responses", responseChart(s.Rows)},
		{"buckets", "Exploitability by buckets", bucketChart(s.Rows)},
		{"tilts", "Exploitability by tilt", tiltChart(s.Rows)},
	}
	charts = slices.DeleteFunc(charts, func(p agentPicture) bool { return p.chart.X.Low >= p.chart.X.High }) // none trained yet
	for _, p := range charts {
		if err := env.Draw("agents/"+p.Name, p.chart); err != nil {
			return err
		}
	}
	best := leastExploitable(s.Rows)
	if best != nil {
		if err := env.Draw("agents/hands", handGrid(best)); err != nil {
			return err
		}
	}
	others := table.NewSheet("source", "agent", "information sets", "tilt", "exploitability")
	for _, a := range published.Agents() {
		sets := ""
		if a.InformationSets > 0 {
			sets = fmt.Sprint(a.InformationSets)
		}
		others.Add(a.Source, a.Name, sets, a.Tilt, fmt.Sprint(a.Millibigblinds))
	}
	return env.WritePage(pages, "agents", struct {
		Ours, Rounds, Others *table.Sheet
		Charts               []agentPicture
		Best                 *agentRow // nil if none is exact
		Flops, Judge         int
	}{agentTable(s.Rows), roundTable(s.Rows), others, charts, best, agentFlops, agentJudge})
}

// agentPicture is a chart of the page.
type agentPicture struct {
	Name, Caption string
	chart         draw.Chart
}

func agentTable(rows []agentRow) *table.Sheet {
	t := table.NewSheet("strategy", "buckets", "information_sets", "cpu_hours", "exploitability", "standard_error", "exact",
		"iterations", "tilt", "respond", "abstract", "abstract_standard_error")
	for _, r := range rows {
		abstract, abstractError := "", ""
		if r.Abstract != nil {
			abstract, abstractError = fmt.Sprintf("%.1f", *r.Abstract), fmt.Sprintf("%.1f", r.AbstractError)
		}
		t.Add(r.Strategy, r.Buckets, fmt.Sprint(r.InformationSets), fmt.Sprintf("%.3f", r.CPUHours), fmt.Sprintf("%.2f", r.Exploitability),
			fmt.Sprintf("%.1f", r.StandardError), exactly(r.Exact), fmt.Sprint(r.Iterations), r.Tilt, r.Respond, abstract, abstractError)
	}
	return t
}

func exactly(exact bool) string {
	if exact {
		return "yes"
	}
	return "no"
}

// roundTable says where the loss arises.
func roundTable(rows []agentRow) *table.Sheet {
	t := table.NewSheet("strategy", "iterations", "exact", "small blind wins", "big blind wins", "before the flop", "on the flop", "on the turn", "on the river")
	for _, r := range rows {
		cells := []string{r.Strategy, fmt.Sprint(r.Iterations), exactly(r.Exact)}
		for _, v := range append(append([]float64(nil), r.Seats...), r.Rounds...) {
			cells = append(cells, fmt.Sprintf("%.1f", v))
		}
		t.Add(cells...)
	}
	return t
}

// wholeTable is both tables in one, for a file.
func wholeTable(rows []agentRow) *table.Sheet {
	t, more := agentTable(rows), roundTable(rows)
	const known = 3 // the first columns of more
	t.Header = append(t.Header, more.Header[known:]...)
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], more.Rows[i][known:]...)
	}
	return t
}

// handLosses lists what a best response wins with each class of hands, where that is exact.
func handLosses(rows []agentRow) *table.Sheet {
	t := table.NewSheet("strategy", "iterations", "hand", "small blind wins", "big blind wins")
	for _, r := range rows {
		for class := range r.Hands[0] {
			t.Add(r.Strategy, fmt.Sprint(r.Iterations), cards.Class(class).String(), fmt.Sprintf("%.1f", r.Hands[0][class]), fmt.Sprintf("%.1f", r.Hands[1][class]))
		}
	}
	return t
}

// leastExploitable is the best of the strategies that are judged exactly, hand by hand; nil if there is none.
func leastExploitable(rows []agentRow) (best *agentRow) {
	for i := range rows {
		if r := &rows[i]; len(r.Hands[0]) == cards.NumClasses && (best == nil || r.Exploitability < best.Exploitability) {
			best = r
		}
	}
	return best
}

// handGrid shows what a best response wins with each class, the mean over both seats.
func handGrid(r *agentRow) draw.Grid {
	g := draw.Grid{
		Title: "What a best response wins by its hand", Note: fmt.Sprintf("%s, %d iterations; exactly, mean over both seats", r.Strategy, r.Iterations),
		Legend: "millibigblinds a game",
	}
	for class := range g.Values {
		g.Values[class] = (r.Hands[0][class] + r.Hands[1][class]) / 2
	}
	g.Low, g.High = slices.Min(g.Values[:]), slices.Max(g.Values[:])
	return g
}

// polaris is the source of the agents of 2008.
const polaris = "Polaris 2008"

// agentChart begins a chart of exploitability, with the published agents as lines.
func agentChart(title string, x draw.Axis) draw.Chart {
	// The names of the published agents stand at the right.
	c := draw.Chart{Title: title, X: x, Y: draw.Axis{Label: "exploitability, millibigblinds a game"}, LegendLeft: true}
	highest := map[string]float64{} // of the team of 2008, whose lines are too close for a name each
	for _, a := range published.Agents() {
		if a.Source == polaris {
			highest[a.Source] = max(highest[a.Source], a.Millibigblinds)
		}
	}
	for _, a := range published.Agents() {
		name, _, _ := strings.Cut(a.Name, " (")
		if a.Source == polaris {
			name = ""
			if a.Millibigblinds == highest[a.Source] {
				name = a.Source
			}
		}
		raise(&c, a.Millibigblinds)
		c.Series = append(c.Series, draw.Series{Style: draw.Trend, Points: []draw.Point{{X: c.X.Low, Y: a.Millibigblinds}, {X: c.X.High, Y: a.Millibigblinds, Label: name}}})
	}
	return c
}

// namedAxis has a place for each name.
func namedAxis(label string, names []string) draw.Axis {
	return draw.Axis{Label: label, Low: 0.5, High: float64(len(names)) + 0.5, Names: names}
}

// series adds rows to a chart: numbers with standard errors, each at its x.
func series(c *draw.Chart, name string, style draw.Style, colour int, x func(r *agentRow) float64, rows []agentRow) {
	line := draw.Series{Name: name, Style: style, Colour: colour}
	for _, r := range rows {
		line.Points = append(line.Points, draw.Point{X: x(&r), Y: r.Exploitability, Spread: r.StandardError})
		raise(c, r.Exploitability+r.StandardError)
	}
	if len(rows) > 0 {
		c.Series = append(c.Series, line)
	}
}

// both adds estimates and, beside them, exact numbers.
func both(c *draw.Chart, x func(r *agentRow) float64, rows []agentRow) {
	series(c, fmt.Sprintf("in the real game, by %d flops", agentFlops), draw.Line, 1, x, rowsWhere(rows, isEstimate))
	series(c, "in the real game, exactly", draw.Reference, 3, x, rowsWhere(rows, isExact))
}

// estimated adds estimates in a colour, and exact numbers in the same.
func estimated(c *draw.Chart, name string, colour int, x func(r *agentRow) float64, rows []agentRow) {
	series(c, name, draw.Line, colour, x, rowsWhere(rows, isEstimate))
	series(c, "exactly", draw.Reference, colour, x, rowsWhere(rows, isExact))
}

func isExact(r *agentRow) bool { return r.Exact }

func isEstimate(r *agentRow) bool { return !r.Exact }

// placeAmong is where a row stands among places, from 1.
func placeAmong(places []agentRow) func(r *agentRow) float64 {
	return func(r *agentRow) float64 {
		return float64(1 + slices.IndexFunc(places, func(p agentRow) bool { return p.Strategy == r.Strategy && p.Iterations == r.Iterations }))
	}
}

// places keeps one row of each strategy after so many iterations.
func places(rows []agentRow) (out []agentRow) {
	for _, r := range rows {
		if !slices.ContainsFunc(out, func(p agentRow) bool { return p.Strategy == r.Strategy && p.Iterations == r.Iterations }) {
			out = append(out, r)
		}
	}
	return out
}

// raise makes room for a number, below the legend.
func raise(c *draw.Chart, y float64) { c.Y.High = max(c.Y.High, 1.25*y) }

// rowsWhere picks rows.
func rowsWhere(rows []agentRow, wanted func(r *agentRow) bool) (out []agentRow) {
	for _, r := range rows {
		if wanted(&r) {
			out = append(out, r)
		}
	}
	return out
}

func namesOf(rows []agentRow, name func(r *agentRow) string) (out []string) {
	for _, r := range rows {
		out = append(out, name(&r))
	}
	return out
}

// iterationChart shows the strategy that is judged most often, by how long it was trained, in the real
// game and in the abstract one.
func iterationChart(rows []agentRow) draw.Chart {
	times, most := map[string]int{}, ""
	for _, r := range places(rows) {
		if r.Respond != "" || r.Tilt != noTilt {
			continue
		}
		if times[r.Strategy]++; times[r.Strategy] > times[most] {
			most = r.Strategy
		}
	}
	rows = rowsWhere(rows, func(r *agentRow) bool { return r.Strategy == most })
	at := places(rows)
	c := agentChart("Training of "+most, namedAxis("iterations", namesOf(at, func(r *agentRow) string { return fmt.Sprint(r.Iterations) })))
	both(&c, placeAmong(at), rows)
	var abstract []agentRow
	for _, r := range at {
		if r.Abstract != nil {
			// That nothing can be won is known without learning: a bound from below is never negative.
			r.Exploitability, r.StandardError = max(0, *r.Abstract), r.AbstractError
			abstract = append(abstract, r)
		}
	}
	series(&c, "in the abstract game, from below", draw.Line, 2, placeAmong(at), abstract)
	return c
}

// responseChart shows strategies over the same buckets, trained against best responses and without, by
// how long that took.
func responseChart(rows []agentRow) draw.Chart {
	answered := map[string]bool{}
	for _, r := range rows {
		answered[r.Buckets] = answered[r.Buckets] || r.Respond != ""
	}
	rows = rowsWhere(rows, func(r *agentRow) bool { return answered[r.Buckets] && r.Tilt == noTilt && r.CPUHours > 0 })
	if len(rows) == 0 {
		return draw.Chart{}
	}
	minutes := func(r *agentRow) float64 { return 60 * r.CPUHours }
	byTime := func(a, b agentRow) int { return cmp.Compare(a.CPUHours, b.CPUHours) }
	shortest, longest := slices.MinFunc(rows, byTime), slices.MaxFunc(rows, byTime)
	c := agentChart("With and without best responses", draw.Axis{
		Label: "CPU-minutes of training", Log: true, Low: minutes(&shortest) / 1.5, High: minutes(&longest) * 1.5,
	})
	c.LegendLow = true
	for i, strategy := range slices.Compact(namesOf(rows, func(r *agentRow) string { return r.Strategy })) {
		like := rowsWhere(rows, func(r *agentRow) bool { return r.Strategy == strategy })
		estimated(&c, strategy, i+1, minutes, like)
	}
	return c
}

// noTilt is the tilt of who is not tilted.
const noTilt = "0, 0, 0, 0"

// final keeps of each strategy what is judged exactly, or else the longest trained.
func final(rows []agentRow) []agentRow {
	last := map[string]agentRow{}
	for _, r := range rows {
		best, known := last[r.Strategy]
		if !known || r.Exact && !best.Exact || r.Exact == best.Exact && r.Iterations > best.Iterations {
			last[r.Strategy] = r
		}
	}
	return rowsWhere(rows, func(r *agentRow) bool { return r.Iterations == last[r.Strategy].Iterations })
}

// bucketChart shows each kind of buckets by how many information sets it leaves, each as final keeps it.
func bucketChart(rows []agentRow) draw.Chart {
	rows = rowsWhere(final(rows), func(r *agentRow) bool { return r.Tilt == noTilt })
	if len(rows) == 0 {
		return draw.Chart{}
	}
	slices.SortStableFunc(rows, func(a, b agentRow) int { return cmp.Compare(a.InformationSets, b.InformationSets) })
	var kinds []string
	for i := range rows {
		if kind := rows[i].kind(); !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	// apart sets those of as many information sets beside each other.
	const apart = 1.06
	sets := func(r *agentRow) float64 {
		return float64(r.InformationSets) / 1000 * math.Pow(apart, float64(slices.Index(kinds, r.kind()))-float64(len(kinds)-1)/2)
	}
	x := draw.Axis{Label: "information sets, thousands", Log: true, Low: sets(&rows[0]) / 2, High: sets(&rows[len(rows)-1]) * 2}
	c := agentChart("Abstractions", x)
	c.LegendLow = true
	for i, kind := range kinds {
		like := rowsWhere(rows, func(r *agentRow) bool { return r.kind() == kind })
		estimated(&c, kind, i+1, sets, like)
	}
	return c
}

// kind is what agents have in common that differ by the number of buckets, and by how long they were trained.
func (r *agentRow) kind() string {
	kind, _, err := buckets.SizeOf(r.Buckets)
	if err != nil {
		kind = r.Buckets // a bucketing whose name does not tell its size is a kind of its own
	}
	if r.Respond != "" {
		kind += ", CFR-BR"
	}
	return kind
}

// tiltChart shows strategies by tilt.
func tiltChart(rows []agentRow) draw.Chart {
	tilted := map[string]bool{}
	for _, r := range rows {
		tilted[r.Buckets] = tilted[r.Buckets] || r.Tilt != noTilt
	}
	rows = rowsWhere(final(rows), func(r *agentRow) bool { return tilted[r.Buckets] && r.Respond == "" })
	at := places(rows)
	c := agentChart("Tilts, in percent", namedAxis("what each seat wins and loses", namesOf(at, func(r *agentRow) string { return r.Tilt })))
	both(&c, placeAmong(at), rows)
	return c
}
