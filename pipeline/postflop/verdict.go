package postflop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"feltlab/internal/clock"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// Verdict is what the judge finds about a strategy, and what a solver's answer is worth. Values are exact up to the
// rounding of 64-bit floats. Expected values count the starting pot: those of both seats sum to it, but for the rake.
type Verdict struct {
	Strategy string `json:"strategy" text:"-"` // the strategy that is judged
	Board    string `json:"board" text:"-"`    // the first board
	// Exploitability is the mean of what both seats could gain alone: 0 at an equilibrium. With a rake no solver
	// promises that it goes to 0.
	Exploitability float64 `json:"exploitability" text:",~4" unit:"chips"`
	PotShare       float64 `json:"exploitability_of_pot" text:"that is of the pot,%~4"` // the same as a share
	// Millis is the same in thousandths of a big blind, if the game states the big blind.
	Millis     *float64 `json:"exploitability_mbb,omitempty" text:"that is,2" unit:"mbb"`
	Iterations int      `json:"iterations,omitempty"`                // of the solver
	Seconds    float64  `json:"seconds" text:"seconds of judging,2"` // time of the best responses

	EV   [2]float64 `json:"ev" text:"expected value,4" by:"Seats"`           // expected value, in chips
	Best [2]float64 `json:"best_response" text:"best response,4" by:"Seats"` // value of a best response, in chips
	Gain [2]float64 `json:"gain" text:"gain by it,~4" by:"Seats"`            // difference of both, in chips

	Streets []StreetGain `json:"streets" text:"street"`               // where the gain arises
	Lines   []LineGain   `json:"lines,omitempty" text:"line,10"`      // the same by decision, the largest first
	Hands   []HandGain   `json:"hand_gains,omitempty" text:"hand,10"` // the same by class of hands, the largest first
	First   []HandRow    `json:"first_decision,omitempty" text:"-"`   // the first decision by hand

	// Losses are the gains as the walk found them, for pages.
	Losses *extensive.Losses `json:"-" text:"-"`
	raked  bool
}

// Seats are the seats' names.
func (v *Verdict) Seats() []string { return game.PostflopSeats[:] }

// Title names the strategy.
func (v *Verdict) Title() string { return v.Strategy + " on " + v.Board }

// Notes say what a rake does.
func (v *Verdict) Notes() []string {
	if !v.raked {
		return nil
	}
	return []string{"With a rake the game has no constant sum: the exploitability is the mean of both gains, and no " +
		"solver is sure to lower it to 0"}
}

// StreetGain is what responses gain by their choices on a street.
type StreetGain struct {
	Street string     `json:"street"`                     // name of the street
	Gain   [2]float64 `json:"gain" text:",~4" by:"Seats"` // gain of each seat, in chips
}

// LineGain is what a response gains by its choices at a decision.
type LineGain struct {
	Line   string  `json:"line"`                         // the actions before
	Seat   string  `json:"seat"`                         // the seat that acts
	Gain   float64 `json:"gain" text:",~4" unit:"chips"` // gain that arises there
	Reach  float64 `json:"reach" text:",%1"`             // how often the strategy gets there against itself
	Played string  `json:"played"`                       // what it plays there
	Best   string  `json:"best"`                         // what a best response plays with the same hands
}

// HandGain is what a response gains with the hands of a class.
type HandGain struct {
	Hand string     `json:"hand"`                       // the class
	Gain [2]float64 `json:"gain" text:",~4" by:"Seats"` // gain of each seat, in chips
}

// Judge computes the verdict on a policy. Symmetric says that the policy treats suits alike that the game does not tell
// apart; otherwise that is tested. bigBlind, in chips, may be 0. With losses the verdict has lines and hands.
func Judge(ctx context.Context, g *game.Postflop, p game.Policy, symmetric bool, bigBlind float64, losses bool,
) (*Verdict, error) {
	v, err := judge(ctx, g, p, extensive.ResponseOptions{ByRound: true, Symmetric: symmetric}, losses)
	if v != nil && bigBlind > 0 {
		const thousandths = 1000
		v.Millis = new(v.Exploitability / bigBlind * thousandths)
	}
	return v, err
}

func judge(ctx context.Context, g *game.Postflop, p game.Policy, o extensive.ResponseOptions, losses bool,
) (*Verdict, error) {
	start := clock.Now()
	r, err := extensive.BestResponse(ctx, g, p, o)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Board: cards.Format(g.Rules().Board), raked: g.Raked()}
	half := g.Rules().Pot / 2
	for seat := range 2 {
		v.EV[seat], v.Best[seat] = half+r.Self[seat], half+r.SeatValues[seat]
		v.Gain[seat] = r.SeatValues[seat] - r.Self[seat]
	}
	for round := range g.Rounds() {
		gain := [2]float64{r.Rounds[0][round], r.Rounds[1][round]}
		v.Streets = append(v.Streets, StreetGain{g.Street(round).String(), gain})
	}
	v.Exploitability = (v.Gain[0] + v.Gain[1]) / 2
	v.PotShare = v.Exploitability / g.Rules().Pot
	v.Seconds = clock.Since(start).Seconds()
	if !losses {
		return v, nil
	}
	o.ByRound = false
	l, err := extensive.LossesByDecision(ctx, g, p, nil, o)
	if err == nil {
		v.Losses = l
		v.addLosses(g, l)
		v.First, err = FirstDecision(ctx, g, p)
	}
	return v, err
}

