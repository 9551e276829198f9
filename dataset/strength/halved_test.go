package strength

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// shareOf deals hands of all ranges on a river in rational numbers and returns our share of the pot.
func shareOf(all []*ranges.Range, board cards.Set) float64 {
	won, total := new(big.Rat), new(big.Rat)
	var deal func(hands []cards.Combo, held cards.Set, weight *big.Int)
	deal = func(hands []cards.Combo, held cards.Set, weight *big.Int) {
		if len(hands) < len(all) {
			for h, w := range all[len(hands)].Weights() {
				if set := cards.Combo(h).Set(); w > 0 && set&held == 0 {
					deal(append(hands[:len(hands):len(hands)], cards.Combo(h)), held|set,
						new(big.Int).Mul(weight, big.NewInt(int64(w))))
				}
			}
			return
		}
		sharers, ours := int64(0), eval.HandOf(board|hands[0].Set()).Strength()
		for _, h := range hands {
			switch s := eval.HandOf(board | h.Set()).Strength(); {
			case s > ours:
				ours = math.MaxUint16 // lost
			case s == ours:
				sharers++
			}
		}
		w := new(big.Rat).SetInt(weight)
		total.Add(total, w)
		if ours != math.MaxUint16 {
			won.Add(won, w.Mul(w, big.NewRat(1, sharers)))
		}
	}
	deal(nil, board, big.NewInt(1))
	share, _ := won.Quo(won, total).Float64()
	return share
}

// TestHeavyWeightsOfSeveral counts two to five players whose weights have nine digits: exactly where 128 bits suffice,
// else within the stated error.
func TestHeavyWeightsOfSeveral(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 6))
	board := must.Get(cards.ParseBoard("2c7d9hJsKc"))(t)
	rounded := 0
	for _, opponents := range []int{1, 2, 2, 3, 4, 4} {
		var all []*ranges.Range
		for range opponents + 1 {
			text := ""
			for _, h := range rng.Perm(cards.NumCombos)[:7] {
				text += fmt.Sprintf("%v:0.%09d,", cards.Combo(h), 1+rng.IntN(999_999_999))
			}
			all = append(all, must.Get(ranges.Parse(text))(t))
		}
		s := &Spot{Hero: all[0], Opponents: all[1:], Board: board}
		got := must.Get(s.Exact(t.Context(), 1, nil))(t)
		if got.Error > 0 {
			rounded++
		}
		want := shareOf(all, cards.SetOf(board...))
		if off := math.Abs(got.All.Equity() - want); off > got.Error+1e-14 || got.Error > 1e-4 ||
			opponents < 3 && got.Error != 0 {
			t.Errorf("%d opponents: %v ± %g, want %v", opponents, got.All.Equity(), got.Error, want)
		}
	}
	if rounded == 0 {
		t.Error("no weight was rounded")
	}
}
