package report

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// excerpt copies the results about AA against RUS from results, with their proofs.
func excerpt(t *testing.T) (folder string, results []*question.Answer) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range []string{"figures", "table4"} { // in the order of the page, which shows the first proof
		source := filepath.Join("..", "results", name)
		text := must.Get(os.ReadFile(filepath.Join(source, ledger.SolvesFile)))(t)
		must.Do(t, os.MkdirAll(filepath.Join(folder, name, "proofs"), 0o777))
		var kept bytes.Buffer
		lines := bufio.NewScanner(bytes.NewReader(text))
		for lines.Scan() {
			if bytes.HasPrefix(lines.Bytes(), []byte(`{"hand":"AA","range":"RUS",`)) {
				fmt.Fprintln(&kept, lines.Text())
			}
		}
		target := filepath.Join(folder, name, ledger.SolvesFile)
		must.Do(t, os.WriteFile(target, kept.Bytes(), 0o666))
		some := must.Get(ledger.Read(filepath.Dir(target)))(t)
		for _, r := range some {
			proof := must.Get(os.ReadFile(filepath.Join(source, "proofs", r.Proof.File)))(t)
			must.Do(t, os.WriteFile(filepath.Join(folder, name, "proofs", r.Proof.File), proof, 0o666))
		}
		for _, r := range some {
			if !slices.ContainsFunc(results, func(o *question.Answer) bool { return o.N == r.N }) {
				results = append(results, r) // the page shows a question once
			}
		}
	}
	return folder, results
}

// TestSections drives a browser through sections 1 to 4 and holds what they show to the files.
func TestSections(t *testing.T) {
	b := browse(t)
	folder, results := excerpt(t)
	url, m := b.pageOf(folder)
	best := map[int]*question.Answer{} // by number of features
	for _, r := range results {
		if best[r.N] == nil {
			best[r.N] = r
		}
	}
	t.Run("home", func(t *testing.T) { b.t = t; testHome(b, url, results, m) })
	t.Run("overview", func(t *testing.T) { b.t = t; testOverview(b, url, results) })
	t.Run("cell", func(t *testing.T) { b.t = t; testCell(b, url, folder, best) })
	t.Run("errors", func(t *testing.T) { b.t = t; testErrors(b, url, best[10], m) })
	t.Run("flop", func(t *testing.T) { b.t = t; testFlop(b, url, best[10], m) })
	t.Run("paper", func(t *testing.T) { b.t = t; testPaper(b, url, results) })
	t.Run("sheet", func(t *testing.T) { b.t = t; testSheet(b, best[10], m) })
	t.Run("plain", func(t *testing.T) {
		b.t = t
		text := b.withoutScripts(url)
		for _, r := range results {
			if want := fmt.Sprintf("%.4f", 100*float64(r.AverageError)); !strings.Contains(text, want) {
				t.Errorf("no %s in the table for browsers without scripts", want)
			}
		}
	})
	b.t = t
	b.quiet()
}

// pageOf makes the page of an excerpt, with its flops.
func (b *tab) pageOf(folder string) (url string, m *matrix.Rows) {
	b.t.Helper()
	instances, m := filled(b.t)
	report := must.Get(New(b.t.Context(), []string{folder}, Options{Title: "an excerpt", Instances: instances}))(b.t)
	return fileOf(b.t, report), m
}

// percent is a fraction as the page writes it.
func percent(x float64, decimals int) string { return fmt.Sprintf("%.*f", decimals, 100*x) }

func testOverview(b *tab, url string, results []*question.Answer) {
	t := b.t
	b.open(url, "overview", "?size=all")
	count := func(keep func(*question.Answer) bool) (n int) {
		for _, r := range results {
			if keep(r) {
				n++
			}
		}
		return n
	}
	rows := func() int { return len(b.texts(".data tbody tr")) }
	if got := rows(); got != len(results) {
		t.Errorf("%d rows, want %d", got, len(results))
	}
	b.choose("status", "optimal")
	if got, want := rows(), count(func(r *question.Answer) bool { return r.Status == question.Optimal }); got != want ||
		want == 0 {
		t.Errorf("%d optimal, want %d", got, want)
	}
	b.choose("status", "all")
	b.choose("features or error", "10")
	if got, want := rows(), count(func(r *question.Answer) bool { return r.N == 10 }); got != want {
		t.Errorf("%d rows with ten features, want %d", got, want)
	}
	if got := b.texts(".matrix td"); len(got) != 1 || !strings.HasPrefix(got[0], "2.1667") {
		t.Errorf("the matrix has %q", got)
	}
	if got := b.texts(".matrix td svg"); len(got) != 1 {
		t.Errorf("%d locks on what is proved", len(got))
	}
	b.choose("features or error", "all")
	b.press("average")
	b.press("average")                                                           // the largest first
	later := `new Promise((done) => setTimeout(() => done(location.hash), 300))` // the address follows a little later
	if got := b.text(later); !strings.Contains(got, "size=all") {
		t.Errorf("the fragment %q has forgotten the filter", got)
	}
	all := b.download("Download CSV")
	column := slices.Index(all[0], "average_error_percent")
	if len(all) != len(results)+1 || column < 0 {
		t.Fatalf("%d lines of CSV, %q", len(all), all[0])
	}
	last := math.Inf(1)
	for _, row := range all[1:] {
		var value float64
		if _, err := fmt.Sscan(row[column], &value); err != nil || value > last {
			t.Errorf("%s after %v: %v", row[column], last, err)
		}
		last = value
		if bound := row[slices.Index(all[0], "lower_bound_percent")]; !slices.ContainsFunc(results,
			func(r *question.Answer) bool {
				return bound == strconv.FormatFloat(100*(100*float64(r.LowerBound)/100), 'f', -1, 64)
			}) {
			t.Errorf("the bound %s is in no file", bound)
		}
		if !slices.ContainsFunc(results,
			func(r *question.Answer) bool { return 100*float64(r.AverageError) == value }) {
			t.Errorf("%v is in no file", value)
		}
	}
	b.quiet()
}

