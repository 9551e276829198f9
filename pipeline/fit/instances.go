package fit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"feltlab/dataset/data"
	"feltlab/dataset/equity"
	"feltlab/dataset/matrix"
	_ "feltlab/dataset/table/columnar"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/solvers/highs"
)

// fitVersion changes when the same question would get another answer.
const fitVersion = "19"

// Versions names the versions of everything that answers depend on, to compare programs.
func Versions() string {
	return fmt.Sprintf("matrix %s, fit %s, features %s, tables %s, judge %s", ledger.MatrixVersion, fitVersion,
		features.Version, data.Version, proof.Judge)
}

// Instances provides the matrix of each subject, which it computes once and keeps as an artifact, and
// its regression instance, which it keeps in memory (about 0.6 MB each). Its methods are safe for
// concurrent use.
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

// NewInstances returns a provider that computes missing matrices on the given number of goroutines, and all of them
// without a store.
func NewInstances(cache *store.Store, workers int) *Instances {
	return &Instances{store: cache, workers: workers}
}

// Matrix returns the matrix of a subject from the store. It computes a missing one first.
func (in *Instances) Matrix(ctx context.Context, s question.Subject) (*matrix.Matrix, error) {
	switch of := s.Source.(type) {
	case question.Table:
		return nil, fmt.Errorf("%w: %v is about a table, want a hand against a range", question.ErrQuestion, s)
	case question.Hands:
		return nil, fmt.Errorf("%w: %v: several hands together have no flops of their own; name one hand",
			question.ErrQuestion, s)
	case question.Hand:
		if of.Street != cards.Flop {
			return nil, fmt.Errorf("%w: %v: this command is for flops; fit, curve, sweep and dataset take the %v too",
				question.ErrQuestion, s, of.Street)
		}
		return in.flops(ctx, of)
	}
	return nil, s.Check()
}

// flops returns the flops of a hand, by its estimate and features.
func (in *Instances) flops(ctx context.Context, h question.Hand) (*matrix.Matrix, error) {
	if e := h.Estimate; e != matrix.Equity {
		h.Estimate = matrix.Equity
		m, err := in.flops(ctx, h)
		if err != nil {
			return nil, err
		}
		return m.Estimating(ctx, e, in.workers)
	}
	if h.Own() {
		set, err := h.FeatureSet.Read()
		if err != nil {
			return nil, err
		}
		m, err := in.flops(ctx, question.Hand{Hand: h.Hand, Against: h.By(question.FeatureSet{})})
		if err != nil {
			return nil, err
		}
		return m.By(ctx, set, in.workers)
	}
	s := question.Subject{Source: h}
	if in.store == nil {
		return in.build(ctx, h)
	}
	var read *matrix.Matrix
	a, err := in.store.Checked(ctx, ledger.MatrixSpec(s), func(ctx context.Context, w io.Writer) (int64, error) {
		m, err := in.build(ctx, h)
		if err != nil {
			return 0, err
		}
		return int64(len(m.Flops)), matrix.EncodeParquet(w, m)
	}, func(a *store.Artifact) (err error) {
		read, err = matrix.ReadOf(ctx, a.Path, h.Hand, h.Range.Range)
		return err
	})
	if err != nil || read != nil {
		return read, err
	}
	return matrix.Read(a.Path)
}

// CheckMatrix counts some flops of a matrix in the store again. The error says what is wrong, or wraps
// question.ErrQuestion where only the user has the feature set. A matrix of an older version has none.
func CheckMatrix(ctx context.Context, a *store.Artifact) error {
	var keys question.SubjectKeys
	if json.Unmarshal(a.Manifest.Config, &keys) != nil {
		return nil
	}
	if keys.Hands.Range != nil {
		_, keys.FeatureSet.Reading, _ = strings.Cut(a.Manifest.Version, "/")
	}
	s, err := keys.Subject()
	if err != nil {
		return nil
	}
	if key, err := ledger.MatrixKey(s); err != nil || key != a.Manifest.Key {
		return err
	}
	switch of := s.Source.(type) {
	case question.Hand:
		_, err = matrix.ReadOf(ctx, a.Path, of.Hand, of.Range.Range)
	case question.Hands:
		var rows matrix.Together
		if rows, err = rowsOf(of); err == nil {
			_, err = rows.Read(ctx, a.Path)
		}
	}
	return err
}

func rowsOf(h question.Hands) (matrix.Together, error) {
	set, err := h.FeatureSet.Read()
	return matrix.Together{Hands: h.Hands.Range, Range: h.Range.Range, Set: set, Estimate: h.Estimate}, err
}

// Boards counts the boards of a subject on the turn or the river, and keeps their instance for Get. It does not keep
// the boards: they take up to 70 MB, and the count some seconds.
func (in *Instances) Boards(ctx context.Context, s question.Subject) (*matrix.Boards, error) {
	m, err := in.boards(ctx, s)
	if err == nil {
		in.loaded.Store(s.With("").Key(), m.Instance())
	}
	return m, err
}

