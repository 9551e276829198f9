package dalpasso

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/solvers/prove"
)

// round computes the best formulas with round weights for the hands and ranges of Table 4. On two idle cores it takes
// some twenty minutes.
var round = experiments.Experiment{
	Name:      roundName,
	Short:     "the best formulas with weights in steps of 10, 5 and 1 points for the 44 rows of Table 4, with a sheet",
	TimeLimit: roundLimit,
	Questions: func() []question.Question { return roundQuestions(roundLimit) },
	Run:       runRound,
}

const (
	roundName  = "round"
	roundLimit = 2 * time.Minute
	roundMost  = 5 // features
	// The sheet has formulas with sheetFeatures features and weights in steps of sheetStep points.
	sheetFeatures, sheetStep = 5, 5
)

var roundSteps = []int{10, 5, 1}

// roundQuestions asks for any weights, and for each step.
func roundQuestions(limit time.Duration) (all []question.Question) {
	for _, row := range published.Table4() {
		for n := 1; n <= roundMost; n++ {
			q := paperTask(row.Hand, row.Range, regression.Program{Kind: regression.AvgErr, N: n}, limit)
			all = append(all, q)
			for _, step := range roundSteps {
				q.Weights = regression.Multiples(step)
				all = append(all, q)
			}
		}
	}
	return all
}

func runRound(ctx context.Context, env *experiments.Env) error {
	limit := cmp.Or(env.TimeLimit, roundLimit)
	results, err := solve(ctx, env, roundName, experiments.Where(roundQuestions(limit), env.Asks))
	if err != nil {
		return err
	}
	s, err := newRoundStudy(ctx, results, fit.NewInstances(env.Store, env.Workers))
	if err != nil {
		return err
	}
	s.Limit = limitText(limit.Seconds())
	sheet := func(w io.Writer) error { return roundSheet.Execute(w, sheetOf(results)) }
	written := errors.Join(writeSolves(env, roundName, results), env.Write(roundName+"/sheet.html", sheet),
		env.WritePage(pages, roundName, s))
	return env.Finish(written, pages, roundName, s)
}

// roundStudy sums up what round weights cost.
type roundStudy struct {
	Limit    string       `json:"-"`
	Rows     []roundRow   `json:"rows"`
	Costs    *table.Sheet `json:"-"`
	Formulas *table.Sheet `json:"-"` // of the sheet
}

// roundRow is about the hands and ranges with a number of features and a step. Errors are in percentage points.
type roundRow struct {
	Features int `json:"features"`
	Step     int `json:"step_percent"`
	Solved   int `json:"solved"`
	Proved   int `json:"proved"`
	// Cost is the error less that for any weights.
	MeanCost    float64 `json:"mean_cost_percent"`
	LargestCost float64 `json:"largest_cost_percent"`
	// Missed counts the rows where rounding the best free weights gives a larger error, and Excess is its mean there.
	Missed int     `json:"rounding_missed"`
	Excess float64 `json:"mean_excess_of_rounding_percent"`
	Others int     `json:"other_features"` // rows whose best features are others than with any weights
}

// missedBy is the smallest excess, a fraction of 1, that counts.
const missedBy = 1e-9

func newRoundStudy(ctx context.Context, results []*question.Answer, instances *fit.Instances) (*roundStudy, error) {
	free := map[string]*question.Answer{}
	for _, r := range results {
		if r.Weights == "" {
			free[r.Question().Key()] = r
		}
	}
	rows := map[[2]int]*roundRow{}
	for _, r := range results {
		q := r.Question()
		q.Weights = ""
		any, step := free[q.Key()], r.Weights.Step()
		if step == 0 || any == nil || !r.Found() || !any.Found() {
			continue
		}
		at := [2]int{r.N, step}
		if rows[at] == nil {
			rows[at] = &roundRow{Features: r.N, Step: step}
		}
		rounded, err := roundedError(ctx, instances, any, step)
		if err != nil {
			return nil, err
		}
		rows[at].add(r, any, rounded)
	}
	s := &roundStudy{Costs: table.NewSheet("features", "step", "proved", "mean cost", "largest cost", "rounding misses",
		"then by", "other features"), Formulas: table.NewSheet("hand", "range", "error", "formula, in percentage points")}
	for n := 1; n <= roundMost; n++ {
		for _, step := range roundSteps {
			if x := rows[[2]int{n, step}]; x != nil {
				x.finish()
				s.Rows = append(s.Rows, *x)
				s.Costs.Add(strconv.Itoa(n), strconv.Itoa(step), strconv.Itoa(x.Proved)+" of "+strconv.Itoa(x.Solved),
					table.Fixed(x.MeanCost, 3), table.Fixed(x.LargestCost, 3), strconv.Itoa(x.Missed), table.Fixed(x.Excess, 3),
					strconv.Itoa(x.Others))
			}
		}
	}
	for _, r := range sheetRows(results) {
		e := percentText(r.Objective(), 3)
		if r.Status == question.Optimal {
			e += "*"
		}
		s.Formulas.Add(r.Hand.Text, rangeOf(r), e, wholeTerms(r))
	}
	return s, nil
}

