package strength

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"

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

	now bool // the hands are compared as they are on the board
}

// ParseSpot reads a spot: a board of 0, 3, 4 or 5 cards, dead cards, and the players, ours first: two cards however
// they are written, such as "Ah Kd" or "A♥K♦", or a range. The error says which text is wrong, or which card is there
// twice.
func ParseSpot(board, dead string, players ...string) (*Spot, error) {
	s := new(Spot)
	var err error
	if s.Board, err = cards.ParseBoard(board); err != nil {
		return nil, fmt.Errorf("board: %w", err)
	}
	gone, err := cards.ParseCards(dead)
	if err != nil {
		return nil, fmt.Errorf("dead cards: %w", err)
	}
	s.Dead = cards.SetOf(gone...)
	if both := s.Dead & cards.SetOf(s.Board...); both != 0 {
		return nil, fmt.Errorf("dead cards: %v lies on the board %s", both.Min(), cards.Format(s.Board))
	}
	if n := len(players); n < 2 || n > MaxOpponents+1 {
		return nil, fmt.Errorf("%d opponents, want 1 to %d", n-1, MaxOpponents)
	}
	for i, text := range players {
		r, err := s.player(text)
		switch {
		case err != nil && i == 0:
			return nil, fmt.Errorf("your hand or range: %w", err)
		case err != nil:
			return nil, fmt.Errorf("opponent %d: %w", i, err)
		case i == 0:
			s.Hero = r
		default:
			s.Opponents = append(s.Opponents, r)
		}
	}
	return s, nil
}

// player reads two cards that are not known, or a range.
func (s *Spot) player(text string) (*ranges.Range, error) {
	h, err := cards.ParseCombo(text)
	if err != nil {
		return ranges.ParseTyped(text)
	}
	if both := h.Set() & s.Dead; both != 0 {
		return nil, fmt.Errorf("hand %v holds %v, which is dead", h, both.Min())
	}
	if both := h.Set() & cards.SetOf(s.Board...); both != 0 {
		return nil, fmt.Errorf("hand %v holds %v, which lies on the board %s", h, both.Min(), cards.Format(s.Board))
	}
	return ranges.ParseTyped(h.String())
}

