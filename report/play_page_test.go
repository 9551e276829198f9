package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"feltlab/dataset/table"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// madeTournament writes a solved tournament of two states that nobody solved.
func madeTournament(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	var decisions []jamfold.Decision
	var worths []jamfold.StateValue
	for i, stacks := range []tournament.Stacks{{300, 600, 900}, {600, 300, 900}} {
		worths = append(worths, jamfold.StateValue{State: i + 7, Stacks: stacks, Values: [3]float64{30.5, 29, 40.5},
			ICM: [3]float64{30, 30, 40}})
		for n, at := range []tournament.Decision{{}, {Seat: 1, Jammed: 1}}[:2-i] {
			for k := range cards.Class(cards.NumClasses) {
				d := jamfold.Decision{State: i + 7, Stacks: stacks, At: at, Hand: k, FoldDollars: 30,
					JamDollars: 30 - 0.125*float64(k%5), ReachPercent: 0.5}
				switch k {
				case 0:
					d.Jam, d.JamDollars = 1, 32.5
				case 1: // AKs
					d.Jam, d.JamDollars = 0.25, 30.5
				case 2:
					d.JamDollars, d.FoldDollars = math.NaN(), math.NaN()
				}
				if n == 1 && k > 2 {
					d.Jam = 0.999
				}
				decisions = append(decisions, d)
			}
		}
	}
	certificate := `{"gain_dollars":0.00242,"mean_gain_dollars":0.001,"rounds":9,"method":"PI-FP",` +
		`"inputs":{"small_blind_chips":300,"big_blind_chips":600,"prizes_dollars":[50,30,20]}}`
	for name, write := range map[string]func(*os.File) error{
		jamfold.DecisionsFile: func(f *os.File) error {
			return table.Write(f, "parquet", jamfold.DecisionColumns(), nil, decisions)
		},
		jamfold.ValuesFile: func(f *os.File) error {
			return table.WriteCSV(f, jamfold.StateValueColumns(), worths)
		},
		jamfold.CertificateFile: func(f *os.File) error { _, err := f.WriteString(certificate); return err },
	} {
		f := must.Get(os.Create(filepath.Join(folder, name)))(t)
		must.Do(t, errors.Join(write(f), f.Close()))
	}
	return folder
}

// TestTournament: what is packed is what the files say; a folder without one is refused.
func TestTournament(t *testing.T) {
	data, err := tournamentOf(madeTournament(t))
	if err != nil || len(data.Chips) != 2 || len(data.Regret) != 3 || data.GainDollars != 0.00242 {
		t.Fatalf("%+v, %v", data, err)
	}
	// Only AKs loses: three quarters of $0.50, in half a percent of the deals.
	if want := 0.005 * 0.75 * 0.5; math.Abs(data.Regret[0]-want) > 1e-12 {
		t.Errorf("regret %v, want %v", data.Regret[0], want)
	}
	for _, folder := range []string{t.TempDir(), filepath.Join(t.TempDir(), "none")} {
		if _, err := tournamentOf(folder); !errors.Is(err, ErrInput) {
			t.Errorf("%v", err)
		}
	}
}

// TestPlaySections drives a browser through jam or fold, strength and provenance, and holds what they
// show to the files.
func TestPlaySections(t *testing.T) {
	b := browse(t)
	verdict := fmt.Sprintf(`[{"file":"x/solves.jsonl","digest":%q,"judged":"2026-01-02T03:04:05Z",`+
		`"claims":3,"proved":3}]`, ledger.Digest([]byte(line)))
	manifest := `{"config":"hands: [<b>AA</b>]","machine":"a machine","started":"2026-01-02T03:04:05Z",` +
		`"ended":"2026-01-02T03:05:05Z","solves":1,"finished":1}`
	folder := folderOf(t, map[string]string{"x/solves.jsonl": line, "x/sweep.json": manifest, "x/verify.json": verdict,
		"agents/agents.jsonl": trained})
	url := fileOf(t, must.Get(New(t.Context(), []string{"../results/jamfold", "../results/strength",
		"../results/bestresponse", folder, madeTournament(t)}, Options{Title: "play"}))(t))
	t.Run("jamfold", func(t *testing.T) { b.t = t; testJamfold(b, url) })
	t.Run("strength", func(t *testing.T) { b.t = t; testStrength(b, url) })
	t.Run("provenance", func(t *testing.T) {
		b.t = t
		b.open(url, "provenance", "")
		if got := b.texts(".data tbody td"); len(got) == 0 || !slices.Contains(got, unchanged) ||
			!strings.Contains(strings.Join(got, " "),
				"holds: all claims are proved, as stated by "+filepath.ToSlash(folder)+"/x/verify.json, not checked "+
					"here") {
			t.Errorf("verdicts %q", got)
		}
		if got := b.text(`document.querySelector("#provenance pre").textContent`); got != "hands: [<b>AA</b>]" {
			t.Errorf("YAML %q", got)
		}
	})
	b.t = t
	for _, width := range []int64{1280, 390} {
		get(b, chromedp.EmulateViewport(width, 900))
		for _, section := range []string{"jamfold", "strength", "provenance"} {
			b.open(url, section, "")
			b.fits(section, width)
		}
	}
	b.quiet()
}

