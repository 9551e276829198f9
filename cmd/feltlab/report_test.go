package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/internal/must"
)

// pageLine is a stored result.
const pageLine = `{"hand":"TT","range":"ATC","reading":"paper-2","program":"AVGERR","max_features":1,` +
	`"status":"feasible","average_error":0.0625,"max_error":0.5,"p90_error":0.125,"lower_bound":null,"gap":null,` +
	`"seconds":1,"engine":"search","features":[{"id":54,"name":"no flop card above our highest","weight":0.75}]}` + "\n"

// pageFolder has a file of results.
func pageFolder(t *testing.T, text string) string {
	t.Helper()
	return filepath.Dir(write(t, filepath.Join(t.TempDir(), "solves.jsonl"), text))
}

func TestReport(t *testing.T) {
	out := filepath.Join(t.TempDir(), "report.html")
	must.Get(feltlab(t, "report", pageFolder(t, pageLine), "--out", out, "--title", "tens & more"))(t)
	text, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(text), "<title>tens &amp; more</title>") ||
		!strings.Contains(string(text), `"hand":["TT"]`) {
		t.Errorf("%v, %d bytes", err, len(text))
	}
}

// TestReportBrief says on standard error what the page leaves out of a large file, unless --full takes all.
func TestReportBrief(t *testing.T) {
	var many strings.Builder
	for rank := range 9 {
		for _, rng := range []string{"RUS", "RS", "RML", "AA", "KK", "QQ", "JJ"} {
			hand := string("23456789T"[rank]) + "A"
			many.WriteString(strings.NewReplacer("TT", hand+"s", "ATC", rng).Replace(pageLine))
		}
	}
	out := filepath.Join(t.TempDir(), "report.html")
	var errs strings.Builder
	err := Run(t.Context(), []string{"report", pageFolder(t, many.String()), "--out", out, "--cache", t.TempDir()},
		&strings.Builder{}, &errs)
	if err != nil || !strings.Contains(errs.String(), "63 hands and ranges") ||
		!strings.Contains(errs.String(), "--full takes all") {
		t.Errorf("%v, %q", err, errs.String())
	}
}

func TestReportUsage(t *testing.T) {
	good, empty, cut := pageFolder(t, pageLine), t.TempDir(), pageFolder(t, pageLine+pageLine[:50])
	out := filepath.Join(t.TempDir(), "report.html")
	refuses(t, "", map[string]string{
		"report": "want PATH...", "report " + good: "--out is missing",
		"report " + good + "/none --out " + out:                 "none",
		"report " + good + " --out " + good + "/no/folder.html": "cannot write",
		"report " + good + " --flops TT --out " + out:           "want HAND/RANGE",
		"report " + good + " --flops TT/Q --out " + out:         "--flops",
		"serve " + good + " --addr nowhere":                     "--addr",
	})
	fails(t, 1, "report "+empty+" --out "+out, empty+" has no results")
	fails(t, 1, "report "+cut+" --out "+out, "solves.jsonl: bad results: result 2")
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a page was written: %v", err)
	}
}

// interrupting is an output whose first text ends the run.
type interrupting struct {
	strings.Builder
	stop func()
}

func (w *interrupting) Write(p []byte) (int, error) {
	w.stop()
	return w.Builder.Write(p)
}

// TestServe ends on its own account when it is interrupted, and says so when its port is taken.
func TestServe(t *testing.T) {
	folder := pageFolder(t, pageLine)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out := &interrupting{stop: cancel}
	err := Run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--cache", t.TempDir()}, out, &strings.Builder{})
	if ExitCode(err) != 130 || !strings.Contains(out.String(), "http://127.0.0.1:") {
		t.Errorf("exit %d, %v, %q", ExitCode(err), err, out.String())
	}
	taken := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	fails(t, 1, "serve "+folder+" --addr "+taken.Addr().String(), taken.Addr().String()+" is in use")
}
