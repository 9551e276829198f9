package fit

import (
	"context"
	"fmt"
	"io"
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/solvers/highs"
)

const (
	// matrixVersion and fitVersion change whenever the same question would get other bytes.
	matrixVersion = "1"
	fitVersion    = "16"
)

// Versions names the versions of all that results of fits depend on, for who compares programs.
func Versions() string {
	return fmt.Sprintf("matrix %s, fit %s, features %s, judge %s", matrixVersion, fitVersion, features.Version, proof.Judge)
}

// Instances provides the matrix of each hand and range, computed once and kept as an
// artifact, and its regression instance, kept in memory (about 0.6 MB each). Its methods may
// be called from many goroutines.
type Instances struct {
	store   *store.Store
	workers int
	mu      sync.Mutex
	loaded  map[store.Key]*regression.Instance
	groups  []*group
}

// NewInstances returns a provider that computes missing matrices on the given number of
// goroutines.
func NewInstances(cache *store.Store, workers int) *Instances {
	return &Instances{store: cache, workers: workers, loaded: map[store.Key]*regression.Instance{}}
}

// subject is the canonical form of a hand and a range, which keys a matrix.
type subject struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
}

func canonical(hand, rng string) (subject, error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return subject{}, err
	}
	r, err := ranges.Parse(rng)
	if err != nil {
		return subject{}, err
	}
	return subject{h.Text, r.String()}, nil
}

// MatrixSpec returns what keys the matrix of a hand and a range.
func MatrixSpec(hand, rng string) (store.Spec, error) {
	q, err := canonical(hand, rng)
	return matrixSpec(q), err
}

func matrixSpec(q subject) store.Spec {
	return store.Spec{
		Stage: "matrix", Version: matrixVersion + "/" + features.Version, Config: q,
		Schema: "parquet " + matrix.Format,
	}
}

// Matrix returns the matrix of a hand and a range from the store, computing it first if it
// is not there.
func (in *Instances) Matrix(ctx context.Context, hand, rng string) (*matrix.Matrix, error) {
	q, err := canonical(hand, rng)
	if err != nil {
		return nil, err
	}
	a, err := in.store.Do(ctx, matrixSpec(q), func(ctx context.Context, w io.Writer) (int64, error) {
		m, err := in.build(ctx, q)
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

// Get returns the regression instance of a hand and a range.
func (in *Instances) Get(ctx context.Context, hand, rng string) (*regression.Instance, error) {
	q, err := canonical(hand, rng)
	if err != nil {
		return nil, err
	}
	key, err := matrixSpec(q).Key()
	if err != nil {
		return nil, err
	}
	in.mu.Lock()
	inst := in.loaded[key]
	in.mu.Unlock()
	if inst != nil {
		return inst, nil
	}
	m, err := in.Matrix(ctx, q.Hand, q.Range)
	if err != nil {
		return nil, err
	}
	inst = m.Instance()
	in.mu.Lock()
	in.loaded[key] = inst
	in.mu.Unlock()
	return inst, nil
}

// Key names the matrix of a hand and a range, which need not be there. It is remembered: a sweep
// asks thousands of times.
func Key(hand, rng string) (store.Key, error) {
	if key, ok := keys.Load(subject{hand, rng}); ok {
		return key.(store.Key), nil
	}
	q, err := canonical(hand, rng)
	if err != nil {
		return store.Key{}, err
	}
	key, err := matrixSpec(q).Key()
	if err == nil {
		keys.Store(subject{hand, rng}, key)
	}
	return key, err
}

// keys are those of questions as they were asked.
var keys sync.Map

// Spec returns what keys the result of a task: the whole question and its matrix.
func (in *Instances) Spec(t question.Question) (store.Spec, error) {
	q, err := canonical(t.Hand, t.Range)
	if err != nil {
		return store.Spec{}, err
	}
	key, err := matrixSpec(q).Key()
	if err != nil {
		return store.Spec{}, err
	}
	config := struct {
		Program, Formulation, Engine, TimeLimit string
		Seed                                    int
		Steps                                   []int  `json:",omitempty"`
		Start, Solver                           string `json:",omitempty"`
	}{fmt.Sprint(t.Program), t.Formulation.String(), string(t.Engine), t.TimeLimit.String(), t.Seed, t.Steps, "", ""}
	if t.Engine == question.HiGHS || len(t.Steps) > 0 {
		config.Solver = highs.Version()
	}
	if t.Start == question.StartNone {
		config.Start = string(t.Start)
	}
	return store.Spec{
		Stage: "fit", Version: fitVersion, Config: config, Inputs: []store.Key{key},
		Schema: "json fit.Result",
	}, nil
}
