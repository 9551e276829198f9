package dalpasso

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// anyHand looks for the questions that estimate the equity of any hand on any flop. The proof with
// four questions takes a CPU-minute, each further question several times as much; larger formulas get bounds.
var anyHand = experiments.Experiment{
	Name:      anyHandName,
	Short:     "the questions that estimate any hand's equity on any flop, with one formula for all 169 hands",
	TimeLimit: anyHandLimit,
	Questions: anyHandQuestions(0),
	Run:       runAnyHand,
}

const (
	anyHandName  = "any-hand"
	anyHandLimit = 10 * time.Minute
	// Formulas with up to anyHandProved questions can be proved within the limit, and those with up to anyHandMost get
	// bounds.
	anyHandProved, anyHandMost = 5, 8
)

var anyHandRanges = []string{"ATC", "RML"}

// anyHandQuestions asks for 1 to anyHandMost questions against each range.
func anyHandQuestions(limit time.Duration) (all []question.Question) {
	every, err := ranges.Parse("any")
	if err != nil {
		panic(err) // a constant
	}
	for n := 1; n <= anyHandMost; n++ {
		each := cmp.Or(limit, anyHandLimit)
		if n > anyHandProved {
			each /= 5 // a longer time raises these bounds little
		}
		for _, rng := range anyHandRanges {
			s, err := question.TogetherAgainst(every, rng, question.FeatureSet{})
			if err != nil {
				panic(err) // a constant
			}
			all = append(all, question.Question{
				Subject: s, Program: regression.Program{Kind: regression.AvgErr, N: n}, Formulation: regression.Pattern,
				Engine: question.Auto, TimeLimit: each, Seed: paperSeed,
			})
		}
	}
	return all
}

func runAnyHand(ctx context.Context, env *experiments.Env) error {
	results, err := solve(ctx, env, anyHandName, experiments.Where(anyHandQuestions(env.TimeLimit), env.Asks))
	if err != nil {
		return err
	}
	alone, err := readSweep(env, atlasName)
	if err != nil {
		return err
	}
	page := newAnyHandPage(results, alone)
	written := errors.Join(writeSolves(env, anyHandName, results), env.WritePage(pages, anyHandName, page))
	return env.Finish(written, pages, anyHandName, page)
}

// anyHandPage compares formulas for all hands with the mean of those for each hand alone.
type anyHandPage struct {
	Questions int            `json:"questions"` // to choose from
	Rows      []anyHandRow   `json:"rows"`
	Errors    *table.Sheet   `json:"-"`
	Formulas  []anyHandRange `json:"-"`
}

type anyHandRange struct {
	Range    string
	Formulas *table.Sheet
}

type anyHandRow struct {
	Range        string  `json:"range"`
	Features     int     `json:"features"`
	Status       string  `json:"status"`
	ErrorPercent float64 `json:"average_error_percent"`
	BoundPercent float64 `json:"lower_bound_percent"`
	// AlonePercent is the mean of the errors of the best formulas with as many of the 73 features for each hand; null if
	// they are not known.
	AlonePercent question.Number `json:"mean_error_of_single_hands_percent"`
	Seconds      float64         `json:"seconds"`
	Cuts         int             `json:"cuts"` // of the proof
}

// meanAlone returns the mean error, by combos, of the best formulas of single hands; NaN unless there is one for each
// class.
func meanAlone(alone []*question.Answer, rng string, n int) float64 {
	sum, combos := 0.0, 0
	for _, r := range alone {
		if r.Kind != regression.AvgErr || r.N != n || rangeOf(r) != rng || !r.Found() || r.Hand.Specific {
			continue
		}
		sum += float64(r.Hand.Class.Size()) * r.Objective()
		combos += r.Hand.Class.Size()
	}
	if combos != cards.NumCombos {
		return math.NaN()
	}
	return sum / float64(combos)
}

func newAnyHandPage(results, alone []*question.Answer) *anyHandPage {
	p := &anyHandPage{Questions: featureset.AnyHand().Count()}
	p.Errors = table.NewSheet("range", "questions", "error", "bound", "status", "cuts", "seconds", "a formula a hand", "ratio")
	for _, rng := range anyHandRanges {
		sheet := table.NewSheet("questions", "formula, in percentage points")
		for _, r := range results {
			if rangeOf(r) != rng || !r.Found() {
				continue
			}
			row := anyHandRow{
				Range: rng, Features: r.N, Status: string(r.Status), ErrorPercent: 100 * r.Objective(),
				BoundPercent: 100 * float64(r.LowerBound), Seconds: r.Seconds,
				AlonePercent: question.Number(100 * meanAlone(alone, rng, r.N)),
			}
			if r.Proof != nil {
				row.Cuts = r.Proof.Cuts
			}
			p.Rows = append(p.Rows, row)
			p.Errors.Add(rng, strconv.Itoa(r.N), pointsText(r.Objective(), 4), pointsText(float64(r.LowerBound), 4),
				string(r.Status), strconv.Itoa(row.Cuts), fmt.Sprintf("%.0f", r.Seconds),
				pointsText(float64(row.AlonePercent)/100, 4), ratioText(row.ErrorPercent/float64(row.AlonePercent)))
			sheet.Add(strconv.Itoa(r.N), termsOf(r))
		}
		p.Formulas = append(p.Formulas, anyHandRange{rng, sheet})
	}
	return p
}

func ratioText(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.2f", x)
}

// termsOf writes a formula by the names of its questions, the one for every hand first: "28 every hand; +35 top pair".
func termsOf(r *question.Answer) string {
	terms := r.ByWeight()
	slices.SortStableFunc(terms, func(a, b question.Weight) int { return cmp.Compare(min(a.ID, 2), min(b.ID, 2)) })
	return strings.Join(experiments.Map(terms, func(w question.Weight) string {
		return fmt.Sprintf("%+.1f %s", 100*w.Weight, w.Name)
	}), "; ")
}
