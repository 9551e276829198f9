package experiments

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/pipeline/ledger"
)

// Evaluation evaluates expressions (github.com/expr-lang/expr) over the values of a run: over files of results,
// published numbers, and the values and tables of a recipe, each computed once, when an expression first names it.
type Evaluation struct {
	Env *Env

	ctx     context.Context
	methods map[string]any
	values  map[string]string
	tables  map[string]sheet
	lazy    map[string]func() (any, error)
	known   map[string]any
	under   []string // names that are being evaluated
	read    map[string][]any
	files   fs.FS // with published numbers; nil for none
	pages   *template.Template
}

// MissingError names a file of results that is not there.
type MissingError struct{ File string }

// Error says that the file is missing, and how to make it.
func (e *MissingError) Error() string { return e.File + " is not there" }

// NewEvaluation returns an evaluation over the files of an environment with further methods: functions and values.
func NewEvaluation(ctx context.Context, env *Env, methods map[string]any) *Evaluation {
	e := &Evaluation{Env: env, ctx: ctx, known: map[string]any{}, lazy: map[string]func() (any, error){},
		read: map[string][]any{}}
	e.methods = library()
	// Files of results: rows by column, and the answers of a sweep or an experiment, with the keys of fit --json.
	e.methods["csv"] = func(file string) ([]any, error) { return e.file(file, readCSV) }
	answers := func(folder string) ([]any, error) {
		return e.file(folder+"/"+ledger.SolvesFile, func([]byte) ([]any, error) {
			answers, err := ledger.Read(filepath.Join(env.Out, filepath.FromSlash(folder)))
			return Rows(answers), err
		})
	}
	e.methods["answers"] = answers
	e.methods["sweep"] = func(name string) ([]any, error) {
		rows, err := answers(name)
		if missing := (*MissingError)(nil); errors.As(err, &missing) {
			err = fmt.Errorf("%w: run `feltlab sweep configs/%s.yaml` first", err, name)
		}
		return rows, err
	}
	e.methods["published"] = func(file string) ([]any, error) {
		text, err := e.published(file)
		if err != nil {
			return nil, err
		}
		return readCSV(text)
	}
	maps.Copy(e.methods, methods)
	return e
}

// published returns a table of published numbers: of the folder of the recipe, or of package published.
func (e *Evaluation) published(file string) ([]byte, error) {
	if e.files != nil {
		if text, err := fs.ReadFile(e.files, file); !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
	}
	return published.File(file)
}

// Value returns a value or a table by name.
func (e *Evaluation) Value(name string) (any, error) {
	if v, ok := e.known[name]; ok {
		return v, nil
	}
	if slices.Contains(e.under, name) {
		return nil, fmt.Errorf("%s depends on itself: %s", name, strings.Join(append(e.under, name), ", "))
	}
	e.under = append(e.under, name)
	defer func() { e.under = e.under[:len(e.under)-1] }()
	var v any
	var err error
	if compute := e.lazy[name]; compute != nil {
		v, err = compute()
	} else if text, ok := e.values[name]; ok {
		v, err = e.Eval(text, nil)
	} else if t, ok := e.tables[name]; ok {
		v, err = e.sheet(&t)
	} else {
		err = errors.New("no such value or table")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	e.known[name] = v
	return v, nil
}

// Eval returns the value of an expression. Further names may come with it.
func (e *Evaluation) Eval(text string, with map[string]any) (any, error) {
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, err
	}
	names := maps.Clone(e.methods)
	var in namesIn
	ast.Walk(&tree.Node, &in)
	for _, name := range in.own {
		delete(names, name)
	}
	for _, name := range in.used {
		if slices.Contains(in.own, name) || names[name] != nil && slices.Contains(e.under, name) {
			continue // or it is a value that is named like the method that computes it
		}
		_, known := e.known[name]
		_, value := e.values[name]
		_, table := e.tables[name]
		if known || value || table || e.lazy[name] != nil {
			if names[name], err = e.Value(name); err != nil {
				return nil, err
			}
		}
	}
	maps.Copy(names, with)
	program, err := expr.Compile(text, expr.Env(names))
	if err != nil {
		return nil, err
	}
	return expr.Run(program, names)
}

// namesIn are the names that an expression uses, but for those of functions, and those that it declares by let.
type namesIn struct{ used, own []string }

// Visit collects the names.
func (in *namesIn) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		in.used = append(in.used, n.Value)
	case *ast.VariableDeclaratorNode:
		in.own = append(in.own, n.Name)
	}
}

