package expost

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/dataset/allin"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

func dealerOf(t *testing.T, table *tournament.Table, x stochastic.Strategy) *tableDealer {
	t.Helper()
	return must.Get(newTableDealer(table, x, tournament.Decision{}, table.Valuer(), deckBoards))(t)
}

// referenceSums plays deals slowly.
func referenceSums(d *tableDealer, rng *rand.PCG, deals int) *tableSums {
	sums := newTableSums(len(d.x))
	for range deals {
		d.deal(rng)
		for node, v := range stochastictest.ValueDeal(d.table, d.x, d.deck[:], d.boards) {
			k := d.class[tournament.DecisionOf(node).Seat]
			a, in := &sums.actions[node][k], d.x[node][k]
			a.jam += v.Before * v.Jam
			if a.fold += v.Before * v.Fold; !d.stays[node] {
				change := max(in, 1-in) * (v.Jam - v.Fold)
				a.square += v.Before * change * change
			}
		}
	}
	return sums
}

func TestTableDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 2; n <= 6; n++ {
		table, x := stochastictest.Table(rng, n)
		const deals = 20
		want := referenceSums(dealerOf(t, table, x), rand.NewPCG(7, uint64(n)), deals)
		d, got := dealerOf(t, table, x), newTableSums(len(x))
		d.sums = got
		batch := rand.NewPCG(7, uint64(n))
		for range deals {
			d.deal(batch)
			d.follow(0, 0, 1)
		}
		for node := range want.actions {
			for k := range want.actions[node] {
				g, w := got.actions[node][k], want.actions[node][k]
				if math.Abs(g.jam-w.jam) > 1e-9 || math.Abs(g.fold-w.fold) > 1e-9 ||
					math.Abs(g.square-w.square) > 1e-9 {
					t.Fatalf("%d players, decision %d, %v: %v, want %v", n, node, cards.Class(k), g, w)
				}
			}
		}
	}
}

// TestTableDeck counts how often each card comes to each place of the deal.
func TestTableDeck(t *testing.T) {
	table, x := stochastictest.Table(rand.New(rand.NewPCG(1, 1)), 9)
	d := dealerOf(t, table, x)
	rng := rand.NewPCG(3, 3)
	const deals = 52_000
	var counts [cards.NumCards][cards.NumCards]float64 // by place and card
	for range deals {
		d.deal(rng)
		if set := cards.SetOf(d.deck[:]...); set.Len() != cards.NumCards {
			t.Fatalf("cards come twice: %v", d.deck)
		}
		for place, c := range d.deck[:18+5*d.boards] {
			counts[place][c]++
		}
	}
	for place, by := range counts[:18+5*d.boards] {
		chi := 0.0
		for _, n := range by {
			chi += (n - deals/cards.NumCards) * (n - deals/cards.NumCards) / (deals / cards.NumCards)
		}
		if math.Abs(chi-51) > 60 { // 51 degrees of freedom, standard deviation 10
			t.Errorf("place %d: chi square %v", place, chi)
		}
	}
}

// TestCheckTableHeadsUp holds the limits around the exact gain of two players.
func TestCheckTableHeadsUp(t *testing.T) {
	counts := allin.Pairs()
	duels := stochastic.NewPairs(counts, tournament.RemovalExact)
	table := &tournament.Table{Stacks: []int{16, 16}, SmallBlind: 1, BigBlind: 2}
	x := stochastic.NewStrategy(table)
	rng := rand.New(rand.NewPCG(2, 2))
	for k := range cards.NumClasses {
		x[0][k], x[2][k] = rng.Float64(), rng.Float64()
	}
	want := headsUpGains(counts, &x[0], &x[2])
	got := must.Get(CheckTable(t.Context(), table, x, TableOptions{Seed: 1, Deals: 1 << 19}))(t)
	all, _, err := CheckTableExactly(table, x, tournament.Decision{}, nil, duels)
	must.Do(t, err)
	for seat, exact := range want {
		if math.Abs(all.Upper[seat]-exact) > 1e-9 || math.Abs(all.Values[seat]-got.Values[seat]) > 0.05 {
			t.Errorf("%d: exact check %v, %v; want %v, %v", seat, all.Upper, all.Values, exact, got.Values)
		}
		// The estimate of half a million deals of some 8 chips is within 0.05 chips of the gain.
		if math.Abs(got.Estimate[seat]-exact) > 0.05 || got.Margin[seat] > 0.1 || got.Upper[seat] < exact ||
			got.Lower[seat] > exact+0.05 {
			t.Errorf("%d: estimate %v, limits %v and %v, exact %v",
				seat, got.Estimate[seat], got.Lower[seat], got.Upper[seat], exact)
		}
	}
}

