package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
)

func TestICMCommand(t *testing.T) {
	for _, c := range []struct {
		stacks, prizes string
		want           []float64
	}{
		{"300,12300,900", "50,30,20", []float64{22.960, 48.191, 28.848}},
		{"4500,4500,4500", "50,30,20", []float64{100. / 3, 100. / 3, 100. / 3}},
		{"100", "7", []float64{7}},
		{"1,1,1,1", "4", []float64{1, 1, 1, 1}},
		{"3000,0", "60,40", []float64{60, 40}},
	} {
		t.Run(c.stacks+" for "+c.prizes, func(t *testing.T) {
			var got jamfold.ICMAnswer
			out := answers(t, "jamfold icm --stacks "+c.stacks+" --prizes "+c.prizes, &got)
			if len(got.ValuesDollars) != len(c.want) {
				t.Fatal(out)
			}
			for i, v := range got.ValuesDollars {
				const printed = 5e-4
				if math.Abs(v-c.want[i]) > printed || got.ValuesDollars[i] != v || len(got.StacksChips) != len(c.want) {
					t.Errorf("%s: %+v, want %v", c.stacks, got, c.want)
				}
			}
		})
	}
	says(t, "jamfold icm --stacks 300,12300,900 --prizes 50,30,20", "48.1912", "values, $")
	says(t, "jamfold icm --stacks 0.5bb,20.5bb,1.5BB --prizes 50,30,20", "48.1912", "20.5")
}

