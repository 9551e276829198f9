package report

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
	"feltlab/solvers/expost"
)

// chartText is a file of charts: the button of three players jams the first hands.
func chartText(t *testing.T, change func(*jamfold.TableChart)) string {
	t.Helper()
	c := &jamfold.TableChart{
		TableInputs: jamfold.TableInputs{
			Seats: []string{"BTN", "SB", "BB"}, StacksChips: []int{8000, 8000, 8000}, SmallBlind: 500, BigBlind: 1000,
			Unit: "chips",
		},
		Accuracy: jamfold.Accuracy{Check: expost.TableCertificate{Values: []float64{8100, 7900, 8000},
			Upper: []float64{1, 2, 3}}},
	}
	for _, jammed := range [][]string{{}, {"BTN"}} {
		x := jamfold.SeatChart{Seat: "BTN", Jammed: jammed, Percent: 12.5, Reach: 100, Range: "AA, AKs"}
		if len(jammed) > 0 {
			x.Seat = "BB"
		}
		for k := range cards.Class(cards.NumClasses) {
			p := 0.0
			if k < 2 {
				p = 0.9995
			}
			x.Grid = append(x.Grid, jamfold.Cell{Hand: k.String(), Probability: p, BigBlinds: p - 0.25})
		}
		c.Charts = append(c.Charts, x)
	}
	if change != nil {
		change(c)
	}
	text := must.Get(json.Marshal(jamfold.ChartAnswer{Tables: []*jamfold.TableChart{c}}))(t)
	return string(text)
}

