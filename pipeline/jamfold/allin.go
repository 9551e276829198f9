package jamfold

import (
	"context"
	"io"

	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/store"
)

// version changes whenever the stored bytes would.
const allInVersion = "1"

var (
	pairsSpec   = store.Spec{Stage: "all-in pairs", Version: allInVersion, Schema: "feltlab rollout pairs"}
	triplesSpec = store.Spec{Stage: "all-in triples", Version: allInVersion, Schema: "feltlab rollout triples"}
)

// Pairs returns the wins, ties and losses of every class against every other, from the store or
// computed on the given number of goroutines.
func AllInPairs(ctx context.Context, store *store.Store, workers int) (*allin.PairTable, error) {
	a, err := store.Do(ctx, pairsSpec, func(ctx context.Context, w io.Writer) (int64, error) {
		pairs, err := allin.Pairs(ctx, workers)
		if err != nil {
			return 0, err
		}
		return 169 * 169, pairs.Encode(w)
	})
	if err != nil {
		return nil, err
	}
	return decode(a, allin.DecodePairs)
}

// AllInTriples returns the finishing orders of every three classes, from the store or computed on the given number of
// goroutines; progress, unless nil, is called as it advances.
func AllInTriples(
	ctx context.Context, store *store.Store, workers int, progress func(done, total int),
) (*allin.Table, error) {
	a, err := store.Do(ctx, triplesSpec, func(ctx context.Context, w io.Writer) (int64, error) {
		triples, err := allin.Compute(ctx, workers, progress)
		if err != nil {
			return 0, err
		}
		return allin.NumTriples, triples.Encode(w)
	})
	if err != nil {
		return nil, err
	}
	return decode(a, allin.Decode)
}

func decode[T any](a *store.Artifact, read func(io.Reader) (*T, error)) (*T, error) {
	f, err := a.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(f)
}

// allPairs is the number of ordered pairs of disjoint combos.
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
