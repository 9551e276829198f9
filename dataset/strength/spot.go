package strength

import (
	"context"
	"fmt"
	"math"

	"feltlab/dataset/equity"
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
	Dead      cards.Set         // cards that nobody holds and that do not come
	Ranking   *showdown.Ranking // the order of the hands; nil means the ranking of the rules
}

// SpotOf returns the spot of a hand against a number of opponents with the same range. The error says that hand and
// board share a card, or wraps equity.ErrEmptyRange.
func SpotOf(hand cards.Combo, board []cards.Card, opponents int, r *ranges.Range, m Mode) (*Spot, error) {
	set, err := equity.CheckDecision(hand, board)
	if err == nil && equity.NewLive(r.Weights()).Avoiding(set|hand.Set()) == 0 {
		err = fmt.Errorf("%w: hand %v, board %q, range %v", equity.ErrEmptyRange, hand, set, r)
	}
	if err != nil {
		return nil, err
	}
	var mine [cards.NumCombos]uint32
	mine[hand] = 1
	hero, err := ranges.FromWeights(&mine)
	s := &Spot{Hero: hero, Board: board, Ranking: m.ranking()}
	for range opponents {
		s.Opponents = append(s.Opponents, r)
	}
	return s, err
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
	equity.Tally // deals in which our hand wins the whole pot, deals in which it splits the pot, and all

	parts   equity.Sum // shares of the pots, in units of 1/potUnits
	squares uint64     // squares of the shares, in samples
}

// Equity returns the mean share of the pot.
func (s Shares) Equity() float64 { return s.parts.Float() / (potUnits * s.Deals.Float()) }

// StandardError returns the standard error of a sample's Equity, 0 for a single deal.
func (s Shares) StandardError() float64 {
	n := s.Deals.Float()
	if n < 2 {
		return 0
	}
	variance := float64(s.squares)/(potUnits*potUnits) - n*s.Equity()*s.Equity()
	return math.Sqrt(max(variance, 0) / (n - 1) / n)
}

func (s *Shares) win(weight equity.Sum, sharers int) {
	if sharers == 1 {
		s.Wins = s.Wins.Plus(weight)
	} else {
		s.Ties = s.Ties.Plus(weight)
	}
	s.parts = s.parts.Plus(weight.Times(uint64(potUnits / sharers)))
}

func (s *Shares) add(o *Shares) {
	s.Wins, s.Ties = s.Wins.Plus(o.Wins), s.Ties.Plus(o.Ties)
	s.Deals, s.parts = s.Deals.Plus(o.Deals), s.parts.Plus(o.parts)
	s.squares += o.squares
}

// Shared is the result of a Spot: the sums over all our hands, and over those of each class. Those of each combo are
// exact on a board; before the flop one combo of a class can stand for others.
type Shared struct {
	All     Shares
	Classes [cards.NumClasses]Shares
	Combos  [cards.NumCombos]Shares
	Error   float64 // the most that an equity is off, where weights were rounded; see Exact
}

// total adds up the combos, of which copies are one hand of ours.
func (s *Shared) total(copies uint64) *Shared {
	s.All, s.Classes = Shares{}, [cards.NumClasses]Shares{}
	for h := range s.Combos {
		s.Classes[cards.Combo(h).Class()].add(&s.Combos[h])
	}
	for k := range s.Classes {
		c := &s.Classes[k]
		c.Wins, c.Ties, c.Deals = c.Wins.Over(copies), c.Ties.Over(copies), c.Deals.Over(copies)
		c.parts = c.parts.Over(copies)
		s.All.add(c)
	}
	return s
}

// check returns the cards of the board, and those that nobody can hold: the board's and the dead ones.
func (s *Spot) check() (board, known cards.Set, err error) {
	if n := len(s.Opponents); n < 1 || n > MaxOpponents {
		return 0, 0, fmt.Errorf("%d opponents, want 1 to %d", n, MaxOpponents)
	}
	if board, err = equity.CheckBoard(s.Board); err != nil {
		return 0, 0, err
	}
	if err := equity.CheckDead(s.Dead, board, len(s.Opponents)+1); err != nil {
		return 0, 0, err
	}
	known = board | s.Dead
	for _, r := range append([]*ranges.Range{s.Hero}, s.Opponents...) {
		if equity.NewLive(r.Weights()).Avoiding(known) == 0 {
			return 0, 0, fmt.Errorf("%w: range %v %s", equity.ErrEmptyRange, r, equity.Where(board, s.Dead))
		}
	}
	return board, known, nil
}

