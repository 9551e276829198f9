package dalpasso

import (
	"fmt"
	"math"
	"time"

	"feltlab/dataset/published"
	"feltlab/report/reproduce"
	"feltlab/solvers/prove"
)

// writeReadings writes everything but the summary.
func writeReadings(env *reproduce.Env, trials []readingTrial, p *printedRows, limit time.Duration) error {
	t := reproduce.NewTable("reading", "hand", "range", "asked", "printed", "least_error_percent", "bound_percent", "weights_difference", "cut_short")
	for i := range trials {
		x := &trials[i]
		for k, d := range p.disputed {
			a := &x.Disputed[k]
			row, _ := published.Find(p.table3, d.Hand, d.Range)
			t.Add(x.Reading, d.Hand, d.Range, fmt.Sprintf("AVGERR(%d)", row.FeaturesNeeded), "2.5",
				percentText(a.Error, 6), "", fmt.Sprintf("%.3f", a.Weights), fmt.Sprint(a.Cut))
		}
		for k, row := range p.table3 {
			if a := &x.Reaches[k]; a.Error > 0 {
				t.Add(x.Reading, row.Hand, row.Range, fmt.Sprintf("2.5 with %d features", row.FeaturesNeeded), "2.5", percentText(a.Error, 6), "", "", fmt.Sprint(a.Cut))
			}
		}
		for k, row := range fullRows() {
			t.Add(x.Reading, row.Hand, row.Range, "printed formula", "2.5", percentText(x.Full[k], 6), "", "", "")
		}
		for k, row := range p.table4 {
			addCompletion(t, x.Reading, row, row.Range, &x.Rows[k])
			if a := &x.Widened[k]; a.Error > 0 {
				addCompletion(t, x.Reading, row, widened, a)
			}
		}
	}
	if err := env.Write("readings.csv", t.CSV); err != nil {
		return err
	}
	return writeReadingsPage(env, trials, p, limit)
}

func addCompletion(t *reproduce.Table, reading string, row published.Formula, rng string, a *answer) {
	bound := ""
	if a.Bound > 0 {
		bound = percentText(a.Bound, 6)
	}
	t.Add(reading, row.Hand, rng, "AVGERR(10) with the printed features", fmt.Sprint(row.AverageErrorPercent),
		percentText(a.Error, 6), bound, fmt.Sprintf("%.3f", a.Weights), fmt.Sprint(a.Cut))
}

// writeReadingsPage takes trials of which the last is the default's; the one before differs from it
// in F66.
func writeReadingsPage(env *reproduce.Env, trials []readingTrial, p *printedRows, limit time.Duration) error {
	s := summarizeReadings(trials, p)
	last := len(trials) - 1
	withF66 := judgeReading(&trials[last-1], &trials[last], p)
	return env.WritePage(pages, "readings", struct {
		*readingsSummary
		Limit                            string
		Table                            *reproduce.Table
		OfDefault, WithF66               *readingVerdict
		Table3Rows                       int
		ReachedByFirst, ReachedByDefault int
		Recovered                        float64
		LastDigits, Changed, Widened     *reproduce.Table
	}{
		s, limitText(limit.Seconds()), s.table(), &s.Verdicts[last], &withF66,
		len(p.table3), trials[0].reached(), trials[last].reached(), recovered,
		lastDigits(trials, last, p.table4), changedRows(trials, last, p.table4), widenedRows(trials, last, p.table4),
	})
}

