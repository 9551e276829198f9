package experiments

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"feltlab/dataset/matrix"
	"feltlab/experiments/published"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/check"
	"feltlab/pipeline/fit"
	"feltlab/solvers/lad"
	"feltlab/solvers/subset"
)

// flopReadings tests other readings of the 73 features, one feature at a time, against what the source
// prints: its worked examples, its formulas that are printed in full, the row 99 against ATC of Table 3
// that the default reading does not reach, and the five weights of rows of Table 4. Searches, no
// proofs; some ten CPU-minutes.
var flopReadings = Experiment{
	Name:      "readings",
	Short:     "other readings of the 73 features against what Dalpasso & Lancia print",
	TimeLimit: readingLimit,
	Run: func(ctx context.Context, env *Env) error {
		return runReadings(ctx, env, append([]*features.Reading{features.Paper}, features.Alternatives()...), published.Table4())
	},
}

// readingLimit bounds each search.
const readingLimit = 20 * time.Second

// The row of Table 3 in question.
const (
	disputedHand, disputedRange = "99", "ATC"
	disputedFeatures            = 5
)

// weightRows are the rows of Table 4 that a reading must bring back, or might: those under which the
// default was decoded, and all of 98s.
var weightRows = []pair{
	{"99", "RS"}, {"JTs", "ATC"}, {"KK", "ATC"}, {"JJ", "RUS"}, {"KQs", "RS"},
	{"98s", "RUS"}, {"98s", "RS"}, {"98s", "RML"}, {"98s", "ATC"},
}

// decodedRows is how many of weightRows come first because the default brings them back.
const decodedRows = 5

// workedExample is an example in the source's text: a hand, a flop and its true features among from..to.
type workedExample struct {
	hand, flop string
	from, to   int
	ids        []int
}

// workedExamples are those of the source, with its slip in the last mended (it prints 46 where 47 is meant).
var workedExamples = []workedExample{
	{"AsAd", "Kh8c3s", 1, 38, []int{3, 4, 9, 12, 15, 18, 22, 23, 27, 38}},
	{"AsAd", "6c6h2h", 1, 38, []int{3, 6, 9, 12, 15, 17, 21, 26, 31, 32, 37}},
	{"KcTh", "Jh9c7c", 39, 73, []int{39, 54, 57, 63}},
	{"KcTh", "AcQcTc", 39, 73, []int{40, 47, 51, 55, 62, 67, 71}},
}

// holds reports whether a reading gives an example's features.
func (x *workedExample) holds(r *features.Reading) (bool, error) {
	hand, err := ranges.ParseHand(x.hand)
	if err != nil {
		return false, err
	}
	flop, err := cards.ParseFlop(x.flop)
	if err != nil {
		return false, err
	}
	var ids []int
	for _, id := range r.Of(hand.Combo, flop).IDs() {
		if id >= x.from && id <= x.to {
			ids = append(ids, id)
		}
	}
	return slices.Equal(ids, x.ids), nil
}

