// The experiments table3, table4, figures, sor13, aces, paper, atlas and round compare formulas for the equity on the
// flop with M. Dalpasso and G. Lancia, CEJOR 23(3), 2015: Tables 3 and 4, Figures 1 to 6, and their talk at SOR'13.
//
// Each number is a mixed-integer program over all 19,600 flops of a hand and a range: the fewest features within 2.5
// percentage points, or the least average or largest error with N features. pipeline/fit solves them (search, then
// learned cuts with a proof), or the artifact store has them. Numbers that are not proved within the time limit have
// certified bounds. The page of Table 4 also shows what the bounds say about the last printed digit. paper shows the
// whole sweep of configs/paper.yaml. Two go beyond the source: atlas, what the best formulas of all 169 hands have in
// common, and round, the best formulas with round weights.
//
// With the default time limits on two cores each table takes at most 35 minutes, the figures up to three hours, and
// sor13 five minutes; aces takes four CPU-minutes; paper and atlas, which read a sweep, take a second.

package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
	"feltlab/pipeline/sweep"
	"feltlab/report/draw"
	"feltlab/solvers/prove"
)

// dalpassoMethods are what the expressions of this source may call.
func dalpassoMethods(ctx context.Context, env *experiments.Env) map[string]any {
	m := &computed{ctx, fit.NewInstances(env.Store, env.Workers)}
	return map[string]any{
		"bestUpTo": func(rows []any) []any { return experiments.Rows(bestUpTo(experiments.AnswersOf(rows))) },
		"lines":    lines, "linesOf": linesOf, "curveTable": curveTable,
		"errorSeries": errorSeries, "boundSeries": boundSeries, "printedSeries": printedSeries, "positions": positions,
		"exact": exactText, "below": belowText, "weights": weightsText, "terms": termsText, "fewest": fewestText,
		"featureList": sweep.FeatureList,
		"counted":     counted, "formulas": formulas,
		"sizes": sizes, "combine": combine, "within": within, "printedInFull": m.printedInFull,
		"roundedError": m.roundedError,
		"stepOf":       func(a *question.Answer) int { return a.Weights.Step() },
	}
}

// formulas keeps the rows of classes of hands; it is an error if there is none.
func formulas(rows []any) ([]any, error) {
	for _, a := range experiments.AnswersOf(rows) {
		if _, err := cards.ParseClass(a.Hand().Text); err != nil {
			return nil, err
		}
	}
	if len(rows) == 0 {
		return nil, errors.New("no formula of AVGERR for a class of hands")
	}
	return rows, nil
}

// counted writes how many rows there are, and their hands and ranges.
func counted(rows []any) string {
	if len(rows) == 0 {
		return "0"
	}
	named := experiments.Map(rows, func(x any) any {
		r := x.(*table3Row)
		return row{"hand": r.Hand, "range": r.Range}
	})
	return fmt.Sprintf("%d: %s", len(rows), experiments.Pairs(named))
}

// computed are the methods that need the flops.
type computed struct {
	ctx       context.Context
	instances *fit.Instances
}

// roundedError is the error of an answer's formula with every weight rounded to the nearest multiple of a step.
func (m *computed) roundedError(r *question.Answer, step int) (float64, error) {
	inst, err := m.instances.Get(m.ctx, r.Subject)
	if err != nil {
		return 0, err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return 0, err
	}
	f := r.Formula()
	for i := range f {
		f[i].Weight = math.Round(100*f[i].Weight/float64(step)) * float64(step) / 100
	}
	errs, err := ledger.Errors(s, f)
	return errs.Average.Value, err
}

type row = map[string]any

// lines lists the curves among answers to AVGERR and MAXERR in the order of their first occurrence: hand, range,
// program, their answers, and a summary with the largest N up to which every point is proved.
func lines(rows []any) []any {
	var all []any
	of := map[string]row{}
	for _, x := range rows {
		a := x.(row)["answer"].(*question.Answer)
		if !a.Found() || a.CountsFeatures() {
			continue
		}
		key := a.Hand().Text + " " + a.Against().Range.String() + " " + a.Kind.String()
		if of[key] == nil {
			of[key] = row{"hand": a.Hand().Text, "range": a.Against().Range.String(), "program": a.Kind.String(),
				"rows": []any{}}
			all = append(all, of[key])
		}
		of[key]["rows"] = append(of[key]["rows"].([]any), x)
	}
	for _, l := range all {
		line, proved, to := l.(row), true, 0
		points := line["rows"].([]any)
		for _, x := range points {
			if proved = proved && x.(row)["proved"].(bool); proved {
				to = x.(row)["answer"].(*question.Answer).N
			}
		}
		last := points[len(points)-1].(row)
		line["summary"] = row{"hand": line["hand"], "range": line["range"], "program": line["program"], "proved_to": to,
			"features": last["max_features"], "error_percent": 100 * last["objective"].(float64)}
	}
	return all
}

