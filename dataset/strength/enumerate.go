package strength

import (
	"context"

	"feltlab/dataset/allin"
	"feltlab/dataset/equity"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// add counts a hand against every hand over all completed boards.
//
// Before the flop the program has the counts by the rules. For another ranking the boards are p(B) for a canonical
// board B and a suit permutation p, and hand h against hand o on p(B) is p'(h) against p'(o) on B, where p' is the
// inverse of p. So on B the images of h, at most twelve, are compared with every hand. The sum over all 24
// permutations, with B weighted by the size of its orbit, counts every board of the orbit 24 times. From the flop on
// the identity is the only permutation.
func (s *Matchups) add(ctx context.Context, hand cards.Combo, m Mode, workers int) error {
	if s.board == 0 && m.ranking() == nil {
		results := allin.VersusOf(hand)
		for o := range cards.Combo(cards.NumCombos) {
			r := results.Against(o)
			s.wins[o] += r.Wins
			s.ties[o] += r.Ties
		}
		return ctx.Err()
	}
	maps, dead := showdown.ComboMaps()[:], cards.Set(0)
	if s.board != 0 {
		maps, dead = maps[:1], hand.Set()
	}
	boards, size := equity.Completed(s.board, dead, s.board == 0)
	var images []cards.Combo
	var place [cards.NumCombos]int
	for p := range maps {
		if image := maps[p][hand]; place[image] == 0 {
			images = append(images, image)
			place[image] = len(images)
		}
	}
	loop := parallel.Loop{Items: len(boards), Block: boardsPerBlock, Workers: workers}
	newState := func() *tally { return newTally(m, dead, images...) }
	tallies, err := parallel.States(ctx, loop, newState, func(t *tally, i int) error {
		t.add(boards[i], uint32(size(i)))
		return nil
	})
	if err != nil {
		return err
	}
	var wins, winsOrTies [cards.NumCombos]uint64
	for _, t := range tallies {
		for p := range maps {
			hero := &t.heroes[place[maps[p][hand]]-1]
			for o, image := range maps[p] {
				wins[o] += uint64(hero.wins[image])
				winsOrTies[o] += uint64(hero.winsOrTies[image])
			}
		}
	}
	for o := range wins {
		if cards.Combo(o).Set()&(hand.Set()|s.board) == 0 { // else there is no deal
			s.wins[o] += uint32(wins[o] / uint64(len(maps)))
			s.ties[o] += uint32((winsOrTies[o] - wins[o]) / uint64(len(maps)))
		}
	}
	return nil
}

// boardsPerBlock is the number of boards between two checks of the context, about a millisecond of work.
const boardsPerBlock = 128

// Preflop returns the exact strength of all 169 classes before the flop, as counts. A number of workers below 1 means
// one for each processor. The error comes from the context.
func Preflop(ctx context.Context, w Weighting, m Mode, workers int) ([cards.NumClasses]equity.Count, error) {
	return equity.Preflop(ctx, w.Range(m), m.ranking(), workers)
}
