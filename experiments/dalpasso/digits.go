package dalpasso

import (
	"fmt"
	"strings"

	"feltlab/dataset/table"
)

// The source prints one decimal and does not say whether it rounds or truncates. It prints the error of the formula
// that
// CPLEX found, which may be worse than ours; but no formula is below a certified bound. So a bound can refute a way of
// printing, whatever CPLEX found. Our formulas say more only if the source's formula was optimal.

// digitVerdict is the verdict of a row of Table 4 on the last digit.
type digitVerdict int

const (
	refutesBoth      digitVerdict = iota // bound >= print + 0.1: neither rounded nor truncated
	refutesRounding                      // bound > print + 0.05
	needsTruncation                      // ours is in that place, its bound is not
	fitsBoth                             // ours is in [print, print + 0.05)
	needsRounding                        // ours is in [print - 0.05, print)
	sourceNotOptimal                     // ours is below print - 0.05
)

func (v digitVerdict) String() string {
	return [...]string{
		"refutes both", "refutes rounding", "truncated, if optimal", "either", "rounded, or not optimal", "not optimal",
	}[v]
}

func (v digitVerdict) meaning() string {
	return [...]string{
		"the certified bound is a last digit or more above the print: no formula of these features has an error that " +
			"is printed so",
		"the certified bound is more than half a last digit above the print: no formula at all rounds to it",
		"ours is above the print by half a last digit or more; it truncates to the print and does not round to it, " +
			"but the bound is not tight enough to say that nothing better exists",
		"ours rounds and truncates to the print",
		"ours is below the print by at most half a last digit: the source rounded, or its formula was not optimal",
		"ours is below the print by more than half a last digit: the source's formula was not optimal, however it " +
			"was printed",
	}[v]
}

// digit judges an error and its bound, in percentage points, against the print.
func digit(ours, bound, printed float64) digitVerdict {
	switch {
	case bound >= printed+lastDigit:
		return refutesBoth
	case bound > printed+lastDigit/2:
		return refutesRounding
	case ours > printed+lastDigit/2:
		return needsTruncation
	case ours >= printed:
		return fitsBoth
	case ours >= printed-lastDigit/2:
		return needsRounding
	}
	return sourceNotOptimal
}

// digitStudy compares truncation with rounding: the part last_digit of the page of Table 4.
type digitStudy struct {
	Verdicts, Rows *table.Sheet
	// The numbers of rows with these verdicts.
	RefuteBoth, RefuteRounding, NeedTruncation, NeedRounding int
}

func studyDigits(rows []table4Row) *digitStudy {
	counts := map[digitVerdict][]pair{}
	t := table.NewSheet("hand", "range", "ours", "bound", "printed", "ours - printed", "bound - printed", "verdict")
	for _, r := range rows {
		if !r.Found() {
			continue
		}
		printed := r.printed.AverageErrorPercent
		v := digit(r.percent(), r.boundPercent(), printed)
		counts[v] = append(counts[v], pair{r.Hand.Text, r.Range.String()})
		t.Addf("%s\t%s\t%s\t%s\t%.1f\t%+.4f\t%+.4f\t%v", r.Hand.Text, r.Range.String(), pointsText(r.Objective(), 4),
			pointsText(float64(r.LowerBound), 4), printed, r.percent()-printed, r.boundPercent()-printed, v)
	}
	sum := table.NewSheet("verdict", "rows", "meaning", "which")
	for v := refutesBoth; v <= sourceNotOptimal; v++ {
		sum.Add(v.String(), fmt.Sprint(len(counts[v])), v.meaning(), strings.TrimSuffix(pairList(counts[v]), "."))
	}
	return &digitStudy{
		Verdicts: sum, Rows: t,
		RefuteBoth: len(counts[refutesBoth]), RefuteRounding: len(counts[refutesRounding]),
		NeedTruncation: len(counts[needsTruncation]), NeedRounding: len(counts[needsRounding]),
	}
}
