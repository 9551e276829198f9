package sources

import (
	"context"
	"math"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/solvers/jamfold/stochastic"
)

// tableEpsilon is the regret, in dollars, to which the compared hands are solved. At the tournament's own regret, a
// class that is dealt once in 330 hands may still lose some cents each time.
const tableEpsilon = 5e-6

// cashEpsilon is the regret of the cash game, in chips.
const cashEpsilon = 0.01

// byClass holds the probabilities to jam, by class.
type byClass = [cards.NumClasses]float64

// model is what the solution of a preset says about what the source prints.
type model struct {
	Preset     string
	Gain, Mean float64 // of the certificate, in dollars
	Rounds     int
	ICM        icmStudy
	Mixing     mixing
	// Tables are the strategies of the published tables, in their order.
	Tables []*byClass
	// Equal are the strategies with equal stacks, by mode and situation, and Frequencies the shares of deals that
	// they jam.
	Equal       map[string][]*byClass
	Frequencies map[string][]float64
}

// models solves the tournament and the cash game of each preset, and the states of the published tables for the
// values of the tournament.
func models(ctx context.Context, env *experiments.Env) (all []*model, err error) {
	lab := labOf(env)
	for _, preset := range jamfold.Presets[:2] {
		c, err := jamfold.Preset(preset)
		if err != nil {
			return nil, err
		}
		solved, err := lab.Tournament(ctx, &c, nil)
		if err != nil {
			return nil, err
		}
		c.Epsilon = cashEpsilon
		cash, err := lab.SolveHand(ctx, &c,
			&tournament.Table{Stacks: equalChips[:], SmallBlind: c.SmallBlind, BigBlind: c.BigBlind})
		if err != nil {
			return nil, err
		}
		study := published.JamFoldICM()
		m := &model{
			Preset: preset, Gain: solved.Certificate.Gain, Mean: solved.Certificate.Mean, Rounds: solved.Round,
			ICM: icmOf(solved, &study), Mixing: mixingOf(solved),
			Equal: map[string][]*byClass{}, Frequencies: map[string][]float64{},
		}
		c = solved.Config
		c.Epsilon = tableEpsilon
		hands := map[[tournament.NumSeats]int]*jamfold.State{}
		for _, t := range published.JamFoldTables() {
			state := cash
			if t.Mode != published.Cash {
				if state = hands[t.Stacks]; state == nil {
					state, err = lab.SolveHand(ctx, &c, c.HandAt(unitsOf(solved, t.Stacks), solved.Certificate.Values))
					if err != nil {
						return nil, err
					}
					hands[t.Stacks] = state
				}
			}
			m.Tables = append(m.Tables, &state.Strategy[t.Situation.Node()])
		}
		m.addEqual(published.Tournament, hands[equalChips].Strategy)
		m.addEqual(published.Cash, cash.Strategy)
		all = append(all, m)
	}
	return all, nil
}

func (m *model) addEqual(mode published.Mode, x stochastic.Strategy) {
	for _, at := range decisions {
		jams, name := &x[at.Node()], string(mode)
		m.Equal[name] = append(m.Equal[name], jams)
		m.Frequencies[name] = append(m.Frequencies[name], stochastic.Share(jams))
	}
}

// decisions are those of tables of three.
var decisions = tournament.DecisionsOf(tournament.NumSeats)

// equalChips is the state of Tables 5 to 16.
var equalChips = [tournament.NumSeats]int{4500, 4500, 4500}

func unitsOf(s *jamfold.Solved, chips [tournament.NumSeats]int) (units tournament.Stacks) {
	for seat, c := range chips {
		units[seat] = c / s.Config.Unit
	}
	return units
}

func labOf(env *experiments.Env) *jamfold.Lab {
	return &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr}
}

// icmStudy says how far the values of a solution are from ICM, over all seats and all states with three players.
type icmStudy struct {
	Preset    string                       `json:"preset"`
	Mean      float64                      `json:"mean_dollars"`
	Largest   float64                      `json:"largest_dollars"`
	Least     float64                      `json:"least_dollars"`
	LargestAt []int                        `json:"largest_at_chips"`
	Seat      string                       `json:"largest_seat"`
	Counts    []float64                    `json:"counts"`
	ICM       [tournament.NumSeats]float64 `json:"icm_at_published_state"`
	Values    [tournament.NumSeats]float64 `json:"values_at_published_state"`
}

func icmOf(solved *jamfold.Solved, p *published.ICMStudy) icmStudy {
	g := solved.Game
	s := icmStudy{Counts: make([]float64, len(p.Counts)), Least: math.Inf(1)}
	for state := range g.Space.Live() {
		for seat, value := range solved.Certificate.Values[state] {
			d := math.Abs(value - g.ICM[state][seat])
			s.Mean += d / float64(tournament.NumSeats*g.Space.Live())
			s.Least = min(s.Least, d)
			if d > s.Largest {
				s.Largest, s.Seat, s.LargestAt = d, tournament.TableSeats(tournament.NumSeats)[seat], nil
				for _, units := range g.Space.At(state) {
					s.LargestAt = append(s.LargestAt, units*solved.Config.Unit)
				}
			}
			for bin := range s.Counts {
				if d >= p.Edges[bin] && (d < p.Edges[bin+1] || bin == len(s.Counts)-1) {
					s.Counts[bin]++
				}
			}
		}
	}
	at := g.Space.Index(unitsOf(solved, p.LargestAt))
	s.ICM, s.Values = g.ICM[at], solved.Certificate.Values[at]
	return s
}

// mixing counts the decisions, and those that take both actions with a probability above 1%.
type mixing struct{ Decisions, Mixed int }

const pureEnough = 0.01

func mixingOf(solved *jamfold.Solved) (x mixing) {
	g := solved.Game
	for _, i := range g.Played() {
		for node, free := range g.States[i].Table.Free() {
			if !free {
				continue
			}
			for _, p := range solved.Profile[i][node] {
				x.Decisions++
				if p > pureEnough && p < 1-pureEnough {
					x.Mixed++
				}
			}
		}
	}
	return x
}

// headsUpOf solves the tournament of Miltersen & Sorensen.
func headsUpOf(ctx context.Context, env *experiments.Env) (*jamfold.HeadsUpAnswer, error) {
	c, err := jamfold.Preset("heads-up")
	if err != nil {
		return nil, err
	}
	solved, err := labOf(env).Tournament(ctx, &c, nil)
	if err != nil {
		return nil, err
	}
	answer, err := solved.Answer()
	if err != nil {
		return nil, err
	}
	return answer.HeadsUp, nil
}
