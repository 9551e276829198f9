package strength

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
)

// TestMadeAgreesWithFeatures holds made hands on flops to the features of the same meaning, for all hands.
func TestMadeAgreesWithFeatures(t *testing.T) {
	for _, text := range []string{"Ah7d2c", "Ts9s8s", "7h7d2c", "KsKhKd", "6h5d4c", "QhJh3d", "5s5hAs"} {
		flop := must.Get(cards.ParseFlop(text))(t)
		board := cards.SetOf(flop[:]...)
		for h := range cards.Combo(cards.NumCombos) {
			if h.Set()&board != 0 {
				continue
			}
			m, v := madeOf(h, board), features.Of(h, flop)
			name := madeNames[m]
			unpaired := !v.Has(53) && !strings.Contains("7h7d2c KsKhKd 5s5hAs", text)
			for id, want := range map[int]bool{
				43: name == "flush" || name == "straight flush",
				44: name == "full house" || name == "four of a kind",
				45: name == "set" || name == "trips",
				47: unpaired && m >= madeOverpair && m <= madeUnderpair,
				48: m <= madeTwoPair,
				59: name == "straight" || name == "straight flush",
			} {
				if v.Has(id) != want && !(text == "KsKhKd" && id == 45) {
					t.Errorf("%v on %s: %s, F%d is %v", h, text, name, id, v.Has(id))
				}
			}
			if nothing := m > madeAceHigh; nothing && v.Has(58) != (m == madeTwoOvercards) || m == madeTopPair &&
				!v.Has(49) {
				t.Errorf("%v on %s: %s", h, text, name)
			}
		}
	}
}

// TestMade goes through turns and rivers, where the board alone can make a hand.
func TestMade(t *testing.T) {
	for _, c := range []string{
		"AhKd 7h7d2cKs: top pair", "AhAd 7h7d2cKs: overpair", "AhQd 7h7d2cKs: ace high", "QhJd 7h7d2cTs: two overcards",
		"8h8c 7h7d2cKs: pocket pair below top card", "5h5c 7h7d2cKs: pocket pair below second card",
		"3h3c 7h7d4cKs: underpair", "8h8c KdTc9s2h: pocket pair between low cards", "8h8c KdTc9s: underpair",
		"9h8d KdTc9s2h: low pair", "Th8d KdTc9s2h: second pair", "Ah5d KdTc9s2h: ace high", "Qh5d KdTc9s2h: no pair",
		"7s2h 7h7d2cKs: full house", "7sAh 7h7d2cKs: trips", "AhAc 7h7d7cKs: full house",
		"AhKc 9h8d7c6s5d: plays the board",
		"ThKc 9h8d7c6s5d: straight", "AhKc 2h5h9hJhQh: flush", "AsKc 2h5h9hJhQh: plays the board",
		"3h4c 2h5h9hJhQh: flush", "KhTc AhKd7c6s5d: second pair",
		"7hTc AhKd7c6s5d: low pair", "AhKc 7h7d7c6s6d: plays the board", "8h8c 7h7d7c6s6d: full house",
		"JhTh AhKhQh2c3d: straight flush", "KcQc AhAdAcAs2d: four of a kind",
		"6c6d 6hKd2c: set", "KcQc Kh7d7cQd2s: two pair",
	} {
		spot, want, _ := strings.Cut(c, ": ")
		if want == "" {
			continue
		}
		hand, on, _ := strings.Cut(spot, " ")
		h, err := cards.ParseCombo(hand)
		board, bad := cards.ParseBoard(on)
		if err != nil || bad != nil {
			t.Fatal(err, bad)
		}
		must.Equal(t, madeNames[madeOf(h, cards.SetOf(board...))], want, spot)
	}
}

