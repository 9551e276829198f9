package allin

import (
	"context"
	"slices"
	"sync"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// engine has the tables for all triples and pairs of a set of classes.
type engine struct {
	pairs   []rankPair      // ascending; other slices have an entry for each place in this list
	classes [][]cards.Class // of each rank pair, ascending
	byRanks [][]eval.Strength
	levels  [3]*level // boards with three, four and five spades
	kinds   sync.Map  // kindKey -> *kind
}

// newEngine returns the engine for some classes. For all 169 it takes 280 MB and about a second of processor time.
func newEngine(ctx context.Context, classes []cards.Class, workers int) (*engine, error) {
	byPair := map[rankPair][]cards.Class{}
	for _, k := range classes {
		if p := pairOfClass(k); !slices.Contains(byPair[p], k) {
			byPair[p] = append(byPair[p], k)
		}
	}
	e := &engine{}
	for p := range rankPair(numRankPairs) {
		if ks := byPair[p]; ks != nil {
			slices.Sort(ks)
			e.pairs = append(e.pairs, p)
			e.classes = append(e.classes, ks)
			e.byRanks = append(e.byRanks, rankStrengths(p))
		}
	}
	for i := range e.levels {
		e.levels[i] = newLevel(i + 3)
		if err := e.levels[i].compare(ctx, e.pairs, e.byRanks, workers); err != nil {
			return nil, err
		}
	}
	return e, nil
}
