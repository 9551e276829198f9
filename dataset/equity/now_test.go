package equity

import (
	"fmt"
	"testing"

	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// flopNow counts one flop by comparing five cards with five cards.
func flopNow(hand cards.Combo, r *ranges.Range, flop cards.Set) (wins, ties uint64) {
	ours := eval.Of(hand.Set() | flop)
	for h, w := range r.Weights() {
		if set := cards.Combo(h).Set(); set&(hand.Set()|flop) == 0 {
			switch theirs := eval.Of(set | flop); {
			case theirs < ours:
				wins += uint64(w)
			case theirs == ours:
				ties += uint64(w)
			}
		}
	}
	return RunoutsOnFlop * wins, RunoutsOnFlop * ties
}

func TestFlopsNow(t *testing.T) {
	texts := []string{"any", "77+,AK:0.5,T9s", "chen", "AhKd,QQ"}
	var symmetric []*ranges.Range
	alone := map[string][]Flop{} // by hand and place of the range
	for i, text := range texts {
		r := must.Get(ranges.Parse(text))(t)
		if i < 3 {
			symmetric = append(symmetric, r)
		}
		for _, name := range []string{"AsKs", "7h7d", "9c2d"} {
			hand := must.Get(ranges.ParseHand(name))(t).Combo
			flops, err := FlopsNow(t.Context(), hand, r, 2)
			if i == 3 { // AhKd and queens leave no opponent on some flops
				if err == nil && len(flops) != 19600 {
					t.Fatal(len(flops))
				}
				if err != nil {
					continue
				}
			} else if err != nil {
				t.Fatal(err)
			}
			alone[fmt.Sprint(hand, i)] = flops
			for k := 0; k < len(flops); k += 397 {
				wins, ties := flopNow(hand, r, cards.SetOf(flops[k].Cards[:]...))
				if flops[k].Wins != wins || flops[k].Ties != ties {
					t.Fatalf("%s against %s: %+v, want %d wins and %d ties", name, text, flops[k], wins, ties)
				}
			}
		}
	}
	table := must.Get(AllFlopsNow(t.Context(), symmetric, 2))(t)
	for i, r := range symmetric {
		for _, name := range []string{"AsKs", "7h7d", "9c2d"} {
			hand := must.Get(ranges.ParseHand(name))(t).Combo
			want := alone[fmt.Sprint(hand, i)]
			for k, f := range table.Flops(hand, i) {
				must.Equal(t, f, want[k], name, r)
			}
		}
	}
	must.Fails(AllFlopsNow(t.Context(), []*ranges.Range{must.Get(ranges.Parse("AhKd"))(t)}, 1))(t)
}
