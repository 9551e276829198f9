package dalpasso

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/fit"
	"feltlab/report/reproduce"
)

// featureReadings tests readings of the 73 features against what the source prints: that which the
// project began with, others that differ from it in one feature, and last the default, which takes
// from these what explains rows and spoils none. What is printed are worked examples, formulas with
// all weights, the rows of Table 3 that the first reading does not reach, and Table 4: the least
// error of a formula that has the five printed features must not be above what is printed. Some 100
// CPU-minutes.
var featureReadings = reproduce.Experiment{
	Name:      "readings",
	Short:     "other readings of the 73 features against what Dalpasso & Lancia print",
	TimeLimit: readingLimit,
	Run: func(ctx context.Context, env *reproduce.Env) error {
		return runReadings(ctx, env, testedReadings(), &printedRows{disputed, published.Table3(), published.Table4()})
	},
}

// testedReadings are the first reading, the alternatives and the default.
func testedReadings() []*reading {
	return append(append([]*reading{firstReading}, alternativeReadings()...), defaultReading)
}

// readingLimit bounds each search and each proof.
const readingLimit = 20 * time.Second

// disputed are the rows of Table 3 whose printed number of features is proved too small under the
// first reading.
var disputed = []pair{{"99", "ATC"}, {"98s", "RUS"}}

// workedExample is an example in the source's text: a hand, a flop and its true features among
// from..to.
type workedExample struct {
	hand, flop string
	from, to   int
	ids        []int
}

// workedExamples are those of the source, with its slip in the last mended (it prints 46 where 47
// is meant).
var workedExamples = []workedExample{
	{"AsAd", "Kh8c3s", 1, 38, []int{3, 4, 9, 12, 15, 18, 22, 23, 27, 38}},
	{"AsAd", "6c6h2h", 1, 38, []int{3, 6, 9, 12, 15, 17, 21, 26, 31, 32, 37}},
	{"KcTh", "Jh9c7c", 39, 73, []int{39, 54, 57, 63}},
	{"KcTh", "AcQcTc", 39, 73, []int{40, 47, 51, 55, 62, 67, 71}},
}

// holds reports whether a reading gives an example's features.
func (x *workedExample) holds(r *reading) (bool, error) {
	hand, err := ranges.ParseHand(x.hand)
	if err != nil {
		return false, err
	}
	flop, err := cards.ParseFlop(x.flop)
	if err != nil {
		return false, err
	}
	var ids []int
	for _, id := range r.of(hand.Combo, flop).IDs() {
		if id >= x.from && id <= x.to {
			ids = append(ids, id)
		}
	}
	return slices.Equal(ids, x.ids), nil
}

// readingTrial is how a reading fares. Errors are fractions of 1.
type readingTrial struct {
	Reading  string
	Examples int       // of the source's that it gives
	Full     []float64 // average error of each formula that is printed in full
	Disputed []answer  // of each disputed row: the least error found with the printed number of features
	// Reaches are the rows of Table 3, of the first reading and the last: the first error found
	// with the printed number of features that is within the limit, or the least that was found.
	Reaches []answer
	Rows    []answer // of each row of Table 4: with ten features, the five printed ones among them
	// Widened are Rows with widened for RML, empty elsewhere and but for the first reading and the
	// last.
	Widened []answer
}

// narrow is a range of the source, widened the same as Sklansky has it: the source's list of his
// groups leaves KJs out, which he has in the third.
const narrow, widened = "RML", "RML,KJs"

// answer is the least error under a reading, a fraction of 1.
type answer struct {
	Error float64 `json:"error"`
	// Bound is certified, 0 if there is no proof.
	Bound float64 `json:"bound"`
	// Weights is the mean difference between the five printed weights and those of the formula.
	Weights float64 `json:"weights"`
	// Cut says that the time limit broke the search or the proof off.
	Cut bool `json:"cut_short"`
}

