package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
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
	"feltlab/pipeline/proofcheck"
	"feltlab/solvers/lad"
	"feltlab/solvers/prove"
	"feltlab/solvers/subset"
)

// flopReadings tests readings of the 73 features against what the source prints: that which the project began with,
// others that differ from it in one feature, and last the default, which takes from these what explains rows and spoils none.
// What is printed are worked examples, formulas with all weights, the rows of Table 3 that the first
// reading does not reach, and Table 4: the least error of a formula that has the five printed features must not be
// above what is printed. Some 100 CPU-minutes.
var flopReadings = Experiment{
	Name:      "readings",
	Short:     "other readings of the 73 features against what Dalpasso & Lancia print",
	TimeLimit: readingLimit,
	Run: func(ctx context.Context, env *Env) error {
		return runReadings(ctx, env, testedReadings(), disputed, published.Table4())
	},
}

// testedReadings are the first reading, the alternatives and the default.
func testedReadings() []*features.Reading {
	return append(append([]*features.Reading{features.First}, features.Alternatives()...), features.Paper)
}

// readingLimit bounds each search and each proof.
const readingLimit = 20 * time.Second

// disputed are the rows of Table 3 whose printed number of features is proved too small under the first reading.
var disputed = []pair{{"99", "ATC"}, {"98s", "RUS"}}

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
	Reading  string
	Examples int       // of the source's that it gives
	Full     []float64 // average error of each formula that is printed in full
	Disputed []answer  // of each disputed row: the least error found with the printed number of features
	Rows     []answer  // of each row of Table 4: with ten features, the five printed ones among them
	// Widened are Rows with widened for RML, empty elsewhere and but for the first reading and the last.
	Widened []answer
}

// narrow is a range of the source, widened the same as Sklansky has it: the source's list of his groups leaves KJs out, which
// he has in the third.
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

func runReadings(ctx context.Context, env *Env, readings []*features.Reading, disputed []pair, table4 []published.Formula) error {
	limit := cmp.Or(env.TimeLimit, readingLimit)
	instances := fit.NewInstances(env.Store, env.Workers)
	trials := make([]readingTrial, len(readings))
	steps := len(disputed) + len(table4)
	for i, r := range readings {
		var err error
		if trials[i], err = tryTexts(ctx, instances, r); err != nil {
			return err
		}
		trials[i].Disputed, trials[i].Rows, trials[i].Widened = make([]answer, len(disputed)), make([]answer, len(table4)), make([]answer, len(table4))
	}
	for _, row := range table4 {
		if row.Range == narrow {
			steps++
		}
	}
	bar := env.progress("readings", steps)
	defer bar.Close()
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(env.Workers)
	// ask solves a row under some of the readings.
	ask := func(kind string, row published.Formula, under []int, solve solver, answers func(*readingTrial) *answer) {
		group.Go(func() error {
			for _, i := range under {
				a, err := answerUnder(inner, env, instances, readings[i], kind, row, limit, solve)
				if err != nil {
					return err
				}
				*answers(&trials[i]) = a
			}
			bar.Step(row.Hand + " " + row.Range)
			return nil
		})
	}
	var all []int
	for i := range readings {
		all = append(all, i)
	}
	ends := []int{0, len(readings) - 1}
	for k, p := range disputed {
		row, ok := published.Find(published.Table3(), p.Hand, p.Range)
		if !ok {
			return fmt.Errorf("experiments: Table 3 has no row %v", p)
		}
		ask("search", row, all, searchRow, func(t *readingTrial) *answer { return &t.Disputed[k] })
	}
	for k, row := range table4 {
		ask("completion", row, all, completeRow, func(t *readingTrial) *answer { return &t.Rows[k] })
		if row.Range == narrow {
			row.Range = widened
			ask("completion", row, ends, completeRow, func(t *readingTrial) *answer { return &t.Widened[k] })
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := writeReadings(env, trials, disputed, table4, limit); err != nil {
		return err
	}
	return env.Summarize(summarizeReadings(trials, disputed, table4))
}

// tryTexts holds a reading to the worked examples and the formulas that are printed in full.
func tryTexts(ctx context.Context, instances *fit.Instances, r *features.Reading) (readingTrial, error) {
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
	return trial, nil
}

// solver answers a printed row on an instance of its hand and range.
type solver func(context.Context, *regression.Instance, published.Formula) (*lad.Fit, float64, error)

// answerUnder solves a row under a reading. Readings that are the same for the row's hand share an answer.
func answerUnder(ctx context.Context, env *Env, instances *fit.Instances, r *features.Reading, kind string, row published.Formula, limit time.Duration, solve solver) (answer, error) {
	inst, err := reread(ctx, instances, r, row.Hand, row.Range)
	if err != nil {
		return answer{}, err
	}
	read, err := digest(inst.Features)
	if err != nil {
		return answer{}, err
	}
	spec := artifact.Spec{
		Stage: "reading", Version: "3", Schema: "json answer",
		Config: struct {
			Kind, Hand, Range, Limit, Features string
			N                                  int
		}{kind, row.Hand, row.Range, limit.String(), read, cmp.Or(row.FeaturesNeeded, table4Features)},
	}
	return cached(ctx, env, spec, func(ctx context.Context) (answer, error) {
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		found, bound, err := solve(limited, inst, row)
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return answer{}, fmt.Errorf("experiments: %s against %s as %s: %w", row.Hand, row.Range, r.Name(), err)
		}
		return answer{Error: found.Error, Bound: bound, Weights: distance(row.Terms, found.Formula()), Cut: limited.Err() != nil}, nil
	})
}

// digest names the features of all rows.
func digest(rows []features.Vector) (string, error) {
	h := sha256.New()
	err := binary.Write(h, binary.LittleEndian, rows)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}

// searchRow searches the best formula with the number of features that Table 3 prints.
func searchRow(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
	problem, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, 0, err
	}
	found, err := subset.Best(ctx, problem, row.FeaturesNeeded, subset.Options{Seed: paperSeed, Workers: 1})
	if found != nil {
		err = nil
	}
	return found, 0, err
}

