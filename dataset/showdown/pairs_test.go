package showdown

import (
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// The pairs are as many as are known, and stand for all pairs of a hand and a board.
func TestPairsCoverAll(t *testing.T) {
	for _, tc := range []struct {
		name      string
		pairs     *Pairs
		len, each int
		boards    int
	}{
		{"flops", FlopPairs(), NumFlopPairs, 22_100 * 1_176, 1},
		{"turns", TurnPairs(), NumTurnPairs, 270_725 * 1_128, 41},
		{"rivers", RiverPairs(), NumRiverPairs, 2_598_960 * 1_081, 411},
	} {
		must.Equal(t, tc.pairs.Len(), tc.len, tc.name)
		var r PairRow
		for i := 0; i < tc.pairs.Boards.Len(); i += tc.boards {
			tc.pairs.Row(i, &r)
			hands := len(r.Hands)
			must.Equal(t, tc.pairs.First(i+1)-tc.pairs.First(i), hands, tc.name,
				tc.pairs.Boards.Set(i))
			members, live := 0, 0
			for _, n := range r.Sizes {
				members += int(n)
			}
			for h, n := range r.Number {
				if n >= 0 {
					live++
					must.Equal(t, ComboMaps()[r.Via[h]][h], r.Hands[n-int32(tc.pairs.First(i))], tc.name,
						cards.Combo(h), tc.pairs.Boards.Set(i))
				}
			}
			if want := live * tc.pairs.Boards.Size(i); members != want || want == 0 {
				t.Fatalf("%s: %v stands for %d pairs, want %d", tc.name, tc.pairs.Boards.Set(i), members, want)
			}
			if tc.boards == 1 {
				tc.each -= members
			}
		}
		if tc.boards == 1 && tc.each != 0 {
			t.Errorf("%s: %d pairs are left", tc.name, tc.each)
		}
	}
}

// A pair has the same number whatever its suits are called, and no other pair has it.
func TestPairsAreInvariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	number := func(p *Pairs, r *PairRow, h cards.Combo, board cards.Set) int32 {
		i, perm := p.Boards.Index(board)
		p.Row(i, r)
		return r.Number[h.Permute(perm)]
	}
	var r PairRow
	for i, pairs := range []*Pairs{FlopPairs(), TurnPairs(), RiverPairs()} {
		n := 3 + i
		orbits := map[int32]cards.Set{} // the orbit's canonical form, as one set of board and hand
		for range 2_000 {
			deck := rng.Perm(12) // few ranks: many symmetries, and orbits that are met again
			h := cards.ComboOf(cards.Card(deck[0]), cards.Card(deck[1]))
			var board cards.Set
			for _, c := range deck[2 : 2+n] {
				board = board.With(cards.Card(c))
			}
			q := cards.SuitPerms[rng.IntN(len(cards.SuitPerms))]
			want := number(pairs, &r, h, board)
			must.Equal(t, number(pairs, &r, h.Permute(q), q.Set(board)), want, h, board, q)
			// With 12 cards hand and board go in one set, side by side.
			form := ^cards.Set(0)
			for _, s := range cards.SuitPerms {
				form = min(form, s.Set(board)<<32|s.Set(h.Set()))
			}
			if other, met := orbits[want]; met && other != form {
				t.Fatalf("pair %d has two orbits", want)
			}
			orbits[want] = form
		}
		if len(orbits) < 100 {
			t.Fatalf("%d orbits", len(orbits))
		}
	}
}
