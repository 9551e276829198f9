package main

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// stateJSON is the JSON of jamfold state. Situations have keys, such as SB|fold, and words.
type stateJSON struct {
	Schema string        `json:"schema"`
	Inputs jamFoldInputs `json:"inputs"`
	// Frequencies, Strategies, Values (with an empty button's) and Regret are in the unit of
	// Worth and WorthRegret: dollars, in a cash hand chips.
	Frequencies map[string]float64            `json:"frequencies"`
	Values      []float64                     `json:"values"`
	Regret      float64                       `json:"regret"`
	Strategies  map[string]map[string]float64 `json:"strategies"`
	// Worth is what the state is worth to each seat, WorthRegret the most a player gains in this
	// hand by playing otherwise.
	Worth       map[string]*worth `json:"worth"`
	WorthRegret *worth            `json:"worth_regret"`
	Decisions   []decisionJSON    `json:"decisions"`
}

// decisionJSON is a situation that can arise.
type decisionJSON struct {
	Situation string `json:"situation"`
	Words     string `json:"words"`
	Seat      string `json:"seat"`
	// Forced is a player who is in the pot without a decision.
	Forced       bool    `json:"forced,omitempty"`
	FrequencyPct float64 `json:"jam_percent"`
	// Hands are by name; empty for a forced player.
	Hands map[string]handJSON `json:"hands,omitempty"`
}

// handJSON is the probability to jam a hand, and what jam and fold are worth with it; they are
// missing where play never comes.
type handJSON struct {
	Jam  float64 `json:"jam_percent"`
	EV   *worth  `json:"jam_ev,omitempty"`
	Fold *worth  `json:"fold_ev,omitempty"`
}

func (s *stateAnswer) json(continuation string) stateJSON {
	j := stateJSON{
		Schema: "feltlab/jamfold-state/1", Inputs: inputsOf(s.config),
		Frequencies: map[string]float64{}, Values: s.Values[:], Regret: s.MaxRegret(), Strategies: map[string]map[string]float64{},
		Worth: map[string]*worth{}, WorthRegret: worthOf(s.config, s.MaxRegret()),
	}
	if s.config.Mode == tournament.Tournament {
		j.Inputs.Continuation = continuation
	}
	for seat, v := range s.Values {
		if s.Hand.Stacks[seat] > 0 {
			j.Worth[tournament.Seat(seat).String()] = worthOf(s.config, v)
		}
	}
	for _, at := range s.decisions() {
		j.Frequencies[at.String()] = s.frequency(at)
		hands := map[string]float64{}
		for k, p := range s.Strategy[at] {
			hands[cards.Class(k).String()] = p
		}
		j.Strategies[at.String()] = hands
		j.Decisions = append(j.Decisions, s.decision(at))
	}
	return j
}

func (s *stateAnswer) decision(at tournament.Situation) decisionJSON {
	d := decisionJSON{
		Situation: at.String(), Words: s.Hand.Words(at), Seat: at.Seat().String(),
		Forced: s.Hand.Choice(at) == tournament.Stays, FrequencyPct: 100 * s.frequency(at),
	}
	if d.Forced {
		return d
	}
	d.Hands = map[string]handJSON{}
	for k := range cards.Class(cards.NumClasses) {
		h := handJSON{Jam: 100 * s.Strategy[at][k]}
		if jam, fold, ok := s.Actions(at, k); ok {
			h.EV, h.Fold = worthOf(s.config, jam), worthOf(s.config, fold)
		}
		d.Hands[k.String()] = h
	}
	return d
}
