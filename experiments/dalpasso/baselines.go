package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// baselines compares what greedy selection, exchange and the L1 path find for the rows of Table 4 with the best known
// formulas of the sweep of configs/paper.yaml, for 1 to 10 features. It takes some three CPU-minutes.
var baselines = experiments.Experiment{
	Name:  baselinesName,
	Short: "what proof buys: greedy selection, exchange and the L1 path beside the proved optima of 44 rows",
	Run: func(ctx context.Context, env *experiments.Env) error {
		results, err := readSweep(env, paperName)
		if err != nil {
			return err
		}
		rows, err := compareAll(ctx, env, results)
		if err != nil {
			return err
		}
		return writeBaselines(env, rows)
	},
}

const (
	baselinesName = "baselines"
	baselinesMost = 10 // features
)

// baselineRow is a hand, a range and a number of features: the best known formula, and what each method finds.
type baselineRow struct {
	best    *question.Answer
	methods map[fit.Method]fit.Compared
}

// excess is how far a method's error is above the best, a fraction of 1; 0 within the tolerance of proofs.
func (r *baselineRow) excess(m fit.Method) float64 {
	if question.Meets(regression.AvgErr, r.methods[m].AverageError, r.best.Objective()) {
		return 0
	}
	return r.methods[m].AverageError - r.best.Objective()
}

// compareAll runs the methods for each subject of the results.
func compareAll(ctx context.Context, env *experiments.Env, results []*question.Answer) ([]*baselineRow, error) {
	results = experiments.Where(results, func(r *question.Answer) bool {
		return r.Kind == regression.AvgErr && r.N <= baselinesMost && r.Found()
	})
	subjects := experiments.Distinct(results, func(r *question.Answer) question.Subject { return r.Subject.Canonical() })
	instances := fit.NewInstances(env.Store, env.Workers)
	if err := instances.ExpectQuestions(experiments.Map(results, (*question.Answer).Question)); err != nil {
		return nil, err
	}
	bar := env.Progress(baselinesName, len(subjects))
	defer bar.Close()
	var rows []*baselineRow
	for _, s := range subjects {
		inst, err := instances.Get(ctx, s)
		if err != nil {
			return nil, err
		}
		of := map[int]*baselineRow{}
		for _, r := range results {
			if r.Subject.Is(s) {
				of[r.N] = &baselineRow{best: r, methods: map[fit.Method]fit.Compared{}}
				rows = append(rows, of[r.N])
			}
		}
		found, err := fit.Compare(ctx, inst, regression.AvgErr, 1, baselinesMost, env.Workers)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			if row := of[c.MaxFeatures]; row != nil {
				row.methods[c.Method] = c
			}
		}
		bar.Step(s.String())
	}
	return rows, nil
}

func writeBaselines(env *experiments.Env, rows []*baselineRow) error {
	page := newBaselinesPage(rows)
	written := errors.Join(
		env.Write(baselinesName+"/baselines.csv", baselineTable(rows).CSV),
		env.Draw(baselinesName+"/errors", baselineChart(rows)),
		env.WritePage(pages, baselinesName, page))
	return env.Finish(written, pages, baselinesName, page.Summary)
}

// baselineTable has a row for each hand, range and number of features, with all digits.
func baselineTable(rows []*baselineRow) *table.Sheet {
	t := table.NewSheet("hand", "range", "max_features", "status", "average_error_percent", "lower_bound_percent",
		"greedy_percent", "exchange_percent", "l1_percent", "greedy_features", "exchange_features", "l1_features")
	for _, r := range rows {
		cells := []string{r.best.Hand().Text, rangeOf(r.best), fmt.Sprint(r.best.N), string(r.best.Status),
			percentText(r.best.Objective(), 8), percentText(float64(r.best.LowerBound), 8)}
		for _, m := range fit.Methods {
			cells = append(cells, percentText(r.methods[m].AverageError, 8))
		}
		for _, m := range fit.Methods {
			cells = append(cells, featureIDs(r.methods[m].Features))
		}
		t.Add(cells...)
	}
	return t
}

func featureIDs(all []question.Weight) string {
	text := ""
	for i, w := range all {
		if i > 0 {
			text += ";"
		}
		text += fmt.Sprintf("F%d", w.ID)
	}
	return text
}

type baselinesPage struct {
	Summary        *baselinesSummary
	Sizes, Hardest *table.Sheet
	Rows           *table.Sheet // of the most features
	Most           int
}

type baselinesSummary struct {
	Rows    int               `json:"rows"`
	Proved  int               `json:"proved"`
	Methods []baselineSummary `json:"methods"`
}

