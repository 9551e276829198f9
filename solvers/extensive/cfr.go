package extensive

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"feltlab/internal/memory"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// CFROptions define the abstract game and when to stop.
type CFROptions struct {
	// Buckets are the seats' bucketings. With two hole cards they must not distinguish suits.
	Buckets    [2]strategy.Bucketing
	Iterations int // largest number of iterations, above 0
	// Gap ends the run earlier, once Equilibrium.Gap is at or below it.
	Gap float64
	// Seed draws random regrets for the start, which lead to another equilibrium if there are several.
	// With 0 all regrets start at 0.
	Seed uint64
	// Predictive expects the next regrets to be like the last and weights iteration t by its square in
	// the average: PCFR+, much faster near an equilibrium than CFR+.
	Predictive bool
	// Every, if above 0, is the number of iterations between calls of Report with the average so far; an error of
	// Report ends the run. They do not change the result.
	Every  int
	Report func(*Equilibrium) error
}

// Equilibrium is an approximate equilibrium of the abstract game.
type Equilibrium struct {
	Strategy *strategy.Table // average strategy of both seats
	Value    float64         // its value to seat 0 when both seats play it
	// Best[s] is the value of seat s's best response within its bucketing. The value of the abstract game
	// to seat 0 lies between -Best[1] and Best[0].
	Best       [2]float64
	Gap        float64 // their sum, the abstract game's NashConv
	Iterations int
}

// ErrCFROptions marks invalid options of CFR.
var ErrCFROptions = errors.New("bad options of CFR")

const (
	// firstCheck is the iteration after which the gap is first computed, checkRatio the factor between
	// further checks, so that they never cost much.
	firstCheck = 50
	checkRatio = 1.1
	// startScale bounds random regrets at the start, in the game's unit. It is large compared to the
	// regrets of one iteration, which are chips times the probability of a deal.
	startScale = 1.0
)

// SolveCFR runs CFR+. Errors are ErrCFROptions, memory.ErrMemory, that of Report, and that of a context that has ended.
func SolveCFR(ctx context.Context, g game.Game, o CFROptions) (*Equilibrium, error) {
	if o.Iterations < 1 {
		return nil, fmt.Errorf("%w: %d iterations", ErrCFROptions, o.Iterations)
	}
	if o.Buckets[0] == nil || o.Buckets[1] == nil {
		return nil, fmt.Errorf("%w: a seat has no bucketing", ErrCFROptions)
	}
	s := newSolver(g, o.Buckets)
	if err := memory.Check("solving "+g.Name(), s.bytes()); err != nil {
		return nil, err
	}
	s.start()
	if o.Seed != 0 {
		s.randomise(rand.New(rand.NewPCG(o.Seed, 0)))
	}
	check := float64(firstCheck)
	s.predictive = o.Predictive
	for t := 1; ; t++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		weight := float64(t)
		if o.Predictive {
			weight *= weight
		}
		s.update(0, weight)
		s.update(1, weight)
		if o.Every > 0 && t%o.Every == 0 {
			if err := o.Report(s.result(t)); err != nil {
				return nil, err
			}
		}
		if t >= o.Iterations || o.Gap > 0 && float64(t) >= check {
			check *= checkRatio
			if r := s.result(t); t >= o.Iterations || r.Gap <= o.Gap {
				return r, nil
			}
		}
	}
}

// AbstractGap returns the distance of a complete strategy from an equilibrium of its abstract game.
func AbstractGap(t *strategy.Table) *Equilibrium {
	s := newSolver(t.Game(), [2]strategy.Bucketing{t.Buckets(0), t.Buckets(1)})
	s.start()
	s.eachRow(t, func(row, strategy []float64) { copy(strategy, row) })
	for _, d := range s.learnt {
		d.use(d.strategy)
	}
	return s.evaluate()
}

func (s *solver) evaluate() *Equilibrium {
	r := &Equilibrium{Value: s.value(0, asPlayed), Strategy: strategy.NewTable(s.game, s.buckets)}
	s.eachRow(r.Strategy, func(row, strategy []float64) { copy(row, strategy) })
	r.Best = [2]float64{s.value(0, best), s.value(1, best)}
	r.Gap = r.Best[0] + r.Best[1]
	return r
}

func (s *solver) result(iterations int) *Equilibrium {
	for i := range s.learnt {
		d := &s.learnt[i]
		copy(d.saved, d.strategy)
		d.use(d.sum)
	}
	r := s.evaluate()
	r.Iterations = iterations
	for _, d := range s.learnt {
		copy(d.strategy, d.saved)
	}
	return r
}

func (s *solver) eachRow(t *strategy.Table, visit func(row, strategy []float64)) {
	for id, d := range s.learnt {
		for b := range len(d.strategy) / len(d.Actions) {
			visit(t.Row(id, b), d.strategy[b*len(d.Actions):][:len(d.Actions)])
		}
	}
}

