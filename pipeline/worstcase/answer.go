package worstcase

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

// pair has two values: one for each seat, or the ends of an interval.
type pair = [2]float64

// Response is what a best response wins against a strategy, in a small game or in limit hold'em.
type Response struct {
	Game     string `json:"game" text:"-"`     // the game
	Opponent string `json:"opponent" text:"-"` // the strategy that is responded to
	Unit     string `json:"unit" text:"-"`     // unit of all values, for one hand of the game

	// Status is exact, estimate (from a sample of flops) or interval (stopped before the end: values are the middles
	// of their intervals).
	Status string `json:"status"`

	// SeatValues are what a best response wins in each seat.
	SeatValues pair `json:"seat_values" text:"best response wins,4" unit:"unit" by:"SeatNames"`
	// NashConv is the sum of SeatValues.
	NashConv float64 `json:"nashconv" text:"both seats together (NashConv),~4" unit:"unit"`
	// Exploitability is half of NashConv.
	Exploitability float64 `json:"exploitability" text:"exploitability (half of that),~4" unit:"unit"`
	Seconds        float64 `json:"seconds" text:",3"` // time of the computation

	// GameValue is the equilibrium's value to seat 1; in small games.
	GameValue *float64 `json:"game_value,omitempty" text:"value of the game to seat 1,4" unit:"unit"`
	// Below are what the strategy loses in each seat against GameValue.
	Below *pair `json:"opponent_losses,omitempty" text:"opponent is below equilibrium by,4" unit:"unit" by:"SeatNames"`

	// SeatIntervals certainly hold the exact SeatValues, whatever the missing flops say; not where turns or rivers
	// were drawn.
	SeatIntervals *[2]pair `json:"seat_intervals,omitempty" text:"proved to be within,4" unit:"unit" by:"SeatNames"`
	// CertainInterval certainly holds the exact Exploitability, as SeatIntervals do.
	CertainInterval *pair `json:"exploitability_interval,omitempty" text:"exploitability is within,4" unit:"unit"`

	// StandardError is the standard error of an estimate's Exploitability.
	StandardError *float64 `json:"standard_error,omitempty" text:",4" unit:"unit"`
	// Interval holds the mean of the estimate in 95% of samples. Where turns or rivers were drawn, that mean is above
	// the exact value.
	Interval *pair `json:"interval,omitempty" text:"95% interval,4" unit:"unit"`
	// Lower is what choices win that do not know which cards were drawn: on average less than the exact value.
	Lower *float64 `json:"exploitability_lower,omitempty" text:"by a response blind to the sample,4" unit:"unit"`
	// LowerError is the standard error of Lower.
	LowerError *float64 `json:"exploitability_lower_standard_error,omitempty" text:"its standard error,4" unit:"unit"`
	// Bounds holds the exact value in 95% of samples: from below by Lower, from above by the estimate.
	Bounds *pair `json:"exploitability_bounds,omitempty" text:"95% interval from both,4" unit:"unit"`

	Flops  int `json:"flops,omitempty"`                          // flops of the sample, or all 1,755; in limit hold'em
	Turns  int `json:"turns,omitempty" text:"turns of a flop"`   // turns drawn of each flop; none for all
	Rivers int `json:"rivers,omitempty" text:"rivers of a turn"` // rivers drawn of each turn; none for all
	// Done is the number of pieces of work done, each a flop and a seat; in limit hold'em.
	Done   int `json:"done,omitempty" text:"pieces of work done"`
	Total  int `json:"total,omitempty" text:"pieces of work in all"`  // pieces of work in all
	Cached int `json:"cached,omitempty" text:"pieces from the cache"` // pieces of work that came from the cache

	Rounds []Round `json:"rounds,omitempty"` // parts of NashConv by betting round
	// SeatErrors are the standard errors of an estimate's SeatValues.
	SeatErrors pair `json:"-" text:"-"`
	// Half is there for a strategy of one seat, in place of all values.
	Half *Half `json:"half,omitempty" text:"-"`
	// Hands is what a best response wins with each hand; not of an interval.
	Hands []HandValue `json:"hands,omitempty" text:"best response holding"`
}

// Title says what the answer is about.
func (r *Response) Title() string { return "best response to " + r.Opponent + " in " + r.Game }

