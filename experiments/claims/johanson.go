package claims

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"feltlab/experiments"
	"feltlab/experiments/johanson"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/solvers/limitholdem"
)

const (
	byBestResponse = "feltlab reproduce bestresponse"
	byLeduc        = "feltlab reproduce leduc"
)

var johansonClaims = []claim{
	{"always-fold loses 750 thousandths of a big blind a game", "talk", byBestResponse, trivial("always-fold"), quick},
	{"always-call loses 1163.48", "talk", byBestResponse, trivial("always-call"), quick},
	{"always-raise loses 3697.69", "talk", byBestResponse, trivial("always-raise"), quick},
	{"uniform play loses 3466.32", "talk", byBestResponse, trivial("uniform"), quick},
	{"the game falls into 24,570 subtrees", "talk", byClaims, subtrees, slow},
	{"the public tree makes it 110 times as fast", "talk", byClaims, gain("public tree"), slow},
	{"terminals in O(n) make that 7.7 times as fast", "talk", byClaims, gain("O(n) terminals"), slow},
	{"isomorphism makes that 21.5 times as fast", "talk", byClaims, gain("isomorphism"), slow},
	{"the whole game takes 76 CPU-days, about 270 s a subtree", "talk", byClaims, wholeGame, slow},
	{"Leduc: the 15 pairs of abstractions, by what they lose",
		"talk, after Waugh et al. 2009", byLeduc, leducNumbers, quick},
	{"Leduc: the order of the 15, least loss first", "talk, after Waugh et al. 2009", byLeduc, leducOrder, quick},
	{"Leduc: a finer abstraction may lose more", "talk, after Waugh et al. 2009", byLeduc, leducPathology, quick},
	{"what the agents of the 2010 competition and Polaris lose",
		"tables of agents", "feltlab bestresponse --game limit-holdem --opponent FILE", agents, quick},
}

// trivial judges the loss of an opponent that does not look at its cards.
func trivial(opponent string) judge {
	return fromTable("bestresponse/trivial.csv", "bestresponse", func(s *sheet) finding {
		row := s.find("opponent", opponent)
		ours := s.number(row, "exploitability")
		return found(verdictIf(prints(ours, s.number(row, "published"), 2), refuted),
			"%.4f: %s from the small blind, %s from the big blind", ours, s.text(row, "small blind wins"), s.text(row,
				"big blind wins"))
	})
}

func deals() (flops, rivers int) {
	g := game.LimitHoldem()
	past := func(s game.State) game.State {
		for s.Kind == game.Decision {
			s = s.After(slices.Index(s.Actions, game.Call))
		}
		return s
	}
	list := g.Deals(past(g.Root()), g.Symmetries()).List
	for _, flop := range list {
		for _, turn := range g.Deals(past(flop.State), flop.Group).List {
			rivers += len(g.Deals(past(turn.State), turn.Group).List)
		}
	}
	return len(list), rivers
}

func subtrees(context.Context, *evidence) (finding, error) {
	flops, rivers := deals()
	n := flops * limitholdem.NumPreflop * 2
	return found(verdictIf(n == 24_570, refuted), "%d: %d flops that differ by more than suits, %d histories before "+
		"the flop, 2 seats. They hold %d rivers", n, flops, limitholdem.NumPreflop, rivers), nil
}

func gain(name string) judge {
	return func(context.Context, *evidence) (finding, error) {
		for _, g := range johanson.Accelerations {
			if g.Name != name {
				continue
			}
			f := found(differs, "%.1f times on a small scale: %s. The talk's number is for the whole game and "+
				"its own program",
				g.Added, johanson.Scale())
			if name == "isomorphism" {
				_, rivers := deals()
				ordered := combin.Binomial(cards.NumCards, 3) * (cards.NumCards - 3) * (cards.NumCards - 4)
				f.ours += fmt.Sprintf(". Isomorphism leaves %d of %d rivers, 1 in %.1f, which is near the "+
					"talk's 21.5",
					rivers, ordered, float64(ordered)/float64(rivers))
			}
			return f, nil
		}
		return finding{}, fmt.Errorf("no acceleration %q", name)
	}
}

