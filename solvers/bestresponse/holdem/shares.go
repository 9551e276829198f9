package holdem

import (
	"feltlab/model/game"
	"feltlab/solvers/bestresponse/holdem/river"
)

// numBlocks is the number of blocks of lanes that hold the histories of the river.
const numBlocks = (NumPreflop*9*9 + river.Lanes - 1) / river.Lanes

// side is what one of the two does on the river: its shares, a table by bucket for those who are
// fixed, otherwise filled for each board.
type side[R river.Real] struct {
	sharer[R]
	table  *shareTable[R]
	shares []river.Shares[R] // those of one block on one board, if there is no table
}

// on returns the shares of a block on a board.
func (s *side[R]) on(block int, board game.Board) ([]river.Shares[R], error) {
	if s.table != nil {
		return s.table.blocks[block], nil
	}
	if s.shares == nil {
		s.shares = make([]river.Shares[R], s.player.numBuckets(s.actor, onRiver))
	}
	return s.shares, s.fill(block, board, s.shares)
}

// sharer computes what a player does on the river: the probability, in each of its buckets, of
// its part of each sequence, for the histories of a block.
type sharer[R river.Real] struct {
	*tree
	player  opponent
	actor   int // its seat
	seat    int // ours, by which sequences are numbered
	board   game.Board
	answers answers
	ahead   map[int][][]float64 // answers that are there already, by decision

	lane int
	out  []river.Shares[R]
}

// fill fills out, a bucket an entry, for a block. The board matters only to opponents that are
// not fixed.
func (s *sharer[R]) fill(block int, board game.Board, out []river.Shares[R]) error {
	s.board, s.out = board, out
	opens := s.opens[onRiver][block*river.Lanes:]
	ones := s.answers.borrow(len(out))
	for b := range ones {
		ones[b] = 1
	}
	opens = opens[:min(river.Lanes, len(opens))]
	if p, ok := s.player.(adapter); ok {
		var nodes []*game.Node
		for _, n := range opens {
			for _, m := range n.Decisions() {
				if m.Actor == s.actor {
					nodes = append(nodes, m)
				}
			}
		}
		var err error
		if s.ahead, err = p.ahead(nodes, board, &s.answers); err != nil {
			return err
		}
	}
	for l, n := range opens {
		s.lane = l
		if err := s.walk(n, ones, 0, false); err != nil {
			return err
		}
	}
	s.answers.giveBack([][]float64{ones})
	return nil
}

// walk goes down with the probability of what the player did on the river, by bucket, the
// number of bets, and whether the first was ours.
func (s *sharer[R]) walk(n *game.Node, probability []float64, bets int, oursFirst bool) error {
	switch n.Kind {
	case game.Folded:
		return nil
	case game.Showdown:
		i := river.Sequence(bets, oursFirst)
		for b, p := range probability {
			s.out[b][i][s.lane] = R(p)
		}
		return nil
	}
	var shares [][]float64
	if n.Actor == s.actor {
		var err error
		if shares = s.ahead[n.ID]; shares == nil {
			shares, err = s.answers.ask(s.player, n, s.board)
		}
		if err != nil {
			return err
		}
		defer s.answers.giveBack(shares)
	}
	for i, child := range n.Children {
		next := probability
		if shares != nil {
			next = shares[i]
			for b, p := range probability {
				next[b] *= p
			}
		}
		made, first := bets, oursFirst
		if n.Actions[i] == game.Raise {
			made++
			if bets == 0 {
				first = n.Actor == s.seat
			}
		}
		if err := s.walk(child, next, made, first); err != nil {
			return err
		}
	}
	return nil
}
