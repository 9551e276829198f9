package worstcase

import (
	"feltlab/model/game"
	"feltlab/solvers/extensive"
)

// HalfResponse is what a best response wins against a strategy of one seat, in a small game.
type HalfResponse struct {
	Game     string `json:"game" text:"-"`     // the game
	Opponent string `json:"opponent" text:"-"` // the strategy that is responded to
	Unit     string `json:"unit" text:"-"`     // unit of all values, for one hand of the game
	Status   string `json:"status"`            // exact
	Half     Half   `json:"half" text:"one seat"`
}

// Half is the value of a best response to a strategy of one seat.
type Half struct {
	Seat  int         `json:"seat" text:"the strategy plays seat"`            // seat of the strategy, 1 or 2
	Value float64     `json:"value" text:"best response wins,4" unit:"unit"`  // what the other seat wins
	Loss  float64     `json:"loss" text:"below equilibrium by,4" unit:"unit"` // Value less that in equilibrium
	Hands []HalfValue `json:"hands" text:"best response holding"`             // what it wins with each hand
}

// HalfValue is what a hand of the best response wins.
type HalfValue struct {
	Hand  string  `json:"hand"`                        // the hand
	Value float64 `json:"value" text:",4" unit:"unit"` // its value
}

// Title says what the answer is about.
func (r *HalfResponse) Title() string { return "best response to " + r.Opponent + " in " + r.Game }

// SmallHalf makes the answer about a strategy of one seat, 1 or 2, in a small game whose equilibrium has a value to
// seat 1. What the response says of the other seat is left out.
func SmallHalf(g game.Game, opponent string, seat int, r *extensive.Response, value float64) *HalfResponse {
	unit, scale := UnitOf(g)
	theirs, sign := 2-seat, 1. // the seat of the best response, from 0
	if theirs == 0 {
		sign = -1
	}
	a := &HalfResponse{Game: g.Name(), Opponent: opponent, Unit: unit, Status: "exact"}
	won := scale * r.SeatValues[theirs]
	a.Half = Half{Seat: seat, Value: won, Loss: won + sign*scale*value}
	for h, v := range r.Hands[theirs] {
		a.Half.Hands = append(a.Half.Hands, HalfValue{g.Hands().Name(theirs, h), scale * v})
	}
	return a
}