// Spots returns all hands and boards that a subject is about, and keeps their instance for Get. The error is that of
// Matrix or Boards.
func (in *Instances) Spots(ctx context.Context, s question.Subject) (*matrix.Spots, error) {
	switch of := s.Source.(type) {
	case question.Hands:
		spots, err := in.together(ctx, of)
		if err == nil {
			in.loaded.Store(s.With("").Key(), spots.Merged())
		}
		return spots, err
	case question.Hand:
		if of.Street != cards.Flop {
			m, err := in.Boards(ctx, s)
			if err != nil {
				return nil, err
			}
			return m.Spots(), nil
		}
	}
	m, err := in.Matrix(ctx, s)
	if err != nil {
		return nil, err
	}
	in.loaded.Store(s.With("").Key(), m.Instance())
	return m.Spots(), nil
}

func (in *Instances) boards(ctx context.Context, s question.Subject) (*matrix.Boards, error) {
	if err := s.Check(); err != nil { // boards have equities of single hands
		return nil, err
	}
	var set *featureset.Set
	is := s.Against()
	if is.Own() {
		var err error
		if set, err = is.FeatureSet.Read(); err != nil {
			return nil, err
		}
	}
	return matrix.BuildBoards(ctx, s.HandText(), is.Range.String(), is.Street, set, in.workers)
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
	switch of := s.Source.(type) {
	case question.Table:
		t, err := in.Table(s)
		if err != nil {
			return nil, err
		}
		return t.Instance(), nil
	case question.Hands:
		spots, err := in.together(ctx, of)
		if err != nil {
			return nil, err
		}
		return spots.Merged(), nil
	case question.Hand:
		if of.Street != cards.Flop {
			m, err := in.boards(ctx, s)
			if err != nil {
				return nil, err
			}
			return m.Instance(), nil
		}
	}
	m, err := in.Matrix(ctx, s)
	if err != nil {
		return nil, err
	}
	return m.Instance(), nil
}

// together returns the spots of hands together from the store. It counts missing ones first.
func (in *Instances) together(ctx context.Context, h question.Hands) (*matrix.Spots, error) {
	rows, err := rowsOf(h)
	if err != nil {
		return nil, err
	}
	s := question.Subject{Source: h}
	count := func(ctx context.Context) (*matrix.Spots, error) {
		var step func(done, total int)
		if in.Counting != nil {
			var end func()
			step, end = in.Counting(s)
			defer end()
		}
		return rows.Spots(ctx, in.workers, step)
	}
	if in.store == nil {
		return count(ctx)
	}
	var spots *matrix.Spots
	a, err := in.store.Checked(ctx, ledger.MatrixSpec(s), func(ctx context.Context, w io.Writer) (int64, error) {
		var err error
		if spots, err = count(ctx); err != nil {
			return 0, err
		}
		return int64(len(spots.List)), spots.Write(w)
	}, func(a *store.Artifact) (err error) {
		spots, err = rows.Read(ctx, a.Path)
		return err
	})
	if err != nil || spots != nil {
		return spots, err
	}
	return rows.Read(ctx, a.Path)
}

// Table returns the table of a subject, read from its file once. The error is that of data.Read, or says that the file
// is another one.
func (in *Instances) Table(s question.Subject) (*data.Table, error) {
	if t, ok := in.tables.Load(s.Key()); ok {
		return t.(*data.Table), nil
	}
	t, err := s.Table().Read()
	if err != nil {
		return nil, err
	}
	in.tables.Store(s.Key(), t)
	return t, nil
}

// Spec returns the specification that keys the answer to a question: the question and its matrix.
func (in *Instances) Spec(q question.Question) (store.Spec, error) {
	key, err := ledger.MatrixKey(q.Subject)
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
	return store.Spec{
		Stage: "fit", Version: fitVersion, Config: config, Inputs: []store.Key{key},
		Schema: "json question.Answer",
	}, nil
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

// hasMatrix reports whether a subject has a matrix of flops.
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
		key, err := ledger.MatrixKey(q.Subject)
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

func (in *Instances) build(ctx context.Context, h question.Hand) (*matrix.Matrix, error) {
	in.mu.Lock()
	g, at := in.groupOf(h.Range)
	in.mu.Unlock()
	if g == nil {
		return matrix.Build(ctx, h.Hand.Text, h.Range.String(), in.workers)
	}
	table, err := g.count(ctx, in.workers)
	if err != nil {
		return nil, err
	}
	flops := table.Flops(h.Hand.Combo, at)
	if slices.ContainsFunc(flops, func(f equity.Flop) bool { return f.Combos == 0 }) {
		return matrix.Build(ctx, h.Hand.Text, h.Range.String(), in.workers) // reports the empty range
	}
	return matrix.Of(h.Hand.Text, h.Range.String(), flops)
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
