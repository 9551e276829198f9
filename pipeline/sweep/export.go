package sweep

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/nearest"
	"feltlab/pipeline/question"
)

// Formats are the names that Export accepts.
var Formats = []string{"csv", "markdown", "latex", "latex-grid", "json", "parquet", "arrow"}

// Column is a column of the weight tables.
type Column struct {
	Name  string
	Value func(*question.Answer) string
}

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
		return fmt.Errorf("sweep: unknown format %q, want %s%s", format, strings.Join(Formats, ", "), nearest.Hint(format, Formats))
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
	table := weightTable(results, top, more)
	switch format {
	case "csv":
		return csv.NewWriter(w).WriteAll(table)
	case "markdown":
		return writeMarkdown(w, table)
	}
	return writeLaTeX(w, table)
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

// weightTable lays the results out as text, the header first; every row has as many weight
// columns as the longest formula needs.
func weightTable(results []*question.Answer, top int, more []Column) [][]string {
	columns := 0
	for _, r := range results {
		columns = max(columns, len(r.Features))
	}
	if top > 0 {
		columns = min(columns, top)
	}
	header := []string{"hand", "range", "program", "features", "average_error_percent", "max_error_percent", "lower_bound", "status"}
	withSolver := solved(results)
	if withSolver {
		header = append(header, "formulation", "solver_version", "solver_status", "solver_bound", "solver_gap_percent", "solver_nodes", "solver_seconds")
	}
	steps := stepsOf(results)
	for _, step := range steps {
		header = append(header, fmt.Sprintf("integer_%d_error_percent", step), fmt.Sprintf("integer_%d_cost_percent", step), fmt.Sprintf("integer_%d_weights", step))
	}
	for _, column := range more {
		header = append(header, column.Name)
	}
	for i := range columns {
		header = append(header, fmt.Sprintf("weight_%d", i+1), fmt.Sprintf("feature_%d", i+1))
	}
	table := [][]string{header}
	for _, r := range results {
		row := []string{r.Hand, r.Range, r.Title(), strconv.Itoa(len(r.Features)), percent(r.AverageError), percent(r.MaxError), r.Bound(), string(r.Status)}
		if withSolver {
			row = append(row, solverCells(r)...)
		}
		for _, step := range steps {
			row = append(row, integerCells(r, step)...)
		}
		for _, column := range more {
			row = append(row, column.Value(r))
		}
		for i, weight := range r.ByWeight() {
			if i < columns {
				row = append(row, strconv.FormatFloat(weight.Weight, 'f', 4, 64), fmt.Sprintf("F%d", weight.ID))
			}
		}
		for len(row) < len(header) {
			row = append(row, "")
		}
		table = append(table, row)
	}
	return table
}

// solverCells are the columns of the weight tables for what HiGHS says, its bound in the unit of the
// program; empty where it was not asked.
func solverCells(r *question.Answer) []string {
	s := r.Solver
	if s == nil {
		return make([]string, 7)
	}
	bound := ""
	if !s.Bound.Missing() {
		bound = r.InUnit(float64(s.Bound))
	}
	return []string{s.Formulation, s.Version, s.Status, bound, percent(s.Gap), strconv.FormatInt(s.Nodes, 10), strconv.FormatFloat(s.Seconds, 'f', 1, 64)}
}

// percent writes a fraction as percentage points, or nothing where there is none.
func percent(n question.Number) string {
	if n.Missing() {
		return ""
	}
	return strconv.FormatFloat(100*float64(n), 'f', 4, 64)
}

func writeMarkdown(w io.Writer, table [][]string) error {
	var b strings.Builder
	for i, row := range table {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(cell)
		}
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// latexEscape makes any text one that LaTeX prints.
var latexEscape = strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`,
	`\`, `\textbackslash{}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`)

// writeLaTeX writes a table for package booktabs.
func writeLaTeX(w io.Writer, table [][]string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{tabular}{llll%s}\n\\toprule\n", strings.Repeat("r", len(table[0])-4))
	for i, row := range table {
		cells := make([]string, len(row))
		for j, cell := range row {
			cells[j] = latexEscape.Replace(cell)
		}
		b.WriteString(strings.Join(cells, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