// sheet makes a table, as one expression for all of its rows.
func (e *Evaluation) sheet(s *sheet) (*table.Sheet, error) {
	var head, cells []string
	for _, c := range s.Columns {
		heading := strconv.Quote(c[0])
		if list, ok := strings.CutPrefix(c[0], "="); ok {
			heading = "(" + list + ")"
		}
		head, cells = append(head, heading), append(cells, "("+c[1]+")")
	}
	header, err := e.Eval("["+strings.Join(head, ", ")+"]", nil)
	if err != nil {
		return nil, fmt.Errorf("headings: %w", err)
	}
	rows, err := e.Eval("map("+cmp.Or(s.Rows, "[nil]")+", ["+strings.Join(cells, ", ")+"])", nil)
	if err != nil {
		return nil, err
	}
	t := sheetOf(anys(header), anys(rows))
	if s.Align != "" {
		t.Align(s.Align)
	}
	return t, nil
}

// texts writes a list of cells, with those of inner lists in their places.
func texts(list any) (cells []string) {
	v := reflect.ValueOf(list)
	for i := range v.Len() {
		switch x := v.Index(i).Interface().(type) {
		case string:
			cells = append(cells, x)
		case nil:
			cells = append(cells, "")
		default:
			if kind := reflect.TypeOf(x).Kind(); kind == reflect.Slice || kind == reflect.Array {
				cells = append(cells, texts(x)...)
			} else {
				cells = append(cells, plainText(x))
			}
		}
	}
	return cells
}

func plainText(x any) string {
	if f, ok := x.(float64); ok {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return fmt.Sprint(x)
}

// page executes a template over all values, tables and results.
func (e *Evaluation) page(name string) ([]byte, error) {
	data := maps.Clone(e.known)
	for _, name := range slices.AppendSeq(slices.Collect(maps.Keys(e.values)), maps.Keys(e.tables)) {
		v, err := e.Value(name)
		if err != nil {
			return nil, err
		}
		data[name] = v
	}
	var b bytes.Buffer
	err := e.pages.ExecuteTemplate(&b, name, data)
	return b.Bytes(), err
}

// text returns the text of a template, or of a value.
func (e *Evaluation) text(from string) ([]byte, error) {
	if e.pages.Lookup(from) != nil {
		return e.page(from)
	}
	v, err := e.Value(from)
	text, _ := v.(string)
	return []byte(text), err
}

const mostBytes = 64 << 20

func (e *Evaluation) file(name string, parse func(content []byte) ([]any, error)) ([]any, error) {
	if rows, ok := e.read[name]; ok {
		return rows, nil
	}
	content, err := disk.ReadFile(filepath.Join(e.Env.Out, filepath.FromSlash(name)), mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{name}
	}
	if err != nil {
		return nil, err
	}
	if e.read[name], err = parse(content); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return e.read[name], nil
}

// readCSV returns rows by column. The cells of a column are numbers if all that are not empty are.
func readCSV(content []byte) (rows []any, err error) {
	all, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err == nil && len(all) < 2 {
		err = errors.New("no rows")
	}
	if err != nil {
		return nil, err
	}
	for range all[1:] {
		rows = append(rows, map[string]any{})
	}
	for i, column := range all[0] {
		numbers := !slices.ContainsFunc(all[1:], func(cells []string) bool {
			_, err := strconv.ParseFloat(cells[i], 64)
			return err != nil && cells[i] != ""
		})
		for n, cells := range all[1:] {
			row := rows[n].(map[string]any)
			if row[column] = cells[i]; numbers {
				row[column], _ = strconv.ParseFloat(cells[i], 64)
			}
		}
	}
	return rows, nil
}

// Number returns a number of any type; NaN for anything else.
func Number(x any) float64 {
	v := reflect.Indirect(reflect.ValueOf(x))
	switch {
	case !v.IsValid():
		return math.NaN()
	case v.CanFloat():
		return v.Float()
	case v.CanInt():
		return float64(v.Int())
	case v.CanUint():
		return float64(v.Uint())
	}
	return math.NaN()
}

// ReadLines reads values that are kept as JSON, one object a line; none if there is no file.
func ReadLines[T any](e *Env, name string) (values []T, err error) {
	path := filepath.Join(e.Out, filepath.FromSlash(name))
	content, err := disk.ReadFile(path, disk.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(content)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, len(values)+1, err)
		}
		values = append(values, v)
	}
	return values, nil
}
