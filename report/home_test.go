package report

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"feltlab/dataset/matrix"
	"feltlab/internal/must"
	"feltlab/model/ranges"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"feltlab/pipeline/store/storetest"
)

// filled returns the instances of a store that has the tests' matrices, and the one of AA against RUS.
func filled(t *testing.T) (*fit.Instances, *matrix.Rows) {
	t.Helper()
	store := must.Get(store.Open(t.TempDir(), nil))(t)
	must.Do(t, storetest.Fill(store))
	instances := fit.NewInstances(store, 0)
	m := must.Get(instances.Flops(t.Context(), question.MustSubject("AA", "RUS")))(t)
	return instances, m
}

// TestMerge shows the same question of several folders once, with the proof that is there.
func TestMerge(t *testing.T) {
	folder, _ := excerpt(t)
	apart := filepath.Join(folder, "atlas") // comes first, and has no proofs
	must.Do(t, os.CopyFS(apart, os.DirFS(filepath.Join(folder, "table4"))))
	must.Do(t, os.RemoveAll(filepath.Join(apart, "proofs")))
	for paths, want := range map[string]struct{ file, state string }{
		filepath.Join(folder, "table4") + "\n" + apart: {"table4/proofs/", proofAsNamed},
		apart: {"atlas/proofs/", proofApart},
	} {
		in := must.Get(read(t.Context(), strings.Split(paths, "\n"), Options{}))(t)
		if len(in.results) != 1 || len(in.results[0].files) != len(in.Solves) {
			t.Fatalf("%d results of %d files", len(in.results), len(in.Solves))
		}
		if p := in.results[0].proof; p.State != want.state || !strings.Contains(p.File, want.file) {
			t.Errorf("%s: %+v", paths, p)
		}
	}
	// A proof that is missing from a folder of proofs is a fault.
	entries, err := os.ReadDir(filepath.Join(folder, "table4", "proofs"))
	if err != nil || os.Remove(filepath.Join(folder, "table4", "proofs", entries[0].Name())) != nil {
		t.Fatal(err)
	}
	in, err := read(t.Context(), []string{filepath.Join(folder, "table4")}, Options{})
	if err != nil || in.results[0].proof.State != proofMissing {
		t.Errorf("%+v, %v", in.results[0].proof, err)
	}
}

// TestBrief leaves out of a large file what Home does not need, says so, and takes all with Full.
func TestBrief(t *testing.T) {
	var many strings.Builder
	for _, rng := range []string{"ATC", "RUS", "RS"} {
		for _, hand := range strings.Fields("AA KK QQ JJ TT 99 88 77 66 55 44 33 22 AKs AQs AJs ATs A9s A8s A7s A6s") {
			many.WriteString(strings.NewReplacer(`"AA"`, `"`+hand+`"`, "ATC", rng, "0.75", "0.123456789").Replace(line))
		}
	}
	folder := folderOf(t, map[string]string{"many/solves.jsonl": many.String()})
	for _, full := range []bool{false, true} {
		r := must.Get(New(t.Context(), []string{folder}, Options{Full: full}))(t)
		var b strings.Builder
		must.Do(t, r.Write(&b))
		rows := strings.Count(b.String(), "<th scope=\"row\">")
		said := len(r.LeftOut()) == 1 && strings.Contains(r.LeftOut()[0], "63 hands and ranges") &&
			strings.Contains(b.String(), "many/solves.jsonl has 63")
		if full != (rows == 63) || full == said || full != strings.Contains(b.String(), "0.123456789") ||
			!strings.Contains(b.String(), "0.123457") == !full {
			t.Errorf("full %v: %d rows, left out %q", full, rows, r.LeftOut())
		}
		if got := strings.Count(b.String(), `"A6s"`); got < 3 {
			t.Errorf("full %v: A6s %d times", full, got)
		}
	}
}

// TestAlways compares the features that are true on every flop with the matrix.
func TestAlways(t *testing.T) {
	_, m := filled(t)
	got := alwaysTrue(m.Hand.Combo)
	for id := range 73 {
		if want := handout.Always(m.Orbits(), id+1); slices.Contains(got, id+1) != want {
			t.Errorf("F%d: %v, want %v", id+1, !want, want)
		}
	}
}

// TestOwnSteps shows stored round weights of a hand whose flops the page does not have.
func TestOwnSteps(t *testing.T) {
	own := line + strings.Replace(line, `"reading"`, `"weights":"step 5","reading"`, 1)
	data, err := blockOf[map[string][]any](t, roundBlock, folderOf(t, map[string]string{"solves.jsonl": own}))
	if err != nil || fmt.Sprint(data["step_percent"], data["solved"], data["weights"]) != "[5] [true] [[15]]" {
		t.Errorf("%v, %v", data, err)
	}
}