func testCell(b *tab, url, folder string, best map[int]*question.Answer) {
	t := b.t
	b.open(url, "cell", "?hand=AA&range=RUS&n=10")
	for _, n := range []int{10, 5, 1} {
		b.choose("features in the formula", fmt.Sprint(n))
		r := best[n]
		if got := b.texts(".lead strong"); len(got) != 1 || got[0] != percent(float64(r.AverageError), 4) {
			t.Errorf("%d features: %q, want %s", n, got, percent(float64(r.AverageError), 4))
		}
		if got := b.texts(".weights tbody tr"); len(got) != len(r.Features) {
			t.Errorf("%d features: %d bars", n, len(got))
		}
		b.has(".facts dd", r.Proof.Digest, r.Proof.File, percent(r.Proof.Bound, 6))
		commands := b.texts(".command code")
		proof := filepath.ToSlash(filepath.Join(folder, "table4", "proofs", r.Proof.File))
		if n != 10 {
			proof = strings.Replace(proof, "table4", "figures", 1)
		}
		if len(commands) != 2 || !strings.Contains(commands[0], fmt.Sprintf("--hand AA --range RUS --features %d ",
			n)) ||
			commands[1] != "feltlab verify "+proof && commands[1] != "feltlab verify "+strings.Replace(proof, "table4",
				"figures", 1) {
			t.Errorf("%d features: %q", n, commands)
		}
	}
	b.choose("features in the formula", "3")
	b.has(".words", "start with ")
	if got := b.texts(".rounds tbody tr"); len(got) != len(roundSteps) {
		t.Errorf("round weights: %q", got)
	}
	b.has(".key", "Table 4: 2.2 with 10", "Table 3: 2.5 with 8")
	b.quiet()
}

func testErrors(b *tab, url string, r *question.Answer, m *matrix.Rows) {
	t := b.t
	b.open(url, "errors", "?hand=AA&range=RUS&n=10")
	b.has(".lead", "on 19,600 flops", percent(float64(r.AverageError), 4), percent(float64(r.MaxError), 2),
		"the stored result says the same")
	flops := handout.Rank(m.Orbits(), r.Formula())
	worst := flops.Worst(1)[0]
	shown := b.texts(".flops .flop")
	wins, deals := worst.Spot.Wins, worst.Spot.Deals
	off := strings.Replace(percent(worst.Estimate-worst.Equity, 2), "-", "−", 1)
	for _, want := range []string{percent(worst.Equity, 2) + "%", comma(wins) + " wins", comma(deals) + " deals", "= " +
		percent(worst.Estimate, 2), off} {
		if len(shown) == 0 || !strings.Contains(shown[0], want) {
			t.Errorf("the worst flop: no %q in %q", want, shown[:min(1, len(shown))])
		}
	}
	groups := must.Get(handout.Textures(m.Orbits(), r.Formula()))(t)
	b.choose("rows", "suits")
	b.choose("columns", "suits")
	cells := b.texts(".matrix button")
	for _, g := range groups {
		if g.Family == "suits" && !slices.Contains(cells, percent(g.AverageError, 2)) {
			t.Errorf("%s: %s is not in %q", g.Name, percent(g.AverageError, 2), cells)
		}
	}
	b.text(`(() => { [...document.querySelectorAll(".matrix button")].at(-1).click(); return ""; })()`)
	b.settle()
	b.has("h3", "The worst flops: three suits")
	if got := b.texts(".plot svg"); len(got) != 2 {
		t.Errorf("%d charts", len(got))
	}
	b.quiet()
}

