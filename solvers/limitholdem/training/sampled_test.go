package training

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// ranked is a cheap bucketing for tests: the higher rank of the hand, and on a board whether it pairs it.
type ranked struct{}

func (ranked) Name() string               { return "ranked" }
func (ranked) Len(int) int                { return 2 * cards.NumRanks }
func (ranked) Label(_, bucket int) string { return strconv.Itoa(bucket) }
func (ranked) Of(_ int, b game.Board, of []int32) {
	for h := range of {
		_, high := cards.Combo(h).Cards()
		of[h] = int32(high.Rank())
		if cards.Combo(h).Set()&b.Set() != 0 {
			of[h] = strategy.Blocked
			continue
		}
		for _, c := range b.Cards() {
			if c.Rank() == high.Rank() {
				of[h] = int32(high.Rank()) + cards.NumRanks
			}
		}
	}
}

// suited tells hands of a suit from others.
type suited struct{}

func (suited) Name() string               { return "suited" }
func (suited) Len(int) int                { return 2 }
func (suited) Label(_, bucket int) string { return strconv.Itoa(bucket) }
func (suited) Of(_ int, b game.Board, of []int32) {
	for h := range of {
		low, high := cards.Combo(h).Cards()
		of[h] = 0
		if low.Suit() == high.Suit() {
			of[h] = 1
		}
	}
}

var both = [2]strategy.Bucketing{ranked{}, ranked{}}

func solver(t testing.TB, o Options) *Solver {
	t.Helper()
	return must.Get(New(game.LimitHoldem(), o))(t)
}

// relative is how far single precision may be from double, relative to the largest number of
// a table: sums of some thousand terms.
const relative = 2e-5

// solve plays iterations from the start and returns the average. When the context ends it returns the average so far,
// or the context's error if no iteration is finished.
func solve(ctx context.Context, g game.Game, o Options, iterations int) (*Result, error) {
	s, err := New(g, o)
	if err != nil {
		return nil, err
	}
	if err := s.Run(ctx, iterations, nil); s.iterations == 0 || err != nil && ctx.Err() == nil {
		return nil, err
	}
	return s.Result(), nil
}

// randomise gives a seat random regrets.
func randomise(s *Solver, seat int, rng *rand.Rand) {
	s.eachRow(seat, func(at decision, from *table, bucket int) {
		for a := range at.node.Children {
			from.regrets[at.block][bucket][at.entry+a][at.lane] = float32(max(0, rng.Float64()-0.2))
		}
	})
}

