package handout

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"

	"feltlab/dataset/data"
	"feltlab/internal/plain"
	"feltlab/pipeline/fit"
)

// Languages are the languages that WriteCode writes.
var Languages = []string{"sql", "python", "go"}

// Function is a formula with a name, to be written as a function.
type Function struct {
	Name    string // words, such as "price AVGERR(3)"; the function's name follows from it
	Comment string // one line
	fit.Formula
	Says map[string]string // what columns mean whose names do not say it
	// Bits says that the columns are truth values or 0 and 1, and that none has missing values.
	Bits bool
}

// WriteCode writes functions in one of Languages: in SQL expressions for a list of columns, in Python and Go functions
// of a row. Names are the columns of the table, or nil where nobody knows them: then the names of the terms tell, and
// one that could mean several columns is an error. The error is that of data.Meaning or w, or says what cannot be.
//
// The functions add in the order in which fit.Predict does, so that Python and Go give the same numbers to the last
// bit. Where Predict has an error about a cell, Python has one too, Go says that the estimate is not known, and SQL has
// NULL or the error of the database. SQL trims spaces alone.
func WriteCode(w io.Writer, language string, functions []Function, names []string) error {
	if !slices.Contains(Languages, language) {
		return fmt.Errorf("language %q, want %s%s", language, strings.Join(Languages, ", "),
			plain.Hint(language, Languages))
	}
	code, taken := &code{}, map[string]bool{}
	for _, f := range functions {
		part, err := partOf(f, names)
		if err != nil {
			return err
		}
		if f.Words != functions[0].Words {
			return fmt.Errorf("%s and %s read other words as missing values; export them alone", functions[0].Name,
				f.Name)
		}
		part.Name = unique(identifier(f.Name, language == "go"), taken)
		code.add(part)
	}
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, language, code); err != nil {
		return err
	}
	text := out.Bytes()
	if language == "go" {
		var err error
		if text, err = format.Source(text); err != nil {
			return err
		}
	}
	_, err := w.Write(text)
	return err
}

// code is what the templates write.
type code struct {
	Parts []*part
	// Whether a function reads numbers, columns of 0 and 1, or texts, and asks for missing values.
	Numbers, Bits, Texts, Gaps bool
	Words                      data.Words // for missing values
}

type part struct {
	Name, Comment string
	Intercept     float64
	Terms         []codeTerm
	Columns       []*codeColumn // that the terms need
	Bits          bool
	// A missing value leaves the estimate unknown, or is false in all columns but one that asks for it.
	Strict, Gaps bool
	Known        bool // the estimate may be unknown
	Words        data.Words
}

// codeTerm adds its weight where all of its conditions hold: one, or the two of a product.
type codeTerm struct {
	Conditions []condition
	Weight     float64
	Says       string // what the column means, if its name does not say it
}

type condition struct {
	data.Column
	Of *codeColumn // the column of the table
}

type codeColumn struct {
	Name, Field string // in the table, and in Go
	Text        bool   // the column has texts, not numbers
	Bit         bool   // the column has 0 and 1, or truth values
}

func (c *code) add(p *part) {
	c.Parts = append(c.Parts, p)
	c.Gaps, c.Words = c.Gaps || p.Strict || p.Gaps, p.Words
	for _, t := range p.conditions() {
		c.Bits, c.Texts = c.Bits || t.Kind == data.Itself, c.Texts || t.Of.Text
		c.Numbers = c.Numbers || t.Kind == data.Itself || t.Kind == data.AtLeast
	}
}

func (p *part) conditions() (all []condition) {
	for _, t := range p.Terms {
		all = append(all, t.Conditions...)
	}
	return all
}

func partOf(f Function, names []string) (*part, error) {
	p := &part{Comment: f.Comment, Intercept: f.Intercept, Bits: f.Bits, Gaps: f.Missing && !f.Bits, Words: f.Words}
	p.Strict = !p.Gaps && !f.Bits && len(f.Terms) > 0
	p.Known = p.Strict
	fields := map[string]bool{}
	for _, t := range f.Terms {
		columns, err := t.Conditions(names)
		if err != nil {
			return nil, err
		}
		term := codeTerm{Weight: t.Weight, Says: f.Says[t.Name]}
		for _, column := range columns {
			of := p.column(column.From, fields)
			of.Text, of.Bit = of.Text || column.Kind == data.Category, of.Bit || column.Kind == data.Itself
			p.Known = p.Known || of.Bit && !f.Bits
			term.Conditions = append(term.Conditions, condition{column, of})
		}
		p.Terms = append(p.Terms, term)
	}
	for _, t := range p.conditions() {
		if t.Of.Text && (t.Kind == data.Itself || t.Kind == data.AtLeast) {
			return nil, fmt.Errorf("the formula has categories and numbers of the column %q", t.From)
		}
	}
	return p, nil
}