// Names lists the players' hands or ranges as people read them, ours first.
func (s *Spot) Names() (names []string) {
	for _, r := range s.players() {
		names = append(names, r.Shown())
	}
	return names
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
	return &Spot{Hero: ranges.OfCombos(hand), Opponents: slices.Repeat([]*ranges.Range{r}, opponents), Board: board,
		Ranking: m.ranking()}, nil
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

func (s *Shares) divide(n uint64) {
	s.Wins, s.Ties, s.Deals, s.parts = s.Wins.Over(n), s.Ties.Over(n), s.Deals.Over(n), s.parts.Over(n)
}

func (s *Shares) add(o *Shares) {
	s.Wins, s.Ties = s.Wins.Plus(o.Wins), s.Ties.Plus(o.Ties)
	s.Deals, s.parts = s.Deals.Plus(o.Deals), s.parts.Plus(o.parts)
	s.squares += o.squares
}

// Shared is the result of a Spot: the sums over all our hands, over those of each class, and over each combo. Before
// the flop the combos of a single hand's class can stand for it.
type Shared struct {
	All     Shares
	Classes [cards.NumClasses]Shares
	Combos  [cards.NumCombos]Shares
	// Players has the sums of each player over the same deals, ours first: their parts of the pots add up to all pots.
	Players [MaxOpponents + 1]Shares
	Sampled bool
	Error   float64 // the most that an equity is off, where weights were rounded; see Exact
}

// sharers returns the number of players in a set.
func sharers(set int) int { return bits.OnesCount(uint(set)) }

// setPlayers sets the players' shares from the deals by the set of players that share the pot: bit 0 stands for us, bit
// i for opponent i. They are not divided by copies.
func (s *Shared) setPlayers(bySet []equity.Sum) {
	var deals equity.Sum
	for set, n := range bySet {
		deals = deals.Plus(n)
		for rest := uint(set); rest != 0; rest &= rest - 1 {
			s.Players[bits.TrailingZeros(rest)].win(n, sharers(set))
		}
	}
	for player := range bits.Len(uint(len(bySet))) - 1 {
		s.Players[player].Deals = deals
	}
}

// total adds up the combos, of which copies are one hand of ours.
func (s *Shared) total(copies uint64) *Shared {
	s.All, s.Classes = Shares{}, [cards.NumClasses]Shares{}
	for h := range s.Combos {
		s.Classes[cards.Combo(h).Class()].add(&s.Combos[h])
	}
	for k := range s.Classes {
		s.Classes[k].divide(copies)
		s.All.add(&s.Classes[k])
	}
	for i := range s.Players {
		s.Players[i].divide(copies)
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
	for _, r := range s.players() {
		if r == nil {
			return 0, 0, errors.New("a range of the spot is nil")
		}
		if equity.NewLive(r.Weights()).Avoiding(known) == 0 {
			return 0, 0, fmt.Errorf("%w: range %v %s", equity.ErrEmptyRange, r, equity.Where(board, s.Dead))
		}
	}
	return board, known, nil
}

// symmetric reports whether suit permutations that keep the dead cards change nothing but our hand: before the flop,
// against suit-symmetric ranges.
func (s *Spot) symmetric() bool {
	tells := func(r *ranges.Range) bool { return !r.SuitSymmetric() }
	return len(s.Board) == 0 && !slices.ContainsFunc(s.Opponents, tells)
}

// folded replaces a single hand of ours by all hands of its class, if the spot is symmetric without dead cards: all
// have the same result. It returns the number of these hands.
func (s *Spot) folded() (*Spot, uint64) {
	if s.Hero.Len() > 1 || !s.symmetric() || s.Dead != 0 {
		return s, 1
	}
	class := equity.HandsOf(s.Hero, 0)[0].Combo.Class()
	hero := ranges.OfCombos(class.Combos()...)
	return &Spot{Hero: hero, Opponents: s.Opponents, Ranking: s.Ranking}, uint64(class.Size())
}

// widestLast returns the spot with the opponent of the most hands last, where a count is fastest, and the numbers of
// its opponents in the spot.
func (s *Spot) widestLast() (*Spot, []int) {
	out, widest, order := *s, 0, []int{}
	for i, r := range s.Opponents {
		if order = append(order, i); r.Len() >= s.Opponents[widest].Len() {
			widest = i
		}
	}
	order = append(slices.Delete(order, widest, widest+1), widest)
	out.Opponents = nil
	for _, i := range order {
		out.Opponents = append(out.Opponents, s.Opponents[i])
	}
	return &out, order
}

// players lists all ranges, ours first.
func (s *Spot) players() []*ranges.Range { return append([]*ranges.Range{s.Hero}, s.Opponents...) }

// Steps estimates the cost of Exact, in steps of a few nanoseconds of one processor. The error comes from Exact.
func (s *Spot) Steps() (float64, error) {
	_, known, err := s.check()
	if err != nil || s.paired() {
		return 0, err
	}
	steps := s.boardSteps(known)
	if deals := s.deals(steps); deals != nil {
		steps = dealSteps * float64(deals.Len())
	}
	return steps, nil
}

// boardSteps estimates the cost of a count board by board.
func (s *Spot) boardSteps(known cards.Set) float64 {
	folded, _ := s.folded()
	folded, _ = folded.widestLast()
	const stepsPerBoard, stepsPerHand, stepsPerLookUp = 300, 4, 0.6
	held := float64(2 * len(folded.Opponents)) // cards of the players but the last: each, and each two, is a look-up
	stepsPerTuple := stepsPerLookUp * held * (held + 1) / 2
	hands, tuples := 0.0, 1.0
	for i, r := range folded.players() {
		n := float64(len(equity.HandsOf(r, known)))
		hands += n
		if i < len(folded.Opponents) {
			tuples *= n
		}
	}
	boards := float64(equity.Choose(cards.NumCards-known.Len(), 5-len(s.Board)))
	if folded.renames() {
		boards /= float64(len(s.Dead.Stabilizer()))
	}
	return boards * (stepsPerBoard + stepsPerHand*hands + stepsPerTuple*tuples)
}

func (s *Spot) renames() bool { return s.symmetric() && s.Hero.SuitSymmetric() }

// paired reports whether package equity counts the spot.
func (s *Spot) paired() bool { return len(s.Opponents) == 1 && s.Ranking == nil && !s.now }

// Exact counts every deal. Where the counts of four or more ranges would exceed 128 bits, it halves weights until they
// fit, and Error says by how much an equity can be off. A number of workers below 1 means one for each processor;
// progress, if set, is called with the number of finished boards or deals.
//
// The error comes from equity.CheckBoard or of the context, wraps equity.ErrEmptyRange, or says that the number of
// opponents is not from 1 to MaxOpponents.
func (s *Spot) Exact(ctx context.Context, workers int, progress func(done, total int)) (*Shared, error) {
	board, known, err := s.check()
	if err != nil {
		return nil, err
	}
	counted, order := s.widestLast()
	counted, rounding, err := counted.halved()
	if err != nil {
		return nil, err
	}
	out, err := counted.byTheFastest(ctx, board, known, workers, progress)
	if err != nil {
		return nil, err
	}
	if out.Error = rounding; out.All.Deals.Zero() {
		return nil, fmt.Errorf("%w: hands of the %d ranges always share a card, %s",
			equity.ErrEmptyRange, len(s.Opponents)+1, equity.Where(board, s.Dead))
	}
	players := out.Players
	for i, opponent := range order {
		out.Players[1+opponent] = players[1+i]
	}
	return out, nil
}

// Now is Exact without further cards: it counts which players have the best hand on a flop or a turn as it is, in the
// time of one board. On other boards it returns nil.
func (s *Spot) Now(ctx context.Context) (*Shared, error) {
	if n := len(s.Board); n != 3 && n != 4 {
		return nil, nil
	}
	now := *s
	now.now = true
	return now.Exact(ctx, 1, nil)
}

func (s *Spot) byTheFastest(ctx context.Context, board, known cards.Set, workers int, progress func(done, total int),
) (*Shared, error) {
	if s.paired() {
		return s.fromPairs(ctx, workers, progress)
	}
	if deals := s.deals(s.boardSteps(known)); deals != nil {
		return s.fromDeals(ctx, deals, workers, progress)
	}
	folded, copies := s.folded()
	out, err := folded.counted(ctx, board, workers, progress)
	if err != nil {
		return nil, err
	}
	return out.total(copies), nil
}

// runouts is the number of ways to complete the board once all hands are dealt.
func (s *Spot) runouts() uint64 {
	if s.now {
		return 1
	}
	return equity.RunoutsBeside(len(s.Board), 2*(len(s.Opponents)+1)+s.Dead.Len())
}
