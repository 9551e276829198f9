package sweep

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// ErrFolder marks an output folder that a sweep must not write to; the message says why.
var ErrFolder = errors.New("cannot use the output folder")

// Manifest records how the results in a folder were made.
type Manifest struct {
	Config   string    `json:"config"`   // text of the configuration
	Reading  string    `json:"reading"`  // definitions of the features, as the results name them, separated by commas
	Judge    string    `json:"judge"`    // version of the proof kernel
	Go       string    `json:"go"`       // version of Go
	Machine  string    `json:"machine"`  // system, architecture and number of CPUs
	Started  time.Time `json:"started"`  // when the run started
	Ended    time.Time `json:"ended"`    // when it ended
	Solves   int       `json:"solves"`   // solves that the configuration asks for
	Finished int       `json:"finished"` // solves that are in the folder
	Partial  bool      `json:"partial"`  // whether some are missing
}

// Folder is the output folder of a sweep. A lock lets one process write to it at a time.
type Folder struct {
	path     string
	lock     *flock.Flock
	manifest Manifest
	there    int // results that the folder held before
}

// LockFile is the name of the empty file that a run locks in its folder.
const LockFile = ".lock"

// OpenFolder creates and locks the output folder of a configuration, so that a folder that cannot be
// written fails before work starts. The error wraps ErrFolder if another process has it, or if it holds
// results of another configuration.
func OpenFolder(c *Config) (*Folder, error) {
	if err := disk.FS.MkdirAll(c.Output, 0o777); err != nil {
		return nil, err
	}
	lock, err := disk.Lock(filepath.Join(c.Output, LockFile))
	if err != nil {
		return nil, err
	}
	f := &Folder{path: c.Output, lock: lock,
		manifest: Manifest{
			Config: c.text, Judge: proof.Judge, Go: runtime.Version(),
			Machine: fmt.Sprintf("%s/%s, %d CPUs", runtime.GOOS, runtime.GOARCH, runtime.NumCPU()),
			Started: time.Now().UTC().Truncate(time.Second), Solves: len(c.Questions),
		}}
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
	results, err := Read(f.path)
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
				"name another output: or remove it",
				ErrFolder, f.path, len(results), r)
		}
	}
	f.there = len(results)
	return nil
}

// Finish replaces the folder's results by those that are not nil, unless some are nil and the folder has
// more results. It reports whether it wrote. The manifest stays if the same configuration gave the same
// results again.
func (f *Folder) Finish(results []*question.Answer) (wrote bool, err error) {
	var finished []*question.Answer
	for _, r := range results {
		if r != nil {
			finished = append(finished, r)
		}
	}
	m := &f.manifest
	m.Finished, m.Partial, m.Ended = len(finished), len(finished) < len(results), time.Now().UTC().Truncate(time.Second)
	m.Reading = Readings(finished)
	if m.Partial && len(finished) <= f.there {
		return false, nil
	}
	old, _ := ReadManifest(f.path)                              // an unreadable manifest is replaced
	before, _ := disk.ReadIn(f.path, SolvesFile, disk.MostText) // none is nil
	if err := Write(f.path, finished); err != nil {
		return false, err
	}
	after, err := disk.ReadIn(f.path, SolvesFile, disk.MostText)
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
	return true, disk.WriteBytes(filepath.Join(f.path, ManifestFile), append(text, '\n'))
}

// Readings lists the definitions of the features that results have, each once, in the order of the results, separated
// by commas: mostly one.
func Readings(results []*question.Answer) string {
	var all []string
	for _, r := range results {
		if !slices.Contains(all, r.Reading) {
			all = append(all, r.Reading)
		}
	}
	return strings.Join(all, ", ")
}

// Write replaces solves, proofs and tables in a folder.
func Write(folder string, results []*question.Answer) error {
	if err := WriteSolves(folder, results); err != nil {
		return err
	}
	for _, name := range []string{TableFile, ParquetFile} {
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

// ReadManifest reads a folder's manifest, nil if there is none.
func ReadManifest(folder string) (*Manifest, error) {
	path := filepath.Join(folder, ManifestFile)
	text, err := disk.ReadIn(folder, ManifestFile, disk.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := cmp.Or(question.CheckKeys(text), d.Decode(m), json.Unmarshal(text, m)); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, plain.JSON(err))
	}
	return m, nil
}

// Render makes the table TableFile or ParquetFile of results.
func Render(name string, results []*question.Answer) ([]byte, error) {
	var b bytes.Buffer
	err := encode(&b, results, strings.TrimPrefix(filepath.Ext(name), "."))
	return b.Bytes(), err
}

// encode writes the table of results as csv, parquet or arrow; in the latter two with formulas as lists too.
func encode(w io.Writer, results []*question.Answer, format string) error {
	columns := columnsOf(results)
	if format != "csv" {
		columns = append(columns, formula)
	}
	metadata := [][2]string{{"feltlab.format", "feltlab-sweep-2"}, {"feltlab.definitions", Readings(results)}}
	return table.Write(w, format, columns, metadata, results)
}

// Names of the files in a sweep's folder.
const (
	SolvesFile   = "solves.jsonl"
	TableFile    = "table.csv"
	ParquetFile  = "table.parquet"
	ManifestFile = "sweep.json"
)

// ErrResults marks a folder that holds no readable results of a sweep.
var ErrResults = errors.New("no results of a sweep")

// FeatureList writes a formula as "F54:0.86;F41:-0.18", the largest weight first.
func FeatureList(r *question.Answer) string {
	var parts []string
	for _, w := range r.ByWeight() {
		parts = append(parts, fmt.Sprintf("F%d:%s", w.ID, strconv.FormatFloat(w.Weight, 'g', -1, 64)))
	}
	return strings.Join(parts, ";")
}

// WriteSolves writes complete results to a folder: their proofs to the folder proofs, the rest to
// solves.jsonl, one JSON object a line.
func WriteSolves(folder string, results []*question.Answer) error {
	lines := make([]question.Answer, len(results))
	records := make([]*prooffile.Record, len(results))
	for i, r := range results {
		if lines[i] = *r; r.Proof != nil {
			record := *r.Proof
			records[i], lines[i].Proof = &record, &record
		}
	}
	packed := prooffile.Detach(records, func(i int) (hand, rng string) {
		return results[i].Parts()
	})
	proofs := filepath.Join(folder, prooffile.Folder)
	if err := prooffile.WriteMore(proofs, packed); err != nil {
		return err
	}
	err := disk.Write(filepath.Join(folder, SolvesFile), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for i := range lines {
			if err := enc.Encode(&lines[i]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return prooffile.Prune(proofs, packed) // not earlier: the old results need their proofs
}

// Read returns the results that a sweep wrote to a folder.
func Read(folder string) ([]*question.Answer, error) {
	path := filepath.Join(folder, SolvesFile)
	f, err := disk.OpenIn(folder, SolvesFile, disk.MostText)
	if err != nil {
		return nil, fmt.Errorf("%w in %s (want a folder that feltlab sweep wrote): %w", ErrResults, folder, err)
	}
	defer f.Close()
	results, err := question.ReadAnswers(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, err)
	}
	return results, nil
}
