package postflop

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

// small is a turn with few hands.
func small(t testing.TB, change func(*Config)) *game.Postflop {
	t.Helper()
	c := Default()
	c.Board, c.OOP, c.IP, c.Pot, c.Stack = "Ks8d8c2h", "AA:0.5, 88, 7h6h", "KK, Ac2c:0.7", 10, 25
	c.Sizes = map[string]string{"bet": "60%", "river bet": "50%,all-in", "raise": "3x"}
	c.RaiseCap = 2
	if change != nil {
		change(&c)
	}
	return must.Get(c.Game())(t)
}

// A solution that is written as a dump and read again has the value that it had.
func TestDump(t *testing.T) {
	ctx, g := context.Background(), small(t, nil)
	s := must.Get(NewSolver(g, 1, ""))(t)
	must.Do(t, Solve(ctx, s, Goal{Target: 0.02, Iterations: 100}, nil))
	want := must.Get(Certify(s))(t)
	if want.PotShare > 0.02 || math.Abs(want.EV[0]+want.EV[1]-10) > 1e-9 {
		t.Errorf("exploitability %v of the pot, values %v", want.PotShare, want.EV)
	}
	var file bytes.Buffer
	must.Do(t, WriteDump(&file, g, s.Strategy(), 0))
	path := filepath.Join(t.TempDir(), "dump.json")
	must.Do(t, os.WriteFile(path, file.Bytes(), 0o600))
	d := must.Get(ReadDump(path, g, false))(t)
	if len(d.Differences) > 0 || d.Missing > 0 || d.Impossible > 0 {
		t.Fatalf("%v, %d missing, %d impossible", d.Differences, d.Missing, d.Impossible)
	}
	got := must.Get(Judge(ctx, g, d, false, 0, true))(t)
	for seat := range 2 {
		must.Near(t, got.EV[seat], want.EV[seat], 1e-6)
		must.Near(t, got.Best[seat], want.Best[seat], 1e-6)
	}
	sum := 0.0
	for _, l := range got.Lines {
		sum += l.Gain
	}
	must.Near(t, sum, 2*got.Exploitability, 1e-9)
	testBadDumps(t, path, file.String())
}

func testBadDumps(t *testing.T, path, text string) {
	t.Helper()
	g := small(t, nil)
	from, to := strings.LastIndex(text, "["), strings.LastIndex(text, "]")+1 // a row of the first decision
	row := func(with string) string { return text[:from] + with + text[to:] }
	for _, bad := range map[string]struct{ text, want string }{
		"no JSON": {"{", ""},
		"NaN":     {row("[null,1]"), "NaN"},
		"a sum":   {row("[0.5,0.6]"), "sum to 1.1, want 1; --normalize"},
		"sign":    {row("[-0.5,1.5]"), "is -0.5"},
		"length":  {row("[1]"), "1 probabilities, want 2"},
		"a seat":  {strings.Replace(text, `"player":1`, `"player":0`, 1), "player 0 acts, want 1"},
	} {
		must.Do(t, os.WriteFile(path, []byte(bad.text), 0o600))
		must.Fails(ReadDump(path, g, false))(t, ErrStrategy, bad.want)
	}
	must.Do(t, os.WriteFile(path, []byte(row("[0.5,0.6]")), 0o600))
	if d := must.Get(ReadDump(path, g, true))(t); len(d.Differences) > 0 {
		t.Errorf("normalized: %v", d.Differences)
	}
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	other := small(t, func(c *Config) { c.Sizes["turn bet"] = "70%" })
	d := must.Get(ReadDump(path, other, false))(t)
	must.Equal(t, d.Differences[:2], []string{
		"after the start: the game has bet 7, the file has not; nearest is its bet 6.000000",
		"after the start: the file has bet 6.000000, the game has not"})
	d = must.Get(ReadDump(path, small(t, func(c *Config) { c.Sizes["turn donk"] = "" }), false))(t)
	if len(d.Differences) > 0 { // the turn is the first street: nobody has called before
		t.Errorf("%q", d.Differences)
	}
}

