package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"feltlab/internal/must"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
)

// calculator returns the address of a server of these folders' results; of none it is the calculator.
func calculator(t *testing.T, folders ...string) string {
	t.Helper()
	empty := must.Get(store.Open(t.TempDir(), nil))(t)
	return serve(t, Options{Lab: &jamfold.Lab{Store: empty}, Instances: fit.NewInstances(empty, 0)}, nil, folders...)
}

// TestCalculator opens every tab of a server without results: it asks for nothing but stored flops, and shows what
// starts the rest.
func TestCalculator(t *testing.T) {
	b := browse(t)
	url := calculator(t)
	status, text := send(t, "POST", url+"/flops", `{"hand":"AA","range":"ATC","stored":true}`)
	if status != 200 || strings.TrimSpace(text) != "null" {
		t.Errorf("flops that are not stored: %d, %.100s", status, text)
	}
	b.open(url+"/", "home", "")
	tabs := b.tabs()
	if want := []string{"home", "headsup", "tables", "ask", "flop"}; len(tabs) < 5 || !slices.Equal(tabs[:5], want) {
		t.Errorf("tabs %q, want %q first", tabs, want)
	}
	for _, tab := range tabs {
		b.open(url+"/", tab, "")
	}
	b.mu.Lock()
	for _, problem := range b.problems {
		path := strings.TrimPrefix(problem, "request: "+url)
		if !slices.Contains([]string{"/", "/events", "/flops"}, path) {
			t.Error(problem)
		}
	}
	b.mu.Unlock()
	for tab, want := range map[string]string{
		"home": "Find the best formula of AA against ATC with 3 features", "tables": "Solve this table",
	} {
		b.open(url+"/", tab, "")
		if got := b.texts("button.primary"); !slices.Contains(got, want) {
			t.Errorf("%s: buttons %q, want %q", tab, got, want)
		}
	}
	testHeadsUp(b, url+"/")
}

// testHeadsUp moves the stack of the chart: T3s is folded with 7.3 and pushed with 7.4 big blinds.
func testHeadsUp(b *tab, url string) {
	t := b.t
	b.open(url, "headsup", "?bb=7.3")
	cell := func() string {
		return b.text(`(() => {
			const cell = [...document.querySelectorAll("#headsup td")].find((c) => c.textContent.startsWith("T3s"));
			cell.dispatchEvent(new Event("mouseenter"));
			return cell.textContent + " " + document.querySelector("#headsup .detail").textContent;
		})()`)
	}
	if got := cell(); got != "T3s7.7 T3s: fold with 7.3 bb; push with 2 to 7.7 bb" {
		t.Errorf("with 7.3 bb: %q", got)
	}
	b.choose("stack in big blinds, the smaller of the two", "7.4")
	if got := cell(); got != "T3s7.7 T3s: push with 7.4 bb; push with 2 to 7.7 bb" {
		t.Errorf("with 7.4 bb: %q", got)
	}
}

// tabs lists the sections of the page that is shown.
func (b *tab) tabs() []string {
	b.t.Helper()
	return get(b, chromedp.Evaluate[[]string](
		`[...document.querySelectorAll("nav a")].map((a) => a.hash.replace(/^#\/|\?.*$/g, ""))`))
}

// TestDivide moves the table and one's own results of a large page to a second one, which the first names.
func TestDivide(t *testing.T) {
	var many strings.Builder
	for _, rng := range strings.Fields("ATC RUS RS RML KK QQ JJ") {
		for n := range 73 {
			size := fmt.Sprintf(`"max_features":%d`, n+1)
			many.WriteString(strings.NewReplacer(`"max_features":1`, size, "ATC", rng).Replace(line))
		}
	}
	for text, divided := range map[string]bool{line: false, many.String(): true} {
		r := must.Get(New(t.Context(), []string{folderOf(t, map[string]string{"solves.jsonl": text})}, Options{}))(t)
		more := r.Divide("x-rest.html")
		if (more != nil) != divided {
			t.Fatalf("divided: %v, want %v", more != nil, divided)
		}
		var first, second strings.Builder
		must.Do(t, r.Write(&first))
		if rows := strings.Count(first.String(), `<th scope="row">`); divided {
			must.Do(t, more.Write(&second))
			if rows != 0 || !strings.Contains(first.String(), `<section id="own"><p>`) ||
				strings.Count(first.String(), `href="x-rest.html"`) != 2 ||
				strings.Count(second.String(), `<th scope="row">`) != 7*73 {
				t.Errorf("%d rows in the first page of %d bytes, the second has %d", rows, first.Len(), second.Len())
			}
		} else if rows != 1 {
			t.Errorf("%d rows in a small page", rows)
		}
	}
}
