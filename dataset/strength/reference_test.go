package strength

import (
	"math/rand/v2"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

// sampleNaive is what Sample computes, one deal after another: numbers by rand.Rand, each hand evaluated by itself.
func sampleNaive(s *Spot, samples int, seed uint64) *Shared {
	board := cards.SetOf(s.Board...)
	known := board | s.Dead
	decks := []deck{deckOf(s.Hero, known)}
	if mine := decks[0].hands; len(mine) == 1 {
		known |= mine[0].Set
	}
	for _, r := range s.Opponents {
		decks = append(decks, deckOf(r, known))
	}
	stock := (cards.FullDeck &^ board &^ s.Dead).Cards()
	out := &Shared{Sampled: true}
	var source rand.PCG
	random := rand.New(&source)
	for i := range samples {
		if i%samplesPerBlock == 0 {
			source.Seed(seed, uint64(i/samplesPerBlock))
		}
		hands, taken := dealNaive(random, decks, board)
		card := func() cards.Set {
			for {
				if c := stock[random.IntN(len(stock))]; !taken.Has(c) {
					taken = taken.With(c)
					return cards.SetOf(c)
				}
			}
		}
		for k := range hands {
			if decks[k].any {
				first := card()
				hands[k] = first | card()
			}
		}
		all := board
		for all.Len() < 5 {
			all |= card()
		}
		mine := hands[0].Cards()
		out.Combos[cards.ComboOf(mine[0], mine[1])].add(showdownNaive(s, hands, all))
		for k := range hands { // each player in our place
			hands[0], hands[k] = hands[k], hands[0]
			out.Players[k].add(showdownNaive(s, hands, all))
			hands[0], hands[k] = hands[k], hands[0]
		}
	}
	return out.total(1)
}

// dealNaive draws a hand from each range but any two cards until no two share a card.
func dealNaive(random *rand.Rand, decks []deck, board cards.Set) (hands []cards.Set, taken cards.Set) {
	for again := true; again; {
		again, taken, hands = false, board, make([]cards.Set, len(decks))
		for k := 0; k < len(decks) && !again; k++ {
			if d := &decks[k]; !d.any {
				x, h := random.Uint64N(d.upTo[len(d.upTo)-1]), 0
				for d.upTo[h] <= x {
					h++
				}
				hands[k] = d.hands[h].Set
				again = taken&hands[k] != 0
				taken |= hands[k]
			}
		}
	}
	return hands, taken
}

func showdownNaive(s *Spot, hands []cards.Set, board cards.Set) *Shares {
	out, sharers := &Shares{Tally: equity.Tally{Deals: equity.SumOf(1)}}, 1
	ours := s.rank(eval.HandOf(hands[0] | board))
	for _, h := range hands[1:] {
		switch theirs := s.rank(eval.HandOf(h | board)); {
		case theirs > ours:
			return out
		case theirs == ours:
			sharers++
		}
	}
	out.win(equity.SumOf(1), sharers)
	out.squares = uint64(potUnits/sharers) * uint64(potUnits/sharers)
	return out
}