// A pass changes regrets and sums as the definition says, in either seat, whatever the bucketings
// and the tilts; and without tilts what one seat wins the other loses.
func TestPassEqualsReference(t *testing.T) {
	for _, o := range []Options{
		{Buckets: both, Tilts: [2]Tilt{{7, -3}, {}}},
		{Buckets: [2]strategy.Bucketing{ranked{}, suited{}}},
	} {
		o.Boards = 1
		s := solver(t, o)
		rng := rand.New(rand.NewPCG(5, 0))
		randomise(s, 0, rng)
		randomise(s, 1, rng)
		if o.Tilts == [2]Tilt{} {
			var won [2]float64
			for seat := range won {
				won[seat] = must.Get(s.play(seat, 3, false))(t)[0]
			}
			if math.Abs(won[0]+won[1]) > 1e-5 || won[0] == 0 {
				t.Errorf("the seats win %v", won)
			}
		}
		seat := 0
		if o.Tilts == [2]Tilt{} {
			seat = 1
		}
		s.iterations = 4 // the fifth
		board := shuffle(o.Seed, 7)[:boardLen[onRiver]]
		want := newReference(s, seat, board)
		won := want.won()
		type change struct {
			at         decision
			bucket     int
			regret, up [maxActions]float64
			played     [maxActions]float64
		}
		var changes []change
		for _, actor := range []int{0, 1} {
			s.eachRow(actor, func(at decision, from *table, bucket int) {
				c := change{at: at, bucket: bucket}
				p, mean := want.odds(at.node, int32(bucket)), 0.0
				for a := range at.node.Children {
					c.regret[a] = float64(from.regrets[at.block][bucket][at.entry+a][at.lane])
					mean += p[a] * want.gains[at.node.ID][bucket][a]
					c.up[a], c.played[a] = want.gains[at.node.ID][bucket][a], 5*want.masses[at.node.ID][bucket][a]
				}
				for a := range at.node.Children {
					c.up[a] -= mean
				}
				changes = append(changes, c)
			})
		}
		values := must.Get(s.play(seat, 7, true))(t)
		must.Near(t, values[0], won, relative*24)
		met := map[[3]int]float64{} // hands by seat, round and bucket
		for actor := range want.of {
			for round := range numRounds {
				for h, b := range want.of[actor][round] {
					if want.live[h] {
						met[[3]int{actor, round, int(b)}]++
					}
				}
			}
		}
		for _, c := range changes {
			from := s.tables[c.at.node.Actor][c.at.node.Round]
			hands := met[[3]int{c.at.node.Actor, c.at.node.Round, c.bucket}]
			tolerance := relative * (10_000 + 100*hands)
			for a := range c.at.node.Children {
				regret := c.regret[a]
				if c.at.node.Actor == seat && hands > 0 {
					// No regret was learnt before this iteration: the old regrets have the weight 0.
					regret = c.up[a]
				}
				got := float64(from.regrets[c.at.block][c.bucket][c.at.entry+a][c.at.lane])
				must.Near(t, got, regret, tolerance, c.at.node.History, c.bucket, a)
				got = float64(from.sums[c.at.block][c.bucket][c.at.entry+a][c.at.lane])
				must.Near(t, got, c.played[a], tolerance, c.at.node.History, c.bucket, a)
			}
		}
	}
}

// Limit hold'em over a coarse bucketing: aces are raised, the worst hands are not, the gap falls, and
// the result does not depend on the number of workers.
func TestHoldem(t *testing.T) {
	o := Options{Buckets: both, Boards: 2, Seed: 1}
	var results []*Result
	for _, o.Workers = range []int{1, 3} {
		r := must.Get(solve(t.Context(), game.LimitHoldem(), o, 12))(t)
		results = append(results, r)
	}
	a, b := results[0], results[1]
	for n, bucket := range a.Strategy.All() {
		if one, three := a.Strategy.Row(n.ID, bucket), b.Strategy.Row(n.ID, bucket); !slices.Equal(one, three) {
			t.Fatalf("%s, bucket %d: %v with one worker, %v with three", n.History, bucket, one, three)
		}
	}
	must.Equal(t, a.Value, b.Value)
	must.Do(t, a.Strategy.Check())
	if open := a.Strategy.Row(0, int(cards.Ace)); open[0] > 0.05 {
		t.Errorf("an ace opens with fold, call, raise %v", open)
	}
	must.Equal(t, a.Boards, 12*2*2)
	must.Equal(t, a.Iterations, 12)
}

