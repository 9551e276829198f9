package losses

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/extensive"
)

// Report holds the parts of a strategy's loss, in the unit of its answer. All parts sum to the NashConv on the computed
// boards.
type Report struct {
	NashConv float64 `json:"nashconv" unit:"unit"` // twice the exploitability
	// Seats, and Rounds by seat, are what it would win more there by a best response to itself.
	Seats  [2]float64   `json:"seats" unit:"unit"`  // loss of each seat
	Rounds [][2]float64 `json:"rounds" unit:"unit"` // loss by betting round and seat
	// Hands is the same for a seat that is dealt the hand.
	Hands     []worstcase.HandValue `json:"hands"`
	Histories []History             `json:"histories"` // the betting histories, the most costly first
}

// History holds the loss at a betting history.
type History struct {
	History string `json:"history"` // the history as text
	Words   string `json:"words"`   // the history in words
	Seat    int    `json:"seat"`    // the seat that acts
	// Reach is how often it comes up when the strategy plays against itself.
	Reach float64 `json:"reach"`
	Loss  float64 `json:"loss" unit:"unit"` // loss that arises here
	// Actions are what the strategy does there, and what a best response does with the same hands.
	Actions []Action `json:"actions"`
	// Hands are the most costly ones.
	Hands []string `json:"hands"`

	node *game.Node
}

// Action is an action at a history, with its frequencies.
type Action struct {
	Action string  `json:"action"` // the action
	Played float64 `json:"played"` // how often the strategy takes it
	Best   float64 `json:"best"`   // how often a best response takes it
}

const costlyHands = 3

// Of makes the report of a strategy's losses in a game, multiplied by scale.
func Of(g game.Game, l *extensive.Losses, scale float64) *Report {
	r := &Report{NashConv: scale * l.NashConv(), Rounds: make([][2]float64, g.Rounds())}
	hands := make([]worstcase.HandValue, len(l.Groups))
	say := newWords(g)
	for i := range l.Decisions {
		d := &l.Decisions[i]
		loss := scale * d.Loss
		r.Seats[d.Actor] += loss
		r.Rounds[d.Round][d.Actor] += loss
		h := History{History: d.History, Words: say.path(d.History), Seat: d.Actor, Reach: d.Reach, Loss: loss,
			node: d.Node}
		for i := range d.Actions {
			h.Actions = append(h.Actions, Action{say.action(d.Node, i), d.Played[i], d.Best[i]})
		}
		order := make([]int, len(d.Hands))
		for k, v := range d.Hands {
			order[k] = k
			if p := l.Prior[d.Actor][k]; p > 0 {
				hands[k].Values[d.Actor] += scale * v / p
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Hands[b], d.Hands[a]) })
		for _, k := range order[:min(costlyHands, len(order))] {
			if d.Hands[k] > 0 {
				h.Hands = append(h.Hands, l.Groups[k])
			}
		}
		r.Histories = append(r.Histories, h)
	}
	for k := range hands {
		hands[k].Hand = l.Groups[k]
	}
	r.Hands = hands
	slices.SortStableFunc(r.Histories, func(a, b History) int { return cmp.Compare(b.Loss, a.Loss) })
	return r
}

// fault describes the error of the strategy at a history.
func (h *History) fault() string {
	const shown = 0.005 // difference of both frequencies together: a percentage point
	much, little := 0, 0
	for i, a := range h.Actions {
		if d := a.Played - a.Best; d > h.Actions[much].Played-h.Actions[much].Best {
			much = i
		} else if d < h.Actions[little].Played-h.Actions[little].Best {
			little = i
		}
	}
	if h.Actions[much].Played-h.Actions[much].Best < shown {
		return "does each as often as is best, with the wrong hands"
	}
	return fmt.Sprintf("%s too often and %s too seldom", h.Actions[much].Action, h.Actions[little].Action)
}

func (h *History) plays(best bool) string {
	var parts []string
	for _, a := range h.Actions {
		f := a.Played
		if best {
			f = a.Best
		}
		parts = append(parts, fmt.Sprintf("%s %.0f%%", a.Action, 100*f))
	}
	return strings.Join(parts, ", ")
}
