package fit

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"feltlab/dataset/data"
	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	_ "feltlab/dataset/table/columnar"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/solvers/highs"
)

// fitVersion changes when the same question would get another answer.
const fitVersion = "19"

// Versions names the versions of everything that answers depend on, to compare programs.
func Versions() string {
	return fmt.Sprintf("matrix %s, fit %s, features %s, tables %s, judge %s", question.RowsVersion, fitVersion,
		features.Version, data.Version, proof.Judge)
}

// Instances provides the rows of each subject, of which it keeps flops and hands together as artifacts, and its
// regression instance, which it keeps in memory (about 0.6 MB each). Its methods are safe for concurrent use.
type Instances struct {
	store   *store.Store
	workers int
	loaded  sync.Map // *regression.Instance by the subject's key
	tables  sync.Map // *data.Table by the subject's key
	mu      sync.Mutex
	groups  []*group

	// Counting, unless it is nil, is called before the flops of hands together are counted, which takes some ten
	// CPU-seconds for all hands. It returns functions for the progress and the end of the count.
	Counting func(s question.Subject) (step func(done, total int), end func())
}

// NewInstances returns a provider that counts missing rows on the given number of goroutines, and all of them
// without a store.
func NewInstances(cache *store.Store, workers int) *Instances {
	return &Instances{store: cache, workers: workers}
}

// Rows returns the rows of a subject. It takes flops and hands together from the store, counts missing ones and keeps
// them there, and the instance for Get. It does not keep turns and rivers: they take up to 70 MB, and the count some
// seconds. The error is that of question.Subject.Rows or matrix.Meta.Build.
func (in *Instances) Rows(ctx context.Context, s question.Subject) (*matrix.Rows, error) {
	m, err := s.Rows()
	if err != nil {
		return nil, err
	}
	count := in.flops
	switch {
	case m.Street != cards.Flop:
		count = in.count
	case m.Hands != nil:
		count = in.stored
	}
	rows, err := count(ctx, s, m)
	if err == nil {
		in.loaded.Store(s.With("").Key(), rows.Instance())
	}
	return rows, err
}

// Flops returns the rows of a hand on the flop, without their instance. Its error says so if the subject is another
// one.
func (in *Instances) Flops(ctx context.Context, s question.Subject) (*matrix.Rows, error) {
	switch street := s.Against().Street; {
	case s.Together():
		return nil, fmt.Errorf("%w: %v: several hands together have no flops of their own; name one hand",
			question.ErrQuestion, s)
	case street != cards.Flop:
		return nil, fmt.Errorf("%w: %v: this command is for flops; fit, curve, sweep and dataset take the %v too",
			question.ErrQuestion, s, street)
	}
	m, err := s.Rows()
	if err != nil {
		return nil, err
	}
	return in.flops(ctx, s, m)
}

// flops returns the flops of a hand: those of the equity, by the features of the paper, from the store, and from them
// those of another estimate and of other features.
func (in *Instances) flops(ctx context.Context, s question.Subject, m matrix.Meta) (*matrix.Rows, error) {
	is := s.Against()
	is.Estimate = matrix.Equity
	s = question.Subject{Source: question.Hand{Hand: m.Hand, Against: is.By(question.FeatureSet{})}}
	rows, err := in.stored(ctx, s, matrix.Meta{Hand: m.Hand, Range: m.Range})
	if err != nil || m.Set == nil && m.Estimate == matrix.Equity {
		return rows, err
	}
	return rows.As(ctx, m.Estimate, m.Set, in.workers)
}

// stored returns rows from the store, if there is one. It counts missing ones first.
func (in *Instances) stored(ctx context.Context, s question.Subject, m matrix.Meta) (rows *matrix.Rows, err error) {
	if in.store == nil {
		return in.count(ctx, s, m)
	}
	_, err = in.store.Checked(ctx, s.RowsSpec(), func(ctx context.Context, w io.Writer) (int64, error) {
		if rows, err = in.count(ctx, s, m); err != nil {
			return 0, err
		}
		return int64(len(rows.List)), rows.Write(w, "parquet")
	}, func(a *store.Artifact) (err error) {
		rows, err = m.Read(ctx, a.Path)
		return err
	})
	return rows, err
}

// count counts rows: of flops with those of other hands, if Expect announced them.
func (in *Instances) count(ctx context.Context, s question.Subject, m matrix.Meta) (*matrix.Rows, error) {
	var step func(done, total int)
	switch {
	case m.Hands != nil && in.Counting != nil:
		var end func()
		step, end = in.Counting(s)
		defer end()
	case m.Hands == nil && m.Street == cards.Flop:
		flops, err := in.expected(ctx, s.Against().Range, m.Hand)
		if err != nil {
			return nil, err
		}
		if flops != nil {
			return m.Of(ctx, flops, in.workers)
		}
	}
	return m.Build(ctx, in.workers, step)
}

// Get returns the regression instance of a subject.
func (in *Instances) Get(ctx context.Context, s question.Subject) (*regression.Instance, error) {
	if inst, ok := in.loaded.Load(s.Key()); ok {
		return inst.(*regression.Instance), nil
	}
	inst, err := in.make(ctx, s)
	if err == nil {
		in.loaded.Store(s.Key(), inst)
	}
	return inst, err
}

