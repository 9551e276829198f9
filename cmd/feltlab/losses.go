package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"feltlab/model/game"
	"feltlab/solvers/bestresponse"
)

// lossReport says where a strategy loses, in the unit of the report that it belongs to. All parts
// sum to the NashConv on the boards that were walked.
type lossReport struct {
	NashConv float64 `json:"nashconv"`
	// Seats, and Rounds by seat, are what it would win more there by a best response to itself.
	Seats  [2]float64   `json:"seats"`
	Rounds [][2]float64 `json:"rounds"`
	// Hands is the same for a seat that is dealt the hand.
	Hands     []responseHand `json:"hands"`
	Histories []historyLoss  `json:"histories"`
}

// historyLoss is what arises at a betting history: the most costly ones first.
type historyLoss struct {
	History string `json:"history"`
	Words   string `json:"words"`
	Seat    int    `json:"seat"`
	// Reach is how often it comes up when the strategy plays against itself.
	Reach float64 `json:"reach"`
	Loss  float64 `json:"loss"`
	// Actions are what the strategy does there, and what a best response does with the same hands.
	Actions []actionLoss `json:"actions"`
	// Hands are the most costly ones.
	Hands []string `json:"hands"`

	node *game.Node
}

type actionLoss struct {
	Action string  `json:"action"`
	Played float64 `json:"played"`
	Best   float64 `json:"best"`
}

// costlyHands is how many hands a history names.
const costlyHands = 3

func newLossReport(g game.Game, l *bestresponse.Losses, scale float64) *lossReport {
	r := &lossReport{NashConv: scale * l.NashConv(), Rounds: make([][2]float64, g.Rounds())}
	hands := make([]responseHand, len(l.Groups))
	words := newWords(g)
	for i := range l.Decisions {
		d := &l.Decisions[i]
		loss := scale * d.Loss
		r.Seats[d.Actor] += loss
		r.Rounds[d.Round][d.Actor] += loss
		h := historyLoss{History: d.History, Words: words.path(d.History), Seat: d.Actor, Reach: d.Reach, Loss: loss, node: d.Node}
		for i := range d.Actions {
			h.Actions = append(h.Actions, actionLoss{words.action(d.Node, i), d.Played[i], d.Best[i]})
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
	slices.SortStableFunc(r.Histories, func(a, b historyLoss) int { return cmp.Compare(b.Loss, a.Loss) })
	return r
}

// lossWords says in words what happens in a game.
type lossWords struct {
	game   game.Game
	seats  [2]string
	rounds []string
}

func newWords(g game.Game) lossWords {
	w := lossWords{g, [2]string{"seat 1", "seat 2"}, []string{"in the first round", "in the second"}}
	if g.Unit() == bigBlindUnit {
		w.seats = [2]string{"small blind", "big blind"}
		w.rounds = []string{"before the flop", "on the flop", "on the turn", "on the river"}
	}
	return w
}

// action names an action of a decision.
func (w lossWords) action(n *game.Node, i int) string {
	facing := n.Contributions[n.Actor] < n.Contributions[1-n.Actor]
	blinds := n.Round == 0 && w.game.Root().Contributions[0] != w.game.Root().Contributions[1]
	switch {
	case n.Actions[i] == game.Fold:
		return "folds"
	case n.Actions[i] == game.Call && facing:
		return "calls"
	case n.Actions[i] == game.Call:
		return "checks"
	case w.game.Hands().Layout == game.Dense:
		return "jams"
	case facing || blinds:
		return "raises"
	}
	return "bets"
}

// path tells a betting history: who did what in which round.
func (w lossWords) path(history string) string {
	n := w.game.Root().Node
	var rounds []string
	var now []string
	end := func(round int) {
		if len(now) == 0 {
			return
		}
		text := strings.Join(now, ", ")
		if w.game.Rounds() > 1 {
			text = w.rounds[round] + " " + text
		}
		rounds, now = append(rounds, text), nil
	}
	for _, letter := range strings.TrimPrefix(history, "/") {
		if n.Kind == game.Chance {
			end(n.Round)
			n = n.Children[0]
			continue // at the slash
		}
		i := slices.Index(n.Actions, game.Action(letter))
		now = append(now, w.seats[n.Actor]+" "+w.action(n, i))
		n = n.Children[i]
	}
	end(n.Round)
	if n.Round > 0 && strings.HasSuffix(history, "/") {
		rounds = append(rounds, w.rounds[n.Round]+" first")
	}
	if len(rounds) == 0 {
		return "at the start"
	}
	return strings.Join(rounds, "; ")
}

// fault says in words what is wrong with the actions at a history.
func (h *historyLoss) fault() string {
	const shown = 0.005 // frequencies differ by a percentage point
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

// plays lists how often the strategy, or a best response, takes the actions.
func (h *historyLoss) plays(best bool) string {
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
