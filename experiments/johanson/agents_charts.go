package johanson

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
)

const polaris = "Polaris 2008"

const noTilt = "0, 0, 0, 0"

func agentChart(title string, x draw.Axis) draw.Chart {
	// The names of the published agents are on the right.
	c := draw.Chart{Title: title, X: x, Y: draw.Axis{Label: "exploitability, millibigblinds a game"}, LegendLeft: true}
	highest := 0.0 // of the team of 2008, whose lines are too close for a name each
	for _, a := range published.Agents() {
		if a.Source == polaris {
			highest = max(highest, a.Millibigblinds)
		}
	}
	for _, a := range published.Agents() {
		name, _, _ := strings.Cut(a.Name, " (")
		if a.Source == polaris {
			name = ""
			if a.Millibigblinds == highest {
				name = a.Source
			}
		}
		raise(&c, a.Millibigblinds)
		line := []draw.Point{{X: c.X.Low, Y: a.Millibigblinds}, {X: c.X.High, Y: a.Millibigblinds, Label: name}}
		c.Series = append(c.Series, draw.Series{Style: draw.Trend, Points: line})
	}
	return c
}

func namedAxis(label string, names []string) draw.Axis {
	return draw.Axis{Label: label, Low: 0.5, High: float64(len(names)) + 0.5, Names: names}
}

func raise(c *draw.Chart, y float64) { c.Y.High = max(c.Y.High, 1.25*y) }

type (
	rows  = []*worstcase.Judged
	place = func(r *worstcase.Judged) float64 // x coordinate of a row
)

func series(c *draw.Chart, name string, style draw.Style, colour int, x place, list rows) {
	line := draw.Series{Name: name, Style: style, Colour: colour}
	for _, r := range list {
		line.Points = append(line.Points, draw.Point{X: x(r), Y: r.Exploitability, Spread: r.Spread()})
		raise(c, r.Exploitability+r.Spread())
	}
	if len(list) > 0 {
		c.Series = append(c.Series, line)
	}
}

func addBoth(c *draw.Chart, estimates, exact string, colours [2]int, x place, list rows) {
	sampled := func(r *worstcase.Judged) bool { return !r.Exact() }
	series(c, estimates, draw.Line, colours[0], x, experiments.Where(list, sampled))
	series(c, exact, draw.Reference, colours[1], x, experiments.Where(list, (*worstcase.Judged).Exact))
}

func addRealGame(c *draw.Chart, x place, list rows) {
	estimates := fmt.Sprintf("in the real game, by %d flops", agentFlops)
	addBoth(c, estimates, "in the real game, exactly", [2]int{1, 3}, x, list)
}

func samePoint(a, b *worstcase.Judged) bool {
	return a.Opponent == b.Opponent && a.Trained.Iterations == b.Trained.Iterations
}

func placeAmong(points rows) place {
	return func(r *worstcase.Judged) float64 {
		return float64(1 + slices.IndexFunc(points, func(p *worstcase.Judged) bool { return samePoint(p, r) }))
	}
}

// pointsOf leaves out a row if an earlier one has the same strategy after as many iterations.
func pointsOf(list rows) (points rows) {
	for _, r := range list {
		if !slices.ContainsFunc(points, func(p *worstcase.Judged) bool { return samePoint(p, r) }) {
			points = append(points, r)
		}
	}
	return points
}

// iterationChart shows the strategy that is judged most often by its number of iterations, in the real game and in the
// abstract game.
func iterationChart(list rows) draw.Chart {
	times, most := map[string]int{}, ""
	for _, r := range pointsOf(list) {
		if r.Trained.Respond != "" || r.Trained.Tilt != noTilt {
			continue
		}
		if times[r.Opponent]++; times[r.Opponent] > times[most] {
			most = r.Opponent
		}
	}
	list = experiments.Where(list, func(r *worstcase.Judged) bool { return r.Opponent == most })
	points := pointsOf(list)
	iterations := experiments.Map(points, func(r *worstcase.Judged) string { return fmt.Sprint(r.Trained.Iterations) })
	c := agentChart("Training of "+most, namedAxis("iterations", iterations))
	addRealGame(&c, placeAmong(points), list)
	var abstract rows
	for _, r := range points {
		if r.Trained.Abstract != nil {
			// A bound from below is never negative: nothing can be won without learning, too.
			copied := *r
			copied.Exploitability, copied.StandardError = max(0, *r.Trained.Abstract), &r.Trained.AbstractError
			abstract = append(abstract, &copied)
		}
	}
	series(&c, "in the abstract game, from below", draw.Line, 2, placeAmong(points), abstract)
	return c
}

