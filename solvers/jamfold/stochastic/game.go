package stochastic

import (
	"errors"
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Game is a tournament: its rules, its states, and how hands are dealt. It does not change.
type Game struct {
	Rules tournament.Rules
	Space tournament.Space
	// Hands holds the hand of every state that is played, by index. It is nil where the value of the state is fixed:
	// at heads-up states by HeadsUpLinear, and at three-handed states of a tournament of two.
	Hands []*tournament.Hand
	ICM   tournament.Values // value of every state by the Independent Chip Model

	Triples *Triples // nil in a tournament of two
	Pairs   *Pairs
}

// New returns the tournament of three players. It errs as Rules.Hands does, for a cash game, and for a
// card removal other than that of trios.
func New(rules tournament.Rules, trios *Triples) (*Game, error) {
	if err := check(&rules, &trios.Pairs); err != nil {
		return nil, err
	}
	hands, err := rules.Hands()
	if err != nil {
		return nil, err
	}
	g := &Game{Rules: rules, Space: rules.Space(), Hands: hands, Triples: trios, Pairs: &trios.Pairs}
	if rules.HeadsUp == tournament.HeadsUpLinear {
		clear(g.Hands[g.Space.Live():])
	}
	g.ICM = rules.ICMValues(g.Space)
	return g, nil
}

// NewHeadsUp returns the tournament of two players, whose states are the heads-up states of
// the space. The errors are those of New.
func NewHeadsUp(rules tournament.Rules, duels *Pairs) (*Game, error) {
	if err := check(&rules, duels); err != nil {
		return nil, err
	}
	g := &Game{Rules: rules, Space: rules.Space(), Pairs: duels}
	if g.Space.Units < 2 {
		return nil, fmt.Errorf("%w: %d chips in play are too few for two players", tournament.ErrStacks, rules.Chips)
	}
	if g.Space.Len() > maxStates {
		return nil, fmt.Errorf("%w: %d chips in units of %d; choose a larger unit",
			tournament.ErrTooLarge, rules.Chips, rules.Unit)
	}
	g.Hands = make([]*tournament.Hand, g.Space.Len())
	g.ICM = make(tournament.Values, g.Space.Len())
	for i := g.Space.Live(); i < g.Space.Len(); i++ {
		hand, err := tournament.NewHand(&rules, g.Space.At(i))
		if err != nil {
			return nil, err
		}
		g.Hands[i], g.ICM[i] = hand, rules.ICM(g.Space.At(i))
	}
	return g, nil
}

// maxStates bounds the tables of a tournament of two, which are indexed by all states of the space.
const maxStates = 1 << 23

func check(rules *tournament.Rules, duels *Pairs) error {
	switch {
	case rules.Mode != tournament.Tournament:
		return fmt.Errorf("mode %v: a cash hand has no states", rules.Mode)
	case rules.Removal != duels.Removal():
		return fmt.Errorf("the rules have card removal %v, the distribution of hands has %v",
			rules.Removal, duels.Removal())
	}
	return rules.Validate()
}

// Played lists the indices of the states that are played.
func (g *Game) Played() []int {
	var played []int
	for i, h := range g.Hands {
		if h != nil {
			played = append(played, i)
		}
	}
	return played
}

// AllJam returns the profile that jams every hand.
func (g *Game) AllJam() Profile {
	profile := make(Profile, len(g.Hands))
	for i, h := range g.Hands {
		if h != nil {
			profile[i] = AllJam(h)
		}
	}
	return profile
}

// Validate returns ErrStrategy unless a profile has a valid strategy for exactly the states that are played.
func (g *Game) Validate(profile Profile) error {
	if len(profile) != len(g.Hands) {
		return fmt.Errorf("%w: %d states, want %d", ErrStrategy, len(profile), len(g.Hands))
	}
	for i, h := range g.Hands {
		if (h == nil) != (profile[i] == nil) {
			return fmt.Errorf("%w: state %v has a strategy: %t, is played: %t",
				ErrStrategy, g.Space.At(i), profile[i] != nil, h != nil)
		}
		if h != nil {
			if err := profile[i].Validate(h); err != nil {
				return fmt.Errorf("state %v: %w", g.Space.At(i), err)
			}
		}
	}
	return nil
}

// Strategy holds the probabilities to jam at a state, by situation and class.
type Strategy [tournament.NumSituations][cards.NumClasses]float64

// Profile holds the strategies of all players at every state, by the state's index; nil where nothing is played.
type Profile []*Strategy

// ErrStrategy marks a strategy that is not a probability or that breaks the rules of its hand.
var ErrStrategy = errors.New("bad strategy")

// AllJam returns the strategy that jams every hand where the rules allow it.
func AllJam(h *tournament.Hand) *Strategy {
	s := new(Strategy)
	for i := range s {
		if h.Choice(tournament.Situation(i)) == tournament.Absent {
			continue
		}
		for k := range s[i] {
			s[i][k] = 1
		}
	}
	return s
}

// Validate returns ErrStrategy unless all numbers are probabilities, players who must stay always jam
// and absent players never do.
func (s *Strategy) Validate(h *tournament.Hand) error {
	for i := range s {
		situation := tournament.Situation(i)
		choice := h.Choice(situation)
		for k, x := range s[i] {
			switch {
			case !(x >= 0 && x <= 1):
				return fmt.Errorf("%w: %v jams %v with probability %v", ErrStrategy, situation, cards.Class(k), x)
			case choice == tournament.Stays && x != 1, choice == tournament.Absent && x != 0:
				return fmt.Errorf("%w: %v jams %v with probability %v, but has no choice",
					ErrStrategy, situation, cards.Class(k), x)
			}
		}
	}
	return nil
}

// Frequency returns the probability of a jam in a situation over all hands dealt, even if play never comes there.
func (s *Strategy) Frequency(situation tournament.Situation) float64 {
	combos := 0.0
	for k, x := range s[situation] {
		combos += x * float64(cards.Class(k).Size())
	}
	return combos / cards.NumCombos // exactly 1 if every hand jams
}