// Notes say what the values are where they are not exact.
func (r *Response) Notes() (notes []string) {
	if r.Status == "interval" {
		notes = append(notes, "The run was stopped: values are the middles of the intervals that certainly hold them.")
	}
	if r.Status == "estimate" && r.Done < r.Total {
		notes = append(notes, fmt.Sprintf("The run was stopped: this is estimated from the %d flops that are done.",
			r.Flops))
	}
	if r.Turns > 0 || r.Rivers > 0 {
		notes = append(notes, "The response knows which turns and rivers were drawn, so that the estimate leans "+
			"upward: an upper bound in expectation. Without knowing the sample it leans downward.")
	}
	return notes
}

// SeatNames are the names of the seats.
func (r *Response) SeatNames() []string { return SeatNames(r.Game) }

// SeatNames are the names of the seats of a game.
func SeatNames(of string) []string {
	if of == game.LimitHoldem().Name() || of == NoLimitHoldem {
		return []string{"small blind", "big blind"}
	}
	return []string{"seat 1", "seat 2"}
}

// Round is a betting round's part of the NashConv.
type Round struct {
	Round int     `json:"round" text:"in betting round"`            // betting round, from 1
	Loss  float64 `json:"loss" text:"opponent loses,4" unit:"unit"` // its part of the NashConv
	// Seats is the same by the responding seat; in small games.
	Seats *[2]float64 `json:"seats,omitempty" text:",4" unit:"unit" by:"SeatNames"`
}

// HandValue is what a hand wins in each seat.
type HandValue struct {
	Hand   string     `json:"hand"`                                        // the hand
	Values [2]float64 `json:"values" text:",4" unit:"unit" by:"SeatNames"` // its values by seat
}

// Millis is the number of millibigblinds in a big blind.
const Millis = 1000

// UnitOf returns the unit of answers about a game, and the factor from the game's own unit to it: chips stay,
// big blinds become millibigblinds.
func UnitOf(g game.Game) (unit string, scale float64) {
	if g.Unit() == game.BigBlinds {
		return "millibigblinds", Millis
	}
	return g.Unit(), 1
}

// SmallResponse makes the answer of a best response in a game that is walked whole, with the equilibrium's value to
// seat 1 in the game's unit, or nil.
func SmallResponse(g game.Game, opponent string, r *extensive.Response, value *float64, seconds float64) *Response {
	unit, scale := UnitOf(g)
	a := &Response{
		Game: g.Name(), Opponent: opponent, Unit: unit, Status: "exact", Seconds: seconds,
		SeatValues: inUnit(r.SeatValues, scale), NashConv: scale * r.NashConv(), Exploitability: scale * r.Mean(),
	}
	if value != nil {
		a.GameValue = new(scale * *value)
		a.Below = &[2]float64{a.SeatValues[1] + *a.GameValue, a.SeatValues[0] - *a.GameValue}
	}
	for k := range r.Rounds[0] {
		seats := inUnit([2]float64{r.Rounds[0][k], r.Rounds[1][k]}, scale)
		a.Rounds = append(a.Rounds, Round{k + 1, seats[0] + seats[1], &seats})
	}
	values := func(h int) [2]float64 { return inUnit([2]float64{r.Hands[0][h], r.Hands[1][h]}, scale) }
	if g.Hands().Layout == game.TwoCards {
		a.Hands = classes(values)
		return a
	}
	for h := range r.Hands[0] {
		a.Hands = append(a.Hands, HandValue{g.Hands().Name(0, h), values(h)})
	}
	return a
}

// classes are the means of the values of the hands of each class.
func classes(values func(hand int) [2]float64) []HandValue {
	all := make([]HandValue, cards.NumClasses)
	for h := range cards.Combo(cards.NumCombos) {
		class := h.Class()
		of := &all[class]
		of.Hand = class.String()
		for seat, v := range values(int(h)) {
			of.Values[seat] += v / float64(class.Size())
		}
	}
	return all
}

func inUnit(v [2]float64, scale float64) [2]float64 { return [2]float64{scale * v[0], scale * v[1]} }

