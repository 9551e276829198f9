package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// figures reproduces Figures 1 to 6 of Dalpasso & Lancia. With the default time limit, that of configs/paper.yaml, it
// takes the formulas from that sweep's artifacts; computed alone they take up to three hours on two cores.
var figures = experiments.Experiment{
	Name:      "figures",
	Short:     "error against number of features for 11 hands: Figures 1 to 6 of Dalpasso & Lancia",
	TimeLimit: figuresLimit,
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runFigures(ctx, env, figureGroups, figureFeatures)
	},
}

const (
	figuresLimit   = 45 * time.Second
	figureFeatures = 20
)

type figureGroup struct {
	file, title string
	hands       []string
	ranges      []string
}

var figureGroups = []figureGroup{
	{"strong-pairs", "Strong pairs", []string{"AA", "KK", "QQ", "JJ"}, figureRanges},
	{"suited-high-cards", "Suited high cards", []string{"AKs", "AQs", "KQs", "JTs"}, figureRanges},
	{"medium-hands", "Medium hands", []string{"99", "55", "98s"}, figureRanges},
}

var figureRanges = []string{"RUS", "ATC"}

func runFigures(ctx context.Context, env *experiments.Env, groups []figureGroup, most int) error {
	limit := cmp.Or(env.TimeLimit, figuresLimit)
	var tasks []question.Question
	for _, g := range groups {
		for _, rng := range g.ranges {
			for _, hand := range g.hands {
				for n := range most {
					tasks = append(tasks, paperTask(hand, rng, regression.Program{Kind: regression.AvgErr, N: n + 1},
						limit))
				}
			}
		}
	}
	results, err := solve(ctx, env, "figures", tasks)
	if err != nil {
		return err
	}
	best := bestUpTo(results)
	return env.Finish(writeFigures(env, groups, best, limit), pages, "curves", summarizeCurves(best, limit))
}

func writeFigures(env *experiments.Env, groups []figureGroup, best []*question.Answer, limit time.Duration) error {
	written := writeCurves(env, "figures", "average", best)
	for _, g := range groups {
		for _, rng := range g.ranges {
			some := curvesOf(best, g.hands, []string{rng})
			title := fmt.Sprintf("%s against %s", g.title, rng)
			chart, err := errorCurve(some, title)
			if err != nil {
				return err
			}
			addBounds(&chart, some, "certified lower bounds")
			written = errors.Join(written, env.Draw("figures/"+g.chart(rng), chart))
		}
	}
	return errors.Join(written, env.WritePage(pages, "figures", figuresPage(groups, best, limit)))
}

func (g *figureGroup) chart(rng string) string { return g.file + "-" + strings.ToLower(rng) }

func figuresPage(groups []figureGroup, best []*question.Answer, limit time.Duration) curvesPage {
	page := curvesPage{Limit: limitText(limit.Seconds())}
	for _, g := range groups {
		for _, rng := range g.ranges {
			table := curveTable(curvesOf(best, g.hands, []string{rng}), func(l line) string { return l.hand })
			page.Curves = append(page.Curves, curveSection{fmt.Sprintf("%s against %s", g.title, rng), g.chart(rng),
				table})
		}
	}
	return page
}

type curvesPage struct {
	Limit  string
	Curves []curveSection
}

type curveSection struct {
	Title, File string
	Table       *table.Sheet
}

func writeCurves(env *experiments.Env, name, quantity string, best []*question.Answer) error {
	return errors.Join(env.Write(name+".csv", errorTable(quantity, best).CSV), writeSolves(env, name, best))
}

func errorTable(quantity string, results []*question.Answer) *table.Sheet {
	t := table.NewSheet(errorColumns(quantity)...)
	for _, r := range results {
		t.Add(errorCells(r)...)
	}
	return t
}

func curvesOf(results []*question.Answer, hands, ranges []string) []*question.Answer {
	var some []*question.Answer
	for _, hand := range hands {
		for _, rng := range ranges {
			for _, r := range results {
				if r.Hand.Text == hand && r.Range.String() == rng {
					some = append(some, r)
				}
			}
		}
	}
	return some
}

// curveTable has a row for each number of features and a column for each curve: the error, with
// an asterisk if it is proved, else with its bound.
func curveTable(results []*question.Answer, name func(line) string) *table.Sheet {
	all, of := lines(results)
	t := table.NewSheet("features")
	most := 0
	cells := map[line]map[int]string{}
	for _, l := range all {
		t.Header = append(t.Header, name(l))
		cells[l] = map[int]string{}
		for _, r := range of[l] {
			most = max(most, r.N)
			text := percentText(r.Objective(), 3)
			if r.Status == question.Optimal {
				text += "*"
			} else {
				text += fmt.Sprintf(" (%s)", pointsText(float64(r.LowerBound), 3))
			}
			cells[l][r.N] = text
		}
	}
	for n := 1; n <= most; n++ {
		row := []string{strconv.Itoa(n)}
		for _, l := range all {
			row = append(row, cells[l][n])
		}
		t.Add(row...)
	}
	return t
}

type curvesSummary struct {
	Solves    int            `json:"solves"`
	TimeLimit float64        `json:"time_limit_seconds"`
	Proved    int            `json:"proved"`
	Curves    []curveSummary `json:"curves"`
}

type curveSummary struct {
	Hand    string `json:"hand"`
	Range   string `json:"range"`
	Program string `json:"program"`
	// ProvedTo is the largest N up to which every point is proved.
	ProvedTo int `json:"proved_to"`
	// Features and ErrorPercent are those of the last point.
	Features     int     `json:"features"`
	ErrorPercent float64 `json:"error_percent"`
}

func summarizeCurves(best []*question.Answer, limit time.Duration) *curvesSummary {
	s := &curvesSummary{Solves: len(best), TimeLimit: limit.Seconds()}
	all, of := lines(best)
	for _, l := range all {
		c := curveSummary{Hand: l.hand, Range: l.rng, Program: l.program}
		proved := true
		for _, r := range of[l] {
			if proved = proved && r.Status == question.Optimal; proved {
				c.ProvedTo = r.N
			}
			if r.Status == question.Optimal {
				s.Proved++
			}
			c.Features, c.ErrorPercent = r.N, 100*r.Objective()
		}
		s.Curves = append(s.Curves, c)
	}
	return s
}

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