func (x *roundRow) add(r, any *question.Answer, rounded float64) {
	x.Solved++
	if r.Status == question.Optimal {
		x.Proved++
	}
	cost := 100 * (r.Objective() - any.Objective())
	x.MeanCost += cost
	x.LargestCost = max(x.LargestCost, cost)
	if excess := rounded - r.Objective(); excess > missedBy {
		x.Missed++
		x.Excess += 100 * excess
	}
	if proof.VectorOf(r.Formula().IDs()...) != proof.VectorOf(any.Formula().IDs()...) {
		x.Others++
	}
}

func (x *roundRow) finish() {
	x.MeanCost /= float64(max(x.Solved, 1))
	x.Excess /= float64(max(x.Missed, 1))
}

// roundedError is the error of an answer's formula with every weight rounded to the nearest multiple of a step.
func roundedError(ctx context.Context, instances *fit.Instances, r *question.Answer, step int) (float64, error) {
	inst, err := instances.Get(ctx, r.Subject)
	if err != nil {
		return 0, err
	}
	s, err := prove.NewProblem(inst)
	if err != nil {
		return 0, err
	}
	f := r.Formula()
	for i := range f {
		f[i].Weight = math.Round(100*f[i].Weight/float64(step)) * float64(step) / 100
	}
	errs, err := ledger.Errors(s, f)
	return errs.Average.Value, err
}

// sheetRows are the answers on the sheet.
func sheetRows(results []*question.Answer) []*question.Answer {
	return experiments.Where(results, func(r *question.Answer) bool {
		return r.N == sheetFeatures && r.Weights == regression.Multiples(sheetStep) && r.Found()
	})
}

func wholeTerms(r *question.Answer) string {
	var parts []string
	for _, w := range r.ByWeight() {
		parts = append(parts, w.Name+" "+signedWhole(w.Weight))
	}
	return strings.Join(parts, "; ")
}

// signedWhole writes a weight in whole points, with a proper minus.
func signedWhole(weight float64) string {
	text := strconv.Itoa(int(math.Round(100 * weight)))
	if strings.HasPrefix(text, "-") {
		return "−" + text[1:]
	}
	return "+" + text
}

// sheetLine is a formula on the sheet.
type sheetLine struct {
	Hand, Range, Error string
	Terms              []sheetTerm
}

type sheetTerm struct{ Weight, Name string }

// sheetPage is the sheet to print.
type sheetPage struct {
	Features, Step int
	Proved         bool // all formulas are
	Lines          []sheetLine
}

func sheetOf(results []*question.Answer) sheetPage {
	p := sheetPage{Features: sheetFeatures, Step: sheetStep, Proved: true}
	for _, r := range sheetRows(results) {
		l := sheetLine{Hand: r.Hand.Text, Range: rangeOf(r), Error: percentText(r.Objective(), 1)}
		for _, w := range r.ByWeight() {
			l.Terms = append(l.Terms, sheetTerm{signedWhole(w.Weight), w.Name})
		}
		p.Lines, p.Proved = append(p.Lines, l), p.Proved && r.Status == question.Optimal
	}
	return p
}

//go:embed round_sheet.html
var roundSheetText string

// roundSheet is a page to print.
var roundSheet = template.Must(template.New("sheet").Parse(roundSheetText))
