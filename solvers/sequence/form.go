package sequence

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/model/game"
	"feltlab/model/mip"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/highs"
)

// Form is a game in sequence form, seen by both seats through a bucketing. Forms of a game with the same
// bucketing of a seat have the same sequences of that seat, in the same order.
type Form struct {
	game    game.Game
	buckets [2]strategy.Bucketing
	sides   [2]side
	// payoff is the winnings of seat 0 with a pair of sequences, summed over all pairs of hands and not yet
	// multiplied by the probability of a pair.
	payoff map[[2]int]float64
	pairs  [][2]int // the keys of payoff in ascending order
}

// side is the sequences of a seat. Sequence 0 is the empty one; information set i has the sequences first to
// first+len(actions)-1 of its actions.
type side struct {
	sets      []set
	at        map[place]int
	sequences int
}

type place struct{ decision, bucket int }

type set struct {
	place
	node          *game.Node
	parent, first int
}

// Errors of forms.
var (
	ErrRecall = errors.New("no perfect recall") // bucketings that forget information or actions of a seat
	ErrSize   = errors.New("too many hands")    // games with too many hands
)

// New writes a game in sequence form. It walks all pairs of hands and all boards.
func New(g game.Game, buckets [2]strategy.Bucketing) (*Form, error) {
	if g.Hands().Layout != game.OneCard {
		return nil, fmt.Errorf("%w: %s", ErrSize, g.Name())
	}
	f := &Form{game: g, buckets: buckets, payoff: map[[2]int]float64{}}
	for seat := range f.sides {
		f.sides[seat] = side{at: map[place]int{}, sequences: 1}
	}
	w := &walk{Form: f}
	for w.hands[0] = range g.Hands().Len(0) {
		for w.hands[1] = range g.Hands().Len(1) {
			if g.Hands().Pair(w.hands[0], w.hands[1]) == 0 {
				continue
			}
			if err := w.from(g.Root(), [2]int{}, 1); err != nil {
				return nil, err
			}
		}
	}
	f.pairs = slices.SortedFunc(maps.Keys(f.payoff), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return f, nil
}

type walk struct {
	*Form
	hands [2]int
}

func (w *walk) from(s game.State, sequences [2]int, chance float64) error {
	switch s.Kind {
	case game.Chance:
		deals := w.game.Deals(s, nil)
		for _, d := range deals.List {
			hands, dead := w.game.Hands(), d.State.Board.Set()
			if !hands.Live(w.hands[0], dead) || !hands.Live(w.hands[1], dead) {
				continue
			}
			if err := w.from(d.State, sequences, chance/deals.Ways); err != nil {
				return err
			}
		}
		return nil
	case game.Decision:
		i, err := w.set(s, sequences[s.Actor])
		if err != nil {
			return err
		}
		for a := range s.Actions {
			next := sequences
			next[s.Actor] = w.sides[s.Actor].sets[i].first + a
			if err := w.from(s.After(a), next, chance); err != nil {
				return err
			}
		}
		return nil
	}
	weight := w.game.Hands().PairWeight
	w.payoff[sequences] += chance / weight * (extensive.Payoff(w.game, s, w.hands) * weight) // rounded as a value is
	return nil
}

func (w *walk) set(s game.State, parent int) (int, error) {
	of := make([]int32, w.game.Hands().Len(s.Actor))
	w.buckets[s.Actor].Of(s.Round, s.Board, of)
	x, at := &w.sides[s.Actor], place{s.ID, int(of[w.hands[s.Actor]])}
	i, known := x.at[at]
	if !known {
		i = len(x.sets)
		x.at[at] = i
		x.sets = append(x.sets, set{at, s.Node, parent, x.sequences})
		x.sequences += len(s.Actions)
	}
	if x.sets[i].parent != parent {
		b := w.buckets[s.Actor]
		return 0, fmt.Errorf("%w: %s, at %v, bucket %s", ErrRecall, b.Name(), s, b.Label(s.Round, at.bucket))
	}
	return i, nil
}

// Table makes a strategy of plans of both seats; where a plan does not get, all actions are equally likely.
func (f *Form) Table(plans [2]Plan) *strategy.Table {
	t := strategy.NewTable(f.game, f.buckets)
	for id, n := range f.game.Root().Decisions() {
		for b := range f.buckets[n.Actor].Len(n.Round) {
			row, sum := t.Row(id, b), 0.0
			if i, ok := f.sides[n.Actor].at[place{id, b}]; ok {
				copy(row, plans[n.Actor][f.sides[n.Actor].sets[i].first:])
			} else {
				clear(row) // a bucket that no hand is in
			}
			for a := range row {
				row[a] = max(row[a], 0)
				sum += row[a]
			}
			for a := range row {
				if row[a] /= sum; !(sum > negligible) {
					row[a] = 1 / float64(len(row))
				}
			}
		}
	}
	return t
}

// negligible is the probability below which a plan does not get to a set.
const negligible = 1e-9

// Equilibria are all plans of seat 0 that are part of an equilibrium of a game.
type Equilibria struct {
	Value float64 // value of the game to seat 0
	form  *Form
}

// ErrSeats marks another game in which seat 0 has other information.
var ErrSeats = errors.New("seat 0 has other sequences")

// slack, in the game's unit, is the tolerance of a plan's guaranteed value, and the least improvement of a
// start: rounding, since with 0 the plans stay the same to ten digits.
const slack = 1e-10

// NewEquilibria computes the value of the game.
func NewEquilibria(ctx context.Context, f *Form) (*Equilibria, error) {
	value, _, err := f.Value(ctx, 0)
	return &Equilibria{value, f}, err
}

func (e *Equilibria) program() *program {
	p := e.form.plans(0)
	column := e.form.guarantee(p)
	p.Columns[column].Lower = (e.Value - slack) / e.form.unit()
	return p
}

// Best returns a plan with the largest guaranteed value in another game, and that value.
func (e *Equilibria) Best(ctx context.Context, other *Form) (Plan, float64, error) {
	if err := e.check(other); err != nil {
		return nil, 0, err
	}
	p := e.program()
	p.Columns[other.guarantee(p)].Cost = -1
	r, err := p.solve(ctx)
	if err != nil {
		return nil, 0, err
	}
	plan := e.form.planOf(p, r.X)
	value, _ := other.Guarantee(plan)
	return plan, value, nil
}

func (e *Equilibria) check(other *Form) error {
	if e.form.buckets[0].Name() != other.buckets[0].Name() || e.form.sides[0].sequences != other.sides[0].sequences {
		return fmt.Errorf("%w: %s and %s", ErrSeats, e.form.buckets[0].Name(), other.buckets[0].Name())
	}
	return nil
}

// Worst searches from random starts for the plan with the least guaranteed value in another game; it need
// not find it. The same seed gives the same plan.
func (e *Equilibria) Worst(
	ctx context.Context, other *Form, starts int, seed uint64,
) (worst Plan, least float64, err error) {
	if err := e.check(other); err != nil {
		return nil, 0, err
	}
	p := e.program()
	s, err := highs.New(&p.Model)
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(seed, 0))
	least = math.Inf(1)
	costs := make([]float64, e.form.sides[0].sequences)
	for range starts {
		for i := range costs {
			costs[i] = rng.NormFloat64()
		}
		for last := math.Inf(1); ; {
			for i, c := range costs {
				if err := s.ChangeColCost(i, c); err != nil {
					return nil, 0, err
				}
			}
			r, err := optimum(ctx, s)
			if err != nil {
				return nil, 0, err
			}
			plan := e.form.planOf(p, r.X)
			value, response := other.Guarantee(plan)
			if value < least {
				worst, least = plan, value
			}
			if value >= last-slack {
				break
			}
			last = value
			clear(costs)
			for _, pair := range other.pairs {
				costs[pair[0]] += other.payoff[pair] * response[pair[1]]
			}
		}
	}
	return worst, least, nil
}

