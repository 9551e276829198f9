package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"feltlab/dataset/matrix"
	"feltlab/internal/must"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
)

// testPaper looks at sections as a printer gets them, from a reader whose screen is dark: black on
// white, without controls but with what they say, nothing cut off.
func testPaper(b *tab, url string, results []*question.Answer) {
	t := b.t
	const paper = 700 // CSS pixels, narrower than any sheet
	b.open(url, "overview", "?size=all")
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print",
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}})
	get(b, chromedp.EmulateViewport(paper, 900))
	defer func() {
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		get(b, chromedp.EmulateViewport(1280, 1000))
	}()
	for section, query := range map[string]string{"overview": "?size=all", "cell": "?hand=AA&range=RUS&n=10",
		"errors": "?hand=AA&range=RUS&n=10", "flop": "?hand=AA&range=RUS&n=10&flop=KhQh2c"} {
		b.open(url, section, query)
		if got := b.text(`(({ color, backgroundColor }) => color + " on " + backgroundColor)(
			getComputedStyle(document.body))`); got != "rgb(0, 0, 0) on rgb(255, 255, 255)" {
			t.Errorf("%s: %s", section, got)
		}
		if got := b.text(`[...document.querySelectorAll(
			"nav, input[type=range], button:not(.sort):not(.heat button)")]
			.filter((e) => e.checkVisibility()).map((e) => e.outerHTML).join()`); got != "" {
			t.Errorf("%s: printed controls %s", section, got)
		}
		if got := b.text(`[...document.querySelectorAll(".scroll")].filter((e) =>
			e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible").length +
			" cut off, " + Math.max(document.documentElement.scrollWidth, innerWidth) + " wide"`,
		); got != "0 cut off, 700 wide" {
			t.Errorf("%s: %s", section, got)
		}
		if rows := len(b.texts(".data tbody tr")); section == "overview" && rows != len(results) {
			t.Errorf("%d rows, want %d", rows, len(results))
		}
		chosen := b.text(`[...document.querySelectorAll("main > section:not([hidden]) select")]
			.filter((e) => e.checkVisibility() && getComputedStyle(e).borderTopWidth === "0px")
			.map((e) => e.value).join()`)
		if section != "overview" && !strings.HasPrefix(chosen, "AA,RUS") {
			t.Errorf("%s: paper does not say what was chosen", section)
		}
	}
	b.open(url, "errors", "?hand=AA&range=RUS&n=10")
	file := call(b, page.PrintToPDF, page.PrintToPDFParams{}).Data
	if pages := bytes.Count(file, []byte("/Type /Page\n")); !bytes.HasPrefix(file, []byte("%PDF")) || pages < 2 ||
		pages > 4 {
		t.Errorf("%d bytes with %d pages, want about three", len(file), pages)
	}
	b.quiet()
}

// testSheet opens a cheat sheet on a phone: all of it is there without scrolling sideways.
func testSheet(b *tab, r *question.Answer, m *matrix.Rows) {
	t := b.t
	path := filepath.Join(t.TempDir(), "sheet.html")
	file := must.Get(os.Create(path))(t)
	defer file.Close()
	if err := handout.WriteSheet(file, []*handout.Formula{{Subject: r.Subject, Spots: m.Orbits(), Terms: r.Formula(),
		FreeError: float64(r.AverageError), BoundError: float64(r.LowerBound)}}); err != nil {
		t.Fatal(err)
	}
	const phone = 390
	get(b, chromedp.EmulateViewport(phone, 844))
	defer get(b, chromedp.EmulateViewport(1280, 1000))
	get(b, chromedp.Navigate("file://"+path))
	if got := get(b, chromedp.Evaluate[int](`document.documentElement.scrollWidth`)); got != phone {
		t.Errorf("the sheet is %d wide", got)
	}
	if got := b.text(`[...document.querySelectorAll("body *")]
		.filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
		.map((e) => e.outerHTML.slice(0, 80)).join("; ")`); got != "" {
		t.Errorf("beyond the edge: %s", got)
	}
	if got := b.text(`document.querySelector("h1").textContent +
		document.querySelectorAll(".formula tr").length`); !strings.HasPrefix(got, "AA ") {
		t.Errorf("the sheet of %q", got)
	}
}
