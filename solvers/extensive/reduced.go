package extensive

import (
	"errors"
	"fmt"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// Played is one hand of a game as it was played to its end: the private states of both seats, the betting and the
// board.
type Played struct {
	Hands [2]int
	End   game.State
}

// path lists the public states from the root to the end, which is the last. It deals the cards of the end's board.
func (p *Played) path(g game.Game) (states []game.State, err error) {
	s := g.Root()
	dealt := p.End.Board.Cards()
	for s.History != p.End.History {
		states = append(states, s)
		next := s.Toward(p.End.History)
		if next < 0 {
			return nil, fmt.Errorf("no end of %s after %s", g.Name(), s.History)
		}
		if s.Kind == game.Decision {
			s = s.After(next)
			continue
		}
		size := s.Board.Len() + 1
		if g.Hands().Layout == game.TwoCards {
			size = s.Round + 3 // three cards on the flop
		}
		s = game.State{Node: s.Children[0], Board: game.BoardOf(dealt[:size]...)}
	}
	return append(states, p.End), nil
}

// ErrImpossible marks a hand that a policy could not have played: it never takes one of the actions.
var ErrImpossible = errors.New("the strategy could not have played this hand")

// Reducer computes values of played hands with less variance than their winnings, and the same mean. It has scratch
// memory: use one for each goroutine.
type Reducer struct {
	game      game.Game
	terminals *Terminals
	deals     int // the deals from this one on are corrected for luck
}

// NewReducer returns a Reducer for a game in a card layout.
func NewReducer(g game.Game) *Reducer {
	r := &Reducer{game: g, terminals: NewTerminals(g)}
	if g.Hands().Layout == game.TwoCards {
		r.deals = 1 // not the flop, which would need all boards of five cards for each pair of hands
	}
	return r
}

// Value estimates what seat 0 wins on average from a hand that was played. known[s] is the policy of seat s, nil if it
// is not known. If the known policies played the hand, the mean over all hands is that of the winnings, whatever the
// other seat plays. It combines two estimates:
//
// Imaginary observations: a seat with a known policy might have held other hands, and taken the same actions with
// them. The value is the mean over all of them, weighted by the probability of the actions.
// Source: M. Bowling, M. Johanson, N. Burch and D. Szafron, "Strategy Evaluation in Extensive Games with Importance
// Sampling" (ICML 2008).
//
// Luck of the deals: the change of the showdown's expectation by a deal, for the pot before the deal, is subtracted.
// Its mean is 0. It is the correction for chance of AIVAT with a value function that plays no further bets; actions are
// not corrected. Source: N. Burch, M. Schmid, M. Moravcik, D. Morrill and M. Bowling, "AIVAT: A New Variance Reduction
// Technique for Agent Evaluation in Imperfect Information Games" (AAAI 2018). In hold'em it corrects turn and river.
//
// The error is ErrImpossible, or that of a policy. In hold'em a hand that sees the turn takes about 20 ms.
func (r *Reducer) Value(p *Played, known [2]game.Policy) (float64, error) {
	path, err := p.path(r.game)
	if err != nil {
		return 0, err
	}
	reach, err := r.reaches(p, path, known)
	if err != nil {
		return 0, err
	}
	total := r.mean(game.State{Node: &game.Node{Kind: game.Folded, Payoff: 1}, Board: p.End.Board}, reach)
	value := r.mean(p.End, reach)
	deal := 0
	for i, s := range path {
		if s.Kind != game.Chance {
			continue
		}
		if deal >= r.deals {
			pot, after := s.Contributions[0], path[i+1]
			value -= pot * (r.showdown(s.Node.Children[0], after.Board, reach) - r.showdown(s.Node, s.Board, reach))
		}
		deal++
	}
	return value / total, nil
}

// reaches returns for both seats the probability of the seat's actions with each hand; for a seat without a policy it
// is 1 for the hand that was held and 0 for all others. Hands that hold a card of the board have 0.
func (r *Reducer) reaches(p *Played, path []game.State, known [2]game.Policy) (reach [2][]float64, err error) {
	hands := r.game.Hands()
	for seat := range reach {
		if known[seat] == nil {
			reach[seat] = make([]float64, hands.Len(seat))
			reach[seat][p.Hands[seat]] = 1
			continue
		}
		reach[seat] = ones(hands.Len(seat))
		hands.Block(reach[seat], p.End.Board.Set())
	}
	for _, s := range path {
		if s.Kind != game.Decision || known[s.Actor] == nil {
			continue
		}
		out, err := game.Ask(known[s.Actor], hands, s, nil)
		if err != nil {
			return reach, err
		}
		k := s.Toward(p.End.History)
		for h, probability := range out[k] {
			reach[s.Actor][h] *= probability
		}
		if reach[s.Actor][p.Hands[s.Actor]] == 0 {
			return reach, fmt.Errorf("%w: with %s at %v it never chooses %v", ErrImpossible,
				hands.Name(s.Actor, p.Hands[s.Actor]), s, s.Actions[k])
		}
	}
	return reach, nil
}

// mean returns the sum over pairs of hands of joint prior x both reaches x payoff to seat 0 at an end.
func (r *Reducer) mean(s game.State, reach [2][]float64) (total float64) {
	values := make([]float64, len(reach[0]))
	r.terminals.Values(s, 0, reach[1], values)
	for h, v := range values {
		if reach[0][h] != 0 {
			total += reach[0][h] * v
		}
	}
	return total
}

// showdown returns the same for a showdown for 1 after all cards that are still to come.
func (r *Reducer) showdown(n *game.Node, board game.Board, reach [2][]float64) (total float64) {
	end := game.State{Node: &game.Node{Kind: game.Showdown, Payoff: 1}, Board: board}
	chance := chanceBelow(n)
	if chance == nil {
		return r.mean(end, reach)
	}
	if r.game.Hands().Layout == game.TwoCards {
		for set := range showdown.Completions(board.Set(), 0) {
			end.Board = game.BoardOf(set.Cards()...)
			total += r.mean(end, r.without(reach, set&^board.Set()))
		}
		return total / float64(equity.Runouts(board.Len()))
	}
	deals := r.game.Deals(game.State{Node: chance, Board: board}, nil)
	for _, d := range deals.List {
		total += r.showdown(d.State.Node, d.State.Board, r.without(reach, d.Dealt))
	}
	return total / deals.Ways
}

// without returns reaches in which hands that hold a dealt card have 0.
func (r *Reducer) without(reach [2][]float64, dealt cards.Set) (out [2][]float64) {
	for seat, v := range reach {
		out[seat] = slices.Clone(v)
		r.game.Hands().Block(out[seat], dealt)
	}
	return out
}
