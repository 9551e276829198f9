package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Inputs say which tournament was played and how far it was solved.
type Inputs struct {
	Preset     string    `json:"preset"`                 // the preset: default, paper or heads-up
	Players    int       `json:"players"`                // number of players
	SmallBlind int       `json:"small_blind_chips"`      // small blind
	BigBlind   int       `json:"big_blind_chips"`        // big blind
	Ante       int       `json:"ante_chips"`             // ante that every player posts
	Unit       int       `json:"unit_chips"`             // chips of which all amounts are multiples
	Chips      int       `json:"in_play_chips"`          // chips in play
	Prizes     []float64 `json:"prizes_dollars"`         // prizes by place
	TwoBust    string    `json:"two_bust"`               // prizes of two players who go broke in one hand
	HeadsUp    string    `json:"heads_up"`               // value of heads-up states
	Removal    string    `json:"removal"`                // whether cards of others change what one holds
	Averaging  string    `json:"averaging"`              // weights of the iterations of fictitious play
	Epsilon    float64   `json:"epsilon" unit:"dollars"` // regret at which a hand counts as solved
	Iterations int       `json:"iterations"`             // most iterations of a hand
	Method     string    `json:"method"`                 // method for the whole tournament
	// Delta is the change of values at which the tournament counts as solved.
	Delta   float64 `json:"delta" unit:"dollars"`
	Rounds  int     `json:"rounds"`            // most rounds
	Damping float64 `json:"damping,omitempty"` // part of the old values that a round keeps
}

// Inputs returns what a configuration says in answers.
func (c *Config) Inputs() Inputs {
	return Inputs{
		Preset: c.Preset, Players: c.Players, SmallBlind: c.SmallBlind, BigBlind: c.BigBlind, Ante: c.Ante,
		Unit:  c.Unit,
		Chips: c.Chips, Prizes: c.Prizes, TwoBust: c.TwoBust.String(), HeadsUp: c.HeadsUp.String(),
		Removal: c.Removal.String(), Averaging: c.Averaging.String(), Epsilon: c.Epsilon, Iterations: c.Iterations,
		Method: c.Method.String(), Delta: c.Delta, Rounds: c.Rounds, Damping: c.Damping,
	}
}

// TournamentAnswer is the certificate of a solved tournament.
type TournamentAnswer struct {
	Inputs          Inputs  `json:"inputs"`            // what was played
	States          int     `json:"states"`            // number of states
	Rounds          int     `json:"rounds"`            // rounds that the solution took
	Method          string  `json:"method"`            // method of the solution
	GainDollars     float64 `json:"gain_dollars"`      // most that a player gains by other play from a state on
	MeanGainDollars float64 `json:"mean_gain_dollars"` // mean gain over all states and players
	StateChips      []int   `json:"state_chips"`       // stacks at which a player gains most
	Seat            string  `json:"seat"`              // seat of that player
	// HeadsUp says more of a tournament of two players.
	HeadsUp *HeadsUpAnswer `json:"heads_up,omitempty"`
}

// Answer makes the answer about a tournament.
func (s *Solved) Answer() (a *TournamentAnswer, err error) {
	chips := s.Game.States[s.Certificate.State].Table.Stacks
	a = &TournamentAnswer{
		Inputs: s.Config.Inputs(), States: len(s.Game.Played()), Rounds: s.Round, Method: s.Config.Method.String(),
		GainDollars: s.Certificate.Gain, MeanGainDollars: s.Certificate.Mean, StateChips: chips,
		Seat: tournament.TableSeats(len(chips))[s.Certificate.Seat],
	}
	if s.Config.Players == 2 {
		a.HeadsUp, err = s.headsUp()
	}
	return a, err
}

// ChartAnswer says what all seats of tables do.
type ChartAnswer struct {
	Tables []*TableChart `json:"tables"` // the tables, in the order of their stacks
}

// DepthsAnswer says with which stacks to jam and to call heads-up.
type DepthsAnswer struct {
	Inputs DepthInputs          `json:"inputs"` // what was solved heads-up
	Jam    map[string]ChartHand `json:"jam"`    // hands that the small blind jams with some stack
	Call   map[string]ChartHand `json:"call"`   // hands with which the big blind calls
	// Regret is the most that a hand gains by another action, at any stack
	Regret float64 `json:"largest_regret_bigblinds"`
}

// DepthInputs are the stacks of a chart.
type DepthInputs struct {
	From       float64 `json:"from_bigblinds"`        // smallest stack
	To         float64 `json:"to_bigblinds"`          // largest stack
	Step       float64 `json:"step_bigblinds"`        // distance of the stacks
	SmallBlind float64 `json:"small_blind_bigblinds"` // small blind
	Ante       float64 `json:"ante_bigblinds"`        // ante of both players
}

// ChartHand is with which stacks a hand is played.
type ChartHand struct {
	Largest float64 `json:"largest_bigblinds"` // largest stack
	// Spans are the stacks with which it is played at least half of the time, as first and last of each span, across
	// folds that are better by less than 0.02 big blinds.
	Spans  [][2]float64 `json:"spans_bigblinds"`
	Always [][2]float64 `json:"always_bigblinds"` // stacks with which it is always played, in all equilibria
	Mixes  []Mix        `json:"mixed,omitempty"`  // stacks with which it is played sometimes
}

// Answer makes the answer of a chart.
func (c *Chart) Answer(d Depths) *DepthsAnswer {
	hands := func(plays *[cards.NumClasses]Play) map[string]ChartHand {
		of := map[string]ChartHand{}
		for k := range plays {
			if spans := c.Spans(plays[k]); len(spans) > 0 {
				of[cards.Class(k).String()] = ChartHand{
					spans[len(spans)-1][1], spans, c.Always(plays[k]), c.Mixes(plays[k]),
				}
			}
		}
		return of
	}
	inputs := DepthInputs{d.From, d.To, d.Step, 0.5, d.Ante}
	return &DepthsAnswer{inputs, hands(&c.Jam), hands(&c.Call), c.Regret}
}

// ICMAnswer is the value of stacks by the Independent Chip Model.
type ICMAnswer struct {
	StacksChips     []int     `json:"stacks_chips,omitempty"`      // stacks, if they are given in chips
	StacksBigBlinds []float64 `json:"stacks_big_blinds,omitempty"` // stacks, if they are given in big blinds
	PrizesDollars   []float64 `json:"prizes_dollars"`              // prizes by place
	ValuesDollars   []float64 `json:"values_dollars"`              // value of each stack
	ErrorDollars    float64   `json:"error_dollars"`               // estimated largest error of a value; 0: rounding only
}
