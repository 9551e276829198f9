package jamfold

import (
	"context"
	"errors"
	"math"

	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

// State is equilibrium play at one state.
type State struct {
	Hand     *tournament.Hand
	Strategy *stochastic.Strategy
	// Values are the players' expected utilities by seat: dollars in a tournament, chips won or lost in a cash game.
	Values [tournament.NumSeats]float64
	// Regret is the largest gain of a seat by another strategy in this hand; Iterations is the number of iterations of
	// fictitious play.
	Regret     [tournament.NumSeats]float64
	Iterations int
	// Endings and Payoffs determine the values of jam and fold.
	Endings *expost.Endings
	Payoffs tournament.Payoffs
}

// unreached is the probability below which play never comes to a situation with a hand: the rounding of differences.
const unreached = 1e-13

// MaxRegret returns the largest regret of a seat.
func (s *State) MaxRegret() float64 { return max(s.Regret[0], s.Regret[1], s.Regret[2]) }

// Actions returns the values of a jam and a fold with a hand in a situation, given that play comes there; ok is false
// if it never does, if the decision is not solved, or if there is no choice.
func (s *State) Actions(at tournament.Situation, k cards.Class) (jam, fold float64, ok bool) {
	if s.Hand.Choice(at) != tournament.Free || !s.Hand.Arises(at) {
		return 0, 0, false
	}
	a := s.Endings.Action(at, k, &s.Payoffs)
	if _, solved := s.Reach(at); !solved || a.Reach < unreached {
		return 0, 0, false
	}
	return a.Jam / a.Reach, a.Fold / a.Reach, true
}

// unsolved is the part of what a decision's actions differ by, over all hands, up to which other play from there on may
// gain for the decision to count as solved.
const unsolved = 0.01

// Reach returns the probability that play comes to a situation, and whether its decision is solved. A strategy whose
// regret is small as a whole may hold anything where play hardly ever comes: early iterations, or the beginning.
func (s *State) Reach(at tournament.Situation) (reach float64, solved bool) {
	var stake, lost float64
	earlier := tournament.SeatSet(1)<<at.Seat() - 1
	for later := range tournament.Situation(tournament.NumSituations) {
		if later != at && (later.Seat() <= at.Seat() || later.Jammed()&earlier != at.Jammed()) {
			continue
		}
		for k := range cards.Class(cards.NumClasses) {
			a := s.Endings.Action(later, k, &s.Payoffs)
			if later == at {
				reach, stake = reach+a.Reach, stake+math.Abs(a.Jam-a.Fold)
			}
			if p := s.Strategy[later][k]; s.Hand.Choice(later) == tournament.Free {
				lost += max(a.Jam, a.Fold) - (p*a.Jam + (1-p)*a.Fold)
			}
		}
	}
	return reach, reach > cards.NumClasses*unreached && lost <= unsolved*stake
}

// SolveState solves one hand with stacks in units, given the values of the states that may follow, by state (not read
// in a cash game). Errors are those of the rules, and jamfold.ErrIterations.
func (l *Lab) SolveState(
	ctx context.Context, c *Config, stacks tournament.Stacks, values tournament.Values,
) (*State, error) {
	rules := c.Rules()
	hand, err := tournament.NewHand(&rules, stacks)
	if err != nil {
		return nil, err
	}
	g := &stochastic.Game{Rules: rules, Space: hand.Space()}
	if err := l.deal(ctx, c, hand, g); err != nil {
		return nil, err
	}
	// A tournament in which only this hand is played, once.
	at := 0
	if g.Hands = []*tournament.Hand{hand}; c.Mode == tournament.Tournament {
		at = g.Space.Index(stacks)
		g.Hands = make([]*tournament.Hand, len(values))
		g.Hands[at] = hand
	} else {
		values = make(tournament.Values, 1)
	}
	g.ICM = values
	options := c.Options()
	options.Method, options.Rounds, options.Workers = tournament.VIFP, 1, 1
	solution, err := jamfold.Solve(ctx, g, options)
	if err != nil && !errors.Is(err, jamfold.ErrRounds) {
		return nil, err
	}
	s := examine(hand, solution.Profile[at], values, g)
	s.Iterations = solution.States[at].Iterations
	s.Values = solution.States[at].Ends.Values(&s.Payoffs)
	return s, nil
}

func (l *Lab) deal(ctx context.Context, c *Config, hand *tournament.Hand, g *stochastic.Game) (err error) {
	if hand.Stacks[tournament.Button] == 0 {
		g.Pairs, err = l.pairs(ctx, c.Removal)
		return err
	}
	if g.Triples, err = l.Triples(ctx, c.Removal); err == nil {
		g.Pairs = &g.Triples.Pairs
	}
	return err
}

// examine values a strategy at a state: the regret comes from the checker, not from the solver.
func examine(hand *tournament.Hand, x *stochastic.Strategy, values tournament.Values, g *stochastic.Game) *State {
	s := &State{Hand: hand, Strategy: x}
	hand.Payoffs(values, &s.Payoffs)
	s.Endings = expost.EndingsOf(hand, x, g.Triples, g.Pairs)
	s.Regret = s.Endings.Regret(hand, x, &s.Payoffs)
	return s
}

// ICMValues returns the values of all states of the tournament by the Independent Chip Model.
func ICMValues(c *Config) tournament.Values {
	rules := c.Rules()
	return rules.ICMValues(rules.Space())
}

// Step is a state after some steps of value iteration.
type Step struct {
	Number int // number of hands in equilibrium, after which stacks have their ICM values
	// Frequencies are those of State.Frequency.
	Frequencies [tournament.NumSituations]float64
	Values      [tournament.NumSeats]float64
}

// Depth returns the answer at a state by steps of value iteration, the future game simulation of commercial tools:
// one hand played for ICM values, one played for the values of hands played for ICM values, and so on. Each step
// solves all states; states in the store are not solved again.
func (l *Lab) Depth(ctx context.Context, c *Config, state, steps int, visit func(jamfold.Round)) ([]Step, error) {
	own := *c
	own.Method = tournament.VIFP
	g, err := l.Game(ctx, &own)
	if err != nil {
		return nil, err
	}
	if _, err := l.solve(ctx, &own, g, steps, visit); err != nil {
		return nil, err
	}
	found, before := make([]Step, 0, steps), g.ICM
	for n := 1; n <= steps; n++ {
		s, err := l.round(&own, g, n)
		if err != nil {
			return nil, err
		}
		if s == nil { // the values had converged before
			break
		}
		x := examine(g.Hands[state], s.Profile[state], before, g)
		x.Values, before = s.Values[state], s.Values
		found = append(found, x.Step(n))
	}
	return found, nil
}

// Step returns the state as a step of value iteration.
func (s *State) Step(number int) Step {
	step := Step{Number: number, Values: s.Values}
	for at := range step.Frequencies {
		step.Frequencies[at] = s.Frequency(tournament.Situation(at))
	}
	return step
}
