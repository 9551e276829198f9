package dalpasso

import (
	"fmt"
	"io"
	"strings"

	"feltlab/experiments/draw"
	"feltlab/experiments/reproduce"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
)

// writeTable4 writes everything but the summary.
func writeTable4(env *reproduce.Env, rows []table4Row, s *table4Summary) error {
	var results []*fit.Result
	for _, r := range rows {
		results = append(results, r.Result)
	}
	if err := writeCurves(env, "table4", "average", results); err != nil {
		return err
	}
	if err := env.Draw("table4/errors", table4Chart(rows)); err != nil {
		return err
	}
	return env.Write("table4/README.md", func(w io.Writer) error {
		_, err := io.WriteString(w, table4Page(rows, s))
		return err
	})
}

func table4Chart(rows []table4Row) draw.Chart {
	var all []position
	for _, r := range rows {
		if r.Found() {
			all = append(all, position{r.Hand, r.Range, r.percent(), r.boundPercent(), r.printed.AverageErrorPercent})
		}
	}
	return positionChart("Table 4: the least average error with ten features", "average error, percentage points", all)
}

const table4Head = `# Table 4: the least average error with ten features

AVGERR(10) for each hand and range, in percentage points over all 19,600 flops, beside Table 4 of
Dalpasso & Lancia, CEJOR 23(3), 2015. Made by ` + "`feltlab reproduce table4`" + `, with at most %s a row.
*Optimal* means proved: no formula with ten features is better than the bound. All errors were
recomputed by a judge that shares no code with the solvers. The rows with all digits and all
weights: [table4.csv](../table4.csv); without loss: [solves.jsonl](solves.jsonl). The bounds follow from the
[proofs](proofs), which ` + "`feltlab verify results/table4.csv`" + ` replays.

`

const lastDigitNote = `The source prints one decimal and does not say how it got there. *If truncated*, a printed 2.2 is
an error from 2.2 to 2.3; *if rounded*, one from 2.15 to 2.25. Ours is *equal* if it lies there too.

`

func table4Page(rows []table4Row, s *table4Summary) string {
	t := reproduce.NewTable("hand", "range", "ours", "bound", "status", "seconds", "printed", "if truncated", "if rounded", "five largest weights, ours", "printed")
	var terms [][]regression.Term
	for _, r := range rows {
		printed := r.printed.AverageErrorPercent
		t.Add(r.Hand, r.Range, pointsText(r.Objective(), 4), pointsText(float64(r.LowerBound), 4), string(r.Status), secondsText(r.Seconds),
			fmt.Sprintf("%.1f", printed), truncated(r.percent(), printed).String(), rounded(r.percent(), printed).String(),
			termsText(largest(r.Result)), termsText(r.printed.Terms))
		terms = append(terms, largest(r.Result), r.printed.Terms)
	}
	return strings.Join([]string{
		fmt.Sprintf(table4Head, limitText(s.TimeLimit)), readAs,
		"## Verdict\n\n", lastDigitNote, s.counts().Markdown(), s.digits(),
		"![errors, ours and printed](errors.svg)\n\n",
		"## Row by row\n\n", t.Markdown(),
		digitsSection(rows),
		"## The features\n\n", glossary(terms...).Markdown(),
	}, "")
}

// counts is the verdict in numbers.
func (s *table4Summary) counts() *reproduce.Table {
	t := reproduce.NewTable("rows", "better", "equal", "worse", "proved optimal", "sum of gaps", "largest gap")
	for _, line := range []struct {
		name string
		tally
	}{{"if truncated", s.Truncated}, {"if rounded", s.Rounded}} {
		t.Add(fmt.Sprintf("%d, %s", s.Rows, line.name), fmt.Sprint(line.Better), fmt.Sprint(line.Equal), fmt.Sprint(line.Worse),
			fmt.Sprint(s.Proved), fmt.Sprintf("%.4f", s.SumOfGaps), fmt.Sprintf("%.4f", s.LargestGap))
	}
	return t
}

// digits says what the certified bounds prove of the last printed digit.
func (s *table4Summary) digits() string {
	var b strings.Builder
	if n := len(s.NotRounded); n > 0 {
		fmt.Fprintf(&b, "In %d of %d rows the certified bound is above the printed value by more than half a last digit: there no\nformula at all has an error that rounds to the print (%s).\n", n, s.Rows, pairList(s.NotRounded))
	} else {
		b.WriteString("No certified bound rules out that the printed values are rounded.\n")
	}
	if n := len(s.Unreachable); n > 0 {
		fmt.Fprintf(&b, "In %d rows it is above by a last digit or more, which truncation does not explain either (%s).\n", n, pairList(s.Unreachable))
	} else if len(s.NotRounded) > 0 {
		b.WriteString("Truncation explains all of them.\n")
	}
	if len(s.Open) > 0 {
		fmt.Fprintf(&b, "\nNot proved in the time: %s.\n", pairList(s.Open))
	}
	return b.String() + "\n"
}

// pairList writes pairs by hand: "AA against RUS, RS; KK against ATC".
func pairList(pairs []pair) string {
	var b strings.Builder
	for i, p := range pairs {
		switch {
		case i == 0:
			b.WriteString(p.String())
		case p.Hand == pairs[i-1].Hand:
			b.WriteString(", " + p.Range)
		default:
			b.WriteString("; " + p.String())
		}
	}
	return b.String()
}

// Text writes the summary for a person.
func (s *table4Summary) Text(w io.Writer) error {
	var b strings.Builder
	for _, line := range []struct {
		name string
		tally
	}{{"truncated", s.Truncated}, {"rounded", s.Rounded}} {
		fmt.Fprintf(&b, "if the print is %-10s of %d rows %d are better, %d equal within its last digit, %d worse\n", line.name+":", s.Rows, line.Better, line.Equal, line.Worse)
	}
	fmt.Fprintf(&b, "proved optimal: %d of %d; sum of gaps %.4f points, the largest %.4f; %.0f solver-seconds\n", s.Proved, s.Rows, s.SumOfGaps, s.LargestGap, s.Seconds)
	fmt.Fprintf(&b, "bounds rule out rounding in %d rows, and the printed value altogether in %d\n", len(s.NotRounded), len(s.Unreachable))
	_, err := io.WriteString(w, b.String())
	return err
}
