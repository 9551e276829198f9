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
	for _, c := range []struct{ args, want, yaml string }{
		{args: "jamfold stat", want: `did you mean "state"`},
		{args: "jamfold icm", want: "--stacks is missing, such as --stacks 300,12300,900"},
		{args: "jamfold icm --stacks 1,x --prizes 5", want: `"x"`},
		{args: "jamfold icm --stacks 1,-2 --prizes 5", want: "negative"},
		{args: "jamfold icm --stacks 0,0 --prizes 5", want: "stacks"},
		{args: "jamfold icm --stacks 1,2 --prizes 20,30", want: "largest first"},
		{args: "jamfold icm --stacks 1,2 --prizes 20,-1", want: "negative"},
		{args: "jamfold icm --stacks 1,2 --prizes 1 --jsn", want: `did you mean "--json"`},
		{args: "jamfold icm --stacks 1,2 --prizes 5 --blinds 3", want: "--blinds"},
		{args: "jamfold state", want: "--stacks is missing"},
		{args: "jamfold state --stacks 4500,4500,4500 --prizes 50,30,20,10", want: "4 of them for 3 players"},
		{args: "jamfold tournament --preset heads-up --prizes 65,35,10", want: "3 of them for 2 players"},
		{args: "jamfold ask K8o --seat SB --stacks 12,500,9,800 --blinds 500,1000", want: "write 2 stacks: 12500,9800"},
		{args: "jamfold ask --seat SB --stacks 8bb,8bb", want: "want a hand"},
		{args: "jamfold ask K8x --seat SB --stacks 8bb,8bb", want: "K8x"},
		{args: "jamfold ask K8o --seat SB --stacks 8,8", want: "need the blinds"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb", want: "2 to 10 players"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb,8bb",
			want: "2 to 10 players"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,0bb", want: "BB has 0 chips"},
		{args: "jamfold ask K8o --seat BNT --stacks 8bb,8bb,8bb", want: `did you mean "BTN"`},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --prizes 30,50", want: "largest first"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --prizes 50,30 --bounties 5,5,5",
			want: "one for each stack"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --bounties 5,5", want: "--bounties: 5,5: chips need"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --jams BB", want: "acts before it"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --jams SB", want: "that is the seat itself"},
		{args: "jamfold ask K8o --seat BB --stacks 8bb,8bb --call AA", want: "nobody acts after"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --call AhKd", want: "name classes"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --certify x%", want: "such as 0.05%"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --time 0", want: "--time"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --future 1", want: "add prizes"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb --prizes 5,3 --future 3", want: "at most 2; each"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb,8bb --prizes 5,3 --future 2",
			want: "at most 1; each"},
		{args: "jamfold ask K8o,K8o --seat SB --stacks 8bb,8bb", want: "is 2 hands, not one"},
		{args: "jamfold ask K8o --seat MP --stacks 8bb,8bb,8bb", want: "in the order in which they act, BTN, SB, BB"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --bounty half --prizes 5,3", want: "there are no bounties"},
		{args: "jamfold ask K8o --seat BB --stacks 3x8bb --jams SB,SB", want: "SB jams twice"},
		{args: "jamfold ask K8o --seat BB --stacks 3x8bb --jams=", want: "the big blind wins"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --call=", want: "the range is empty"},
		{args: "jamfold ask K8o --seat SB --stacks 0x8bb", want: "equal amounts"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --fix BB", want: "want a decision and a range"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --fix BB=AA", want: "the big blind wins"},
		{args: "jamfold ask K8o --seat BTN --stacks 3x8bb --fix BB,SB=AA", want: "is no decision"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --fix BB-after-SB=AA", want: `no "BB-after-SB"`},
		{args: "jamfold chart --stacks 3x8bb --fix =AA", want: "is no decision"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,8bb --ante x", want: "the big blind posts one for all"},
		{args: "jamfold ask K8o --seat SB --stacks 0.5bb,8bb", want: "has no choice"},
		{args: "jamfold state --stacks 7.5bx,10bb", want: "or 7.5bb"},
		{args: "jamfold state --stacks 4500,4500,4200", want: "--chips 13200 plays"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 50,100 --unit 300",
			want: "not a multiple of the unit, 300"},
		{args: "jamfold state --stacks 8,8", want: "--chips 16 plays"},
		{args: "jamfold icm --stacks 8bb,800 --prizes 5,3", want: "add --blinds"},
		{args: "jamfold icm --stacks 8bb,xbb --prizes 5,3", want: `"xbb" is no amount`},
		{args: "jamfold icm --stacks 8bb,-1bb --prizes 5,3", want: "-1"},
		{args: "jamfold icm --stacks 8bb,infbb --prizes 5,3", want: "nf"},
		{args: "jamfold heads-up --from 1", want: "all-in"},
		{args: "jamfold heads-up --every 0", want: "steps of 0"},
		{args: "jamfold heads-up --to 1000", want: "to 100"},
		{args: "jamfold depths --players 1", want: "want 2 to 10"},
		{args: "jamfold depths --players 11", want: "want 2 to 10"},
		{args: "jamfold chart", want: "--stacks is missing"},
		{args: "jamfold chart --stacks 6x0bb", want: "leave out players without chips"},
		{args: "jamfold chart --stacks 6x8", want: "need the blinds"},
		{args: "jamfold depths --players 6 --from 5 --to 4", want: "from 5 to 4"},
		{args: "jamfold chart --stacks 2x8bb --prizes 3,5", want: "largest first"},
		{args: "jamfold chart --stacks 2x8bb --out DIR/x.pdf", want: ".html, .htm or .csv, or -"},
		{args: "jamfold quiz --stacks 2x8bb --out DIR/d.csv --min-difference 1 --max-difference 0.5", want: "is above"},
		{args: "jamfold heads-up --from nan --to 9", want: "--from nan, --to 9: bad depths: the smallest stack is NaN"},
		{args: "jamfold heads-up --ante -1", want: "--ante -1: bad depths"},
		{args: "jamfold ask K8o --seat SB --stacks 8bb,0bb,8bb",
			want: "--stacks 8bb,0bb,8bb: SB has 0 chips"},
		{args: "jamfold ask K8o --seat SB --stacks 8,8,8bb",
			want: "--stacks: 8,8,8bb: chips need the blinds"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --ante 100", want: "--ante: 100: chips need the blinds"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 5,3 --others 5",
			want: "--others: 5: chips need the blinds"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 5,3 --others 5bb,0",
			want: "--others 5bb,0: a player has 0 chips"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --others 5bb",
			want: "--others 5bb: other tables count for prizes"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 5,5",
			want: "--prizes 5,5: each of 2 players gets 5"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 0",
			want: "--prizes 0: each of 2 players gets 0"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 9999999999999", want: "want at most 1e+12"},
		{args: "jamfold ask K8o --seat SB --stacks 8000000000000000000,8 --blinds 1,2",
			want: "want at most 1000000000000"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --prizes 5 --bounties 1,1e300", want: "--bounties"},
		{args: "jamfold ask K8o --seat SB --stacks 2x8bb --fix BB-after-SB=AA", want: `no "BB-after-SB"`},
		{args: "jamfold chart --stacks 2x8bb --fix SB=AA --fix SB=KK", want: "has a range already"},
		{args: "jamfold ask K8o --seat BB --stacks 9bb,6bb,0.7bb",
			want: "--seat BB: no such decision: BB has no choice, since the blind or ante"},
		{args: "jamfold ask K8o --seat BB --stacks 9bb,0.4bb,5bb", want: "there is nothing to call"},
		{args: "jamfold ask K8o SB 8", want: "write 8bb"},
		{args: "jamfold ask K8o SB 8bb hu foo", want: `"foo": want a hand`},
		{args: "jamfold ask K8o SB CO 8bb hu", want: `"CO": --seat is SB already`},
		{args: "jamfold ask K8o SB 8bb,9bb hu", want: "one stack for all"},
		{args: "jamfold ask K8o SB 8bb 10bb", want: "the stacks are 8bb already"},
		{args: "jamfold ask K8o SB 8bb hu 20/30/50", want: "largest first"},
		{args: "jamfold ask K8o SB 8bb hu prizes=none.txt", want: "none.txt"},
		{args: "jamfold icm --stacks 8bb,9bb --prizes sng7", want: "names of prizes are sng9"},
		{args: "jamfold heads-up --ante x", want: "--ante"},
		{args: "jamfold tournament --out x --charts 700", want: "multiple of the unit, 300"},
		{args: "jamfold tournament --out x --charts 300", want: "more than 500 states"},
		{args: "jamfold tournament --out x --charts 1bx", want: "--charts"},
		{args: "jamfold state --stacks 4500,4500,4400", want: "--chips 13400 plays"},
		{args: "jamfold state --stacks 4500,4500,4200", want: "13500 chips are in play"},
		{args: "jamfold state --stacks 4500,4500,-300", want: "negative"},
		{args: "jamfold state --stacks 4500,9000,0", want: "has no chips"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 600,300", want: "larger"},
		{args: "jamfold state --stacks 4500,4500,4500 --blinds 300", want: "small and big blind"},
		{args: "jamfold state --stacks 4500,4500,4500 --ante -300", want: "negative"},
		{args: "jamfold state --stacks 4500,4500,4500 --prizes 20,30,50", want: "largest first"},
		{args: "jamfold state --stacks 4500,4500,4500 --preset papr", want: `did you mean "paper"`},
		{args: "jamfold state --stacks 4500,4500,4500 --continuation slved", want: `did you mean "solved"`},
		{args: "jamfold state --stacks 4500,4500,4500 --config none.yaml", want: "none.yaml"},
		{args: "jamfold state --stacks 4500,4500,4500 --config CONFIG --preset paper", want: "exclude each other",
			yaml: "preset: paper\n"},
		{args: "jamfold tournament --out x --config CONFIG", want: `did you mean "prizes"`,
			yaml: "prises: [50, 30, 20]\n"},
		{args: "jamfold tournament --out x --config CONFIG", want: "negative", yaml: "prizes: [50, -30]\n"},
		{args: "jamfold tournament --out x --unit 7", want: "not a multiple of the unit, 7"},
		{args: "jamfold tournament --out DIR/never --blinds 200,250",
			want: "36315 states, which take some 151 minutes of CPU time; --unit 50"},
		{args: "jamfold state --stacks 4450,4500,4550", want: "--unit 50 solves them, --continuation icm does without"},
		{args: "jamfold tournament --preset heads-up --unit 70", want: "not a multiple"},
		{args: "jamfold quiz --stacks 2x8bb --out - --cards 0", want: "at least 1"},
		{args: "jamfold tournament --deck DIR/d.csv --min-difference 2 --max-difference 1",
			want: "is above --max-difference 1"},
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
	narrow(t, text)
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
