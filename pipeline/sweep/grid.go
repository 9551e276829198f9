package sweep

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/pipeline/question"
)

// gridHead begins what writeGrid writes, and says with how many weights.
const gridHead = "%% feltlab export --format latex-grid --top %d; it needs package booktabs\n"

// writeGrid writes a table for each program, hands by ranges as the source prints them, for package
// booktabs: the error in percentage points, or the number of features, then the weights with their
// features in words.
func writeGrid(w io.Writer, results []*question.Answer, top int) error {
	var programs, hands, ranges []string
	type place struct{ program, hand, rng string }
	cells := map[place][]*question.Answer{}
	for _, r := range results {
		for _, axis := range []struct {
			list *[]string
			name string
		}{{&programs, r.Program().String()}, {&hands, r.Hand.Text}, {&ranges, r.RangeText()}} {
			if !slices.Contains(*axis.list, axis.name) {
				*axis.list = append(*axis.list, axis.name)
			}
		}
		at := place{r.Program().String(), r.Hand.Text, r.RangeText()}
		cells[at] = append(cells[at], r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, gridHead, top)
	column := fmt.Sprintf(`p{%.2f\linewidth}`, 0.88/float64(max(len(ranges), 1)))
	for _, program := range programs {
		fmt.Fprintf(&b, "\n\\begin{tabular}{l%s}\n\\toprule\n%s", strings.Repeat(column, len(ranges)), table.EscapeLaTeX(program))
		for _, rng := range ranges {
			b.WriteString(" & " + table.EscapeLaTeX(rng))
		}
		b.WriteString(" \\\\\n\\midrule\n")
		for _, hand := range hands {
			row := []string{table.EscapeLaTeX(hand)}
			for _, rng := range ranges {
				var lines []string
				for _, r := range cells[place{program, hand, rng}] {
					lines = append(lines, gridLines(r, top)...)
				}
				row = append(row, strings.Join(lines, ` \newline `))
			}
			b.WriteString(strings.Join(row, " & ") + " \\\\\n")
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// gridLines are the lines of a result's cell.
func gridLines(r *question.Answer, top int) []string {
	if !r.Found() {
		return []string{table.EscapeLaTeX(string(r.Status))}
	}
	first := percent(r.AverageError)
	switch {
	case r.CountsFeatures():
		first = strconv.Itoa(len(r.Features))
	case r.Objective() == float64(r.MaxError):
		first = percent(r.MaxError)
	}
	if r.Open() && !r.LowerBound.Missing() {
		first += " (at least " + r.Bound() + ")"
	}
	lines := []string{first}
	for i, weight := range r.ByWeight() {
		if top == 0 || i < top {
			lines = append(lines, fmt.Sprintf("$%+.2f$ %s", weight.Weight, table.EscapeLaTeX(weight.Name)))
		}
	}
	return lines
}
