package equity

import (
	"context"
	"errors"
	"fmt"
	"math"

	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// MaxOpponents is the largest number of opponents: a table has nine seats.
const MaxOpponents = 8

// ErrOpponents means a number of opponents outside 1..MaxOpponents.
var ErrOpponents = errors.New("several: number of opponents out of range")

// Spot is a question about a range and one or more opponents, each with a range of its own: every
// way to give all of them hands that avoid the board and each other is as likely as the product of
// the hands' weights.
type Spot struct {
	Hero      *ranges.Range
	Opponents []*ranges.Range
	Board     []cards.Card // 0, 3, 4 or 5 cards
	// Ranking says which hands beat which; nil is the rules.
	Ranking *showdown.Ranking
}

// rank returns the strength of seven cards.
func (s *Spot) rank(h eval.Hand) eval.Strength {
	if s.Ranking != nil {
		return s.Ranking[h.Strength()]
	}
	return h.Strength()
}

// potUnits is divisible by every number of hands that may share a pot, so that shares are added up
// as integers.
const potUnits = 2520

// Shares says what is won of how many deals, each weighted by the ranges' integer weights.
type Shares struct {
	Wins  uint64 // of the whole pot
	Ties  uint64 // of a part of it
	Deals uint64

	parts   uint64 // of pots, in units of 1/potUnits
	squares uint64 // of these, where deals are sampled
}

// Equity returns the mean share of the pot.
func (s Shares) Equity() float64 { return float64(s.parts) / (potUnits * float64(s.Deals)) }

// StandardError returns that of a sample's Equity, 0 for a single deal.
func (s Shares) StandardError() float64 {
	n := float64(s.Deals)
	if n < 2 {
		return 0
	}
	variance := float64(s.squares)/(potUnits*potUnits) - n*s.Equity()*s.Equity()
	return math.Sqrt(max(variance, 0) / (n - 1) / n)
}

// win adds a pot, or a part of it, of some weight.
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

// Shared is the answer to a Spot: of all the hands, and of those of each class.
type Shared struct {
	All     Shares
	Classes [cards.NumClasses]Shares
}

// total adds up the classes.
func (s *Shared) total() *Shared {
	s.All = Shares{}
	for k := range s.Classes {
		s.All.add(&s.Classes[k])
	}
	return s
}

// check returns the board as a set, or what is wrong with the question.
func (s *Spot) check() (cards.Set, error) {
	if n := len(s.Opponents); n < 1 || n > MaxOpponents {
		return 0, fmt.Errorf("%w: %d, want 1..%d", ErrOpponents, n, MaxOpponents)
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

// where names a board in messages.
func where(board cards.Set) string {
	if board == 0 {
		return "before the flop"
	}
	return "on board " + board.String()
}

// symmetric reports whether the suits may be renamed: before the flop, and by no opponent told
// apart.
func (s *Spot) symmetric() bool {
	for _, r := range s.Opponents {
		if !r.SuitSymmetric() {
			return false
		}
	}
	return len(s.Board) == 0
}

// folded turns a single hand of ours into all hands of its class, where that makes the spot one
// whose suits may be renamed: each of them does as the others do. It returns how many they are.
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

// Steps estimates the work of Exact, in steps of a few nanoseconds of one processor. The error is
// that of a question that cannot be answered at all.
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

// renames reports whether one board stands for all that differ by suits only.
func (s *Spot) renames() bool { return s.symmetric() && s.Hero.SuitSymmetric() }

// sweeps reports whether Preflop has the answer.
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

// Exact counts every deal. Of the last opponent no hand is looked at by itself: what the others
// leave of its range follows from totals by card, by inclusion and exclusion. A number of workers
// below 1 means one for each processor; progress, which may be nil, is told how many boards are
// done of how many.
//
// Errors: ErrOpponents, ErrBoard, ErrDuplicate, equity.ErrEmptyRange, equity.ErrOverflow, and that
// of the context.
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
		return nil, fmt.Errorf("%w: %d ranges whose hands always share a card, %s", ErrEmptyRange, len(s.Opponents)+1, where(board))
	}
	return out, nil
}

// checkOverflow refuses counts that might exceed 64 bits.
func (s *Spot) checkOverflow() error {
	factors := []uint64{potUnits, choose(cards.NumCards-len(s.Board)-2*(len(s.Opponents)+1), 5-len(s.Board)), NewLive(s.Hero.Weights()).Avoiding(0)}
	for _, r := range s.Opponents {
		factors = append(factors, NewLive(r.Weights()).Avoiding(0))
	}
	_, err := Product(factors...)
	return err
}

// swept takes the counts of Preflop, which are those of each hand of a class.
func (s *Spot) swept(ctx context.Context, workers int) (*Shared, error) {
	counts, err := Preflop(ctx, s.Opponents[0], workers)
	if err != nil {
		return nil, err
	}
	out := new(Shared)
	for h, w := range s.Hero.Weights() {
		k := cards.Combo(h).Class()
		c, n := &counts[k], uint64(w)
		out.Classes[k].add(&Shares{Wins: n * c.Wins, Ties: n * c.Ties, Deals: n * c.Deals, parts: n * (c.Wins*potUnits + c.Ties*potUnits/2)})
	}
	return out, nil
}
