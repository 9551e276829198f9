package jamfold

import (
	"context"
	"fmt"
	"io"

	"feltlab/dataset/allin"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/extensive"
	"feltlab/solvers/jamfold/stochastic"
)

// Lab computes equilibria and keeps them in a store.
type Lab struct {
	Store *store.Store
	// Workers below 1 mean one for each processor.
	Workers int
	// Progress gets progress bars, or lines if it is no terminal; nil for none.
	Progress io.Writer

	triples map[tournament.Removal]*stochastic.Triples
	passing bool // solutions of tables are not stored
}

// Triples returns the joint distribution of three hands, made once. The rollout behind it takes about 40 seconds of
// processor time unless the store has it.
func (l *Lab) Triples(ctx context.Context, removal tournament.Removal) (*stochastic.Triples, error) {
	if t := l.triples[removal]; t != nil {
		return t, nil
	}
	bar := progress.Start(l.Progress, "all-in equities of three hands", 0)
	rollout, err := AllInTriples(ctx, l.Store, l.Workers, bar.Of)
	bar.Close()
	if err != nil {
		return nil, err
	}
	t, err := stochastic.NewTriples(ctx, rollout, removal)
	if err != nil {
		return nil, err
	}
	if l.triples == nil {
		l.triples = map[tournament.Removal]*stochastic.Triples{}
	}
	l.triples[removal] = t
	return t, nil
}

// cards returns how cards are dealt to a number of players; to two of them without triples.
func (l *Lab) cards(
	ctx context.Context, removal tournament.Removal, players int,
) (*stochastic.Triples, *stochastic.Pairs, error) {
	if players > 2 {
		trios, err := l.Triples(ctx, removal)
		if err != nil {
			return nil, nil, err
		}
		return trios, &trios.Pairs, nil
	}
	return nil, stochastic.NewPairs(allin.Pairs(), removal), nil
}

// allInVersion changes whenever the stored bytes would.
const allInVersion = "1"

// pairsSpec is part of the keys of stages that read the pairs, which no store keeps: they are in the program.
var (
	pairsSpec   = store.Spec{Stage: "all-in pairs", Version: allInVersion, Schema: "feltlab rollout pairs"}
	triplesSpec = store.Spec{Stage: "all-in triples", Version: allInVersion, Schema: "feltlab rollout triples"}
	allIn       = [...]store.Spec{pairsSpec, triplesSpec}
)

// inputs are the keys of the tables that a stage reads.
func inputs(specs ...store.Spec) (keys []store.Key) {
	for _, s := range specs {
		key, err := s.Key()
		if err != nil {
			panic(err) // all of it is in this package
		}
		keys = append(keys, key)
	}
	return keys
}

// AllInTriples returns the finishing orders of every three classes, from the store or computed on the given number of
// goroutines; progress, unless nil, is called as it advances.
func AllInTriples(
	ctx context.Context, store *store.Store, workers int, progress func(done, total int),
) (*allin.Table, error) {
	compute := func(ctx context.Context) (*allin.Table, error) { return allin.Compute(ctx, workers, progress) }
	return kept(ctx, store, triplesSpec, allin.NumTriples, compute, (*allin.Table).Encode, allin.Decode)
}

// kept returns a value from the store, or computes it and stores it with a number of rows.
func kept[T any](
	ctx context.Context, s *store.Store, spec store.Spec, rows int, compute func(context.Context) (*T, error),
	encode func(*T, io.Writer) error, decoder func(io.Reader) (*T, error),
) (*T, error) {
	a, err := s.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		value, err := compute(ctx)
		if err != nil {
			return 0, err
		}
		return int64(rows), encode(value, w)
	})
	if err != nil {
		return nil, err
	}
	return decode(a, decoder)
}

func decode[T any](a *store.Artifact, read func(io.Reader) (*T, error)) (*T, error) {
	f, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	value, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Path, err)
	}
	return value, nil
}

const allPairs = cards.NumCombos * 1_225

// HeadsUpGame returns heads-up jam or fold with stacks of the given number of big blinds, with the equities and the
// joint prior of the pairs.
func HeadsUpGame(pairs *allin.PairTable, bigBlinds float64) (*game.HeadsUpJamFold, error) {
	equity := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	joint := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			equity.Set(int(a), int(b), pairs.Counts(a, b).Equity())
			joint.Set(int(a), int(b), float64(pairs.Combos(a, b))/allPairs)
		}
	}
	return game.NewHeadsUpJamFold(bigBlinds, equity, joint)
}

const (
	ValueGap        = 1e-6      // accuracy of a game's value, in chips or big blinds: a thousandth of a millibigblind
	ValueIterations = 1_000_000 // far more than ValueGap takes
)

// valueSpec is the key of the value of a game by rules. Leduc's takes 5 CPU-seconds, Kuhn's one.
func valueSpec(g *game.FixedLimit) store.Spec {
	config := map[string]any{"game": g.Name(), "gap": ValueGap}
	if g.Name() != game.Kuhn().Name() && g.Name() != game.Leduc().Name() {
		config["rules"] = g.Rules()
	}
	return store.Spec{Stage: "value of a game", Version: "1", Schema: "json", Config: config}
}

// mostValued is the largest number of actions, on all boards, of a game whose value is computed with other answers: a
// few CPU-seconds. Leduc has 434; with twelve ranks and six bets a round it has 11,894 and takes five CPU-minutes.
const mostValued = 1_500

// Value returns the equilibrium winnings of the first seat in a small game with one hole card, which the store keeps,
// or in jam or fold; nil in others.
func Value(ctx context.Context, s *store.Store, g game.Game) (*float64, error) {
	solve := func(ctx context.Context) (float64, error) {
		r, err := SolveExactly(ctx, g, ValueGap)
		if err != nil {
			return 0, err
		}
		return r.Value, nil
	}
	var value float64
	var err error
	limit, ok := g.(*game.FixedLimit)
	switch {
	case !ok:
		value, err = solve(ctx)
	case g.Hands().Layout == game.OneCard && actions(g) <= mostValued:
		value, _, err = store.JSON(ctx, s, valueSpec(limit), solve)
	default:
		return nil, nil
	}
	return &value, err
}

func actions(g game.Game) (n int) {
	for s := range game.Decisions(g, g.Root()) {
		n += len(s.Actions)
	}
	return n
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
