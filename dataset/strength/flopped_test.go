package strength

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// slowMade reads a made hand on a flop from its cards.
func slowMade(hand, flop []cards.Card) string {
	all := append(append([]cards.Card(nil), hand...), flop...)
	count := func(list []cards.Card, r cards.Rank) (n int) {
		for _, c := range list {
			if c.Rank() == r {
				n++
			}
		}
		return n
	}
	flush, straight := true, longest(cards.SetOf(all...)) > 0
	var threes, twos int
	for r := range cards.Rank(cards.NumRanks) {
		switch count(all, r) {
		case 4:
			return "four of a kind"
		case 3:
			threes++
		case 2:
			twos++
		}
	}
	for _, c := range all {
		flush = flush && c.Suit() == all[0].Suit()
	}
	switch {
	case flush && straight:
		return "straight flush"
	case threes == 1 && twos == 1:
		return "full house"
	case flush:
		return "flush"
	case straight:
		return "straight"
	}
	high, low := max(hand[0].Rank(), hand[1].Rank()), min(hand[0].Rank(), hand[1].Rank())
	above, below := map[cards.Rank]bool{}, false
	paired := max(count(flop, high), count(flop, low)) // the cards of the flop that match
	which := high
	if count(flop, high) == 0 {
		which = low
	}
	for _, c := range flop {
		if c.Rank() > which {
			above[c.Rank()] = true
		}
		below = below || c.Rank() < which
	}
	switch {
	case high == low && paired == 1:
		return "set"
	case paired == 2:
		return "trips"
	case high == low && len(above) == 0:
		return "overpair"
	case high == low && !below:
		return "underpair"
	case high == low:
		return [...]string{1: "pocket pair below top card", 2: "pocket pair below second card"}[len(above)]
	case count(flop, high) == 1 && count(flop, low) == 1:
		return "two pair"
	case paired == 1:
		return [...]string{"top pair", "second pair", "low pair"}[len(above)]
	case high == cards.Ace:
		return "ace high"
	}
	over := 0
	for _, c := range hand {
		if c.Rank() > max(flop[0].Rank(), flop[1].Rank(), flop[2].Rank()) {
			over++
		}
	}
	return [...]string{"no pair", "one overcard", "two overcards"}[over]
}

// TestFlops deals every flop to every combo of a range with weights that tells suits apart.
func TestFlops(t *testing.T) {
	r := must.Get(ranges.Parse("88,22,AKs:0.5,KsQh,T9s:0.25,J2o,A6s"))(t)
	want, oneSuit := map[string]float64{}, map[string]float64{}
	var all, monotone float64
	for c := range cards.Card(cards.NumCards) {
		for b := range c {
			for a := range b {
				flop := []cards.Card{a, b, c}
				mono := a.Suit() == b.Suit() && b.Suit() == c.Suit()
				for _, h := range equity.HandsOf(r, cards.SetOf(flop...)) {
					hand, w := h.Set.Cards(), float64(h.Weight)
					held := []string{slowMade(hand, flop)}
					for s := range cards.Suit(cards.NumSuits) {
						n := 0
						for _, c := range (h.Set | cards.SetOf(flop...)).Cards() {
							if c.Suit() == s {
								n++
							}
						}
						if n == 4 {
							held = append(held, "flush draw")
						}
					}
					all += w
					if mono {
						monotone += w
					}
					for _, name := range held {
						want[name] += w
						if mono {
							oneSuit[name] += w
						}
					}
				}
			}
		}
	}
	got := must.Get(Flops(t.Context(), r, 2))(t)
	check := func(shares FlopShares, want map[string]float64, all float64) {
		t.Helper()
		orBetter, known := 0.0, 0
		for _, s := range append(shares.Made, shares.Draws[0]) {
			must.Near(t, s.Share, want[s.Name]/all, 1e-12, s.Name)
			if orBetter += s.Share; s.OrBetter != nil && math.Abs(*s.OrBetter-orBetter) > 1e-12 {
				t.Errorf("%s or better: %v, want %v", s.Name, *s.OrBetter, orBetter)
			}
			known++
		}
		must.Equal(t, known, len(want), want)
	}
	check(got.FlopShares, want, all)
	check(got.Textures[0].FlopShares, oneSuit, monotone)
	flops := map[string]int{}
	for _, x := range got.Textures {
		flops[x.Family] += x.Flops
		pairs := 0.0
		for _, s := range x.Made {
			if strings.Contains(s.Name, "pair") && s.Name != "two pair" && s.Name != "no pair" {
				pairs += s.Share
			}
		}
		must.Near(t, x.Top+x.Pair, pairs, 1e-12, x.Group, x.Top, x.Pair)
	}
	must.Equal(t, fmt.Sprint(flops), "map[connectedness:1755 high card:1755 pairing:1755 suits:1755]")
}

// TestNow compares hands on flops and turns one by one, for two and three players and by combo.
func TestNow(t *testing.T) {
	for _, s := range []*Spot{
		lacking(spotOf(t, "QQ+,AK:0.5,87s", "Ah9d8d", "22+,AT+,KQ"), "AdKd"),
		spotOf(t, "AhKh,77,65s:0.5", "7d4h2c9s", "TT+,A4s", "99,87s:0.5,AA"),
	} {
		var want [cards.NumCombos]struct{ ahead, tied, all float64 }
		board := cards.SetOf(s.Board...)
		of := func(h cards.Combo) eval.Strength { return eval.Of(board | h.Set()) }
		others := func(held cards.Set, visit func(best eval.Strength, weight uint64)) {
			for _, a := range equity.HandsOf(s.Opponents[0], held) {
				if len(s.Opponents) == 1 {
					visit(of(a.Combo), a.Weight)
					continue
				}
				for _, b := range equity.HandsOf(s.Opponents[1], held|a.Set) {
					visit(max(of(a.Combo), of(b.Combo)), a.Weight*b.Weight)
				}
			}
		}
		for _, h := range equity.HandsOf(s.Hero, board|s.Dead) {
			sum := &want[h.Combo]
			others(board|s.Dead|h.Set, func(best eval.Strength, weight uint64) {
				w := float64(weight * h.Weight)
				sum.all += w
				switch mine := of(h.Combo); {
				case mine > best:
					sum.ahead += w
				case mine == best:
					sum.tied += w
				}
			})
		}
		now := must.Get(s.Now(t.Context()))(t)
		var all, ahead float64
		for h, n := range want {
			got := &now.Combos[h]
			if got.Wins.Float() != n.ahead || got.Ties.Float() != n.tied || got.Deals.Float() != n.all {
				t.Errorf("%v: %+v, want %v", cards.Combo(h), got, n)
			}
			all, ahead = all+n.all, ahead+n.ahead
		}
		if a := AheadOf(now); *a.Ahead != ahead/all || math.Abs(*a.Ahead+*a.Tied+*a.Behind-1) > 1e-12 {
			t.Errorf("%v, %v and %v, want %v", *a.Ahead, *a.Tied, *a.Behind, ahead/all)
		}
	}
	if now, err := spotOf(t, "AA", "7d4h2c9sTh", "KK").Now(t.Context()); now != nil || err != nil {
		t.Errorf("on a river: %v, %v", now, err)
	}
}
