package verify

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/features"
	"feltlab/pipeline/exact"
	"feltlab/pipeline/fit"
)

// grid is a table of text, as CSV, Markdown, LaTeX and Parquet hold it.
type grid struct {
	header []string
	rows   [][]string
}

func zero() *big.Rat { return new(big.Rat) }

func csvGrid(text []byte) (*grid, error) {
	in := csv.NewReader(bytes.NewReader(text))
	rows, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("it is no CSV file, or a damaged one: %w", err)
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		return nil, errors.New("its last line does not end: it is truncated")
	}
	return &grid{rows[0], rows[1:]}, nil
}

// markdownGrid reads the first table of a text that begins with it.
func markdownGrid(text string) (*grid, error) {
	g := &grid{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		inner, begun := strings.CutPrefix(strings.TrimSpace(line), "|")
		inner, ended := strings.CutSuffix(inner, "|")
		if !begun || !ended {
			return nil, fmt.Errorf("line %d is no row of a Markdown table", i+1)
		}
		var cells []string
		for _, cell := range strings.Split(inner, "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		switch {
		case i == 0:
			g.header = cells
		case i == 1:
			if strings.Trim(inner, "|-: ") != "" {
				return nil, errors.New("line 2 is not the rule below the header of a Markdown table")
			}
		default:
			g.rows = append(g.rows, cells)
		}
	}
	return g, g.regular()
}

// latexGrid reads a tabular as export writes it.
func latexGrid(text string) (*grid, error) {
	if !strings.HasSuffix(strings.TrimSpace(text), `\end{tabular}`) {
		return nil, errors.New(`it has no \end{tabular}: it is truncated`)
	}
	unescape := strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#")
	g := &grid{}
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		body, isRow := strings.CutSuffix(strings.TrimSpace(line), `\\`)
		if !isRow {
			if !strings.HasPrefix(line, `\begin`) && !strings.HasPrefix(line, `\end`) && line != `\hline` {
				return nil, fmt.Errorf("line %d is no row of a tabular", i+1)
			}
			continue
		}
		var cells []string
		for _, cell := range strings.Split(body, " & ") {
			cells = append(cells, unescape.Replace(strings.TrimSpace(cell)))
		}
		if g.header == nil {
			g.header = cells
		} else {
			g.rows = append(g.rows, cells)
		}
	}
	if g.header == nil {
		return nil, errors.New("a tabular without rows")
	}
	return g, g.regular()
}

// regular reports rows of another length than the header.
func (g *grid) regular() error {
	for i, row := range g.rows {
		if len(row) != len(g.header) {
			return fmt.Errorf("row %d has %d cells, the header %d", i+1, len(row), len(g.header))
		}
	}
	return nil
}

// has reports whether the header has all the names.
func (g *grid) has(names ...string) bool {
	for _, name := range names {
		if !slices.Contains(g.header, name) {
			return false
		}
	}
	return true
}

// record is a row by the names of its columns.
type record struct {
	g     *grid
	cells []string
}

func (r record) get(name string) string {
	if i := slices.Index(r.g.header, name); i >= 0 {
		return r.cells[i]
	}
	return ""
}

// contents reads the rows by the layout that the header tells.
func (g *grid) contents(kind string) (*contents, error) {
	var layout func(*row, record) error
	switch {
	case g.has("hand", "range", "max_features", "lower_bound_percent", "status", "features", "average_error_percent"):
		kind, layout = kind+", average errors of reproduce", func(x *row, r record) error { return reproduced(x, r, "average") }
	case g.has("hand", "range", "max_features", "lower_bound_percent", "status", "features", "max_error_percent"):
		kind, layout = kind+", largest errors of reproduce", func(x *row, r record) error { return reproduced(x, r, "max") }
	case g.has("hand", "range", "program", "max_features", "error_limit", "average_error", "max_error", "lower_bound", "status", "features"):
		kind, layout = kind+", table of a sweep", swept
	case g.has("hand", "range", "program", "features", "average_error_percent", "max_error_percent", "lower_bound", "status"):
		kind, layout = kind+", table of weights", exported
	default:
		return nil, fmt.Errorf("no kind of results has the columns %s", strings.Join(g.header[:min(len(g.header), 8)], ", "))
	}
	if len(g.rows) == 0 {
		return nil, errors.New("a header without rows")
	}
	c := &contents{kind: kind}
	for i, cells := range g.rows {
		r := record{g, cells}
		x := &row{place: fmt.Sprintf("row %d", i+1), hand: r.get("hand"), rng: r.get("range"), status: fit.Status(r.get("status"))}
		if err := layout(x, r); err != nil {
			return nil, fmt.Errorf("%s (%s against %s): %w", x.place, x.hand, x.rng, err)
		}
		c.rows = append(c.rows, x)
	}
	return c, nil
}

