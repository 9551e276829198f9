package game

import (
	"math"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// count walks the public tree under a group and counts states by kind and round.
type count struct {
	decisions, terminals int
}

func walkAll(g Game, s State, group []*Symmetry, weight int, c *count) {
	switch s.Kind {
	case Decision:
		c.decisions += weight
		for i := range s.Actions {
			walkAll(g, s.After(i), group, weight, c)
		}
	case Chance:
		for _, d := range g.Deals(s, group).List {
			walkAll(g, d.State, d.Group, weight*len(d.Orbit), c)
		}
	default:
		c.terminals += weight
	}
}

func TestPublicTrees(t *testing.T) {
	for _, tc := range []struct {
		game                 Game
		decisions, terminals int
	}{
		{Kuhn(), 4, 5},
		// Six decisions and four folds a round; five ways to each of six boards, with five showdowns.
		{Leduc(), 6 + 5*6*6, 4 + 5*6*9},
	} {
		t.Run(tc.game.Name(), func(t *testing.T) {
			for _, group := range [][]*Symmetry{nil, tc.game.Symmetries()} {
				var c count
				walkAll(tc.game, tc.game.Root(), group, 1, &c)
				must.Equal(t, c.decisions, tc.decisions)
				must.Equal(t, c.terminals, tc.terminals)
			}
		})
	}
}

func TestLimitHoldemBetting(t *testing.T) {
	g := LimitHoldem()
	rounds := make([]int, g.Rounds())
	showdowns, largest := 0, 0.0
	for n := range g.Root().All() {
		switch n.Kind {
		case Chance:
			rounds[n.Round]++
		case Showdown:
			showdowns++
			largest = max(largest, n.Payoff)
		}
		if n.Kind != Folded && n.Kind != Decision && n.Contributions[0] != n.Contributions[1] {
			t.Errorf("%s: unequal contributions %v", n.History, n.Contributions)
		}
		for i, a := range n.Actions {
			facing := n.Contributions[n.Actor] < n.Contributions[1-n.Actor]
			if a == Fold && !facing {
				t.Errorf("%s: folding without a bet to call", n.History)
			}
			if want := n.History + a.String(); strings.TrimRight(n.Children[i].History, "/") != want &&
				n.Children[i].History != want {
				t.Errorf("%s %v leads to %s", n.History, a, n.Children[i].History)
			}
		}
	}
	// Seven ways to the flop and nine through each later round: 567 histories reach the river.
	must.Equal(t, rounds, []int{7, 63, 567, 0})
	must.Equal(t, showdowns, 5103)
	must.Equal(t, largest, 24)
	for id, n := range g.Root().Decisions() {
		must.Equal(t, n.ID, id)
	}
}

// The numbers of canonical boards, in the order in which cards come, and orbit sizes that
// make up for the boards left out.
func TestHoldemDeals(t *testing.T) {
	g := LimitHoldem()
	chance := func(s State) State {
		for s.Kind == Decision {
			s = s.After(slices.Index(s.Actions, Call))
		}
		return s
	}
	flops := g.Deals(chance(g.Root()), g.Symmetries())
	if flops.Ways != 17_296 || len(flops.List) != 1_755 {
		t.Fatalf("%d flops, %v ways", len(flops.List), flops.Ways)
	}
	turns, rivers, members := 0, 0, 0
	for i, flop := range flops.List {
		members += len(flop.Orbit)
		checkDeal(t, g, flop, 3)
		ofFlop := g.Deals(chance(flop.State), flop.Group)
		turns += len(ofFlop.List)
		onTurn := 0
		for _, turn := range ofFlop.List {
			onTurn += len(turn.Orbit)
			d := g.Deals(chance(turn.State), turn.Group)
			rivers += len(d.List)
			if i%300 == 0 {
				checkDeal(t, g, turn, 1)
				if got := g.Stabilizer(turn.State); !slices.Equal(got, turn.Group) {
					t.Fatalf("%v: a stabilizer of %d, the deal's group has %d", turn.State, len(got), len(turn.Group))
				}
				checkDeal(t, g, d.List[len(d.List)/2], 1)
				must.Equal(t, d.Ways, 44)
			}
		}
		if onTurn != 49 || ofFlop.Ways != 45 {
			t.Fatalf("%v: turns of %d members, %v ways", flop.State, onTurn, ofFlop.Ways)
		}
	}
	if turns != 63_193 || rivers != 2_554_656 || members != 22_100 {
		t.Errorf("%d turns, %d rivers, %d flops in all orbits", turns, rivers, members)
	}
}

// checkDeal holds a deal's blocked hands and permutations to what cards say.
func checkDeal(t *testing.T, g Game, d Deal, dealt int) {
	t.Helper()
	board := d.State.Board.Cards()
	last := cards.SetOf(board[len(board)-dealt:]...)
	blocked := slices.Repeat([]float64{1}, len(g.Hands().Cards))
	g.Hands().Block(blocked, d.Dealt)
	for h, set := range g.Hands().Cards {
		if (set&last != 0) != (blocked[h] == 0) {
			t.Fatalf("%v blocks %v: %v", last, set, blocked[h] == 0)
		}
	}
	for _, p := range d.Orbit {
		for h, set := range g.Hands().Cards {
			if g.Hands().Cards[p.Hands[0][h]] != p.Suits.Set(set) {
				t.Fatalf("%v under %v", set, p.Suits)
			}
		}
	}
	for _, p := range d.Group {
		must.Equal(t, p.Suits.Set(last), last, p.Suits)
	}
}

func TestPriors(t *testing.T) {
	for _, g := range []Game{Kuhn(), Leduc(), tinyJamFold(t)} {
		h := g.Hands()
		total := 0.0
		for a := range h.Len(0) {
			row := 0.0
			for b := range h.Len(1) {
				row += h.Pair(a, b)
			}
			must.Near(t, row, h.Prior(0)[a], 1e-12, g.Name(), h.Name(0, a))
			total += row
		}
		must.Near(t, total, 1, 1e-12, g.Name())
	}
	if got, want := LimitHoldem().Hands().PairWeight, 1/(1326.*1225); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("a pair of hold'em hands has weight %v, want %v", got, want)
	}
	for h, set := range LimitHoldem().Hands().Cards {
		must.Equal(t, cards.Combo(h).Set(), set, h, cards.Combo(h))
	}
}

