package strength

import (
	"context"

	"feltlab/dataset/equity"
	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

func (s *Matchups) fromFlop(ctx context.Context, m Mode) error {
	t := newTally(m, s.hand)
	t.dead = s.hand.Set()
	for board := range showdown.Completions(s.board, s.hand.Set()) {
		t.add(board, 1)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	t.empty()
	hero := &t.heroes[0]
	s.wins = hero.wins
	for o := range s.ties {
		s.ties[o] = hero.winsOrTies[o] - hero.wins[o]
	}
	return nil
}

// beforeFlop compares the hands on the canonical boards. A board is p(B) for a canonical B and a suit
// permutation p, and hand h against hand o on p(B) is p'(h) against p'(o) on B, where p' is the inverse of p. So
// on B the images of h, at most twelve, are compared with every hand. The sum over all 24 permutations, with B
// weighted by the size of its orbit, counts every board of the orbit 24 times.
func (s *Matchups) beforeFlop(ctx context.Context, m Mode, workers int) error {
	maps := showdown.ComboMaps()
	var images []cards.Combo
	var place [cards.NumCombos]int
	for p := range maps {
		image := maps[p][s.hand]
		if place[image] == 0 {
			images = append(images, image)
			place[image] = len(images)
		}
	}
	boards := showdown.Boards()
	loop := parallel.Loop{Items: boards.Len(), Block: boardsPerBlock, Workers: workers}
	tallies, err := parallel.States(ctx, loop,
		func() *tally { return newTally(m, images...) },
		func(t *tally, i int) error {
			t.add(boards.Set(i), uint64(boards.Size(i)))
			return nil
		})
	if err != nil {
		return err
	}
	const symmetries = uint64(len(cards.SuitPerms))
	var wins, winsOrTies [cards.NumCombos]uint64
	for _, t := range tallies {
		t.empty()
		for p := range maps {
			hero := &t.heroes[place[maps[p][s.hand]]-1]
			for o, image := range maps[p] {
				wins[o] += uint64(hero.wins[image])
				winsOrTies[o] += uint64(hero.winsOrTies[image])
			}
		}
	}
	for o := range wins {
		s.wins[o] = uint32(wins[o] / symmetries)
		s.ties[o] = uint32((winsOrTies[o] - wins[o]) / symmetries)
	}
	return nil
}

// boardsPerBlock is the number of boards between two checks of the context, about a millisecond of work.
const boardsPerBlock = 128

// Preflop returns the exact strength of all 169 classes before the flop, as counts. A number of workers below 1 means
// one for each processor. The error is that of the context.
func Preflop(ctx context.Context, w Weighting, m Mode, workers int) ([cards.NumClasses]equity.Count, error) {
	return equity.Preflop(ctx, w.Range(m), m.ranking(), workers)
}
