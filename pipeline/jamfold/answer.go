package jamfold

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TournamentAnswer is the certificate of a solved tournament.
type TournamentAnswer struct {
	Inputs Config `json:"inputs" text:"-"` // what was played
	States int    `json:"states" text:"-"` // number of states
	Rounds int    `json:"rounds" text:"-"` // rounds that the solution took
	Method string `json:"method" text:"-"` // method of the solution
	// GainDollars is the most that a player gains by other play from a state on.
	GainDollars     float64 `json:"gain_dollars" text:"gain at most $,<5"`
	MeanGainDollars float64 `json:"mean_gain_dollars" text:",6"` // mean gain over all states and players
	// StateChips are the stacks at which a player gains most.
	StateChips []int  `json:"state_chips" text:"largest at the stacks" unit:"chips"`
	Seat       string `json:"seat" text:"of the seat"` // seat of that player
	// HeadsUp says more of a tournament of two players.
	HeadsUp *HeadsUpAnswer `json:"heads_up,omitempty"`
}

// Title says how the tournament was solved.
func (a *TournamentAnswer) Title() string {
	return fmt.Sprintf("%d states solved by %s in %d rounds", a.States, a.Method, a.Rounds)
}

// Notes say what the certificate says.
func (a *TournamentAnswer) Notes() []string {
	return []string{"At no stacks does a player gain more by playing otherwise from there on"}
}

// Answer makes the answer about a tournament.
func (s *Solved) Answer() (a *TournamentAnswer, err error) {
	chips := s.Game.States[s.Certificate.State].Table.Stacks
	a = &TournamentAnswer{
		Inputs: s.Config, States: len(s.Game.Played()), Rounds: s.Round, Method: s.Config.Method.String(),
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

//go:generate sh -c "go run feltlab/cmd/feltlab jamfold heads-up --json | tr -d ' \\n' > headsup.json"

//go:embed headsup.json
var headsUp []byte

// HeadsUpChart returns the answer about all stacks from 2 to 25 big blinds without ante, in steps of 0.1, as JSON:
// what Chart computes in some ten CPU-seconds, for pages that show it at once.
func HeadsUpChart() json.RawMessage { return headsUp }

// ICMAnswer is the value of stacks by the Independent Chip Model.
type ICMAnswer struct {
	// StacksChips are the stacks, if they are given in chips.
	StacksChips []int `json:"stacks_chips,omitempty" text:"stack in chips" by:"Players"`
	// StacksBigBlinds are the stacks, if they are given in big blinds.
	StacksBigBlinds []float64 `json:"stacks_big_blinds,omitempty" text:"stack in big blinds" by:"Players"`
	PrizesDollars   []float64 `json:"prizes_dollars"`                        // prizes by place
	ValuesDollars   []float64 `json:"values_dollars" text:",4" by:"Players"` // value of each stack
	// ErrorDollars is the estimated largest error of a value; 0: rounding only.
	ErrorDollars float64 `json:"error_dollars" text:"-"`
	// Pressure is that of the prizes on each pair of players, with --pressure.
	Pressure []PairPressure `json:"pressure,omitempty"`
}

// Notes say which prizes cannot be won by so many players, and how exact the values are.
func (a *ICMAnswer) Notes(players int) (notes []string) {
	if rest := Taken(a.PrizesDollars, players); rest != "" {
		notes = append(notes, "prizes "+rest)
	}
	return append(notes, ICMNote(players, a.ErrorDollars))
}