func tinyJamFold(t *testing.T) *HeadsUpJamFold {
	t.Helper()
	return must.Get(NewHeadsUpJamFold(10, filled(0.5), filled(1./(169*169))))(t)
}

func filled(v float64) *Matrix {
	const n = cards.NumClasses
	return &Matrix{n, n, slices.Repeat([]float64{v}, n*n)}
}

func TestJamFoldInput(t *testing.T) {
	even, joint := filled(0.5), filled(1./(169*169))
	nan := filled(0.5)
	nan.Set(3, 4, math.NaN())
	for _, tc := range []struct {
		stack         float64
		equity, joint *Matrix
		want          string
	}{
		{1, even, joint, "1 big blinds"},
		{math.NaN(), even, joint, "NaN"},
		{math.Inf(1), even, joint, "Inf"},
		{10, nil, joint, "equity is not a 169x169"},
		{10, NewMatrix(3, 3), joint, "equity is not a 169x169"},
		{10, nan, joint, "equity of " + cards.Class(3).String() + " and " + cards.Class(4).String() + " is NaN"},
		{10, even, filled(0.5), "sums to"},
		{10, even, filled(-0.5), "joint prior of AA and AA is -0.5"},
	} {
		t.Run(tc.want, func(t *testing.T) {
			must.Fails(NewHeadsUpJamFold(tc.stack, tc.equity, tc.joint))(t, ErrInput, tc.want)
		})
	}
}

func TestCheckVector(t *testing.T) {
	g := Leduc()
	root := g.Root()
	board := g.Deals(root.After(0).After(0), nil).List[0].State
	for _, tc := range []struct {
		state State
		hand  int
		p     float64
		want  string
	}{
		{root, 2, 0.4, "at /, hand Qc, the probabilities sum to 0.9"},
		{root, 5, -0.5, "at /, hand Kd, action r has probability -0.5"},
		{root, 5, math.NaN(), "action r has probability NaN"},
		{board, 3, 0.6, "at /cc/ Jc, hand Qd"},
		{board, 0, 0.6, ""}, // the hand lies on the board
		{root, 0, 0.5 + 1e-12, ""},
	} {
		t.Run(tc.want, func(t *testing.T) {
			v := [][]float64{{.5, .5, .5, .5, .5, .5}, {.5, .5, .5, .5, .5, .5}}
			v[1][tc.hand] = tc.p
			if err := CheckVector(g.Hands(), tc.state, v); tc.want == "" {
				must.Do(t, err)
			} else {
				must.Fail(t, err, ErrProbability, tc.want)
			}
		})
	}
}

// TestCheckVectorOfManyHands hides something wrong at one of 1,326 hands, the negative ones among proper sums.
func TestCheckVectorOfManyHands(t *testing.T) {
	g := LimitHoldem()
	root := g.Root()
	for h := range cards.NumCombos {
		for _, wrong := range [][2]float64{{-0.5, 1.5}, {1.5, -0.5}, {math.Inf(1), 0}, {math.NaN(), 1}, {0.5, 0.4}} {
			of := func(p float64) []float64 { return slices.Repeat([]float64{p}, cards.NumCombos) }
			v := [][]float64{of(0.25), of(0.75), of(0)}
			must.Do(t, CheckVector(g.Hands(), root, v))
			v[0][h], v[1][h] = wrong[0], wrong[1]
			must.Fail(t, CheckVector(g.Hands(), root, v), ErrProbability, cards.Combo(h).String())
		}
	}
}

// Bets are counted from the history of the round, and the first is the opener's or not.
func TestBets(t *testing.T) {
	for history, want := range map[string]struct {
		bets     int
		byOpener bool
	}{"/": {}, "/r": {1, true}, "/cr": {1, false}, "/rc/": {}, "/rc/crr": {2, false}, "/rrc/rrrr": {4, true},
		"/rc": {1, true}} {
		if bets, byOpener := (&Node{History: history}).Bets(); bets != want.bets || byOpener != want.byOpener {
			t.Errorf("%s: %d bets, the first by the opener: %t", history, bets, byOpener)
		}
	}
}
