package postflop

import (
	"bufio"
	"cmp"
	"io"
	"strconv"
	"strings"

	"feltlab/model/game"
)

// WriteDump writes a policy in the JSON form of TexasSolver: the decisions of so many streets, 0 for all, on all
// boards.
func WriteDump(w io.Writer, g *game.Postflop, p game.Policy, streets int) error {
	d := dumper{game: g, policy: p, rounds: cmp.Or(streets, g.Rounds()), out: bufio.NewWriterSize(w, 1<<20)}
	d.state(g.Root())
	d.text("\n")
	if d.err != nil {
		return d.err
	}
	return d.out.Flush()
}

type dumper struct {
	game   *game.Postflop
	policy game.Policy
	rounds int
	out    *bufio.Writer
	err    error
}

func (d *dumper) text(parts ...string) {
	for _, p := range parts {
		if d.err == nil {
			_, d.err = d.out.WriteString(p)
		}
	}
}

// has reports whether the file has a state: those after the last street, and ends, are left out.
func (d *dumper) has(n *game.Node) bool {
	round := n.Round
	if n.Kind == game.Chance {
		round++
	}
	return n.Kind != game.Folded && n.Kind != game.Showdown && round < d.rounds
}

func (d *dumper) state(s game.State) {
	if s.Kind == game.Chance {
		d.deals(s)
		return
	}
	names := make([]string, len(s.Actions))
	for i := range names {
		names[i] = dumpAction(d.game, s.Node, i)
	}
	list := `["` + strings.Join(names, `","`) + `"]`
	d.text(`{"actions":`, list, `,"player":`, strconv.Itoa(1-s.Actor), `,"node_type":"action_node"`)
	first := true
	for i := range s.Actions {
		if next := s.After(i); d.has(next.Node) {
			d.begin(&first, "childrens", names[i])
			d.state(next)
		}
	}
	if !first {
		d.text("}")
	}
	d.text(`,"strategy":{"actions":`, list, `,"strategy":{`)
	d.rows(s)
	d.text("}}}")
}

// begin opens a group before its first entry, and names an entry.
func (d *dumper) begin(first *bool, group, name string) {
	if *first {
		d.text(`,"`, group, `":{`)
	} else {
		d.text(",")
	}
	*first = false
	d.text(`"`, name, `":`)
}

func (d *dumper) deals(s game.State) {
	deals := d.game.Deals(s, nil).List
	d.text(`{"node_type":"chance_node","deal_number":`, strconv.Itoa(len(deals)))
	first := true
	for _, deal := range deals {
		if d.has(deal.State.Node) {
			d.begin(&first, "dealcards", deal.Dealt.Min().String())
			d.state(deal.State)
		}
	}
	if !first {
		d.text("}")
	}
	d.text("}")
}

func (d *dumper) rows(s game.State) {
	hands := d.game.Hands()
	odds := game.NewVectors(len(s.Actions), hands.Len(s.Actor))
	if d.err == nil {
		d.err = d.policy.Vector(s, odds)
	}
	comma := ""
	for h, w := range hands.Weights(s.Actor) {
		if w == 0 || !hands.Live(h, s.Board.Set()) {
			continue
		}
		d.text(comma, `"`, hands.Name(s.Actor, h), `":[`)
		for i := range odds {
			if i > 0 {
				d.text(",")
			}
			d.text(strconv.FormatFloat(odds[i][h], 'g', 9, 64))
		}
		d.text("]")
		comma = ","
	}
}

// dumpAction is an action as TexasSolver writes it: an all-in is a bet or a raise.
func dumpAction(g *game.Postflop, n *game.Node, i int) string {
	word, amount, bet := strings.Cut(g.ActionName(n, i), " ")
	if !bet {
		return strings.ToUpper(word)
	}
	if word = "RAISE"; n.Contributions[0] == n.Contributions[1] {
		word = "BET"
	}
	x, _ := strconv.ParseFloat(amount, 64) // as Amount writes it
	return word + " " + strconv.FormatFloat(x, 'f', 6, 64)
}