// completeRow finds and proves the best formula with ten features that has those printed in Table 4.
func completeRow(ctx context.Context, inst *regression.Instance, row published.Formula) (*lad.Fit, float64, error) {
	return complete(ctx, inst, row, table4Features)
}

func complete(ctx context.Context, inst *regression.Instance, row published.Formula, n int) (*lad.Fit, float64, error) {
	var with []int
	for _, t := range row.Terms {
		with = append(with, t.ID)
	}
	start, err := fill(inst, with, n)
	if err != nil {
		return nil, 0, err
	}
	audit, err := proofcheck.New(inst, regression.Program{Kind: regression.AvgErr, N: n}, with...)
	if err != nil {
		return nil, 0, err
	}
	r, err := prove.AvgErr(ctx, inst, n, start, prove.Options{
		Workers: 1, With: with, Witness: func(cutoff float64) prove.Witness { return audit.Witness(cutoff) },
	})
	if err != nil {
		return nil, 0, err
	}
	verdict, err := audit.Verdict()
	if errors.Is(err, proofcheck.ErrGap) {
		return r.Incumbent, 0, nil
	}
	return r.Incumbent, verdict.Bound, err
}

// fill adds features to those given, one after the other, and then exchanges each of these for a better one as long as
// that helps: a start for the proof. Weights are left out.
func fill(inst *regression.Instance, with []int, n int) (regression.Formula, error) {
	p, err := lad.New(inst, lad.Average)
	if err != nil {
		return nil, err
	}
	ids := slices.Clone(with)
	least := math.Inf(1)
	// improve sets the feature at place k to the best one.
	improve := func(k int) (better bool, err error) {
		best := ids[k]
		for id := 1; id <= features.Count; id++ {
			if slices.Contains(ids, id) {
				continue
			}
			was := ids[k]
			ids[k] = id
			f, err := p.Fit(ids)
			ids[k] = was
			if err != nil {
				return false, err
			}
			if f.Error < least {
				least, best = f.Error, id
			}
		}
		better = best != ids[k]
		ids[k] = best
		return better, nil
	}
	for len(ids) < n {
		ids, least = append(ids, 0), math.Inf(1)
		if _, err := improve(len(ids) - 1); err != nil {
			return nil, err
		}
	}
	for again := true; again; {
		again = false
		for k := len(with); k < n; k++ {
			better, err := improve(k)
			if err != nil {
				return nil, err
			}
			again = again || better
		}
	}
	var f regression.Formula
	for _, id := range ids {
		f = append(f, regression.Term{ID: id})
	}
	return f, nil
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
