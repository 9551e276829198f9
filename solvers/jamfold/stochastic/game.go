package stochastic

import (
	"errors"
	"fmt"

	"feltlab/model/tournament"
)

// ErrRemoval marks rules and distributions of hands that differ in card removal.
var ErrRemoval = errors.New("game: card removal of rules and hands differ")

// ErrMode marks rules of another mode than is wanted.
var ErrMode = errors.New("game: wrong mode")

// Game is a tournament: its rules, its states, and how hands are dealt. It does not change.
type Game struct {
	Rules tournament.Rules
	Space tournament.Space
	// Hands holds the hand of every state that is played, by index, and nil where the value
	// of the state is fixed: heads-up states by HeadsUpLinear, three-handed states of a
	// tournament of two.
	Hands []*tournament.Hand
	// ICM is the value of every state by the Independent Chip Model.
	ICM tournament.Values

	Trios *Trios // nil in a tournament of two
	Duels *Duels
}

// New returns the tournament of three players. The errors are those of Rules.Hands, ErrMode
// and ErrRemoval.
func New(rules tournament.Rules, trios *Trios) (*Game, error) {
	if err := check(&rules, &trios.Duels); err != nil {
		return nil, err
	}
	hands, err := rules.Hands()
	if err != nil {
		return nil, err
	}
	g := &Game{Rules: rules, Space: rules.Space(), Hands: hands, Trios: trios, Duels: &trios.Duels}
	if rules.HeadsUp == tournament.HeadsUpLinear {
		clear(g.Hands[g.Space.Live():])
	}
	g.ICM = rules.ICMValues(g.Space)
	return g, nil
}

// NewHeadsUp returns the tournament of two players, whose states are the heads-up states of
// the space. The errors are those of New.
func NewHeadsUp(rules tournament.Rules, duels *Duels) (*Game, error) {
	if err := check(&rules, duels); err != nil {
		return nil, err
	}
	g := &Game{Rules: rules, Space: rules.Space(), Duels: duels}
	if g.Space.Units < 2 {
		return nil, fmt.Errorf("%w: %d chips in play are too few for two players", tournament.ErrStacks, rules.Chips)
	}
	if g.Space.Len() > maxStates {
		return nil, fmt.Errorf("%w: %d chips in units of %d; choose a larger unit", tournament.ErrTooLarge, rules.Chips, rules.Unit)
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

// maxStates bounds the tables of a tournament of two, which are indexed by all states of the
// space.
const maxStates = 1 << 23

func check(rules *tournament.Rules, duels *Duels) error {
	switch {
	case rules.Mode != tournament.Tournament:
		return fmt.Errorf("%w: %v; a cash hand has no states", ErrMode, rules.Mode)
	case rules.Removal != duels.Removal():
		return fmt.Errorf("%w: %v and %v", ErrRemoval, rules.Removal, duels.Removal())
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

// Validate returns ErrStrategy unless a profile has a valid strategy for exactly the states
// that are played.
func (g *Game) Validate(profile Profile) error {
	if len(profile) != len(g.Hands) {
		return fmt.Errorf("%w: %d states, want %d", ErrStrategy, len(profile), len(g.Hands))
	}
	for i, h := range g.Hands {
		if (h == nil) != (profile[i] == nil) {
			return fmt.Errorf("%w: state %v has a strategy: %t, is played: %t", ErrStrategy, g.Space.At(i), profile[i] != nil, h != nil)
		}
		if h != nil {
			if err := profile[i].Validate(h); err != nil {
				return fmt.Errorf("state %v: %w", g.Space.At(i), err)
			}
		}
	}
	return nil
}