func (v *Verdict) addLosses(g *game.Postflop, l *extensive.Losses) {
	hands := make([]HandGain, len(l.Groups))
	for k := range hands {
		hands[k].Hand = l.Groups[k]
	}
	for _, d := range l.Decisions {
		line := LineGain{Line: d.History, Seat: game.PostflopSeats[d.Actor], Gain: d.Loss, Reach: d.Reach}
		for i := range d.Played {
			name := g.ActionName(d.Node, i)
			line.Played, line.Best = often(line.Played, name, d.Played[i]), often(line.Best, name, d.Best[i])
		}
		for k, x := range d.Hands {
			hands[k].Gain[d.Actor] += x
		}
		v.Lines = append(v.Lines, line)
	}
	slices.SortStableFunc(v.Lines, func(a, b LineGain) int { return cmp.Compare(b.Gain, a.Gain) })
	slices.SortStableFunc(hands, func(a, b HandGain) int {
		return cmp.Compare(b.Gain[0]+b.Gain[1], a.Gain[0]+a.Gain[1])
	})
	v.Hands = slices.DeleteFunc(hands, func(h HandGain) bool { return h.Gain == [2]float64{} })
}

// often adds how often an action is played to a text, unless that is never.
func often(text, name string, share float64) string {
	const never = 0.005 // which would be printed as 0%
	if share < never {
		return text
	}
	if text != "" {
		text += ", "
	}
	return fmt.Sprintf("%s%s %.0f%%", text, name, 100*share)
}

// HandRow is a hand at the first decision.
type HandRow struct {
	Hand   string    `json:"hand"`              // the hand
	Weight float64   `json:"weight" text:",3"`  // its weight in the range
	EV     float64   `json:"ev" text:",4"`      // expected value of the strategy, in chips
	Equity float64   `json:"equity" text:",%2"` // share of the pot if both seats only checked, as a fraction
	Odds   []float64 `json:"probabilities"`     // probability of each action
	Values []float64 `json:"values"`            // expected value of each action, in chips
}

// FirstDecision lists what the policy does at the first decision with each hand, and what that is worth.
func FirstDecision(ctx context.Context, g *game.Postflop, p game.Policy) (rows []HandRow, err error) {
	err = eachDecision(ctx, g, p, func(d *decision) {
		if d.State.Node == g.Root().Node {
			rows = d.rows
		}
	}, 1)
	return rows, err
}

// decision is a decision of a strategy with the rows of the hands that can act, and the reach of both seats by hand.
type decision struct {
	game.State
	rows  []HandRow
	reach [2][]float64
}

// eachDecision visits the decisions of so many streets.
func eachDecision(ctx context.Context, g *game.Postflop, p game.Policy, visit func(*decision), streets int) error {
	var failed error
	// Suits that are alike share a walk of later streets, on whose boards decisions would be missing.
	o := extensive.ResponseOptions{ByRound: true, AllDeals: streets > 1, Workers: 1}
	o.Visit = func(s game.State, reach [2][]float64, play, after [][]float64) {
		if failed != nil || s.Round >= streets {
			return
		}
		d := &decision{State: s, reach: reach}
		if d.rows, failed = rowsOf(ctx, g, s, reach, play, after); failed == nil {
			visit(d)
		}
	}
	if _, err := extensive.BestResponse(ctx, g, p, o); err != nil {
		return err
	}
	return failed
}

func rowsOf(ctx context.Context, g *game.Postflop, s game.State, reach [2][]float64, play, after [][]float64,
) (rows []HandRow, err error) {
	won, err := extensive.Subtree(ctx, g, nil, checkedDown(g, s), s.Actor, reach[1-s.Actor],
		extensive.ResponseOptions{AllDeals: true, Workers: 1})
	if err != nil {
		return nil, err
	}
	mass, weights := make([]float64, len(won)), g.Hands().Weights(s.Actor)
	extensive.NewTerminals(g).Mass(s.Actor, reach[1-s.Actor], mass)
	in := s.Contributions[s.Actor]
	for h, w := range weights {
		if w == 0 || !(mass[h] > 0) || !g.Hands().Live(h, s.Board.Set()) {
			continue
		}
		r := HandRow{Hand: g.Hands().Name(s.Actor, h), Weight: w, Equity: (won[h]/mass[h] + 1) / 2}
		for i := range play {
			value := after[i][h]/mass[h] + in
			r.Odds, r.Values = append(r.Odds, play[i][h]), append(r.Values, value)
			r.EV += play[i][h] * value
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// checkedDown is the state from which on all cards come, and then a showdown for one chip.
func checkedDown(g *game.Postflop, s game.State) game.State {
	last := g.Rounds() - 1
	n := &game.Node{ID: -1, Kind: game.Showdown, Round: last, Payoff: 1}
	for round := last - 1; round >= s.Round; round-- {
		n = &game.Node{ID: -1, Kind: game.Chance, Round: round, Children: []*game.Node{n}}
	}
	return game.State{Node: n, Board: s.Board}
}

// Class is the hand's class.
func (r *HandRow) Class() cards.Class {
	combo, _ := cards.ParseCombo(r.Hand) // its own name
	return combo.Class()
}