// linesOf lists the curves of some hands and ranges, by hand and then by range.
func linesOf(rows []any, hands, ranges []any) []any {
	var some []any
	for _, hand := range hands {
		for _, rng := range ranges {
			some = append(some, experiments.Where(rows, func(x any) bool {
				return x.(row)["hand"] == hand && x.(row)["range"] == rng
			})...)
		}
	}
	return lines(some)
}

// curveTable has a row for each number of features and a column for each curve: the error, with an asterisk if it is
// proved, else with its bound.
func curveTable(lines []any, names []any) *table.Sheet {
	t := table.NewSheet("features")
	most := 0
	cells := make([]map[int]string, len(lines))
	for i, l := range lines {
		t.Header = append(t.Header, names[i].(string))
		cells[i] = map[int]string{}
		for _, a := range experiments.AnswersOf(l.(row)["rows"]) {
			most = max(most, a.N)
			text := percentText(a.Objective(), 3)
			if a.Status == question.Optimal {
				text += "*"
			} else {
				text += fmt.Sprintf(" (%s)", experiments.Points(a.LowerBound, 3))
			}
			cells[i][a.N] = text
		}
	}
	for n := 1; n <= most; n++ {
		t.Add(append([]string{strconv.Itoa(n)},
			experiments.Map(cells, func(of map[int]string) string { return of[n] })...)...)
	}
	return t
}

// bestUpTo keeps one answer for each hand, range, program and N, and combines all answers in it: the formula with the
// least error and at most N features, which may come from a smaller N, and the highest bound for N features or more,
// which holds for N too. It leaves out programs that count features. Curves keep their order; N ascends.
func bestUpTo(answers []*question.Answer) []*question.Answer {
	var kept []*question.Answer
	for _, l := range lines(experiments.Rows(answers)) {
		kept = append(kept, envelope(experiments.AnswersOf(l.(row)["rows"]))...)
	}
	return kept
}

func envelope(answers []*question.Answer) []*question.Answer {
	slices.SortStableFunc(answers, func(a, b *question.Answer) int {
		return cmp.Or(cmp.Compare(a.N, b.N), cmp.Compare(a.Objective(), b.Objective()))
	})
	var kept []*question.Answer
	for _, r := range answers {
		best := *r
		if len(kept) > 0 {
			last := kept[len(kept)-1]
			if last.N == r.N {
				last.LowerBound, last.Proof = higherBound(last, r)
				continue
			}
			if last.Objective() < r.Objective() {
				best = *last
				best.N, best.LowerBound, best.Proof, best.Seconds, best.Engine = r.N, r.LowerBound, r.Proof, r.Seconds,
					r.Engine
			}
		}
		kept = append(kept, &best)
	}
	var above *question.Answer
	for _, r := range slices.Backward(kept) {
		if above != nil {
			r.LowerBound, r.Proof = higherBound(r, above)
		}
		carried := *r
		above = &carried // before SetBound caps its bound
		r.SetBound(float64(r.LowerBound))
	}
	return kept
}

func higherBound(a, b *question.Answer) (question.Number, *prooffile.Record) {
	if a.LowerBound.Missing() || b.LowerBound > a.LowerBound {
		return b.LowerBound, b.Proof
	}
	return a.LowerBound, a.Proof
}

// errorSeries are the errors of curves, in percentage points, against the number of features.
func errorSeries(lines []any, names []any) (all []any) {
	for i, l := range lines {
		points := experiments.Map(experiments.AnswersOf(l.(row)["rows"]), func(a *question.Answer) any {
			return row{"x": a.N, "y": 100 * a.Objective()}
		})
		all = append(all, row{"name": names[i], "style": "line", "points": points})
	}
	return all
}

// boundSeries are the lower bounds of curves, dashed, in the colours of the curves and under one name.
func boundSeries(lines []any, name string) (all []any) {
	for i, l := range lines {
		var points []any
		for _, a := range experiments.AnswersOf(l.(row)["rows"]) {
			if !a.LowerBound.Missing() {
				points = append(points, row{"x": a.N, "y": 100 * float64(a.LowerBound)})
			}
		}
		if len(points) > 0 {
			all = append(all, row{"name": name, "style": "trend", "colour": i + 1, "points": points})
		}
	}
	return all
}

