package fit

import (
	"context"
	"fmt"
	"io"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/regression"
	"feltlab/pipeline/known"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/solvers/highs"
)

// fitVersion changes when the same question would get another answer.
const fitVersion = "17"

// Versions names the versions of everything that answers depend on, to compare programs.
func Versions() string {
	return fmt.Sprintf("matrix %s, fit %s, features %s, judge %s", known.MatrixVersion, fitVersion, features.Version, proof.Judge)
}

// Instances provides the matrix of each subject, which it computes once and keeps as an artifact, and
// its regression instance, which it keeps in memory (about 0.6 MB each). Its methods are safe for
// concurrent use.
type Instances struct {
	store   *store.Store
	workers int
	mu      sync.Mutex
	loaded  map[string]*regression.Instance // by the subject's key
	groups  []*group
}

// NewInstances returns a provider that computes missing matrices on the given number of goroutines.
func NewInstances(cache *store.Store, workers int) *Instances {
	return &Instances{store: cache, workers: workers, loaded: map[string]*regression.Instance{}}
}

// Matrix returns the matrix of a subject from the store. It computes a missing one first.
func (in *Instances) Matrix(ctx context.Context, s question.Subject) (*matrix.Matrix, error) {
	a, err := in.store.Do(ctx, known.MatrixSpec(s), func(ctx context.Context, w io.Writer) (int64, error) {
		m, err := in.build(ctx, s)
		if err != nil {
			return 0, err
		}
		return int64(len(m.Flops)), matrix.EncodeParquet(w, m)
	})
	if err != nil {
		return nil, err
	}
	return matrix.Read(a.Path)
}

// Get returns the regression instance of a subject.
func (in *Instances) Get(ctx context.Context, s question.Subject) (*regression.Instance, error) {
	in.mu.Lock()
	inst := in.loaded[s.Key()]
	in.mu.Unlock()
	if inst != nil {
		return inst, nil
	}
	m, err := in.Matrix(ctx, s)
	if err != nil {
		return nil, err
	}
	inst = m.Instance()
	in.mu.Lock()
	in.loaded[s.Key()] = inst
	in.mu.Unlock()
	return inst, nil
}

// Spec returns the specification that keys the answer to a question: the question and its matrix.
func (in *Instances) Spec(q question.Question) (store.Spec, error) {
	key, err := known.MatrixKey(q.Subject)
	if err != nil {
		return store.Spec{}, err
	}
	config := struct {
		Question question.Question
		Solver   string `json:",omitempty"`
	}{Question: q}
	if q.Engine == question.HiGHS || len(q.Steps) > 0 {
		config.Solver = highs.Version()
	}
	return store.Spec{
		Stage: "fit", Version: fitVersion, Config: config, Inputs: []store.Key{key},
		Schema: "json question.Answer",
	}, nil
}
