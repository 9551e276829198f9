package worstcase

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/solvers/extensive"
)

var holdem = game.LimitHoldem()

// logLine writes a hand as the server does: names by seat.
func logLine(number int, p extensive.Played, names [2]string) string {
	g := holdem
	combo := func(seat int) string { return cards.Format(g.Hands().Cards[p.Hands[seat]].Cards()) }
	text := combo(1) + "|" + combo(0)
	board := p.End.Board.Cards()
	for n := 0; len(board) > 0; board = board[n:] {
		if n = 1; len(board) == p.End.Board.Len() {
			n = 3
		}
		text += "/" + cards.Format(board[:n])
	}
	chips := 10 * extensive.Payoff(g, p.End, p.Hands)
	return fmt.Sprintf("STATE:%d:%s:%s:%g|%g:%s|%s\n", number, p.End.History[1:], text, -chips, chips, names[1],
		names[0])
}

// The log of a sampled match has the match's result to the chip, and pairs of all deals; with both strategies known the
// estimate has a smaller standard error.
func TestLogOfMatch(t *testing.T) {
	g := holdem
	ours, _ := strategy.Trivial("uniform")
	theirs, _ := strategy.Trivial("always-call")
	const deals = 20
	var hands [deals][2]extensive.Played
	o := extensive.MatchOptions{Deals: deals, Seed: 5,
		Played: func(deal, seat int, p extensive.Played) { hands[deal][seat] = p }}
	e := must.Get(extensive.SampleMatch(context.Background(), g, ours, theirs, o))(t)
	names := [2][2]string{{"Alice", "Bob"}, {"Bob", "Alice"}}
	r := NewLogReader(false)
	for seat := range 2 { // the server writes a log for each order
		text := "# a match\n\n"
		for deal := range deals {
			text += logLine(deal, hands[deal][seat], names[seat])
		}
		must.Do(t, r.Read(strings.NewReader(text), "match.log"))
	}
	a := must.Get(r.Answer(context.Background(), nil, nil))(t)
	alice := a.Players[1]
	if alice.Name != "Alice" {
		alice = a.Players[0]
	}
	near := func(what string, got, want float64) {
		t.Helper()
		must.Near(t, got, Millis*want, 1e-9, what)
	}
	near("seat 1", *alice.Seats[0].Mean, e.SeatValues[0])
	near("seat 2", *alice.Seats[1].Mean, e.SeatValues[1])
	near("mean", *alice.All.Mean, e.Mean)
	near("mean of pairs", *alice.Paired.Mean, e.Mean)
	near("standard error of pairs", *alice.Paired.StandardError, e.StandardError)
	near("sum", alice.Won, 2*deals*e.Mean)
	must.Equal(t, a.Pairs, deals)
	must.Equal(t, a.Hands, 2*deals)
	r.Hands = append(r.Hands[:3:3], r.Hands[deals:deals+3]...) // some, for the time
	known := map[string]LogStrategy{"Alice": {"uniform", ours}, "Bob": {"always-call", theirs}}
	a = must.Get(r.Answer(context.Background(), known, nil))(t)
	p := a.Players[0]
	if !(*p.Reduced.StandardError < *p.All.StandardError/2) ||
		math.Abs(*p.Reduced.Mean+*a.Players[1].Reduced.Mean) > 1e-9 {
		t.Errorf("reduced %v ± %v, plain %v ± %v", *p.Reduced.Mean, *p.Reduced.StandardError, *p.All.Mean,
			*p.All.StandardError)
	}
}

const goodHand = "STATE:0:crc/cc/cc/cc:AsKd|QhJh/2c3c4c/5d/9s:20|-20:Alice|Bob\n"