// The input of TexasSolver's console makes the tree that its GameTree.cpp makes by hand: all-in everywhere, at most
// four bets, nothing below the minimum raise, all-in above the threshold.
func TestTexasSolver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "input.txt")
	text := `set_pot 50
set_effective_stack 200
set_board Qs,Jh,2h,4d,9c
set_range_ip AA,KK,99:0.75,AQo:0.75
set_range_oop QQ:0.5,JJ:0.75,TT
set_bet_sizes oop,river,bet,50
set_bet_sizes oop,river,donk,50
set_bet_sizes oop,river,raise,60,100
set_bet_sizes oop,river,allin
set_bet_sizes ip,river,bet,50
set_bet_sizes ip,river,raise,10,100
set_allin_threshold 0.67
build_tree
set_thread_num 8
set_accuracy 0.5
start_solve
dump_result output_result.json
`
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	c := Default()
	must.Do(t, c.Read(path))
	tree := TreeOf(must.Get(c.Game())(t))
	must.Equal(t, c.Target, 0.005)
	must.Equal(t, tree.Hands, [2]int{3 + 3 + 6, 6 + 6 + 3 + 9})
	want := map[string]string{
		"/":        "check, bet 25, all-in 200",
		"/cr25":    "fold, call, raise 85, raise 125, all-in 200",
		"/r25":     "fold, call, raise 125, all-in 200", // 10% of 100 is less than the minimum raise
		"/cr25r85": "fold, call, all-in 200",            // 85+220 > 0.67 x 225 - 25
	}
	for _, l := range tree.Lines {
		if w, ok := want[l.Line]; ok && w != strings.Join(l.Actions, ", ") {
			t.Errorf("%s: %s, want %s", l.Line, strings.Join(l.Actions, ", "), w)
		}
	}
	for bad, want := range map[string]string{
		"set_pots 5":                       `is no command of TexasSolver's console, did you mean "set_pot"?`,
		"set_pot x":                        "want a number",
		"set_bet_sizes oop,flop":           "such as oop,flop,bet,50",
		"set_bet_sizes oop,preflop,bet,50": "want oop or ip, flop, turn or river",
		"set_bet_sizes oop,flop,bet,q":     "bad bet size",
	} {
		must.Do(t, os.WriteFile(path, []byte(bad), 0o600))
		must.Fail(t, c.Read(path), ErrConfig, want)
	}
}

func TestBadGames(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"board: want three":          func(c *Config) { c.Board = "" },
		"oop: want a range":          func(c *Config) { c.OOP = "" },
		"ip: ":                       func(c *Config) { c.IP = "AQx!" },
		`size "river": want bet`:     func(c *Config) { c.Sizes["river"] = "50%" },
		`did you mean "river"`:       func(c *Config) { c.Sizes["rivr bet"] = "50%" },
		"bad bet size":               func(c *Config) { c.Sizes["bet"] = "much" },
		`size "nothing": want words`: func(c *Config) { c.Size = []string{"nothing"} },
		"blocks all hands":           func(c *Config) { c.IP = "2h2s:0, Ks2h" },
		"pot 0, want":                func(c *Config) { c.Pot = 0 },
	} {
		c := Default()
		c.Board, c.OOP, c.IP, c.Pot, c.Stack = "Ks8d8c2h", "AA", "KK", 10, 25
		c.Sizes = map[string]string{}
		change(&c)
		must.Fails(c.Game())(t, ErrConfig, want)
	}
}