// TestSolvesUnits: bounds have one unit in each column.
func TestSolvesUnits(t *testing.T) {
	both := strings.Replace(line, `"lower_bound":null`, `"lower_bound":0.03125`, 1) +
		strings.NewReplacer(`"AVGERR","max_features":1`, `"FEAT_AVGERR","error_limit":0.1`, `"lower_bound"`,
			`"lower_bound_features"`, `:null,"gap"`, `:1,"gap"`).Replace(line)
	data, err := blockOf[map[string]json.RawMessage](t, solvesBlock,
		folderOf(t, map[string]string{"solves.jsonl": both}))
	if err != nil || string(data["lower_bound_percent"]) != "[3.125,null]" ||
		string(data["lower_bound_features"]) != "[null,1]" || data["lower_bound"] != nil {
		t.Errorf("%s, %s, %v", data["lower_bound_percent"], data["lower_bound_features"], err)
	}
}

// TestAskFlops answers with the flops of the matrix.
func TestAskFlops(t *testing.T) {
	instances, m := filled(t)
	folder := folderOf(t, map[string]string{"solves.jsonl": line})
	url := serve(t, Options{Instances: instances}, nil, folder) + "/flops"
	status, text := send(t, "POST", url, `{"hand":"AA","range":"RUS"}`)
	want := must.Get(flopsOfHand([]*matrix.Rows{m}, true))(t)
	var got handFlops
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != http.StatusOK ||
		fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%d, %v, %.100s", status, err, text)
	}
	for _, bad := range []string{`{"hand":"A","range":"RUS"}`, `{"hand":"AA","range":"zz"}`, `{"hand":"AA"}`} {
		if status, _ := send(t, "POST", url, bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d", bad, status)
		}
	}
}

func testHome(b *tab, url string, results []*question.Answer, m *matrix.Rows) {
	t := b.t
	b.open(url, "home", "")
	for _, r := range results {
		if r.N != 3 && r.N != 10 {
			continue
		}
		b.choose("features in the formula", fmt.Sprint(r.N))
		if got := b.texts(".lead strong"); len(got) != 1 || got[0] != percent(float64(r.AverageError), 4) {
			t.Errorf("%d features: %q", r.N, got)
		}
		words := strings.NewReplacer("-", "−").Replace(fit.Words(r, m.Instance()))
		if got := strings.Join(b.texts(".words strong"), ""); got != words {
			t.Errorf("in words %q, want %q", got, words)
		}
		b.has(".sheet", "Off by "+percent(float64(r.AverageError), 2),
			fmt.Sprintf("no formula with %d features is better", r.N))
		b.has(".command code", "feltlab verify ", r.Proof.File,
			fmt.Sprintf("feltlab sheet --hand AA --range RUS --features %d ", r.N))
	}
	b.choose("flop", "KhQh2c")
	b.has(".pair .flop, .columns .columns .flop", "56.99%")
	testRangeGrid(b)
	// The address restores the view.
	b.open(url, "home", "?hand=AA&range=RUS&n=5&flop=KhQh2c")
	if got := b.texts(".lead strong")[0] +
		b.text(`document.querySelector("#home input[placeholder]").value`); !strings.HasSuffix(got, "KhQh2c") ||
		!strings.HasPrefix(got, percent(float64(results[slices.IndexFunc(results,
			func(r *question.Answer) bool { return r.N == 5 })].AverageError), 4)) {
		t.Errorf("by its address: %q", got)
	}
	// Only the sheet is printed.
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	defer call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
	if got := b.text(`[".sheet", ".hand-grid", ".deck", ".facts", "nav", ".words", ".behind"]
		.filter((s) => document.querySelector("#home " + s)?.checkVisibility()).join()`); got != ".sheet" {
		t.Errorf("printed: %s", got)
	}
	b.quiet()
}