// symmetric reports whether suit permutations change nothing but our hand: before the flop, against
// suit-symmetric ranges.
func (s *Spot) symmetric() bool {
	for _, r := range s.Opponents {
		if !r.SuitSymmetric() {
			return false
		}
	}
	return len(s.Board) == 0 && s.Dead == 0
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
	return &Spot{Hero: hero, Opponents: s.Opponents, Ranking: s.Ranking}, uint64(copies), err
}

// Steps estimates the cost of Exact, in steps of a few nanoseconds of one processor. The error comes from Exact.
func (s *Spot) Steps() (float64, error) {
	_, known, err := s.check()
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
		n := float64(len(equity.HandsOf(r, known)))
		lists += n
		if i < len(folded.Opponents)-1 {
			tuples *= n
		}
	}
	boards := float64(showdown.Boards().Len())
	if !folded.renames() {
		boards = float64(equity.Choose(cards.NumCards-known.Len(), 5-len(s.Board)))
	}
	return boards * float64(len(equity.HandsOf(folded.Hero, known))) * (lists + stepsPerTuple*tuples), nil
}

func (s *Spot) renames() bool { return s.symmetric() && s.Hero.SuitSymmetric() }

func (s *Spot) sweeps() bool {
	return s.symmetric() && len(s.Opponents) == 1 && s.Ranking == nil
}

// Exact counts every deal. Where the counts of four or more ranges would exceed 128 bits, it halves weights until they
// fit, and Error says by how much an equity can be off. A number of workers below 1 means one for each processor;
// progress, if set, is called with the number of finished boards.
//
// The error comes from equity.CheckBoard or of the context, wraps equity.ErrEmptyRange, or says that the number of
// opponents is not from 1 to MaxOpponents.
func (s *Spot) Exact(ctx context.Context, workers int, progress func(done, total int)) (*Shared, error) {
	board, _, err := s.check()
	if err != nil {
		return nil, err
	}
	folded, copies, err := s.folded()
	if err != nil {
		return nil, err
	}
	folded, rounding, err := folded.halved()
	if err != nil {
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
	if out.Error = rounding; out.total(copies).All.Deals.Zero() {
		return nil, fmt.Errorf("%w: hands of the %d ranges always share a card, %s",
			equity.ErrEmptyRange, len(s.Opponents)+1, equity.Where(board, s.Dead))
	}
	return out, nil
}

// runouts is the number of ways to complete the board once all hands are dealt.
func (s *Spot) runouts() uint64 {
	return equity.RunoutsBeside(len(s.Board), 2*(len(s.Opponents)+1)+s.Dead.Len())
}

// Count counts the wins and ties against one opponent, as equity.Tallied does.
func (s *Spot) Count(ctx context.Context) (equity.Tally, error) {
	if _, _, err := s.check(); err != nil {
		return equity.Tally{}, err
	}
	if len(s.Opponents) > 1 {
		return equity.Tally{}, fmt.Errorf("%d opponents, want 1", len(s.Opponents))
	}
	return equity.Tallied(ctx, s.Hero, s.Opponents[0], s.Board, s.Dead)
}

func (s *Spot) swept(ctx context.Context, workers int) (*Shared, error) {
	counts, err := equity.Preflop(ctx, s.Opponents[0], nil, workers)
	if err != nil {
		return nil, err
	}
	out := new(Shared)
	for h, w := range s.Hero.Weights() {
		c, n := &counts[cards.Combo(h).Class()], uint64(w)
		out.Combos[h].win(equity.Product(n, c.Wins), 1)
		out.Combos[h].win(equity.Product(n, c.Ties), 2)
		out.Combos[h].Deals = equity.Product(n, c.Deals)
	}
	return out, nil
}
