package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"feltlab/internal/must"
)

// patience is how long a step in the browser may take, on a machine that is busy.
const patience = 3 * time.Minute

// tab is a page in a browser that collects what must not happen.
type tab struct {
	t      *testing.T
	ctx    context.Context
	server string // address of the server of a live page

	mu       sync.Mutex
	problems []string
}

// browse opens pages in a browser, or skips the test where none is installed.
func browse(t *testing.T) *tab {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil && program == "" {
			program = found
		}
	}
	if program == "" {
		t.Skip("no Chromium is installed")
	}
	flags := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WindowSize(1280, 1000),
	)
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), flags...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.hear); err != nil { // starts the browser, which lives as long as the context
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	call(b, runtime.Enable, cdp.Empty{})
	return b
}

// call sends a command of the protocol and returns its answer.
func call[P, R any](b *tab, command cdp.Command[P, R], parameters P) R {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return must.Get(chromedp.Call(ctx, command, parameters))(b.t)
}

// get runs an action in the browser and returns its value.
func get[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatalf("%v; heard %q", err, b.problems)
	}
	return value
}

// hear collects errors, and requests for anything but the page itself.
func (b *tab) hear(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem = "exception: " + e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "warning" {
			problem = "console:"
			for _, arg := range e.Args {
				problem += fmt.Sprintf(" %s%s", arg.Value, arg.Description)
			}
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" || e.Entry.Level == "warning" {
			problem = "log: " + e.Entry.Text
		}
	case *network.EventRequestWillBeSent:
		scheme, _, _ := strings.Cut(e.Request.URL, ":")
		served := b.server != "" && strings.HasPrefix(e.Request.URL, b.server)
		if scheme != "data" && !served && (e.Type != "Document" || scheme != "file" && scheme != "about") {
			problem = "request: " + e.Request.URL
		}
	case *page.EventJavascriptDialogOpening:
		problem = "dialog: " + e.Message
	}
	if problem != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.problems = append(b.problems, problem)
	}
}

// open loads a page with a fragment and waits until a section has been shown.
func (b *tab) open(url, section, query string) {
	b.t.Helper()
	get(b, chromedp.Navigate("about:blank"))
	get(b, chromedp.Navigate(url+"#/"+section+query))
	get(b, chromedp.WaitVisible(chromedp.CSS("#"+section+"[data-ready]")))
	b.settle()
}

// settle waits for updates that are under way: a section shows a change after a promise or two.
func (b *tab) settle() {
	b.t.Helper()
	get(b, chromedp.Evaluate[chromedp.Void](`new Promise((done) => setTimeout(done, 50))`, chromedp.EvalAwaitPromise))
}

// text returns what an expression gives.
func (b *tab) text(expression string) string {
	b.t.Helper()
	return get(b, chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
}

// texts returns the texts of all elements of the section that is shown.
func (b *tab) texts(selector string) []string {
	b.t.Helper()
	return get(b, chromedp.Evaluate[[]string](fmt.Sprintf(
		`[...document.querySelectorAll("main > section:not([hidden]) " + %q)].map((e) => (e.innerText ?? "").trim())`,
		selector)))
}

// has expects texts in those of the elements of the section that is shown.
func (b *tab) has(selector string, wants ...string) {
	b.t.Helper()
	got := strings.Join(b.texts(selector), "\n")
	for _, want := range wants {
		if !strings.Contains(got, want) {
			b.t.Errorf("%s: no %q in %q", selector, want, got)
		}
	}
}

// fits expects a page that is not wider than the window.
func (b *tab) fits(what string, width int64) {
	b.t.Helper()
	if wide := get(b, chromedp.Evaluate[int64](`document.documentElement.scrollWidth`)); wide > width {
		b.t.Errorf("%s: %d wide in a window of %d", what, wide, width)
	}
}

// choose gives the control with a label a value, as a user does.
func (b *tab) choose(label, value string) {
	b.t.Helper()
	found := b.text(fmt.Sprintf(`(() => {
		const label = [...document.querySelectorAll("main > section:not([hidden]) label")]
			.find((l) => l.textContent === %q);
		const control = label && document.getElementById(label.htmlFor);
		if (!control) return "no control " + %[1]q;
		control.value = %q;
		control.dispatchEvent(new Event(control.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
		return control.value;
	})()`, label, value))
	if found != value {
		b.t.Fatalf("%s: %s, want %s", label, found, value)
	}
	b.settle()
}

// press clicks the button with a text.
func (b *tab) press(name string) {
	b.t.Helper()
	if got := b.text(fmt.Sprintf(`(() => {
		const button = [...document.querySelectorAll("main > section:not([hidden]) button")]
			.find((x) => x.textContent === %q || x.getAttribute("aria-label") === %[1]q);
		button?.click();
		return button ? "" : "no button";
	})()`, name)); got != "" {
		b.t.Fatalf("%s: %s", name, got)
	}
	b.settle()
}

// download returns the rows of the file that a button hands out.
func (b *tab) download(button string) [][]string {
	b.t.Helper()
	b.text(`(() => {
		window.blobs = [];
		HTMLAnchorElement.prototype.click = () => {};
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { window.blobs.push(blob); return make(blob); };
		return "";
	})()`)
	b.press(button)
	return must.Get(csv.NewReader(strings.NewReader(b.text(`window.blobs.at(-1).text()`))).ReadAll())(b.t)
}

// quiet fails the test if something was heard.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, problem := range b.problems {
		b.t.Error(problem)
	}
	b.problems = nil
}

// fileOf writes a page into a file and returns its address.
func fileOf(t *testing.T, r *Report) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	file := must.Get(os.Create(path))(t)
	defer file.Close()
	must.Do(t, r.Write(file))
	return "file://" + path
}

// withoutScripts is a page as a browser shows it that runs none.
func (b *tab) withoutScripts(url string) string {
	b.t.Helper()
	call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	defer call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{})
	get(b, chromedp.Navigate(url))
	return get(b, chromedp.Text(chromedp.CSS("noscript")))
}
