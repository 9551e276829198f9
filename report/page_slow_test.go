//go:build slow

package report

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"
)

// screenshots names a folder into which TestResults draws every section; set by the environment, since
// go test hands flags to all packages.
const screenshots = "REPORT_SCREENSHOTS"

// TestResults makes the page of all results and opens every section, wide and narrow, light and dark:
// nothing is complained of, nothing is wider than the window, and axe-core finds no serious problem.
func TestResults(t *testing.T) {
	b := browse(t)
	store, err := artifact.Open(cmp.Or(os.Getenv("FELTLAB_CACHE"), t.TempDir()), nil)
	if err != nil {
		t.Fatal(err)
	}
	report, err := New(t.Context(), []string{filepath.Join("..", "results")}, Options{Title: "feltlab: results", Instances: fit.NewInstances(store, 0)})
	if err != nil {
		t.Fatal(err)
	}
	url := fileOf(t, report)
	const mostBytes, mostLoad = 5_000_000, 2 * time.Second
	info, err := os.Stat(strings.TrimPrefix(url, "file://"))
	if err != nil || info.Size() > mostBytes {
		t.Errorf("the page has %d bytes, want at most %d; %v", info.Size(), mostBytes, err)
	}
	axe, err := os.ReadFile(filepath.Join("page", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Logf("axe-core is not installed (npm ci in report/page): %v", err)
	}
	b.open(url, "overview", "")
	if load := get(b, chromedp.Evaluate[float64](`performance.getEntriesByType("navigation")[0].loadEventEnd`)); load > float64(mostLoad.Milliseconds()) {
		t.Errorf("the page took %.0f ms to load, want at most %v", load, mostLoad)
	}
	sections := get(b, chromedp.Evaluate[[]string](`[...document.querySelectorAll("nav a")].map((a) => a.hash.replace(/^#\/|\?.*$/g, ""))`))
	if len(sections) < 4 {
		t.Fatalf("sections %q", sections)
	}
	for _, width := range []int64{1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
			get(b, chromedp.EmulateViewport(width, 900))
			for _, section := range sections {
				name := fmt.Sprintf("%s-%d-%s", section, width, scheme)
				b.open(url, section, "?hand=AA&range=RUS&n=10&flop=KhQh2c")
				if wide := get(b, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); wide > width {
					t.Errorf("%s is %d wide", name, wide)
				}
				if folder := os.Getenv(screenshots); folder != "" {
					picture := get(b, chromedp.FullScreenshot(100))
					if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o666); err != nil {
						t.Fatal(err)
					}
				}
				if axe != nil {
					checkAxe(b, name, string(axe))
				}
				b.quiet()
			}
		}
	}
}

// checkAxe lets axe-core look at the page as it is.
func checkAxe(b *tab, name, axe string) {
	b.t.Helper()
	get(b, chromedp.Evaluate[chromedp.Void](axe))
	for _, found := range get(b, chromedp.Evaluate[[]string](`axe.run().then((r) => r.violations
		.filter((v) => v.impact === "serious" || v.impact === "critical")
		.map((v) => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html).join(" | ")))`, chromedp.EvalAwaitPromise)) {
		b.t.Errorf("%s: %s", name, found)
	}
}
