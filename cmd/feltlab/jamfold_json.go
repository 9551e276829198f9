package main

import (
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// worth is what play is worth, under names that say the unit: dollars in a tournament, chips
// and big blinds in a cash hand.
type worth struct {
	Dollars   *float64 `json:"dollars,omitempty"`
	Chips     *float64 `json:"chips,omitempty"`
	BigBlinds *float64 `json:"big_blinds,omitempty"`
}

func worthOf(c *jamfold.Config, value float64) *worth {
	if c.Mode == tournament.Tournament {
		return &worth{Dollars: &value}
	}
	w := &worth{Chips: &value}
	if c.BigBlind > 0 {
		blinds := value / float64(c.BigBlind)
		w.BigBlinds = &blinds
	}
	return w
}

// jamFoldInputs say what was played and how far it was solved.
type jamFoldInputs struct {
	Preset       string    `json:"preset"`
	Players      int       `json:"players"`
	Mode         string    `json:"mode"`
	Continuation string    `json:"continuation,omitempty"`
	StacksChips  []int     `json:"stacks_chips,omitempty"` // the blinds' last; heads-up two
	SmallBlind   int       `json:"small_blind_chips"`
	BigBlind     int       `json:"big_blind_chips"`
	Ante         int       `json:"ante_chips"`
	Unit         int       `json:"unit_chips"`
	Chips        int       `json:"in_play_chips,omitempty"`
	Prizes       []float64 `json:"prizes_dollars,omitempty"`
	TwoBust      string    `json:"two_bust"`
	HeadsUp      string    `json:"heads_up"`
	Removal      string    `json:"removal"`
	Averaging    string    `json:"averaging"`
	// Epsilon, and Delta, are in the unit of values: dollars, or chips in a cash hand.
	Epsilon    float64 `json:"epsilon"`
	Iterations int     `json:"iterations"`
	// How a whole tournament is solved.
	Method  string  `json:"method,omitempty"`
	Delta   float64 `json:"delta,omitempty"`
	Rounds  int     `json:"rounds,omitempty"`
	Damping float64 `json:"damping,omitempty"`
}

func inputsOf(c *jamfold.Config) jamFoldInputs {
	in := jamFoldInputs{
		Preset: c.Preset, Players: c.Players, Mode: c.Mode.String(),
		StacksChips: c.Stacks, SmallBlind: c.SmallBlind, BigBlind: c.BigBlind, Ante: c.Ante, Unit: c.Unit, Chips: c.Chips, Prizes: c.Prizes,
		TwoBust: c.TwoBust.String(), HeadsUp: c.HeadsUp.String(), Removal: c.Removal.String(), Averaging: c.Averaging.String(),
		Epsilon: c.Epsilon, Iterations: c.Iterations,
	}
	if c.Mode == tournament.Tournament {
		in.Method, in.Delta, in.Rounds, in.Damping = c.Method.String(), c.Delta, c.Rounds, c.Damping
	}
	return in
}
