package jamfold

import (
	"context"
	"encoding/json"
	"io"

	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
	"feltlab/solvers/extensive"
)

const (
	// ValueGap is the accuracy of a game's value, in chips or big blinds: a thousandth of a millibigblind.
	ValueGap = 1e-6
	// ValueIterations is far more than ValueGap takes.
	ValueIterations = 1_000_000
)

// valueSpec is the key of the value of a game without parameters. Leduc's takes 5 CPU-seconds, Kuhn's one.
func valueSpec(g game.Game) store.Spec {
	return store.Spec{
		Stage: "value of a game", Version: "1", Schema: "json",
		Config: map[string]any{"game": g.Name(), "gap": ValueGap},
	}
}

// Value returns the equilibrium winnings of the first seat in a game that is solved in seconds: Kuhn, Leduc and jam
// or fold. The store keeps it for the first two.
func Value(ctx context.Context, store *store.Store, g game.Game) (value float64, err error) {
	if g.Name() != game.Kuhn().Name() && g.Name() != game.Leduc().Name() {
		r, err := SolveExactly(ctx, g, ValueGap)
		if err != nil {
			return 0, err
		}
		return r.Value, nil
	}
	a, err := store.Do(ctx, valueSpec(g), func(ctx context.Context, w io.Writer) (int64, error) {
		r, err := SolveExactly(ctx, g, ValueGap)
		if err != nil {
			return 0, err
		}
		return 1, json.NewEncoder(w).Encode(r.Value)
	})
	if err != nil {
		return 0, err
	}
	f, err := a.Open()
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return value, json.NewDecoder(f).Decode(&value)
}

// SolveExactly computes an equilibrium of a game without merging hands except by suits.
func SolveExactly(ctx context.Context, g game.Game, gap float64) (*extensive.Equilibrium, error) {
	b, err := strategy.BucketingOf(g, strategy.Bucketings(g)[0])
	if err != nil {
		return nil, err
	}
	o := extensive.CFROptions{Buckets: [2]strategy.Bucketing{b, b}, Iterations: ValueIterations, Gap: gap}
	return extensive.SolveCFR(ctx, g, o)
}