// table has a row for each reading.
func (s *readingsSummary) table() *reproduce.Table {
	t := reproduce.NewTable("reading", "examples", "reaches of Table 3", "rows of Table 4 beyond", "not beyond any more", "newly beyond", "closer", "farther", "full formulas better", "worse", "verdict")
	last := len(s.Verdicts) - 1
	for i := range s.Verdicts {
		v := &s.Verdicts[i]
		verdict := ""
		switch {
		case i == 0:
			verdict = "what we began with"
		case i == last && v.good():
			verdict = "the default: explains without spoiling"
		case v.good():
			verdict = "explains without spoiling"
		default:
			verdict = "spoils or explains nothing"
		}
		t.Add(v.Reading, fmt.Sprintf("%d of %d", v.Examples, len(workedExamples)), countedPairs(v.Explains), countedPairs(v.Beyond), countedPairs(v.Mended),
			countedPairs(v.Broken), countedPairs(v.Closer), countedPairs(v.Farther), fmt.Sprint(v.BetterFull), fmt.Sprint(v.WorseFull), verdict)
	}
	return t
}

// reached counts the rows of Table 3 for which a formula was found.
func (t *readingTrial) reached() (n int) {
	for i := range t.Reaches {
		if t.Reaches[i].within() {
			n++
		}
	}
	return n
}

// recovered is the mean difference of five weights up to which a formula is taken for the source's.
const recovered = 0.01

// lastDigits counts how errors are printed under the first reading and another, where the formula
// seems to be the source's.
func lastDigits(trials []readingTrial, other int, table4 []published.Formula) *reproduce.Table {
	t := reproduce.NewTable("reading", "ranges", "rows", "weights come back", "error rounds to the print", "truncates to it", "above both", "below both")
	for _, x := range []*readingTrial{&trials[0], &trials[other]} {
		for _, rml := range []bool{false, true} {
			var rows, back, rounds, truncates, above, below int
			for i, row := range table4 {
				if (row.Range == narrow) != rml {
					continue
				}
				rows++
				if x.Rows[i].Weights > recovered {
					continue
				}
				back++
				off := 100*x.Rows[i].Error - row.AverageErrorPercent
				switch {
				case off >= lastDigit:
					above++
				case off < -lastDigit/2:
					below++
				}
				if math.Abs(off) <= lastDigit/2 {
					rounds++
				}
				if off >= 0 && off < lastDigit {
					truncates++
				}
			}
			ranges := "RUS, RS, ATC"
			if rml {
				ranges = "RML"
			}
			t.Add(x.Reading, ranges, fmt.Sprint(rows), fmt.Sprint(back), fmt.Sprint(rounds), fmt.Sprint(truncates), fmt.Sprint(above), fmt.Sprint(below))
		}
	}
	return t
}

// cells are an answer's error, bound and difference of weights.
func (a *answer) cells() []string {
	bound := "none"
	if a.Bound > 0 {
		bound = percentText(a.Bound, 4)
	}
	return []string{percentText(a.Error, 4), bound, fmt.Sprintf("%.3f", a.Weights)}
}

// widenedRows sets RML beside RML with KJs under a reading.
func widenedRows(trials []readingTrial, of int, table4 []published.Formula) *reproduce.Table {
	x := &trials[of]
	t := reproduce.NewTable("hand", "printed", "RML", "bound", "weights off by", widened, "bound", "weights off by")
	for i, row := range table4 {
		a, b := &x.Rows[i], &x.Widened[i]
		if b.Error == 0 {
			continue
		}
		t.Add(append(append([]string{row.Hand, fmt.Sprint(row.AverageErrorPercent)}, a.cells()...), b.cells()...)...)
	}
	return t
}

// changedRows sets the first reading and another side by side where they differ.
func changedRows(trials []readingTrial, other int, table4 []published.Formula) *reproduce.Table {
	a, b := &trials[0], &trials[other]
	t := reproduce.NewTable("hand", "range", "printed", a.Reading, "bound", "weights off by", b.Reading, "bound", "weights off by")
	for i, row := range table4 {
		x, y := &a.Rows[i], &b.Rows[i]
		if math.Abs(x.Error-y.Error) < prove.Tolerance && math.Abs(x.Weights-y.Weights) < 1e-3 {
			continue
		}
		t.Add(append(append([]string{row.Hand, row.Range, fmt.Sprint(row.AverageErrorPercent)}, x.cells()...), y.cells()...)...)
	}
	return t
}