// Answer makes the answer of a best response or match. It is an estimate if the result is of a sample; unless that is
// said to be finished, from its flops that are done, if they are enough. Errors are ErrUnfinished if it was not, and
// those of the solver.
func (r *Result) Answer(opponent string, finished bool, seconds float64) (_ *Response, err error) {
	a := &Response{
		Game: game.LimitHoldem().Name(), Opponent: opponent, Unit: "millibigblinds", Status: "interval",
		Seconds: seconds,
		Done:    r.Done, Total: r.Tasks, Cached: r.Cached, Turns: r.turns, Rivers: r.rivers,
	}
	if part := r.done(); !finished && part != nil {
		r, finished = part, true
	}
	a.Flops = r.Flops()
	if !r.Drawn {
		ends := func(i limitholdem.Interval) [2]float64 { return [2]float64{Millis * i.Low, Millis * i.High} }
		a.SeatIntervals = &[2][2]float64{ends(r.SeatValues[0]), ends(r.SeatValues[1])}
		a.CertainInterval = new(ends(r.Mean()))
	}
	of := r.Result
	switch {
	case r.Complete() && !r.Drawn:
		a.Status = "exact"
	case r.sample != nil && finished:
		if of, err = r.estimate(a); err != nil {
			return nil, err
		}
	}
	middle := func(i limitholdem.Interval) float64 { return Millis * (i.Low + i.High) / 2 }
	for seat, v := range of.SeatValues {
		a.SeatValues[seat] = middle(v)
	}
	a.NashConv = a.SeatValues[0] + a.SeatValues[1]
	a.Exploitability = a.NashConv / 2
	if a.Status == "estimate" {
		a.Interval = Confidence(a.Exploitability, a.Spread())
	}
	if a.Lower != nil {
		a.Bounds = &[2]float64{Confidence(*a.Lower, *a.LowerError)[0], a.Interval[1]}
	}
	for k, loss := range of.Rounds {
		a.Rounds = append(a.Rounds, Round{Round: k + 1, Loss: Millis * loss})
	}
	if a.Status == "interval" {
		return a, nil // the middles of hands' intervals say nothing
	}
	for class := range cards.Class(cards.NumClasses) {
		a.Hands = append(a.Hands,
			HandValue{class.String(), [2]float64{middle(of.Hands[0][class]), middle(of.Hands[1][class])}})
	}
	return a, nil
}

// NormalQuantile is the half width of a 95% interval in standard errors.
const NormalQuantile = 1.96

// Confidence is the 95% interval of a mean with a standard error.
func Confidence(mean, standardError float64) *[2]float64 {
	reach := NormalQuantile * standardError
	return &[2]float64{mean - reach, mean + reach}
}

// Matches is what strategies win against one another.
type Matches struct {
	Game string `json:"game" text:"-"` // the game
	Unit string `json:"unit" text:"-"` // unit of all values, for one hand of the game
	// Status is exact, estimate (from a sample of flops), sampled (deals) or log (of a match that was played).
	Status     string   `json:"status"`
	Strategies []string `json:"strategies" text:"-"` // the strategies, in order
	Matches    []Won    `json:"matches" text:"wins"` // each strategy against each later one; none of a log
	// BestResponses are what a best response wins against each strategy; with three or more, not of sampled deals.
	BestResponses []Won      `json:"best_responses,omitempty" text:"best response wins from"`
	Log           *LogAnswer `json:"log,omitempty" text:"winnings ± standard error"` // what the players of a log won

	Done   int `json:"done,omitempty" text:"pieces of work done"`     // pieces of work done, in limit hold'em
	Cached int `json:"cached,omitempty" text:"pieces from the cache"` // pieces of work that came from the cache
}

// Title says what the answer is about.
func (m *Matches) Title() string {
	return strings.Join(m.Strategies, " against ") + " in " + m.Game + ", " + m.Unit + " a hand"
}

// SeatNames are the names of the seats.
func (m *Matches) SeatNames() []string { return SeatNames(m.Game) }

