package johanson

import (
	"context"
	"io"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
)

// agentRows is the file of all answers. A later run does not compute them again.
const agentRows = "agents/agents.jsonl"

// writeAgents writes the answers and the page of those that are known. The file keeps the answers of earlier runs.
func writeAgents(ctx context.Context, env *experiments.Env, rows, kept []*worstcase.Judged) error {
	all := experiments.WithKept(rows, kept, func(r *worstcase.Judged) string { return r.Key })
	if err := experiments.WriteLines(env, agentRows, all); err != nil {
		return err
	}
	known := &experiments.Source{Files: files, Methods: func(ctx context.Context, env *experiments.Env) map[string]any {
		m := methods(ctx, env)
		m["agents"] = func() []*worstcase.Judged { return rows }
		return m
	}}
	quiet := *env
	quiet.Stdout = io.Discard
	return known.Rewrite(ctx, &quiet, "agents", nil, nil)
}

const polaris = "Polaris 2008"

// agentChart draws series beside the published agents, whose names are on the right.
func agentChart(title string, x map[string]any, low bool, series []any) (c draw.Chart, err error) {
	figure := map[string]any{"title": title, "x": x,
		"y":          map[string]any{"label": "exploitability, millibigblinds a game"},
		"legendLeft": true, "legendLow": low, "series": series}
	if c, err = experiments.Chart(figure); err != nil {
		return c, err
	}
	raise := func(y float64) { c.Y.High = max(c.Y.High, 1.25*y) }
	for _, s := range c.Series {
		for _, p := range s.Points {
			raise(p.Y + p.Spread)
		}
	}
	highest := 0.0 // of the team of 2008, whose lines are too close for a name each
	for _, a := range published.Agents() {
		if a.Source == polaris {
			highest = max(highest, a.Millibigblinds)
		}
	}
	var lines []draw.Series
	for _, a := range published.Agents() {
		name, _, _ := strings.Cut(a.Name, " (")
		if a.Source == polaris {
			name = ""
			if a.Millibigblinds == highest {
				name = a.Source
			}
		}
		raise(a.Millibigblinds)
		lines = append(lines, draw.Series{Style: draw.Trend, Points: []draw.Point{
			{X: c.X.Low, Y: a.Millibigblinds}, {X: c.X.High, Y: a.Millibigblinds, Label: name},
		}})
	}
	c.Series = append(lines, c.Series...)
	return c, nil
}

func samePoint(a, b *worstcase.Judged) bool {
	return a.Opponent == b.Opponent && a.Trained.Iterations == b.Trained.Iterations
}

// final keeps, of each strategy, what is exact, or else what is judged after the longest training, with what was
// estimated of the same training.
func final(list []*worstcase.Judged) []*worstcase.Judged {
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
