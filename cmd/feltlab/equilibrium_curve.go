package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

type evaluationFlags struct {
	Curve string `flag:"curve" file:".csv,.parquet,.arrow,.md,.tex"`
	Every int    `flag:"evaluate-every" min:"1" help:"with --curve: number of iterations between evaluations"`
	Flops int    `flag:"flops" default:"12" min:"0"`
}

func (f *evaluationFlags) check(cmd *cobra.Command, g game.Game) error {
	if f.Curve == "" {
		return onlyFor(cmd, "--curve", "evaluate-every", "flops")
	}
	if f.Every == 0 {
		return usage("--curve needs --evaluate-every, such as --evaluate-every 100")
	}
	if g.Name() != limitHoldem {
		return onlyFor(cmd, "--game "+limitHoldem, "flops")
	}
	if err := (&worstcase.Options{Flops: f.Flops}).Check(); err != nil {
		return usage("--flops: %w", err)
	}
	return nil
}

type curve struct {
	app     *app
	path    string
	points  []worstcase.CurvePoint
	written int // number of points in the file
	when    time.Time
}

// curveEvery is the least time between two writes of a curve's file, which is written whole.
const curveEvery = time.Second

// add adds a point, and writes the file unless that was done a moment ago.
func (c *curve) add(p worstcase.CurvePoint) error {
	c.points = append(c.points, p)
	if time.Since(c.when) < curveEvery {
		return nil
	}
	return c.flush()
}

// flush writes the points that are not in the file yet.
func (c *curve) flush() error {
	if c.written == len(c.points) {
		return nil
	}
	c.written, c.when = len(c.points), time.Now()
	return c.app.writeTo(c.path, func(w io.Writer) error {
		return table.Write(w, formatOf(c.path), table.Of[worstcase.CurvePoint](), nil, c.points)
	})
}

// smallCurve solves a small game and writes the curve, with a last point for the strategy at the end.
func (a *app) smallCurve(ctx context.Context, f *equilibriumFlags, g game.Game, o extensive.CFROptions) (
	*extensive.Equilibrium, error,
) {
	if f.Curve == "" {
		return extensive.SolveCFR(ctx, g, o)
	}
	c := &curve{app: a, path: f.Curve}
	o.Every = f.Every
	o.Report = func(r *extensive.Equilibrium) error {
		best, err := extensive.BestResponse(ctx, g, r.Strategy, extensive.ResponseOptions{AllDeals: true})
		if err != nil {
			return err
		}
		return c.add(worstcase.SmallPoint(g, r, best))
	}
	r, err := extensive.SolveCFR(ctx, g, o)
	if err == nil && r.Iterations%f.Every != 0 {
		err = o.Report(r)
	}
	return r, errors.Join(err, c.flush())
}

type trainingCurve struct {
	curve
	flags  *equilibriumFlags
	state  *worstcase.Training
	judged int // iterations of the last point
}

// trainingCurve returns the curve of a training, with the points before its state that the cache has, or nil.
func (a *app) trainingCurve(f *equilibriumFlags, state *worstcase.Training) (*trainingCurve, error) {
	if f.Curve == "" {
		return nil, nil
	}
	c := &trainingCurve{curve: curve{app: a, path: f.Curve}, flags: f, state: state}
	e := c.evaluation(state.Solver.Iterations())
	fmt.Fprintf(a.stderr, "%s; every %d iterations\n", e.Cost(), f.Every)
	missing := 0
	for n := f.Every; n <= state.Solver.Iterations(); n += f.Every {
		p, err := state.Kept(n, f.Strategy, c.evaluation(n))
		switch {
		case err != nil:
			return nil, err
		case p == nil:
			missing++
			continue
		}
		c.judged = n
		if err := c.add(*p); err != nil {
			return nil, err
		}
	}
	if c.judged < state.Solver.Iterations() && state.Solver.Iterations()%f.Every == 0 {
		missing-- // the present state can still be evaluated
	}
	if missing > 0 {
		fmt.Fprintf(a.stderr, "the training resumes after %d iterations; %d evaluations before that are not in the "+
			"cache and are left out; --fresh trains and evaluates again\n", state.Solver.Iterations(), missing)
	}
	return c, nil
}

// evaluation says how the strategy after n iterations is evaluated.
func (c *trainingCurve) evaluation(n int) worstcase.Evaluation {
	e := worstcase.Evaluation{Options: worstcase.Options{
		Flops: c.flags.Flops, Seed: uint64(c.flags.Seed), Store: c.state.Store, Progress: c.app.stderr,
	}, GapSeed: uint64(c.flags.Seed)}
	if e.Flops >= limitholdem.NumFlops {
		e.Flops = 0
	}
	if c.flags.Respond == "" && c.flags.Tilt == nil {
		e.Gap = max(2, min(gapIterations, n))
	}
	return e
}

// next is the number of iterations after which to evaluate next, at most a limit.
func (c *trainingCurve) next(most int) int {
	if c == nil {
		return most
	}
	n := c.state.Solver.Iterations()
	if n%c.flags.Every == 0 && c.judged < n {
		return min(most, n) // the state that was loaded
	}
	return min(most, (n/c.flags.Every+1)*c.flags.Every)
}

// judge adds a point for the strategy that the training has now, unless there is one.
func (c *trainingCurve) judge(ctx context.Context) error {
	n := c.state.Solver.Iterations()
	if n == c.judged {
		return nil
	}
	s := c.state.Solver.Result().Strategy
	if c.flags.Strategy == currentStrategy {
		s = c.state.Solver.Current()
	}
	p, err := c.state.Point(ctx, s, c.flags.Strategy, c.evaluation(n))
	if err != nil {
		return err
	}
	c.judged = n
	return c.add(p)
}

// end adds the last point, unless the training was stopped, and writes the file.
func (c *trainingCurve) end(ctx context.Context, stopped error) error {
	if c == nil {
		return nil
	}
	var err error
	if stopped == nil {
		err = c.judge(ctx)
	}
	return errors.Join(err, c.flush())
}
