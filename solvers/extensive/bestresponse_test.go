package extensive

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// tolerance is what rounding may do to values of a few chips.
const tolerance = 1e-12

// randomJamFold is jam/fold with equities and a joint prior made of noise.
func randomJamFold(t testing.TB, seed uint64) game.Game {
	rng := rand.New(rand.NewPCG(seed, 0))
	equity := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	joint := game.NewMatrix(cards.NumClasses, cards.NumClasses)
	sum := 0.0
	for i := range joint.Data {
		equity.Data[i], joint.Data[i] = rng.Float64(), rng.Float64()
		sum += joint.Data[i]
	}
	for i := range joint.Data {
		joint.Data[i] /= sum
	}
	return must.Get(game.NewHeadsUpJamFold(10, equity, joint))(t)
}

// settings are the accelerations that options switch off, alone, together and none.
func settings() []ResponseOptions {
	return []ResponseOptions{
		{Workers: 3, anySize: true}, {Workers: 1}, {AllDeals: true, Workers: 3, anySize: true},
		{AllDeals: true, Workers: 1},
	}
}

func TestSmallGamesEqualExpectimax(t *testing.T) {
	const seed = 3
	t.Log("seed", seed)
	games := []game.Game{game.Kuhn(), game.Leduc(), randomJamFold(t, seed)}
	for _, g := range games {
		policies := []game.Policy{hashed{g, seed, true}, strategy.Uniform{}}
		for _, name := range []string{"always-fold", "always-call", "always-raise"} {
			p, _ := strategy.Trivial(name)
			policies = append(policies, p)
		}
		for i, p := range policies {
			var want Response
			for seat := range 2 {
				for h := range g.Hands().Len(seat) {
					v := must.Get(naiveValue(g, p, g.Root(), seat, h))(t)
					want.SeatValues[seat] += v
					want.Hands[seat] = append(want.Hands[seat], v/g.Hands().Prior(seat)[h])
				}
			}
			for _, o := range settings() {
				got := must.Get(BestResponse(t.Context(), g, p, o))(t)
				compare(t, fmt.Sprintf("%s, policy %d, %+v", g.Name(), i, o), got, &want)
			}
		}
	}
}

func compare(t *testing.T, name string, got, want *Response) {
	t.Helper()
	for seat := range 2 {
		must.Near(t, got.SeatValues[seat], want.SeatValues[seat], tolerance, name, seat)
		for h, v := range got.Hands[seat] {
			if d := v - want.Hands[seat][h]; math.Abs(d) > tolerance/0.003 { // divided by the prior
				t.Errorf("%s: seat %d, hand %d is off by %g", name, seat, h, d)
			}
		}
	}
}

// A policy that distinguishes suits: all deals are walked unless the caller says otherwise, and the
// answer equals the reference.
func TestAsymmetricPolicy(t *testing.T) {
	g := game.Leduc()
	p := hashed{g, 1, false}
	must.Fail(t, CheckSymmetric(g, p, g.Root(), 0), ErrAsymmetric, "with J")
	must.Get(BestResponse(t.Context(), g, p, ResponseOptions{Symmetric: true}))(t)
	got := must.Get(BestResponse(t.Context(), g, p, ResponseOptions{}))(t)
	want := 0.0
	for h := range g.Hands().Len(0) {
		v, _ := naiveValue(g, p, g.Root(), 0, h)
		want += v
	}
	must.Near(t, got.SeatValues[0], want, tolerance)
	holdem := game.LimitHoldem()
	must.Fail(t, CheckSymmetric(holdem, hashed{holdem, 1, false}, river(holdem), 1), ErrAsymmetric)
	must.Do(t, CheckSymmetric(holdem, hashed{holdem, 1, true}, river(holdem), 1))
}

// One suit of one state is enough to be found in a small game.
func TestOneAsymmetricState(t *testing.T) {
	g := game.Leduc()
	buckets := must.Get(strategy.BucketingOf(g, "cards"))(t)
	table := strategy.NewTable(g, [2]strategy.Bucketing{buckets, buckets})
	table.FillUniform()
	must.Do(t, CheckSymmetric(g, table, g.Root(), 0))
	row := table.Row(len(g.Root().Decisions())-1, buckets.Len(1)-1)
	row[0], row[1] = row[0]+1e-6, row[1]-1e-6
	must.Fail(t, CheckSymmetric(g, table, g.Root(), 0), ErrAsymmetric)
}

// Figures that are known in closed form or from the literature.
func TestPublishedValues(t *testing.T) {
	for _, tc := range []struct {
		g    game.Game
		want float64
	}{
		{game.Kuhn(), 11. / 12},
		{game.Leduc(), 4.747222222222222},
	} {
		t.Run(tc.g.Name(), func(t *testing.T) {
			r := must.Get(BestResponse(t.Context(), tc.g, strategy.Uniform{}, ResponseOptions{ByRound: true}))(t)
			must.Near(t, r.NashConv(), tc.want, tolerance, tc.g.Name())
			if math.Abs(r.Self[0]+r.Self[1]) > tolerance {
				t.Errorf("%s: uniform against itself is worth %v", tc.g.Name(), r.Self)
			}
			sum := 0.0
			for seat := range r.Rounds {
				for k, v := range r.Rounds[seat] {
					sum += v
					if v < 0 {
						t.Errorf("%s: seat %d gains %v in round %d", tc.g.Name(), seat, v, k)
					}
				}
			}
			must.Near(t, sum, r.NashConv(), tolerance, tc.g.Name())
		})
	}
}

// Any number of workers gives the same bits.
func TestWorkersDoNotMatter(t *testing.T) {
	g := game.Leduc()
	p := hashed{g, 9, true}
	var first *Response
	for _, workers := range []int{1, 2, 5} {
		o := ResponseOptions{Workers: workers, anySize: true, ByRound: true}
		r := must.Get(BestResponse(t.Context(), g, p, o))(t)
		if first == nil {
			first = r
		}
		must.Equal(t, cmp.Diff(first, r), "", workers)
	}
}

// broken is a policy with one wrong probability.
type broken struct {
	history string
	p       float64
}

func (b broken) Vector(s game.State, out [][]float64) error {
	err := strategy.Uniform{}.Vector(s, out)
	if s.History == b.history {
		out[0][4] = b.p
	}
	return err
}

func TestErrors(t *testing.T) {
	g := game.Leduc()
	for _, p := range []float64{math.NaN(), -0.5, 0.7, math.Inf(1)} {
		_, err := BestResponse(t.Context(), g, broken{"/cr", p}, ResponseOptions{AllDeals: true})
		must.Fail(t, err, game.ErrProbability, "/cr, hand Kc")
	}
	must.Fails(Subtree(t.Context(), g, strategy.Uniform{}, g.Root(), 0, nil, ResponseOptions{ByRound: true}))(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, o := range settings() {
		must.Fails(BestResponse(ctx, g, strategy.Uniform{}, o))(t, context.Canceled)
	}
}

// Reach that tells suits apart leaves nothing to permute, and the answer as it is.
func TestAsymmetricReach(t *testing.T) {
	g := game.Leduc()
	p := hashed{g, 4, true}
	reach := []float64{1, 0.5, 0, 1, 0.25, 0.75}
	with := must.Get(Subtree(t.Context(), g, p, g.Root(), 1, reach, ResponseOptions{}))(t)
	without := must.Get(Subtree(t.Context(), g, p, g.Root(), 1, reach, ResponseOptions{AllDeals: true}))(t)
	for h := range with {
		must.Near(t, with[h], without[h], tolerance, h)
	}
}