// fullRows are the rows of Table 3 that are printed with all weights.
func fullRows() (rows []published.Formula) {
	for _, row := range published.Table3() {
		if len(row.Terms) == row.FeaturesNeeded {
			rows = append(rows, row)
		}
	}
	return rows
}

// printedRows are what readings are held to.
type printedRows struct {
	disputed       []pair
	table3, table4 []published.Formula
}

// readingQuestion asks for an answer on a row under some of the readings.
type readingQuestion struct {
	kind    string
	row     published.Formula
	under   []int // of the readings
	solve   solver
	answers func(*readingTrial) *answer // where to put it
}

// questions lists what to solve for n readings.
func (p *printedRows) questions(n int) ([]readingQuestion, error) {
	all, ends := make([]int, n), []int{0, n - 1}
	for i := range all {
		all[i] = i
	}
	var out []readingQuestion
	for k, d := range p.disputed {
		row, ok := published.Find(p.table3, d.Hand, d.Range)
		if !ok {
			return nil, fmt.Errorf("dalpasso: Table 3 has no row %v", d)
		}
		out = append(out, readingQuestion{"search", row, all, searchRow, func(t *readingTrial) *answer { return &t.Disputed[k] }})
	}
	for k, row := range p.table3 {
		out = append(out, readingQuestion{"reach", row, ends, reachRow, func(t *readingTrial) *answer { return &t.Reaches[k] }})
	}
	for k, row := range p.table4 {
		out = append(out, readingQuestion{"completion", row, all, completeRow, func(t *readingTrial) *answer { return &t.Rows[k] }})
		if row.Range == narrow {
			row.Range = widened
			out = append(out, readingQuestion{"completion", row, ends, completeRow, func(t *readingTrial) *answer { return &t.Widened[k] }})
		}
	}
	return out, nil
}

func runReadings(ctx context.Context, env *reproduce.Env, readings []*reading, p *printedRows) error {
	limit := cmp.Or(env.TimeLimit, readingLimit)
	instances := fit.NewInstances(env.Store, env.Workers)
	trials := make([]readingTrial, len(readings))
	for i, r := range readings {
		var err error
		if trials[i], err = tryTexts(ctx, instances, r); err != nil {
			return err
		}
		trials[i].Disputed, trials[i].Reaches = make([]answer, len(p.disputed)), make([]answer, len(p.table3))
		trials[i].Rows, trials[i].Widened = make([]answer, len(p.table4)), make([]answer, len(p.table4))
	}
	questions, err := p.questions(len(readings))
	if err != nil {
		return err
	}
	bar := env.Progress("readings", len(questions))
	defer bar.Close()
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(env.Workers)
	for _, q := range questions {
		group.Go(func() error {
			for _, i := range q.under {
				a, err := answerUnder(inner, env, instances, readings[i], q.kind, q.row, limit, q.solve)
				if err != nil {
					return err
				}
				*q.answers(&trials[i]) = a
			}
			bar.Step(q.row.Hand + " " + q.row.Range)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := writeReadings(env, trials, p, limit); err != nil {
		return err
	}
	return env.Summarize(summarizeReadings(trials, p))
}

// tryTexts holds a reading to the worked examples and the formulas that are printed in full.
func tryTexts(ctx context.Context, instances *fit.Instances, r *reading) (readingTrial, error) {
	trial := readingTrial{Reading: r.name}
	for i := range workedExamples {
		ok, err := workedExamples[i].holds(r)
		if err != nil {
			return trial, err
		}
		if ok {
			trial.Examples++
		}
	}
	for _, row := range fullRows() {
		inst, err := reread(ctx, instances, r, row.Hand, row.Range)
		if err != nil {
			return trial, err
		}
		errs, err := inst.Evaluate(row.Terms)
		if err != nil {
			return trial, err
		}
		trial.Full = append(trial.Full, errs.Average)
	}
	return trial, nil
}
