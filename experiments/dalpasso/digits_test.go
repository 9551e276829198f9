package dalpasso

import (
	"fmt"
	"strings"
	"testing"

	"feltlab/dataset/published"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// TestDigit goes through the edges of the last digit of a printed 2.2.
func TestDigit(t *testing.T) {
	for _, c := range []struct {
		ours, bound float64
		want        digitVerdict
	}{
		{2.4, 2.31, refutesBoth}, {2.4, 2.26, refutesRounding}, {2.27, 2.26, refutesRounding}, {2.27, 2.1, needsTruncation},
		{2.4, 2.2, needsTruncation}, {2.24, 2.2, fitsBoth}, {2.2, 2.2, fitsBoth}, {2.19, 1, needsRounding}, {2.151, 2, needsRounding},
		{2.14, 2.14, sourceNotOptimal}, {1, 0, sourceNotOptimal},
	} {
		t.Run(fmt.Sprintf("%v, bound %v", c.ours, c.bound), func(t *testing.T) {
			if got := digit(c.ours, c.bound, 2.2); got != c.want {
				t.Errorf("%v, bound %v: %v, want %v", c.ours, c.bound, got, c.want)
			}
		})
	}
}

// lastDigitText is the part of the page of Table 4 on the last digit.
func lastDigitText(t *testing.T, rows []table4Row) string {
	t.Helper()
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, "last_digit.tmpl", studyDigits(rows)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDigitsSection counts rows made up.
func TestDigitsSection(t *testing.T) {
	row := func(hand string, e, bound float64) table4Row {
		return table4Row{
			&question.Answer{Subject: question.MustSubject(hand, "RUS"), ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: 10}, Status: question.Feasible, AverageError: question.Number(e / 100), LowerBound: question.Number(bound / 100)},
			published.Formula{AverageErrorPercent: 2.2},
		}
	}
	text := lastDigitText(t, []table4Row{row("AA", 2.29, 2.26), row("KK", 2.27, 2.2), row("QQ", 2.1, 2)})
	for _, want := range []string{"| refutes rounding | 1 |", "| AA against RUS |", "Rounding is refuted by certificate, in 1 rows", "1 more rows point", "| QQ | RUS | 2.1000 | 2.0000 | 2.2 | -0.1000 | -0.2000 | not optimal |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if text := lastDigitText(t, []table4Row{row("KK", 2.27, 2.2)}); !strings.Contains(text, "No certificate refutes either way of printing. 1 rows point to truncation") {
		t.Error(text)
	}
}

// TestLimits asks what the error of a row can be that is printed with five features.
func TestLimits(t *testing.T) {
	size := func(n int, e, bound float64) *question.Answer {
		return &question.Answer{ProgramKeys: question.ProgramKeys{Kind: regression.AvgErr, N: n}, Status: question.Feasible, AverageError: question.Number(e / 100), LowerBound: question.Number(bound / 100), Features: make([]question.Weight, n)}
	}
	r := &table3Row{
		printed: published.Formula{Hand: "99", Range: "ATC", FeaturesNeeded: 5},
		count:   &question.Answer{ProgramKeys: question.ProgramKeys{Kind: regression.FeatAvgErr, E: table3Error}, Status: question.Optimal, AverageError: 0.0249, LowerBound: 6, Features: make([]question.Weight, 6)},
		sized:   []*question.Answer{size(6, 2.4, 2.4), size(5, 2.53, 2.53), size(4, 2.58, 2.57)},
	}
	r.combine()
	for i, want := range [][2]int{{6, 6}, {5, 5}, {4, 0}} {
		if found, bound := r.within(limits[i].most); found != want[0] || bound != want[1] {
			t.Errorf("%s: %d, %d, want %v", limits[i].name, found, bound, want)
		}
	}
	text := limitsTable([]*table3Row{r}).String()
	for _, want := range []string{"| at most 2.5 | 1: 99 against ATC | 0 | 0 |", "| rounds to 2.5 | 0 | 0 | 0 |", "| truncates to 2.5 | 0 | 0 | 1: 99 against ATC |"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}
