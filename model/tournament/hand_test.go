package tournament

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestChoices pins who has a decision, in units of 300 with blinds of 1 and 2.
func TestChoices(t *testing.T) {
	const f, s, a = Free, Stays, Absent
	for _, c := range []struct {
		stacks Stacks
		ante   int
		want   [NumSituations]Choice // BTN, SB|jam, SB|fold, BB|jam-fold, BB|fold-jam, BB|jam-jam
		why    string
	}{
		{Stacks{15, 15, 15}, 0, [6]Choice{f, f, f, f, f, f}, "all free"},
		{Stacks{1, 41, 3}, 0, [6]Choice{f, f, f, s, f, f}, "the big blind covers the button's jam"},
		{Stacks{2, 40, 3}, 0, [6]Choice{f, f, f, s, f, f}, "and one of the same size"},
		{Stacks{3, 39, 3}, 0, [6]Choice{f, f, f, f, f, f}, "but not a larger one"},
		{Stacks{20, 1, 24}, 0, [6]Choice{f, s, s, f, s, f}, "the small blind is all-in, which the big blind covers"},
		{Stacks{1, 1, 43}, 0, [6]Choice{f, s, s, s, s, s}, "the big blind covers both"},
		{Stacks{20, 24, 1}, 0, [6]Choice{f, f, s, s, s, s}, "the big blind is all-in, which the small blind covers"},
		{Stacks{20, 23, 2}, 0, [6]Choice{f, f, f, s, s, s}, "all-in with the full blind, which he does not cover"},
		{Stacks{1, 43, 1}, 0, [6]Choice{f, s, s, s, s, s}, "the small blind covers both"},
		{Stacks{1, 22, 22}, 1, [6]Choice{s, f, f, s, f, f}, "the button is all-in with the ante"},
		{Stacks{20, 1, 1}, 1, [6]Choice{s, s, s, s, s, s}, "the antes of both blinds are all there is to call"},
		{Stacks{0, 20, 25}, 0, [6]Choice{a, f, f, f, f, f}, "heads-up"},
		{Stacks{0, 1, 44}, 0, [6]Choice{a, s, s, f, s, f}, "heads-up, small blind all-in"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := Default()
			r.Chips, r.Ante = 0, c.ante*r.Unit
			h := mustHand(t, &r, c.stacks)
			for sit := range Situation(NumSituations) {
				if c.stacks[Button] == 0 && sit.Jammed().Has(Button) {
					continue // cannot arise
				}
				if got := h.Choice(sit); got != c.want[sit] {
					t.Errorf("%v ante %d, %v: choice %d, want %d (%s)", c.stacks, c.ante, sit, got, c.want[sit], c.why)
				}
			}
		})
	}
}

// TestArises compares with the lines of play: a situation arises if a possible line goes through.
func TestArises(t *testing.T) {
	for _, c := range []struct {
		stacks Stacks
		ante   int
	}{
		{Stacks{15, 15, 15}, 0}, {Stacks{0, 20, 20}, 0}, {Stacks{0, 1, 44}, 0}, {Stacks{20, 1, 24}, 0},
		{Stacks{1, 22, 22}, 1}, {Stacks{20, 1, 1}, 1}, {Stacks{0, 20, 1}, 1},
	} {
		t.Run(fmt.Sprintf("%v, ante %d", c.stacks, c.ante), func(t *testing.T) {
			r := Default()
			r.Chips, r.Ante = 0, c.ante*r.Unit
			h := mustHand(t, &r, c.stacks)
			for s := range Situation(NumSituations) {
				want := false
				for l := range Line(NumLines) {
					before := SeatSet(1<<s.Seat() - 1)
					acts := s.Seat() != BigBlind || l != FoldFold // in a walk the big blind does not act
					want = want || acts && c.stacks[s.Seat()] > 0 && h.Possible(l) && l.In()&before == s.Jammed()
				}
				if got := h.Arises(s); got != want {
					t.Errorf("%v, ante %d: %v arises %v, want %v", c.stacks, c.ante, s, got, want)
				}
			}
		})
	}
}

// TestSidePots pins contributions and pots of hands worked out by hand.
func TestSidePots(t *testing.T) {
	for _, c := range []struct {
		stacks Stacks
		ante   int
		line   Line
		paid   Stacks
		pots   []Pot
	}{
		{Stacks{15, 15, 15}, 0, FoldFold, Stacks{0, 1, 1}, []Pot{{2, 4}}},
		{Stacks{15, 15, 15}, 0, JamFoldFold, Stacks{2, 1, 2}, []Pot{{5, 1}}},
		{Stacks{10, 20, 15}, 0, JamJamJam, Stacks{10, 15, 15}, []Pot{{30, 7}, {10, 6}}},
		{Stacks{10, 20, 15}, 0, JamJamFold, Stacks{10, 10, 2}, []Pot{{22, 3}}},
		{Stacks{1, 29, 15}, 0, JamFoldJam, Stacks{1, 1, 1}, []Pot{{3, 5}}},
		{Stacks{1, 29, 15}, 1, JamFoldJam, Stacks{1, 2, 2}, []Pot{{3, 5}, {2, 4}}},
		{Stacks{5, 5, 1}, 2, JamJamJam, Stacks{5, 5, 1}, []Pot{{3, 7}, {8, 3}}},
		{Stacks{9, 6, 6}, 3, FoldJamJam, Stacks{3, 6, 6}, []Pot{{15, 6}}},
	} {
		t.Run(fmt.Sprintf("%v, ante %d, %v", c.stacks, c.ante, c.line), func(t *testing.T) {
			r := Default()
			r.Chips, r.Ante = 0, c.ante*r.Unit
			got := mustHand(t, &r, c.stacks).Terminal(c.line)
			want := Terminal{Line: c.line, Paid: c.paid, Pots: c.pots}
			for i := range want.Left {
				want.Left[i] = c.stacks[i] - c.paid[i]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%v ante %d, %v (-want +got):\n%s", c.stacks, c.ante, c.line, diff)
			}
		})
	}
}

