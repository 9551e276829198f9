package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/features"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// paper shows the whole sweep of Dalpasso & Lancia. It reads the sweep of configs/paper.yaml, solves nothing and takes
// a second.
var paper = experiments.Experiment{
	Name:  paperName,
	Short: "the whole sweep of Dalpasso & Lancia, 1,364 programs: the proved ones, and the features that they need",
	Run: func(_ context.Context, env *experiments.Env) error {
		results, err := readSweep(env, paperName)
		if err != nil {
			return err
		}
		return writePaper(env, results)
	},
}

const paperName = "paper"

func writePaper(env *experiments.Env, results []*question.Answer) error {
	page := newPaperPage(results)
	written := errors.Join(env.Draw(paperName+"/errors", meanChart(results)), env.WritePage(pages, paperName, page))
	return env.Finish(written, pages, paperName, page.Summary)
}

type paperPage struct {
	Summary          *paperSummary
	Programs, Sizes  *table.Sheet
	Ranges           []paperRange
	Features         *table.Sheet
	HeavyPercent     string
	Used, Solutions  int
	TimeLimitSeconds string // of most solves
}

// paperRange holds the curves of all hands against a range, and the fewest features of each hand.
type paperRange struct {
	Range          string
	Errors, Fewest *table.Sheet
}

func newPaperPage(results []*question.Answer) *paperPage {
	p := &paperPage{
		Summary: summarizePaper(results), Sizes: sizeTable(results), HeavyPercent: percentText(heavyWeight, 0),
	}
	p.Programs = p.Summary.table()
	p.Features, p.Used, p.Solutions = usageTable(results)
	for _, rng := range experiments.Distinct(results, rangeOf) {
		some := experiments.Where(results, func(r *question.Answer) bool { return rangeOf(r) == rng })
		p.Ranges = append(p.Ranges, paperRange{
			rng, curveTable(some, func(l line) string { return l.hand }), fewestTable(some),
		})
	}
	var seconds []float64
	for _, r := range results {
		seconds = append(seconds, r.TimeLimitSeconds)
	}
	slices.Sort(seconds)
	p.TimeLimitSeconds = limitText(seconds[len(seconds)/2])
	return p
}

func handOf(r *question.Answer) string  { return r.Hand().Text }
func rangeOf(r *question.Answer) string { return r.Against().Range.String() }
func proved(r *question.Answer) bool    { return r.Status == question.Optimal }

// meanChart draws the mean error of all hands against the number of features, with a line for each range. It leaves out
// numbers of features that some hands do not have.
func meanChart(results []*question.Answer) draw.Chart {
	chart := errorChart(nil, "Mean of all hands", "average", nil)
	var bounds []draw.Series
	all, of := lines(results)
	for i, rng := range experiments.Distinct(results, rangeOf) {
		var n, e, bound [features.Count + 1]float64
		for _, l := range all {
			if l.rng != rng || l.program != regression.AvgErr.String() {
				continue
			}
			for _, r := range of[l] {
				n[r.N]++
				e[r.N] += 100 * r.Objective()
				bound[r.N] += 100 * float64(r.LowerBound)
			}
		}
		ours := draw.Series{Name: "against " + rng, Style: draw.Line}
		lower := draw.Series{Name: "certified lower bounds", Style: draw.Trend, Colour: i + 1}
		for size := range n {
			if n[size] > 0 && n[size] == slices.Max(n[:]) {
				x := float64(size)
				ours.Points = append(ours.Points, draw.Point{X: x, Y: e[size] / n[size]})
				lower.Points = append(lower.Points, draw.Point{X: x, Y: bound[size] / n[size]})
			}
		}
		chart.Series, bounds = append(chart.Series, ours), append(bounds, lower)
	}
	chart.Series = append(chart.Series, bounds...)
	return chart
}

// sizeTable has a row for each number of features of AVGERR: the number of proved formulas, and means over all hands
// and ranges.
func sizeTable(results []*question.Answer) *table.Sheet {
	t := table.NewSheet("features", "proved", "mean error", "mean bound", "largest gap")
	curves := experiments.Where(results, func(r *question.Answer) bool { return !r.CountsFeatures() && r.Found() })
	sizes := experiments.Distinct(curves, func(r *question.Answer) int { return r.N })
	slices.Sort(sizes)
	for _, n := range sizes {
		var e, bound, gap float64
		some := experiments.Where(curves, func(r *question.Answer) bool { return r.N == n })
		for _, r := range some {
			e += r.Objective()
			bound += float64(r.LowerBound)
			gap = math.Max(gap, r.Objective()-float64(r.LowerBound))
		}
		all := float64(len(some))
		t.Addf("%d\t%d of %.0f\t%.3f\t%.3f\t%.3f", n, experiments.Count(some, proved), all, 100*e/all, 100*bound/all,
			100*gap)
	}
	return t
}