// Between finds, on the segment between two plans, a plan whose guaranteed value in another game is a given
// amount between those of the two.
func (e *Equilibria) Between(other *Form, a, b Plan, amount float64) Plan {
	blend := func(t float64) Plan {
		x := make(Plan, len(a))
		for i := range x {
			x[i] = (1-t)*a[i] + t*b[i]
		}
		return x
	}
	of := func(t float64) float64 { v, _ := other.Guarantee(blend(t)); return v - amount }
	const halvings = 60 // more than the digits of a double
	low, high, above := 0.0, 1.0, of(0) > 0
	for range halvings {
		if middle := (low + high) / 2; (of(middle) > 0) == above {
			low = middle
		} else {
			high = middle
		}
	}
	return blend(low)
}

// Plan holds, for each sequence of a seat, the product of the probabilities of its actions.
type Plan []float64

// free is a column without bounds.
var free = mip.Column{Lower: math.Inf(-1), Upper: math.Inf(1)}

// program is a linear program for a plan of a seat, whose sequences are the first columns.
type program struct {
	mip.Model
	seat int
}

func (f *Form) plans(seat int) *program {
	p := &program{seat: seat}
	x := &f.sides[seat]
	for range x.sequences {
		p.AddColumn(mip.Column{Upper: 1})
	}
	p.row(1, 1, term{0, 1})
	for _, s := range x.sets {
		terms := []term{{s.parent, -1}}
		for a := range s.node.Actions {
			terms = append(terms, term{s.first + a, 1})
		}
		p.row(0, 0, terms...)
	}
	return p
}

