package training

import (
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// reference plays a pass on one board as the definition says, one betting history at a time and
// in double precision; terminals are those of package terminal, which are held against every pair
// of hands there. It starts from a solver's tables and fills in what should become of them.
type reference struct {
	*Solver
	seat      int
	board     []cards.Card
	terminals *extensive.Terminals
	live      [cards.NumCombos]bool
	of        [2][numRounds][cards.NumCombos]int32
	where     map[int]decision
	// gains and masses, by decision, bucket and action: counterfactual values, and what the opponent plays.
	gains, masses [][][maxActions]float64
}

type doubles = [cards.NumCombos]float64

func newReference(s *Solver, seat int, board []cards.Card) *reference {
	r := &reference{Solver: s, seat: seat, board: board, terminals: extensive.NewTerminals(s.game),
		where: map[int]decision{}}
	for h := range r.live {
		r.live[h] = cards.Combo(h).Set()&cards.SetOf(board...) == 0
	}
	for seat, b := range s.options.Buckets {
		for round, n := range boardLen {
			b.Of(round, game.BoardOf(board[:n]...), r.of[seat][round][:])
		}
	}
	for _, n := range s.game.Root().Decisions() {
		rows := func() [][maxActions]float64 {
			return make([][maxActions]float64, s.options.Buckets[n.Actor].Len(n.Round))
		}
		r.gains, r.masses = append(r.gains, rows()), append(r.masses, rows())
	}
	for round := range numRounds {
		for _, at := range s.layout.decisions[round] {
			r.where[at.node.ID] = at
		}
	}
	return r
}

// won is what the seat wins per pair of hands.
func (r *reference) won() float64 {
	var reach doubles
	for h := range reach {
		if r.live[h] {
			reach[h] = 1
		}
	}
	sum := 0.0
	for h, v := range r.value(r.game.Root().Node, &reach) {
		if r.live[h] {
			sum += v
		}
	}
	return sum / (1_081 * 990)
}

// odds is the strategy of a bucket by regret matching.
func (r *reference) odds(n *game.Node, bucket int32) (p [maxActions]float64) {
	at, total := r.where[n.ID], 0.0
	regrets := &r.tables[n.Actor][n.Round].regrets[at.block][bucket]
	for a := range n.Children {
		p[a] = max(float64(regrets[at.entry+a][at.lane]), 0)
		total += p[a]
	}
	for a := range n.Children {
		if total > 0 {
			p[a] /= total
		} else {
			p[a] = 1 / float64(len(n.Children))
		}
	}
	return p
}

func (r *reference) value(n *game.Node, reach *doubles) (out doubles) {
	switch n.Kind {
	case game.Folded, game.Showdown:
		s := game.State{Node: n, Board: game.BoardOf(r.board...)}
		r.terminals.Values(s, r.seat, reach[:], out[:])
		for h := range out {
			out[h] /= r.game.Hands().PairWeight
		}
		r.tilt(n, reach, &out)
		return out
	case game.Chance:
		return r.value(n.Children[0], reach)
	}
	of := &r.of[n.Actor][n.Round]
	odds := make([][maxActions]float64, r.options.Buckets[n.Actor].Len(n.Round))
	for b := range odds {
		odds[b] = r.odds(n, int32(b))
	}
	for a, child := range n.Children {
		next := *reach
		if n.Actor != r.seat {
			for h := range next {
				if r.live[h] {
					next[h] *= odds[of[h]][a]
					r.masses[n.ID][of[h]][a] += next[h]
				}
			}
		}
		up := r.value(child, &next)
		for h := range out {
			switch {
			case !r.live[h]:
			case n.Actor == r.seat:
				out[h] += odds[of[h]][a] * up[h]
				r.gains[n.ID][of[h]][a] += up[h]
			default:
				out[h] += up[h]
			}
		}
	}
	return out
}

// tilt changes what is won and lost: w of won and lost pots together, and all pots there are.
func (r *reference) tilt(n *game.Node, reach, out *doubles) {
	tilt := r.options.Tilts[r.seat]
	if tilt == (Tilt{}) {
		return
	}
	win, lose := 1+tilt.Win/100, 1+tilt.Lose/100
	all, ours := *n, 1.0
	all.Kind, all.Payoff = game.Folded, 1
	if r.seat == 1 {
		all.Payoff, ours = -1, -1
	}
	var pots doubles
	r.terminals.Values(game.State{Node: &all, Board: game.BoardOf(r.board...)}, r.seat, reach[:], pots[:])
	for h := range out {
		switch {
		case n.Kind == game.Showdown:
			// A split pot counts as half a pot won and half a pot lost.
			pot := pots[h] / r.game.Hands().PairWeight * n.Payoff
			won, lost := (pot+out[h])/2, (pot-out[h])/2
			out[h] = win*won - lose*lost
		case ours*n.Payoff > 0:
			out[h] *= win
		default:
			out[h] *= lose
		}
	}
}