// comma writes a number as people do.
func comma(n uint64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// rowOf finds the row of a flop.
func rowOf(t *testing.T, m *matrix.Rows, flop []cards.Card) int {
	t.Helper()
	want := cards.SetOf(flop...)
	i := slices.IndexFunc(m.List, func(r matrix.Row) bool { return r.Board == want })
	if i < 0 {
		t.Fatalf("no flop %v", flop)
	}
	return i
}

func testFlop(b *tab, url string, r *question.Answer, m *matrix.Rows) {
	t := b.t
	b.open(url, "flop", "?hand=AA&range=RUS&n=10")
	// Any flop of an orbit is found, whatever its suits.
	for _, text := range []string{"KhQh2c", "QdKd 2s", "As Td 9c"} {
		b.choose("flop", text)
		flop, err := cards.ParseFlop(strings.ReplaceAll(text, " ", ""))
		if strings.HasPrefix(text, "As") { // in the hand
			b.has("[role=status]", "The ace of spades is in your hand")
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		i := rowOf(t, m, flop[:])
		estimate := r.Formula().Estimate(m.List[i].Features)
		b.has(".columns .flop", percent(m.List[i].Equity(), 2)+"%", "= "+percent(estimate, 2),
			strings.Replace(percent(estimate-m.List[i].Equity(), 2), "-", "−", 1))
		if lit := b.texts(".light.on"); len(lit) != len(m.List[i].Features.IDs()) {
			t.Errorf("%s: %d features lit, want %d", text, len(lit), len(m.List[i].Features.IDs()))
		}
	}
	b.press("Clear")
	for _, name := range []string{"king of hearts", "queen of hearts", "two of clubs"} {
		b.press(name)
	}
	b.has(".columns .flop", "56.99%")
	testQuiz(b, m)
	b.quiet()
}

// testQuiz answers one question exactly and one wrongly.
func testQuiz(b *tab, m *matrix.Rows) {
	t := b.t
	b.press("Start a quiz")
	for k, wrong := range []float64{0, 10} {
		labels := b.text(`[...document.querySelectorAll(
			".quiz form .cards:last-child .card, .quiz form .cards ~ .cards .card")]
			.map((c) => c.textContent).join("")`)
		text := strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s").Replace(labels)
		flop, err := cards.ParseFlop(text)
		if err != nil {
			t.Fatalf("the flop %q: %v", labels, err)
		}
		exact := 100 * m.List[rowOf(t, m, flop[:])].Equity()
		guess := exact + wrong
		if guess > 100 {
			guess = exact - wrong
		}
		b.text(fmt.Sprintf(`(() => {
			const input = document.querySelector(".quiz input");
			input.value = "%v";
			input.form.requestSubmit();
			return "";
		})()`, guess))
		b.settle()
		b.has(".score", fmt.Sprintf("1 of %d", k+1), fmt.Sprintf("off by %.2f on average", wrong/float64(k+1)))
		b.has(".quiz .flop", fmt.Sprintf("%.2f%%", exact))
		if lit, want := b.texts(".light.on"), m.List[rowOf(t, m, flop[:])].Features.IDs(); len(lit) != len(want) {
			t.Errorf("%d features lit on the flop of the quiz, want %d", len(lit), len(want))
		}
		if k == 0 {
			b.press("Next flop")
		}
	}
}

// TestHostilePage opens a page of texts that are HTML and formulas of spreadsheets.
func TestHostilePage(t *testing.T) {
	b := browse(t)
	const html, formula = `</script><img src=x onerror=alert(1)><script>alert(2)<`, `=HYPERLINK("http:example.org";"x")`
	t.Chdir(folderOf(t, map[string]string{html + "/it's $(x)/solves.jsonl": line,
		formula + "/solves.jsonl": strings.Replace(line, "AA", "KK", 1)}))
	report := must.Get(New(t.Context(), []string{"<", formula}, Options{Title: html}))(t)
	url := fileOf(t, report)
	b.open(url, "overview", "")
	if got := b.texts(".data tbody td"); !slices.Contains(got, html+"/it's $(x)/solves.jsonl") ||
		!slices.Contains(got, formula+"/solves.jsonl") {
		t.Errorf("%q", got)
	}
	rows := b.download("Download CSV")
	if column := slices.Index(rows[0], "file"); len(rows) != 3 || !strings.HasPrefix(rows[1][column], html) ||
		rows[2][column] != "'"+formula+"/solves.jsonl" {
		t.Errorf("CSV: %q", rows)
	}
	b.open(url, "home", "?hand="+strings.Repeat("x", 10)+"&range=%3Cimg%20src=x%20onerror=alert(3)%3E")
	if got := b.texts(".command code"); len(got) == 0 ||
		!strings.Contains(got[0], "--range '<img src=x onerror=alert(3)>'") {
		t.Errorf("the commands are %q", got)
	}
	b.open(url, "cell", "?hand="+strings.Repeat("x", 10))
	if got := b.texts(".command code"); len(got) != 2 || !strings.Contains(got[1], `/it'\''s $(x)/solves.jsonl'`) {
		t.Errorf("the commands are %q", got)
	}
	if got := b.withoutScripts(url); !strings.Contains(got, html) {
		t.Errorf("without scripts: %q", got)
	}
	b.quiet()
}
