package game

import "feltlab/model/cards"

// faces are the cards of the ranks in Leduc's and Kuhn's decks: jack, queen and king.
const faces cards.Set = 0xfff << (4 * cards.Jack)

const (
	clubsOnly cards.Set = 0x1111111111111
	twoSuits            = clubsOnly | clubsOnly<<1
)

// Kuhn returns Kuhn poker: three cards, jack to king, an ante of 1 and at most one bet of 1.
// Seat 0 acts first. The value of the game to seat 0 is -1/18.
func Kuhn() *FixedLimit {
	return newLimit(rules{
		name: "kuhn", unit: "chips",
		deck: faces & clubsOnly, suits: 1, holeCards: 1,
		posted: [2]float64{1, 1},
		rounds: []round{{bet: 1, maxBets: 1}},
		handName: func(hole cards.Set) string {
			return hole.Min().Rank().String()
		},
		strength: func(hole cards.Card, _ cards.Set) int { return int(hole.Rank()) },
	})
}

// Leduc returns Leduc hold'em: two suits of jack, queen and king, an ante of 1, two rounds of at most two bets of 2
// and 4, and one public card between them. Seat 0 acts first in both rounds; a pair with the board wins, otherwise
// the higher rank. The value of the game to seat 0 is about -0.0856.
func Leduc() *FixedLimit {
	return newLimit(rules{
		name: "leduc", unit: "chips",
		deck: faces & twoSuits, suits: 2, holeCards: 1,
		posted:   [2]float64{1, 1},
		rounds:   []round{{bet: 2, maxBets: 2}, {deal: 1, bet: 4, maxBets: 2}},
		handName: cards.Set.String,
		strength: func(hole cards.Card, board cards.Set) int {
			if board != 0 && board.Min().Rank() == hole.Rank() {
				return cards.NumRanks
			}
			return int(hole.Rank())
		},
	})
}

// LimitHoldem returns heads-up limit hold'em in big blinds: blinds of 0.5 and 1, bets of
// 1, 1, 2 and 2 and at most four of them a round, of which the big blind is the first.
// Seat 0 is the small blind; it acts first before the flop and last after it.
func LimitHoldem() *FixedLimit {
	return newLimit(rules{
		name: "limit-holdem", unit: BigBlinds,
		deck: cards.FullDeck, suits: cards.NumSuits, holeCards: 2,
		posted: [2]float64{0.5, 1},
		rounds: []round{
			{bet: 1, maxBets: 4, posted: 1},
			{deal: 3, bet: 1, maxBets: 4, first: 1},
			{deal: 1, bet: 2, maxBets: 4, first: 1},
			{deal: 1, bet: 2, maxBets: 4, first: 1},
		},
		handName: cards.Set.String,
	})
}
