package strength

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
)

// Next is the equity after one more board card.
type Next struct {
	Card   string  `json:"card"`                      // the card, or the cards of a rank that leave the same counts
	Equity float64 `json:"equity" text:",%4"`         // mean share of the pot
	Change float64 `json:"change" text:",%+2"`        // since the board without the card
	Share  float64 `json:"share_of_deals" text:",%2"` // share of all deals in which one of the cards comes next
	Parts  `text:"win,tie,standard_error"`
	// Equities has the equity of each player, you first.
	Equities []float64 `json:"equities" text:"-"`
}

// ErrNextCard marks a board without a next card.
var ErrNextCard = errors.New("a next card wants a board of 3 or 4 cards")

// NextCards returns the result after each card that can come next, the best first, by a count such as Exact. Cards of a
// rank after which all players have the same counts are one entry: their suits come to the same. progress, if set, is
// called with the number of finished cards.
//
// The error is ErrNextCard, or that of the count; cards after which no deal is left have no entry.
func (s *Spot) NextCards(ctx context.Context, count func(context.Context, *Spot) (*Shared, error),
	progress func(done, total int)) ([]Next, error) {
	if n := len(s.Board); n != 3 && n != 4 {
		return nil, ErrNextCard
	}
	type same struct {
		rank    cards.Rank
		players [MaxOpponents + 1]Shares
	}
	var list []Next
	place := map[same]int{} // in the list
	var parts, deals equity.Sum
	left := (cards.FullDeck &^ s.Dead &^ cards.SetOf(s.Board...)).Cards()
	slices.Reverse(left)
	for i, card := range left {
		if progress != nil {
			progress(i, len(left))
		}
		after := *s
		after.Board = append(slices.Clone(s.Board), card)
		shared, err := count(ctx, &after)
		if errors.Is(err, equity.ErrEmptyRange) {
			continue
		}
		if err != nil {
			return nil, err
		}
		parts, deals = parts.Plus(shared.All.parts), deals.Plus(shared.All.Deals)
		key := same{card.Rank(), shared.Players}
		at, found := place[key]
		if !found {
			at, place[key] = len(list), len(list)
			next := Next{Equity: shared.All.Equity(), Parts: shared.All.shown(shared.Sampled)}
			for player := range s.players() {
				next.Equities = append(next.Equities, shared.Players[player].Equity())
			}
			list = append(list, next)
		} else {
			list[at].Card += " "
		}
		list[at].Card += card.String()
		list[at].Share += shared.All.Deals.Float()
	}
	for i := range list {
		list[i].Share /= deals.Float()
		list[i].Change = list[i].Equity - parts.Float()/(potUnits*deals.Float())
	}
	slices.SortStableFunc(list, func(a, b Next) int { return cmp.Compare(b.Equity, a.Equity) })
	return list, nil
}
