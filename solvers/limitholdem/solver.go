package limitholdem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/river"
)

// Options choose how to compute; the zero value is the fastest way.
type Options struct {
	kernel *river.Kernel[float32] // of the river; nil is the fastest that there is
	double bool                   // compute the river in double precision, with the portable kernel
	// general treats opponents that ignore their cards like any other.
	general bool
	// ByRound asks in which round the loss arises: Result.Rounds.
	ByRound bool `json:"by_round"`
	// Turns and Rivers are the numbers of turns of a flop, and rivers of a turn, that are drawn to represent all; 0
	// takes all. Players that ignore their cards take all in any case. Since a best response knows the sample, it
	// wins on average more than from all cards: an upper bound in expectation. Solver.HeldOut gives a lower bound.
	Turns  int `json:"turns"`
	Rivers int `json:"rivers"`
	// Seed of the random permutations that test the policy for symmetry, and of the sample.
	Seed uint64 `json:"seed"`
}

// MostBuckets is the largest number of buckets of a round.
const MostBuckets = math.MaxUint16 + 1

// ErrOptions marks options that the solver cannot combine, or that the machine lacks.
var ErrOptions = errors.New("bad options")

// Solver computes best responses to one policy, or the winnings of another policy against it. It is safe for
// concurrent use.
type Solver struct {
	*tree
	*players
	options Options
	starts  [2][NumPreflop]vector // see engine
	valuers [2]valuer             // by our seat
}

type valuer interface {
	flop(ctx context.Context, flop, seat int) (*Item, error)
	method() string
}

// New returns a solver for a policy in limit hold'em. The policy must not distinguish suits: an error that wraps
// extensive.ErrAsymmetric says where random permutations found that it does. Tables of package strategy are fast; any
// other policy is asked for each public state.
func New(p game.Policy, o Options) (*Solver, error) {
	s := &Solver{tree: limitTree(), players: &players{}, options: o}
	var err error
	if s.opponent, err = s.player(p); err != nil {
		return nil, err
	}
	s.self = s.opponent
	return s, s.prepare()
}

// NewMatch returns a solver for the winnings of one policy against another, in either seat: values are those of the
// policy instead of a best response. Policies are as for New; ByRound is not possible.
func NewMatch(ours, theirs game.Policy, o Options) (*Solver, error) {
	if o.ByRound {
		return nil, fmt.Errorf("%w: a match has no losses by round", ErrOptions)
	}
	s := &Solver{tree: limitTree(), players: &players{played: true}, options: o}
	var err error
	if s.self, err = s.matchPlayer(ours); err != nil {
		return nil, err
	}
	if s.opponent, err = s.matchPlayer(theirs); err != nil {
		return nil, err
	}
	return s, s.prepare()
}

// matchPlayer makes a fixed player of a policy that ignores its cards, so that the river is fast.
func (s *Solver) matchPlayer(p game.Policy) (opponent, error) {
	out, err := s.player(p)
	if err != nil || out.fixed() {
		return out, err
	}
	c, err := s.constants(out, 0, 1)
	if c != nil {
		out = sameForAll{c}
	}
	return out, err
}

func (s *Solver) prepare() error {
	if err := s.startAll(); err != nil {
		return err
	}
	general := s.general()
	for seat := range s.valuers {
		s.valuers[seat] = general
		if s.options.general {
			continue
		}
		blindfold, err := s.blindfold(seat)
		if err != nil {
			return err
		}
		if blindfold != nil {
			s.valuers[seat] = blindfold
		}
	}
	return nil
}

func (s *Solver) player(p game.Policy) (opponent, error) {
	out, err := s.adapt(p)
	if err != nil {
		return nil, err
	}
	return out, extensive.CheckSymmetric(s.game, p, s.game.Root(), s.options.Seed)
}

