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

	"feltlab/pipeline/fit"
)

// Names of the files in a sweep's folder.
const (
	SolvesFile  = "solves.jsonl"
	TableFile   = "table.csv"
	ParquetFile = "table.parquet"
)

// ErrResults marks a folder that holds no readable results of a sweep.
var ErrResults = errors.New("sweep: no results")

// Header names the columns of the table; errors are fractions of 1, features are written
// "F54:0.86;F41:-0.18", the largest weight first.
var Header = []string{
	"hand", "range", "program", "max_features", "error_limit", "status", "average_error", "max_error",
	"p90_error", "lower_bound", "gap", "seconds", "engine", "features",
}

// record is one row of the table as text, in the order of Header.
func record(r *fit.Result) []string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	limit, size := "", ""
	if r.MaxFeatures > 0 {
		size = strconv.Itoa(r.MaxFeatures)
	} else {
		limit = number(r.ErrorLimit)
	}
	optional := func(n fit.Number) string {
		if n.Missing() {
			return ""
		}
		return number(float64(n))
	}
	return []string{
		r.Hand, r.Range, r.Program, size, limit, string(r.Status), optional(r.AverageError), optional(r.MaxError),
		optional(r.P90Error), optional(r.LowerBound), optional(r.Gap), number(r.Seconds), r.Engine, FeatureList(r),
	}
}

// FeatureList writes a formula as "F54:0.86;F41:-0.18", the largest weight first.
func FeatureList(r *fit.Result) string {
	var parts []string
	for _, w := range r.ByWeight() {
		parts = append(parts, fmt.Sprintf("F%d:%s", w.ID, strconv.FormatFloat(w.Weight, 'g', -1, 64)))
	}
	return strings.Join(parts, ";")
}

func writeSolves(w io.Writer, results []*fit.Result) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, r := range results {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// Read returns the results that a sweep wrote to a folder.
func Read(folder string) ([]*fit.Result, error) {
	path := filepath.Join(folder, SolvesFile)
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w in %s (want a folder that feltlab sweep wrote): %w", ErrResults, folder, err)
	}
	defer f.Close()
	var results []*fit.Result
	lines := bufio.NewScanner(f)
	for line := 1; lines.Scan(); line++ {
		var r fit.Result
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