func TestTablesBlock(t *testing.T) {
	data, err := blockOf[tablesData](t, tablesBlock, folderOf(t, map[string]string{chartsFile: chartText(t, nil)}))
	if err != nil || len(data.Charts) != 1 || len(data.Charts[0].Decisions) != 2 {
		t.Fatalf("%v: %+v", err, data)
	}
	d := data.Charts[0].Decisions[1]
	if d.Name != "BB after BTN" || d.Verb != "call" || d.Plays[0] != 1000 || d.Plays[2] != 0 || d.Better[2] != -250 ||
		!slices.Equal(data.Charts[0].Gains, []float64{1, 2, 3}) {
		t.Errorf("%+v", d)
	}
	refused := func(what, text string) {
		t.Helper()
		if _, err := blockOf[tablesData](t, tablesBlock, folderOf(t, map[string]string{chartsFile: text})); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	for name, change := range map[string]func(*jamfold.TableChart){
		"a hand is missing": func(c *jamfold.TableChart) { c.Charts[0].Grid = c.Charts[0].Grid[:168] },
		"another hand":      func(c *jamfold.TableChart) { c.Charts[0].Grid[3].Hand = "AA" },
		"no stacks":         func(c *jamfold.TableChart) { c.StacksChips = nil },
		"no big blind":      func(c *jamfold.TableChart) { c.BigBlind = 0 },
		"no certificate":    func(c *jamfold.TableChart) { c.Check = expost.TableCertificate{} },
	} {
		refused(name, chartText(t, change))
	}
	for _, text := range []string{"{", "{}", `{"tables":[]}`} {
		refused(text, text)
	}
}

// TestTablesUnsolved leaves a decision that is not solved out of a page, and says so.
func TestTablesUnsolved(t *testing.T) {
	text := chartText(t, func(c *jamfold.TableChart) { c.Charts[1].Unsolved = "play hardly comes to it" })
	got, err := blockOf[tablesData](t, tablesBlock, folderOf(t, map[string]string{chartsFile: text}))
	if err != nil || len(got.Charts[0].Decisions) != 1 ||
		!strings.HasSuffix(got.Charts[0].Certified, "BB after BTN is not solved: play hardly comes to it") {
		t.Errorf("%v: %+v", err, got)
	}
}

// servingTables returns the address of a server that solves tables. Two players take the pairs alone.
func servingTables(t *testing.T, files map[string]string) string {
	t.Helper()
	kept := must.Get(store.Open(t.TempDir(), nil))(t)
	files["solves.jsonl"] = line
	return serve(t, Options{Lab: &jamfold.Lab{Store: kept}}, nil, folderOf(t, files))
}

func TestServeTable(t *testing.T) {
	url := servingTables(t, map[string]string{}) + "/tables"
	solve := func(body string) (table tableData) {
		t.Helper()
		status, text := send(t, "POST", url, body)
		if status != http.StatusOK || json.Unmarshal([]byte(text), &table) != nil || len(table.Decisions) != 2 {
			t.Fatalf("%d: %s", status, text)
		}
		return table
	}
	free := solve(`{"stacks":"8bb,8bb","ante":"bb","prizes":"65,35"}`)
	if d := free.Decisions[0]; d.Name != "SB" || d.Percent < 50 || !strings.Contains(free.Certified, "(exact)") {
		t.Errorf("%+v", free)
	}
	tight := solve(`{"stacks":"8bb,8bb","ante":"bb","prizes":"65,35","fix":["BB after SB=AA"]}`)
	if d := tight.Decisions[0]; d.Percent < 99.99 || tight.Decisions[1].Range != "AA" {
		t.Errorf("against a big blind who calls with aces alone the small blind jams %v%%", d.Percent)
	}
	never := solve(`{"stacks":"8bb,8bb","fix":["BB after SB="]}`)
	if d := never.Decisions[1]; d.Percent != 0 {
		t.Errorf("a big blind without a range calls %v%%", d.Percent)
	}
	for body, want := range map[string]string{
		`{"stacks":"8bb"}`:                                   "2 to 10 players",
		`{"stacks":"8,8"}`:                                   "stacks: ",
		`{"stacks":"8bb,8bb","bounty":"hlf"}`:                "half",
		`{"stacks":"8bb,8bb","bounties":"5/5"}`:              "chips need the blinds",
		`{"stacks":"8bb,8bb","prizes":"5","bounties":"5,x"}`: `"x" is no amount`,
		`{"stacks":"8bb,8bb","future":1}`:                    "count for prizes",
		`{"stacks":"8bb,8bb","certify":"101"}`:               "no percentage",
		`{"stacks":"8bb,8bb","fix":["UTG=AA"]}`:              "you fixed, UTG=AA: ",
		`{"stacks":"8bb,8bb","seats":2}`:                     "unknown field",
		`{"stacks":"8bb,8bb","fix":["UT=AA"]}`:               `no "UT"`,
		`{"stacks":"8bb,8bb","fix":["BB=AA"]}`:               "the big blind wins",
		`{"stacks":"8bb,8bb","fix":["BB after SB=AhKh"]}`:    "single suits",
		`{"stacks":"8bb,8bb","fix":["BB after SB=XX"]}`:      "XX",
	} {
		if status, text := send(t, "POST", url, body); status != http.StatusBadRequest ||
			!strings.Contains(text, want) {
			t.Errorf("%s: %d, %s, want %q", body, status, text, want)
		}
	}
}

// TestTablesPage asks for a table in a browser, fixes a range by a click, and looks at a stored chart.
func TestTablesPage(t *testing.T) {
	b := browse(t)
	url := servingTables(t, map[string]string{"x/" + chartsFile: chartText(t, nil)})
	b.open(url, "tables", "?t-stacks=8bb,8bb&t-prizes=65,35&t-ante=bb")
	wait := func(what string) {
		t.Helper()
		b.text(fmt.Sprintf(`new Promise((done) => {
			const look = () => document.querySelector("#tables").innerText.includes(%q) ?
				done("") : setTimeout(look, 20);
			look();
		})`, what))
	}
	b.press("Solve this table") // opening the tab solves nothing
	wait("2 players, 8 big blinds each")
	if got := b.texts(".data tbody th"); !slices.Equal(got, []string{"SB", "BB after SB", "SB", "BB"}) {
		t.Errorf("decisions and seats %q", got)
	}
	b.choose("decision", "BB after SB")
	wait("A call needs")
	wait("risk premium")
	b.text(`(document.querySelectorAll("#tables .hands td")[0].click(), "")`) // AA
	wait("AA: call 100.0% of the time")
	wait("jamfold ask AA --seat BB --jams SB --stacks 8bb,8bb")
	b.choose("a click on a hand", "fix")
	before := b.texts("output.detail")
	b.text(`(document.querySelectorAll("#tables .hands td")[168].click(), "")`) // 22
	wait("Fixed:")
	wait("22")
	if got := b.texts(".offers button"); len(got) != 1 || !strings.HasPrefix(got[0], "BB after SB: ") {
		t.Errorf("fixed ranges %q (before %q)", got, before)
	}
	b.text(`(document.querySelector("#tables .offers button").click(), "")`)
	b.settle()
	if got := b.texts(".offers button"); len(got) != 0 {
		t.Errorf("fixed ranges %q", got)
	}
	b.choose("prizes", "65/66") // an error, and no table of another question
	wait("largest first")
	if got := b.text(`[...document.querySelectorAll("#tables table")]
		.filter((e) => e.offsetParent).length + " tables"`); got != "0 tables" {
		t.Errorf("beside an error %s", got)
	}
	b.choose("prizes", "sng6")
	wait("BB after SB")
	get(b, chromedp.EmulateViewport(390, 844))
	b.fits("tables", 390)
	b.choose("table", "0")
	wait("3 players, 8 big blinds each")
	if got := b.texts(".data tbody th"); !slices.Equal(got, []string{"BTN", "BB after BTN", "BTN", "SB", "BB"}) {
		t.Errorf("decisions and seats of the stored chart %q", got)
	}
}