func (s *Solver) adapt(p game.Policy) (opponent, error) {
	table, ok := p.(*strategy.Table)
	if !ok {
		return adapter{p, s.game.Hands()}, nil
	}
	if name := table.Game().Name(); name != s.game.Name() {
		return nil, fmt.Errorf("%w: %s, want %s", strategy.ErrGame, name, s.game.Name())
	}
	for seat := range 2 {
		if err := strategy.CheckLens(table.Buckets(seat), numRounds, MostBuckets); err != nil {
			return nil, err
		}
	}
	return tabled{table}, table.Check()
}

func (s *Solver) general() valuer {
	if s.options.double {
		return newEngine(s, river.Portable[float64]())
	}
	kernels := river.Kernels()
	return newEngine(s, cmp.Or(s.options.kernel, kernels[len(kernels)-1]))
}

func newEngine[R river.Real](s *Solver, k *river.Kernel[R]) *engine[R] {
	e := &engine[R]{
		tree: s.tree, players: s.players, kernel: k,
		byRound: s.options.ByRound, holdsOut: s.holdsOut(), starts: &s.starts,
	}
	e.drawnTurns, e.drawnRivers = s.options.draws()
	return e
}

func (s *Solver) startAll() error {
	for seat := range s.starts {
		walk, err := s.preflop(seat)
		if err != nil {
			return err
		}
		err = walk.descend(s.game.Root().Node, ones(), func(chance *game.Node, reach *vector) {
			s.starts[seat][s.after(chance)] = *reach
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Solver) preflop(seat int) (*street, error) {
	levels := 1
	if s.options.ByRound {
		levels = numRounds
	}
	walk := newStreet(s.players, s.game, seat, levels, 0)
	return walk, walk.deal(s.tree, preflop, game.Board{}, []*game.Node{s.game.Root().Node})
}

func ones() *vector {
	v := vector(slices.Repeat([]float64{1}, cards.NumCombos))
	return &v
}

// Method returns how items of a seat are computed: "blindfold" for opponents that ignore their cards, otherwise
// the river's kernel: "portable", "avx2" or "avx512".
func (s *Solver) Method(seat int) string { return s.valuers[seat&1].method() }

// Questions returns at most how many public states of an item a policy is asked for that is no table: fewer if it does
// not reach all histories.
func (s *Solver) Questions(seat int) int {
	if s.Method(seat) == blindfolded {
		return 0
	}
	turns, rivers := s.options.draws()
	boards := [numRounds]int{onFlop: 1, onTurn: cmp.Or(turns.n, numTurns)}
	boards[onRiver] = boards[onTurn] * cmp.Or(rivers.n, numRivers)
	total := 0
	for round := onFlop; round < numRounds; round++ {
		if !s.opponent.fixed() {
			total += boards[round] * len(s.tree.decisions(s.tree.opens[round], 1-seat))
		}
		if !s.self.fixed() && (s.played || s.options.ByRound && round < onRiver) {
			total += boards[round] * len(s.tree.decisions(s.tree.opens[round], seat))
		}
	}
	return total
}

// FlopCards returns the cards of a flop, which represents its orbit; flops are numbered from 0 to NumFlops - 1 in
// ascending order of their sets.
func (s *Solver) FlopCards(flop int) cards.Set { return s.flops[flop].Dealt }

// Flop computes an item: the contribution of a flop and seat. It takes seconds unless the opponent ignores its cards.
func (s *Solver) Flop(ctx context.Context, flop, seat int) (*Item, error) {
	if flop < 0 || flop >= len(s.flops) || seat < 0 || seat > 1 {
		return nil, fmt.Errorf("%w: flop %d, seat %d", ErrItem, flop, seat+1)
	}
	item, err := s.valuers[seat].flop(ctx, flop, seat)
	if err == nil && len(item.Values) < s.Levels() {
		item.Values = append(item.Values, item.Values[0]) // blindfold: nothing is drawn
	}
	return item, err
}

// Task is a piece of work: the flop and the seat of an item.
type Task struct{ Flop, Seat int }

// Tasks lists all work: both seats of all flops.
func Tasks() []Task {
	var out []Task
	for flop := range NumFlops {
		for seat := range 2 {
			out = append(out, Task{flop, seat})
		}
	}
	return out
}