func testJamfold(b *tab, url string) {
	t := b.t
	b.open(url, "jamfold", "?button=300&small=600")
	titles := func() string { return strings.Join(b.texts(".hand-grid h4")[:2], "; ") }
	if got := titles(); got != "button, first to act; small blind, after the button jams" {
		t.Errorf("grids %q", got)
	}
	detail := func(grid int) string { return b.texts(".detail")[grid] }
	point := func(grid, class int) string {
		b.text(fmt.Sprintf(`(document.querySelectorAll("#jamfold .hands")[%d].querySelectorAll("td")[%d]
			.dispatchEvent(new MouseEvent("mouseenter")), "")`, grid, class))
		return detail(grid)
	}
	for class, want := range map[int]string{
		0: "AA: jam 100.0% of the time; jam minus fold +$2.5000",
		1: "AKs: jam 25.0% of the time; jam minus fold +$0.5000",
		2: "AQs: jam 0.0% of the time; play never comes here with it",
		3: "AJs: jam 0.0% of the time; jam minus fold −$0.3750",
	} {
		if got := point(0, class); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	b.text(`(document.querySelectorAll("#jamfold .hands")[1].querySelectorAll("td")[0].focus(), "")`)
	for _, key := range []string{"ArrowRight", "ArrowDown"} {
		b.text(fmt.Sprintf(`(document.activeElement.dispatchEvent(
			new KeyboardEvent("keydown", { key: %q, bubbles: true, cancelable: true })), "")`, key))
	}
	if got := detail(1); !strings.HasPrefix(got, "KK: call 99.9% of the time") {
		t.Errorf("by keys: %q", got)
	}
	if got := b.texts(".plain td"); !slices.Contains(got, "+$0.5000") || !slices.Contains(got, "−$1.0000") {
		t.Errorf("values %q", got)
	}
	b.choose("chips of the button", "600")
	if got := b.texts(".lead"); !slices.Contains(got, "button 600, small blind 300, big blind 900 chips") {
		t.Errorf("state %q", got)
	}
	// Of Table 5, results/jamfold/tables.csv says that 167 of 169 hands are on the same side of 50%,
	// and 157 within five points.
	b.choose("table", "5")
	if got := len(b.texts(".marked")); got != 2 {
		t.Errorf("%d framed hands, want 2", got)
	}
	if got := b.download("Download CSV"); len(got) != 1+169-157 || got[0][1] != "published_percent" {
		t.Errorf("%q", got)
	}
}

func testStrength(b *tab, url string) {
	t := b.t
	b.open(url, "strength", "")
	if got := b.texts(".hands td"); len(got) != 169 || got[0] != "AA\n85.2" {
		t.Errorf("%d cells, %q", len(got), got[:1])
	}
	b.choose("opponent", "chen")
	if got := b.texts(".hands td")[0]; got == "AA\n85.2" {
		t.Errorf("the other opponent: %q", got)
	}
	rows := b.download("Download CSV")
	if len(rows) != 16 || rows[1][0] != "always-raise" || rows[1][2] != "3697.6929" {
		t.Errorf("%q", rows)
	}
	// By iterations there are five lines of a point each, and only one estimate with a bar.
	const chart = `[...document.querySelectorAll("#strength svg[role=img]")]
		.find((s) => s.getAttribute("aria-label") === "exploitability by iterations")`
	const marks = `.querySelectorAll("path[transform][fill^='#'], path[transform][fill=currentColor]").length`
	if got := b.text(chart + marks + ` + " points, " + ` + chart +
		`.querySelectorAll("line[marker-start]").length + " bars"`); got != "5 points, 1 bars" {
		t.Errorf("by iterations: %s", got)
	}
	b.has("figure .keys", "kmeans-emd:169-200-200-100, CFR-BR from the turn", "strength, linear CFR")
	if got := b.texts(".choice"); !slices.Contains(got, "strength-200, 4000 iterations, exactly") {
		t.Errorf("side by side %q", got)
	}
	points := func() int { return len(b.texts("figure svg path[transform][fill^='#']")) }
	before := points()
	b.text(`(document.querySelector("#strength .choice input:not(:checked)").click(), "")`)
	b.settle()
	// One strategy more: a point in each of four rounds; its seats are not known.
	if got := points() - before; got != 4 {
		t.Errorf("%d points more, want 4", got)
	}
	// Of a chart with more than six lines a reader chooses; six are the most.
	b.text(`([1, 2, 3].forEach(() =>
		document.querySelector("#strength .choice input:not(:checked):not(:disabled)")?.click()), "")`)
	b.settle()
	if got := b.text(`[":checked", ":not(:checked):not(:disabled)"]
		.map((s) => document.querySelectorAll("#strength .choice input" + s).length).join()`); got != "6,0" {
		t.Errorf("chosen, and still free: %s", got)
	}
	if got := b.text(`location.hash`); !strings.Contains(got, "strategies=") {
		time.Sleep(300 * time.Millisecond) // the fragment follows a little later
		if got := b.text(`location.hash`); !strings.Contains(got, "strategies=") {
			t.Errorf("the fragment is %q", got)
		}
	}
}

// TestServedPage asks a served page what needs the program, and changes its files.
func TestServedPage(t *testing.T) {
	b := browse(t)
	folder := folderOf(t, map[string]string{"solves.jsonl": line})
	solve := func(ctx context.Context, task question.Question, _ fit.Options) (*question.Answer, error) {
		if task.Hand().Text == "KK" {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return &question.Answer{Status: question.Optimal, AverageError: 0.0125, LowerBound: 0.0125,
			Features: []question.Weight{{ID: 54, Name: "<b>bold", Weight: 0.75}}}, nil
	}
	url := serving(t, folder, solve)
	b.open(url+"/", "ask", "")
	wait := func(expression string) {
		t.Helper()
		get(b, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(patience)))
	}
	set := func(name, value string) {
		b.text(fmt.Sprintf(`(document.querySelector("#ask input[name=%s]").value = %q, "")`, name, value))
	}
	set("hand", "AhAd")
	set("range", "KK")
	set("board", "2c7d9s")
	b.press("Count")
	wait(`/of 5,940 deals/.test(document.querySelector("#ask output").textContent)`)
	set("board", "2c")
	b.press("Count")
	wait(`/board/.test(document.querySelector("#ask output .bad")?.textContent)`)
	set("fit-hand", "KK")
	b.press("Start")
	wait(`document.querySelector("#ask .fit")?.dataset.state === "running"`)
	b.press("Cancel")
	wait(`document.querySelector("#ask .fit")?.dataset.state === "cancelled"`)
	set("fit-hand", "AA")
	b.press("Start")
	wait(`document.querySelector("#ask .fit")?.dataset.state === "done"`)
	if got := b.texts(".fit li")[0]; got != "+75.00 <b>bold" {
		t.Errorf("the formula is %q", got)
	}
	b.text(`(document.activeElement.blur(), window.old = true, "")`)
	both := line + strings.Replace(line, "AA", "KK", 1)
	must.Do(t, os.WriteFile(filepath.Join(folder, "solves.jsonl"), []byte(both), 0o666))
	fresh := func() bool {
		ctx, cancel := context.WithTimeout(b.ctx, patience)
		defer cancel()
		// While the page is left there is nothing to ask.
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool](
			`!window.old && !!document.querySelector("#data-solves")?.textContent.includes('"KK"')`))
		return err == nil && is
	}
	for start := time.Now(); !fresh(); time.Sleep(20 * time.Millisecond) {
		if time.Since(start) > patience {
			t.Fatal("the page has not followed its files")
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.problems {
		// The page may ask its server; a refused question is logged by the browser.
		if !strings.HasPrefix(problem, "request: "+url) && !strings.Contains(problem, "400 (Bad Request)") {
			t.Error(problem)
		}
	}
}