// readingTrial is how a reading fares. Errors are fractions of 1.
type readingTrial struct {
	Reading  string `json:"reading"`
	Examples int    `json:"examples"` // of the source's that it gives
	// Full is the average error of each formula that is printed in full.
	Full []float64 `json:"full"`
	// Disputed is the least error found for 99 against ATC with the five features that Table 3 prints.
	Disputed float64 `json:"disputed"`
	// Weights is, for each of weightRows, the mean difference between the five printed weights and those
	// of the best formula found; Errors is that formula's error.
	Weights []float64 `json:"weights"`
	Errors  []float64 `json:"errors"`
	// Cut is how many searches the time limit broke off: their formulas say little.
	Cut int `json:"searches_cut_short"`
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

func runReadings(ctx context.Context, env *Env, readings []*features.Reading, table4 []published.Formula) error {
	limit := cmp.Or(env.TimeLimit, readingLimit)
	instances := fit.NewInstances(env.Store, env.Workers)
	bar := env.progress("readings", len(readings))
	defer bar.Close()
	trials := make([]readingTrial, len(readings))
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(env.Workers)
	for i, r := range readings {
		group.Go(func() (err error) {
			spec := artifact.Spec{
				Stage: "reading", Version: "2/" + features.Version, Schema: "json trial",
				Config: struct{ Reading, Limit string }{r.Name(), limit.String()},
			}
			trials[i], err = cached(inner, env, spec, func(ctx context.Context) (readingTrial, error) {
				return tryReading(ctx, instances, r, table4, limit)
			})
			bar.Step(r.Name())
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := writeReadings(env, trials, limit); err != nil {
		return err
	}
	return env.Summarize(summarizeReadings(trials))
}

// tryReading holds a reading to everything.
func tryReading(ctx context.Context, instances *fit.Instances, r *features.Reading, table4 []published.Formula, limit time.Duration) (readingTrial, error) {
	trial := readingTrial{Reading: r.Name()}
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
		errs, err := check.Evaluate(inst, row.Terms)
		if err != nil {
			return trial, err
		}
		trial.Full = append(trial.Full, errs.Average)
	}
	disputed, cut, err := bestUnder(ctx, instances, r, disputedHand, disputedRange, disputedFeatures, limit)
	if err != nil {
		return trial, err
	}
	trial.count(cut)
	trial.Disputed = disputed.Error
	for _, p := range weightRows {
		row, ok := published.Find(table4, p.Hand, p.Range)
		if !ok {
			return trial, fmt.Errorf("experiments: Table 4 has no row %v", p)
		}
		best, cut, err := bestUnder(ctx, instances, r, p.Hand, p.Range, table4Features, limit)
		if err != nil {
			return trial, err
		}
		trial.count(cut)
		trial.Weights = append(trial.Weights, distance(row.Terms, best.Formula()))
		trial.Errors = append(trial.Errors, best.Error)
	}
	return trial, ctx.Err()
}

// reread returns the instance of a hand and a range with the features as a reading has them.
func reread(ctx context.Context, instances *fit.Instances, r *features.Reading, hand, rng string) (*regression.Instance, error) {
	spec, err := ranges.ParseHand(hand)
	if err != nil {
		return nil, err
	}
	m, err := instances.Matrix(ctx, hand, rng)
	if err != nil {
		return nil, err
	}
	return rereadMatrix(m, r, spec.Combo), nil
}

func rereadMatrix(m *matrix.Matrix, r *features.Reading, hand cards.Combo) *regression.Instance {
	inst := m.Instance()
	for i := range m.Flops {
		inst.Features[i] = r.Of(hand, m.Flops[i].Cards)
	}
	return inst
}

func (t *readingTrial) count(cut bool) {
	if cut {
		t.Cut++
	}
}

// bestUnder searches the best formula under a reading, and says whether the time limit cut the search short.
func bestUnder(ctx context.Context, instances *fit.Instances, r *features.Reading, hand, rng string, n int, limit time.Duration) (*lad.Fit, bool, error) {
	inst, err := reread(ctx, instances, r, hand, rng)
	if err != nil {
		return nil, false, err
	}
	problem, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, false, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	found, err := subset.Best(limited, problem, n, subset.Options{Seed: paperSeed, Workers: 1})
	if found == nil {
		return nil, false, cmp.Or(err, ctx.Err(), fmt.Errorf("experiments: no formula for %s against %s in %v", hand, rng, limit))
	}
	return found, limited.Err() != nil, ctx.Err()
}

// distance is the mean difference between printed weights and those of a formula; a feature that it does
// not have weighs 0 there.
func distance(printed []regression.Term, f regression.Formula) float64 {
	sum := 0.0
	for _, t := range printed {
		weight := 0.0
		for _, o := range f {
			if o.ID == t.ID {
				weight = o.Weight
			}
		}
		sum += math.Abs(t.Weight - weight)
	}
	return sum / float64(len(printed))
}
