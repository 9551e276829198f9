package jamfold

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/history"
	"feltlab/model/tournament"
)

// readHand reads a hand of PokerStars with blinds of 100 and 200 from its seats and lines.
func readHand(t *testing.T, seats, lines string) *history.Hand {
	t.Helper()
	text := "PokerStars Hand #1: Tournament #2, $1+$1 USD Hold'em No Limit - Level X (100/200) - 2024/03/09 ET\n" +
		"Table '2 7' 9-max Seat #1 is the button\n"
	for i, stack := range strings.Fields(seats) {
		text += fmt.Sprintf("Seat %d: P%d (%s in chips)\n", i+1, i+1, stack)
	}
	text += strings.ReplaceAll(lines, "; ", "\n") + "\n*** SUMMARY ***\n"
	var hand *history.Hand
	history.Read([]byte(text), func(h *history.Hand, err error) bool {
		must.Do(t, err)
		hand = h
		return true
	})
	return hand
}

// TestSpots states which decisions are asked about, what was done, and why others are not. Every player's cards are
// known; an answer is the seat of the player, the jams before, and jam or fold.
func TestSpots(t *testing.T) {
	deal := "P2: posts small blind 100; P3: posts big blind 200; *** HOLE CARDS ***; " +
		"P1: shows [Ah Kh]; P2: shows [Qd Qs]; P3: shows [8c 7c]; P4: shows [2c 3d]; "
	for _, c := range []struct {
		name, seats, lines string
		want               []string
		reasons            []string
		raises             string
	}{
		{"first in and calls", "2000 2000 2000 2000",
			"P4: folds; P1: raises 1800 to 2000 and is all-in; P2: folds; P3: calls 1800",
			[]string{"0 [] fold", "1 [] jam", "2 [1] fold", "3 [1] jam"}, nil, ""},
		{"two jams", "2000 1800 2000 1500",
			"P4: raises 1300 to 1500 and is all-in; P1: raises 500 to 2000 and is all-in; " +
				"P2: calls 1700 and is all-in; P3: folds",
			[]string{"0 [] jam", "1 [0] jam", "2 [0 1] jam", "3 [0 1 2] fold"}, nil, ""},
		{"a raise before", "2000 2000 2000 2000",
			"P4: raises 300 to 500; P1: folds; P2: raises 1500 to 2000 and is all-in; P3: folds",
			nil, []string{"a raise came before the jam 3", "the player raised without jamming 1"}, ""},
		{"a limp", "2000 2000 2000 2000", "P4: calls 200; P1: folds; P2: folds; P3: checks",
			nil, []string{"a limp came before 3", "the player limped or checked 1"}, ""},
		{"a raise that covers all", "9000 700 900 500", "P4: folds; P1: raises 800 to 1000; P2: folds; P3: folds",
			[]string{"0 [] fold", "1 [] jam", "2 [1] fold", "3 [1] fold"}, nil, ""},
		{"a call that keeps chips", "2000 2500 2500 1000",
			"P4: raises 800 to 1000 and is all-in; P1: calls 1000; P2: folds; P3: folds",
			[]string{"0 [] jam", "1 [0] jam"}, []string{chipsBehind + " 2"}, ""},
		{"the same, and short stacks behind", "2000 800 900 1000",
			"P4: raises 800 to 1000 and is all-in; P1: calls 1000; P2: folds; P3: folds",
			[]string{"0 [] jam", "1 [0] jam", "2 [0 1] fold", "3 [0 1] fold"}, nil, ""},
		{"a walk", "2000 2000 2000 2000", "P4: folds; P1: folds; P2: folds",
			[]string{"0 [] fold", "1 [] fold", "2 [] fold"}, []string{noChoice + " 1"}, ""},
		{"deep", "9000 9000 2000 9000", "P4: folds; P1: folds; P2: raises 1800 to 2000; P3: folds",
			[]string{"2 [] jam", "3 [2] fold"}, []string{tooDeep + " 2"}, ""},
		{"a raise with given hands", "2000 2000 2010 2000",
			"P4: raises 300 to 500; P1: folds; P2: raises 1500 to 2000 and is all-in; P3: folds; P4: calls 1500",
			[]string{"1 [] fold after CO 2.5bb top 100%", "2 [] jam after CO 2.5bb top 100%",
				"3 [1] fold after CO 2.5bb top 100%", "0 [1] jam after CO 2.5bb top 100%"}, nil, "CO top 100%"},
		{"another hand than given", "2000 2000 2000 2000", "P4: raises 200 to 400; P1: folds; P2: folds; " +
			"P3: raises 1600 to 2000 and is all-in; P4: folds", []string{"1 [] fold after CO 2bb 22+",
			"2 [] fold after CO 2bb 22+", "3 [] jam after CO 2bb 22+"}, []string{raisedOther + " 1"},
			"BTN 22; any 22+"},
		{"a raise that is called", "2000 2000 2000 2000", "P4: raises 200 to 400; P1: calls 400; P2: folds; P3: folds",
			nil, []string{raiseCalled + " 4"}, "CO 22+"},
		{"hands of another seat", "2000 2000 2000 2000", "P4: raises 200 to 400; P1: folds; P2: folds; P3: folds",
			nil, []string{"no hands are given for the seat that raised 3", raisedSmall + " 1"}, "BTN 22+"},
	} {
		h := readHand(t, c.seats, deal+c.lines)
		skipped := Reasons{}
		var given Raises
		if c.raises != "" {
			given = must.Get(ParseRaises(c.raises))(t)
		}
		var got, reasons []string
		for _, s := range Spots(h, true, 15, given, skipped) {
			jams := []int{}
			for seat := range s.At.Seat {
				if s.At.Jammed.Has(seat) {
					jams = append(jams, seat)
				}
			}
			did := map[bool]string{true: "jam", false: "fold"}[s.Jammed]
			got = append(got, fmt.Sprintf("%d %v %s", s.Player, jams, did))
			if s.Raise != nil {
				got[len(got)-1] += " after " + s.Raise.words(&s.Table)
			}
			q := &TableQuestion{Table: s.Table}
			s.Open(&q.Table)
			if err := q.CheckDecision(s.At); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		for _, s := range skipped.List() {
			reasons = append(reasons, fmt.Sprint(s.Reason, " ", s.Count))
		}
		if !slices.Equal(got, c.want) || !slices.Equal(reasons, c.reasons) {
			t.Errorf("%s:\n got %q, %q\nwant %q, %q", c.name, got, reasons, c.want, c.reasons)
		}
	}
}

// TestSpotTables reads the tables of histories: stacks in the order in which the seats act, in the largest unit, and
// the ante.
func TestSpotTables(t *testing.T) {
	for file, want := range map[string]string{
		"stars-17-en-big-blind-ante.txt":         "[9900 9000 8000 11000 7000 6500] 250/500 ante 500 true",
		"stars-18-en-no-small-blind.txt":         noBlinds,
		"stars-08-en-posts-dead-blind.txt":       deadBlinds,
		"winamax-02-all-in-blind.txt":            "[1845 870 991 1410 169] 200/400 ante 50 false",
		"888-03-russian-spaces.txt":              "[1250000 640000 910000 2300000] 25000/50000 ante 5000 false",
		"party-01-heads-up-no-blind-lines.txt":   "[9495 2505] 400/800 ante 25 false",
		"ipoker-04-text-all-in-blind.txt":        "[3600 4790 120] 100/120 ante 0 false",
		"gg-03-ante-in-header.txt":               "[64000 99000 125000 80250] 2500/5000 ante 600 false",
		"winamax-04-raise-written-as-bet.txt":    "[4818 1305 6370 2255 1220] 60/120 ante 10 false",
		"stars-07-en-zoom-eur.txt":               "[1000 435 1025] 5/10 ante 0 false",
		"stars-04-en-sitting-out.txt":            "[1520 1500 1500 1480] 20/40 ante 0 false",
		"party-08-cash-euro-dead-blind.txt":      deadBlinds,
		"winamax-01-bounties.txt":                "[14894 8694 11472 17705 5031 7283] 600/1200 ante 140 false",
		"ipoker-08-text-first-in.txt":            "[1970 2280 1820 1670 2290 1970] 100/200 ante 20 false",
		"stars-21-en-raise-before-jam-utf16.txt": "[2600 3000 2000 2500] 100/200 ante 0 false",
		"gg-07-short-big-blind.txt":              "[22000 15000 1350] 600/1200 ante 150 false",
	} {
		text := must.Get(os.ReadFile(filepath.Join("../../model/history/testdata", file)))(t)
		history.Read(text, func(h *history.Hand, err error) bool {
			must.Do(t, err)
			table, unit, got := tableOf(h)
			if got == "" {
				over := history.Hundredths
				if h.Tournament == "" {
					over = 1
				}
				scale(table, unit, over)
				got = fmt.Sprintf("%v %d/%d ante %d %v", table.Stacks, table.SmallBlind, table.BigBlind, table.Ante,
					table.BigBlindAnte)
			}
			if got != want {
				t.Errorf("%s: %s, want %s", file, got, want)
			}
			return true
		})
	}
}

// TestPrizeTables finds the tables that are the whole tournament.
func TestPrizeTables(t *testing.T) {
	hand := func(event string, chips ...int) *history.Hand {
		h := &history.Hand{Tournament: event}
		for _, c := range chips {
			h.Seats = append(h.Seats, history.Seat{Stack: 100 * c})
		}
		return h
	}
	single := []*history.Hand{hand("1", 1500, 1500), hand("1", 1000, 2000)}
	many := []*history.Hand{hand("2", 1500, 1500), hand("2", 4000, 5000)}
	cash := hand("", 100, 100)
	all := append(append([]*history.Hand{cash}, single...), many...)
	wants := map[int]string{0: "[false true true false false]", 9000: "[false false false false true]"}
	for chips, want := range wants {
		whole := PrizeTables(all, chips)
		got := []bool{}
		for _, h := range all {
			got = append(got, whole(h))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%d chips: %v, want %s", chips, got, want)
		}
	}
}

// TestForPrizes gives a table prizes, bounties and players at other tables, whose stacks are in chips or big blinds.
func TestForPrizes(t *testing.T) {
	h := readHand(t, "2000 3000 4000", "P2: posts small blind 100; P3: posts big blind 200; *** HOLE CARDS ***; "+
		"P1: shows [Ah Kh]; P1: folds; P2: folds")
	h.Seats[0].Bounty, h.Seats[1].Bounty, h.Seats[2].Bounty = 1, 2, 3
	spots := Spots(h, true, 15, nil, Reasons{})
	for others, want := range map[string]string{
		"": "[20 30 40] [] [1 2 3]", "2x1500,10bb": "[200000 300000 400000] [150000 150000 200000] [1 2 3]",
	} {
		table := spots[0].Table
		must.Do(t, spots[0].ForPrizes(&table, []float64{50, 30}, others, tournament.BountyHalf))
		if got := fmt.Sprint(table.Stacks, " ", table.Others, " ", table.Heads); got != want {
			t.Errorf("%q: %s, want %s", others, got, want)
		}
	}
	table := spots[0].Table
	if err := spots[0].ForPrizes(&table, []float64{50, 50, 50}, "", tournament.BountyHalf); err != nil {
		t.Errorf("bounties make chips count: %v", err)
	}
}

// TestParseRaises states which hands a seat raises with: those under its own name first.
func TestParseRaises(t *testing.T) {
	r := must.Get(ParseRaises("LJ 55+; any 22+\n UTG 77+ ; hj top 20%"))(t)
	for _, c := range []struct {
		seat, players int
		want          string
	}{{0, 6, "77+"}, {1, 6, "top 20%"}, {2, 6, "22+"}, {3, 9, "55+"}, {0, 5, "top 20%"}} {
		if got := r.of(c.seat, c.players).text; got != c.want {
			t.Errorf("seat %d of %d: %s, want %s", c.seat, c.players, got, c.want)
		}
	}
	for text, want := range map[string]string{
		" ; ": `want seats and their hands`, "CO": "CO has no hands", "XX 22+": "or any for the other seats",
		"CO 2z": "CO: ",
	} {
		if _, err := ParseRaises(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
