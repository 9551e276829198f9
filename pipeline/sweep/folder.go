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
	"strings"
	"time"

	"github.com/gofrs/flock"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/pipeline/question"
)

// ErrFolder marks an output folder that a sweep must not write to; the message says why.
var ErrFolder = errors.New("cannot use the output folder")

// Manifest says what made the results in a folder.
type Manifest struct {
	Config   string    `json:"config"`   // text of the configuration
	Reading  string    `json:"reading"`  // definition of the features
	Judge    string    `json:"judge"`    // version of the proof kernel
	Go       string    `json:"go"`       // version of Go
	Machine  string    `json:"machine"`  // system, architecture and number of CPUs
	Started  time.Time `json:"started"`  // when the run started
	Ended    time.Time `json:"ended"`    // when it ended
	Solves   int       `json:"solves"`   // solves that the configuration asks for
	Finished int       `json:"finished"` // solves that are in the folder
	Partial  bool      `json:"partial"`  // whether some are missing
}

// Folder is where a sweep's results go. One process has it at a time.
type Folder struct {
	path     string
	lock     *flock.Flock
	manifest Manifest
	there    int // results that it held before
}

const lockFile = ".lock"

// OpenFolder creates the folder of a configuration's results, so that one that cannot be written is
// found before work starts. The error wraps ErrFolder if another process has it, or if it holds
// results that the configuration does not ask for.
func OpenFolder(c *Config) (*Folder, error) {
	if err := disk.FS.MkdirAll(c.Output, 0o777); err != nil {
		return nil, err
	}
	f := &Folder{path: c.Output, lock: flock.New(filepath.Join(c.Output, lockFile), flock.SetPermissions(0o666)), manifest: Manifest{
		Config: c.text, Reading: features.Version, Judge: proof.Judge, Go: runtime.Version(),
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

// check reads what is there, and removes what a killed run left half written.
func (f *Folder) check(questions []question.Question) error {
	left, err := filepath.Glob(filepath.Join(f.path, "*.tmp"))
	if err != nil {
		return err
	}
	for _, path := range left {
		if err := disk.FS.RemoveAll(path); err != nil {
			return err
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
			return fmt.Errorf("%w %s: it holds %d results of another configuration, such as %v; name another output: or remove it",
				ErrFolder, f.path, len(results), r)
		}
	}
	f.there = len(results)
	return nil
}

// Finish replaces what is in the folder by the results that are not nil. If some are, it leaves a
// folder alone that has more. It reports whether it wrote. The manifest stays that of the run that
// made the results, if the same configuration came to the same once more.
func (f *Folder) Finish(results []*question.Answer) (wrote bool, err error) {
	var finished []*question.Answer
	for _, r := range results {
		if r != nil {
			finished = append(finished, r)
		}
	}
	m := &f.manifest
	m.Finished, m.Partial, m.Ended = len(finished), len(finished) < len(results), time.Now().UTC().Truncate(time.Second)
	if m.Partial && len(finished) <= f.there {
		return false, nil
	}
	old, _ := ReadManifest(f.path)                              // one that cannot be read is replaced
	before, _ := os.ReadFile(filepath.Join(f.path, SolvesFile)) // none is nil
	if err := Write(f.path, finished); err != nil {
		return false, err
	}
	after, err := os.ReadFile(filepath.Join(f.path, SolvesFile))
	if err != nil {
		return false, err
	}
	if old != nil && old.Config == m.Config && bytes.Equal(before, after) {
		return true, nil
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return false, err
	}
	return true, write(f.path, ManifestFile, append(text, '\n'))
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
		if err := write(folder, name, content); err != nil {
			return err
		}
	}
	return nil
}

func write(folder, name string, content []byte) error {
	return disk.Write(filepath.Join(folder, name), func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// Close lets other processes have the folder.
func (f *Folder) Close() error { return f.lock.Close() }

// ReadManifest reads what a folder says of itself; nil if it says nothing.
func ReadManifest(folder string) (*Manifest, error) {
	path := filepath.Join(folder, ManifestFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := &Manifest{}
	if err := json.Unmarshal(text, m); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, err)
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
	metadata := [][2]string{{"feltlab.format", "feltlab-sweep-2"}, {"feltlab.definitions", features.Version}}
	return table.Write(w, format, columns, metadata, results)
}