// Each bad line is refused with its number and what is wrong.
func TestBadLogs(t *testing.T) {
	for _, c := range []struct{ log, want string }{
		{"HELLO\n", "line 1: bad log: it starts with"},
		{"STATE:0:rf:AsKd|QhJh:-10|10\n", "4 fields"},
		{"STATE:-1:rf:AsKd|QhJh:-10|10:A|B\n", "number of the hand"},
		{"STATE:99999999999:rf:AsKd|QhJh:-10|10:A|B\n", "number of the hand"},
		{"STATE:0:f:AsKd|QhJh:0|0:A|B\n", "by cards and betting they are 5|-5"},
		{"STATE:0:rrrrc/cc/cc/cc:AsKd|QhJh/2c3c4c/5d/9s:20|-20:A|B\n", `'r' at column 4`},
		{"STATE:0:cf:AsKd|QhJh:0|0:A|B\n", `'f' at column 2`},
		{"STATE:0:r300f:AsKd|QhJh:0|0:A|B\n", `'3' at column 2`},
		{"STATE:0:rccc/cc/cc:AsKd|QhJh/2c3c4c/5d:0|0:A|B\n", "want / for the next round"},
		{"STATE:0:rff:AsKd|QhJh:0|0:A|B\n", "goes on after its end"},
		{"STATE:0:rc/c:AsKd|QhJh/2c3c4c:0|0:A|B\n", "has no end"},
		{"STATE:0:rf:AsKd:0|0:A|B\n", "not of two players"},
		{"STATE:0:rf:|QhJh:0|0:A|B\n", "want 2"},
		{"STATE:0:rf:AsKd|AsJh:0|0:A|B\n", "a card comes twice"},
		{"STATE:0:rf:AsAs|QdJh:0|0:A|B\n", "duplicate card"},
		{"STATE:0:rf:AsXd|QhJh:0|0:A|B\n", "the hand"},
		{"STATE:0:rf:AsKd|QhJh/2c3c4c:0|0:A|B\n", "deals of the board"},
		{strings.Replace(goodHand, "5d", "As", 1), "a card comes twice"},
		{strings.Replace(goodHand, "5d", "5d6d", 1), "2 cards, want 1"},
		{strings.Replace(goodHand, "20|-20", "20|-10", 1), "do not sum to zero"},
		{strings.Replace(goodHand, "20|-20", "-20|20", 1), "by cards and betting"},
		{strings.Replace(goodHand, "20|-20", "NaN|NaN", 1), "sum to zero"},
		{strings.Replace(goodHand, "20|-20", "20", 1), "1 values"},
		{strings.Replace(goodHand, "Alice|Bob", "Alice|", 1), "two players"},
		{goodHand + "STATE:1:rf:AsKd|QhJh:-10|10:Bob|Carol\n", "line 2: bad log: the player"},
		{goodHand + goodHand, "line 2: bad log: the hand was already in x.log, line 1"},
		{goodHand + "SCORE:10|-10:Alice|Bob\n",
			"line 2: bad log: the score of Alice is 10; the hands before it sum to 20"},
		{"# " + strings.Repeat("x", 10_000), "longer than"},
	} {
		r := NewLogReader(false)
		must.Fail(t, r.Read(strings.NewReader(c.log), "x.log"), ErrLog, c.want)
	}
	r := NewLogReader(false)
	must.Fail(t, r.Check(maps.Keys(map[string]string{})), ErrLog)
	good := "#\r\n" + strings.TrimSpace(goodHand) + "\r\nSCORE:20|-20:Alice|Bob\r\n"
	must.Do(t, r.Read(strings.NewReader(good), "x.log"))
	must.Equal(t, len(r.Hands), 1)
	must.Equal(t, r.Hands[0].Names[0], "Bob")
	unknown := map[string]LogStrategy{"Alise": {}}
	must.Fails(r.Answer(context.Background(), unknown, nil))(t, ErrLog, `did you mean "Alice"`)
}

// Whatever a log holds, it is read or refused with ErrLog, and hands that are read can be played and are written again
// as they were.
func FuzzLog(f *testing.F) {
	f.Add(goodHand)
	f.Add("STATE:1:rf:AsKd|QhJh:-10|10:Bob|Alice\nSCORE:10|-10:Alice|Bob\n")
	f.Add("STATE:7:rrrc/rrrrf:2s2d|3h3d/KcQc4c:-80|80:a|b\n#")
	f.Fuzz(func(t *testing.T, text string) {
		r := NewLogReader(false)
		if err := r.Read(strings.NewReader(text), "fuzz"); err != nil && !errors.Is(err, ErrLog) {
			t.Fatal(err)
		}
		for _, h := range r.Hands {
			again := NewLogReader(false)
			line := logLine(int(h.Number), h.Played, h.Names)
			must.Do(t, again.Read(strings.NewReader(line), "again"))
			if got := again.Hands[0]; got.Played.Hands != h.Played.Hands || got.Chips != h.Chips ||
				got.Names != h.Names {
				t.Fatalf("%+v became %+v", h, got)
			}
		}
	})
}

