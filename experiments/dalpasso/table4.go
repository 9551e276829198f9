package dalpasso

import (
	"cmp"
	"context"
	"time"

	"feltlab/dataset/published"
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
	Run: func(ctx context.Context, env *experiments.Env) error {
		return runTable4(ctx, env, published.Table4())
	},
	ByHiGHS: table4ByHighs,
}

// table4Limit allows 44 solves within half an hour on two cores: two of three are proved before it.
const table4Limit = 110 * time.Second

type table4Row struct {
	*question.Answer
	printed published.Formula
}

func runTable4(ctx context.Context, env *experiments.Env, rows []published.Formula) error {
	limit := cmp.Or(env.TimeLimit, table4Limit)
	var tasks []question.Question
	for _, row := range rows {
		tasks = append(tasks, paperTask(row.Hand, row.Range,
			regression.Program{Kind: regression.AvgErr, N: table4Features}, limit))
	}
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

// lastDigit is the unit of the last digit of Table 4, in percentage points.
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
	switch v {
	case better:
		t.Better++
	case equal:
		t.Equal++
	default:
		t.Worse++
	}
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
		printed, name := r.printed.AverageErrorPercent, pair{r.Hand.Text, r.Range.String()}
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