// baselineSummary is a method over all rows.
type baselineSummary struct {
	Method  fit.Method `json:"method"`
	Reached int        `json:"reached"` // rows with the best known error
	Mean    float64    `json:"mean_excess_percent"`
	Worst   float64    `json:"worst_excess_percent"`
}

// Title names the method for people.
func (b baselineSummary) Title() string { return b.Method.Title() }

func summarizeBaseline(rows []*baselineRow, m fit.Method) baselineSummary {
	s := baselineSummary{Method: m}
	for _, r := range rows {
		e := 100 * r.excess(m)
		if e == 0 {
			s.Reached++
		}
		s.Mean += e / float64(len(rows))
		s.Worst = max(s.Worst, e)
	}
	return s
}

const hardestRows = 10

func newBaselinesPage(rows []*baselineRow) *baselinesPage {
	p := &baselinesPage{Most: baselinesMost, Summary: &baselinesSummary{
		Rows: len(rows), Proved: experiments.Count(rows, func(r *baselineRow) bool { return proved(r.best) })}}
	head := []string{"features", "rows", "proved", "mean of the best"}
	for _, m := range fit.Methods {
		p.Summary.Methods = append(p.Summary.Methods, summarizeBaseline(rows, m))
		head = append(head, string(m)+": reached", "mean above", "worst")
	}
	p.Sizes = table.NewSheet(head...)
	for n := 1; n <= baselinesMost; n++ {
		some := experiments.Where(rows, func(r *baselineRow) bool { return r.best.N == n })
		if len(some) == 0 {
			continue
		}
		sum := 0.0
		for _, r := range some {
			sum += r.best.Objective()
		}
		cells := []string{fmt.Sprint(n), fmt.Sprint(len(some)),
			fmt.Sprint(experiments.Count(some, func(r *baselineRow) bool { return proved(r.best) })),
			percentText(sum/float64(len(some)), 4)}
		for _, m := range fit.Methods {
			s := summarizeBaseline(some, m)
			cells = append(cells, fmt.Sprint(s.Reached), fmt.Sprintf("%.4f", s.Mean), fmt.Sprintf("%.4f", s.Worst))
		}
		p.Sizes.Add(cells...)
	}
	hardest := slices.SortedStableFunc(slices.Values(rows), func(a, b *baselineRow) int {
		return cmp.Compare(b.excess(fit.Exchange), a.excess(fit.Exchange))
	})
	p.Hardest = errorSheet(hardest[:min(hardestRows, len(hardest))])
	p.Rows = errorSheet(experiments.Where(rows, func(r *baselineRow) bool { return r.best.N == baselinesMost }))
	return p
}

// errorSheet has the errors of rows in percentage points.
func errorSheet(rows []*baselineRow) *table.Sheet {
	t := table.NewSheet("hand", "range", "features", "best", "bound", "status")
	for _, m := range fit.Methods {
		t.Header = append(t.Header, string(m), "above")
	}
	for _, r := range rows {
		cells := []string{r.best.Hand().Text, rangeOf(r.best), fmt.Sprint(r.best.N), pointsText(r.best.Objective(), 4),
			pointsText(float64(r.best.LowerBound), 4), string(r.best.Status)}
		for _, m := range fit.Methods {
			cells = append(cells, pointsText(r.methods[m].AverageError, 4), fmt.Sprintf("%+.4f", 100*r.excess(m)))
		}
		t.Add(cells...)
	}
	return t
}

// baselineChart draws the mean error of all rows against the number of features.
func baselineChart(rows []*baselineRow) draw.Chart {
	best := draw.Series{Name: "best known formula", Style: draw.Line}
	series := make([]draw.Series, len(fit.Methods))
	for n := 1; n <= baselinesMost; n++ {
		some := experiments.Where(rows, func(r *baselineRow) bool { return r.best.N == n })
		if len(some) == 0 {
			continue
		}
		mean := func(of func(*baselineRow) float64) draw.Point {
			sum := 0.0
			for _, r := range some {
				sum += of(r)
			}
			return draw.Point{X: float64(n), Y: 100 * sum / float64(len(some))}
		}
		best.Points = append(best.Points, mean(func(r *baselineRow) float64 { return r.best.Objective() }))
		for i, m := range fit.Methods {
			series[i].Name, series[i].Style = m.Title(), draw.Line
			series[i].Points = append(series[i].Points,
				mean(func(r *baselineRow) float64 { return r.methods[m].AverageError }))
		}
	}
	return draw.Chart{
		Title:  "Mean error of the rows of Table 4",
		X:      draw.Axis{Label: "features", Integers: true},
		Y:      draw.Axis{Label: "average error, percentage points", Zero: true},
		Series: append([]draw.Series{best}, series...),
	}
}
