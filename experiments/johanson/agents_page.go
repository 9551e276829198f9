package johanson

import (
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
)

type agentSummary struct {
	Rows []*worstcase.Judged `json:"strategies"`
}

func errorText(r *worstcase.Judged) string {
	if r.Exact() {
		return " exactly"
	}
	return fmt.Sprintf(" ± %.1f", r.Spread())
}

// agentRows is the file of all answers. A later run does not compute them again.
const agentRows = "agents/agents.jsonl"

// write writes the tables, the charts and the page. The file of answers keeps those of earlier runs.
func (s *agentSummary) write(env *experiments.Env, kept []*worstcase.Judged) error {
	rows := experiments.WithKept(s.Rows, kept, func(r *worstcase.Judged) string { return r.Key })
	err := errors.Join(
		env.Write("agents/agents.csv", wholeTable(s.Rows).CSV),
		experiments.WriteLines(env, agentRows, rows),
		env.Write("agents/hands.csv", handLosses(s.Rows).CSV))
	if err != nil {
		return err
	}
	charts := []agentPicture{
		{"iterations", "Exploitability by iterations", iterationChart(s.Rows)},
		{"responses", "Exploitability by time of training, with and without best responses", responseChart(s.Rows)},
		{"buckets", "Exploitability by buckets", bucketChart(s.Rows)},
		{"tilts", "Exploitability by tilt", tiltChart(s.Rows)},
	}
	charts = slices.DeleteFunc(charts, func(p agentPicture) bool { return p.chart.X.Low >= p.chart.X.High })
	for _, p := range charts {
		if err := env.Draw("agents/"+p.Name, p.chart); err != nil {
			return err
		}
	}
	best := leastExploitable(s.Rows)
	if best != nil {
		err = env.Draw("agents/hands", handGrid(best))
	}
	return errors.Join(err, env.WritePage(pages, "agents", struct {
		Ours, Rounds, Others *table.Sheet
		Charts               []agentPicture
		Best                 *worstcase.Judged // nil if no answer is exact
		Flops, Judge         int
	}{agentTable(s.Rows), roundTable(s.Rows), publishedAgents(), charts, best, agentFlops, agentJudge}))
}

type agentPicture struct {
	Name, Caption string
	chart         draw.Chart
}

func publishedAgents() *table.Sheet {
	t := table.NewSheet("source", "agent", "information sets", "tilt", "exploitability")
	for _, a := range published.Agents() {
		sets := ""
		if a.InformationSets > 0 {
			sets = fmt.Sprint(a.InformationSets)
		}
		t.Add(a.Source, a.Name, sets, a.Tilt, fmt.Sprint(a.Millibigblinds))
	}
	return t
}

func agentTable(rows []*worstcase.Judged) *table.Sheet {
	t := table.NewSheet("strategy", "buckets", "information_sets", "cpu_hours", "exploitability", "standard_error",
		"exact", "iterations", "tilt", "respond", "abstract", "abstract_standard_error")
	for _, r := range rows {
		abstract, abstractError, how := "", "", r.Trained
		if how.Abstract != nil {
			abstract, abstractError = tenth(*how.Abstract), tenth(how.AbstractError)
		}
		t.Add(r.Opponent, how.Buckets, fmt.Sprint(how.InformationSets), fmt.Sprintf("%.3f", how.CPUHours),
			fmt.Sprintf("%.2f", r.Exploitability), tenth(r.Spread()), yesNo(r.Exact()), fmt.Sprint(how.Iterations),
			how.Tilt, how.Respond, abstract, abstractError)
	}
	return t
}

func yesNo(yes bool) string { return map[bool]string{true: "yes", false: "no"}[yes] }

func roundTable(rows []*worstcase.Judged) *table.Sheet {
	header := []string{"strategy", "iterations", "exact", "small blind wins", "big blind wins"}
	t := table.NewSheet(append(header, lossColumns...)...)
	for _, r := range rows {
		cells := []string{r.Opponent, fmt.Sprint(r.Trained.Iterations), yesNo(r.Exact())}
		t.Add(slices.Concat(cells, experiments.Map(r.SeatValues[:], tenth), experiments.Map(r.Losses(), tenth))...)
	}
	return t
}

func wholeTable(rows []*worstcase.Judged) *table.Sheet {
	t, more := agentTable(rows), roundTable(rows)
	const known = 3 // the first columns of more
	t.Header = append(t.Header, more.Header[known:]...)
	for i := range t.Rows {
		t.Rows[i] = append(t.Rows[i], more.Rows[i][known:]...)
	}
	return t
}

func handLosses(rows []*worstcase.Judged) *table.Sheet {
	t := table.NewSheet("strategy", "iterations", "hand", "small blind wins", "big blind wins")
	for _, r := range rows {
		for _, h := range r.Hands {
			t.Add(r.Opponent, fmt.Sprint(r.Trained.Iterations), h.Hand, tenth(h.Values[0]), tenth(h.Values[1]))
		}
	}
	return t
}

// leastExploitable returns the best of the exact answers that have all hands, or nil.
func leastExploitable(rows []*worstcase.Judged) (best *worstcase.Judged) {
	for _, r := range rows {
		if len(r.Hands) == cards.NumClasses && (best == nil || r.Exploitability < best.Exploitability) {
			best = r
		}
	}
	return best
}

func handGrid(r *worstcase.Judged) draw.Grid {
	g := draw.Grid{
		Title:  "What a best response wins by its hand",
		Note:   fmt.Sprintf("%s, %d iterations; exactly, mean over both seats", r.Opponent, r.Trained.Iterations),
		Legend: "millibigblinds a game",
	}
	for k, h := range r.Hands {
		g.Values[k] = (h.Values[0] + h.Values[1]) / 2
	}
	g.Low, g.High = slices.Min(g.Values[:]), slices.Max(g.Values[:])
	return g
}
