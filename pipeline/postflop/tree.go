package postflop

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/game"
	solver "feltlab/solvers/postflop"
)

// Tree is the answer of feltlab postflop: the betting tree of a game, its size and its cost. Amounts are in chips.
type Tree struct {
	Board string  `json:"board" text:"-"`                             // the first board
	Pot   float64 `json:"pot" unit:"chips"`                           // the pot
	Stack float64 `json:"stack" unit:"chips"`                         // what each seat has behind
	Ratio float64 `json:"stack_to_pot" text:",2"`                     // stack over pot
	Rake  string  `json:"rake,omitempty"`                             // the rake in words
	Alike int     `json:"suit_symmetries" text:"-"`                   // renamings of suits that change nothing
	Bytes int64   `json:"memory_bytes" text:"memory of the solver,B"` // what the solver allocates
	// Pairs is the number of pairs of a decision on a board and a hand that an iteration updates.
	Pairs int64 `json:"pairs" text:"decisions x boards x hands"`

	Combos [2]float64 `json:"combos" text:",2" by:"Seats"` // combos of the ranges that the board leaves, by weight
	Hands  [2]int     `json:"hands" by:"Seats"`            // the same, each as one

	Streets []TreeStreet `json:"streets" text:"street"`     // what each street has
	Lines   []TreeLine   `json:"lines" text:"first street"` // the betting of the first street
}

// Seats are the seats' names.
func (t *Tree) Seats() []string { return game.PostflopSeats[:] }

// Title names the game.
func (t *Tree) Title() string { return "a game from " + t.Board + " on" }

// Notes say which runouts are walked together.
func (t *Tree) Notes() []string {
	if t.Alike == 1 {
		return nil
	}
	return []string{fmt.Sprintf("%d renamings of suits change neither the board nor the ranges: boards that differ "+
		"by them are computed once", t.Alike)}
}

// TreeStreet is what a street has.
type TreeStreet struct {
	Street    string `json:"street"`    // name of the street
	Decisions int    `json:"decisions"` // decisions of the betting tree
	Ends      int    `json:"ends"`      // folds and showdowns
	Boards    int    `json:"boards"`    // boards
	Computed  int    `json:"computed"`  // boards that differ by more than suits that are alike
}

// TreeLine is a decision of the first street.
type TreeLine struct {
	Line    string   `json:"line"`    // the actions before
	Seat    string   `json:"seat"`    // the seat that acts
	Actions []string `json:"actions"` // its actions
}

// TreeOf describes a game.
func TreeOf(g *game.Postflop) *Tree {
	r, size := g.Rules(), solver.SizeOf(g)
	t := &Tree{Board: cards.Format(r.Board), Pot: r.Pot, Stack: r.Stack, Ratio: r.Stack / r.Pot,
		Alike: len(g.Symmetries()), Bytes: size.Bytes, Pairs: size.Pairs}
	if g.Raked() {
		t.Rake = fmt.Sprintf("%s of the pot, at most %s chips", Percent(r.Rake), game.Amount(r.RakeCap))
	}
	for seat := range t.Hands {
		for _, w := range g.Hands().Weights(seat) {
			t.Combos[seat] += w
			if w > 0 {
				t.Hands[seat]++
			}
		}
	}
	for round := range g.Rounds() {
		t.Streets = append(t.Streets, TreeStreet{Street: g.Street(round).String(), Boards: size.Boards[round],
			Computed: size.Computed[round]})
	}
	for n := range g.Root().All() {
		switch s := &t.Streets[n.Round]; n.Kind {
		case game.Decision:
			s.Decisions++
			if n.Round == 0 {
				t.Lines = append(t.Lines, lineOf(g, n))
			}
		case game.Folded, game.Showdown:
			s.Ends++
		}
	}
	return t
}

func lineOf(g *game.Postflop, n *game.Node) TreeLine {
	line := TreeLine{Line: n.History, Seat: game.PostflopSeats[n.Actor]}
	for i := range n.Actions {
		line.Actions = append(line.Actions, g.ActionName(n, i))
	}
	return line
}

// Words writes a line in words, such as "check, bet 25, call, turn, check".
func Words(g *game.Postflop, history string) string {
	var words []string
	for n := g.Root().Node; n.History != history; {
		i := n.Toward(history)
		switch {
		case i < 0:
			return history
		case n.Kind == game.Chance:
			words = append(words, g.Street(n.Round+1).String())
		default:
			words = append(words, g.ActionName(n, i))
		}
		n = n.Children[i]
	}
	return strings.Join(words, ", ")
}
