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
	Questions: func() []question.Question { return anyHandQuestions(0) },
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
			r, err := question.ParseRange(rng)
			if err != nil {
				panic(err)
			}
			s, err := question.Together(every, question.Against{Range: r})
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
	alone, err := readAlone(env)
	if err != nil {
		return err
	}
	results, err := solve(ctx, env, anyHandName, experiments.Where(anyHandQuestions(env.TimeLimit), env.Asks))
	if err != nil {
		return err
	}
	byHand, err := countErrors(ctx, env, results, alone)
	if err != nil {
		return err
	}
	page := newAnyHandPage(results, alone, byHand)
	written := errors.Join(writeSolves(env, anyHandName, results), env.WritePage(pages, anyHandName, page),
		env.Write(anyHandName+"/hands.csv", handsTable(results, byHand).CSV))
	return env.Finish(written, pages, anyHandName, page)
}

// readAlone reads the formulas for each hand of its own: the atlas, and its sweep of eight features.
func readAlone(env *experiments.Env) ([]*question.Answer, error) {
	all, err := readSweep(env, atlasName)
	if err != nil {
		return nil, err
	}
	eight, err := readSweep(env, atlasName+"-8")
	return append(all, eight...), err
}

// anyHandPage compares formulas for all hands with the mean of those for each hand alone.
type anyHandPage struct {
	Questions int            `json:"questions"` // to choose from
	Rows      []anyHandRow   `json:"rows"`
	Errors    *table.Sheet   `json:"-"`
	Kinds     *table.Sheet   `json:"-"`
	Formulas  []anyHandRange `json:"-"`
}

type anyHandRange struct {
	Range    string
	Formulas *table.Sheet
	// Worst are the hands that a formula of WorstFeatures questions misses most: the largest that is proved, and known
	// for single hands; nil without one.
	WorstFeatures int
	Worst         *table.Sheet
}

type anyHandRow struct {
	Range        string  `json:"range"`
	Features     int     `json:"features"`
	Status       string  `json:"status"`
	ErrorPercent float64 `json:"average_error_percent"`
	BoundPercent float64 `json:"lower_bound_percent"`
	// AlonePercent is the mean of the errors of the best formulas with as many of the 73 features for each hand; null
	// if they are not known.
	AlonePercent question.Number `json:"mean_error_of_single_hands_percent"`
	Seconds      float64         `json:"seconds"`
	Cuts         int             `json:"cuts"` // of the proof
	Kinds        []handsError    `json:"by_kind"`
}

func newAnyHandPage(results, alone []*question.Answer, byHand map[*question.Answer]errorsByHand) *anyHandPage {
	p := &anyHandPage{Questions: featureset.AnyHand().Count()}
	p.Errors = table.NewSheet("range", "questions", "error", "bound", "status", "cuts", "seconds", "a formula a hand", "ratio")
	every := func(cards.Class) bool { return true }
	for _, rng := range anyHandRanges {
		about := anyHandRange{Range: rng}
		sheet := table.NewSheet("questions", "formula, in percentage points")
		for _, r := range results {
			if rangeOf(r) != rng || !r.Found() {
				continue
			}
			row := anyHandRow{
				Range: rng, Features: r.N, Status: string(r.Status), ErrorPercent: 100 * r.Objective(),
				BoundPercent: 100 * float64(r.LowerBound), Seconds: r.Seconds,
				AlonePercent: question.Number(100 * meanAlone(alone, rng, r.N, every)), Kinds: byHand[r].kinds,
			}
			if r.Proof != nil {
				row.Cuts = r.Proof.Cuts
			}
			p.Rows = append(p.Rows, row)
			p.Errors.Add(rng, strconv.Itoa(r.N), pointsText(r.Objective(), 4), pointsText(float64(r.LowerBound), 4),
				string(r.Status), strconv.Itoa(row.Cuts), fmt.Sprintf("%.0f", r.Seconds),
				pointsText(float64(row.AlonePercent)/100, 4), ratioText(row.ErrorPercent/float64(row.AlonePercent)))
			sheet.Add(strconv.Itoa(r.N), termsOf(r))
			if r.Status == question.Optimal && !row.AlonePercent.Missing() {
				about.WorstFeatures, about.Worst = r.N, worstSheet(byHand[r])
			}
		}
		about.Formulas = sheet
		p.Formulas = append(p.Formulas, about)
	}
	if len(p.Rows) > 0 {
		p.Kinds = kindsSheet(p)
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
