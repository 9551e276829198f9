package losses

import (
	"slices"
	"strings"

	"feltlab/model/game"
)

type words struct {
	game   game.Game
	seats  [2]string
	rounds []string
}

func newWords(g game.Game) words {
	w := words{g, [2]string{"seat 1", "seat 2"}, []string{"in the first round", "in the second"}}
	if g.Unit() == game.BigBlinds {
		w.seats = [2]string{"small blind", "big blind"}
		w.rounds = []string{"before the flop", "on the flop", "on the turn", "on the river"}
	}
	return w
}

func (w words) action(n *game.Node, i int) string {
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

// path describes a betting history: the actions of the seats by round.
func (w words) path(history string) string {
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
			continue // skip the slash
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