// testRangeGrid types ranges and compares the grid with the program's reading; a click changes the text.
func testRangeGrid(b *tab) {
	t := b.t
	click := func(grid, cell int) {
		b.text(fmt.Sprintf(`(document.querySelectorAll("#home .hands")[%d].querySelectorAll("td")[%d].click(), "")`,
			grid, cell))
		b.settle()
	}
	typed := func() string {
		return b.text(`(document.activeElement.blur(), [...document.querySelectorAll("#home label")]
			.find((l) => l.textContent === "opponent's range").nextSibling.value)`)
	}
	for _, text := range []string{"77+,A5s-A2s,KQo", "ATs+ QJ", "99-66", "T9s 22 AK", "any", "RUS", "KTo+,Q8s+",
		"32o"} {
		b.choose("opponent's range", text)
		want := must.Get(ranges.Parse(text))(t)
		b.has(".quiet", fmt.Sprintf(": %d of 1326 combos", want.Len()))
		click(1, 84) // in or out, and back
		other, err := ranges.Parse(typed())
		if err != nil || other.Equal(want) {
			t.Errorf("%s: after a click %q, %v", text, typed(), err)
		}
		click(1, 84)
		if back, err := ranges.Parse(typed()); err != nil || !back.Equal(want) {
			t.Errorf("%s is written %q, %v", text, typed(), err)
		}
	}
	for text, want := range map[string]string{
		"77+,6xs": `"6xs": unknown rank "x" at character 2`, "AAs": "a pair is neither suited nor offsuit",
		"AKq": `"q" after AK`, "x": "write hands such as 77+",
	} {
		b.choose("opponent's range", text)
		b.has(".bad", want)
	}
	b.choose("opponent's range", "RUS")
	click(0, 14)
	b.has(".lead", "KK against RUS: the file has no formula")
	b.has(".command code", "feltlab fit --hand KK --range RUS --features 3")
	b.text(`([...document.querySelectorAll("nav a")].find((a) => a.textContent === "Try a flop").click(), "")`)
	b.settle()
	b.has(".lead", "is known for KK against RUS") // the pick on another tab
}

// TestServedHome finds a formula that the results do not have, with its flops.
func TestServedHome(t *testing.T) {
	b := browse(t)
	instances, _ := filled(t)
	store := must.Get(store.Open(t.TempDir(), nil))(t)
	url := serve(t, Options{Instances: instances, Lab: &jamfold.Lab{Store: store}}, nil,
		folderOf(t, map[string]string{"solves.jsonl": line}))
	b.open(url+"/", "home", "?hand=AA&n=1")
	b.choose("opponent's range", "QQ+,JJ,AKs")
	get(b, chromedp.Poll[bool](
		`/AA against JJ\+,AKs, at most 1 feature/.test(document.querySelector("#home .lead")?.textContent) &&
			/AKs.*Where it is wrong most/s.test(document.querySelector("#home .sheet").textContent)`,
		chromedp.WithPollingTimeout(patience)))
	b.settle()
	if got := b.texts(".lead strong")[0]; got != "10.3939" {
		t.Errorf("error %s", got)
	}
	b.has(".sheet", "Where it is wrong most", "10.39")
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.problems {
		if !strings.HasPrefix(problem, "request: "+url) {
			t.Error(problem)
		}
	}
}

// TestOwnSweep shows a hand and a range of no table in full: where it errs, flops, round weights, the start of the sum,
// and an axis whose labels are different.
func TestOwnSweep(t *testing.T) {
	b := browse(t)
	instances, _ := filled(t)
	// No flop card is above an ace: F54 is true on every flop.
	own := strings.NewReplacer("ATC", "QQ+", `"max_features":1`, `"max_features":3`, `"weight":0.75}]}`,
		`"weight":0.25},{"id":3,"name":"no ace on the flop","weight":0.5}]}`).Replace(line)
	four := strings.Replace(own, `"max_features":3`, `"max_features":4`, 1)
	round := strings.NewReplacer(`"reading"`, `"weights":"step 5","reading"`, "0.0625", "0.07").Replace(own + four)
	folder := folderOf(t, map[string]string{"solves.jsonl": own + four + round})
	report := must.Get(New(t.Context(), []string{folder}, Options{Instances: instances}))(t)
	url := fileOf(t, report)
	b.open(url, "cell", "")
	b.has(".words", "start with 25%")
	if got := b.texts(".rounds tbody th"); fmt.Sprint(got) != "[10 5 1]" {
		t.Errorf("round weights: %q", got)
	}
	if got := b.text(`[...document.querySelectorAll("#cell svg g")].flatMap((g) => [...g.children]
		.map((e) => e.tagName === "text" ? e.textContent : "")
		.filter((x, i, all) => x !== "" && all.indexOf(x) !== i)).join()`); got != "" {
		t.Errorf("labels of an axis twice: %s", got)
	}
	for _, section := range []string{"errors", "flop", "home"} {
		b.open(url, section, "?flop=KhQh2c")
		if got := b.texts(".flop"); len(got) == 0 || !strings.Contains(got[0], "exact ") {
			t.Errorf("%s: flops %q", section, got)
		}
	}
	b.quiet()
}
