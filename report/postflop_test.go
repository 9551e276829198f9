package report

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"feltlab/internal/must"
)

// TestPostflopPage opens the lines of the committed results: a click on an action goes on to the next decision.
func TestPostflopPage(t *testing.T) {
	data, err := blockOf[postflopData](t, postflopBlock, "../results/postflop")
	if err != nil || len(data.Solutions) != 2 {
		t.Fatalf("%v: %d solutions", err, len(data.Solutions))
	}
	for _, text := range []string{"{", "[null]", `[{"verdict": {}}]`} {
		folder := folderOf(t, map[string]string{linesFile: text})
		if _, err := blockOf[postflopData](t, postflopBlock, folder); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	page := must.Get(PostflopPage(Options{Title: "one"}, data.Solutions...))(t)
	var text bytes.Buffer
	must.Do(t, page.Write(&text))
	if !strings.Contains(text.String(), `id="data-postflop"`) || strings.Contains(text.String(), `"paths":null`) {
		t.Errorf("%.3000s", text.String())
	}
	b := browse(t)
	b.open(fileOf(t, page), "postflop", "")
	got := b.text(`document.querySelector("#postflop").innerText`)
	if !strings.Contains(got, "Certificate: exploitability") {
		t.Errorf("%s", got)
	}
	b.text(`([...document.querySelectorAll("#postflop button")].find((e) => e.innerText.startsWith("check"))
		.click(), "")`)
	b.settle()
	if got := b.texts("table.plain tbody th"); !slices.Equal(got, []string{"KdKc"}) {
		t.Errorf("after the check %q", got)
	}
	get(b, chromedp.EmulateViewport(390, 844))
	b.fits("postflop", 390)
}
