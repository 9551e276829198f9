package extensive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// ResponseOptions choose how to compute a best response.
type ResponseOptions struct {
	Workers int // subtrees walked at the same time; below 1: one for each processor
	// ByRound fills Response.Rounds and Response.Self.
	ByRound bool
	// AllDeals walks all deals, not one of each orbit of the suits. A policy that distinguishes suits
	// needs it; BestResponse finds that out by itself.
	AllDeals bool
	// Symmetric skips the test whether the policy distinguishes suits: the caller knows that it does
	// not. In a small subtree the test takes longer than the walk.
	Symmetric bool
	// Visit, if set, is called at each decision that is walked, with ByRound: see Visit. Calls come from one goroutine
	// if Workers is 1.
	Visit Visit

	// Fixed, if set, says at which decisions a best response plays as the policy does.
	Fixed func(n *game.Node) bool

	anySize bool // tests: share even the smallest subtrees
}

// sharedHands is the number of private states from which on subtrees are shared among goroutines; in
// smaller games a subtree takes less time than handing it over.
const sharedHands = 64

// Visit sees a decision: the reach of both seats, what the policy plays by action and hand, and what each action then
// wins for each hand of the actor if the policy goes on: sums over the opponent's hands as those of Subtree. The
// vectors are valid until it returns.
type Visit func(s game.State, reach [2][]float64, play, after [][]float64)

// Response is what best responses from both seats win against a policy, in the game's unit.
type Response struct {
	// SeatValues[s] is the value of a best response from seat s to the policy in the other.
	SeatValues [2]float64
	// Hands[s][h] is the same when seat s was dealt hand h.
	Hands [2][]float64
	// Rounds[s][k] is the part of NashConv that arises when seat s responds in round k; only if ByRound asks for it.
	Rounds [2][]float64
	// Self[s] is the value of the policy against itself to seat s, and SelfHands[s][h] when it was dealt hand h; only
	// if ByRound asks for them.
	Self      [2]float64
	SelfHands [2][]float64
}

// NashConv is the sum of both values, 0 at an equilibrium.
func (r *Response) NashConv() float64 { return r.SeatValues[0] + r.SeatValues[1] }

// Mean is the policy's exploitability, NashConv / 2.
func (r *Response) Mean() float64 { return r.NashConv() / 2 }

// BestResponse computes best responses from both seats to a policy. Errors are those of the policy,
// of the options and of the context.
func BestResponse(ctx context.Context, g game.Game, p game.Policy, o ResponseOptions) (*Response, error) {
	o, err := o.prepare(g, p, g.Root())
	if err != nil {
		return nil, err
	}
	levels := 1
	if o.ByRound {
		levels += g.Rounds()
	}
	x := o.search(ctx, g, p)
	v := x.atRoot(levels)
	if _, err := x.from(g.Root(), o.symmetries(g), v); err != nil {
		return nil, err
	}
	r := &Response{}
	r.fill(g, 0, v.Values[0])
	r.fill(g, 1, v.Values[1])
	return r, nil
}

func (o ResponseOptions) search(ctx context.Context, g game.Game, p game.Policy) *search {
	x := &search{ctx: ctx, game: g, hands: g.Hands(), policy: p, workers: 1, visit: o.Visit, fixed: o.Fixed}
	if x.hands.Len(0) >= sharedHands || o.anySize {
		x.workers = parallel.Workers(o.Workers)
	}
	return x
}

func (x *search) atRoot(levels int) *Vectors[float64] {
	v, memory := &Vectors[float64]{}, stack[float64]{}
	for seat := range 2 {
		v.Reach[seat], v.Values[seat] = x.hands.Weights(seat), memory.Vectors(levels, x.hands.Len(seat))
	}
	return v
}

func (o ResponseOptions) symmetries(g game.Game) []*game.Symmetry {
	if o.AllDeals {
		return nil
	}
	return g.Symmetries()
}

