package report

import (
	"fmt"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/game"
)

// number writes a value with the decimals of its unit.
func (p *LossPage) number(x float64) string {
	if p.game.Unit() == game.BigBlinds {
		return table.Fixed(x, 1)
	}
	return table.Fixed(x, 4)
}

func share(part, whole float64) string {
	if whole <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.0f%%", 100*part/whole)
}

// Summary is the table of the winnings of a best response.
func (p *LossPage) Summary() *table.Sheet {
	t := table.NewSheet("", p.Unit+" a hand")
	for seat, name := range p.Seats {
		t.Add("a best response wins as "+name, p.number(p.SeatValues[seat]))
	}
	t.Add("both (NashConv)", p.number(p.NashConv))
	t.Add("half of both (exploitability)", p.number(p.Exploitability))
	if p.Interval != nil {
		t.Add("its interval", p.number(p.Interval[0])+" to "+p.number(p.Interval[1]))
	}
	return t
}

// Streets is the table by round and seat.
func (p *LossPage) Streets() *table.Sheet {
	t := table.NewSheet("", p.Seats[0], p.Seats[1], "share")
	line := func(name string, v [2]float64) {
		t.Add(name, p.number(v[0]), p.number(v[1]), share(v[0]+v[1], p.Losses.NashConv))
	}
	for round, lost := range p.Losses.Rounds {
		name := "in the only round"
		if p.game.Rounds() > 1 {
			name = p.words.rounds[round]
		}
		line(name, lost)
	}
	line("all", p.Losses.Seats)
	return t
}

// Hands is the table by hand; nil if grids show the hands.
func (p *LossPage) Hands() *table.Sheet {
	if len(p.grids()) > 0 {
		return nil
	}
	t := table.NewSheet("hand", p.Seats[0], p.Seats[1])
	for _, h := range p.Losses.Hands {
		t.Add(h.Hand, p.number(h.Values[0]), p.number(h.Values[1]))
	}
	return t
}

const shownHistories = 10

// Worst describes the most costly histories in words.
func (p *LossPage) Worst() (lines []string) {
	for _, h := range p.Losses.Histories[:min(shownHistories, len(p.Losses.Histories))] {
		if p.number(h.Loss) == p.number(0) {
			break
		}
		lines = append(lines, fmt.Sprintf("%s; %s acts (%s), in %s of all hands. It %s; best would be: %s. So it %s, "+
			"at most cost with %s. It loses %s there, %s.",
			upper(h.Words), p.Seats[h.Seat-1], h.History, share(h.Reach, 1), h.plays(false), h.plays(true), h.fault(),
			strings.Join(h.Hands, ", "), p.number(h.Loss), share(h.Loss, p.Losses.NashConv)))
	}
	if len(lines) == 0 {
		lines = append(lines, "Nowhere.")
	}
	return lines
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

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
	if p, ok := g.(*game.Postflop); ok {
		w.seats, w.rounds = [2]string{"out of position", "in position"}, nil
		for round := range g.Rounds() {
			w.rounds = append(w.rounds, "on the "+p.Street(round).String())
		}
	}
	return w
}

func (w words) action(n *game.Node, i int) string {
	if p, ok := w.game.(*game.Postflop); ok {
		verb, amount, _ := strings.Cut(p.ActionName(n, i), " ")
		if verb = verb + "s"; n.Actions[i] == game.Raise && strings.HasPrefix(verb, "all") {
			verb = "jams"
		}
		return strings.TrimSpace(verb + " " + amount)
	}
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
	for n.History != history {
		i := n.Toward(history)
		if n.Kind == game.Chance {
			end(n.Round)
			n = n.Children[i]
			continue
		}
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