// Another seed deals other boards; a context that ends leaves the average so far.
func TestSeedAndInterruption(t *testing.T) {
	o := Options{Buckets: both, Boards: 1}
	first := must.Get(solve(t.Context(), game.LimitHoldem(), o, 2))(t)
	o.Seed = 1
	second, err := solve(t.Context(), game.LimitHoldem(), o, 2)
	if err != nil || first.Value == second.Value {
		t.Errorf("both seeds lead to %v (%v)", first.Value, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := solver(t, o)
	err = s.Run(ctx, 1_000, func() {
		if s.Iterations() == 2 {
			cancel()
		}
	})
	must.Fail(t, err, context.Canceled)
	if r := s.Result(); r.Iterations != 2 || r.Value != second.Value || !reflect.DeepEqual(r.Strategy.Row(0, 1),
		second.Strategy.Row(0, 1)) {
		t.Errorf("after the interruption: %d iterations, value %v, want 2 and %v", r.Iterations, r.Value, second.Value)
	}
	must.Fails(solve(ctx, game.LimitHoldem(), o, 10))(t, context.Canceled)
}

// Training resumes from a saved state as if it had not stopped, with any number of workers, against a
// seat that learns and against a best response. A state of other tables is refused.
func TestResume(t *testing.T) {
	for _, respond := range []Responder{"", FromTurn} {
		o := Options{Buckets: both, Boards: 1, Seed: 4, Respond: respond, Workers: 1}
		whole := solver(t, o)
		must.Do(t, whole.Run(t.Context(), 1, nil))
		var kept bytes.Buffer
		must.Do(t, whole.Save(&kept))
		must.Do(t, whole.Run(t.Context(), 2, nil))
		o.Workers = 3
		resumed := solver(t, o)
		must.Do(t, resumed.Load(bytes.NewReader(kept.Bytes())))
		must.Do(t, resumed.Run(t.Context(), 2, nil))
		var want, got bytes.Buffer
		must.Do(t, errors.Join(whole.Save(&want), resumed.Save(&got)))
		if !bytes.Equal(want.Bytes(), got.Bytes()) {
			t.Errorf("responder %q: another state after it resumed", respond)
		}
		first := solver(t, o).Identity()
		o.Seed++
		if solver(t, o).Identity() == first {
			t.Error("another seed has the same identity")
		}
		must.Fail(t, solver(t, o).Load(bytes.NewReader(kept.Bytes()[:kept.Len()-5])))
		o.Buckets = [2]strategy.Bucketing{ranked{}, suited{}}
		must.Fail(t, solver(t, o).Load(bytes.NewReader(kept.Bytes())))
	}
}

// gappy leaves hands out.
type gappy struct{ ranked }

func (gappy) Len(int) int { return cards.NumRanks }

func TestOptions(t *testing.T) {
	for name, o := range map[string]Options{
		"no buckets":        {},
		"negative boards":   {Buckets: both, Boards: -1},
		"negative workers":  {Buckets: both, Workers: -1},
		"a tilt too large":  {Buckets: both, Tilts: [2]Tilt{{}, {Lose: -101}}},
		"unknown responder": {Buckets: both, Respond: "river"},
		"too many rivers":   {Buckets: both, Respond: FromTurn, Boards: 49},
		"tilted responder":  {Buckets: both, Respond: FromTurn, Tilts: [2]Tilt{{7, 0}, {}}},
	} {
		t.Run(name, func(t *testing.T) {
			must.Fails(New(game.LimitHoldem(), o))(t, ErrOptions)
		})
	}
	must.Fails(New(game.Leduc(), Options{Buckets: both}))(t, ErrGame)
	must.Fails(solve(t.Context(), game.LimitHoldem(), Options{Buckets: [2]strategy.Bucketing{ranked{}, gappy{}},
		Boards: 1}, 1))(t, strategy.ErrBuckets)
}

func TestQuantise(t *testing.T) {
	for _, weights := range [][]float64{{1, 1, 1}, {1, 0}, {2, 1}, {1e-9, 1, 1e-9}, {3e30, 1e30, 2e30}} {
		row := make([]float64, len(weights))
		quantise(weights, row)
		total, sum := 0.0, 0.0
		for i := range weights {
			total += weights[i]
			sum += row[i]
		}
		for i, v := range weights {
			must.Near(t, row[i], v/total, 1./Resolution, weights, row)
		}
		must.Near(t, sum, 1, 1e-15, row)
	}
}

// BenchmarkIteration is an iteration of limit hold'em after the first few, with the number of
// decisions that are valued a second, counted for each live hand.
func BenchmarkIteration(b *testing.B) {
	s := solver(b, Options{Buckets: both, Workers: 1})
	must.Do(b, s.Run(b.Context(), 2, nil))
	b.ResetTimer()
	for range b.N {
		must.Do(b, s.Run(b.Context(), s.Iterations()+1, nil))
	}
	const decisions, hands = 6_378, 1_081
	b.ReportMetric(float64(b.N)*2*float64(s.options.Boards)*decisions*hands/b.Elapsed().Seconds(), "node-hands/s")
}
