package expost

import (
	"feltlab/dataset/allin"
	"feltlab/model/cards"
)

// HeadsUp is one hand of heads-up jam or fold for chips, in big blinds: the small blind posts half a big blind and jams
// or folds, the big blind calls or folds. Both have Stack before they post Ante and blinds.
type HeadsUp struct {
	Stack, Ante float64
	Jam, Call   *[cards.NumClasses]float64 // probabilities
}

// Gains returns what a jam gains each hand of the small blind, and a call each hand of the big blind that faces a jam,
// over a fold. It adds up counts of deals, hand by hand. If no hand jams, those of calls are NaN.
func (h *HeadsUp) Gains(pairs *allin.PairTable) (jam, call [cards.NumClasses]float64) {
	for own := range cards.Class(cards.NumClasses) {
		var deals, jams, jamWins, callWins float64 // numbers of pairs of combos, and big blinds won in them
		for other := range cards.Class(cards.NumClasses) {
			n := pairs.Counts(own, other)
			combos := float64(n.Deals()) / allin.BoardsAvoidingTwo
			showdown := h.Stack * (float64(n.Wins) - float64(n.Losses)) / allin.BoardsAvoidingTwo
			calls := h.Call[other]
			deals += combos
			jamWins += calls*showdown + (1-calls)*combos*(1+h.Ante)
			jams += h.Jam[other] * combos
			callWins += h.Jam[other] * showdown
		}
		jam[own] = jamWins/deals + 0.5 + h.Ante
		call[own] = callWins/jams + 1 + h.Ante
	}
	return jam, call
}

// Regret returns the most that any hand, of either player, would gain by another action than its own.
func (h *HeadsUp) Regret(pairs *allin.PairTable) (most float64) {
	jam, call := h.Gains(pairs)
	for k := range cards.NumClasses {
		most = max(most, regret(h.Jam[k], jam[k]), regret(h.Call[k], call[k]))
	}
	return most
}

// regret is what a hand loses that acts with a probability although that gains it more or less than nothing.
func regret(probability, gain float64) float64 {
	return max(gain*(1-probability), -gain*probability)
}
