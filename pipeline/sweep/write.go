package sweep

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"feltlab/internal/disk"
	"feltlab/pipeline/prooffile"
	"feltlab/pipeline/question"
)

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

// WriteSolves keeps results without loss in a folder: their proofs in the folder proofs, the rest
// as solves.jsonl, one JSON object a line.
func WriteSolves(folder string, results []*question.Answer) error {
	lines := make([]question.Answer, len(results))
	records := make([]*prooffile.Record, len(results))
	for i, r := range results {
		if lines[i] = *r; r.Proof != nil {
			record := *r.Proof
			records[i], lines[i].Proof = &record, &record
		}
	}
	packed := prooffile.Detach(records, func(i int) (hand, rng string) { return results[i].Hand.Text, results[i].Range.String() })
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
	return prooffile.Prune(proofs, packed) // not before: the old results need theirs
}

// Read returns the results that a sweep wrote to a folder.
func Read(folder string) ([]*question.Answer, error) {
	path := filepath.Join(folder, SolvesFile)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w in %s (want a folder that feltlab sweep wrote): %w", ErrResults, folder, err)
	}
	defer f.Close()
	var results []*question.Answer
	lines := bufio.NewScanner(f)
	for line := 1; lines.Scan(); line++ {
		var r question.Answer
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%w: %s, line %d: %w", ErrResults, path, line, err)
		}
		results = append(results, &r)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrResults, path, err)
	}
	return results, nil
}
