package limitholdem

import (
	"feltlab/model/game"
	"feltlab/solvers/limitholdem/river"
)

// riverBlocks is the number of blocks of lanes that hold the histories of the river.
const riverBlocks = (NumPreflop*9*9 + river.Lanes - 1) / river.Lanes

// side is a player's betting on the river: books by bucket for fixed players, otherwise a book that is filled for each
// board.
type side[R river.Real] struct {
	sharer[R]
	kernel *river.Kernel[R]
	fixed  *fixedBooks[R]
	shares []river.Shares[R]
	book   *river.Book[R] // of one block on one board, for players that are not fixed
}

// newSide returns the side of a player in the seat actor, seen from ours.
func (e *engine[R]) newSide(player opponent, seat, actor int) side[R] {
	return side[R]{sharer: sharer[R]{tree: e.tree, player: player, actor: actor, seat: seat}, kernel: e.kernel}
}

// on returns the book of a block on a board.
func (s *side[R]) on(block int, board game.Board) (book *river.Book[R], err error) {
	if s.fixed != nil {
		return s.fixed.blocks[block], nil
	}
	s.book, err = s.fill(block, board, s.book)
	return s.book, err
}

// fill fills a book for a block, or a new one: with the losses of the opponent, or with our own play. The board
// matters only for players that are not fixed.
func (s *side[R]) fill(block int, board game.Board, book *river.Book[R]) (*river.Book[R], error) {
	buckets := s.player.numBuckets(s.actor, onRiver)
	if s.shares == nil {
		s.shares = make([]river.Shares[R], buckets)
	}
	if book == nil {
		book = s.kernel.NewBook(buckets)
	}
	clear(s.shares)
	if err := s.sharer.fill(block, board, s.shares); err != nil {
		return nil, err
	}
	first, stakes := s.opponentFirst(s.seat), s.stakes(block)
	var ends river.Ends[R]
	for b := range s.shares {
		if s.actor == s.seat {
			ends.Play(&s.shares[b], first)
		} else {
			ends.Pay(&s.shares[b], &stakes, first)
		}
		book.Set(b, &ends)
	}
	return book, nil
}

// stakes are the payoffs of ends of the river by the number of bets.
func (s *side[R]) stakes(block int) (out river.Stakes[R]) {
	opens := s.opens[onRiver][block*river.Lanes:]
	for l, n := range opens[:min(river.Lanes, len(opens))] {
		for bets := range out {
			out[bets][l] = R(n.Contributions[0] + riverBet*float64(bets))
		}
	}
	return out
}

// riverBet is a bet on the river in big blinds.
const riverBet = 2

// opponentFirst reports whether the opponent of a seat opens the rounds after the flop.
func (t *tree) opponentFirst(seat int) bool { return t.opens[onRiver][0].Actor != seat }

// sharer computes a player's play on the river: the probability, in each of its buckets, of its part of each
// sequence, for the histories of a block.
type sharer[R river.Real] struct {
	*tree
	player  opponent
	actor   int // its seat
	seat    int // ours, which numbers the sequences
	board   game.Board
	answers answers
	ahead   map[int][][]float64 // answers that were asked ahead, by decision

	lane int
	out  []river.Shares[R]
}

// fill fills out, a bucket an entry, for a block. The board matters only for players that are not fixed.
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

// walk carries down the probability of the player's actions on the river, by bucket, the number of bets, and whether
// the first was ours.
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
