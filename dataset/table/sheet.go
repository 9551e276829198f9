package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"feltlab/internal/plain"
)

// Sheet is a table of text, where columns of a type would be more than is needed: a list that people read.
type Sheet struct {
	Header []string
	Rows   [][]string
	align  string
}

// NewSheet returns a sheet without rows.
func NewSheet(header ...string) *Sheet { return &Sheet{Header: header, align: "l"} }

// Align sets the side on which the cells of each column start: a letter a column, l or r; the last counts for all
// further columns. Without it all are l.
func (s *Sheet) Align(letters string) *Sheet {
	s.align = letters
	return s
}

func (s *Sheet) left(column int) bool { return s.align[min(column, len(s.align)-1)] == 'l' }

// Add appends a row.
func (s *Sheet) Add(cells ...string) { s.Rows = append(s.Rows, cells) }

// addColumn appends a column with a cell for each row; numbers end in one place.
func (s *Sheet) addColumn(head string, number bool, cells []string) {
	side := "l"
	if number {
		side = "r"
	}
	s.Header, s.align = append(s.Header, head), s.align+side
	for i, cell := range cells {
		if i == len(s.Rows) {
			s.Rows = append(s.Rows, nil)
		}
		s.Rows[i] = append(s.Rows[i], cell)
	}
}

// Addf appends a row of formatted cells, which tabs in the format separate.
func (s *Sheet) Addf(format string, values ...any) {
	s.Add(strings.Split(fmt.Sprintf(format, values...), "\t")...)
}

// CSV writes the sheet with its header.
func (s *Sheet) CSV(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(append([][]string{s.Header}, s.Rows...))
}

var escapeMarkdown = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace

// literalMarkdown writes the names of strangers so that Markdown prints them; pages have Markdown in their cells.
var literalMarkdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "[", `\[`, "]", `\]`, "~", `\~`,
	"&", "&amp;").Replace

// String returns the sheet in Markdown as GitHub and its like render it, without the end of its last line: so a
// page can have it in a line of its own.
func (s *Sheet) String() string {
	var b strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + escapeMarkdown(cell) + " ")
		}
		b.WriteString("|")
	}
	line(s.Header)
	b.WriteString("\n" + strings.Repeat("|---", len(s.Header)) + "|")
	for _, row := range s.Rows {
		b.WriteByte('\n')
		line(row)
	}
	return b.String()
}

// Markdown writes the sheet in Markdown.
func (s *Sheet) Markdown(w io.Writer) error {
	_, err := io.WriteString(w, s.String()+"\n")
	return err
}

// EscapeLaTeX writes any text so that LaTeX prints it. A bracket or an asterisk in braces is no option of the \\ before
// it.
var EscapeLaTeX = strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`, "{", `\{`, "}", `\}`,
	`\`, `\textbackslash{}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "`", `\textasciigrave{}`,
	"[", "{[}", "*", "{*}").Replace

// LaTeX writes the sheet for package booktabs.
func (s *Sheet) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("\\begin{tabular}{")
	for i := range s.Header {
		b.WriteString(map[bool]string{true: "l", false: "r"}[s.left(i)])
	}
	b.WriteString("}\n\\toprule\n")
	for i, row := range append([][]string{s.Header}, s.Rows...) {
		cells := make([]string, len(row))
		for k, cell := range row {
			cells[k] = EscapeLaTeX(cell)
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

// Print writes the table for a terminal: columns two spaces apart, each line behind an indent, without a line for
// a header that is empty.
func (s *Sheet) Print(w io.Writer, indent string) error {
	var lines [][]string
	if len(s.Header) > 0 {
		lines = append(lines, s.Header)
	}
	lines = append(lines, s.Rows...)
	var widths []int
	for n, line := range lines {
		lines[n] = make([]string, len(line))
		for i, cell := range line {
			cell = plain.Line(cell)
			lines[n][i] = cell
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, cells := range lines {
		line := indent
		for i, cell := range cells {
			if i > 0 {
				line += "  "
			}
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if s.left(i) {
				line += cell + space
			} else {
				line += space + cell
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
