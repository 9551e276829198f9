package sweep

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/arrow-go/v18/parquet/file"

	"feltlab/internal/must"
	"feltlab/model/regression"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

const yaml = `
hands: [AA, KK]
ranges: [RUS]
programs: [AVGERR, MAXERR, FEAT_AVGERR]
features: [1, 2]
max_errors_percent: [12.5]
engine: search
time_limit: 60
workers: 2
`

// about asks for a formula of n features for a hand against the range of the made-up matrices.
func about(hand string, n int, limit time.Duration) question.Question {
	return question.Question{Subject: question.MustSubject(hand, "RUS"),
		Program: regression.Program{Kind: regression.AvgErr, N: n}, Engine: question.Auto, TimeLimit: limit}
}

func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pairs.yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func load(t *testing.T, text string) *Config {
	t.Helper()
	c := must.Get(Load(written(t, text)))(t)
	c.Output = filepath.Join(t.TempDir(), "out")
	return c
}

func open(t *testing.T, root string) *store.Store {
	t.Helper()
	return must.Get(store.Open(root, slog.New(slog.DiscardHandler)))(t)
}

// run sweeps into the configuration's folder and returns the results and how many of them
// came from the store. It cancels the sweep after `limit` results, if that is positive.
func run(t *testing.T, c *Config, store *store.Store, limit int) (results []*question.Answer, cached int, err error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tasks := c.Questions
	folder := must.Get(OpenFolder(c))(t)
	defer folder.Close()
	var mu sync.Mutex
	seen := 0
	results, err = Run(ctx, tasks, store, Options{Workers: c.Workers, Observe: func(e Event) error {
		mu.Lock()
		defer mu.Unlock()
		if seen++; seen == limit {
			cancel()
		}
		if e.Cached {
			cached++
		}
		return nil
	}})
	must.Get(folder.Finish(results))(t)
	return results, cached, err
}

// TestResume stops a sweep in the middle and expects the second run to compute only the rest,
// and a third one nothing, with the same bytes in every file.
func TestResume(t *testing.T) {
	c, root := load(t, yaml), cache(t)
	first, _, err := run(t, c, open(t, root), 3)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want the cancellation", err)
	}
	done := 0
	for _, r := range first {
		if r != nil {
			done++
		}
	}
	if done < 3 || done == len(first) {
		t.Fatalf("%d of %d solves were done when the sweep was cancelled", done, len(first))
	}
	second, cached, err := run(t, c, open(t, root), 0)
	must.Do(t, err)
	if cached < done || cached == len(second) {
		t.Errorf("%d results were reused, want the %d that were done and not all %d", cached, done, len(second))
	}
	mark(t, filepath.Join(c.Output, ledger.ManifestFile))
	before := read(t, c.Output)
	_, cached, err = run(t, c, open(t, root), 0)
	if err != nil || cached != len(second) {
		t.Errorf("the third run reused %d of %d results, %v", cached, len(second), err)
	}
	for name, text := range read(t, c.Output) {
		must.Equal(t, text, before[name], name)
	}
	t.Run("results", func(t *testing.T) { holdResults(t, c, second) })
}

// mark makes a manifest one of another machine.
func mark(t *testing.T, path string) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	marked := strings.Replace(string(text), `"machine": "`, `"machine": "another, `, 1)
	if marked == string(text) {
		t.Fatalf("no machine in %s", text)
	}
	must.Do(t, os.WriteFile(path, []byte(marked), 0o666))
}

func read(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, name := range []string{ledger.SolvesFile, ledger.TableFile, ledger.ParquetFile, ledger.ManifestFile} {
		text := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
		files[name] = string(text)
	}
	return files
}

func holdResults(t *testing.T, c *Config, results []*question.Answer) {
	again, err := ledger.Read(c.Output)
	if err != nil || len(again) != len(results) {
		t.Fatalf("read %d results back, %v", len(again), err)
	}
	for i, r := range results {
		if FeatureList(r) != FeatureList(again[i]) || r.Program().String() != again[i].Program().String() ||
			r.AverageError != again[i].AverageError {
			t.Errorf("%d: wrote %+v, read %+v", i, r, again[i])
		}
	}
	// By hand: AVGERR(1), AVGERR(2), MAXERR(1), MAXERR(2), FEAT_AVGERR. More features are no worse.
	if results[1].AverageError > results[0].AverageError || results[3].MaxError > results[2].MaxError {
		t.Error("two features are worse than one")
	}
	if results[0].MaxError < results[2].MaxError || results[2].AverageError < results[0].AverageError {
		t.Error("the least average error and the least largest error are the wrong way round")
	}
	table := must.Get(os.ReadFile(filepath.Join(c.Output, ledger.TableFile)))(t)
	if rows, err := csv.NewReader(bytes.NewReader(table)).ReadAll(); err != nil || len(rows) != len(results)+1 ||
		rows[5][4] != "" || rows[5][5] != "0.125" {
		t.Errorf("%v, table\n%s", err, table)
	}
	if n := parquetRows(t, filepath.Join(c.Output, ledger.ParquetFile)); n != int64(len(results)) {
		t.Errorf("the Parquet file has %d rows, want %d", n, len(results))
	}
	for format, want := range map[string]string{
		"csv": "weight_1,feature_1", "markdown": "| AA | RUS | AVGERR | 1 |", "latex": `FEAT\_AVGERR &  & 12.5000`,
		"latex-grid": "\nFEAT\\_AVGERR(12.5\\%) & RUS \\\\\n\\midrule\nAA & ", "json": `"hand": "KK"`,
	} {
		t.Run(format, func(t *testing.T) {
			var out bytes.Buffer
			if err := Export(&out, results, format, 5); err != nil || !strings.Contains(out.String(), want) {
				t.Errorf("%s: %v, no %q in\n%s", format, err, want, out.String())
			}
			if format == "csv" {
				if rows, err := csv.NewReader(&out).ReadAll(); err != nil || len(rows) != len(results)+1 {
					t.Errorf("csv: %d rows, %v", len(rows), err)
				}
			}
		})
	}
}

func parquetRows(t *testing.T, path string) int64 {
	t.Helper()
	r := must.Get(file.OpenParquetFile(path, false))(t)
	defer r.Close()
	return r.NumRows()
}

func TestReadErrors(t *testing.T) {
	folder := t.TempDir()
	must.Fails(ledger.Read(folder))(t, ledger.ErrResults)
	must.Do(t, os.WriteFile(filepath.Join(folder, ledger.SolvesFile),
		[]byte("{\"hand\":\"AA\",\"range\":\"ATC\",\"program\":\"AVGERR\",\"max_features\":1,\"status\":\"none\"}\n"+
			"{\"hand\": \"AA\", \"ra"), 0o666))
	must.Fails(ledger.Read(folder))(t, ledger.ErrResults, "result 2")
}

// TestLatest has a solve that ends too soon and one after it that tells more of the same.
func TestLatest(t *testing.T) {
	tasks := []question.Question{about("KK", 2, time.Nanosecond), about("KK", 3, time.Minute)}
	first := 0.0
	results := must.Get(Run(t.Context(), tasks, open(t, cache(t)), Options{Workers: 1, Observe: func(e Event) error {
		if e.Index == 0 {
			first = float64(e.Result.LowerBound)
		}
		return nil
	}}))(t)
	if a, b := results[0], results[1]; b.Status != question.Optimal || first >= float64(b.LowerBound) ||
		a.LowerBound < b.LowerBound {
		t.Errorf("%v, %v: at first the bound was %v", a, b, first)
	}
}
