package dalpasso

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// table4 computes AVGERR(10) of Dalpasso & Lancia for 11 hands and 4 ranges. With the default time limit it takes at
// most half an hour on two cores; unproved rows keep their bounds.
var table4 = experiments.Experiment{
	Name:      "table4",
	Short:     "the least average error with ten features: Table 4 of Dalpasso & Lancia",
	TimeLimit: table4Limit,
	Questions: table4Questions,
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runTable4(ctx, env, asked(env, published.Table4(), table4Questions()))
	},
}

// table4Limit allows 44 solves within half an hour on two cores: two of three are proved before it.
const table4Limit = 110 * time.Second

func table4Questions() []question.Question {
	return questionsOf(published.Table4(), regression.Program{Kind: regression.AvgErr, N: table4Features})
}

type table4Row struct {
	*question.Answer
	printed published.Formula
}

func runTable4(ctx context.Context, env *experiments.Env, rows []published.Formula) error {
	limit := cmp.Or(env.TimeLimit, table4Limit)
	tasks := experiments.Map(rows, func(row published.Formula) question.Question {
		return paperTask(row.Hand, row.Range, regression.Program{Kind: regression.AvgErr, N: table4Features}, limit)
	})
	results, err := solve(ctx, env, "table4", tasks)
	if err != nil {
		return err
	}
	var ours []table4Row
	for i, r := range results {
		ours = append(ours, table4Row{r, rows[i]})
	}
	s := summarizeTable4(ours, limit)
	return env.Finish(writeTable4(env, ours, s), pages, "table4", s)
}

const lastDigit = 0.1

type outcome int

const (
	better outcome = iota
	equal
	worse
)

func (v outcome) String() string { return [...]string{"better", "equal", "worse"}[v] }

// truncated compares an error, in percentage points, with a truncated print: the source's error is at least the printed
// number and less than one last digit above it.
func truncated(ours, printed float64) outcome {
	switch {
	case ours < printed:
		return better
	case ours < printed+lastDigit:
		return equal
	}
	return worse
}

// rounded compares an error with a rounded print: the source's error is within half a last digit of it.
func rounded(ours, printed float64) outcome {
	switch {
	case ours < printed-lastDigit/2:
		return better
	case ours <= printed+lastDigit/2:
		return equal
	}
	return worse
}

func (r table4Row) percent() float64      { return 100 * r.Objective() }
func (r table4Row) boundPercent() float64 { return 100 * float64(r.LowerBound) }

// refutesRounding reports whether a certificate proves that no error rounds to the print.
func (r table4Row) refutesRounding() bool {
	return r.boundPercent() > r.printed.AverageErrorPercent+lastDigit/2
}

// refutesPrint reports whether a certificate proves that no error rounds or truncates to the print. Then the source's
// features must have another meaning.
func (r table4Row) refutesPrint() bool {
	return r.boundPercent() >= r.printed.AverageErrorPercent+lastDigit
}

type tally struct {
	Better int `json:"better"`
	Equal  int `json:"equal"`
	Worse  int `json:"worse"`
}

func (t *tally) add(v outcome) {
	*[...]*int{better: &t.Better, equal: &t.Equal, worse: &t.Worse}[v]++
}

type table4Summary struct {
	Rows        int     `json:"rows"`
	TimeLimit   float64 `json:"time_limit_seconds"`
	Truncated   tally   `json:"if_print_is_truncated"`
	Rounded     tally   `json:"if_print_is_rounded"`
	Proved      int     `json:"proved"`
	SumOfGaps   float64 `json:"sum_of_gaps_percent"`
	LargestGap  float64 `json:"largest_gap_percent"`
	Seconds     float64 `json:"solver_seconds"`
	NotRounded  []pair  `json:"bound_refutes_rounding"`
	Unreachable []pair  `json:"bound_refutes_print"`
	Open        []pair  `json:"not_proved"`
}

func summarizeTable4(rows []table4Row, limit time.Duration) *table4Summary {
	s := &table4Summary{Rows: len(rows), TimeLimit: limit.Seconds()}
	for _, r := range rows {
		printed, name := r.printed.AverageErrorPercent, pair{r.Hand().Text, r.Against().Range.String()}
		s.Seconds += r.Seconds
		if !r.Found() {
			s.Truncated.add(worse)
			s.Rounded.add(worse)
			s.Open = append(s.Open, name)
			continue
		}
		s.Truncated.add(truncated(r.percent(), printed))
		s.Rounded.add(rounded(r.percent(), printed))
		if r.Status == question.Optimal {
			s.Proved++
		} else {
			s.Open = append(s.Open, name)
			gap := r.percent() - r.boundPercent()
			s.SumOfGaps += gap
			s.LargestGap = max(s.LargestGap, gap)
		}
		if r.refutesRounding() {
			s.NotRounded = append(s.NotRounded, name)
		}
		if r.refutesPrint() {
			s.Unreachable = append(s.Unreachable, name)
		}
	}
	return s
}

// The source prints one decimal and does not say whether it rounds or truncates. It prints the error of the formula
// that CPLEX found, which may be worse than ours; but no formula is below a certified bound. So a bound can refute a
// way of printing, whatever CPLEX found. Our formulas say more only if the source's formula was optimal.

// digitVerdict is the verdict of a row of Table 4 on the last digit.
type digitVerdict int

const (
	refutesBoth      digitVerdict = iota // bound >= print + 0.1: neither rounded nor truncated
	refutesRounding                      // bound > print + 0.05
	needsTruncation                      // ours > print + 0.05, its bound is not
	fitsBoth                             // ours is in [print, print + 0.05)
	needsRounding                        // ours is in [print - 0.05, print)
	sourceNotOptimal                     // ours is below print - 0.05
)

var digitVerdicts = [...]struct{ name, meaning string }{
	refutesBoth: {"refutes both", "the certified bound is a last digit or more above the print: no formula of these " +
		"features has an error that rounds or truncates to the print"},
	refutesRounding: {"refutes rounding", "the certified bound is more than half a last digit above the print: no " +
		"formula rounds to it"},
	needsTruncation: {"truncated, if optimal", "ours is above the print by half a last digit or more: it truncates " +
		"to the print and does not round to it, but the bound is too low to exclude a better formula"},
	fitsBoth: {"either", "ours rounds and truncates to the print"},
	needsRounding: {"rounded, or not optimal", "ours is below the print by at most half a last digit: the source " +
		"rounded, or its formula was not optimal"},
	sourceNotOptimal: {"not optimal", "ours is below the print by more than half a last digit: the source's formula " +
		"was not optimal, whether its error was rounded or truncated"},
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
		counts[v] = append(counts[v], pair{r.Hand().Text, r.Against().Range.String()})
		t.Addf("%s\t%s\t%s\t%s\t%.1f\t%+.4f\t%+.4f\t%v", r.Hand().Text, r.Against().Range.String(), pointsText(r.Objective(), 4),
			pointsText(float64(r.LowerBound), 4), printed, r.percent()-printed, r.boundPercent()-printed,
			digitVerdicts[v].name)
	}
	sum := table.NewSheet("verdict", "rows", "meaning", "which")
	for i, v := range digitVerdicts {
		pairs := counts[digitVerdict(i)]
		sum.Add(v.name, fmt.Sprint(len(pairs)), v.meaning, pairList(pairs))
	}
	return &digitStudy{
		Verdicts: sum, Rows: t,
		RefuteBoth: len(counts[refutesBoth]), RefuteRounding: len(counts[refutesRounding]),
		NeedTruncation: len(counts[needsTruncation]), NeedRounding: len(counts[needsRounding]),
	}
}
