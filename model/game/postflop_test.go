package game

import (
	"errors"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// turnRules are those of the example of postflop-solver.
func turnRules(t testing.TB) PostflopRules {
	t.Helper()
	r := PostflopRules{Board: must.Get(cards.ParseBoard("Td9d6hQc"))(t), Pot: 200, Stack: 900, Chip: 1, MinBet: 1,
		AddAllIn: 1.5, ForceAllIn: 0.15, Merge: 0.1}
	for seat, text := range []string{"66+,A8s+", "QQ-22"} {
		r.Ranges[seat] = must.Get(ranges.Parse(text))(t)
		for street := range r.Sizes {
			r.Sizes[street][seat] = StreetSizes{
				Bet: must.Get(ParseBetSizes("60%, e, a"))(t), Raise: must.Get(ParseBetSizes("2.5x"))(t)}
		}
	}
	for seat := range 2 {
		r.Sizes[cards.River][seat].Donk, r.Sizes[cards.River][seat].Donks = must.Get(ParseBetSizes("50%"))(t), true
	}
	return r
}

// actions names the actions after a history.
func actions(t testing.TB, g *Postflop, history string) string {
	t.Helper()
	for n := range g.Root().All() {
		if n.History == history && n.Kind == Decision {
			var names []string
			for i := range n.Actions {
				names = append(names, g.ActionName(n, i))
			}
			return strings.Join(names, ", ")
		}
	}
	return "nothing"
}

// The first two lines are printed by the example of postflop-solver; the others follow from its rules by hand.
func TestPostflopTree(t *testing.T) {
	g := must.Get(NewPostflop(turnRules(t)))(t)
	for history, want := range map[string]string{
		"/":            "check, bet 120, bet 216, all-in 900",
		"/r120":        "fold, call, raise 300",
		"/r120c/":      "check, bet 264, all-in 780", // 60% of 440; e is all-in
		"/cr120c/":     "check, bet 220",             // a donk bet of 50%: oop called
		"/r120r300":    "fold, call, all-in 900",     // 750, and 150 behind is at most 15% of 1,700
		"/r900":        "fold, call",
		"/r900c/":      "nothing",
		"/cc/r120r300": "fold, call, all-in 900",
	} {
		must.Equal(t, actions(t, g, history), want, history)
	}
	ends := 0
	for n := range g.Root().All() {
		if n.Kind == Showdown {
			ends++
			if n.Contributions[0] != n.Contributions[1] || n.Round != 1 || n.Payoff != n.Contributions[0] {
				t.Errorf("%s: a showdown on round %d for %v of %v", n.History, n.Round, n.Payoff, n.Contributions)
			}
		}
	}
	if ends == 0 {
		t.Error("no showdowns")
	}
}

func TestBetSizes(t *testing.T) {
	for _, text := range []string{"1.23e", "%", "+42%", "-30%", "x", "c", "10c10", "42cr", "c3r", "0c0r", "1c2r3", "0e",
		"3e7",
		"E%", "1e2e3", "bet", "1a", "a1", "nan%", "inf%", "5000000%"} {
		if _, err := ParseBetSizes(text); !errors.Is(err, ErrSize) && text != "1.23e" {
			t.Errorf("%q: %v", text, err)
		}
	}
	at := spot{pot: 100, bet: 20, stack: 500, bets: 1, streets: 2, unit: 1}
	for text, want := range map[string]float64{"50%": 70, "2.5x": 50, "30c": 50, "30c1r": 50, "a": 500, "e10%": 30,
		"100c5r": 120, "all-in": 500, "33": 53} {
		list := must.Get(ParseBetSizes(text))(t)
		if got := list[0].to(&at); len(list) != 1 || got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
	at.bets = 2
	must.Equal(t, must.Get(ParseBetSizes("30c1r"))(t)[0].to(&at), 0)
}

func TestNoPostflopGame(t *testing.T) {
	for name, change := range map[string]func(*PostflopRules){
		"board":      func(r *PostflopRules) { r.Board = r.Board[:2] },
		"pot":        func(r *PostflopRules) { r.Pot = 0 },
		"stack":      func(r *PostflopRules) { r.Stack = -1 },
		"chip":       func(r *PostflopRules) { r.Chip = 0 },
		"rake":       func(r *PostflopRules) { r.Rake = 1 },
		"blocks all": func(r *PostflopRules) { r.Ranges[1] = must.Get(ranges.Parse("QcQd, Td2d"))(t) },
		"nodes": func(r *PostflopRules) {
			for street := range r.Sizes {
				for seat := range 2 {
					list := must.Get(ParseBetSizes("1%,2%,3%,4%,5%,6%,7%,8%,9%,10%"))(t)
					r.Sizes[street][seat] = StreetSizes{Bet: list, Raise: list}
				}
			}
			r.Merge = 0
		},
	} {
		r := turnRules(t)
		change(&r)
		if _, err := NewPostflop(r); !errors.Is(err, ErrPostflop) && !errors.Is(err, ErrTree) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Renamings of suits that change neither the board nor the ranges are found, and no others.
func TestPostflopSuits(t *testing.T) {
	r := turnRules(t)
	r.Board = must.Get(cards.ParseBoard("Td9d6h"))(t)
	for text, want := range map[string]int{"AA, KQs": 2, "AcKc": 1, "AcKc, AsKs": 2, "AcKc, AsKs:0.5": 1} {
		r.Ranges[0] = must.Get(ranges.Parse(text))(t)
		g := must.Get(NewPostflop(r))(t)
		must.Equal(t, len(g.Symmetries()), want, text)
	}
}

func FuzzParseBetSizes(f *testing.F) {
	f.Add("33%, 2.5x, 100c, 20c3r, e, 2e, 3e200%, a")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := ParseBetSizes(text)
		if err != nil {
			return
		}
		at := spot{pot: 100, bet: 20, stack: 500, bets: 1, streets: 2, unit: 1}
		for i := range list {
			if to := list[i].to(&at); !(to >= 0) {
				t.Errorf("%q: a bet of %v", text, to)
			}
		}
	})
}