// The AKQ game has a closed form: with a pot P and a bet B, the seat that bets gets P of all aces and
// P B / (P + B) bluffs for each, and the caller calls P / (P + B).
func TestClosedForm(t *testing.T) {
	c := Default()
	must.Do(t, c.Read("../../examples/postflop-akq.yaml"))
	for _, bet := range []float64{5, 10, 20} {
		c.Stack = bet
		g := must.Get(c.Game())(t)
		v := must.Get(Judge(context.Background(), g, akq{g, bet}, true, 0, false))(t)
		bluffs := bet / (c.Pot + bet)
		if want := (c.Pot + c.Pot*bluffs) / 2; math.Abs(v.EV[0]-want) > 1e-12 || math.Abs(v.Exploitability) > 1e-12 {
			t.Errorf("bet %v: value %v with exploitability %v, want %v", bet, v.EV[0], v.Exploitability, want)
		}
		s := must.Get(NewSolver(g, 1, ""))(t)
		must.Do(t, Solve(context.Background(), s, Goal{Target: 0.001, Iterations: 10_000}, nil))
		if v := must.Get(Certify(s))(t); math.Abs(v.EV[0]-(c.Pot+c.Pot*bluffs)/2) > 0.002*c.Pot {
			t.Errorf("bet %v: the solver's value is %v", bet, v.EV[0])
		}
	}
}

// akq is the equilibrium of the AKQ game.
type akq struct {
	game *game.Postflop
	bet  float64
}

func (p akq) Vector(s game.State, out [][]float64) error {
	pot := p.game.Rules().Pot
	for h := range out[0] {
		last := 0.0 // the probability of the last action: to bet, or to call
		switch name := p.game.Hands().Name(s.Actor, h); {
		case s.History == "/" && name[0] == 'A':
			last = 1
		case s.History == "/":
			last = p.bet / (pot + p.bet)
		case s.History[1] == 'r':
			last = pot / (pot + p.bet)
		}
		out[0][h], out[1][h] = 1-last, last
	}
	return nil
}

// A lock keeps what a line plays; the gains are those of responses that keep it too. What a solution's first street can
// be completed to is as good as the solution.
func TestLocks(t *testing.T) {
	ctx, g := context.Background(), small(t, nil)
	locks := must.Get(ReadLocks(g, []string{"/: check 25%, bet 6 75%"}, false))(t)
	s := must.Get(LockAll(must.Get(NewSolver(g, 1, ""))(t), locks))(t)
	goal := Goal{Target: 0.005, Iterations: 1000}
	must.Do(t, Solve(ctx, s, goal, nil))
	locked := must.Get(Certify(s))(t)
	for _, r := range locked.First {
		must.Near(t, r.Odds[0], 0.25, 1e-6, r.Hand)
	}
	free := must.Get(NewSolver(g, 1, ""))(t)
	must.Do(t, Solve(ctx, free, goal, nil))
	best := must.Get(Certify(free))(t)
	if locked.Best[0] > best.Best[0] || locked.PotShare > goal.Target {
		t.Errorf("the locked seat wins %v, the free one %v", locked.Best[0], best.Best[0])
	}
	path := filepath.Join(t.TempDir(), "turn.json")
	var file bytes.Buffer
	must.Do(t, WriteDump(&file, g, free.Strategy(), 1))
	must.Do(t, os.WriteFile(path, file.Bytes(), 0o600))
	d := must.Get(ReadDump(path, g, false))(t)
	p := must.Get(JudgePart(ctx, d, goal, nil))(t)
	if d.Missing == 0 || p.Locked != len(d.Locks(-1)) || p.Exploitability[0] > best.Exploitability ||
		p.Exploitability[1] > best.Exploitability+2*goal.Target*10 || p.Secured[0] > p.AtMost[0] {
		t.Errorf("%+v, and the solution has %v", p, best.Exploitability)
	}
	for text, want := range map[string]string{
		"/x: check 100%": "no decision after this line",
		"/: chek 100%":   "want check, bet 6",
		"/: check 10%":   "sum to 10%",
		"/: check":       "such as fold 40%",
	} {
		must.Fails(ReadLocks(g, []string{text}, false))(t, ErrStrategy, want)
	}
	wide := small(t, func(c *Config) { c.OOP, c.IP = "AA, 88, 76s", "KK, A2s" })
	if len(wide.Symmetries()) == 1 {
		t.Fatal("no suits are alike")
	}
	n := wide.Root().Node
	s = must.Get(LockAll(must.Get(NewSolver(wide, 1, ""))(t), []Lock{{n, lop{}}}))(t)
	if !s.Game().Rules().SuitsApart || len(s.Game().Symmetries()) != 1 {
		t.Error("a lock that tells suits apart is averaged over them")
	}
}

