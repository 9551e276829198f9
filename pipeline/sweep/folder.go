package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"feltlab/dataset/table"
	_ "feltlab/dataset/table/columnar"
	"feltlab/internal/disk"
	"feltlab/model/proof"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// ErrFolder marks an output folder that a sweep must not write to; the message says why.
var ErrFolder = errors.New("cannot use the output folder")

// Folder is the output folder of a sweep. A lock lets one process write to it at a time.
type Folder struct {
	path     string
	lock     *flock.Flock
	manifest ledger.Manifest
	there    int // results that the folder held before
}

// OpenFolder creates and locks the output folder of a configuration, so that a folder that cannot be
// written fails before work starts. The error wraps ErrFolder if another process has it, or if it holds
// results of another configuration.
func OpenFolder(c *Config) (*Folder, error) {
	if err := disk.FS.MkdirAll(c.Output, 0o777); err != nil {
		return nil, err
	}
	lock, err := store.Lock(filepath.Join(c.Output, ledger.LockFile))
	if err != nil {
		return nil, err
	}
	f := &Folder{path: c.Output, lock: lock, manifest: ledger.Manifest{Config: c.text, Judge: proof.Judge,
		Go: runtime.Version(), Machine: fmt.Sprintf("%s/%s, %d CPUs", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
		Started: time.Now().UTC().Truncate(time.Second), Solves: len(c.Questions)}}
	if got, err := f.lock.TryLock(); err != nil {
		return nil, err
	} else if !got {
		return nil, fmt.Errorf("%w %s: another feltlab is writing to it", ErrFolder, c.Output)
	}
	if err := f.check(c.Questions); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// check reads the results in the folder, and removes half-written files of a killed run.
func (f *Folder) check(questions []question.Question) error {
	entries, err := os.ReadDir(f.path)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".tmp" {
			if err := disk.FS.RemoveAll(filepath.Join(f.path, e.Name())); err != nil {
				return err
			}
		}
	}
	results, err := ledger.Read(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w %s: %w", ErrFolder, f.path, err)
	}
	asked := map[string]bool{}
	for _, q := range questions {
		asked[q.Key()] = true
	}
	for _, r := range results {
		if !asked[r.Question().Key()] {
			return fmt.Errorf("%w %s: it holds %d results of another configuration, such as %v; "+
				"name another output: or remove it", ErrFolder, f.path, len(results), r)
		}
	}
	f.there = len(results)
	return nil
}

// Finish replaces the folder's results by those that are not nil, unless some are nil and the folder has more results.
// It reports whether it wrote. The manifest stays if the same configuration gave the same results again.
func (f *Folder) Finish(results []*question.Answer) (wrote bool, err error) {
	finished := slices.DeleteFunc(slices.Clone(results), func(r *question.Answer) bool { return r == nil })
	m := &f.manifest
	m.Finished, m.Partial, m.Ended = len(finished), len(finished) < len(results), time.Now().UTC().Truncate(time.Second)
	m.Reading = ledger.Readings(finished)
	if m.Partial && len(finished) <= f.there {
		return false, nil
	}
	old, _ := ledger.ReadManifest(f.path)                              // an unreadable manifest is replaced
	before, _ := disk.ReadIn(f.path, ledger.SolvesFile, disk.MostText) // none is nil
	if err := Write(f.path, finished); err != nil {
		return false, err
	}
	after, err := disk.ReadIn(f.path, ledger.SolvesFile, disk.MostText)
	if err != nil {
		return false, err
	}
	if old != nil && old.Config == m.Config && old.Reading == m.Reading && bytes.Equal(before, after) {
		return true, nil
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return false, err
	}
	return true, disk.WriteBytes(filepath.Join(f.path, ledger.ManifestFile), append(text, '\n'))
}

// Write replaces solves, proofs and tables in a folder.
func Write(folder string, results []*question.Answer) error {
	if err := ledger.WriteSolves(folder, results); err != nil {
		return err
	}
	for _, name := range []string{ledger.TableFile, ledger.ParquetFile} {
		content, err := Render(name, results)
		if err != nil {
			return err
		}
		if err := disk.WriteBytes(filepath.Join(folder, name), content); err != nil {
			return err
		}
	}
	return nil
}

// Close releases the lock.
func (f *Folder) Close() error { return f.lock.Close() }

// Render makes the table ledger.TableFile or ledger.ParquetFile of results.
func Render(name string, results []*question.Answer) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, results, strings.TrimPrefix(filepath.Ext(name), "."))
	return b.Bytes(), err
}

// encode writes the table of results as csv, parquet or arrow; in the latter two with formulas as lists too.
func encode(w io.Writer, results []*question.Answer, format string) error {
	results = inTargetUnit(results)
	columns := columnsOf(results)
	if format != "csv" {
		columns = append(columns, formula)
	}
	metadata := [][2]string{{"feltlab.format", "feltlab-sweep-2"}, {"feltlab.definitions", ledger.Readings(results)}}
	return table.Write(w, format, columns, metadata, results)
}

// FeatureList writes a formula as "F54:0.86;F41:-0.18", the largest weight first, for a table with the names of its
// columns: "77 if s5 >= 4.8203;73 if bmi >= 27.4".
func FeatureList(r *question.Answer) string {
	var parts []string
	for _, w := range r.ByWeight() {
		if weight := ledger.Text(w.Weight); r.IsTable() {
			parts = append(parts, weight+" if "+w.Name)
		} else {
			parts = append(parts, fmt.Sprintf("F%d:%s", w.ID, weight))
		}
	}
	return strings.Join(parts, ";")
}
