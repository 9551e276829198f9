package holdem

import (
	"math"
	"testing"

	"feltlab/model/game"
	"feltlab/model/strategy"
)

// On average over seeds a deal has the weight that it has among all.
func TestDrawIsUnbiased(t *testing.T) {
	tree := limitTree()
	flop := &tree.flops[flopOf(t, &Solver{tree: tree}, "2c7c7d")]
	deals := tree.deals(onFlop, flop.State.Board, flop.Group)
	all := draw{}.from(&deals, flop.State.Board)
	const seeds = 5_000
	for _, n := range []int{5, 48} {
		mean := map[game.Board]float64{}
		for seed := range uint64(seeds) {
			sum := 0.0
			for _, d := range (draw{n, seed}).from(&deals, flop.State.Board) {
				mean[d.State.Board] += d.Weight / seeds
				sum += d.Weight
			}
			if want := 49 / deals.Ways; math.Abs(sum-want) > exact {
				t.Fatalf("%d of 49 weigh %v, want %v", n, sum, want)
			}
		}
		for _, d := range all {
			if got := mean[d.State.Board]; math.Abs(got-d.Weight) > 0.1*d.Weight {
				t.Errorf("%d of 49: %v weighs %v, want %v", n, d.State, got, d.Weight)
			}
		}
	}
	if len(all) != len(deals.List) || len(draw{49, 1}.from(&deals, flop.State.Board)) != len(all) {
		t.Error("all are not all")
	}
}

// many asks a table for several states at once.
type many struct {
	plain
	asked *int
}

func (m many) Vectors(states []game.State, out [][][]float64) error {
	*m.asked += len(states)
	for k, s := range states {
		if err := m.Vector(s, out[k]); err != nil {
			return err
		}
	}
	return nil
}

// A policy that is asked in batches is the same as its table on the same drawn boards, and a
// best response that knows them wins more than one that does not.
func TestDrawnBoards(t *testing.T) {
	p := random(t, 71, 40, limps)
	asked := 0
	o := Options{Turns: 2, Rivers: 2, Seed: 9}
	fast, slow := solve(t, p, o), solve(t, many{plain{p}, &asked}, o)
	flop := flopOf(t, fast, "8c8d8h")
	for seat := range 2 {
		item := itemOf(t, fast, flop, seat)
		compareItems(t, fast, item, itemOf(t, slow, flop, seat), 0)
		if seat == 0 {
			told := meet(t, strategy.Uniform{}, p, o)
			below := itemOf(t, told, flop, seat)
			for k := range NumPreflop {
				for class, v := range item.Values[0][k] {
					if v < below.Values[0][k][class]-1e-9 {
						t.Errorf("history %d, class %d: a best response wins %g, uniform play %g", k, class, v, below.Values[0][k][class])
					}
				}
			}
		}
	}
	if asked == 0 {
		t.Error("no batch")
	}
}
