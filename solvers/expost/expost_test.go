package expost

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic/stochastictest"
)

var background = context.Background()

// rounding is what sums of a few million terms of total 1 may be off by; shares is the same
// where the results of two hands are rounded to whole deals.
const (
	rounding = 1e-12
	shares   = 1e-7
)

func TestLookEqualsReference(t *testing.T) {
	const seed, sample = 5, 8
	rng := rand.New(rand.NewPCG(seed, 0))
	rules := tournament.Default()
	r := newReference(stochastictest.Rollout{})
	weights := &[cards.NumClasses]float64{}
	for k := range weights {
		weights[k] = max(0, 2*rng.Float64()-1)
	}
	for _, c := range []struct {
		removal   tournament.Removal
		tolerance float64
		last      *[cards.NumClasses]float64
	}{
		{tournament.RemovalExact, rounding, nil}, {tournament.RemovalPair, shares, nil},
		{tournament.RemovalNone, shares, nil}, {tournament.RemovalExact, rounding, weights},
	} {
		removal, tolerance := c.removal, c.tolerance
		x := stochastictest.Strategy(rng, rules.State(tournament.Stacks{12, 20, 13}).Table)
		got := endingsOf(x, stochastictest.Triples(removal), &stochastictest.Triples(removal).Pairs, c.last)
		r.removal, r.last = removal, c.last
		for range sample {
			seat, k := int(rng.IntN(tournament.NumSeats)), cards.Class(rng.IntN(cards.NumClasses))
			for node, ending := range r.look(x, seat, k) {
				for n, p := range ending {
					if tournament.DecisionOf(node).Seat == seat && math.Abs(got[node][k][n]-p) > tolerance {
						t.Fatalf("seed %d, %v, decision %d with %v: ending %d has probability %v, want %v",
							seed, removal, node, k, n, got[node][k][n], p)
					}
				}
			}
		}
	}
}

// What follows a jam and what follows a fold are the same deals.
func TestReach(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	rules := tournament.Default()
	ones := tournament.Payoffs{}
	for l := range ones {
		for k := range ones[l] {
			ones[l][k] = [tournament.NumSeats]float64{1, 1, 1}
		}
	}
	for _, stacks := range []tournament.Stacks{{15, 15, 15}, {43, 1, 1}, {1, 1, 43}, {2, 42, 1}, {0, 20, 25},
		{0, 1, 44}} {
		d := stochastictest.Triples(tournament.RemovalExact)
		x := stochastictest.Strategy(rng, rules.State(stacks).Table)
		o := EndingsOf(x, d, &d.Pairs)
		for node := range x {
			sum := 0.0
			for k := range cards.Class(cards.NumClasses) {
				a := o.Action(node, k, &ones)
				if math.Abs(a.Jam-a.Fold) > rounding || math.Abs(a.Jam-a.Reach) > rounding || a.Reach < -rounding {
					t.Fatalf("%v %v %v: %+v", stacks, node, k, a)
				}
				sum += a.Reach
			}
			if node == 0 && math.Abs(sum-1) > 1e-9 {
				t.Errorf("%v: the first seat acts with probability %v", stacks, sum)
			}
		}
	}
}

// The values of a profile sum to the prizes at every state, and a best response gains
// nothing more against the same strategies.
func TestCheck(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 7)
	profile := g.AllJam()
	c := must.Get(Check(background, g, profile, 2, nil))(t)
	for _, i := range g.Played() {
		total := 100.0
		if len(g.States[i].Table.Stacks) == 2 {
			total = 80
		}
		if v := c.Values[i]; math.Abs(v[0]+v[1]+v[2]-total) > 1e-9 {
			t.Errorf("state %v: values %v", g.Space.At(i), v)
		}
		for seat := range c.Best[i] {
			if c.Best[i][seat] < c.Values[i][seat]-1e-9 {
				t.Errorf("state %v: the best response of %v loses %v", g.Space.At(i), seat,
					c.Values[i][seat]-c.Best[i][seat])
			}
		}
	}
	if c.Gain < 0.1 || c.Mean <= 0 || c.Mean > c.Gain || c.Policies == 0 {
		t.Errorf("jamming everything: %v at %d for %v, mean %v, %d policies", c.Gain, c.State, c.Seat, c.Mean,
			c.Policies)
	}
	p := must.Get(newProcess(background, g, profile, 0, nil))(t)
	if p.improve(c.Response, c.Best) {
		t.Error("the best response can be improved")
	}
}

// No single change of an action makes a best response better: the values are checked by
// evaluation alone, without the rule of improvement.
func TestBestResponseIsBest(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 5)
	profile := g.AllJam()
	c := must.Get(Check(background, g, profile, 1, nil))(t)
	p := must.Get(newProcess(background, g, profile, 1, nil))(t)
	rng := rand.New(rand.NewPCG(3, 0))
	played := g.Played()
	for range 50 {
		i, k := played[rng.IntN(len(played))], rng.IntN(cards.NumClasses)
		s := rng.IntN(len(profile[i]))
		if !g.States[i].Table.Free()[s] {
			continue
		}
		was := c.Response[i][s][k]
		c.Response[i][s][k] = 1 - was
		values, err := p.evaluate(c.Response, c.Best)
		c.Response[i][s][k] = was
		must.Do(t, err)
		for j := range values {
			for seat, v := range values[j] {
				if v > c.Best[j][seat]+1e-9 {
					t.Errorf("another action in %v with %v at %v gains %v", s, cards.Class(k), g.Space.At(i),
						v-c.Best[j][seat])
				}
			}
		}
	}
}

func TestCheckErrors(t *testing.T) {
	g := stochastictest.Game(t, tournament.Default(), 5)
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := Check(ctx, g, g.AllJam(), 0, nil); err == nil {
		t.Error("no error from a context that has ended")
	}
	if _, err := Check(background, g, nil, 0, nil); err == nil {
		t.Error("no error for no profile")
	}
}