// printedSeries are the numbers of Tables 3 and 4 that belong to curves, up to the largest number of features: one of
// Table 3 is a number of features that suffices for 2.5 points.
func printedSeries(lines []any, names []any) (all []any) {
	most := 0
	for _, l := range lines {
		for _, a := range experiments.AnswersOf(l.(row)["rows"]) {
			most = max(most, a.N)
		}
	}
	for i, l := range lines {
		hand, rng := l.(row)["hand"].(string), l.(row)["range"].(string)
		var points []any
		if p, ok := published.Find(published.Table3(), hand, rng); ok && p.FeaturesNeeded <= most {
			points = append(points, row{"x": p.FeaturesNeeded, "y": table3ErrorPercent})
		}
		if p, ok := published.Find(published.Table4(), hand, rng); ok && table4Features <= most {
			points = append(points, row{"x": table4Features, "y": p.AverageErrorPercent})
		}
		if len(points) > 0 {
			all = append(all, row{"name": names[i].(string) + ", Dalpasso & Lancia", "style": "reference",
				"colour": i + 1, "points": points})
		}
	}
	return all
}

// The published programs.
const (
	table3ErrorPercent = 2.5 // FEAT_AVGERR(2.5%) of Table 3
	table4Features     = 10  // AVGERR(10) of Table 4
)

// termsText writes terms with two digits, as the source does: "F6 +0.34, F41 -0.18".
func termsText(terms any) string {
	var texts []string
	if printed, ok := terms.([]regression.Term); ok {
		texts = experiments.Map(printed, func(t regression.Term) string {
			return fmt.Sprintf("F%d %+.2f", t.ID, t.Weight)
		})
	} else {
		texts = experiments.Map(terms.([]any), func(t any) string {
			return fmt.Sprintf("F%d %+.2f", t.(row)["id"], t.(row)["weight"])
		})
	}
	return strings.Join(texts, ", ")
}

// percentText writes a fraction as percentage points.
func percentText(x float64, decimals int) string {
	return strconv.FormatFloat(100*x, 'f', decimals, 64)
}

const csvDecimals = 8

// exactText writes an error as percentage points, or nothing if there is no formula.
func exactText(x any) string { return experiments.Fixed(100*experiments.Number(x), csvDecimals) }

// belowText writes a bound as percentage points, rounded down so that it stays a bound.
func belowText(x any) string {
	const scale = 1e8 // csvDecimals
	return experiments.Fixed(math.Floor(100*experiments.Number(x)*scale)/scale, csvDecimals)
}

// weightsText writes a formula as "F54:0.8600000000000001;F41:-0.180000": all digits of the weights, so that the error
// can be computed again, and at least six decimals.
func weightsText(terms []any) string {
	const least = 6
	return strings.Join(experiments.Map(terms, func(t any) string {
		weight := t.(row)["weight"].(float64)
		text := strconv.FormatFloat(weight, 'f', -1, 64)
		if _, decimals, _ := strings.Cut(text, "."); len(decimals) < least {
			text = strconv.FormatFloat(weight, 'f', least, 64)
		}
		return fmt.Sprintf("F%d:%s", t.(row)["id"], text)
	}), ";")
}

// fewestText writes a number of features, with an asterisk if it is proved, or else with its bound.
func fewestText(a map[string]any) string {
	if a == nil {
		return ""
	}
	r := a["answer"].(*question.Answer)
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

// positions compares our values with a published table: hands from left to right, a colour for each range, hollow
// markers for the print, and a dashed line down to the lower bound.
func positions(title, label string, rows []any) draw.Chart {
	hands := experiments.Distinct(rows, func(x any) string { return x.(row)["hand"].(string) })
	ranges := experiments.Distinct(rows, func(x any) string { return x.(row)["range"].(string) })
	chart := draw.Chart{Title: title, Y: draw.Axis{Label: label}, LegendLeft: true}
	chart.X = draw.Axis{Label: "hand", Low: 0.5, High: float64(len(hands)) + 0.5, Names: hands}
	var ours, printed, bars []draw.Series
	for i, rng := range ranges {
		const width, headroom = 0.8, 1.2
		shift := width * ((float64(i)+0.5)/float64(len(ranges)) - 0.5)
		found := draw.Series{Name: "against " + rng, Style: draw.Points, Colour: i + 1}
		print := draw.Series{Name: "hollow: Dalpasso & Lancia", Style: draw.Reference, Colour: i + 1}
		for _, r := range rows {
			r := r.(row)
			if r["range"] != rng {
				continue
			}
			x := float64(slices.Index(hands, r["hand"].(string))+1) + shift
			y, p := experiments.Number(r["ours"]), experiments.Number(r["printed"])
			chart.Y.High = max(chart.Y.High, headroom*y, headroom*p)
			found.Points = append(found.Points, draw.Point{X: x, Y: y})
			print.Points = append(print.Points, draw.Point{X: x, Y: p})
			if bound := experiments.Number(r["lower"]); bound < y {
				bars = append(bars, draw.Series{Name: "down to the lower bound", Style: draw.Trend, Colour: i + 1,
					Points: []draw.Point{{X: x, Y: bound}, {X: x, Y: y}}})
			}
		}
		ours, printed = append(ours, found), append(printed, print)
	}
	chart.Series = slices.Concat(ours, printed, bars)
	return chart
}
