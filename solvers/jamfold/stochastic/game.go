package stochastic

import (
	"fmt"
	"slices"

	"feltlab/model/tournament"
)

// Game is a tournament: its rules, its states, and how hands are dealt. It does not change.
type Game struct {
	Rules tournament.Rules
	Space tournament.Space
	// States holds every state that is played, by index. It is nil where the value of the state is fixed: at heads-up
	// states by HeadsUpLinear, and at three-handed states of a tournament of two.
	States []*tournament.State
	ICM    tournament.Values // value of every state by the Independent Chip Model

	Triples *Triples // nil in a tournament of two
	Pairs   *Pairs
}

// mostHeadsUp bounds the tables of a tournament of two, which are indexed by all states of the space.
const mostHeadsUp = 1 << 23

// New returns the tournament of three players, or that of two without triples: its states are the heads-up states of
// the space. It errs as Rules.Validate and Rules.CheckSize do, and for a card removal other than that of the cards.
func New(rules tournament.Rules, trios *Triples, duels *Pairs) (*Game, error) {
	if rules.Removal != duels.Removal() {
		return nil, fmt.Errorf("the rules have card removal %v, the distribution of hands has %v",
			rules.Removal, duels.Removal())
	}
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	g := &Game{Rules: rules, Space: rules.Space(), Triples: trios, Pairs: duels}
	first := 0
	if trios == nil {
		first = g.Space.Live()
	}
	if err := rules.CheckSize(); err != nil && (trios != nil || g.Space.Units < 2 || g.Space.Len() > mostHeadsUp) {
		return nil, err
	}
	g.States = make([]*tournament.State, g.Space.Len())
	g.ICM = make(tournament.Values, g.Space.Len())
	for i := first; i < len(g.States); i++ {
		stacks := g.Space.At(i)
		g.ICM[i] = rules.ICM(stacks)
		if i < g.Space.Live() || trios == nil || rules.HeadsUp != tournament.HeadsUpLinear {
			g.States[i] = rules.State(stacks)
		}
	}
	return g, nil
}

// Played lists the indices of the states that are played.
func (g *Game) Played() []int {
	var played []int
	for i, s := range g.States {
		if s != nil {
			played = append(played, i)
		}
	}
	return played
}

// Profile holds the strategies of all players at every state, by the state's index; nil where nothing is played.
type Profile []Strategy

// AllJam returns the profile that jams every hand.
func (g *Game) AllJam() Profile {
	profile := make(Profile, len(g.States))
	for i, s := range g.States {
		if s != nil {
			profile[i] = AllJam(len(s.Table.Stacks))
		}
	}
	return profile
}

// Clone returns a copy that shares nothing.
func (p Profile) Clone() Profile {
	c := make(Profile, len(p))
	for i, x := range p {
		c[i] = slices.Clone(x)
	}
	return c
}

// Validate returns ErrStrategy unless a profile has a valid strategy for exactly the states that are played.
func (g *Game) Validate(profile Profile) error {
	if len(profile) != len(g.States) {
		return fmt.Errorf("%w: %d states, want %d", ErrStrategy, len(profile), len(g.States))
	}
	for i, s := range g.States {
		if (s == nil) != (profile[i] == nil) {
			return fmt.Errorf("%w: state %v has a strategy: %t, is played: %t",
				ErrStrategy, g.Space.At(i), profile[i] != nil, s != nil)
		}
		if s != nil {
			if err := profile[i].Validate(s.Table); err != nil {
				return fmt.Errorf("state %v: %w", g.Space.At(i), err)
			}
		}
	}
	return nil
}