// fewestTable has a row for each error limit of FEAT_AVGERR and a column for each hand: the number of features, with an
// asterisk if it is proved, or else with its bound.
func fewestTable(results []*question.Answer) *table.Sheet {
	counts := experiments.Where(results, (*question.Answer).CountsFeatures)
	hands := experiments.Distinct(counts, handOf)
	limits := experiments.Distinct(counts, func(r *question.Answer) float64 { return r.E })
	slices.Sort(limits)
	t := table.NewSheet(slices.Concat([]string{"error at most"}, hands)...)
	for _, limit := range limits {
		row := make([]string, 1+len(hands))
		row[0] = strconv.FormatFloat(math.Round(1e4*limit)/100, 'f', -1, 64)
		for _, r := range counts {
			if r.E == limit {
				row[1+slices.Index(hands, r.Hand().Text)] = fewestText(r)
			}
		}
		t.Add(row...)
	}
	return t
}

func fewestText(r *question.Answer) string {
	switch r.Status {
	case question.Optimal:
		return fmt.Sprintf("%d*", len(r.Features))
	case question.Infeasible:
		return "none*"
	}
	count := "?"
	if r.Found() {
		count = strconv.Itoa(len(r.Features))
	}
	if r.LowerBound.Missing() {
		return count
	}
	return fmt.Sprintf("%s (%.0f)", count, float64(r.LowerBound))
}

const heavyWeight = 0.1

// usageTable has a row for each feature that occurs in a formula, the most frequent first. It also returns the numbers
// of these features and of formulas.
func usageTable(results []*question.Answer) (t *table.Sheet, used, formulas int) {
	t = table.NewSheet("feature", "true when", "solutions", "share", "with a large weight", "mean weight")
	var n, heavy, sum [features.Count + 1]float64
	for _, r := range results {
		if !r.Found() {
			continue
		}
		formulas++
		for _, w := range r.Features {
			n[w.ID]++
			sum[w.ID] += w.Weight
			if math.Abs(w.Weight) > heavyWeight {
				heavy[w.ID]++
			}
		}
	}
	all := slices.DeleteFunc(features.All(), func(f features.Feature) bool { return n[f.ID] == 0 })
	slices.SortStableFunc(all, func(a, b features.Feature) int { return cmp.Compare(n[b.ID], n[a.ID]) })
	for _, f := range all {
		t.Addf("%v\t%s\t%.0f\t%.1f%%\t%.0f\t%+.2f", f, f.Sentence, n[f.ID], 100*n[f.ID]/float64(formulas), heavy[f.ID],
			sum[f.ID]/n[f.ID])
	}
	return t, len(all), formulas
}

type paperSummary struct {
	Solves   int            `json:"solves"`
	Proved   int            `json:"proved"`
	Open     int            `json:"open"`
	Programs []paperProgram `json:"programs"`
}

type paperProgram struct {
	Program string `json:"program"`
	Solves  int    `json:"solves"`
	Proved  int    `json:"proved"`
	None    int    `json:"infeasible"`
	Open    int    `json:"open"`
}

func summarizePaper(results []*question.Answer) *paperSummary {
	s := &paperSummary{Solves: len(results)}
	for _, kind := range []regression.Kind{regression.AvgErr, regression.FeatAvgErr, regression.MaxErr,
		regression.FeatMaxErr} {
		some := experiments.Where(results, func(r *question.Answer) bool { return r.Kind == kind })
		if len(some) == 0 {
			continue
		}
		open := experiments.Count(some, (*question.Answer).Open)
		none := experiments.Count(some, func(r *question.Answer) bool { return r.Status == question.Infeasible })
		s.Programs = append(s.Programs, paperProgram{kind.String(), len(some), len(some) - open, none, open})
		s.Proved, s.Open = s.Proved+len(some)-open, s.Open+open
	}
	return s
}

// OpenPercent is the share of unproved solves, in percent.
func (s *paperSummary) OpenPercent() string {
	return percentText(float64(s.Open)/float64(s.Solves), 0)
}

func (s *paperSummary) table() *table.Sheet {
	t := table.NewSheet("program", "solves", "proved", "of these without a formula", "open")
	for _, p := range s.Programs {
		t.Addf("%s\t%d\t%d\t%d\t%d", p.Program, p.Solves, p.Proved, p.None, p.Open)
	}
	return t
}