// TestTurnDraws holds draws on turns to what the rivers bring: a better straight or flush than the board's own.
func TestTurnDraws(t *testing.T) {
	for _, text := range []string{"Ah7d2c9s", "Ts9s8s2h", "6h5d4c7s", "QhJh3d9h", "8h6h5h4h", "AsKd3c2h"} {
		board := must.Get(cards.ParseBoard(text))(t)
		set := cards.SetOf(board...)
		for h := range cards.Combo(cards.NumCombos) {
			if h.Set()&set != 0 {
				continue
			}
			var got []string
			for _, d := range features.Draws(h, board) {
				got = append(got, features.DrawNames[d])
			}
			outs, flush := 0, false
			best := longest(set)
			ours := longest(set | h.Set())
			for r := range cards.Rank(cards.NumRanks) {
				river := cards.SetOf(cards.New(r, cards.Clubs))
				if s := longest(set | h.Set() | river); s > longest(set|river) && s > ours {
					outs++
				}
			}
			for s := range cards.Suit(cards.NumSuits) {
				n, own := 0, 0
				for _, c := range (set | h.Set()).Cards() {
					if c.Suit() == s {
						n++
						if h.Set().Has(c) {
							own++
						}
					}
				}
				flush = flush || n == 4 && own > 0
			}
			if ours > best {
				outs = 0 // a straight
			}
			two := slices.Contains(got, "open-ended straight draw") ||
				slices.Contains(got, "double inside straight draw")
			if one := slices.Contains(got, "inside straight draw"); one != (outs == 1) || two != (outs > 1) ||
				flush != slices.Contains(got, "flush draw") {
				t.Errorf("%v on %s: %v, %d ranks make a straight, flush draw %v", h, text, got, outs, flush)
			}
		}
	}
}

// longest returns the highest rank of a straight, the ace high or low, 0 without one.
func longest(set cards.Set) int {
	var has [cards.NumRanks + 1]bool // from the ace as a one
	for _, c := range set.Cards() {
		has[c.Rank()+1] = true
		has[0] = has[0] || c.Rank() == cards.Ace
	}
	best, run := 0, 0
	for r, there := range has {
		if run++; !there {
			run = 0
		}
		if run >= 5 {
			best = r
		}
	}
	return best
}

// TestHoldings splits a range in made hands: combos, shares and equities add up to the whole, and those of draws are
// the same hands'.
func TestHoldings(t *testing.T) {
	s := lacking(spotOf(t, "QQ+,AK,JTs:0.5,87s", "Ah9d8d", "22+,AT+,KQ"), "AdKd")
	result := must.Get(s.Exact(t.Context(), 2, nil))(t)
	held := s.Holdings(result)
	made, draws := held.Made, held.Draws
	combos, share := 0, 0.0
	for _, h := range made {
		combos, share = combos+h.Combos, share+h.Share
	}
	live := equity.HandsOf(s.Hero, cards.SetOf(s.Board...)|s.Dead)
	if combos != len(live) || math.Abs(share-1) > 1e-12 {
		t.Errorf("%d combos with a share of %v, want %d: %+v", combos, share, len(live), made)
	}
	if got := fmt.Sprint(made[0].Name, made[0].Combos); got != "set1" { // AsAc
		t.Errorf("the first is %s: %+v", got, made)
	}
	alone, err := spotWithin(t, s, "AsAc").Exact(t.Context(), 1, nil)
	if err != nil || math.Abs(alone.All.Equity()-made[0].Equity) > 1e-12 {
		t.Errorf("%v, want %v; %v", made[0].Equity, alone.All.Equity(), err)
	}
	if at := slices.IndexFunc(draws, func(h Holding) bool { return h.Name == "open-ended straight draw" }); at < 0 ||
		draws[at].Combos != 4 {
		t.Errorf("%+v", draws) // JTs, and the other 4 of 87s have a pair without a draw
	}
	if got := fmt.Sprint(held.Combined); !strings.HasPrefix(got, "[{flush draw + open-ended straight draw 1 ") {
		t.Errorf("%+v", held.Combined) // JdTd
	}
	if held := spotOf(t, "AA", "", "KK").Holdings(new(Shared)); held.Made != nil || held.Draws != nil {
		t.Errorf("before the flop: %v", held)
	}
}

// spotWithin is a spot with another hand of ours.
func spotWithin(t *testing.T, s *Spot, hero string) *Spot {
	other := *s
	other.Hero = spotOf(t, hero, "").Hero
	return &other
}