// column returns a column of the table, with a name in Go that no other has.
func (p *part) column(name string, fields map[string]bool) *codeColumn {
	at := slices.IndexFunc(p.Columns, func(c *codeColumn) bool { return c.Name == name })
	if at < 0 {
		at = len(p.Columns)
		p.Columns = append(p.Columns, &codeColumn{Name: name, Field: unique(identifier(name, true), fields)})
	}
	return p.Columns[at]
}

// identifier makes a name for a program of any text: "price_avgerr_3", or "PriceAVGERR3" if it is camel.
func identifier(text string, camel bool) string {
	const longest = 60
	words := strings.FieldsFunc(text, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if len(words) == 0 || !unicode.IsLetter(rune(words[0][0])) {
		words = slices.Insert(words, 0, "x")
	}
	name := strings.ToLower(strings.Join(words, "_"))
	if camel {
		for i, word := range words {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
		name = strings.Join(words, "")
	}
	return name[:min(longest, len(name))]
}

// unique returns a name, with a number if it is taken.
func unique(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = fmt.Sprintf("%s_%d", name, n)
	}
	taken[free] = true
	return free
}

//go:embed code.tmpl
var codeText string

var templates = template.Must(template.New("code").Funcs(template.FuncMap{
	"quote": strconv.Quote,
	"name":  sqlName, "sqlReal": sqlReal, "sqlTerm": sqlTerm, "sqlMissing": sqlMissing,
	"real": func(x float64) string { return decimalPoint(strconv.FormatFloat(x, 'f', -1, 64)) },
	"sign": signOf, "line": oneLine, "number": data.NumberText,
}).Parse(codeText))

func sqlName(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// sqlReal writes a number with an exponent. Without one DuckDB takes it for a decimal number, and rounds what it
// compares with that.
func sqlReal(x float64) string {
	text := data.NumberText(x)
	if !strings.Contains(text, "e") {
		text += "e0"
	}
	return text
}

// sqlText returns the text of a column's cell as fit.Predict reads it, whatever the type of the column.
func sqlText(name string) string { return "TRIM(CAST(" + sqlName(name) + " AS VARCHAR))" }

func sqlIn(text string, words ...string) string {
	for i, word := range words {
		words[i] = "'" + strings.ReplaceAll(word, "'", "''") + "'"
	}
	return text + " IN (" + strings.Join(words, ", ") + ")"
}

func sqlMissing(name string, words data.Words) string {
	return sqlIn("COALESCE("+sqlText(name)+", '')", slices.Clone(words.List())...)
}

// sqlTerm writes what a term adds, without its sign: NULL if a column has a value that no row of the table had.
func sqlTerm(t codeTerm, p *part) string {
	size, factors := sqlReal(max(t.Weight, -t.Weight)), []string{}
	for _, c := range t.Conditions {
		factors = append(factors, sqlCondition(c, p, size))
		size = "1e0"
	}
	return strings.Join(factors, " * ")
}

// sqlCondition writes a size where a condition holds, else 0.
func sqlCondition(t condition, p *part, size string) string {
	cell, gap := sqlText(t.From), sqlMissing(t.From, p.Words)
	var cases []string
	add := func(when, then string) { cases = append(cases, "WHEN "+when+" THEN "+then) }
	if number := t.Kind == data.Itself || t.Kind == data.AtLeast; number && p.Gaps {
		add(gap, "0e0")
	}
	switch t.Kind {
	case data.Missing:
		add(gap, size)
	case data.Category:
		add(sqlIn(cell, t.Text), size)
	case data.Itself, data.AtLeast:
		if t.Threshold > 0 && t.Threshold <= 1 { // else the column has no truth values
			add(sqlIn("LOWER("+cell+")", "true"), size)
			add(sqlIn("LOWER("+cell+")", "false"), "0e0")
		}
		if t.Kind == data.Itself {
			number := "CAST(" + cell + " AS DOUBLE PRECISION)"
			add(number+" = 1e0", size)
			add(number+" = 0e0 AND "+cell+" LIKE '%0%'", "0e0") // SQLite reads words as 0
			return "CASE " + strings.Join(cases, " ") + " END"
		}
		add("CAST("+sqlName(t.From)+" AS DOUBLE PRECISION) >= "+sqlReal(t.Threshold), size)
	}
	return "CASE " + strings.Join(cases, " ") + " ELSE 0e0 END"
}

func decimalPoint(text string) string {
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func signOf(x float64) string {
	if x < 0 {
		return "-"
	}
	return "+"
}

// oneLine keeps a comment in its line.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}
