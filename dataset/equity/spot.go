package equity

import (
	"context"
	"fmt"
	"math"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// MaxOpponents is the largest number of opponents: a table has nine seats.
const MaxOpponents = 8

// Spot is a range against one or more opponents, each with a range. The probability of a deal, in which hands
// share no card with each other or the board, is proportional to the product of the hands' weights.
type Spot struct {
	Hero      *ranges.Range
	Opponents []*ranges.Range
	Board     []cards.Card      // 0, 3, 4 or 5 cards
	Ranking   *showdown.Ranking // the order of the hands; nil means that of the rules
}

func (s *Spot) rank(h eval.Hand) eval.Strength {
	if s.Ranking != nil {
		return s.Ranking[h.Strength()]
	}
	return h.Strength()
}

// potUnits is divisible by all numbers of hands that can split a pot, so that shares are integers.
const potUnits = 2520

// Shares has sums over deals, each weighted by the ranges' integer weights.
type Shares struct {
	Wins  uint64 // deals in which our hand wins the whole pot
	Ties  uint64 // deals in which it splits the pot
	Deals uint64

	parts   uint64 // shares of the pots, in units of 1/potUnits
	squares uint64 // squares of the shares, in samples
}

// Equity returns the mean share of the pot.
func (s Shares) Equity() float64 { return float64(s.parts) / (potUnits * float64(s.Deals)) }

// StandardError returns the standard error of a sample's Equity, 0 for a single deal.
func (s Shares) StandardError() float64 {
	n := float64(s.Deals)
	if n < 2 {
		return 0
	}
	variance := float64(s.squares)/(potUnits*potUnits) - n*s.Equity()*s.Equity()
	return math.Sqrt(max(variance, 0) / (n - 1) / n)
}

func (s *Shares) win(weight uint64, sharers int) {
	if sharers == 1 {
		s.Wins += weight
	} else {
		s.Ties += weight
	}
	s.parts += weight * uint64(potUnits/sharers)
}

func (s *Shares) add(o *Shares) {
	s.Wins += o.Wins
	s.Ties += o.Ties
	s.Deals += o.Deals
	s.parts += o.parts
	s.squares += o.squares
}

// Shared is the result of a Spot: the sums over all our hands, and over those of each class.
type Shared struct {
	All     Shares
	Classes [cards.NumClasses]Shares
}

func (s *Shared) total() *Shared {
	s.All = Shares{}
	for k := range s.Classes {
		s.All.add(&s.Classes[k])
	}
	return s
}

func (s *Spot) check() (cards.Set, error) {
	if n := len(s.Opponents); n < 1 || n > MaxOpponents {
		return 0, fmt.Errorf("%d opponents, want 1..%d", n, MaxOpponents)
	}
	board, err := CheckBoard(s.Board)
	if err != nil {
		return 0, err
	}
	for _, r := range append([]*ranges.Range{s.Hero}, s.Opponents...) {
		if NewLive(r.Weights()).Avoiding(board) == 0 {
			return 0, fmt.Errorf("%w: range %v %s", ErrEmptyRange, r, where(board))
		}
	}
	return board, nil
}

// symmetric reports whether suit permutations change nothing but our hand: before the flop, against
// suit-symmetric ranges.
func (s *Spot) symmetric() bool {
	for _, r := range s.Opponents {
		if !r.SuitSymmetric() {
			return false
		}
	}
	return len(s.Board) == 0
}

// folded replaces a single hand of ours by all hands of its class, if the spot is symmetric: all have the same
// result. It returns the number of these hands.
func (s *Spot) folded() (*Spot, uint64, error) {
	if s.Hero.Len() > 1 || !s.symmetric() {
		return s, 1, nil
	}
	var weights [cards.NumCombos]uint32
	copies := 0
	for h, w := range s.Hero.Weights() {
		if w != 0 {
			class := cards.Combo(h).Class()
			for _, same := range class.Combos() {
				weights[same] = w
			}
			copies = class.Size()
		}
	}
	hero, err := ranges.FromWeights(&weights)
	return &Spot{hero, s.Opponents, s.Board, s.Ranking}, uint64(copies), err
}

// Steps estimates the cost of Exact, in steps of a few nanoseconds of one processor. The error is that of Exact.
func (s *Spot) Steps() (float64, error) {
	board, err := s.check()
	if err != nil {
		return 0, err
	}
	folded, _, err := s.folded()
	if err != nil {
		return 0, err
	}
	if folded.sweeps() {
		return 0, nil
	}
	const stepsPerTuple = 4
	lists, tuples := 0.0, 1.0
	for i, r := range folded.Opponents {
		n := float64(len(livesOf(r, board)))
		lists += n
		if i < len(folded.Opponents)-1 {
			tuples *= n
		}
	}
	boards := float64(showdown.Boards().Len())
	if !folded.renames() {
		boards = float64(choose(cards.NumCards-len(s.Board), 5-len(s.Board)))
	}
	return boards * float64(len(livesOf(folded.Hero, board))) * (lists + stepsPerTuple*tuples), nil
}

func (s *Spot) renames() bool { return s.symmetric() && s.Hero.SuitSymmetric() }

func (s *Spot) sweeps() bool {
	return s.symmetric() && len(s.Opponents) == 1 && s.Ranking == nil
}

func choose(n, k int) uint64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}

// Exact counts every deal. A number of workers below 1 means one for each processor; progress, if set, is called
// with the number of finished boards.
//
// The error is that of CheckBoard or of the context, wraps ErrEmptyRange or ErrOverflow, or says that the number
// of opponents is not from 1 to MaxOpponents.
func (s *Spot) Exact(ctx context.Context, workers int, progress func(done, total int)) (*Shared, error) {
	board, err := s.check()
	if err != nil {
		return nil, err
	}
	folded, copies, err := s.folded()
	if err != nil {
		return nil, err
	}
	if err := folded.checkOverflow(); err != nil {
		return nil, err
	}
	var out *Shared
	if folded.sweeps() {
		out, err = folded.swept(ctx, workers)
	} else {
		out, err = folded.counted(ctx, board, workers, progress)
	}
	if err != nil {
		return nil, err
	}
	for k := range out.Classes {
		c := &out.Classes[k]
		c.Wins, c.Ties, c.Deals, c.parts = c.Wins/copies, c.Ties/copies, c.Deals/copies, c.parts/copies
	}
	if out.total().All.Deals == 0 {
		return nil, fmt.Errorf("%w: hands of the %d ranges always share a card, %s",
			ErrEmptyRange, len(s.Opponents)+1, where(board))
	}
	return out, nil
}

func (s *Spot) checkOverflow() error {
	runouts := choose(cards.NumCards-len(s.Board)-2*(len(s.Opponents)+1), 5-len(s.Board))
	factors := []uint64{potUnits, runouts, NewLive(s.Hero.Weights()).total}
	for _, r := range s.Opponents {
		factors = append(factors, NewLive(r.Weights()).total)
	}
	_, err := Product(factors...)
	return err
}

func (s *Spot) swept(ctx context.Context, workers int) (*Shared, error) {
	counts, err := Preflop(ctx, s.Opponents[0], nil, workers)
	if err != nil {
		return nil, err
	}
	out := new(Shared)
	for h, w := range s.Hero.Weights() {
		k := cards.Combo(h).Class()
		c, n := &counts[k], uint64(w)
		parts := n * (c.Wins*potUnits + c.Ties*potUnits/2)
		out.Classes[k].add(&Shares{Wins: n * c.Wins, Ties: n * c.Ties, Deals: n * c.Deals, parts: parts})
	}
	return out, nil
}
