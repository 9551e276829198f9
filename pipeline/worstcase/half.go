package worstcase

// HalfResponse is what a best response wins against a strategy of one seat.
type HalfResponse struct {
	Game     string `json:"game" text:"-"`     // the game
	Opponent string `json:"opponent" text:"-"` // the strategy that is responded to
	Unit     string `json:"unit" text:"-"`     // unit of all values, for one hand of the game
	Status   string `json:"status"`            // exact, estimate or interval, as for both seats
	Half     Half   `json:"half" text:"one seat"`
}

// Half is the value of a best response to a strategy of one seat.
type Half struct {
	Seat  int     `json:"seat" text:"the strategy plays seat"`           // seat of the strategy, 1 or 2
	Value float64 `json:"value" text:"best response wins,4" unit:"unit"` // what the other seat wins
	// Loss is Value less that in equilibrium, where that is known.
	Loss *float64 `json:"loss,omitempty" text:"below equilibrium by,4" unit:"unit"`
	// StandardError is that of an estimate of Value.
	StandardError *float64 `json:"standard_error,omitempty" text:",4" unit:"unit"`
	// Interval holds the mean of the estimate in 95% of samples.
	Interval *[2]float64 `json:"interval,omitempty" text:"95% interval,4" unit:"unit"`
	// Bounds certainly hold the exact Value of a run that was stopped.
	Bounds *[2]float64 `json:"bounds,omitempty" text:"proved to be within,4" unit:"unit"`
	// Hands are what the best response wins with each hand.
	Hands []HalfValue `json:"hands,omitempty" text:"best response holding"`
}

// HalfValue is what a hand of the best response wins.
type HalfValue struct {
	Hand  string  `json:"hand"`                        // the hand
	Value float64 `json:"value" text:",4" unit:"unit"` // its value
}

// Title says what the answer is about.
func (r *HalfResponse) Title() string { return "best response to " + r.Opponent + " in " + r.Game }

// HalfOf makes the answer about a strategy of one seat, 1 or 2, from the answer about both seats. What that says of the
// other seat is left out.
func HalfOf(a *Response, seat int) *HalfResponse {
	theirs := 2 - seat // the seat of the best response, from 0
	h := Half{Seat: seat, Value: a.SeatValues[theirs]}
	switch {
	case a.Status == "estimate":
		h.StandardError = &a.SeatErrors[theirs]
		h.Interval = Confidence(h.Value, *h.StandardError)
	case a.Status == "interval":
		h.Bounds = &a.SeatIntervals[theirs]
	}
	if a.Below != nil {
		h.Loss = &a.Below[seat-1]
	}
	for _, v := range a.Hands {
		h.Hands = append(h.Hands, HalfValue{v.Hand, v.Values[theirs]})
	}
	return &HalfResponse{a.Game, a.Opponent, a.Unit, a.Status, h}
}
