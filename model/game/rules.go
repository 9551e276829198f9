package game

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"feltlab/model/cards"
)

// Rules are the rules of a fixed-limit game of two players. Lists have an entry for each betting round, Posted one for
// each seat. docs/rules.md describes the files that they are read from.
type Rules struct {
	Name      string `mapstructure:"name"`
	Unit      string `mapstructure:"unit" oneof:"chips,big blinds"` // of Posted, Stack and Bets
	Ranks     string `mapstructure:"ranks"`                         // in the deck, such as JQK
	Suits     int    `mapstructure:"suits"`                         // of the deck: the first ones of clubs to spades
	HoleCards int    `mapstructure:"hole_cards"`

	Posted []float64 `mapstructure:"posted"` // antes or blinds
	Stack  float64   `mapstructure:"stack"`  // of each seat; 0: every bet can be paid

	Board    []int     `mapstructure:"board"`                       // cards dealt to the board before the round
	Bets     []float64 `mapstructure:"bets"`                        // size of a bet and of each raise
	BetUnit  string    `mapstructure:"bet_unit" oneof:"amount,pot"` // Pot: multiples of it after the call
	MostBets []int     `mapstructure:"most_bets"`                   // with a big blind as one
	First    []int     `mapstructure:"first"`                       // seat that acts first
	NoLimp   bool      `mapstructure:"no_limp"`                     // the first seat cannot just call the blind
}

// Pot is the BetUnit of bets in multiples of the pot.
const Pot = "pot"

// KuhnRules are the rules of Kuhn poker. The value of the game to seat 0 is -1/18.
func KuhnRules() *Rules {
	return &Rules{Name: "kuhn", Unit: "chips", Ranks: "JQK", Suits: 1, HoleCards: 1, Posted: []float64{1, 1},
		Board: []int{0}, Bets: []float64{1}, BetUnit: "amount", MostBets: []int{1}, First: []int{1}}
}

// LeducRules are the rules of Leduc hold'em: a pair with the board wins, otherwise the higher rank. The value of the
// game to seat 0 is about -0.0856.
func LeducRules() *Rules {
	return &Rules{Name: "leduc", Unit: "chips", Ranks: "JQK", Suits: 2, HoleCards: 1, Posted: []float64{1, 1},
		Board: []int{0, 1}, Bets: []float64{2, 4}, BetUnit: "amount", MostBets: []int{2, 2}, First: []int{1, 1}}
}

// Kuhn returns Kuhn poker.
func Kuhn() *FixedLimit { return newLimit(KuhnRules()) }

// Leduc returns Leduc hold'em.
func Leduc() *FixedLimit { return newLimit(LeducRules()) }

// LimitHoldem returns heads-up limit hold'em in big blinds. Seat 0 is the small blind; it acts first before the flop
// and last after it. Four bets a round are possible, of which the big blind is the first.
func LimitHoldem() *FixedLimit {
	return newLimit(&Rules{Name: "limit-holdem", Unit: BigBlinds, Ranks: allRanks, Suits: cards.NumSuits, HoleCards: 2,
		Posted: []float64{0.5, 1}, Board: []int{0, 3, 1, 1}, Bets: []float64{1, 1, 2, 2}, MostBets: []int{4, 4, 4, 4},
		First: []int{1, 2, 2, 2}})
}

// mostBets is the largest number of bets and raises in a round of a game by rules: the tree of two rounds then has some
// 1,000 decisions.
const mostBets = 12

const allRanks = "23456789TJQKA"

// RuleError is what is wrong with one of the rules.
type RuleError struct {
	Key string // name in files
	Err error
}

// Error says what is wrong.
func (e *RuleError) Error() string { return e.Key + ": " + e.Err.Error() }

// Unwrap returns what is wrong without the key.
func (e *RuleError) Unwrap() error { return e.Err }

// NewFixedLimit returns a game by its rules. Games with one hole card have at most one board card, before the second of
// two rounds. Games with two are played with the whole deck, and three to five board cards come at once before the
// second round. The error is a *RuleError, also if the game has the name of another one.
func NewFixedLimit(r Rules) (*FixedLimit, error) {
	for _, check := range []func(*Rules) *RuleError{
		(*Rules).checkCards, (*Rules).checkLengths, (*Rules).checkMoney, (*Rules).checkName,
	} {
		if err := check(&r); err != nil {
			return nil, err
		}
	}
	return newLimit(&r), nil
}

func wrong(key, format string, values ...any) *RuleError {
	return &RuleError{key, fmt.Errorf(format, values...)}
}

