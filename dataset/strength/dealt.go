package strength

import (
	"context"

	"feltlab/dataset/allin"
	"feltlab/dataset/equity"
	"feltlab/model/cards"
)

// fromPairs counts one opponent.
func (s *Spot) fromPairs(ctx context.Context, workers int, progress func(done, total int)) (*Shared, error) {
	tallies, err := equity.ByCombo(ctx, s.Hero, s.Opponents[0], s.Board, s.Dead, workers, progress)
	if err != nil {
		return nil, err
	}
	out, bySet := new(Shared), make([]equity.Sum, 4)
	for h, t := range tallies {
		for set, n := range []equity.Sum{1: t.Wins, 2: t.Deals.Minus(t.Wins).Minus(t.Ties), 3: t.Ties} {
			out.addPots(cards.Combo(h), bySet, set, n)
		}
	}
	out.setPlayers(bySet)
	return out.total(1), nil
}

// addPots adds deals with a hand of ours in which a set of players shares the pot.
func (s *Shared) addPots(ours cards.Combo, bySet []equity.Sum, set int, n equity.Sum) {
	sums := &s.Combos[ours]
	sums.Deals = sums.Deals.Plus(n)
	if set&1 != 0 {
		sums.win(n, sharers(set))
	}
	bySet[set] = bySet[set].Plus(n)
}

// dealSteps is the cost of counting the boards of one deal before the flop, in the steps of Steps.
const dealSteps = 2e5

// deals lists the deals before the flop, or returns nil if to count them is no faster than a number of steps.
func (s *Spot) deals(steps float64) *allin.Deals {
	if len(s.Board) > 0 || s.Ranking != nil {
		return nil
	}
	var seats [][]cards.Combo
	for _, r := range s.players() {
		seats = append(seats, equity.Combos(equity.HandsOf(r, s.Dead)))
	}
	return allin.NewDeals(seats, s.Dead, int(steps/dealSteps))
}

// fromDeals counts the boards of each deal that differs from others by more than suits.
func (s *Spot) fromDeals(ctx context.Context, deals *allin.Deals, workers int, progress func(done, total int),
) (*Shared, error) {
	out, bySet := new(Shared), make([]equity.Sum, 2<<len(s.Opponents))
	var seats [][]equity.Held
	for _, r := range s.players() {
		seats = append(seats, equity.HandsOf(r, s.Dead))
	}
	err := deals.Count(ctx, workers, progress, func(at []int, winners []uint64) {
		weight := equity.SumOf(1)
		for seat, i := range at {
			weight = weight.Times(seats[seat][i].Weight)
		}
		for set, n := range winners {
			if n > 0 {
				out.addPots(seats[0][at[0]].Combo, bySet, set, weight.Times(n))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out.setPlayers(bySet)
	return out.total(1), nil
}
