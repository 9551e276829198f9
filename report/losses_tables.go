package report

import (
	"fmt"
	"slices"
	"strconv"
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

func (p *LossPage) table(first string, columns ...string) *table.Sheet {
	header := []string{first}
	for _, s := range p.Strategies {
		for _, c := range columns {
			if len(p.Strategies) > 1 {
				c = s.Opponent + ": " + c
			}
			header = append(header, c)
		}
	}
	return table.NewSheet(header...)
}

func (p *LossPage) row(t *table.Sheet, first string, cells func(s *Response) []string) {
	row := []string{first}
	for i := range p.Strategies {
		row = append(row, cells(p.Strategies[i])...)
	}
	t.Add(row...)
}

// Summary is the table of the winnings of a best response.
func (p *LossPage) Summary() *table.Sheet {
	t := p.table("", p.Unit+" a hand")
	for seat, name := range p.Seats {
		p.row(t, "a best response wins as "+name,
			func(s *Response) []string { return []string{p.number(s.SeatValues[seat])} })
	}
	p.row(t, "both (NashConv)", func(s *Response) []string { return []string{p.number(s.NashConv)} })
	p.row(t, "half of both (exploitability)",
		func(s *Response) []string { return []string{p.number(s.Exploitability)} })
	if p.Strategies[0].Interval != nil {
		p.row(t, "its interval", func(s *Response) []string {
			return []string{p.number(s.Interval[0]) + " to " + p.number(s.Interval[1])}
		})
	}
	return t
}

// Streets is the table by round and seat.
func (p *LossPage) Streets() *table.Sheet {
	t := p.table("", p.Seats[0], p.Seats[1], "share")
	line := func(name string, of func(*Losses) [2]float64) {
		p.row(t, name, func(s *Response) []string {
			v := of(s.Losses)
			return []string{p.number(v[0]), p.number(v[1]), share(v[0]+v[1], s.Losses.NashConv)}
		})
	}
	for round := range p.game.Rounds() {
		name := "in the only round"
		if p.game.Rounds() > 1 {
			name = p.words.rounds[round]
		}
		line(name, func(l *Losses) [2]float64 { return l.Rounds[round] })
	}
	line("all", func(l *Losses) [2]float64 { return l.Seats })
	return t
}

// Hands is the table by hand; nil if grids show the hands.
func (p *LossPage) Hands() *table.Sheet {
	if len(p.grids()) > 0 {
		return nil
	}
	t := p.table("hand", p.Seats[0], p.Seats[1])
	for k, h := range p.Strategies[0].Losses.Hands {
		p.row(t, h.Hand, func(s *Response) []string {
			v := s.Losses.Hands[k].Values
			return []string{p.number(v[0]), p.number(v[1])}
		})
	}
	return t
}

const shownHistories = 10

// Worst describes the most costly histories in words.
func (p *LossPage) Worst(s *Response) (lines []string) {
	for _, h := range s.Losses.Histories[:min(shownHistories, len(s.Losses.Histories))] {
		if p.number(h.Loss) == p.number(0) {
			break
		}
		lines = append(lines, fmt.Sprintf("%s; %s acts (%s), in %s of all hands. It %s; best would be: %s. So it %s, "+
			"at most cost with %s. It loses %s there, %s.",
			upper(h.Words), p.Seats[h.Seat-1], h.History, share(h.Reach, 1), h.plays(false), h.plays(true), h.fault(),
			strings.Join(h.Hands, ", "), p.number(h.Loss), share(h.Loss, s.Losses.NashConv)))
	}
	if len(lines) == 0 {
		lines = append(lines, "Nowhere.")
	}
	return lines
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Together compares two strategies at the histories where either loses most; nil for one strategy.
func (p *LossPage) Together() *table.Sheet {
	if len(p.Strategies) < 2 {
		return nil
	}
	t := p.table("after", "loss", "plays")
	done := map[string]bool{}
	for rank := range shownHistories {
		for _, s := range p.Strategies {
			if rank >= len(s.Losses.Histories) {
				continue
			}
			h := &s.Losses.Histories[rank]
			if done[h.History] || p.number(h.Loss) == p.number(0) {
				continue
			}
			done[h.History] = true
			p.row(t, h.Words, func(s *Response) []string {
				i := slices.IndexFunc(s.Losses.Histories, func(x LossHistory) bool { return x.History == h.History })
				return []string{p.number(s.Losses.Histories[i].Loss), s.Losses.Histories[i].plays(false)}
			})
		}
	}
	return t
}

func (p *LossPage) historyRows() *table.Sheet {
	t := table.NewSheet("strategy", "history", "words", "seat", "reach", "loss", "fold", "call", "raise", "best_fold",
		"best_call", "best_raise", "hands")
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Histories {
			row := []string{s.Opponent, h.History, h.Words, fmt.Sprint(h.Seat), decimal(h.Reach), decimal(h.Loss)}
			for _, best := range []bool{false, true} {
				for _, a := range []game.Action{game.Fold, game.Call, game.Raise} {
					row = append(row, h.often(a, best))
				}
			}
			t.Add(append(row, strings.Join(h.Hands, " "))...)
		}
	}
	return t
}

// often is how often an action is played, in any size; nothing if it is not there or the strategy is not.
func (h *LossHistory) often(a game.Action, best bool) string {
	sum, found := 0.0, false
	for i, x := range h.Actions {
		if h.node.Actions[i] != a {
			continue
		}
		found = true
		if best {
			sum += x.Best
		} else {
			sum += x.Played
		}
	}
	if !found {
		return ""
	}
	return decimal(sum)
}

func (p *LossPage) handRows() *table.Sheet {
	t := table.NewSheet("strategy", "hand", "seat", "loss")
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Hands {
			for seat, v := range h.Values {
				t.Add(s.Opponent, h.Hand, fmt.Sprint(seat+1), decimal(v))
			}
		}
	}
	return t
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }

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