// numbers reads the cells of columns to the places given for them.
func (r record) numbers(f format, places map[string]**stated) error {
	for _, name := range slices.Sorted(mapKeys(places)) {
		s, err := parse(name, r.get(name), f)
		if err != nil {
			return fmt.Errorf("column %s: %w", name, err)
		}
		*places[name] = s
	}
	return nil
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// reproduced reads a row of table3.csv, table4.csv, figures.csv (average) or sor13.csv (max).
func reproduced(x *row, r record, quantity string) (err error) {
	f := &formula{column: "features", half: zero()}
	e, column := &f.average, quantity+"_error_percent"
	name := "AVGERR"
	if quantity == "max" {
		e, name = &f.max, "MAXERR"
	}
	percents := map[string]**stated{column: e, "lower_bound_percent": &x.bound}
	limit := r.get("error_limit_percent")
	if limit != "" { // Table 3: the objective is the number of features
		name = "FEAT_" + name
		percents["lower_bound_percent"] = &x.errorBound
		if err := r.numbers(format{}, map[string]**stated{"lower_bound_features": &x.bound, "max_features": &x.count}); err != nil {
			return err
		}
	}
	if x.program, err = programOf(name, r.get("max_features"), limit, hundred); err != nil {
		return err
	}
	if err := r.numbers(format{percent: true, fixed: true}, percents); err != nil {
		return err
	}
	if b := *percents["lower_bound_percent"]; b != nil {
		b.floored = true
	}
	if f.terms, err = parseTerms(r.get("features")); err != nil {
		return fmt.Errorf("column features: %w", err)
	}
	if f.terms != nil || *e != nil {
		x.formula = f
		x.mustHave(column, *e)
	}
	return nil
}

// swept reads a row of a sweep's table.
func swept(x *row, r record) (err error) {
	if x.program, err = programOf(r.get("program"), r.get("max_features"), r.get("error_limit"), one); err != nil {
		return err
	}
	f := &formula{column: "features", half: zero()}
	places := map[string]**stated{"average_error": &f.average, "max_error": &f.max, "p90_error": &f.p90, "lower_bound": &x.bound, "gap": &x.gap}
	for _, name := range r.g.header {
		step, isWhole := strings.CutPrefix(name, "integer_")
		step, isFormula := strings.CutSuffix(step, "_features")
		if !isWhole || !isFormula || r.get(name) == "" {
			continue
		}
		whole := &formula{column: name, half: zero()}
		if whole.step, err = strconv.Atoi(step); err != nil {
			return fmt.Errorf("column %s: %w", name, err)
		}
		if whole.terms, err = parseTerms(r.get(name)); err != nil {
			return fmt.Errorf("column %s: %w", name, err)
		}
		places["integer_"+step+"_average_error"] = &whole.average
		x.wholes = append(x.wholes, whole)
	}
	if err := r.numbers(format{}, places); err != nil {
		return err
	}
	if f.terms, err = parseTerms(r.get("features")); err != nil {
		return fmt.Errorf("column features: %w", err)
	}
	if f.terms != nil || f.average != nil {
		x.formula = f
		x.mustHave("average_error", f.average)
		x.mustHave("max_error", f.max)
	}
	return nil
}

// exported reads a row of a weight table, which may have the largest weights only.
func exported(x *row, r record) (err error) {
	if x.program, err = parseTitle(r.get("program")); err != nil {
		return err
	}
	counts := x.program.Kind.CountsFeatures()
	f := &formula{column: "feature_1", half: big.NewRat(1, 20000)} // four decimals
	if err := r.numbers(format{percent: true, fixed: true}, map[string]**stated{"average_error_percent": &f.average, "max_error_percent": &f.max}); err != nil {
		return err
	}
	if err := r.numbers(format{percent: !counts, fixed: !counts}, map[string]**stated{"lower_bound": &x.bound}); err != nil {
		return err
	}
	if err := r.numbers(format{}, map[string]**stated{"features": &x.count}); err != nil {
		return err
	}
	for i := 1; r.g.has(fmt.Sprintf("feature_%d", i), fmt.Sprintf("weight_%d", i)); i++ {
		name, weight := r.get(fmt.Sprintf("feature_%d", i)), r.get(fmt.Sprintf("weight_%d", i))
		if name == "" && weight == "" {
			continue
		}
		id, err := features.ParseID(name)
		if err != nil {
			return fmt.Errorf("column feature_%d: %w", i, err)
		}
		value, _, err := decimal(weight)
		if err != nil {
			return fmt.Errorf("column weight_%d: %w", i, err)
		}
		f.terms = append(f.terms, exact.Term{ID: id, Weight: value})
	}
	if f.average == nil {
		return nil
	}
	x.formula = f
	f.partial = x.count != nil && x.count.value.Cmp(big.NewRat(int64(len(f.terms)), 1)) > 0
	return nil
}
