//go:build slow

package training

import (
	"math"
	"math/rand/v2"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/limitholdem"
)

const (
	// knownValue is what the small blind wins in the real game's equilibrium, in big blinds: between 0.0877 and
	// 0.0897 (Bowling, Burch, Johanson and Tammelin, "Heads-up Limit Hold'em Poker is Solved", Science 2015).
	knownValue = 0.088
	// valueTolerance is how far ten buckets may be from it: the abstract game is another one.
	valueTolerance = 0.03
	// gapAfter is what both seats may still win after 400 iterations; after 40 it is 0.5 or so.
	gapAfter = 0.12
)

// Limit hold'em over ten buckets of strength: the gap falls, and the value is near that of the real game.
func TestHoldemConverges(t *testing.T) {
	g := game.LimitHoldem()
	b := must.Get(buckets.Lookup(g, "strength-10"))(t)
	s := solver(t, Options{Buckets: [2]strategy.Bucketing{b, b}, Boards: 8, Seed: 5})
	before := math.Inf(1)
	for _, iterations := range []int{40, 400} {
		must.Do(t, s.Run(t.Context(), iterations, nil))
		gap := must.Get(EstimateGap(t.Context(), s.Result().Strategy, 5, 32))(t)
		sum, standardError := gap.Sum()
		value, valueError := s.Value()
		t.Logf("%d iterations: value %.4f +- %.4f, gap %.4f +- %.4f", iterations, value, valueError, sum, standardError)
		if sum >= before || sum < -5*standardError {
			t.Errorf("the gap is %v after %v", sum, before)
		}
		before = sum
		if iterations == 400 && (math.Abs(value-knownValue) > valueTolerance || sum > gapAfter) {
			t.Errorf("value %v, gap %v", value, sum)
		}
	}
}

// What a responder wins from the flop on is what package holdem computes for it.
func TestResponseEqualsHoldem(t *testing.T) {
	for learner := range 2 {
		s := solver(t, Options{Buckets: [2]strategy.Bucketing{ranked{}, suited{}}, Boards: 1, Respond: FromFlop})
		randomise(s, learner, rand.New(rand.NewPCG(8, 0)))
		deck := shuffle(0, learner)
		canonical, _ := showdown.Canonical(cards.SetOf(deck[:3]...))
		exact := must.Get(limitholdem.New(s.Current(), limitholdem.Options{Seed: 1}))(t)
		flop := 0
		for c, _ := showdown.Canonical(exact.FlopCards(flop)); c != canonical; c,
			_ = showdown.Canonical(exact.FlopCards(flop)) {
			flop++
		}
		item := must.Get(exact.Flop(t.Context(), flop, 1-learner))(t)
		must.Do(t, s.responder.respond(learner, deck))
		i, _ := showdown.Flops().Index(canonical)
		weight := s.game.Hands().PairWeight * float64(showdown.Flops().Size(i)) / 17_296
		for k := range flopLanes {
			var got [cards.NumClasses]float64
			for _, e := range s.responder.deal.boards[onFlop].Hands() {
				got[cards.Combo(e.Combo).Class()] += weight * float64(s.responder.deal.values[onFlop][0][e.Combo][k])
			}
			for class, want := range item.Values[0][k] {
				must.Near(t, got[class], want, 1e-4*weight*990*24, learner, k, cards.Class(class))
			}
		}
	}
}

// Against best responses the loss falls.
func TestResponseLearns(t *testing.T) {
	s := solver(t, Options{Buckets: both, Boards: 4, Respond: FromTurn, Seed: 2})
	var lost [2]float64
	for i, iterations := range []int{10, 60} {
		must.Do(t, s.Run(t.Context(), iterations, nil))
		lost[i], _ = s.losses.mean()
	}
	t.Log(lost)
	if !(lost[1] < lost[0]) {
		t.Errorf("%v are lost", lost)
	}
}