// TestJamFoldBadUsage runs nothing that needs the rollout: bad input must be found before.
func TestJamFoldBadUsage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.yaml")
	for _, c := range [][2]string{
		{"stat", `did you mean "state"`},
		{"icm", "--stacks is missing, such as --stacks 300,12300,900"},
		{"icm --stacks 1,x --prizes 5", `"x"`},
		{"icm --stacks 1,-2 --prizes 5", "negative"},
		{"icm --stacks 0,0 --prizes 5", "stacks"},
		{"icm --stacks 1,2 --prizes 20,30", "largest first"},
		{"icm --stacks 1,2 --prizes 20,-1", "negative"},
		{"icm --stacks 1,2 --prizes 1 --jsn", `did you mean "--json"`},
		{"icm --stacks 1,2 --prizes 5 --blinds 3", "--blinds"},
		{"state", "--stacks is missing"},
		{"state --stacks 4500,4500,4500 --prizes 50,30,20,10", "4 of them for 3 players"},
		{"tournament --preset heads-up --prizes 65,35,10", "3 of them for 2 players"},
		{"ask K8o --seat SB --stacks 12,500,9,800 --blinds 500,1000", "write 2 stacks: 12500,9800"},
		{"ask --seat SB --stacks 8bb,8bb", "want a hand"},
		{"ask K8x --seat SB --stacks 8bb,8bb", "K8x"},
		{"ask K8o --seat SB --stacks 8,8", "need the blinds"},
		{"ask K8o --seat SB --stacks 8bb", "2 to 10 players"},
		{"ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb", "2 to 10 players"},
		{"ask K8o --seat SB --stacks 8bb,0bb", "BB has 0 chips"},
		{"ask K8o --seat BNT --stacks 8bb,8bb,8bb", `did you mean "BTN"`},
		{"ask K8o --seat SB --stacks 8bb,8bb --prizes 30,50", "largest first"},
		{"ask K8o --seat SB --stacks 8bb,8bb --prizes 50,30 --bounties 5,5,5", "one for each stack"},
		{"ask K8o --seat SB --stacks 8bb,8bb --bounties 5,5", "--bounties: 5,5: chips need"},
		{"ask K8o --seat SB --stacks 8bb,8bb --jams BB", "acts before it"},
		{"ask K8o --seat SB --stacks 8bb,8bb --jams SB", "that is the seat itself"},
		{"ask K8o --seat BB --stacks 8bb,8bb --call AA", "nobody acts after"},
		{"ask K8o --seat SB --stacks 8bb,8bb --call AhKd", "name classes"},
		{"ask K8o --seat SB --stacks 8bb,8bb --certify x%", "such as 0.05%"},
		{"ask K8o --seat SB --stacks 8bb,8bb --time 0", "--time"},
		{"ask K8o --seat SB --stacks 8bb,8bb --future 1", "add prizes"},
		{"ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb --prizes 5,3 --future 3", "at most 2; each"},
		{"ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb,8bb --prizes 5,3 --future 2", "at most 1; each"},
		{"ask K8o,K8o --seat SB --stacks 8bb,8bb", "is 2 hands, not one"},
		{"ask K8o --seat MP --stacks 8bb,8bb,8bb", "in the order in which they act, BTN, SB, BB"},
		{"ask K8o --seat SB --stacks 2x8bb --bounty half --prizes 5,3", "there are no bounties"},
		{"ask K8o --seat BB --stacks 3x8bb --jams SB,SB", "SB jams twice"},
		{"ask K8o --seat BB --stacks 3x8bb --jams=", "the big blind wins"},
		{"ask K8o --seat SB --stacks 2x8bb --call=", "the range is empty"},
		{"ask K8o --seat SB --stacks 0x8bb", "equal amounts"},
		{"ask K8o --seat SB --stacks 2x8bb --fix BB", "want a decision and a range"},
		{"ask K8o --seat SB --stacks 2x8bb --fix BB=AA", "the big blind wins"},
		{"ask K8o --seat BTN --stacks 3x8bb --fix BB,SB=AA", "is no decision"},
		{"ask K8o --seat SB --stacks 2x8bb --fix BB-after-SB=AA", `no "BB-after-SB"`},
		{"chart --stacks 3x8bb --fix =AA", "is no decision"},
		{"ask K8o --seat SB --stacks 8bb,8bb --ante x", "the big blind posts one for all"},
		{"ask K8o --seat SB --stacks 0.5bb,8bb", "has no choice"},
		{"state --stacks 7.5bx,10bb", "or 7.5bb"},
		{"state --stacks 4500,4500,4200", "--chips 13200 plays"},
		{"state --stacks 4500,4500,4200", "13500 chips are in play"},
		{"state --stacks 4500,4500,4500 --blinds 50,100 --unit 300", "not a multiple of the unit, 300"},
		{"state --stacks 8,8", "--chips 16 plays"},
		{"icm --stacks 8bb,800 --prizes 5,3", "add --blinds"},
		{"icm --stacks 8bb,xbb --prizes 5,3", `"xbb" is no amount`},
		{"icm --stacks 8bb,-1bb --prizes 5,3", "-1"},
		{"icm --stacks 8bb,infbb --prizes 5,3", "nf"},
		{"heads-up --from 1", "all-in"},
		{"heads-up --every 0", "steps of 0"},
		{"heads-up --to 1000", "to 100"},
		{"depths --players 1", "want 2 to 10"},
		{"depths --players 11", "want 2 to 10"},
		{"chart", "--stacks is missing"},
		{"chart --stacks 6x0bb", "leave out players without chips"},
		{"chart --stacks 6x8", "need the blinds"},
		{"depths --players 6 --from 5 --to 4", "from 5 to 4"},
		{"chart --stacks 2x8bb --prizes 3,5", "largest first"},
		{"heads-up --from nan --to 9", "--from nan, --to 9: bad depths: the smallest stack is NaN"},
		{"heads-up --ante -1", "--ante -1: bad depths"},
		{"ask K8o --seat SB --stacks 8bb,0bb,8bb", "--stacks 8bb,0bb,8bb: SB has 0 chips"},
		{"ask K8o --seat SB --stacks 8,8,8bb", "--stacks: 8,8,8bb: chips need the blinds"},
		{"ask K8o --seat SB --stacks 2x8bb --ante 100", "--ante: 100: chips need the blinds"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 5,3 --others 5", "--others: 5: chips need the blinds"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 5,3 --others 5bb,0", "--others 5bb,0: a player has 0 chips"},
		{"ask K8o --seat SB --stacks 2x8bb --others 5bb", "--others 5bb: other tables count for prizes"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 5,5", "--prizes 5,5: each of 2 players gets 5"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 0", "--prizes 0: each of 2 players gets 0"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 9999999999999", "want at most 1e+12"},
		{"ask K8o --seat SB --stacks 8000000000000000000,8 --blinds 1,2", "want at most 1000000000000"},
		{"ask K8o --seat SB --stacks 2x8bb --prizes 5 --bounties 1,1e300", "--bounties"},
		{"chart --stacks 2x8bb --fix SB=AA --fix SB=KK", "has a range already"},
		{"ask K8o --seat BB --stacks 9bb,6bb,0.7bb",
			"--seat BB: no such decision: BB has no choice, since the blind or ante"},
		{"ask K8o --seat BB --stacks 9bb,0.4bb,5bb", "there is nothing to call"},
		{"ask K8o SB 8", "write 8bb"},
		{"ask K8o SB 8bb hu foo", `"foo": want a hand`},
		{"ask K8o SB CO 8bb hu", `"CO": --seat is SB already`},
		{"ask K8o SB 8bb,9bb hu", "one stack for all"},
		{"ask K8o SB 8bb 10bb", "the stacks are 8bb already"},
		{"ask K8o SB 8bb hu 20/30/50", "largest first"},
		{"ask K8o SB 8bb hu prizes=none.txt", "none.txt"},
		{"icm --stacks 8bb,9bb --prizes sng7", "names of prizes are sng9"},
		{"heads-up --ante x", "--ante"},
		{"tournament --out x --charts 700", "multiple of the unit, 300"},
		{"tournament --out x --charts 300", "more than 500 states"},
		{"tournament --out x --charts 1bx", "--charts"},
		{"state --stacks 4500,4500,4400", "--chips 13400 plays"},
		{"state --stacks 4500,4500,-300", "negative"},
		{"state --stacks 4500,9000,0", "has no chips"},
		{"state --stacks 4500,4500,4500 --blinds 600,300", "larger"},
		{"state --stacks 4500,4500,4500 --blinds 300", "small and big blind"},
		{"state --stacks 4500,4500,4500 --ante -300", "negative"},
		{"state --stacks 4500,4500,4500 --prizes 20,30,50", "largest first"},
		{"state --stacks 4500,4500,4500 --preset papr", `did you mean "paper"`},
		{"state --stacks 4500,4500,4500 --continuation slved", `did you mean "solved"`},
		{"state --stacks 4500,4500,4500 --config none.yaml", "none.yaml"},
		{"tournament --out x --unit 7", "not a multiple of the unit, 7"},
		{"state --stacks 4450,4500,4550", "--unit 50 solves them, --continuation icm does without"},
		{"tournament --preset heads-up --unit 70", "not a multiple"},
		{"quiz --stacks 2x8bb --out - --cards 0", "at least 1"},
	} {
		t.Run(c[0], func(t *testing.T) { fails(t, 2, "jamfold "+c[0], c[1]) })
	}
	for _, c := range []struct{ args, want, yaml string }{
		{"jamfold chart --stacks 2x8bb --out DIR/x.pdf", ".html, .htm or .csv, or -", ""},
		{"jamfold quiz --stacks 2x8bb --out DIR/d.csv --min-difference 1 --max-difference 0.5", "is above", ""},
		{"jamfold state --stacks 4500,4500,4500 --config CONFIG --preset paper",
			"exclude each other", "preset: paper\n"},
		{"jamfold tournament --out x --config CONFIG", `did you mean "prizes"`, "prises: [50, 30, 20]\n"},
		{"jamfold tournament --out x --config CONFIG", "negative", "prizes: [50, -30]\n"},
		{"jamfold tournament --out DIR/never --blinds 200,250",
			"36315 states, which take some 151 minutes of CPU time; --unit 50", ""},
		{"jamfold tournament --deck DIR/d.csv --min-difference 2 --max-difference 1",
			"is above --max-difference 1", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			write(t, file, c.yaml)
			dir := t.TempDir()
			fails(t, 2, strings.NewReplacer("CONFIG", file, "DIR", dir).Replace(c.args), c.want)
			if left, _ := os.ReadDir(dir); len(left) > 0 {
				t.Errorf("%s leaves %v", c.args, left)
			}
		})
	}
}

