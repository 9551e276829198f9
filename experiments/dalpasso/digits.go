package dalpasso

import (
	"fmt"
	"strings"

	"feltlab/experiments/reproduce"
	"feltlab/pipeline/fit"
)

// The source prints one decimal and does not say how it got there. What it prints is the error of a
// formula that CPLEX found, which may be better than nothing and worse than ours; but no formula is
// below a certified bound. So a bound can refute a way of printing, whatever CPLEX did; what ours
// says beyond that holds if the source's formula was optimal.

// digitVerdict is what a row of Table 4 says of the last digit.
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

// meaning continues "In so many rows".
func (v digitVerdict) meaning() string {
	return [...]string{
		"the certified bound is a last digit or more above the print: no formula of these features has an error that is printed so",
		"the certified bound is more than half a last digit above the print: no formula at all rounds to it",
		"ours is above the print by half a last digit or more; it truncates to the print and does not round to it, but the bound is not tight enough to say that nothing better exists",
		"ours rounds and truncates to the print",
		"ours is below the print by at most half a last digit: the source rounded, or its formula was not optimal",
		"ours is below the print by more than half a last digit: the source's formula was not optimal, however it was printed",
	}[v]
}

// digit judges an error and its bound, in percentage points.
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

// digitsSection judges truncated against rounded row by row.
func digitsSection(rows []table4Row) string {
	counts := map[digitVerdict][]pair{}
	t := reproduce.NewTable("hand", "range", "ours", "bound", "printed", "ours - printed", "bound - printed", "verdict")
	for _, r := range rows {
		if !r.Found() {
			continue
		}
		printed := r.printed.AverageErrorPercent
		v := digit(r.percent(), r.boundPercent(), printed)
		counts[v] = append(counts[v], pair{r.Hand, r.Range})
		t.Add(r.Hand, r.Range, pointsText(r.Objective(), 4), pointsText(float64(r.LowerBound), 4), fmt.Sprintf("%.1f", printed),
			fmt.Sprintf("%+.4f", r.percent()-printed), fmt.Sprintf("%+.4f", r.boundPercent()-printed), v.String())
	}
	sum := reproduce.NewTable("verdict", "rows", "meaning", "which")
	for v := refutesBoth; v <= sourceNotOptimal; v++ {
		sum.Add(v.String(), fmt.Sprint(len(counts[v])), v.meaning(), strings.TrimSuffix(pairList(counts[v]), "."))
	}
	return "## The last digit: truncated or rounded?\n\n" + digitsHead + sum.Markdown() + digitsConclusion(counts) + t.Markdown()
}

const digitsHead = `What the source prints belongs to the formula that CPLEX had found when it stopped. No formula is better
than a certified bound, so the first two verdicts hold whatever CPLEX did. The others judge ours, and
hold for the source's optimum as far as the gap allows. A row of *rounded, or not optimal* refutes truncation only
if the source proved its formula optimal, which it does not say row by row.

`

// digitsConclusion says what the counts prove, and what they do not.
func digitsConclusion(counts map[digitVerdict][]pair) string {
	proved, both := len(counts[refutesRounding]), len(counts[refutesBoth])
	leaning, against := len(counts[needsTruncation]), len(counts[needsRounding])
	switch {
	case both > 0:
		return fmt.Sprintf("In %d rows neither way of printing is possible under this reading of the features.\n\n", both)
	case proved > 0:
		return fmt.Sprintf("Rounding is refuted by certificate, in %d rows; nothing certified speaks against truncation. %d more rows point the same way.\n\n", proved, leaning)
	case leaning > 0:
		return fmt.Sprintf("Nothing is refuted by certificate yet. %d rows point to truncation, as no better formula is known there; %d rows are what an optimum that was rounded would look like, or a truncated one that was not optimal.\n\n", leaning, against)
	}
	return "Neither way of printing is refuted.\n\n"
}

// limits are what "2.5" may stand for in Table 3: itself, or any error that rounds or truncates to it. Percentage
// points.
var limits = [...]struct {
	name string
	most float64
}{{"at most 2.5", 2.5}, {"rounds to 2.5", 2.55}, {"truncates to 2.5", 2.6}}

// limitsSection asks whether another limit explains the printed numbers of features.
func limitsSection(rows []*table3Row) string {
	t := reproduce.NewTable("the error", "printed number certified too small", "no formula known with so many", "fewer features suffice")
	for _, l := range limits {
		var refuted, unknown, fewer []pair
		for _, r := range rows {
			name := pair{r.printed.Hand, r.printed.Range}
			found, bound := r.within(l.most)
			switch {
			case bound > r.printed.FeaturesNeeded:
				refuted = append(refuted, name)
			case found == 0 || found > r.printed.FeaturesNeeded:
				unknown = append(unknown, name)
			case found < r.printed.FeaturesNeeded:
				fewer = append(fewer, name)
			}
		}
		t.Add(l.name, countedPairs(refuted), countedPairs(unknown), countedPairs(fewer))
	}
	return "## What is 2.5?\n\n" + limitsHead + t.Markdown()
}

const limitsHead = `If the source took an error for small enough that only prints as 2.5, its limit was larger. The first column
refutes a limit by certificate. The last one speaks against it where the source's number was optimal: fewer
features would have done. It knows the solves of this page only: all numbers of features just below the
printed one up to seven, and for larger ones what was found on the way.

`

func countedPairs(pairs []pair) string {
	if len(pairs) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(pairs), pairList(pairs))
}

// within returns the smallest number of features that is known to reach an error, 0 if none is, and the
// number below which it is certified that none does. Percentage points.
func (r *table3Row) within(most float64) (found, bound int) {
	note := func(x *fit.Result, n int) {
		if x.Found() && 100*float64(x.AverageError) <= most && (found == 0 || n < found) {
			found = n
		}
	}
	if r.count.Found() {
		note(r.count, len(r.count.Features))
	}
	for _, s := range r.sized {
		note(s, len(s.Features))
		if 100*float64(s.LowerBound) > most {
			bound = max(bound, s.MaxFeatures+1)
		}
	}
	if most <= table3ErrorPercent {
		bound = max(bound, r.bound)
	}
	return found, bound
}
