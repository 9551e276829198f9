package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// sor13 computes the largest error for JJ and AKs, the subject of Dalpasso & Lancia's talk at SOR'13. It takes some
// five minutes on two cores.
var sor13 = experiments.Experiment{
	Name:      "sor13",
	Short:     "the least largest error against number of features for JJ and AKs, as at SOR'13",
	TimeLimit: sor13Limit,
	Run: func(ctx context.Context, env *experiments.Env) error {
		_, ranges := grid(published.Table4())
		return runSOR13(ctx, env, sor13Hands, ranges, sor13Features)
	},
}

var sor13Hands = []string{"JJ", "AKs"}

const (
	sor13Limit    = 90 * time.Second
	sor13Features = 10
)

func runSOR13(ctx context.Context, env *experiments.Env, hands, ranges []string, most int) error {
	limit := cmp.Or(env.TimeLimit, sor13Limit)
	var tasks []question.Question
	for _, hand := range hands {
		for _, rng := range ranges {
			for n := range most {
				tasks = append(tasks, paperTask(hand, rng, regression.Program{Kind: regression.MaxErr, N: n + 1},
					limit))
			}
		}
	}
	results, err := solve(ctx, env, "sor13", tasks)
	if err != nil {
		return err
	}
	best := bestUpTo(results)
	return env.Finish(writeSOR13(env, hands, ranges, best, limit), pages, "curves", summarizeCurves(best, limit))
}

func writeSOR13(env *experiments.Env, hands, ranges []string, best []*question.Answer, limit time.Duration) error {
	written := writeCurves(env, "sor13", "max", best)
	for _, hand := range hands {
		chart := largestErrorCurve(curvesOf(best, []string{hand}, ranges),
			hand+": the least largest error with N features")
		written = errors.Join(written, env.Draw("sor13/"+strings.ToLower(hand), chart))
	}
	return errors.Join(written, env.WritePage(pages, "sor13", sor13Page(hands, ranges, best, limit)))
}

func sor13Page(hands, ranges []string, best []*question.Answer, limit time.Duration) curvesPage {
	page := curvesPage{Limit: limitText(limit.Seconds())}
	for _, hand := range hands {
		table := curveTable(curvesOf(best, []string{hand}, ranges), func(l line) string { return "against " + l.rng })
		page.Curves = append(page.Curves, curveSection{hand, strings.ToLower(hand), table})
	}
	return page
}

// largestErrorCurve draws the largest error against the number of features, with a line for each range.
func largestErrorCurve(results []*question.Answer, title string) draw.Chart {
	chart := draw.Chart{
		Title: title,
		X:     draw.Axis{Label: "number of features", Integers: true},
		Y:     draw.Axis{Label: "largest error, percentage points", Zero: true},
	}
	all, of := lines(results)
	for _, l := range all {
		series := draw.Series{Name: "against " + l.rng, Style: draw.Line}
		for _, r := range of[l] {
			series.Points = append(series.Points, draw.Point{X: float64(r.N), Y: 100 * r.Objective()})
		}
		chart.Series = append(chart.Series, series)
	}
	addBounds(&chart, results, "lower bounds")
	return chart
}