// responseChart shows strategies over the same buckets by the time of their training, with best responses and without.
func responseChart(list rows) draw.Chart {
	answered := map[string]bool{}
	for _, r := range list {
		answered[r.Trained.Buckets] = answered[r.Trained.Buckets] || r.Trained.Respond != ""
	}
	list = experiments.Where(list, func(r *worstcase.Judged) bool {
		return answered[r.Trained.Buckets] && r.Trained.Tilt == noTilt && r.Trained.CPUHours > 0
	})
	if len(list) == 0 {
		return draw.Chart{}
	}
	minutes := func(r *worstcase.Judged) float64 { return 60 * r.Trained.CPUHours }
	byTime := func(a, b *worstcase.Judged) int { return cmp.Compare(minutes(a), minutes(b)) }
	shortest, longest := slices.MinFunc(list, byTime), slices.MaxFunc(list, byTime)
	c := agentChart("With and without best responses", draw.Axis{
		Label: "CPU-minutes of training", Log: true, Low: minutes(shortest) / 1.5, High: minutes(longest) * 1.5,
	})
	c.LegendLow = true
	opponent := func(r *worstcase.Judged) string { return r.Opponent }
	for i, name := range slices.Compact(experiments.Map(list, opponent)) {
		like := experiments.Where(list, func(r *worstcase.Judged) bool { return r.Opponent == name })
		addBoth(&c, name, "exactly", [2]int{i + 1, i + 1}, minutes, like)
	}
	return c
}

func final(list rows) rows {
	last := map[string]*worstcase.Judged{}
	for _, r := range list {
		best := last[r.Opponent]
		longer := best != nil && r.Exact() == best.Exact() && r.Trained.Iterations > best.Trained.Iterations
		if best == nil || r.Exact() && !best.Exact() || longer {
			last[r.Opponent] = r
		}
	}
	return experiments.Where(list, func(r *worstcase.Judged) bool { return samePoint(r, last[r.Opponent]) })
}

func bucketChart(list rows) draw.Chart {
	list = experiments.Where(final(list), func(r *worstcase.Judged) bool { return r.Trained.Tilt == noTilt })
	if len(list) == 0 {
		return draw.Chart{}
	}
	slices.SortStableFunc(list, func(a, b *worstcase.Judged) int {
		return cmp.Compare(a.Trained.InformationSets, b.Trained.InformationSets)
	})
	kinds := experiments.Distinct(list, kindOf)
	const apart = 1.06
	sets := func(r *worstcase.Judged) float64 {
		step := float64(slices.Index(kinds, kindOf(r))) - float64(len(kinds)-1)/2
		return float64(r.Trained.InformationSets) / 1000 * math.Pow(apart, step)
	}
	c := agentChart("Abstractions", draw.Axis{
		Label: "information sets, thousands", Log: true, Low: sets(list[0]) / 2, High: sets(list[len(list)-1]) * 2,
	})
	c.LegendLow = true
	for i, kind := range kinds {
		like := experiments.Where(list, func(r *worstcase.Judged) bool { return kindOf(r) == kind })
		addBoth(&c, kind, "exactly", [2]int{i + 1, i + 1}, sets, like)
	}
	return c
}

// kindOf returns the kind of a strategy: two of a kind differ only in the number of buckets and the length of training.
func kindOf(r *worstcase.Judged) string {
	kind, _, err := buckets.SizeOf(r.Trained.Buckets)
	if err != nil {
		kind = r.Trained.Buckets // a bucketing without a size in its name is a separate kind
	}
	if r.Trained.Respond != "" {
		kind += ", CFR-BR"
	}
	return kind
}

func tiltChart(list rows) draw.Chart {
	tilted := map[string]bool{}
	for _, r := range list {
		tilted[r.Trained.Buckets] = tilted[r.Trained.Buckets] || r.Trained.Tilt != noTilt
	}
	list = experiments.Where(final(list), func(r *worstcase.Judged) bool {
		return tilted[r.Trained.Buckets] && r.Trained.Respond == ""
	})
	points := pointsOf(list)
	tilts := experiments.Map(points, func(r *worstcase.Judged) string { return r.Trained.Tilt })
	c := agentChart("Tilts, in percent", namedAxis("what each seat wins and loses", tilts))
	addRealGame(&c, placeAmong(points), list)
	return c
}
