package experiments

import (
	"context"
	"errors"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// Experiment reproduces a published table or figure.
type Experiment struct {
	// Name is its name in feltlab reproduce; Short describes it in one line.
	Name, Short string
	// TimeLimit bounds each solve if the environment has no limit; 0 means that the experiment
	// has no solves.
	TimeLimit time.Duration
	// Run computes, compares, writes the files and prints a Summary. After a cancellation its
	// error is the context's or wraps ErrInterrupted.
	Run func(ctx context.Context, env *Env) error
	// ByHiGHS gives the same integer programs to HiGHS; nil if there are none.
	ByHiGHS func(ctx context.Context, env *Env, q HiGHS) error
}

// HiGHS says how HiGHS solves the programs of an experiment.
type HiGHS struct {
	Formulations []regression.Formulation
	Start        question.Start
}

// ErrInterrupted is wrapped by the error of an experiment that was cancelled between its solves.
var ErrInterrupted = errors.New("interrupted")

// began is the start of the process.
var began = time.Now()
