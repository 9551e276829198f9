package jamfold

import (
	"math"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// Inputs say what was played and how far it was solved.
type Inputs struct {
	Preset       string    `json:"preset"`                   // the preset: default or paper
	Players      int       `json:"players"`                  // number of players
	Mode         string    `json:"mode"`                     // tournament or cash
	Continuation string    `json:"continuation,omitempty"`   // values of the states that follow: solved or icm
	StacksChips  []int     `json:"stacks_chips,omitempty"`   // stacks, the blinds' last; two of them heads-up
	SmallBlind   int       `json:"small_blind_chips"`        // small blind
	BigBlind     int       `json:"big_blind_chips"`          // big blind
	Ante         int       `json:"ante_chips"`               // ante that every player posts
	Unit         int       `json:"unit_chips"`               // chips of which all amounts are multiples
	Chips        int       `json:"in_play_chips,omitempty"`  // chips in play
	Prizes       []float64 `json:"prizes_dollars,omitempty"` // prizes by place
	TwoBust      string    `json:"two_bust"`                 // prizes of two players who go broke in one hand
	HeadsUp      string    `json:"heads_up"`                 // value of heads-up states
	Removal      string    `json:"removal"`                  // whether cards of others change what one holds
	Averaging    string    `json:"averaging"`                // weights of the iterations of fictitious play
	// Epsilon is the regret at which a hand counts as solved: in dollars, or chips in a cash hand.
	Epsilon    float64 `json:"epsilon" unit:"dollars or chips"`
	Iterations int     `json:"iterations"`       // most iterations of a hand
	Method     string  `json:"method,omitempty"` // method for a whole tournament
	// Delta is the change of values at which a tournament counts as solved.
	Delta   float64 `json:"delta,omitempty" unit:"dollars"`
	Rounds  int     `json:"rounds,omitempty"`  // most rounds of a tournament
	Damping float64 `json:"damping,omitempty"` // part of the old values that a round keeps
}

// Inputs returns what a configuration says in answers.
func (c *Config) Inputs() Inputs {
	in := Inputs{
		Preset: c.Preset, Players: c.Players, Mode: c.Mode.String(), StacksChips: c.Stacks, SmallBlind: c.SmallBlind,
		BigBlind: c.BigBlind, Ante: c.Ante, Unit: c.Unit, Chips: c.Chips, Prizes: c.Prizes, TwoBust: c.TwoBust.String(),
		HeadsUp: c.HeadsUp.String(), Removal: c.Removal.String(), Averaging: c.Averaging.String(), Epsilon: c.Epsilon,
		Iterations: c.Iterations,
	}
	if c.Mode == tournament.Cash && len(c.Stacks) > 0 {
		in.Players = len(c.Stacks)
	}
	if c.Mode == tournament.Tournament {
		in.Method, in.Delta, in.Rounds, in.Damping = c.Method.String(), c.Delta, c.Rounds, c.Damping
	}
	return in
}

// Amount is a value of play: dollars in a tournament, chips and big blinds in a cash hand.
type Amount struct {
	Dollars   *float64 `json:"dollars,omitempty"`   // in a tournament
	Chips     *float64 `json:"chips,omitempty"`     // in a cash hand
	BigBlinds *float64 `json:"bigblinds,omitempty"` // the same in big blinds
}

// Amount gives a value its units.
func (c *Config) Amount(value float64) *Amount {
	if c.Mode == tournament.Tournament {
		return &Amount{Dollars: &value}
	}
	a := &Amount{Chips: &value}
	if c.BigBlind > 0 {
		blinds := value / float64(c.BigBlind)
		a.BigBlinds = &blinds
	}
	return a
}

// StateAnswer is equilibrium play at one state, or in one cash hand.
type StateAnswer struct {
	Inputs    Inputs             `json:"inputs"`    // what was played
	Values    map[string]*Amount `json:"values"`    // value of the state by seat
	Regret    *Amount            `json:"regret"`    // most that a player gains in this hand by playing otherwise
	Decisions []DecisionAnswer   `json:"decisions"` // situations that can arise
}

// DecisionAnswer is a situation that can arise.
type DecisionAnswer struct {
	Situation string `json:"situation"`        // the situation, such as SB|fold
	Words     string `json:"words"`            // the same in words
	Seat      string `json:"seat"`             // who decides: BTN, SB or BB
	Action    string `json:"action"`           // what the player may do but fold: jam or call
	Forced    bool   `json:"forced,omitempty"` // whether the player is in the pot without a decision
	// JamPercent is how often the player jams, or calls a jam; none where the decision is not solved.
	JamPercent *float64 `json:"jam_percent"`
	Reach      *float64 `json:"reach_percent,omitempty"` // how often play comes here; only of jamfold state
	// Hands are those that some deal has here, by name; none if the player is forced or the decision is not solved.
	Hands map[string]HandAnswer `json:"hands,omitempty"`
}

// HandAnswer is what to do with a hand.
type HandAnswer struct {
	JamPercent float64 `json:"jam_percent"` // how often to jam
	Jam        *Amount `json:"jam_ev"`      // value of a jam
	Fold       *Amount `json:"fold_ev"`     // value of a fold
}

// Situations lists the situations of a hand that can arise.
func Situations(h *tournament.Hand) (list []tournament.Situation) {
	for at := range tournament.Situation(tournament.NumSituations) {
		if h.Arises(at) {
			list = append(list, at)
		}
	}
	return list
}

// Frequency returns how often a situation's player jams, of all hands: always if the player must, NaN if the decision
// is not solved.
func (s *State) Frequency(at tournament.Situation) float64 {
	if s.Hand.Choice(at) == tournament.Stays {
		return 1 // not what 169 rounded terms sum to
	}
	if _, solved := s.Reach(at); !solved {
		return math.NaN()
	}
	return s.Strategy.Frequency(at)
}

// Answer makes the answer about a state.
func (s *State) Answer(c *Config, continuation string) *StateAnswer {
	a := &StateAnswer{Inputs: c.Inputs(), Values: map[string]*Amount{}, Regret: c.Amount(s.MaxRegret())}
	if c.Mode == tournament.Tournament {
		a.Inputs.Continuation = continuation
	}
	for seat, v := range s.Values {
		if s.Hand.Stacks[seat] > 0 {
			a.Values[tournament.Seat(seat).String()] = c.Amount(v)
		}
	}
	a.Decisions = decisions(s.Hand, s.Frequency)
	for i, at := range Situations(s.Hand) {
		d := &a.Decisions[i]
		reach, _ := s.Reach(at)
		reach *= 100
		if d.Reach = &reach; d.Forced || d.JamPercent == nil {
			continue
		}
		d.Hands = map[string]HandAnswer{}
		for k := range cards.Class(cards.NumClasses) {
			if jam, fold, ok := s.Actions(at, k); ok {
				d.Hands[k.String()] = HandAnswer{100 * s.Strategy[at][k], c.Amount(jam), c.Amount(fold)}
			}
		}
	}
	return a
}

// decisions lists the situations of a hand that can arise, without hands. An unsolved one has the frequency NaN.
func decisions(h *tournament.Hand, frequency func(tournament.Situation) float64) (list []DecisionAnswer) {
	for _, at := range Situations(h) {
		d := DecisionAnswer{
			Situation: at.String(), Words: h.Words(at), Seat: at.Seat().String(), Action: at.Verb(),
			Forced: h.Choice(at) == tournament.Stays,
		}
		if percent := 100 * frequency(at); !math.IsNaN(percent) {
			d.JamPercent = &percent
		}
		list = append(list, d)
	}
	return list
}

// DepthAnswer is a state after some steps of value iteration.
type DepthAnswer struct {
	Steps         int                `json:"steps"`               // hands ahead; 0: ICM without play, -1: fixed point
	Decisions     []DecisionAnswer   `json:"decisions,omitempty"` // situations that can arise, without hands
	ValuesDollars map[string]float64 `json:"values_dollars"`      // value of the state by seat
}

// FixedPoint is the number of steps of the tournament's solution.
const FixedPoint = -1

// Answer makes the answer of a step at a hand. Before any play there are no decisions.
func (s *Step) Answer(h *tournament.Hand) DepthAnswer {
	a := DepthAnswer{Steps: s.Number, ValuesDollars: map[string]float64{}}
	for seat, v := range s.Values {
		if h.Stacks[seat] > 0 {
			a.ValuesDollars[tournament.Seat(seat).String()] = v
		}
	}
	if s.Number != 0 {
		a.Decisions = decisions(h, func(at tournament.Situation) float64 { return s.Frequencies[at] })
	}
	return a
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
}

// Answer makes the certificate of a tournament.
func (s *Solved) Answer() *TournamentAnswer {
	chips := s.chips(s.Certificate.State)
	return &TournamentAnswer{
		Inputs: s.Config.Inputs(), States: len(s.Game.Played()), Rounds: s.Round, Method: s.Config.Method.String(),
		GainDollars: s.Certificate.Gain, MeanGainDollars: s.Certificate.Mean, StateChips: chips[:],
		Seat: s.Certificate.Seat.String(),
	}
}

// HeadsUpAnswer is a solved tournament of two players.
type HeadsUpAnswer struct {
	Inputs      Inputs  `json:"inputs"`       // what was played
	States      int     `json:"states"`       // number of states
	GainDollars float64 `json:"gain_dollars"` // most that a player gains by playing otherwise
	// Deviation is the largest difference between the probability to win and the share of the chips.
	Deviation float64 `json:"largest_deviation_from_share"`
	// Reversals are pairs of hands that no ranking puts in an order, the clearest first.
	Reversals []Reversal   `json:"reversals"`
	Rows      []HeadsUpRow `json:"rows"` // the states
}

// HeadsUpRow is a state of two players.
type HeadsUpRow struct {
	SmallBlind   int     `json:"small_blind_chips"` // stack of the small blind
	BigBlind     int     `json:"big_blind_chips"`   // stack of the big blind
	JamPercent   float64 `json:"jam_percent"`       // how often the small blind jams
	CallPercent  float64 `json:"call_percent"`      // how often the big blind calls
	ValueDollars float64 `json:"value_dollars"`     // value to the small blind
	Share        float64 `json:"share"`             // the small blind's share of the chips
}

// Reversal is two hands that no ranking can order: the small blind jams only one at some stacks, and only the other
// at others.
type Reversal struct {
	Hands [2]string `json:"hands"` // the hands
	// Only holds two pairs of stacks: where only the first hand is jammed, and where only the second is.
	Only   [2][2]int `json:"small_blind_chips_of_only_jams"`
	Margin float64   `json:"margin_dollars"` // smallest of the four differences between jam and fold
}

// HeadsUpAnswer makes the answer of a solved tournament of two players.
func (s *Solved) HeadsUpAnswer() *HeadsUpAnswer {
	a := &HeadsUpAnswer{Inputs: s.Config.Inputs(), GainDollars: s.Certificate.Gain, Reversals: s.Reversals()}
	prizes := append(s.Config.Prizes, 0)
	first, second := prizes[0], prizes[1]
	for _, i := range s.Game.Played() {
		stacks, x := s.chips(i), s.Profile[i]
		row := HeadsUpRow{
			SmallBlind:   stacks[tournament.SmallBlind],
			BigBlind:     stacks[tournament.BigBlind],
			JamPercent:   100 * x.Frequency(tournament.SmallBlindAfterFold),
			CallPercent:  100 * x.Frequency(tournament.BigBlindAfterFoldJam),
			ValueDollars: s.Certificate.Values[i][tournament.SmallBlind],
			Share:        float64(stacks[tournament.SmallBlind]) / float64(stacks.Total()),
		}
		if first > second {
			a.Deviation = max(a.Deviation, math.Abs((row.ValueDollars-second)/(first-second)-row.Share))
		}
		a.Rows = append(a.Rows, row)
	}
	a.States = len(a.Rows)
	return a
}

// ChartAnswer says with which stacks to jam and to call heads-up, or what all seats of tables do.
type ChartAnswer struct {
	*DepthsAnswer
	Tables []*TableChart `json:"tables,omitempty"` // tables of --players and --stacks, in the order of the stacks
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
func (c *Chart) Answer(d Depths) *ChartAnswer {
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
	return &ChartAnswer{DepthsAnswer: &DepthsAnswer{inputs, hands(&c.Jam), hands(&c.Call), c.Regret}}
}

// ICMAnswer is the value of stacks by the Independent Chip Model.
type ICMAnswer struct {
	StacksChips     []int     `json:"stacks_chips,omitempty"`      // stacks, if they are given in chips
	StacksBigBlinds []float64 `json:"stacks_big_blinds,omitempty"` // stacks, if they are given in big blinds
	PrizesDollars   []float64 `json:"prizes_dollars"`              // prizes by place
	ValuesDollars   []float64 `json:"values_dollars"`              // value of each stack
	ErrorDollars    float64   `json:"error_dollars"`               // estimated largest error of a value; 0: rounding only
}