// prepare decides whether to walk all deals: there may be no symmetry to use, or the policy may distinguish suits.
func (o ResponseOptions) prepare(g game.Game, p game.Policy, s game.State) (ResponseOptions, error) {
	if len(g.Stabilizer(s)) == 1 {
		o.AllDeals = true
	}
	if o.AllDeals || o.Symmetric {
		return o, nil
	}
	err := CheckSymmetric(g, p, s, 0)
	if errors.Is(err, ErrAsymmetric) {
		o.AllDeals, err = true, nil
	}
	return o, err
}

// fill takes the values of a seat, by level (see search).
func (r *Response) fill(g game.Game, seat int, values [][]float64) {
	levels, weights := make([]float64, len(values)), g.Hands().Weights(seat)
	for k := range levels {
		for h, w := range weights {
			levels[k] += w * values[k][h]
		}
	}
	r.SeatValues[seat] = levels[0]
	r.Hands[seat] = make([]float64, len(values[0]))
	r.SelfHands[seat] = make([]float64, len(values[0]))
	for h, prior := range g.Hands().Prior(seat) {
		if prior > 0 {
			r.Hands[seat][h] = weights[h] * values[0][h] / prior
			r.SelfHands[seat][h] = weights[h] * values[len(values)-1][h] / prior
		}
	}
	if len(levels) > 1 {
		for k := range levels[1:] {
			r.Rounds[seat] = append(r.Rounds[seat], levels[k]-levels[k+1])
		}
		r.Self[seat] = levels[len(levels)-1]
	}
}

// Subtree computes the value of a best response from a public state on, for each hand of a seat: sums over the
// opponent's hands of joint prior x reach x payoff, not yet divided by the probability of the board and of our hand.
// Reach is the probability that the opponent plays to the state with each hand, nil for 1 or the weights of listed
// hands. The values of hands that hold a card of the board are 0. It does not take ByRound.
func Subtree(
	ctx context.Context, g game.Game, p game.Policy, s game.State, seat int, reach []float64, o ResponseOptions,
) ([]float64, error) {
	if o.ByRound {
		return nil, errors.New("a subtree has no losses by round")
	}
	o, err := o.prepare(g, p, s)
	if err != nil {
		return nil, err
	}
	if reach == nil {
		reach = g.Hands().Weights(1 - seat)
	}
	live, values := slices.Clone(reach), make([]float64, g.Hands().Len(seat))
	g.Hands().Block(live, s.Board.Set())
	v := &Vectors[float64]{}
	v.Reach[1-seat], v.Values[seat] = live, [][]float64{values}
	if _, err := o.search(ctx, g, p).from(s, o.fixing(g, s, 1-seat, live), v); err != nil {
		return nil, err
	}
	g.Hands().Block(values, s.Board.Set())
	return values, nil
}

// fixing lists the symmetries that fix a state and the reach of a seat.
func (o ResponseOptions) fixing(g game.Game, s game.State, seat int, reach []float64) (out []*game.Symmetry) {
	if o.AllDeals {
		return nil
	}
	for _, p := range g.Stabilizer(s) {
		fixed := true
		for h, to := range p.Hands[seat] {
			fixed = fixed && reach[h] == reach[to]
		}
		if fixed {
			out = append(out, p)
		}
	}
	return out
}

func ones(n int) []float64 { return slices.Repeat([]float64{1}, n) }

// ErrAsymmetric marks policies that distinguish suits, for which suit isomorphism is wrong.
var ErrAsymmetric = errors.New("the policy is not suit-symmetric")

const (
	// symmetryTolerance is how far probabilities may differ between suits, by the rounding of a policy
	// that computes them. A difference of d in all probabilities moves a value by no more than d times
	// the largest payoff and the number of decisions on a path.
	symmetryTolerance = 1e-12
	symmetrySamples   = 400 // number of random public states compared with random permutations
	// smallTree is the number of comparisons up to which all public states are compared with all permutations
	// instead: those of Leduc, but not hold'em before the river.
	smallTree = 1_000
)