func (in *Instances) make(ctx context.Context, s question.Subject) (*regression.Instance, error) {
	if s.Weights != "" {
		inst, err := in.Get(ctx, s.With(""))
		if err != nil {
			return nil, err
		}
		return s.Weighted(inst)
	}
	if s.IsTable() {
		t, err := in.Table(s)
		if err != nil {
			return nil, err
		}
		return question.InstanceOf(t), nil
	}
	if _, err := in.Rows(ctx, s); err != nil {
		return nil, err
	}
	inst, _ := in.loaded.Load(s.Key())
	return inst.(*regression.Instance), nil
}

// Table returns the table of a subject, read from its file once. The error is that of data.Read, or says that the file
// is another one.
func (in *Instances) Table(s question.Subject) (*data.Table, error) {
	if t, ok := in.tables.Load(s.Key()); ok {
		return t.(*data.Table), nil
	}
	t, err := s.Table().Read()
	if err == nil {
		in.tables.Store(s.Key(), t)
	}
	return t, err
}

// Spec returns the specification that keys the answer to a question: the question and its matrix.
func (in *Instances) Spec(q question.Question) (store.Spec, error) {
	key, err := q.RowsKey()
	if err != nil {
		return store.Spec{}, err
	}
	config := struct {
		Question question.Question
		Solver   string `json:",omitempty"`
	}{Question: q}
	if q.Engine == question.HiGHS {
		config.Solver = highs.Version()
	}
	return store.Spec{Stage: "fit", Version: fitVersion, Config: config, Inputs: []store.Key{key},
		Schema: "json question.Answer"}, nil
}

const (
	// expectFrom is the number of matrices from which counting all hands is faster: it takes as long as
	// two or three of them.
	expectFrom = 4
	// groupRanges is the number of ranges that equity.AllFlops counts at once, and mostGroups the number
	// of such counts in memory: 75 MB each, or up to four times that where combos have weights.
	groupRanges, mostGroups = 4, 4
)

// group is a set of ranges against which all hands are counted when the first matrix is missing.
type group struct {
	opponents []question.Range
	mu        sync.Mutex
	table     *equity.FlopTable
}

func hasMatrix(s question.Subject) bool {
	h, ok := s.Source.(question.Hand)
	return ok && h.Street == cards.Flop
}

// ManyRanges lists the ranges of questions about at least expectFrom subjects, for which counting all hands is
// faster. For fewer subjects it returns nil.
func ManyRanges(questions []question.Question) []question.Range {
	asked := map[string]bool{}
	var opponents []question.Range
	for _, q := range questions {
		if !hasMatrix(q.Subject) {
			continue
		}
		asked[q.Subject.Key()] = true
		if !slices.Contains(opponents, q.Against().Range) {
			opponents = append(opponents, q.Against().Range)
		}
	}
	if len(asked) < expectFrom {
		return nil
	}
	return opponents
}

// ExpectQuestions announces questions: where many of their matrices are missing, the first call for
// one counts all hands at once.
func (in *Instances) ExpectQuestions(questions []question.Question) error {
	var missing []question.Question
	seen := map[store.Key]bool{}
	for _, q := range questions {
		if !hasMatrix(q.Subject) {
			continue
		}
		key, err := q.RowsKey()
		if err != nil {
			return err
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		if _, err := in.store.Get(key); err != nil { // Matrix reports what is wrong
			missing = append(missing, q)
		}
	}
	in.Expect(ManyRanges(missing))
	return nil
}

// Expect announces matrices of many hands against the ranges. All hands are then counted at once
// against four ranges at a time: this takes some seconds, a single matrix two CPU-seconds. Matrices
// are counted one by one for more than sixteen ranges and for those that tell suits apart.
func (in *Instances) Expect(opponents []question.Range) {
	in.mu.Lock()
	defer in.mu.Unlock()
	fresh := slices.DeleteFunc(slices.Clone(opponents), func(r question.Range) bool {
		g, _ := in.groupOf(r)
		return g != nil || !r.SuitSymmetric()
	})
	for some := range slices.Chunk(fresh, groupRanges) {
		if len(in.groups) < mostGroups {
			in.groups = append(in.groups, &group{opponents: some})
		}
	}
}

// groupOf returns the group of a range and its index there, nil if no group has it.
func (in *Instances) groupOf(r question.Range) (*group, int) {
	for _, g := range in.groups {
		if at := slices.Index(g.opponents, r); at >= 0 {
			return g, at
		}
	}
	return nil, 0
}

// expected returns the flops of a hand that Expect announced, nil if it did not, or if Build finds an empty range.
func (in *Instances) expected(ctx context.Context, r question.Range, hand ranges.Hand) ([]equity.Flop, error) {
	in.mu.Lock()
	g, at := in.groupOf(r)
	in.mu.Unlock()
	if g == nil {
		return nil, nil
	}
	table, err := g.count(ctx, in.workers)
	if err != nil {
		return nil, err
	}
	flops := table.Flops(hand.Combo, at)
	if slices.ContainsFunc(flops, func(f equity.Flop) bool { return f.Combos == 0 }) {
		return nil, nil
	}
	return flops, nil
}

// count counts all hands once; concurrent callers wait for the first.
func (g *group) count(ctx context.Context, workers int) (*equity.FlopTable, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.table != nil {
		return g.table, nil
	}
	opponents := make([]*ranges.Range, len(g.opponents))
	for i, r := range g.opponents {
		opponents[i] = r.Range
	}
	table, err := equity.AllFlops(ctx, opponents, workers, nil)
	if err == nil {
		g.table = table
	}
	return table, err
}