// drawHand draws rules and a hand with up to 60 units, three or two players.
func drawHand(t *rapid.T) (*Rules, *Hand) {
	r := Default()
	r.Chips = 0
	r.BigBlind = rapid.IntRange(0, 20).Draw(t, "big blind") * r.Unit
	r.SmallBlind = rapid.IntRange(0, r.BigBlind/r.Unit).Draw(t, "small blind") * r.Unit
	lowest := 0
	if r.BigBlind == 0 {
		lowest = 1
	}
	r.Ante = rapid.IntRange(lowest, 5).Draw(t, "ante") * r.Unit
	third := rapid.Float64Range(0, 30).Draw(t, "third prize")
	second := third + rapid.Float64Range(0, 30).Draw(t, "second")
	r.Prizes = []float64{second + rapid.Float64Range(0, 30).Draw(t, "first"), second, third}
	r.TwoBust = TwoBust(rapid.IntRange(0, 2).Draw(t, "two bust"))
	h, err := NewHand(&r, Stacks{
		rapid.IntRange(0, 20).Draw(t, "button"),
		rapid.IntRange(1, 20).Draw(t, "small"),
		rapid.IntRange(1, 20).Draw(t, "big"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return &r, h
}

// TestBetterHandNeverLosesChips improves one player's rank and keeps the order of the others: the player's
// average chips must not fall.
func TestBetterHandNeverLosesChips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, h := drawHand(t)
		for line := range Line(NumLines) {
			if !h.Possible(line) {
				continue
			}
			terminal := h.Terminal(line)
			for worse := range Order(NumOrders) {
				for better := range Order(NumOrders) {
					for me := range Seat(NumSeats) {
						if !improves(worse, better, me) {
							continue
						}
						was, is := meanStack(terminal.Outcomes(worse.Ranks()), me), meanStack(terminal.Outcomes(better.Ranks()), me)
						if is < was {
							t.Fatalf("%v, %v, %v: %v has %v after %v but %v after %v", h.Stacks, h.Posted, line, me, was, worse, is, better)
						}
					}
				}
			}
		}
	})
}

func improves(worse, better Order, me Seat) bool {
	a, b := (me+1)%NumSeats, (me+2)%NumSeats
	score := [NumPairOrders]int{FirstWins: 2, Tied: 1, SecondWins: 0}
	return worse.Between(a, b) == better.Between(a, b) &&
		score[better.Between(me, a)] >= score[worse.Between(me, a)] &&
		score[better.Between(me, b)] >= score[worse.Between(me, b)]
}

func meanStack(outcomes []Outcome, seat Seat) float64 {
	sum := 0.0
	for _, o := range outcomes {
		sum += o.Probability * float64(o.Stacks[seat])
	}
	return sum
}

// TestShowdownKnowsNoSeats: when all three are in, exchanging two players with their hands
// exchanges what they end up with, whatever they had posted.
func TestShowdownKnowsNoSeats(t *testing.T) {
	swap := func(s Stacks, a, b int) Stacks {
		s[a], s[b] = s[b], s[a]
		return s
	}
	rapid.Check(t, func(t *rapid.T) {
		r, h := drawHand(t)
		if h.Stacks[Button] == 0 {
			return
		}
		for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			a, b := pair[0], pair[1]
			other, err := NewHand(r, swap(h.Stacks, a, b))
			if err != nil {
				t.Fatal(err)
			}
			here, there := h.Terminal(JamJamJam), other.Terminal(JamJamJam)
			for o := range Order(NumOrders) {
				ranks := o.Ranks()
				got, want := map[Stacks]float64{}, map[Stacks]float64{}
				for _, outcome := range here.Outcomes(ranks) {
					want[swap(outcome.Stacks, a, b)] += outcome.Probability
				}
				ranks[a], ranks[b] = ranks[b], ranks[a]
				for _, outcome := range there.Outcomes(ranks) {
					got[outcome.Stacks] += outcome.Probability
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("%v, seats %d and %d exchanged, order %v:\n%s", h.Stacks, a, b, o, diff)
				}
			}
		}
	})
}

// TestLineRanks: the k-th order of a line compares the players at the showdown as its number
// says, so that the orders of a line are all different.
func TestLineRanks(t *testing.T) {
	for line := range Line(NumLines) {
		seen := map[[3]uint8]bool{}
		for k := range line.NumOrders() {
			ranks := line.Ranks(k)
			if seen[ranks] {
				t.Errorf("%v: order %d repeats %v", line, k, ranks)
			}
			seen[ranks] = true
			if line.In().Len() == 2 {
				first, second := line.In().first(), (line.In() & (line.In() - 1)).first()
				o := OrderOf(-int(ranks[0]), -int(ranks[1]), -int(ranks[2]))
				if got := o.Between(first, second); got != PairOrder(k) {
					t.Errorf("%v: order %d compares as %v", line, k, got)
				}
			}
		}
	}
}
