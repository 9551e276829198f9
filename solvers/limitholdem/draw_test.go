package limitholdem

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// On average over seeds a deal has the weight that it has among all, and so in each fold.
func TestDrawIsUnbiased(t *testing.T) {
	tree := limitTree()
	flop := &tree.flops[flopOf(t, &Solver{tree: tree}, "2c7c7d")]
	deals := tree.deals(onFlop, flop.State.Board, flop.Group)
	all := draw{}.from(&deals, flop.State.Board)
	const seeds = 1_000
	for _, n := range []int{5, 48} {
		mean := map[game.Board]float64{}
		var folds [maxFolds]map[game.Board]float64
		for k := range folds {
			folds[k] = map[game.Board]float64{}
		}
		for seed := range uint64(seeds) {
			d := draw{n, seed}
			sum, shares := 0.0, [maxFolds]float64{}
			for _, x := range d.from(&deals, flop.State.Board) {
				mean[x.State.Board] += x.weight / seeds
				sum += x.weight
				for k, weight := range x.folds {
					folds[k][x.State.Board] += weight / d.share(k) / seeds
					shares[k] += weight / d.share(k)
				}
			}
			for _, sum := range append(shares[:], sum) {
				if want := numTurns / deals.Ways; math.Abs(sum-want) > exact {
					t.Fatalf("%d of 49 weigh %v, want %v", n, sum, want)
				}
			}
		}
		for _, x := range all {
			within := func(got, share float64) { // 4.5 standard deviations
				expected := seeds * float64(n) * share * x.weight * deals.Ways / numTurns
				must.Near(t, got, x.weight, 4.5*x.weight/math.Sqrt(expected), n, x.State)
			}
			within(mean[x.State.Board], 1)
			for k := range folds {
				within(folds[k][x.State.Board], draw{n, 0}.share(k))
			}
		}
	}
	must.Equal(t, len(all), len(deals.List))
	must.Equal(t, len(newDraw(numTurns, numTurns, 1).from(&deals, flop.State.Board)), len(all))
}

// many asks a table for several states at once.
type many struct {
	plain
	asked *asking
}

// asking counts what is asked: states one by one, and in questions about several.
type asking struct {
	single, states, questions int
	most                      int // states of a question
}

func (m many) Vector(s game.State, out [][]float64) error {
	m.asked.single++
	return m.plain.Vector(s, out)
}

func (m many) Vectors(states []game.State, out [][][]float64) error {
	m.asked.states += len(states)
	m.asked.questions++
	m.asked.most = max(m.asked.most, len(states))
	for k, s := range states {
		if err := m.plain.Vector(s, out[k]); err != nil {
			return err
		}
	}
	return nil
}

// On the same drawn boards a policy that is asked in batches gives the values of its table. A best response that knows
// the drawn boards wins more than a best response that does not.
func TestDrawnBoards(t *testing.T) {
	p := random(t, 71, 40, limps)
	asked := asking{}
	o := Options{Turns: 2, Rivers: 2, Seed: 9}
	fast, slow := solve(t, p, o), solve(t, many{plain{p}, &asked}, o)
	flop := flopOf(t, fast, "8c8d8h")
	for seat := range 2 {
		asked = asking{}
		item := itemOf(t, fast, flop, seat)
		compareItems(t, fast, item, itemOf(t, slow, flop, seat), single)
		if a := asked; a.single > 0 || a.most < 100 || a.most > mostAhead || a.states > slow.Questions(seat) ||
			a.states < 20*a.questions {
			t.Errorf("asked %+v, want no single states, and at most %d in all", a, slow.Questions(seat))
		}
		checkHeldOut(t, fast, item)
		if seat == 0 {
			told := meet(t, strategy.Uniform{}, p, o)
			below := itemOf(t, told, flop, seat)
			for k := range NumPreflop {
				for class, v := range item.Values[0][k] {
					if v < below.Values[0][k][class]-1e-9 {
						t.Errorf("history %d, class %d: a best response wins %g, uniform play %g", k, class, v,
							below.Values[0][k][class])
					}
				}
			}
		}
	}
}

// checkHeldOut demands that choices that do not know the drawn cards win less in sum, and nowhere more.
func checkHeldOut(t *testing.T, s *Solver, item *Item) {
	t.Helper()
	level, ok := s.HeldOut()
	if !ok || level != 1 || len(item.Values) != 2 {
		t.Fatalf("level %d of %d, %t", level, len(item.Values), ok)
	}
	var most, least float64
	for k := range NumPreflop {
		for class, v := range item.Values[0][k] {
			low := item.Values[level][k][class]
			if low > v+1e-9 {
				t.Errorf("history %d, class %d: held out %g, known %g", k, class, low, v)
			}
			most, least = most+v, least+low
		}
	}
	if most-least < 1e-6 {
		t.Errorf("held out %g, known %g", least, most)
	}
}

// If all folds have the same values, both of each pair have them too. Otherwise the values that choose come from the
// other folds.
func TestSplit(t *testing.T) {
	d := draw{n: 6}
	if d.folds() != 4 || d.share(0) != 2./6 || d.share(3) != 1./6 {
		t.Fatalf("%d folds, shares %v and %v", d.folds(), d.share(0), d.share(3))
	}
	pairs, whole := newVectors(8), new(vector)
	for k := range 4 {
		pairs[2*k+1][0], pairs[2*k+1][1] = 5*d.share(k), float64(k)
	}
	d.split(pairs, whole)
	for k := range 4 {
		choose, value := pairs[2*k], pairs[2*k+1]
		must.Near(t, choose[0], 5, exact, k)
		must.Near(t, value[0], 5, exact, k)
		if want := (6 - float64(k)) / (1 - d.share(k)); math.Abs(choose[1]-want) > exact {
			t.Errorf("fold %d is chosen by %v, want %v", k, choose[1], want)
		}
	}
	if got := d.followed(pairs); math.Abs(got[0]-5) > exact || math.Abs(got[1]-6) > exact || whole[1] != 6 {
		t.Errorf("%v of %v, want 5 and 6", got[:2], whole[1])
	}
}

// Where nothing is drawn, nothing is held out; where one is, nothing can be.
func TestHeldOut(t *testing.T) {
	p, _ := strategy.Trivial("always-call")
	for _, tc := range []struct {
		o             Options
		level, levels int
		ok            bool
	}{
		{Options{}, 0, 1, true},
		{Options{ByRound: true}, 0, 3, true},
		{Options{Turns: numTurns, Rivers: numRivers}, 0, 1, true},
		{Options{Rivers: 2, ByRound: true}, 3, 4, true},
		{Options{Turns: 2}, 1, 2, true},
		{Options{Turns: 1, Rivers: 5}, 0, 1, false},
	} {
		t.Run(fmt.Sprint(tc.o), func(t *testing.T) {
			s := solve(t, p, tc.o)
			level, ok := s.HeldOut()
			item := itemOf(t, s, 3, 0)
			if level != tc.level || ok != tc.ok || s.Levels() != tc.levels || len(item.Values) != tc.levels {
				t.Errorf("%+v: level %d of %d, %t", tc.o, level, len(item.Values), ok)
			}
			if ok && item.Values[level] != item.Values[0] {
				t.Errorf("%+v: an opponent that ignores its cards takes all turns and rivers", tc.o)
			}
		})
	}
}