func wholeGame(ctx context.Context, e *evidence) (finding, error) {
	w, err := johanson.Whole(ctx, e.env)
	if err != nil {
		return finding{}, err
	}
	return found(differs, "%.2f CPU-seconds a subtree and %.2f CPU-days, estimated from %d subtrees against %d "+
		"buckets on one core", w.SubtreeSeconds, w.Days(), w.Subtrees, w.Buckets), nil
}

func leducNumbers(_ context.Context, e *evidence) (finding, error) {
	s, err := e.table("leduc/leduc.csv", "leduc")
	if err != nil {
		return finding{}, err
	}
	isUnique := func(row []string) bool { return s.text(row, "unique") == "true" }
	unique := experiments.Count(s.rows, isUnique)
	right := experiments.Count(s.rows, func(row []string) bool {
		return isUnique(row) && s.text(row, "meets") == "true"
	})
	w, err := e.table("leduc/equilibria.csv", "leduc")
	if err != nil {
		return finding{}, err
	}
	witnessed := experiments.Count(w.rows, func(row []string) bool {
		return prints(w.number(row, "witness loses"), w.number(row, "published"), 1)
	})
	others := len(s.rows) - unique
	return found(verdictIf(right == unique && witnessed == others, differs),
		"%d of the %d numbers that do not depend on the solver agree; %d of the %d others are the loss of an "+
			"equilibrium, which is stored",
		right, unique, witnessed, others), errors.Join(s.err, w.err)
}

var leducOrder = fromTable("leduc/leduc.csv", "leduc", func(s *sheet) finding {
	turned, certain := 0, 0
	for i, a := range s.rows {
		for _, b := range s.rows[i+1:] {
			if s.number(a, "ours") > s.number(b, "ours") {
				turned++
			}
			if s.number(a, "least") > s.number(b, "most") {
				certain++
			}
		}
	}
	n := combin.Binomial(len(s.rows), 2)
	return found(verdictIf(turned == 0, differs), "%d of %d pairs of rows have the opposite order in our "+
		"numbers from the plain start; %d have it for the equilibria of all our starts", turned, n, certain)
})

// leducPathology looks for abstractions of which the finer one loses more, against the same abstraction of player 2.
var leducPathology = fromTable("leduc/leduc.csv", "leduc", func(s *sheet) finding {
	var worse []string
	monotone := true
	for _, fine := range s.rows {
		for _, coarse := range s.rows {
			if s.text(fine, "player2") != s.text(coarse, "player2") ||
				coarseness[s.text(fine, "player1")] >= coarseness[s.text(coarse, "player1")] {
				continue
			}
			if s.number(fine, "least") <= s.number(coarse, "most") {
				continue
			}
			if s.text(fine, "player2") == "real" {
				monotone = false
			}
			worse = append(worse, fmt.Sprintf("%s loses %s, %s only %s (player 2 %s)", s.text(fine, "player1"),
				s.text(fine, "ours"), s.text(coarse, "player1"), s.text(coarse, "ours"), s.text(fine, "player2")))
		}
	}
	v := verdictIf(len(worse) > 0, refuted)
	return found(v, "%s, for the equilibria of all starts; against a player 2 that sees the real game no finer "+
		"abstraction loses more: %v",
		orNone(worse), monotone)
})

// coarseness orders the abstractions: each is finer than all of a higher number, and the two of the
// same number cannot be compared.
var coarseness = map[string]int{"real": 0, "J.Q.K": 1, "[JQ].K": 2, "J.[QK]": 2, "[JQK]": 3}

func agents(context.Context, *evidence) (finding, error) {
	return found(untestable, "the strategies of these agents are not public. "+
		"`feltlab bestresponse` computes the loss of any strategy in a file"), nil
}