func TestCheckTableRepeats(t *testing.T) {
	table, x := stochastictest.Table(rand.New(rand.NewPCG(3, 3)), 4)
	check := func(ctx context.Context, o TableOptions) *TableCertificate {
		return must.Get(CheckTable(ctx, table, x, o))(t)
	}
	one := check(t.Context(), TableOptions{Deals: 100_000, Workers: 1})
	if diff := cmp.Diff(one, check(t.Context(), TableOptions{Deals: 100_000, Workers: 3})); diff != "" {
		t.Errorf("three workers: %s", diff)
	}
	if one.Deals != 131_072 || one.Gain() != slices.Max(one.Upper) {
		t.Errorf("%+v", one)
	}
	for seat := range one.Upper {
		if one.Lower[seat] > max(0, one.HeldOut[seat]) || one.Upper[seat] != one.Estimate[seat]+one.Margin[seat] {
			t.Errorf("seat %d: %+v", seat, one)
		}
	}
	if one.Stop != StopDeals {
		t.Errorf("stopped by %s", one.Stop)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx   context.Context
		o     TableOptions
		deals int
		stop  string
	}{
		{ctx, TableOptions{Deals: 1 << 30}, batches * batchDeals, StopInterrupted},
		{t.Context(), TableOptions{Deals: 1 << 30, Time: 1}, batches * batchDeals, StopTime},
		{t.Context(), TableOptions{Deals: 1 << 30, Target: 1e9}, firstLook, StopTarget},
		{t.Context(), TableOptions{Deals: 1 << 30, Target: 1e-9}, firstLook, StopFloor}, // random play gains much
	} {
		got := check(c.ctx, c.o)
		if got.Deals != c.deals || got.Stop != c.stop {
			t.Errorf("%+v: %d deals, stopped by %s; want %d, %s", c.o, got.Deals, got.Stop, c.deals, c.stop)
		}
	}
}

// TestLimits holds the limits around exact gains for many small samples: with a risk of 0.001 none of 60 fails. The
// players are two who play nearly their best, so that most hands are left out.
func TestLimits(t *testing.T) {
	counts := allin.Pairs()
	duels := stochastic.NewPairs(counts, tournament.RemovalExact)
	table := &tournament.Table{Stacks: []int{20, 20}, SmallBlind: 1, BigBlind: 2}
	x := stochastic.NewStrategy(table)
	for k := range cards.NumClasses {
		if k := cards.Class(k); k.String()[0] >= 'A' || k.String()[0] == k.String()[1] {
			x[0][k], x[2][k] = 1, 1
		}
	}
	exact, _, err := CheckTableExactly(table, x, tournament.Decision{}, nil, duels)
	must.Do(t, err)
	for seed := range uint64(60) {
		c := must.Get(CheckTable(t.Context(), table, x, TableOptions{Seed: seed, Deals: 1}))(t)
		for seat, gain := range exact.Upper {
			if c.Lower[seat] > gain || c.Upper[seat] < gain {
				t.Errorf("seed %d, seat %d: limits %v and %v, exact %v", seed, seat, c.Lower[seat], c.Upper[seat], gain)
			}
		}
	}
	fixed, _, err := CheckTableExactly(table, x, tournament.Decision{}, nil, duels, 2)
	if err != nil || fixed.Upper[1] != 0 || fixed.Fixed[1] != exact.Upper[1] || fixed.Upper[0] != exact.Upper[0] {
		t.Errorf("a given range counts: %+v, %v", fixed, err)
	}
	c, err := CheckTable(t.Context(), table, x, TableOptions{Deals: 1 << 20, Fixed: []int{2}})
	if err != nil || c.Estimate[1] != 0 || math.Abs(c.Fixed[1]-exact.Upper[1]) > 0.05 {
		t.Errorf("a given range counts: %+v, %v", c, err)
	}
}