// Without a strategy the estimate is the winnings without the luck of turn and river, as extensive.Reducer has it.
func TestLuck(t *testing.T) {
	always, _ := strategy.Trivial("always-call")
	r, reducer := NewLogReader(false), extensive.NewReducer(holdem)
	text := ""
	must.Get(extensive.SampleMatch(context.Background(), holdem, always, always, extensive.MatchOptions{
		Deals: 3, Seed: 8, Workers: 1, Played: func(deal, seat int, p extensive.Played) {
			text += logLine(2*deal+seat, p, [2]string{"Alice", "Bob"})
		}}))(t)
	must.Do(t, r.Read(strings.NewReader(text), "x.log"))
	for i := range r.Hands {
		h := &r.Hands[i]
		want := must.Get(reducer.Value(&h.Played, [2]game.Policy{}))(t)
		must.Near(t, float64(h.Chips)/chipsABlind-h.luck(), want, 1e-9, h.Place)
	}
}

// Lines as the no-limit server writes them, with what seat 1, the small blind, wins.
var noLimitLines = map[string]int{
	"STATE:0:cr13024c/r16916f:5d5c|9hQd/8dAs8s:13024|-13024:Alice|Bob":          -13024,
	"STATE:1:f:5d5c|9hQd:50|-50:Bob|Alice":                                      -50,
	"STATE:2:r200r600f:5d5c|9hQd:200|-200:Alice|Bob":                            -200,
	"STATE:3:r20000c///:AsAd|KsKd/2c3c4h/5h/9d:20000|-20000:Bob|Alice":          -20000,
	"STATE:4:cc/cr200c/cc/r20000f:AsAd|KsKd/2c3c4h/5h/9d:200|-200:A|A":          -200,
	"STATE:5:r300c/r400r19950r20000c//:AsAd|KsKd/2c3c4h/Kh/9d:-20000|20000:A|A": 20000,
}

// What players win follows from amounts and cards; other bets, cards and values are refused. Of an all-in before the
// flop the luck of turn and river is taken out.
func TestNoLimitLog(t *testing.T) {
	for line, want := range noLimitLines {
		r := NewLogReader(true)
		if err := r.Read(strings.NewReader(line+"\n"), "x.log"); err != nil || r.Hands[0].Chips != want {
			t.Errorf("%s: %+v, %v", line, r.Hands, err)
		}
	}
	r := NewLogReader(true)
	must.Do(t, r.Read(strings.NewReader("STATE:5:r300c/r20000c//:AsAd|KsKd/2c3c4h/Kh/9d:-20000|20000:A|A\n"), "x"))
	a := must.Get(r.Answer(context.Background(), nil, nil))(t)
	p := a.Players[0]
	if p.Name != "A, big blind" || *p.All.Mean != -200*Millis || *p.Reduced.Mean < 160*Millis || a.Pairs != 0 {
		t.Errorf("%+v with %v, without luck %v", p, p.All, p.Reduced)
	}
	for betting, want := range map[string]string{
		"r199f": "at column 1: want a raise to 200 to 20000", "r200r299f": "want a raise to 300", "rf": "want a raise",
		"r20001f": "to 20000 chips", "cf": "no bet to fold to", "r300c/r399f": "want a raise to 400",
		"r20000r20000c": "all-in", "r20000c": "has no end", "r20000c///c": "the hand is over", "r300": "has no end",
		"ccc": "want / for", "r300c/x": "want f, c or a raise", "r300f/": "the hand is over",
		"r99999999999999999999f": "want a raise",
	} {
		if _, _, err := noLimitEnd(betting); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", betting, err, want)
		}
	}
}

// A damaged line of a log is refused, or is a hand that can be played.
func TestMutatedLogs(t *testing.T) {
	rng, refused := rand.New(rand.NewPCG(4, 4)), 0
	lines := append(slices.Sorted(maps.Keys(noLimitLines)), strings.TrimSpace(goodHand))
	const tried = 200
	for i := range tried {
		line := []byte(lines[i%len(lines)])
		for range 1 + rng.IntN(2) {
			at := rng.IntN(len(line))
			switch rng.IntN(3) {
			case 0:
				line[at] = byte(rng.IntN(256))
			case 1:
				line = slices.Delete(line, at, at+1)
			default:
				line = slices.Insert(line, at, line[rng.IntN(len(line))])
			}
		}
		r := NewLogReader(i%len(lines) < len(noLimitLines))
		err := r.Read(bytes.NewReader(line), "x")
		if errors.Is(err, ErrLog) {
			refused++
		} else if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if len(r.Hands) == 1 {
			must.Get(r.Answer(context.Background(), nil, nil))(t)
		}
	}
	if refused < tried*3/4 {
		t.Errorf("%d of %d damaged lines are refused", refused, tried)
	}
}