// CheckSymmetric returns an error that wraps ErrAsymmetric and names a public state and a hand if the policy
// treats states below s, or hands, that differ only in suits differently. In small trees it compares all
// states with all their permutations, in large ones random states with random permutations, by the seed.
func CheckSymmetric(g game.Game, p game.Policy, s game.State, seed uint64) error {
	c := symmetryCheck{g: g, policy: p, group: g.Symmetries()[1:], tolerance: symmetryTolerance}
	if len(c.group) == 0 {
		return nil
	}
	var all []game.State
	for state := range game.Decisions(g, s) {
		if all = append(all, state); len(all)*len(c.group) > smallTree {
			break
		}
	}
	if len(all)*len(c.group) <= smallTree {
		for _, state := range all {
			if err := c.all(state); err != nil {
				return err
			}
		}
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	boards := map[game.Board][]game.Deal{}
	for range symmetrySamples {
		if err := c.compare(randomDecision(g, s, boards, rng), c.group[rng.IntN(len(c.group))]); err != nil {
			return err
		}
	}
	return nil
}

// CheckSuits is CheckSymmetric for one public state, and all that differ from it in suits; probabilities may differ by
// a tolerance.
func CheckSuits(g game.Game, p game.Policy, s game.State, tolerance float64) error {
	c := symmetryCheck{g: g, policy: p, group: g.Symmetries()[1:], tolerance: tolerance}
	return c.all(s)
}

// RandomDecisions returns decisions of a game that random play passes, the same ones for the same seed.
func RandomDecisions(g game.Game, n int, seed uint64) (out []game.State) {
	rng, boards := rand.New(rand.NewPCG(seed, 0)), map[game.Board][]game.Deal{}
	for range n {
		out = append(out, randomDecision(g, g.Root(), boards, rng))
	}
	return out
}

// randomDecision plays at random from s, and picks one of the decisions on the path. It keeps the deals that
// follow the first board, which do not depend on the betting.
func randomDecision(g game.Game, s game.State, boards map[game.Board][]game.Deal, rng *rand.Rand) game.State {
	first := s.Board
	var passed []game.State
	act := func(s game.State) (int, error) {
		passed = append(passed, s)
		return rng.IntN(len(s.Actions)), nil
	}
	_, _ = playOut(s, act, func(s game.State) game.Board { // random actions have no errors
		list := boards[s.Board]
		if list == nil {
			list = g.Deals(s, nil).List
		}
		if s.Board == first {
			boards[first] = list
		}
		return list[rng.IntN(len(list))].State.Board
	})
	return passed[rng.IntN(len(passed))]
}

type symmetryCheck struct {
	g      game.Game
	policy game.Policy
	group  []*game.Symmetry
	// tolerance is how far probabilities may differ.
	tolerance float64

	scratch stack[float64]
}

func (c *symmetryCheck) all(s game.State) error {
	for _, symmetry := range c.group {
		if err := c.compare(s, symmetry); err != nil {
			return err
		}
	}
	return nil
}

func (c *symmetryCheck) compare(s game.State, p *game.Symmetry) error {
	n := c.g.Hands().Len(s.Actor)
	mark := c.scratch.mark()
	defer c.scratch.release(mark)
	plain, renamed := c.scratch.Vectors(len(s.Actions), n), c.scratch.Vectors(len(s.Actions), n)
	other := s.Renamed(p)
	if err := c.policy.Vector(s, plain); err != nil {
		return err
	}
	if err := c.policy.Vector(other, renamed); err != nil {
		return err
	}
	board := s.Board.Set()
	for i := range plain {
		for h, to := range p.Hands[s.Actor] {
			if !c.g.Hands().Live(h, board) {
				continue
			}
			if a, b := plain[i][h], renamed[i][to]; math.Abs(a-b) > c.tolerance {
				name := func(h int) string { return c.g.Hands().Name(s.Actor, h) }
				return fmt.Errorf("%w: action %v has probability %v at %v with %s, but %v at %v with %s",
					ErrAsymmetric, s.Actions[i], a, s, name(h), b, other, name(int(to)))
			}
		}
	}
	return nil
}
