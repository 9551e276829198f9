package reproduce

import (
	"context"
	"errors"
	"time"

	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// Experiment reproduces a table or figure of a source.
type Experiment struct {
	// Name is what feltlab reproduce calls it, Short one line on what it does.
	Name, Short string
	// TimeLimit bounds each solve unless the environment says otherwise; 0 means that the
	// experiment has no solves to bound.
	TimeLimit time.Duration
	// Run computes, compares, writes the files and hands a Summary to the environment. Its
	// error is the context's after a cancellation, or wraps ErrInterrupted.
	Run func(ctx context.Context, env *Env) error
	// ByHiGHS does so for the same integer programs by HiGHS; nil where there are none.
	ByHiGHS func(ctx context.Context, env *Env, q HiGHS) error
}

// HiGHS says how HiGHS is to solve the programs of an experiment.
type HiGHS struct {
	Formulations []regression.Formulation
	Start        question.Start
}

// ErrInterrupted marks an experiment that was cancelled between its solves.
var ErrInterrupted = errors.New("interrupted")

// began is when the process began.
var began = time.Now()
