package strength

import (
	"math"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func spotOf(t testing.TB, hero, board string, opponents ...string) *Spot {
	t.Helper()
	parse := func(text string) *ranges.Range { return must.Get(ranges.Parse(text))(t) }
	s := &Spot{Hero: parse(hero)}
	for _, text := range opponents {
		s.Opponents = append(s.Opponents, parse(text))
	}
	var err error
	if s.Board, err = cards.ParseBoard(board); err != nil {
		t.Fatal(err)
	}
	return s
}

// naive deals everything out, hand by hand and card by card.
func naive(s *Spot) *Shared {
	out := new(Shared)
	var seats func(i int, hands []cards.Combo, held cards.Set, weight uint64)
	var runout func(board cards.Set, under cards.Card, hands []cards.Combo, held cards.Set, weight uint64)
	runout = func(board cards.Set, under cards.Card, hands []cards.Combo, held cards.Set, weight uint64) {
		if board.Len() < 5 {
			for c := range under {
				if !(held | board | s.Dead).Has(c) {
					runout(board.With(c), c, hands, held, weight)
				}
			}
			return
		}
		shares, best := 0, eval.Strength(0)
		for _, h := range hands {
			if v := s.rank(eval.HandOf(board | h.Set())); v > best {
				best, shares = v, 0
			}
			if s.rank(eval.HandOf(board|h.Set())) == best {
				shares++
			}
		}
		for i, h := range hands {
			all := []*Shares{&out.Players[i], &out.Combos[h]}
			if i > 0 {
				all = all[:1]
			}
			for _, sums := range all {
				sums.Deals = sums.Deals.Plus(equity.SumOf(weight))
				if s.rank(eval.HandOf(board|h.Set())) == best {
					sums.win(equity.SumOf(weight), shares)
				}
			}
		}
	}
	all := append([]*ranges.Range{s.Hero}, s.Opponents...)
	board := cards.SetOf(s.Board...)
	seats = func(i int, hands []cards.Combo, held cards.Set, weight uint64) {
		if i == len(all) {
			runout(board, cards.NumCards, hands, held, weight)
			return
		}
		for h, w := range all[i].Weights() {
			if set := cards.Combo(h).Set(); w != 0 && set&(held|board|s.Dead) == 0 {
				seats(i+1, append(hands[:i:i], cards.Combo(h)), held|set, weight*uint64(w))
			}
		}
	}
	seats(0, nil, 0, 1)
	return out.total(1)
}

// coarse gives a spot a ranking in which many hands tie.
func coarse(s *Spot) *Spot {
	s.Ranking = new(showdown.Ranking)
	for i := range s.Ranking {
		s.Ranking[i] = eval.Strength(i / 500)
	}
	return s
}

func TestExactAgreesWithDealingItOut(t *testing.T) {
	for _, s := range []*Spot{
		coarse(spotOf(t, "AhKh,QQ", "Qs7h2d9c", "JJ:0.5,AKs", "77,Th9h,KQ")),
		spotOf(t, "AK,ATs", "AsKd2c3c4c", "ATC", "AK"),
		spotOf(t, "AhKh,QQ", "Qs7h2d9c", "JJ:0.5,AKs", "77,Th9h,KQ"),
		spotOf(t, "AK", "AsKd2c3c4c", "AA,KK,54s", "AK", "55,65s"),
		spotOf(t, "8s7s", "6h5d2c", "99,A9s", "43s,87s"),
		spotOf(t, "AA,22:0.25", "Qs7h2d", "KQs,QQ"),
		spotOf(t, "T9s", "8h7h6h5c4d", "KK", "A9s", "JTo", "22"),
		lacking(spotOf(t, "AhKh,QQ", "Qs7h2d9c", "JJ:0.5,AKs", "77,Th9h,KQ"), "Jc7d3s"),
		lacking(spotOf(t, "AK", "AsKd2c", "ATs+"), "Ah2h"),
	} {
		got := must.Get(s.Exact(t.Context(), 2, nil))(t)
		want := naive(s)
		must.Equal(t, *got, *want, s.Hero, s.Opponents)
		checkPot(t, s, got)
		sampled := must.Get(s.Sample(t.Context(), 40_000, 1, 2, nil))(t)
		if off := math.Abs(sampled.All.Equity() - want.All.Equity()); off > 5*sampled.All.StandardError() ||
			sampled.All.Deals != equity.SumOf(40_000) {
			t.Errorf("%v against %v: sampled %v ± %v, want %v", s.Hero, s.Opponents, sampled.All.Equity(),
				sampled.All.StandardError(), want.All.Equity())
		}
	}
}

// TestSampleDeals holds samples equal to deals played one after another, also where a worker ends with few deals.
func TestSampleDeals(t *testing.T) {
	for _, s := range []*Spot{
		coarse(spotOf(t, "AhKh,QQ", "Qs7h2d9c", "JJ:0.5,AKs", "ATC")),
		spotOf(t, "AK,ATs", "AsKd2c3c4c", "ATC", "AK"),
		spotOf(t, "ATC", "", "ATC", "chen", "ATC", "22+"),
		spotOf(t, "AKs", "", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC", "ATC"),
		lacking(spotOf(t, "AhKh", "Qs7h2d", "ATC", "JJ:0.5,AKs"), "Jc7d3s"),
	} {
		const samples, seed = samplesPerBlock + 1000, 5
		want := sampleNaive(s, samples, seed)
		for _, workers := range []int{1, 3} {
			got := must.Get(s.Sample(t.Context(), samples, seed, workers, nil))(t)
			must.Equal(t, *got, *want, s.Hero, s.Opponents, workers)
		}
	}
}

func TestOneOpponent(t *testing.T) {
	oneOpponent(t, spotOf(t, "AKs,72o", "Qs7h2d", "chen"),
		lacking(spotOf(t, "AKs,72o", "Qs7h2d", "chen"), "AdAhKc7d"), lacking(spotOf(t, "AhKh", "Qs7h2d", "chen"),
			"AdKc7d"))
}

// checkPot wants our shares among the players', and all pots to be shared out to the last part.
func checkPot(t *testing.T, s *Spot, got *Shared) {
	t.Helper()
	var parts equity.Sum
	for i := range got.Players {
		parts = parts.Plus(got.Players[i].parts)
	}
	if ours := got.Players[0]; ours != got.All || parts != got.All.Deals.Times(potUnits) {
		t.Errorf("%v against %v: ours %+v, want %+v; parts %v of %v pots", s.Hero, s.Opponents, ours, got.All, parts,
			got.All.Deals)
	}
}

// lacking makes cards dead.
func lacking(s *Spot, dead string) *Spot {
	all, err := cards.ParseCards(dead)
	if err != nil {
		panic(err)
	}
	s.Dead = cards.SetOf(all...)
	return s
}

// oneOpponent holds Exact against the count of several opponents.
func oneOpponent(t *testing.T, spots ...*Spot) {
	t.Helper()
	for _, s := range spots {
		got := must.Get(s.Exact(t.Context(), 2, nil))(t)
		want := must.Get(s.counted(t.Context(), cards.SetOf(s.Board...), 2, nil))(t).total(1)
		must.Equal(t, *got, *want, s.Hero, s.Opponents)
	}
}

// TestRenamedSuits takes one board for all that differ by suits only, and one hand for its class;
// the counts are those of package rollout.
func TestRenamedSuits(t *testing.T) {
	for hero, copies := range map[string]uint64{"AA": 6, "AsAh": 1} {
		t.Run(hero, func(t *testing.T) {
			s := spotOf(t, hero, "", "KK", "QQ")
			got := must.Get(s.Exact(t.Context(), 0, nil))(t)
			wins, ties, deals := uint64(187_800_984+9_911_268+160_488), uint64(1_324_728), uint64(296_082_864)
			want := Shares{Tally: equity.Count{Wins: wins * copies / 6, Ties: ties * copies / 6,
				Deals: deals * copies / 6}.Tally(), parts: equity.SumOf((wins*potUnits + ties*potUnits/3) * copies / 6)}
			must.Equal(t, got.All, want, hero)
		})
	}
}

func TestSpotErrors(t *testing.T) {
	for _, c := range []struct {
		spot    *Spot
		samples int // 0: Exact
		want    string
	}{
		{spotOf(t, "AA", ""), 0, "0 opponents, want 1 to 8"},
		{spotOf(t, "AA", "AsAhAd", "KK"), 0, equity.ErrEmptyRange.Error()},
		{spotOf(t, "AA", "KsKh2d", "QQ", "KsKh"), 0, equity.ErrEmptyRange.Error()},
		{spotOf(t, "AA", "QsJh2d", "AsAh", "AdAs"), 0, equity.ErrEmptyRange.Error()},
		{spotOf(t, "AA", "QsJh2d", "AsAh", "AdAs"), 10, "too narrow to deal from"},
		{lacking(spotOf(t, "AA", "AsKs2d", "KK"), "2c2d"), 0, "2d is dead and on board"},
		{lacking(spotOf(t, "AA", "AsKs2d", "KK"), "KhKd"), 0, equity.ErrEmptyRange.Error()},
		{&Spot{Hero: spotOf(t, "AA", "").Hero, Opponents: spotOf(t, "AA", "", "KK").Opponents,
			Dead: cards.FullDeck &^ 0xff}, 9,
			"44 dead cards, want at most 43"},
		{spotOf(t, "AA", "", "KK"), 1, "1 samples, want 2 to 2000000000"},
	} {
		_, err := c.spot.Exact(t.Context(), 1, nil)
		if c.samples > 0 {
			_, err = c.spot.Sample(t.Context(), c.samples, 1, 1, nil)
		}
		must.Fail(t, err, c.want)
	}
}
