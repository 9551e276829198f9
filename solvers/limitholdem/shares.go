package limitholdem

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem/river"
)

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

func (e *engine[R]) newSide(player opponent, seat, actor int) side[R] {
	return side[R]{sharer: sharer[R]{tree: e.tree, player: player, actor: actor, seat: seat}, kernel: e.kernel}
}

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

func (s *side[R]) stakes(block int) (out river.Stakes[R]) {
	for l, n := range s.block(block) {
		for bets := range out {
			out[bets][l] = R(n.Contributions[0] + riverBet*float64(bets))
		}
	}
	return out
}

const riverBet = 2

func (t *tree) opponentFirst(seat int) bool { return t.opens[onRiver][0].Actor != seat }

// sharer computes a player's play on the river: the probability, in each of its buckets, of its part of each
// sequence, for the histories of a block. It walks with buckets instead of hands.
type sharer[R river.Real] struct {
	*tree
	walk   extensive.Walk[float64]
	player opponent
	actor  int // its seat
	seat   int // ours, which numbers the sequences
	memory answers
	asked  asked

	lane int
	out  []river.Shares[R]
}

// block lists the histories of a block.
func (t *tree) block(block int) []*game.Node {
	opens := t.opens[onRiver][block*river.Lanes:]
	return opens[:min(river.Lanes, len(opens))]
}

// lookAhead asks for the decisions of a block on the boards that follow the i-th, as many as are asked for at once. It
// returns their number, or all boards if the player is not asked for boards.
func (s *sharer[R]) lookAhead(block int, boards []riverBoard) (int, error) {
	if s.player == nil || s.player.fixed() {
		return len(boards), nil
	}
	nodes := s.decisions(s.block(block), s.actor)
	n := min(len(boards), max(1, mostAhead/len(nodes)))
	var on []game.Board
	for i := range boards[:n] {
		on = append(on, boards[i].board)
	}
	s.memory.giveBack(s.asked)
	s.asked = asked{}
	return n, s.asked.ahead(s.player, nodes, on, &s.memory)
}

// fill fills out, a bucket an entry, for a block. The board matters only for players that are not fixed.
func (s *sharer[R]) fill(block int, board game.Board, out []river.Shares[R]) error {
	s.out, s.walk.Visitor = out, s
	v := &extensive.Vectors[float64]{}
	v.Reach[s.actor] = slices.Repeat([]float64{1}, len(out))
	for l, n := range s.block(block) {
		s.lane = l
		if err := s.walk.From(game.State{Node: n, Board: board}, v); err != nil {
			return err
		}
	}
	return nil
}

// Play asks the player.
func (s *sharer[R]) Play(at game.State, v *extensive.Vectors[float64]) ([][]float64, error) {
	if found := s.asked[at.Board][at.ID]; found != nil {
		return found, nil
	}
	play := s.walk.Vectors(len(at.Actions), len(v.Reach[s.actor]))
	return play, s.player.play(at, nil, play)
}

// Leaf puts the reach of a showdown into its sequence.
func (s *sharer[R]) Leaf(at game.State, v *extensive.Vectors[float64]) error {
	if at.Kind == game.Showdown {
		bets, byOpener := at.Bets()
		i := river.Sequence(bets, bets > 0 && byOpener != s.opponentFirst(s.seat))
		for b, p := range v.Reach[s.actor] {
			s.out[b][i][s.lane] = R(p)
		}
	}
	return nil
}

// Choose has no values to fill in.
func (*sharer[R]) Choose(game.State, *extensive.Vectors[float64], [][]float64, [][][]float64) {}

// Item is the contribution of a flop to the value of a best response from one seat: the result of one piece of work,
// about 10 KB.
type Item struct {
	Flop int // from 0 to NumFlops - 1
	Seat int // ours: 0 is the small blind
	// Values are those of a best response from the flop on; with Options.ByRound, also those of following the
	// opponent's own policy on the flop, and on flop and turn, and a best response after.
	Values []Values
}

// Values holds, by betting history before the flop and class of our hand, the sum over the flops of an orbit and the
// combos of the class of: joint prior of both hands x opponent's reach x payoff, in big blinds, divided by the number
// of flops once the hands are known.
type Values [NumPreflop][cards.NumClasses]float64

// ErrItem marks items that cannot be results of the solver's work.
var ErrItem = errors.New("not a result of this work")

func (i *Item) check(levels int) error {
	switch {
	case i == nil || i.Flop < 0 || i.Flop >= NumFlops || i.Seat < 0 || i.Seat > 1:
		return fmt.Errorf("%w: no such flop and seat", ErrItem)
	case len(i.Values) != levels:
		return fmt.Errorf("%w: flop %d, seat %d: %d levels of values, want %d",
			ErrItem, i.Flop, i.Seat+1, len(i.Values), levels)
	}
	for level := range i.Values {
		for k := range i.Values[level] {
			for class, v := range i.Values[level][k] {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return fmt.Errorf("%w: flop %d, seat %d, %v: %v", ErrItem, i.Flop, i.Seat+1, cards.Class(class), v)
				}
			}
		}
	}
	return nil
}

// byClass sums values of combos on a flop by class, over the flop's orbit: since the policy does not distinguish
// suits, and a permutation maps a class to itself, each flop of the orbit has the same sum. It clears values of
// combos that hold a card of the flop.
func (t *tree) byClass(flop *game.Deal, values *vector) (sums [cards.NumClasses]float64) {
	t.game.Hands().Block(values[:], flop.Dealt)
	for h, v := range values {
		sums[classes[h]] += v
	}
	weight := float64(len(flop.Orbit)) / t.flopWays
	for class := range sums {
		sums[class] *= weight
	}
	return sums
}

var classes = func() (out [cards.NumCombos]cards.Class) {
	for h := range out {
		out[h] = cards.Combo(h).Class()
	}
	return out
}()