// headsUpGains adds up, hand by hand, what best responses gain in the counts of deals of two hands, with stacks of 16
// chips and blinds of 1 and 2.
func headsUpGains(pairs *allin.PairTable, jams, calls *[cards.NumClasses]float64) (gain [2]float64) {
	for own := range cards.Class(cards.NumClasses) {
		var jam, call float64 // chips won over a fold, times the number of pairs of combos
		for other := range cards.Class(cards.NumClasses) {
			n := pairs.Counts(own, other)
			combos := float64(n.Deals()) / allin.BoardsAvoidingTwo
			showdown := 16 * (float64(n.Wins) - float64(n.Losses)) / allin.BoardsAvoidingTwo
			jam += calls[other]*showdown + combos*((1-calls[other])*2+1)
			call += jams[other] * (showdown + 2*combos)
		}
		for seat, by := range [2]float64{jam, call} {
			p := [2]float64{jams[own], calls[own]}[seat]
			gain[seat] += max(by*(1-p), -by*p) / (cards.NumCombos * 1225)
		}
	}
	return gain
}

func TestCheckTableErrors(t *testing.T) {
	table, x := stochastictest.Table(rand.New(rand.NewPCG(4, 4)), 3)
	x[0][5] = 2
	if _, err := CheckTable(t.Context(), table, x, TableOptions{Deals: 1}); !errors.Is(err, stochastic.ErrStrategy) {
		t.Errorf("a probability of 2: %v", err)
	}
	if _, err := CheckTable(t.Context(), table, x[1:], TableOptions{}); !errors.Is(err, stochastic.ErrStrategy) {
		t.Errorf("a decision too few: %v", err)
	}
	table.Stacks[0] = 0
	if _, err := CheckTable(t.Context(), table, x, TableOptions{}); !errors.Is(err, tournament.ErrStacks) {
		t.Errorf("no chips: %v", err)
	}
}

// TestCheckTableExactly holds the exact check of three players to the values of their actions, and its values to the
// chips.
func TestCheckTableExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	trios := stochastictest.Triples(tournament.RemovalExact)
	for range 5 {
		table, x := stochastictest.Table(rng, 3)
		table.Prizes = nil
		got, actions, err := CheckTableExactly(table, x, tournament.Decision{}, trios, &trios.Pairs)
		must.Do(t, err)
		var want [tournament.NumSeats]float64
		for node := range actions {
			for k := range actions[node] {
				want[tournament.DecisionOf(node).Seat] += actions[node][k].Loss(x[node][k])
			}
		}
		total := 0.0
		for seat, g := range got.Upper {
			total += got.Values[seat] - float64(table.Stacks[seat])
			if math.Abs(g-want[seat]) > 1e-9 || got.Lower[seat] != g || got.Estimate[seat] != g {
				t.Errorf("stacks %v: gains %v, want %v", table.Stacks, got.Upper, want)
			}
		}
		if math.Abs(total) > 0.01 { // the toy's probabilities are rounded
			t.Errorf("stacks %v: %v lose or make %v chips", table.Stacks, got.Values, total)
		}
	}
	table, x := stochastictest.Table(rng, 4)
	if _, _, err := CheckTableExactly(table, x, tournament.Decision{}, trios, &trios.Pairs); !errors.Is(err,
		tournament.ErrStacks) {
		t.Errorf("four players: %v", err)
	}
}