type solver struct {
	game      game.Game
	hands     *game.Hands
	buckets   [2]strategy.Bucketing
	terminals *Terminals
	rounds    [][]board
	of        [2][][]int32 // bucket of each entry, by seat and round
	learnt    []learnt     // by decision
	walk      Walk[float64]
	// predictive plays as if the regrets of the last walk came again.
	predictive bool
}

// board is one board of a round: it represents its orbit under the suits.
type board struct {
	game.Deal
	ways   float64
	parent int     // index of the board of the round before
	copies float64 // number of boards that it represents
}

// learnt has what is known about a decision, by bucket and action.
type learnt struct {
	*game.Node
	regret, change, sum, strategy []float64
	saved                         []float64 // the strategy, while the average is in use

	of []int32 // the bucket of each hand, on all boards of the round
}

// use makes the strategy of each bucket proportional to weights.
func (d *learnt) use(weights []float64) { Normalise(d.strategy, weights, len(d.Actions)) }

// bytes is about what the vectors of the last round take: buckets of both seats, reaches and values, and for each
// action of a betting its strategy, a reach and three values.
func (s *solver) bytes() int64 {
	const actions = 3
	longest := 0
	for n := range s.game.Root().All() {
		longest = max(longest, len(n.History)-strings.LastIndexByte(n.History, '/'))
	}
	entries := len(s.rounds[len(s.rounds)-1]) * max(s.hands.Len(0), s.hands.Len(1))
	return int64(entries) * int64(8*(4+(actions+4)*longest))
}

// newSolver deals all rounds. The deals do not depend on the betting.
func newSolver(g game.Game, buckets [2]strategy.Bucketing) *solver {
	s := &solver{game: g, hands: g.Hands(), buckets: buckets, terminals: NewTerminals(g)}
	root := board{Deal: game.Deal{State: s.game.Root()}, copies: 1}
	if s.suitBlind() {
		root.Group = s.game.Symmetries()
	}
	s.rounds = [][]board{{root}}
	for r := 1; r < s.game.Rounds(); r++ {
		chance := chanceBelow(s.rounds[r-1][0].State.Node)
		var next []board
		for i, b := range s.rounds[r-1] {
			deals := s.game.Deals(game.State{Node: chance, Board: b.State.Board}, b.Group)
			for _, d := range deals.List {
				next = append(next, board{d, deals.Ways, i, b.copies * float64(len(d.Orbit))})
			}
		}
		s.rounds = append(s.rounds, next)
	}
	return s
}

// start sorts hands into buckets, and plays uniformly.
func (s *solver) start() {
	for seat := range 2 {
		n := s.hands.Len(seat)
		for r, boards := range s.rounds {
			of := make([]int32, len(boards)*n)
			for i, b := range boards {
				s.buckets[seat].Of(r, b.State.Board, of[i*n:(i+1)*n])
			}
			s.of[seat] = append(s.of[seat], of)
		}
	}
	for _, n := range s.game.Root().Decisions() {
		rows := func() []float64 { return make([]float64, s.buckets[n.Actor].Len(n.Round)*len(n.Actions)) }
		d := learnt{n, rows(), rows(), rows(), rows(), rows(), s.of[n.Actor][n.Round]}
		d.use(d.regret)
		s.learnt = append(s.learnt, d)
	}
}

// suitBlind reports whether no bucketing distinguishes hands and boards of one public card that differ only in
// suits. Bucketings of games with more cards are assumed not to.
func (s *solver) suitBlind() bool {
	if s.hands.Layout != game.OneCard {
		return true
	}
	boards := []game.Board{{}}
	if s.game.Rounds() > 1 {
		for _, hole := range s.hands.Cards {
			boards = append(boards, game.BoardOf(hole.Min()))
		}
	}
	n := len(s.hands.Cards)
	plain, renamed := make([]int32, n), make([]int32, n)
	for _, b := range boards {
		for _, p := range s.game.Symmetries() {
			other := game.State{Board: b}.Renamed(p).Board
			for _, buckets := range s.buckets {
				buckets.Of(min(b.Len(), 1), b, plain)
				buckets.Of(min(b.Len(), 1), other, renamed)
				for h, to := range p.Hands[0] {
					if plain[h] != renamed[to] {
						return false
					}
				}
			}
		}
	}
	return true
}

// chanceBelow returns the first chance node at or below a node, nil if there is none.
func chanceBelow(n *game.Node) *game.Node {
	for m := range n.Betting() {
		if m.Kind == game.Chance {
			return m
		}
	}
	return nil
}

func (s *solver) randomise(rng *rand.Rand) {
	for _, d := range s.learnt {
		for k := range d.regret {
			d.regret[k] = startScale * rng.Float64()
		}
		d.use(d.regret)
	}
}

// Normalise divides each row of weights by its sum; rows of zeros become uniform. Of regrets that are not below 0
// this is regret matching.
func Normalise[T Real](rows, weights []T, actions int) {
	for start := 0; start < len(rows); start += actions {
		row, weight := rows[start:start+actions], weights[start:start+actions]
		total := sum(weight)
		for i, w := range weight {
			if total > 0 {
				row[i] = w / total
			} else {
				row[i] = 1 / T(actions)
			}
		}
	}
}
