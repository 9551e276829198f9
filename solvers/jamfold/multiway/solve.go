package multiway

import (
	"context"
	"errors"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// Game is a hand at a table, with the distributions of the cards.
type Game struct {
	Table *tournament.Table
	Pairs *stochastic.Pairs
	// Triples may be nil at a table of two.
	Triples *stochastic.Triples
	// Fixed holds strategies that do not change, by tournament.Node.
	Fixed map[int]*[cards.NumClasses]float64
	// From is the decision from which the hand is played: all probabilities are conditional on it. Fixed has the
	// strategies at the decisions before, which say with which cards the seats act so.
	From tournament.Decision
}

// Options of Solve and of Hands.Play.
type Options struct {
	Seed       uint64  // of the deals of four and more hands
	Target     float64 // largest gain of a player by other play, as the solver sees it, in the unit of the values
	Iterations int     // at most
	// Deals is the number of complete deals that correct the values of four and more players; 0: none do.
	Deals int
	// Product has the complete deals measure the correction for the solution without it.
	Product bool
	// Start, unless nil, is the strategy from which Solve starts: the solution of a similar table of as many players.
	Start    stochastic.Strategy
	Age      int // number of iterations for which the start counts
	Workers  int // below 1: one for each processor
	Progress func(done, total int)
}

// WarmAge is an Age for the solution of a table that differs in one stack, prize or range.
const WarmAge = 8

// Solution is play at a table.
type Solution struct {
	Strategy stochastic.Strategy
	// Jam and Fold are the values of jam and fold to the player who acts, by tournament.Node and class, given that
	// play comes to the decision; with Reach 0 they mean nothing. Decisions to which Game.From does not lead have none.
	// All three are nil for two and three players.
	Jam, Fold [][cards.NumClasses]float64
	Reach     []float64 // probability that play comes to a decision, from Game.From on
	// Regret is each seat's gain by other play as the solver sees it; package expost computes the real one.
	Regret     []float64
	LeftOut    float64 // most that leaves left out could gain a player
	Iterations int
	Correction *Correction // nil for two and three players, and if there were no complete deals
}

// Solve plays until no player gains more than the target, or to the last iteration. On the error of the context the
// solution is that of the last iteration.
func Solve(ctx context.Context, g Game, o Options) (*Solution, error) {
	if err := g.Table.Validate(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	solve := g.solveMany
	x, free := g.begin(&o)
	if len(x.Holders(g.From, len(g.Table.Stacks))) <= tournament.NumSeats {
		solve = g.solveFew
	}
	r, err := solve(ctx, o, x, free)
	if errors.Is(err, ErrIterations) {
		err = nil
	}
	return r, err
}

// begin returns the strategies from which play starts, and which decisions are free. Without a start, players jam the
// fewer hands, the more others have jammed.
func (g *Game) begin(o *Options) (x stochastic.Strategy, free []bool) {
	x = stochastic.NewStrategy(g.Table)
	free = make([]bool, len(x))
	tops := [...]*values{top(0.35), top(0.15), top(0.06), top(0.03)}
	for node := range x {
		at := tournament.DecisionOf(node)
		switch fixed := g.Fixed[node]; {
		case g.Table.Stays(at.Seat, at.Jammed):
			continue
		case fixed != nil:
			x[node] = *fixed
			continue
		case !g.From.Leads(node):
			continue
		case o.Start != nil:
			x[node] = o.Start[node]
		default:
			x[node] = *tops[min(at.Jammed.Len(), len(tops)-1)]
		}
		free[node] = true
	}
	return x, free
}

// solveFew solves a table in which two or three seats hold hands, exactly.
func (g *Game) solveFew(ctx context.Context, o Options, x stochastic.Strategy, free []bool) (*Solution, error) {
	for node := range x {
		if free[node] && o.Start == nil { // as tournaments begin
			x[node] = ones
		}
	}
	reach := 1.0 // of the first decision: by far as exact as the target
	for seat := range g.From.Seat {
		at, jams := g.From.Before(seat)
		reach *= chance(stochastic.Share(&x[at.Node()]), jams)
	}
	few := stochastic.NewFew(g.Table, x.Holders(g.From, len(g.Table.Stacks)))
	if few.Last != nil {
		reach *= stochastic.Share(few.Last)
	}
	if !(reach > 0) {
		return nil, stochastic.ErrUnreached
	}
	o.Target *= reach
	own, choices := few.Of(x), make([]bool, len(few.Nodes))
	for node, at := range few.Nodes {
		choices[node] = free[at]
	}
	r := &Solution{Strategy: x}
	hands := NewHands(g.Pairs, g.Triples, few.Last)
	regret, iterations, err := hands.Play(ctx, choices, &few.Payoffs, own, o)
	r.Iterations, r.Regret = iterations, make([]float64, len(g.Table.Stacks))
	for i, seat := range few.Seats {
		r.Regret[seat] = regret[i] / reach
	}
	for node, at := range few.Nodes {
		x[at] = own[node]
	}
	return r, err
}
