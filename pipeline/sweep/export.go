package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"feltlab/dataset/table"
	"feltlab/internal/nearest"
	"feltlab/pipeline/question"
)

// Formats are the names that Export accepts.
var Formats = []string{"csv", "markdown", "latex", "latex-grid", "json", "parquet", "arrow"}

// Export writes the weight tables of the results: one row a solve, with its size or error
// in percentage points and the `top` largest weights (all of them where top is 0), as the
// source's Tables 3 and 4 have them.
//
// The format latex-grid has hands by ranges instead, as the source prints them, and features in words.
//
// More columns go before the weights; a grid and JSON, Parquet and Arrow, which hold whole results,
// have none of them.
func Export(w io.Writer, results []*question.Answer, format string, top int, more ...Column) error {
	if !slices.Contains(Formats, format) {
		return fmt.Errorf("unknown format %q, want %s%s", format, strings.Join(Formats, ", "), nearest.Hint(format, Formats))
	}
	if format == "parquet" || format == "arrow" {
		return encode(w, results, format)
	}
	if format == "json" {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(results)
	}
	if format == "latex-grid" {
		return writeGrid(w, results, top)
	}
	return table.Write(w, format, exported(results, top, more), nil, results)
}

// ExportLike writes the weight tables of the results in the format of a text that Export wrote,
// with as many weights. The error says what the text is instead.
func ExportLike(text []byte, results []*question.Answer) ([]byte, error) {
	first, _, _ := strings.Cut(string(text[:min(len(text), 1<<20)]), "\n")
	format := "csv"
	switch {
	case strings.HasPrefix(first, "|"):
		format = "markdown"
	case strings.HasPrefix(first, `\begin{tabular}`):
		format = "latex"
		lines := strings.SplitN(string(text[:min(len(text), 1<<20)]), "\n", 4)
		first = strings.ReplaceAll(lines[min(2, len(lines)-1)], `\_`, "_")
	}
	var top int
	if n, _ := fmt.Sscanf(first+"\n", gridHead, &top); n == 1 {
		format = "latex-grid"
	} else if top = strings.Count(first, "weight_"); !strings.Contains(first, "average_error_percent") || !strings.Contains(first, "hand") {
		return nil, fmt.Errorf("no kind of results begins with %.60q", first)
	}
	var b bytes.Buffer
	err := Export(&b, results, format, top)
	return b.Bytes(), err
}

// percent writes a fraction as percentage points, or nothing where there is none.
func percent(n question.Number) string {
	if n.Missing() {
		return ""
	}
	return table.Fixed(100*float64(n), 4)
}