// TestHeadsUpTournament solves a small tournament of two players, takes it from the store the
// second time, and writes a deck of it.
func TestHeadsUpTournament(t *testing.T) {
	out := t.TempDir()
	config := write(t, filepath.Join(out, "small.yaml"),
		"players: 2\nunit: 300\nchips: 3000\nprizes: [1, 0]\nepsilon: 0.00001\ndelta: 0.00001\n")
	solve := "jamfold tournament --config " + config
	var j jamfold.TournamentAnswer
	const small = 1e-4
	first := answers(t, solve+" --charts 1500 --out "+out, &j)
	if j.States != 9 || j.GainDollars > small || j.Inputs.Chips != 3000 {
		t.Error(first)
	}
	for _, name := range []string{"strategies.parquet", "values.csv", "certificate.json", "charts.html"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	page := string(must.Get(os.ReadFile(filepath.Join(out, "charts.html")))(t))
	if strings.Count(page, `class="chart"`) != 2 || !strings.Contains(page, ">BB after SB<") {
		t.Error(page)
	}
	if again := says(t, solve+" --json --out "+out); again != first {
		t.Errorf("%s, at first %s", again, first)
	}
	if h := j.HeadsUp; h == nil || len(h.Rows) != j.States || h.Rows[0].ValueDollars == 0 {
		t.Errorf("%+v", h)
	}
	deck := filepath.Join(out, "deck.csv")
	text := says(t, solve+" --min-difference 0.0001 --cards 20 --deck "+deck)
	if !strings.Contains(text, "No ranking of hands fits") && !strings.Contains(text, "no two hands change places") {
		t.Error(text)
	}
	fits(t, text)
	cards := string(must.Get(os.ReadFile(deck))(t))
	for line := range strings.Lines(cards) {
		if strings.Contains(line, "SB jams, the others fold") != strings.Contains(line, ": call or fold?") {
			t.Errorf("question %s", line)
		}
	}
	if !strings.Contains(cards, ": jam or fold?") || !strings.Contains(cards, ": call or fold?") {
		t.Error(cards)
	}
	var s jamfold.ChartAnswer
	state := answers(t, "jamfold state --stacks 1500,1500 --config "+config, &s)
	if len(s.Tables) != 1 || len(s.Tables[0].Charts) != 2 || math.Abs(s.Tables[0].Check.Values[0]-0.5) > 0.05 {
		t.Error(state)
	}
	if c := must.Get(readTournament(config))(t); c.Players != 2 {
		t.Errorf("%+v", c)
	}
}

func TestAsk(t *testing.T) {
	const ask = "jamfold ask A5s --seat BB --stacks 10bb,10bb --deals 1000"
	out := says(t, ask, "A5s: call, by 1.9", "BB of 2 players, SB jammed", "(exact)", "gain at most ",
		"\n  2 players, 10 big blinds each, blinds 0.5/1, for chips\n", "smallest tried   5.00 big blinds",
		"What would change the answer if the others play as before\n", "Ranges of the players who jammed\n",
		"now %                   5")
	if strings.Index(out, "certificate") > strings.Index(out, "own stack") {
		t.Errorf("what would change the answer comes before the answer:\n%s", out)
	}
	var got jamfold.AskAnswer
	answers(t, ask, &got)
	if got.SmallBlind != 500 || got.Bounty != "fixed" || got.Unit != "chips" || got.MostDeals != 1000 {
		t.Errorf("inputs %+v", got.TableInputs)
	}
	// Heads-up with ten big blinds the big blind calls 37% of hands.
	if math.Abs(got.Percent-37.3) > 0.5 || got.Action != "call" || len(got.Grid) != cards.NumClasses {
		t.Errorf("%+v", got)
	}
	says(t, "jamfold ask 72o --seat SB --stacks 10bb,10bb --call AA --deals 1000", "72o: jam", "gain of given ranges ")
}

// TestOpened asks after a raise: the raiser, who needs 9.8 of 24 big blinds for a call, and what is no raise.
func TestOpened(t *testing.T) {
	const ask = "jamfold ask A9o --stacks 12bb,12bb --deals 1000 --seat "
	out := says(t, ask+"SB --jams BB --opened 'SB 2.2bb top 50%'", "A9o: call", "call needs %              40.8",
		"BB jammed after the raise of SB", "SB raises to 2.2 with 50.5%", "changes at and below %")
	if words := says(t, "jamfold ask 'A9o 12bb heads-up SB vs BB SB raises 2.2bb top 50%' --deals 1000"); words != out {
		t.Error(words)
	}
	says(t, "jamfold chart --stacks 2x12bb --opened 'SB 2.2bb top 50%'", "SB after BB: call 31.8% of hands")
	refuses(t, "jamfold ask", map[string]string{
		"'A9o SB 12bb 2-max SB raises 2bb'": "want the seat before it, and its bet and hands behind"})
	refuses(t, ask, map[string]string{
		"BB --opened 'BB 2.2bb 22+'":           "the big blind acts last",
		"BB --opened 'SB 12bb 22+'":            "less than its stack",
		"BB --opened 'SB 1bb 22+'":             "more than the big blind",
		"BB --opened 'SB 2.2bb'":               "want a seat, its bet and its hands",
		"BB --opened 'CO 2.2bb 22+'":           `no "CO" at a table`,
		"BB --opened 'SB 2bb,3bb 22+'":         "2 bets, want one",
		"BB --opened 'SB 2.2bb 2'":             "want a hand",
		"SB --opened 'SB 2.2bb 22+'":           "SB wins if all others fold",
		"BB --jams SB --opened 'SB 2.2bb 22+'": "BB acts before it",
	})
}