func (r *Rules) checkName() *RuleError {
	const most = 40
	strange := func(c rune) bool { return c <= ' ' || c > '~' || strings.ContainsRune(`"'/\`, c) }
	if r.Name == "" || len(r.Name) > most || strings.ContainsFunc(r.Name, strange) {
		return wrong("name", "%q, want 1 to %d letters, digits and dashes, such as leduc-4-suits", r.Name, most)
	}
	for _, known := range []*Rules{KuhnRules(), LeducRules()} {
		if r.Name == known.Name && !reflect.DeepEqual(r, known) {
			return wrong("name", "%s has other rules; want another name", r.Name)
		}
	}
	if slices.Contains([]string{"limit-holdem", "jamfold"}, r.Name) {
		return wrong("name", "%s is another game; want another name", r.Name)
	}
	return nil
}

func (r *Rules) checkCards() *RuleError {
	sorted := ""
	for _, rank := range allRanks {
		if strings.Count(r.Ranks, string(rank)) == 1 {
			sorted += string(rank)
		}
	}
	if len(sorted) != len(r.Ranks) || len(sorted) < 2 {
		return wrong("ranks", "%q, want at least two different ones of %s", r.Ranks, allRanks)
	}
	r.Ranks = sorted
	board := 0
	for _, n := range r.Board {
		board += n
	}
	switch {
	case r.HoleCards < 1 || r.HoleCards > 2:
		return wrong("hole_cards", "%d, want 1 or 2", r.HoleCards)
	case r.Suits < 1 || r.Suits > cards.NumSuits:
		return wrong("suits", "%d, want 1 to %d", r.Suits, cards.NumSuits)
	case r.HoleCards == 1 && !slices.Equal(r.Board, []int{0}) && !slices.Equal(r.Board, []int{0, 1}):
		return wrong("board", "%v, want [0] or, for two rounds, [0, 1]", r.Board)
	case r.HoleCards == 2 && (len(r.Board) != 2 || r.Board[0] != 0 || board < 3 || board > maxBoard):
		return wrong("board", "%v with two hole cards, want [0, 3], [0, 4] or [0, 5]", r.Board)
	case r.HoleCards == 2 && r.deck() != cards.FullDeck:
		return wrong("ranks", "%s of %d suits with two hole cards, want the whole deck, %s of 4", r.Ranks, r.Suits,
			allRanks)
	case r.deck().Len() < 2+board:
		return wrong("ranks", "a deck of %d cards, want at least %d", r.deck().Len(), 2+board)
	}
	return nil
}

// checkLengths also lets seat 1 act first where the rules do not say.
func (r *Rules) checkLengths() *RuleError {
	if r.First == nil {
		r.First = slices.Repeat([]int{1}, len(r.Board))
	}
	for _, list := range []struct {
		key string
		n   int
	}{{"bets", len(r.Bets)}, {"most_bets", len(r.MostBets)}, {"first", len(r.First)}} {
		if list.n != len(r.Board) {
			return wrong(list.key, "%d values, want %d: one for each round, as in board", list.n, len(r.Board))
		}
	}
	if len(r.Posted) != 2 {
		return wrong("posted", "%d numbers, want 2: what each seat puts in before the cards", len(r.Posted))
	}
	return nil
}

func (r *Rules) checkMoney() *RuleError {
	positive := func(x float64) bool { return x > 0 && x < 1e9 }
	if slices.Min(r.First) < 1 || slices.Max(r.First) > 2 {
		return wrong("first", "%v, want seats 1 and 2", r.First)
	}
	first := r.First[0] - 1
	switch {
	case slices.Min(r.MostBets) < 1 || slices.Max(r.MostBets) > mostBets:
		return wrong("most_bets", "%v, want 1 to %d", r.MostBets, mostBets)
	case !positive(r.Posted[0]) || !positive(r.Posted[1]):
		return wrong("posted", "%v, want numbers above 0", r.Posted)
	case r.Posted[first] > r.Posted[1-first]:
		return wrong("posted", "%v: seat %d acts first and has put in more", r.Posted, first+1)
	case slices.ContainsFunc(r.Bets, func(x float64) bool { return !positive(x) }):
		return wrong("bets", "%v, want numbers above 0", r.Bets)
	case r.Stack != 0 && !(positive(r.Stack) && r.Stack > max(r.Posted[0], r.Posted[1])):
		return wrong("stack", "%v, want more than what is posted", r.Stack)
	case r.NoLimp && (r.Posted[0] == r.Posted[1] || r.MostBets[0] < 2):
		return wrong("no_limp", "want different blinds and at least 2 as most_bets of the first round")
	}
	return nil
}

func (r *Rules) deck() (deck cards.Set) {
	for i := range r.Ranks {
		rank, _ := cards.ParseRank(r.Ranks[i])
		for s := range cards.Suit(r.Suits) {
			deck = deck.With(cards.New(rank, s))
		}
	}
	return deck
}

// handName leaves out the suit where there is one.
func (r *Rules) handName(hole cards.Set) string {
	if r.Suits == 1 {
		return hole.Min().Rank().String()
	}
	return hole.String()
}