// lop bets with every other hand.
type lop struct{}

func (lop) Vector(_ game.State, out [][]float64) error {
	for h := range out[0] {
		out[0][h], out[1][h] = float64(h%2), float64(1-h%2)
	}
	return nil
}

// A configuration that desktop-postflop exported makes the tree that postflop-solver's example asserts.
func TestApp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "configurations.json")
	text := `{"version": 2, "name": "configurations", "data": [{"path": ["group"], "isGroup": true},
{"path": ["group", "turn"], "isGroup": false, "value": {"startingPot": 200, "effectiveStack": 900, "rakePercent": 0,
"rakeCap": 0, "donkOption": 1, "oopFlopBet": "", "oopTurnBet": "60, e, a", "oopTurnRaise": "2.5x", "oopTurnDonk": "a",
"oopRiverBet": "60 e a", "oopRiverRaise": "2.5x", "oopRiverDonk": "50", "ipTurnBet": "60, e, a", "ipTurnRaise": "2.5x",
"ipRiverBet": "60, e, a", "ipRiverRaise": "2.5x", "addAllInThreshold": 150, "forceAllInThreshold": 15,
"mergingThreshold": 10, "expectedBoardLength": 0, "addedLines": "", "removedLines": ""}},
{"path": ["other"], "isGroup": false, "value": {"startingPot": "x"}}]}`
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	app, file := Default(), Default()
	must.Do(t, file.Read("../../examples/postflop-turn.yaml"))
	app.Board, app.OOP, app.IP = file.Board, file.OOP, file.IP
	must.Do(t, app.Read(path+"#group/turn"))
	got, want := TreeOf(must.Get(app.Game())(t)), TreeOf(must.Get(file.Game())(t))
	first := strings.Join(got.Lines[0].Actions, ", ")
	if !reflect.DeepEqual(got, want) || first != "check, bet 120, bet 216, all-in 900" {
		t.Errorf("%+v, want %+v", got, want)
	}
	for entry, want := range map[string]string{
		"":       `want the name of a configuration behind the path: ["group/turn" "other"]`,
		"#othr":  `did you mean "other"?`,
		"#other": "want a number",
	} {
		must.Fail(t, app.Read(path+entry), ErrConfig, want)
	}
}

// The first decision is the same whether suits that are alike are walked once or one by one, and a view has its rows.
func TestFirstDecision(t *testing.T) {
	ctx, wide := context.Background(), small(t, func(c *Config) { c.OOP, c.IP = "AA:0.5, 88, 76s", "KK, A2s" })
	r := wide.Rules()
	r.SuitsApart = true
	apart := must.Get(game.NewPostflop(r))(t)
	uniform, _ := strategy.Trivial("uniform")
	one := must.Get(Judge(ctx, wide, uniform, true, 0, true))(t)
	two := must.Get(Judge(ctx, apart, uniform, true, 0, true))(t)
	if len(wide.Symmetries()) == len(apart.Symmetries()) || len(one.First) != len(two.First) {
		t.Fatalf("%d and %d hands", len(one.First), len(two.First))
	}
	for i, a := range one.First {
		b := two.First[i]
		if a.Hand != b.Hand || math.Abs(a.EV-b.EV) > 1e-9 || math.Abs(a.Equity-b.Equity) > 1e-9 {
			t.Errorf("%+v, suits one by one %+v", a, b)
		}
	}
	v := must.Get(ViewOf(ctx, wide, uniform, one))(t)
	tree := TreeOf(wide)
	must.Equal(t, len(v.Lines), len(tree.Lines))
	must.Equal(t, len(v.Lines[0].Hands), len(one.First))
	for i, l := range v.Lines {
		if l.Line != tree.Lines[i].Line || l.Seat != tree.Lines[i].Seat || len(l.Other) == 0 {
			t.Errorf("line %d is %s of %s", i, l.Line, l.Seat)
		}
	}
}
