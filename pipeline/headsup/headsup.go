package headsup

import (
	"context"
	"io"
	"os"

	"feltlab/dataset/equity/rollout"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/artifact"
)

// stageVersion changes when the counts or their file format do.
const stageVersion = "1"

// Pairs returns the counts of every class against every class, from the store or computed. A
// number of workers below 1 means one for each processor.
func Pairs(ctx context.Context, store *artifact.Store, workers int) (*rollout.PairTable, error) {
	spec := artifact.Spec{Stage: "rollout-pairs", Version: stageVersion, Schema: "feltlab rollout pairs"}
	a, err := store.Do(ctx, spec, func(ctx context.Context, w io.Writer) (int64, error) {
		pairs, err := rollout.Pairs(ctx, workers)
		if err != nil {
			return 0, err
		}
		return cards.NumClasses * cards.NumClasses, pairs.Encode(w)
	})
	if err != nil {
		return nil, err
	}
	f, err := os.Open(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return rollout.DecodePairs(f)
}

// allPairs is the number of ordered pairs of disjoint combos.
const allPairs = cards.NumCombos * 1_225

// JamFold returns the game with stacks of the given number of big blinds.
func JamFold(pairs *rollout.PairTable, bigBlinds float64) (*game.JamFold, error) {
	equity := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	joint := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	for a := range cards.Class(cards.NumClasses) {
		for b := range cards.Class(cards.NumClasses) {
			equity.Set(int(a), int(b), pairs.Counts(a, b).Equity())
			joint.Set(int(a), int(b), float64(pairs.Combos(a, b))/allPairs)
		}
	}
	return game.NewJamFold(bigBlinds, equity, joint)
}
