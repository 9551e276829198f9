package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// curveStudy computes the least error of one kind with at most N features, for each N up to most. Each section of its
// page has a chart and a table.
type curveStudy struct {
	name     string
	kind     regression.Kind
	limit    time.Duration // default of each solve
	most     int
	sections []curveSection
	label    func(line) string // heading of a curve in the table of its section
}

type curveSection struct {
	Title, File   string
	hands, ranges []string
	Table         *table.Sheet
}

// figures reproduces Figures 1 to 6 of Dalpasso & Lancia. With the default time limit, that of configs/paper.yaml, it
// takes the formulas from that sweep's artifacts; computed alone they take up to three hours on two cores.
var figures = experiments.Experiment{
	Name:      figureStudy.name,
	Short:     "error against number of features for 11 hands: Figures 1 to 6 of Dalpasso & Lancia",
	TimeLimit: figureStudy.limit,
	Questions: func() []question.Question { return figureStudy.questions(figureStudy.limit) },
	Run:       figureStudy.run,
}

var figureStudy = &curveStudy{
	name: "figures", kind: regression.AvgErr, limit: 45 * time.Second, most: 20,
	sections: slices.Concat(
		figureSections("strong-pairs", "Strong pairs", "AA", "KK", "QQ", "JJ"),
		figureSections("suited-high-cards", "Suited high cards", "AKs", "AQs", "KQs", "JTs"),
		figureSections("medium-hands", "Medium hands", "99", "55", "98s")),
	label: func(l line) string { return l.hand },
}

func figureSections(file, title string, hands ...string) (sections []curveSection) {
	for _, rng := range []string{"RUS", "ATC"} {
		sections = append(sections, curveSection{Title: title + " against " + rng,
			File: file + "-" + strings.ToLower(rng), hands: hands, ranges: []string{rng}})
	}
	return sections
}

// sor13 computes the largest error for JJ and AKs, the subject of Dalpasso & Lancia's talk at SOR'13. It takes some
// five minutes on two cores.
var sor13 = experiments.Experiment{
	Name:      sor13Study.name,
	Short:     "the least largest error against number of features for JJ and AKs, as at SOR'13",
	TimeLimit: sor13Study.limit,
	Questions: func() []question.Question { return sor13Study.questions(sor13Study.limit) },
	Run:       sor13Study.run,
}

var sor13Study = &curveStudy{
	name: "sor13", kind: regression.MaxErr, limit: 90 * time.Second, most: 10,
	sections: []curveSection{
		{Title: "JJ", File: "jj", hands: []string{"JJ"}, ranges: sourceRanges},
		{Title: "AKs", File: "aks", hands: []string{"AKs"}, ranges: sourceRanges},
	},
	label: func(l line) string { return "against " + l.rng },
}

// sourceRanges are the ranges of Dalpasso & Lancia in the order of print.
var sourceRanges = []string{"RUS", "RS", "RML", "ATC"}

func (s *curveStudy) questions(limit time.Duration) (all []question.Question) {
	for _, c := range s.sections {
		for _, hand := range c.hands {
			for _, rng := range c.ranges {
				for n := range s.most {
					all = append(all, paperTask(hand, rng, regression.Program{Kind: s.kind, N: n + 1}, limit))
				}
			}
		}
	}
	return all
}

func (s *curveStudy) run(ctx context.Context, env *experiments.Env) error {
	limit := cmp.Or(env.TimeLimit, s.limit)
	results, err := solve(ctx, env, s.name, experiments.Where(s.questions(limit), env.Asks))
	if err != nil {
		return err
	}
	best := bestUpTo(results)
	return env.Finish(s.write(env, best, limit), pages, "curves", summarizeCurves(best, limit))
}

func (s *curveStudy) write(env *experiments.Env, best []*question.Answer, limit time.Duration) error {
	quantity := "average"
	if s.kind.UsesMax() {
		quantity = "max"
	}
	written := writeCurves(env, s.name, quantity, best)
	for _, c := range s.sections {
		curves := curvesOf(best, c.hands, c.ranges)
		if len(curves) == 0 {
			continue // a part has some sections
		}
		chart, err := s.chart(curves, c.Title)
		if err != nil {
			return err
		}
		written = errors.Join(written, env.Draw(s.name+"/"+c.File, chart))
	}
	page, err := s.page(best, limit)
	return errors.Join(written, err, env.WritePage(pages, s.name, page))
}

func (s *curveStudy) chart(results []*question.Answer, title string) (chart draw.Chart, err error) {
	bounds := "lower bounds"
	if s.kind.UsesMax() {
		chart = errorChart(results, title+": the least largest error with N features", "largest", s.label)
	} else {
		bounds = "certified lower bounds"
		chart, err = errorCurve(results, title)
	}
	addBounds(&chart, results, bounds)
	return chart, err
}

type curvesPage struct {
	Limit  string
	Curves []curveSection
}

// page returns the data of the page. It has no error, but the type of the pages that may have one.
func (s *curveStudy) page(best []*question.Answer, limit time.Duration) (any, error) {
	page := curvesPage{Limit: limitText(limit.Seconds())}
	for _, c := range s.sections {
		if curves := curvesOf(best, c.hands, c.ranges); len(curves) > 0 {
			c.Table = curveTable(curves, s.label)
			page.Curves = append(page.Curves, c)
		}
	}
	return page, nil
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
				if r.Hand().Text == hand && r.Against().Range.String() == rng {
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
