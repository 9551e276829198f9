package ledger

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/model/proof"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

// Names of the files in a sweep's folder.
const (
	SolvesFile   = "solves.jsonl"
	TableFile    = "table.csv"
	ParquetFile  = "table.parquet"
	ManifestFile = "sweep.json"
	LockFile     = ".lock" // empty; a run locks it
)

// ErrResults marks a folder that holds no readable results of a sweep.
var ErrResults = errors.New("no results of a sweep")

// Manifest records how the results in a folder were made.
type Manifest struct {
	Config   string    `json:"config" text:"-"` // text of the configuration
	Reading  string    `json:"reading"`         // definitions of the features in the results, separated by commas
	Judge    string    `json:"judge"`           // version of the proof kernel
	Go       string    `json:"go"`              // version of Go
	Machine  string    `json:"machine"`         // system, architecture and number of CPUs
	Started  time.Time `json:"started"`         // when the run started
	Ended    time.Time `json:"ended"`           // when it ended
	Solves   int       `json:"solves"`          // solves that the configuration asks for
	Finished int       `json:"finished"`        // solves that are in the folder
	Partial  bool      `json:"partial"`         // whether some are missing
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
	if err := cmp.Or(question.CheckKeys(text), question.Strict(text, m), json.Unmarshal(text, m)); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, plain.JSON(err))
	}
	return m, nil
}

// WriteSolves writes complete results to a folder: their proofs to the folder proofs, the rest to
// solves.jsonl, one JSON object a line.
func WriteSolves(folder string, results []*question.Answer) error {
	lines, packed := detached(results)
	proofs := filepath.Join(folder, prooffile.Folder)
	if err := writeProofs(proofs, packed); err != nil {
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
	names, err := prooffile.List(proofs) // not earlier: the old results need their proofs
	for _, name := range names {
		if packed[filepath.Base(name)] == nil {
			err = errors.Join(err, disk.FS.RemoveAll(name))
		}
	}
	return err
}

// detached returns copies of results without the proofs inside, and these by the names of their files. Of several
// proofs with one name it keeps the one with the largest bound, which all results with that name then share.
func detached(results []*question.Answer) (lines []question.Answer, packed map[string][]byte) {
	lines, packed = make([]question.Answer, len(results)), map[string][]byte{}
	best := map[string]*prooffile.Record{}
	for i, a := range results {
		if lines[i] = *a; a.Proof == nil {
			continue
		}
		r := *a.Proof
		if lines[i].Proof = &r; r.Packed == nil {
			continue
		}
		h := proof.Header{Features: r.Features}
		h.Labels.Source, h.Labels.Rows = a.Parts()
		if r.Largest {
			h.Loss = proof.Largest
		}
		r.File = prooffile.Name(&h)
		if b := best[r.File]; b == nil || r.Bound > b.Bound {
			best[r.File], packed[r.File] = &r, r.Packed
		}
		r.Packed = nil
	}
	for i := range lines {
		if r := lines[i].Proof; r != nil && best[r.File] != nil {
			*r = *best[r.File]
		}
	}
	return lines, packed
}

// writeProofs writes packed proofs by name into a folder, which may hold others. It does not touch files that have the
// same content already.
func writeProofs(folder string, packed map[string][]byte) error {
	if len(packed) > 0 {
		if err := disk.FS.MkdirAll(folder, 0o777); err != nil {
			return err
		}
	}
	for name, content := range packed {
		path := filepath.Join(folder, name)
		if old, err := disk.ReadFile(path, disk.MostProof); err == nil && bytes.Equal(old, content) {
			continue
		}
		if err := disk.WriteBytes(path, content); err != nil {
			return err
		}
	}
	return nil
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