// Won is what a strategy, or a best response, wins against another.
type Won struct {
	// Strategy is the strategy that wins; none for a best response.
	Strategy   string     `json:"strategy,omitempty"`
	Opponent   string     `json:"opponent" text:"from"`                             // the other strategy
	SeatValues [2]float64 `json:"seat_values" text:",4" unit:"unit" by:"SeatNames"` // what it wins in each seat
	Mean       float64    `json:"mean" text:"mean,4" unit:"unit"`                   // mean of SeatValues
	// StandardError is the standard error of Mean; none where it is exact.
	StandardError *float64 `json:"standard_error,omitempty" text:"standard error,4" unit:"unit"`
	// Interval holds the exact Mean in 95% of samples.
	Interval *[2]float64 `json:"interval,omitempty" text:"95% interval,4" unit:"unit"`
	Deals    int         `json:"deals,omitempty"` // number of sampled deals, each played in both seats
}

// NewMatches returns the answer about some strategies, without matches yet.
func NewMatches(g game.Game, status string, strategies []string) *Matches {
	m := &Matches{Game: g.Name(), Status: status, Strategies: strategies, Matches: []Won{}}
	m.Unit, _ = UnitOf(g)
	return m
}

// Count counts the pieces of work of a result.
func (m *Matches) Count(r *Result, err error) (*Result, error) {
	if r != nil {
		m.Done, m.Cached = m.Done+r.Done, m.Cached+r.Cached
	}
	return r, err
}

// Put adds a match of two strategies by number: values by seat and the standard error of their mean, in Unit, and the
// number of deals, if it was sampled.
func (m *Matches) Put(ours, theirs int, values [2]float64, standardError float64, deals int) {
	w := m.won(theirs, values, standardError)
	w.Strategy, w.Deals = m.Strategies[ours], deals
	m.Matches = append(m.Matches, w)
}

// PutBest adds what a best response wins against a strategy.
func (m *Matches) PutBest(opponent int, values [2]float64, standardError float64) {
	m.BestResponses = append(m.BestResponses, m.won(opponent, values, standardError))
}

func (m *Matches) won(opponent int, values [2]float64, standardError float64) Won {
	w := Won{Opponent: m.Strategies[opponent], SeatValues: values, Mean: (values[0] + values[1]) / 2}
	if m.Status != "exact" {
		w.StandardError, w.Interval = &standardError, Confidence(w.Mean, standardError)
	}
	return w
}

// Judged is a strategy with its worst case, as experiments store it and the report shows it.
type Judged struct {
	Response
	// Published is the exploitability that a source prints.
	Published *float64 `json:"published,omitempty" unit:"unit"`
	// Trained says how the strategy was trained; nil if it was not.
	Trained *Trained `json:"trained,omitempty"`
	// Key identifies the strategy and the way it was judged, in a store; empty if it needs none.
	Key string `json:"key,omitempty"`
}

// Trained says how a strategy over buckets was trained.
type Trained struct {
	Buckets         string  `json:"buckets"`          // name of the bucketing
	Respond         string  `json:"respond"`          // street from which it learned by CFR-BR; empty: none
	Tilt            string  `json:"tilt"`             // percentages: seat 1 wins, loses, seat 2 wins, loses
	InformationSets int     `json:"information_sets"` // size of the abstract game
	Iterations      int     `json:"iterations"`
	CPUHours        float64 `json:"cpu_hours"` // processor time of the training
	// Abstract is half of what both seats could still win in the abstract game, estimated from below; nil if the seats
	// were not trained against each other for the same payoffs.
	Abstract      *float64 `json:"abstract,omitempty"`
	AbstractError float64  `json:"abstract_standard_error,omitempty"`
}

// Judge makes the stored answer about a strategy from a finished result. Only exact answers keep the values of
// hands.
func (r *Result) Judge(strategy string) (*Judged, error) {
	a, err := r.Answer(strategy, true, 0)
	if err != nil {
		return nil, err
	}
	if a.Status != "exact" {
		a.Hands = nil
	}
	a.SeatIntervals, a.CertainInterval, a.Total = nil, nil, r.Total
	return &Judged{Response: *a}, nil
}

// Exact reports whether the answer is exact.
func (r *Response) Exact() bool { return r.Status == "exact" }

// Spread is the standard error of the Exploitability, 0 without one.
func (r *Response) Spread() float64 {
	if r.StandardError == nil {
		return 0
	}
	return *r.StandardError
}

// Losses lists the parts of the NashConv by betting round.
func (r *Response) Losses() (losses []float64) {
	for _, round := range r.Rounds {
		losses = append(losses, round.Loss)
	}
	return losses
}
