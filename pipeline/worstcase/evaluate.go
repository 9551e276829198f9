package worstcase

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
	"feltlab/solvers/limitholdem/training"
)

// Evaluation says how a strategy of limit hold'em over buckets is evaluated.
type Evaluation struct {
	Options // of the best response
	// Gap is the number of iterations of training.EstimateGap; 0 leaves the abstract game out.
	Gap     int
	GapSeed uint64
}

// Judge computes what a strategy loses in the real game, by BestResponse, and in its abstract game, in Trained, whose
// other fields are the caller's to fill. Errors are those of BestResponse and training.EstimateGap.
func (e *Evaluation) Judge(ctx context.Context, t *strategy.Table, name string) (*Judged, error) {
	digest, err := strategy.Digest(t)
	if err != nil {
		return nil, err
	}
	r, err := BestResponse(ctx, t, digest, e.Options)
	if err != nil {
		return nil, err
	}
	row, err := r.Judge(name)
	if err != nil {
		return nil, err
	}
	row.Trained = &Trained{}
	if e.Gap == 0 {
		return row, nil
	}
	gap, err := training.EstimateGap(ctx, t, e.GapSeed, e.Gap)
	if err != nil {
		return nil, err
	}
	sum, standardError := gap.Sum()
	row.Trained.Abstract, row.Trained.AbstractError = new(Millis*sum/2), Millis*standardError/2
	return row, nil
}

// itemSeconds is the time of a piece of work in CPU-seconds with AVX2; see limitholdem's doc.
const itemSeconds = 4.5

// Cost says what the best response of an evaluation takes.
func (e *Evaluation) Cost() string {
	flops, workers := cmp.Or(e.Flops, limitholdem.NumFlops), parallel.Workers(e.Workers)
	seconds := 2 * float64(flops) * itemSeconds / float64(workers)
	return fmt.Sprintf("a real evaluation values %d flops for both seats, at most %.1f CPU-seconds each with AVX2 (20 "+
		"times as many without): about %v on %d processors", flops, itemSeconds,
		time.Duration(seconds*float64(time.Second)).Round(time.Second), workers)
}

// CurvePoint is the exploitability of a strategy after some iterations of its training.
type CurvePoint struct {
	Iterations int    `json:"iterations"`
	Unit       string `json:"unit"`
	// Abstract is half of what both seats could still win in the abstract game; in limit hold'em an estimate from
	// below, nil where the seats did not learn against each other for the same payoffs.
	Abstract      *float64 `json:"abstract_exploitability"`
	AbstractError *float64 `json:"abstract_standard_error"` // nil where Abstract is exact
	Real          float64  `json:"real_exploitability"`     // half of what best responses in the real game win
	RealError     *float64 `json:"real_standard_error"`     // nil where Real is exact
	Status        string   `json:"status"`                  // of Real: exact, or estimate from a sample of flops
	Flops         int      `json:"flops,omitempty"`         // size of the sample
}

// SmallPoint makes the point of an equilibrium of a small game, with the best response to it. Both are exact.
func SmallPoint(g game.Game, r *extensive.Equilibrium, best *extensive.Response) CurvePoint {
	unit, scale := UnitOf(g)
	return CurvePoint{Iterations: r.Iterations, Unit: unit, Abstract: new(scale * r.Gap / 2),
		Real: scale * best.Mean(), Status: "exact"}
}

// pointVersion changes whenever a point would.
const pointVersion = "2"

// pointSpec is the key of a point of the strategy that the training has after n iterations.
func (t *Training) pointSpec(n int, kind string, e *Evaluation) (store.Spec, error) {
	identity, err := json.Marshal(t.Solver.Identity())
	return store.Spec{
		Stage: "point of a training", Version: pointVersion, Schema: "json",
		Config: map[string]any{
			"training": json.RawMessage(identity), "iterations": n, "strategy": kind, "flops": e.Flops, "seed": e.Seed,
			"trained": trainingVersion, "items": itemVersion, "turns": e.Turns, "rivers": e.Rivers, "gap": e.Gap,
			"gap_seed": e.GapSeed,
		},
	}, err
}

// Point evaluates a strategy of the training after its iterations so far, or returns what the store has. kind tells the
// strategies of a training apart, such as its average and its current one.
func (t *Training) Point(ctx context.Context, s *strategy.Table, kind string, e Evaluation) (CurvePoint, error) {
	spec, err := t.pointSpec(t.Solver.Iterations(), kind, &e)
	if err != nil {
		return CurvePoint{}, err
	}
	p, _, err := store.JSON(ctx, t.Store, spec, func(ctx context.Context) (CurvePoint, error) {
		row, err := e.Judge(ctx, s, kind)
		if err != nil {
			return CurvePoint{}, err
		}
		p := CurvePoint{Iterations: t.Solver.Iterations(), Unit: row.Unit, Real: row.Exploitability, Status: row.Status,
			Abstract: row.Trained.Abstract}
		if p.Abstract != nil {
			p.AbstractError = &row.Trained.AbstractError
		}
		if !row.Exact() {
			p.RealError, p.Flops = row.StandardError, row.Flops
		}
		return p, nil
	})
	return p, err
}

// Kept returns the point after n iterations that the store has, nil if it has none.
func (t *Training) Kept(n int, kind string, e Evaluation) (*CurvePoint, error) {
	spec, err := t.pointSpec(n, kind, &e)
	if err != nil {
		return nil, err
	}
	a, err := t.Store.Find(spec)
	if a == nil || err != nil {
		return nil, err
	}
	text, err := a.Read()
	if err != nil {
		return nil, err
	}
	p := &CurvePoint{}
	return p, json.Unmarshal(text, p)
}
