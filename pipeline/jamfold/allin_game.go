package jamfold

import (
	"feltlab/dataset/allin"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// allPairs is the number of ordered pairs of disjoint combos.
const allPairs = cards.NumCombos * 1_225

// JamFold returns heads-up jam/fold with stacks of the given number of big blinds: the equity
// matrix and the joint prior that model/game asks for, from the pairs.
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
