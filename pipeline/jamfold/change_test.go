package jamfold

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// TestChanges holds stacks and ranges that change an answer to the values of the table with them, and without the
// pruning of decisions that the spot excludes.
func TestChanges(t *testing.T) {
	lab, _ := small(t, t.TempDir())
	q := smallTable()
	s := must.Get(lab.Table(t.Context(), q))(t)
	g := must.Get(lab.tableGame(t.Context(), q))(t)
	found := 0
	for _, name := range []string{"K9s", "72o"} {
		hand := must.Get(ranges.ParseHand(name))(t)
		for _, at := range []tournament.Decision{{}, {Seat: 2, Jammed: 2}} {
			asked := *q
			asked.From = at // the solution is that of the whole game
			d := &Decided{TableSolution: s, Question: &asked}
			got := must.Get(lab.Changes(t.Context(), d, hand.Class))(t)
			again, err := lab.Changes(t.Context(), d, hand.Class)
			if diff := cmp.Diff(got, again); err != nil || diff != "" {
				t.Errorf("from the store: %v %s", err, diff)
			}
			node := tournament.Node(at.Seat, at.Jammed)
			value := func(own float64) float64 {
				table := q.Table
				c := changer{q: q, at: at}
				table.Stacks = c.own(int(math.Round(own * float64(table.BigBlind))))
				g2 := *g
				g2.Table, g2.Fixed = &table, map[int]*[cards.NumClasses]float64{}
				for n := range s.Play.Strategy {
					g2.Fixed[n] = &s.Play.Strategy[n]
				}
				r := must.Get(play(t.Context(), g2, multiway.Options{Iterations: 1}))(t)
				return r.Jam[node][hand.Class] - r.Fold[node][hand.Class]
			}
			now := value(got.Stack.Now) > 0
			for _, turn := range []*float64{got.Stack.Below, got.Stack.Above} {
				if turn == nil {
					continue
				}
				found++
				one := math.Copysign(1.0/float64(q.Table.BigBlind), got.Stack.Now-*turn)
				if value(*turn) > 0 == now || value(*turn+one) > 0 != now {
					t.Errorf("%s, %+v: no change at %v", name, at, *turn)
				}
			}
			if got.Stack.Below == nil && value(got.Stack.From) > 0 != now ||
				got.Stack.Above == nil && value(got.Stack.To) > 0 != now {
				t.Errorf("%s, %+v: a change is not found: %+v", name, at, got.Stack)
			}
			if want := []int{2, 0, 1}[at.Seat]; len(got.Ranges.Seats) != want || got.Ranges.Calls != (at.Seat == 0) {
				t.Errorf("%s, %+v: %+v", name, at, got.Ranges)
			}
			for i, share := range got.Ranges.Now {
				if got.Ranges.Tight != nil && got.Ranges.Tight[i] >= share ||
					got.Ranges.Loose != nil && got.Ranges.Loose[i] <= share {
					t.Errorf("%s, %+v: %+v", name, at, got.Ranges)
				}
				found += len(got.Ranges.Tight) + len(got.Ranges.Loose)
			}
		}
	}
	if found < 4 {
		t.Errorf("only %d changes", found)
	}
}

func TestMover(t *testing.T) {
	play := multiway.Solution{
		Strategy: make(stochastic.Strategy, 3), Reach: []float64{1, 0, 1},
		Jam: make([][cards.NumClasses]float64, 3), Fold: make([][cards.NumClasses]float64, 3),
	}
	for k := range cards.NumClasses {
		play.Jam[2][k] = float64(-k) // the order of their numbers
		if k < 50 && k%3 > 0 {
			play.Strategy[2][k] = 0.5
		}
	}
	m := newMover(&TableSolution{Play: play}, 2, nil)
	for _, part := range []float64{-1, -0.6, -0.1, 0, 0.1, 0.7, 1} {
		x, share := m.move(part), 0.0
		lastLess, firstMore := cards.NumClasses, -1
		for k, p := range x {
			share += p * stochastic.Prior(cards.Class(k))
			if part < 0 && p > m.now[k]+1e-12 || part > 0 && p < m.now[k]-1e-12 || p < -1e-12 || p > 1+1e-12 {
				t.Errorf("move %v: class %d from %v to %v", part, k, m.now[k], p)
			}
			if p > 1e-12 {
				firstMore = k // of a narrower range: the last hand that is left
			}
			if p < 1-1e-12 && lastLess == cards.NumClasses {
				lastLess = k // of a wider range: the first hand that is not full
			}
		}
		if math.Abs(share-m.shareAt(part)) > 1e-12 {
			t.Errorf("move %v: %v of all hands, want %v", part, share, m.shareAt(part))
		}
		for k, p := range x {
			if part < 0 && k < firstMore && math.Abs(p-m.now[k]) > 1e-12 {
				t.Errorf("move %v: class %d goes before class %d", part, k, firstMore)
			}
			if part > 0 && k > lastLess && math.Abs(p-m.now[k]) > 1e-12 {
				t.Errorf("move %v: class %d comes before class %d", part, k, lastLess)
			}
		}
	}
	if first := newMover(&TableSolution{Play: play}, 1, nil).order[0]; first.String() != "AA" {
		t.Errorf("without a reach %v comes first", first)
	}
}

func TestSearch(t *testing.T) {
	calls := 0
	s := search{base: -1, accuracy: 1e-3, step: func(x, to float64) float64 { return min(max(to, x-0.5), x+0.5) }}
	s.f = func(x float64) (float64, error) { calls++; return math.Exp(x) - 3, nil }
	x, found, err := s.towards(0, 4)
	if err != nil || !found || x < math.Log(3) || x > math.Log(3)+1e-3 || calls > 12 {
		t.Errorf("%v, %v, %v, %d calls", x, found, err, calls)
	}
	if x, found, err := s.towards(0, -4); err != nil || found {
		t.Errorf("%v, %v, %v", x, found, err)
	}
}

// TestChangesLeastStack: the smallest stack that is tried leaves a choice.
func TestChangesLeastStack(t *testing.T) {
	q := &TableQuestion{Table: tournament.Table{Stacks: []int{900, 1000}, SmallBlind: 50, BigBlind: 100, Ante: 20}}
	c := &changer{q: q, at: tournament.Decision{}}
	if least := c.least(c.own); least != 71 { // 50 and 20 are posted
		t.Errorf("least stack %d, want 71", least)
	}
}
