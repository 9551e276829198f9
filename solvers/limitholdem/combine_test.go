package limitholdem

import (
	"context"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/internal/parallel"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

// Without all flops the intervals hold the value that all of them give, and more items make them narrower.
func TestIntervals(t *testing.T) {
	want := [2]float64{4.4008924, 2.5317513} // against uniform, in the source to these digits
	s := uniform(t)
	var items []*Item
	before := Interval{math.Inf(-1), math.Inf(1)}
	for _, flops := range [][]int{nil, {100}, {1754, 700}} {
		for _, flop := range flops {
			for seat := range 2 {
				items = append(items, itemOf(t, s, flop, seat))
			}
		}
		r := must.Get(s.Combine(items))(t)
		if r.Complete() || r.Done != len(items) || r.Total != len(Tasks()) {
			t.Errorf("%d of %d items", r.Done, r.Total)
		}
		for seat, v := range r.SeatValues {
			if v.Low > want[seat] || v.High < want[seat] {
				t.Errorf("%d items, seat %d: %v, want %v inside", len(items), seat, v, want[seat])
			}
		}
		if sum := r.NashConv(); sum.Low <= before.Low || sum.High >= before.High {
			t.Errorf("%d items: %v after %v", len(items), sum, before)
		} else {
			before = sum
		}
	}
}

// Bounds of a flop enclose what the flop turns out to be.
func TestBoundsEncloseItems(t *testing.T) {
	p := random(t, 51, 30, limps)
	s := solve(t, p, Options{})
	flop := flopOf(t, s, "8c8d8h")
	for seat := range 2 {
		low, high := s.bounds(flop, seat)
		item := itemOf(t, s, flop, seat)
		for k := range NumPreflop {
			for class, v := range item.Values[0][k] {
				if v < low[k][class] || v > high[k][class] {
					t.Errorf("history %d, class %d: %v outside [%v, %v]", k, class, v, low[k][class], high[k][class])
				}
			}
		}
	}
}

// run computes items with a number of workers.
func run(t *testing.T, s *Solver, tasks []Task, workers int) []*Item {
	t.Helper()
	items := make([]*Item, len(tasks))
	must.Do(t, parallel.Loop{Items: len(tasks), Workers: workers}.Each(t.Context(),
		parallel.Same(func(i int) (err error) {
			items[i], err = s.Flop(t.Context(), tasks[i].Flop, tasks[i].Seat)
			return err
		})))
	return items
}

// Any number of workers gives the same bits.
func TestFlopInParallel(t *testing.T) {
	s := uniform(t)
	tasks := []Task{{0, 0}, {1754, 0}, {3, 1}, {5, 1}}
	one, three := run(t, s, tasks, 1), run(t, s, tasks, 3)
	for i := range tasks {
		compareItems(t, s, three[i], one[i], 0)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Fails(s.Flop(ctx, 0, 0))(t, context.Canceled)
}

// suited tells clubs apart from other suits in one bucket of one round.
type suited struct{ ranked }

func (b suited) Of(round int, board game.Board, of []int32) {
	b.ranked.Of(round, board, of)
	if round == onTurn {
		of[0] = 0 // the deuces of clubs and diamonds
	}
}

// outside puts a hand in a bucket that does not exist.
type outside struct{ ranked }

func (b outside) Of(round int, board game.Board, of []int32) {
	b.ranked.Of(round, board, of)
	if round == onRiver && of[1325] != strategy.Blocked {
		of[1325] = int32(b.n)
	}
}

func TestErrors(t *testing.T) {
	leduc := game.Leduc()
	buckets := must.Get(strategy.BucketingOf(leduc, "real"))(t)
	must.Fails(New(strategy.NewTable(leduc, [2]strategy.Bucketing{buckets, buckets}), Options{}))(t, strategy.ErrGame)
	g := game.LimitHoldem()
	empty := strategy.NewTable(g, [2]strategy.Bucketing{ranked{3}, ranked{3}})
	must.Fails(New(empty, Options{}))(t, strategy.ErrMissing, " /,")
	must.Fails(New(broken{}, Options{}))(t, game.ErrProbability)
	s := uniform(t)
	for _, task := range []Task{{-1, 0}, {NumFlops, 0}, {0, 2}} {
		must.Fails(s.Flop(t.Context(), task.Flop, task.Seat))(t, ErrItem)
	}
	nan := &Item{Values: make([]Values, 1)}
	nan.Values[0][3][7] = math.NaN()
	fine := &Item{Flop: 1, Values: make([]Values, 1)}
	for want, items := range map[string][]*Item{"no such flop": {nil}, ": NaN": {nan}, "0 levels": {{Flop: 9}},
		"flop and seat": {{Seat: 2}}, "flop 1, seat 1 comes twice": {fine, fine}} {
		must.Fails(s.Combine(items))(t, ErrItem, want)
	}
}

// broken answers with no probability on the flop.
type broken struct{}

func (broken) Vector(s game.State, out [][]float64) error {
	err := strategy.Uniform{}.Vector(s, out)
	if s.Round == onFlop {
		out[0][600] = math.NaN()
	}
	return err
}

func TestBadBuckets(t *testing.T) {
	table := func(b strategy.Bucketing, like *strategy.Table) *strategy.Table {
		out := strategy.NewTable(like.Game(), [2]strategy.Bucketing{b, b})
		for n, bucket := range out.All() {
			copy(out.Row(n.ID, bucket), like.Row(n.ID, bucket))
		}
		return out
	}
	p := random(t, 52, 10, nil)
	must.Fails(New(table(suited{ranked{10}}, p), Options{}))(t, extensive.ErrAsymmetric)
	s := &Solver{tree: limitTree(), players: &players{}}
	var err error
	if s.opponent, err = s.adapt(table(outside{ranked{10}}, p)); err != nil {
		t.Fatal(err)
	}
	valuer := s.general()
	must.Do(t, s.startAll())
	must.Fails(valuer.flop(t.Context(), 900, 0))(t, strategy.ErrBuckets, "AsAh")
}
