package prove

import (
	"context"
	"maps"
	"slices"
	"time"

	"feltlab/internal/clock"
	"feltlab/solvers/subset"
)

// The goal is tried first. Each share of the time that is left is for one try, after which the search for a formula
// starts anew: with a better one the goal is lower, and without one the next try starts with all cuts. Then come the
// steps, fractions of the way from the loss of all columns to the goal, until the time ends. The cuts of the goal hold
// for all of them; those of a lower step start a higher one.
var (
	goalShares = []float64{0.3, 0.6}
	steps      = []float64{0.5, 0.7, 0.85, 1}
)

const (
	firstShare = 0.6  // of the time that is left, for the first step
	lowStep    = 0.25 // tried if the first step fails
	seekShare  = 0.1  // of the time that is left, for a search for a formula
)

// climb proves the highest step that it can between the loss of all columns and the goal.
func (v *prover) climb(all float64, learn func(context.Context, float64) error) error {
	for _, share := range goalShares {
		if proved, err := v.try(1, share, all, learn); proved || err != nil || v.ctx.Err() != nil {
			return err
		}
		if err := v.seek(); err != nil {
			return err
		}
	}
	goal, share := v.known, firstShare
	for _, step := range steps {
		v.known, v.alone = goal.before(v.known), &cuts{}
		proved, err := v.try(step, share, all, learn)
		if err != nil || v.ctx.Err() != nil {
			return err
		}
		if !proved {
			_, err := v.try(lowStep, 1, all, learn)
			return err
		}
		share = 1
	}
	return nil
}

// try proves a step, and reports whether the time sufficed. A better formula moves the step.
func (v *prover) try(step, share, all float64, learn func(context.Context, float64) error) (proved bool, err error) {
	for {
		target, answered := v.target()
		cutoff := all + step*(target-all)
		if answered || cutoff <= v.result.Bound {
			return true, nil
		}
		before := v.better
		ctx, cancel := v.within(share)
		err := learn(ctx, cutoff)
		late := ctx.Err() != nil
		if cancel(); err != nil || late {
			return false, err
		}
		if v.better == before {
			return true, nil
		}
	}
}

// within returns a context for a share of the time that is left.
func (v *prover) within(share float64) (context.Context, context.CancelFunc) {
	deadline, ok := v.ctx.Deadline()
	if !ok || share == 1 || v.o.Target > 0 {
		return context.WithCancel(v.ctx)
	}
	return clock.WithTimeout(v.ctx, time.Duration(share*float64(time.Until(deadline))))
}

// seek searches for a better formula from other starts.
func (v *prover) seek() error {
	if v.round != nil || v.t.large {
		return nil
	}
	ctx, cancel := v.within(seekShare)
	defer cancel()
	v.sought++
	fit, err := subset.Best(ctx, v.p.Under(ctx), v.n,
		subset.Options{Seed: v.sought << 32, Workers: v.o.Workers, With: v.o.With})
	if fit != nil && fit.Error < v.better-rounding {
		v.better, v.support = fit.Error, append([]int{}, fit.IDs...)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// before returns cuts that start with these, and inherit those of a lower cutoff.
func (s *cuts) before(lower *cuts) *cuts {
	c := &cuts{list: slices.Clone(s.list), duals: slices.Clone(s.duals), trees: maps.Clone(s.trees)}
	c.size.Store(int64(len(c.list)))
	if len(lower.list) > len(c.list) {
		c.old = lower.list[len(c.list):]
	}
	return c
}
