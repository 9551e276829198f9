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
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := cmp.Or(question.CheckKeys(text), d.Decode(m), json.Unmarshal(text, m)); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, plain.JSON(err))
	}
	return m, nil
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
