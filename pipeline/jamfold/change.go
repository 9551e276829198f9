package jamfold

import (
	"cmp"
	"context"
	"math"
	"slices"

	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// Changes says how far a stack or the others' ranges would have to move to change the answer to a question.
type Changes struct {
	Stack *StackChange `json:"stack,omitempty" text:"own stack"` // of the player's own stack; the other stacks stay
	// Depth is of all stacks at the table in proportion, by the player's own.
	Depth  *StackChange `json:"depth,omitempty" text:"all stacks in proportion"`
	Ranges RangeChange  `json:"ranges" text:"-"` // of the ranges of callers, or of players who jammed
}

// StackChange is a change of the player's own stack, alone or with the others.
type StackChange struct {
	Now float64 `json:"now_bigblinds" text:"now,2" unit:"big blinds"` // the stack
	// Below is the largest smaller stack with another answer, and Above the least larger one.
	Below *float64 `json:"below_bigblinds,omitempty" text:"changes at and below,2" unit:"big blinds"`
	Above *float64 `json:"above_bigblinds,omitempty" text:"changes at and above,2" unit:"big blinds"` // as above
	// From is the least stack that was tried, and To the largest: half and twice the stack.
	From float64 `json:"from_bigblinds" text:"smallest tried,2" unit:"big blinds"`
	To   float64 `json:"to_bigblinds" text:"largest tried,2" unit:"big blinds"` // as above
}

// RangeChange is a change of ranges: those with which the players behind call a jam, or with which the players who
// jammed did so. All move together, each by the same part of the hands that it lacks, or has. A range gains and loses
// hands in the order of what they gain the player who plays them.
type RangeChange struct {
	// Seats are the players whose ranges move; none if nobody has a choice.
	Seats []string  `json:"seats" text:"-"`
	Calls bool      `json:"calls" text:"-"`                   // whether they are ranges of calls
	Now   []float64 `json:"now_percent" text:",1" by:"Seats"` // percentage of hands that each plays
	// Tight are the largest narrower ranges with another answer.
	Tight []float64 `json:"narrower_percent,omitempty" text:"changes at and below %,1" by:"Seats"`
	// Loose are the least wider ranges with another answer.
	Loose []float64 `json:"wider_percent,omitempty" text:"changes at and above %,1" by:"Seats"`
}

// changeQuestion is the key of Changes in the store.
type changeQuestion struct {
	Table   *TableQuestion
	Seat    int
	Jammed  tournament.SeatSet
	Class   cards.Class
	Resolve bool
}

func changeSpec(q *TableQuestion, hand cards.Class) store.Spec {
	return store.Spec{
		Stage: "changes of an answer at a table", Version: "8", Schema: "gob",
		Config: changeQuestion{q, q.From.Seat, q.From.Jammed, hand, false}, Inputs: inputs(q.spec()),
	}
}

// Changes returns what would change the answer for a hand, the others' play fixed. It takes some ten evaluations of the
// table. It leaves out stacks if further hands count, whose values are those of the table's own
// stacks, and after a raise, whose size and hands depend on them.
func (l *Lab) Changes(ctx context.Context, d *Decided, hand cards.Class) (*Changes, error) {
	q, s, at := d.Question, d.TableSolution, d.Question.From
	return keptGob(ctx, l.Store, changeSpec(q, hand), 1, func(ctx context.Context) (*Changes, error) {
		g, err := l.tableGame(ctx, q)
		if err != nil {
			return nil, err
		}
		bar := progress.Start(l.Progress, "changes", 0)
		defer bar.Close()
		c := &changer{lab: l, q: q, table: *s.table(q), game: *g, solution: s, at: at, hand: hand}
		if c.solution.Play.Correction != nil {
			now, err := c.difference(ctx, q.Table.Stacks, nil)
			if err != nil {
				return nil, err
			}
			c.left = c.gain(&s.Play) - now
		}
		changes := new(Changes)
		if changes.Ranges, err = c.ranges(ctx); err != nil || s.Future != nil || q.Table.Opened != nil {
			return changes, err
		}
		if changes.Depth, err = c.stack(ctx, c.all, math.MaxInt); err != nil {
			return nil, err
		}
		most := math.MaxInt
		if len(q.Table.Prizes)+len(q.Table.Heads) == 0 { // chips that nobody can match are worth themselves
			most = max(q.Table.Stacks[at.Seat], slices.Max(c.own(0)))
		}
		changes.Stack, err = c.stack(ctx, c.own, most)
		return changes, err
	})
}

type changer struct {
	lab      *Lab
	q        *TableQuestion
	table    tournament.Table // with the values after the hand
	game     multiway.Game
	solution *TableSolution
	at       tournament.Decision
	hand     cards.Class
	// left is what complete deals add to the difference of jam and fold of four and more players: it is that of the
	// answer less that of the product of chances, and stays the same for all changes.
	left float64
}

func (c *changer) gain(s *multiway.Solution) float64 {
	return s.Jam[c.at.Node()][c.hand] - s.Fold[c.at.Node()][c.hand]
}

// difference returns what a jam gains over a fold with other play at some decisions, and perhaps other stacks.
// Decisions that the spot excludes do not matter: nobody plays on there, which spares their leaves.
func (c *changer) difference(
	ctx context.Context, stacks []int, other map[int]*[cards.NumClasses]float64,
) (float64, error) {
	t := c.table
	t.Stacks = stacks
	g := c.game
	g.Table, g.Fixed = &t, map[int]*[cards.NumClasses]float64{}
	for node := range c.solution.Play.Strategy {
		at := tournament.DecisionOf(node)
		earlier := tournament.SeatSet(1)<<min(at.Seat, c.at.Seat) - 1
		switch x := other[node]; {
		case x != nil:
			g.Fixed[node] = x
		case at.Jammed&earlier == c.at.Jammed&earlier:
			g.Fixed[node] = &c.solution.Play.Strategy[node]
		default:
			g.Fixed[node] = new([cards.NumClasses]float64)
		}
	}
	o := multiway.Options{Seed: uint64(c.q.Seed), Iterations: 1, Workers: c.lab.Workers}
	s, err := play(ctx, g, o)
	if err != nil {
		return 0, err
	}
	return c.gain(s) + c.left, nil
}

// own returns the stacks if the player has a number of chips.
func (c *changer) own(chips int) []int {
	stacks := slices.Clone(c.q.Table.Stacks)
	stacks[c.at.Seat] = chips
	return stacks
}

// all returns the stacks in proportion if the player has a number of chips.
func (c *changer) all(chips int) []int {
	stacks := slices.Clone(c.q.Table.Stacks)
	now := stacks[c.at.Seat]
	for i, s := range stacks {
		stacks[i] = max(1, int(math.Round(float64(s)*float64(chips)/float64(now))))
	}
	return stacks
}

// SoonChanged is the largest number of seats from a decision on for which the search for what would change the answer
// takes less time than the answer.
const SoonChanged = 6

const (
	stackStep = 1.5  // ratio of stacks that are tried one after the other, until the answer changes
	fineStack = 0.01 // accuracy of stacks, in big blinds
)

// stack looks for stacks that change the answer, of those that a number of chips of the player gives, up to most.
func (c *changer) stack(ctx context.Context, stacks func(int) []int, most int) (s *StackChange, err error) {
	t := &c.q.Table
	blind, now := float64(t.BigBlind), t.Stacks[c.at.Seat]
	f := func(chips float64) (float64, error) { return c.difference(ctx, stacks(int(math.Round(chips))), nil) }
	// The others' play, made for the stack as it is, says little of one far from it.
	least, most := max(c.least(stacks), (now+1)/2), min(most, 2*now)
	s = &StackChange{Now: float64(now) / blind, From: float64(least) / blind, To: float64(most) / blind}
	search := search{f: f, accuracy: max(1, fineStack*blind), step: func(x, to float64) float64 {
		if to > x {
			return min(to, x*stackStep)
		}
		return max(to, x/stackStep)
	}}
	if search.base, err = f(float64(now)); err != nil {
		return s, err
	}
	return s, search.both(float64(now), float64(least), float64(most), func(above bool, x float64) {
		if x /= blind; above {
			s.Above = &x
		} else {
			s.Below = &x
		}
	})
}

// least returns the least stack of the player that leaves a choice, and is at least half a big blind.
func (c *changer) least(stacks func(int) []int) int {
	q := *c.q
	least := q.Table.Stacks[c.at.Seat]
	for low := min(q.Table.BigBlind/2, least) - 1; least-low > 1; { // low leaves none, or is too small
		at := (low + least) / 2
		if q.Table.Stacks = stacks(at); q.CheckDecision(c.at) == nil {
			least = at
		} else {
			low = at
		}
	}
	return least
}

// search looks for the point next to a start where a function has another sign.
type search struct {
	f        func(float64) (float64, error)
	base     float64 // value at the start
	accuracy float64
	step     func(x, to float64) float64 // next point to try towards another
}

// both looks for the first point with another sign on the way to each of two ends, and tells which it found.
func (s *search) both(start, low, high float64, found func(above bool, x float64)) error {
	for i, end := range [2]float64{low, high} {
		x, ok, err := s.towards(start, end)
		if err != nil {
			return err
		}
		if ok {
			found(i == 1, x)
		}
	}
	return nil
}

// towards returns the first point with another sign that it finds on the way to an end, to the accuracy.
func (s *search) towards(start, end float64) (x float64, found bool, err error) {
	last, lastValue := start, s.base
	for last != end {
		next := s.step(last, end)
		value, err := s.f(next)
		if err != nil {
			return 0, false, err
		}
		if value > 0 != (s.base > 0) {
			x, err := s.between(last, lastValue, next, value)
			return x, true, err
		}
		last, lastValue = next, value
	}
	return 0, false, nil
}

// between narrows an interval at whose ends the function has two signs, by the line through them or at a third of the
// interval, and returns the end with the other sign.
func (s *search) between(a, fa, b, fb float64) (float64, error) {
	for math.Abs(b-a) > s.accuracy {
		part := min(max(fa/(fa-fb), 0.1), 0.9)
		x := a + part*(b-a)
		fx, err := s.f(x)
		if err != nil {
			return 0, err
		}
		if fx > 0 == (s.base > 0) {
			a, fa, fb = x, fx, fb/2
		} else {
			b, fb, fa = x, fx, fa/2
		}
	}
	return b, nil
}

// ranges looks for wider and narrower ranges of the others that change the answer.
func (c *changer) ranges(ctx context.Context) (r RangeChange, err error) {
	t := &c.q.Table
	names, nodes := t.Seats(), []int{}
	add := func(seat int, jammed tournament.SeatSet) {
		if !t.Stays(seat, jammed) {
			r.Seats = append(r.Seats, names[seat])
			nodes = append(nodes, tournament.Node(seat, jammed))
		}
	}
	if r.Calls = c.at.Jammed == 0; r.Calls {
		for seat := c.at.Seat + 1; seat < len(t.Stacks); seat++ {
			add(seat, 1<<c.at.Seat)
		}
	}
	for seat := range c.at.Seat {
		if c.at.Jammed.Has(seat) {
			add(seat, c.at.Jammed&(1<<seat-1))
		}
	}
	if len(nodes) == 0 {
		return r, nil
	}
	moved := make([]mover, len(nodes))
	for i, node := range nodes {
		var hands []float64
		if t.Opened != nil && tournament.DecisionOf(node).Seat == len(t.Stacks)-1 {
			hands = t.Opened.Hands
		}
		moved[i] = newMover(c.solution, node, hands)
		r.Now = append(r.Now, 100*moved[i].share)
	}
	f := func(part float64) (float64, error) {
		other := map[int]*[cards.NumClasses]float64{}
		for i, node := range nodes {
			other[node] = moved[i].move(part)
		}
		return c.difference(ctx, t.Stacks, other)
	}
	s := search{f: f, accuracy: 1e-3, step: func(x, to float64) float64 { return min(max(to, x-0.25), x+0.25) }}
	if s.base, err = f(0); err != nil {
		return r, err
	}
	end := -1.0
	if !r.Calls {
		end = -0.99 // of a player who jams nothing a jam says nothing
	}
	return r, s.both(0, end, 1, func(wider bool, part float64) {
		to := &r.Tight
		if wider {
			to = &r.Loose
		}
		for i := range moved {
			*to = append(*to, 100*moved[i].shareAt(part))
		}
	})
}

type mover struct {
	now    [cards.NumClasses]float64
	order  []cards.Class             // best first
	weight [cards.NumClasses]float64 // part of a hand among all that the seat may hold
	share  float64                   // part of these that are played
}

// newMover returns a mover of the range at a node, of a seat that may hold all hands, or those with the probabilities
// of a raise before.
func newMover(s *TableSolution, node int, raised []float64) mover {
	m, all := mover{now: s.Play.Strategy[node], share: stochastic.Share(&s.Play.Strategy[node])}, 0.0
	for k := range m.weight {
		m.weight[k] = stochastic.Prior(cards.Class(k))
	}
	if raised != nil {
		m.share = 0
		for k, p := range raised {
			m.weight[k] *= p
			all += m.weight[k]
		}
		for k, p := range m.now {
			m.weight[k] /= all
			m.share += p * m.weight[k]
		}
	}
	gain := func(k cards.Class) float64 { return s.Play.Jam[node][k] - s.Play.Fold[node][k] }
	if s.Play.Jam[node] == s.Play.Fold[node] { // not computed
		gain = func(k cards.Class) float64 {
			wins, ties := ranges.Preflop(k)
			return float64(2*wins + ties)
		}
	}
	for k, weight := range m.weight {
		if weight > 0 {
			m.order = append(m.order, cards.Class(k))
		}
	}
	slices.SortStableFunc(m.order, func(a, b cards.Class) int { return cmp.Compare(gain(b), gain(a)) })
	return m
}

// shareAt returns the part of all hands that are played after a move.
func (m *mover) shareAt(part float64) float64 {
	if part < 0 {
		return m.share * (1 + part)
	}
	return m.share + part*(1-m.share)
}

// move returns the range after a move from -1, which leaves no hand, to 1, which leaves all.
func (m *mover) move(part float64) *[cards.NumClasses]float64 {
	to := m.now
	rest := m.shareAt(part) - m.share
	for i := range m.order {
		k := m.order[i]
		if part < 0 {
			k = m.order[len(m.order)-1-i]
		}
		by := min(max(rest/m.weight[k], -to[k]), 1-to[k])
		to[k] += by
		rest -= by * m.weight[k]
	}
	return &to
}