type term struct {
	column int
	value  float64
}

func (p *program) row(lower, upper float64, terms ...term) {
	var index []int32
	var value []float64
	for _, t := range terms {
		index, value = append(index, int32(t.column)), append(value, t.value)
	}
	p.AddRow(mip.Row{Lower: lower, Upper: upper}, index, value)
}

// guarantee adds a column for a lower bound of a plan's guaranteed value in a form.
func (f *Form) guarantee(p *program) (column int) {
	other := &f.sides[1-p.seat]
	values := make([]int, len(other.sets))  // columns: the guaranteed values at the other seat's sets
	sums := make([][]term, other.sequences) // the terms of the guaranteed values after its sequences
	for i, s := range other.sets {
		values[i] = p.AddColumn(free)
		sums[s.parent] = append(sums[s.parent], term{values[i], 1})
	}
	sign := float64(1 - 2*p.seat)
	for _, pair := range f.pairs {
		if v := f.payoff[pair]; v != 0 {
			sums[pair[1-p.seat]] = append(sums[pair[1-p.seat]], term{pair[p.seat], sign * v})
		}
	}
	for i, s := range other.sets {
		for a := range s.node.Actions {
			p.row(0, math.Inf(1), append(sums[s.first+a], term{values[i], -1})...)
		}
	}
	column = p.AddColumn(free)
	p.row(0, 0, append(sums[0], term{column, -1})...)
	return column
}

func (p *program) solve(ctx context.Context) (*highs.Result, error) {
	s, err := highs.New(&p.Model)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return optimum(ctx, s)
}

func optimum(ctx context.Context, s *highs.Solver) (*highs.Result, error) {
	r, err := s.Solve(ctx, highs.Options{})
	if err == nil && r.Status != highs.Optimal {
		err = fmt.Errorf("a linear program ended with the status %q", r.Status)
	}
	return r, err
}

func (f *Form) planOf(p *program, x []float64) Plan {
	return slices.Clone(Plan(x[:f.sides[p.seat].sequences]))
}

// Value returns the value of the game to a seat and a plan that guarantees it.
func (f *Form) Value(ctx context.Context, seat int) (float64, Plan, error) {
	p := f.plans(seat)
	p.Columns[f.guarantee(p)].Cost = -1
	r, err := p.solve(ctx)
	if err != nil {
		return 0, nil, err
	}
	return -r.Objective * f.unit(), f.planOf(p, r.X), nil
}

// unit converts the programs' values to the game's unit.
func (f *Form) unit() float64 { return f.game.Hands().PairWeight }

// Guarantee returns the guaranteed value of a plan of seat 0, and the plan of seat 1 that holds it to that: the best
// action at each set, and none where it does not get.
func (f *Form) Guarantee(x Plan) (float64, Plan) {
	other := &f.sides[1]
	sums := make([]float64, other.sequences)
	for _, pair := range f.pairs {
		sums[pair[1]] += f.payoff[pair] * x[pair[0]]
	}
	choice := make([]int, len(other.sets))
	for i := len(other.sets) - 1; i >= 0; i-- { // sets come after those that they follow
		s := &other.sets[i]
		choice[i] = s.first
		for a := range s.node.Actions {
			if sums[s.first+a] < sums[choice[i]] {
				choice[i] = s.first + a
			}
		}
		sums[s.parent] += sums[choice[i]]
	}
	y := make(Plan, other.sequences)
	y[0] = 1
	for i := range other.sets {
		y[choice[i]] = y[other.sets[i].parent]
	}
	return sums[0] * f.unit(), y
}
