//go:build slow

package report

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"

	"feltlab/internal/must"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/store"
)

// screenshots names a folder into which TestResults draws every section; set by the environment, since
// go test hands flags to all packages.
const screenshots = "REPORT_SCREENSHOTS"

// TestResults makes the page of all results and opens every section, wide and narrow, light and dark:
// nothing is complained of, and nothing is wider than the window.
func TestResults(t *testing.T) {
	b := browse(t)
	store := must.Get(store.Open(cmp.Or(os.Getenv("FELTLAB_CACHE"), t.TempDir()), nil))(t)
	report := must.Get(New(t.Context(), []string{filepath.Join("..", "results")}, Options{Title: "feltlab: results",
		Instances: fit.NewInstances(store, 0)}))(t)
	report.Divide("rest.html")
	url := fileOf(t, report)
	const mostBytes = 2_000_000
	info, err := os.Stat(strings.TrimPrefix(url, "file://"))
	if err != nil || info.Size() > mostBytes {
		t.Errorf("the page has %d bytes, want at most %d; %v", info.Size(), mostBytes, err)
	}
	testLoad(b, url)
	testPrint(b, url)
	b.everySection(url, func(name string, width int64) {
		b.fits(name, width)
		if got := b.text(overlaps); got != "" {
			t.Errorf("%s: labels overlap: %s", name, got)
		}
		if folder := os.Getenv(screenshots); folder != "" {
			picture := get(b, chromedp.FullScreenshot(100))
			must.Do(t, os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o666))
		}
	})
}

// overlaps names the labels of an axis, or any texts of one group of a chart, that cover one another.
const overlaps = `[...document.querySelectorAll("main > section:not([hidden]) svg g")].flatMap((g) => {
	const boxes = [...g.children].filter((e) => e.tagName === "text" && e.textContent)
		.map((e) => [e.textContent, e.getBoundingClientRect()]);
	const over = (x, y) =>
		x.left < y.right && y.left < x.right && x.top + 3 < y.bottom && y.top + 3 < x.bottom;
	return boxes.flatMap(([a, x], i) =>
		boxes.slice(i + 1).filter(([, y]) => over(x, y)).map(([b]) => a + " and " + b));
}).join()`

// testLoad expects a page to be there after little work of its thread. The time on a clock would be
// that of the machine's other work.
func testLoad(b *tab, url string) {
	b.t.Helper()
	const most = 2.0 // seconds
	call(b, performance.Enable, performance.EnableParams{TimeDomain: "threadTicks"})
	b.open(url, "home", "")
	for _, m := range call(b, performance.GetMetrics, cdp.Empty{}).Metrics {
		if m.Name == "TaskDuration" {
			b.t.Logf("the page is there after %.2f s", m.Value)
			if m.Value > most {
				b.t.Errorf("the page took %.2f s of its thread, want at most %v", m.Value, most)
			}
		}
	}
}

// testPrint prints the sheet of a formula on one page.
func testPrint(b *tab, url string) {
	b.t.Helper()
	b.open(url, "home", "?hand=AA&range=RUS&n=10")
	printed := call(b, page.PrintToPDF, page.PrintToPDFParams{})
	pdf := printed.Data
	if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != 1 {
		b.t.Errorf("the sheet prints on %d pages", n)
	}
}

// everySection opens all sections of a page in four looks.
func (b *tab) everySection(url string, look func(name string, width int64)) {
	b.t.Helper()
	b.open(url, "home", "")
	sections := b.tabs()
	if len(sections) < 4 {
		b.t.Fatalf("sections %q", sections)
	}
	for _, width := range []int64{1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			call(b, emulation.SetEmulatedMedia,
				emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme",
					Value: scheme}}})
			get(b, chromedp.EmulateViewport(width, 900))
			for _, section := range sections {
				b.open(url, section, "?hand=AA&range=RUS&n=10&flop=KhQh2c")
				look(fmt.Sprintf("%s-%d-%s", section, width, scheme), width)
				b.quiet()
			}
		}
	}
}

// TestAccessible lets axe-core look at every section of an excerpt, as a file and served, and of a server without
// results.
func TestAccessible(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("page", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Skipf("axe-core is not installed; npm ci in report/page does that: %v", err)
	}
	b := browse(t)
	folder, _ := excerpt(t)
	must.Do(t, os.WriteFile(filepath.Join(folder, chartsFile), []byte(chartText(t, nil)), 0o666))
	file, _ := b.pageOf(folder)
	testAccessible(b, file, string(axe))
	for _, served := range [][]string{nil, {folder}} {
		b.server = calculator(t, served...) + "/"
		testAccessible(b, b.server, string(axe))
	}
}

func testAccessible(b *tab, url, axe string) {
	t := b.t
	b.everySection(url, func(name string, width int64) {
		b.fits(name, width)
		get(b, chromedp.Evaluate[chromedp.Void](axe))
		for _, found := range get(b, chromedp.Evaluate[[]string](`axe.run().then((r) => r.violations
			.filter((v) => v.impact === "serious" || v.impact === "critical")
			.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html).join(" | ")))`,
			chromedp.EvalAwaitPromise)) {
			t.Errorf("%s of %s: %s", name, url, found)
		}
	})
}
