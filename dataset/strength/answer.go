package strength

import "feltlab/dataset/equity"

// Answer is the strength of a hand.
type Answer struct {
	Hand      string  `json:"hand"`      // the hand
	Board     string  `json:"board"`     // board cards
	Against   string  `json:"against"`   // hands of the opponents: uniform, chen or a range
	Opponents int     `json:"opponents"` // number of opponents
	Mode      string  `json:"mode"`      // rules, as-published or as-written
	Strength  float64 `json:"strength"`  // win and half of tie; the share of the pot against several opponents
	equity.Parts
}
