package experiments

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"time"

	"go.yaml.in/yaml/v3"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/plain"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/report/draw"
)

// recipe is an experiment as its YAML file states it. Its texts are expressions (evaluation.go) over the answers to its
// questions, over its other values and tables by name, and over the methods of its source. They are computed when they
// are first needed, in any order.
type recipe struct {
	// Name is also that of the folder of its files and of its page, NAME.tmpl. Short describes it in one line.
	Name, Short string
	// TimeLimit bounds each solve; none for an experiment without solves.
	TimeLimit time.Duration `yaml:"time_limit"`
	// Questions are groups as a sweep has them; their answers are the value answers. Next is the method of the source
	// for the questions that follow from an answer; their answers come after it.
	Questions []map[string]any
	Next      string
	// Published are the numbers that the answers are compared with in the value compared.
	Published *publishedNumbers
	// Solves is the value whose answers are kept in NAME/solves.jsonl; empty for none.
	Solves string
	// Values are expressions by name. The value summary is printed at the end, by the template "NAME summary" or as
	// JSON.
	Values map[string]string
	Tables map[string]sheet
	// Figures are charts, grids and histograms by their file under NAME. An expression may also list several: {name:
	// ..., figure: ...}.
	Figures map[string]string
	// Files are the templates of further files under NAME by file, or the values with their texts.
	Files map[string]string
	// Texts are words for the page, by name.
	Texts map[string]string
	// Verified are the files that the kept answers alone make again.
	Verified []string

	source *Source
}

// sheet is a table: an expression for its rows, and one for each column, in which # is the row.
type sheet struct {
	File    string // of the table as CSV; empty for a table of the page only
	Rows    string
	Columns columns
	Align   string // as table.Sheet has it
}

// columns are headings with expressions. A heading that begins with = is an expression for several headings, and its
// cells a list.
type columns [][2]string

// UnmarshalYAML keeps the order of the columns. Spaces around a heading do not count, so that two may be alike.
func (c *columns) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: want columns such as hand: .hand", n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		*c = append(*c, [2]string{strings.TrimSpace(n.Content[i].Value), n.Content[i+1].Value})
	}
	return nil
}

// Source is a folder of experiments: YAML files with their templates and published numbers, and the methods that their
// expressions may call besides those of this package.
type Source struct {
	Files   fs.FS
	Methods func(ctx context.Context, env *Env) map[string]any
	// Templates are functions of the pages.
	Templates template.FuncMap
}

// Experiments lists the experiments of a folder by file name. It reads only the heads of the files, which end with an
// empty line; the files are built in, so Experiments panics if a head does not parse.
func (s *Source) Experiments() (all []Experiment) {
	names, err := s.names()
	for _, name := range names {
		text, failed := fs.ReadFile(s.Files, name)
		head, _, _ := bytes.Cut(text, []byte("\n\n"))
		r := &recipe{}
		if err = errors.Join(err, failed, yaml.Unmarshal(head, r)); err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
		all = append(all, r.experiment(bytes.Contains(text, []byte("\nquestions:")),
			func() (*recipe, error) { return s.read(name, text) }))
	}
	return all
}

// names lists the YAML files of a folder.
func (s *Source) names() ([]string, error) {
	entries, err := fs.ReadDir(s.Files, ".")
	entries = Where(entries, func(e fs.DirEntry) bool { return filepath.Ext(e.Name()) == ".yaml" })
	return Map(entries, fs.DirEntry.Name), err
}

// Load reads an experiment from a YAML file. Its templates and published numbers lie next to it.
func Load(path string) (Experiment, error) {
	s := &Source{Files: folder(filepath.Dir(path))}
	r, err := s.load(filepath.Base(path), path)
	if err != nil {
		return Experiment{}, err
	}
	return r.experiment(len(r.Questions) > 0, func() (*recipe, error) { return r, nil }), nil
}

// folder is a folder of regular files of at most disk.MostText bytes, which fs.ReadFile reads.
type folder string

// Open opens nothing: files are read as a whole.
func (f folder) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: filepath.Join(string(f), name), Err: errors.ErrUnsupported}
}

// ReadFile reads a file.
func (f folder) ReadFile(name string) ([]byte, error) {
	return disk.ReadFile(filepath.Join(string(f), filepath.FromSlash(name)), disk.MostText)
}

// load reads a file, which errors call by a name of its own.
func (s *Source) load(file, name string) (*recipe, error) {
	text, err := fs.ReadFile(s.Files, file)
	if err != nil {
		return nil, err
	}
	return s.read(name, text)
}

func (s *Source) read(name string, text []byte) (*recipe, error) {
	r := &recipe{source: s}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(r); err != nil {
		return nil, badRecipe(name, err)
	}
	if r.Name == "" {
		return nil, fmt.Errorf("%s: the experiment has no name", name)
	}
	if r.Values == nil {
		r.Values = map[string]string{}
	}
	if r.Published != nil {
		r.Published.addTo(r)
	}
	return r, nil
}

// unknownField is what yaml says about a key that a struct does not have.
var unknownField = regexp.MustCompile(`line (\d+): field (\S+) not found in type`)

// badRecipe names the file, the line and the key of an error of yaml, and the nearest key if it is unknown.
func badRecipe(name string, err error) error {
	m := unknownField.FindStringSubmatch(err.Error())
	if m == nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var keys []string
	for _, part := range []any{recipe{}, publishedNumbers{}, sheet{}} {
		t := reflect.TypeOf(part)
		for i := range t.NumField() {
			keys = append(keys, cmp.Or(t.Field(i).Tag.Get("yaml"), strings.ToLower(t.Field(i).Name)))
		}
	}
	return fmt.Errorf("%s:%s: unknown key %q%s", name, m[1], m[2], plain.Hint(m[2], keys))
}

func (r *recipe) experiment(asks bool, read func() (*recipe, error)) Experiment {
	e := Experiment{Name: r.Name, Short: r.Short, TimeLimit: r.TimeLimit}
	e.Run = func(ctx context.Context, env *Env) error {
		r, err := read()
		if err != nil {
			return err
		}
		return r.run(ctx, env)
	}
	if asks {
		e.Questions = func() ([]question.Question, error) {
			r, err := read()
			if err != nil {
				return nil, err
			}
			return r.questions(r.TimeLimit)
		}
	}
	return e
}

// run solves the questions and writes tables, figures and the page.
func (r *recipe) run(ctx context.Context, env *Env) error {
	limit := cmp.Or(env.TimeLimit, r.TimeLimit)
	e := r.evaluation(ctx, env, limit)
	if len(r.Questions) > 0 {
		answers, err := r.solve(e, limit)
		if err != nil {
			return err
		}
		e.known["answers"] = Rows(answers)
	}
	return r.finish(e)
}

func (r *recipe) finish(e *Evaluation) error {
	summary, err := e.Value("summary")
	if err == nil {
		err = r.write(e)
	}
	return e.Env.Finish(err, e.pages, r.Name, summary)
}

func (r *recipe) write(e *Evaluation) error {
	if r.Solves != "" {
		kept, err := e.Value(r.Solves)
		if err != nil {
			return err
		}
		folder := filepath.Join(e.Env.Out, r.Name)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		if err := ledger.WriteSolves(folder, AnswersOf(kept)); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Tables)) {
		if file := r.Tables[name].File; file != "" {
			t, err := e.Value(name)
			if err != nil {
				return err
			}
			if err := e.Env.Write(file, t.(*table.Sheet).CSV); err != nil {
				return err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Figures)) {
		figure, err := e.Eval(r.Figures[name], nil)
		if err != nil {
			return fmt.Errorf("figure %s: %w", name, err)
		}
		if err := r.draw(e.Env, name, figure); err != nil {
			return err
		}
	}
	for file, from := range r.Files {
		if err := r.writePage(e, file, from, false); err != nil {
			return err
		}
	}
	return r.writePage(e, "README.md", r.Name+".tmpl", true)
}

func (r *recipe) draw(env *Env, name string, figure any) error {
	switch f := figure.(type) {
	case nil: // a chart of nothing
		return nil
	case draw.Figure:
		return env.Draw(r.Name+"/"+name, f)
	case []any:
		for _, x := range f {
			one := x.(map[string]any)
			if err := r.draw(env, one["name"].(string), one["figure"]); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("figure %s: a %T is none", name, figure)
}

func (r *recipe) writePage(e *Evaluation, file, from string, part bool) error {
	if e.pages.Lookup(from) == nil && part {
		return nil
	}
	text, err := e.text(from)
	if err != nil {
		return err
	}
	return e.Env.Write(r.Name+"/"+file, func(w io.Writer) error {
		if part && e.Env.Part != "" {
			fmt.Fprintf(w, partNote, e.Env.Part)
		}
		_, err := w.Write(text)
		return err
	})
}

// evaluation returns the values of a run before its answers are known.
func (r *recipe) evaluation(ctx context.Context, env *Env, limit time.Duration) *Evaluation {
	e := NewEvaluation(ctx, env, r.source.methods(ctx, env))
	e.values, e.tables, e.pages = r.Values, r.Tables, r.pages()
	e.files = r.source.Files
	e.known["limit"] = strconv.FormatFloat(limit.Seconds(), 'f', -1, 64) + " s"
	e.known["seconds"] = limit.Seconds()
	e.known["name"], e.known["short"], e.known["texts"] = r.Name, r.Short, r.Texts
	if r.Published != nil {
		e.lazy["compared"] = func() (any, error) { return r.Published.compared(e) }
	}
	return e
}

func (s *Source) methods(ctx context.Context, env *Env) map[string]any {
	if s.Methods == nil {
		return nil
	}
	return s.Methods(ctx, env)
}

// pages parses the templates of the source. A page without a template has the summary and the tables.
func (r *recipe) pages() *template.Template {
	pages := template.New("pages").Funcs(pageFunctions).Funcs(r.source.Templates)
	if _, outside := r.source.Files.(folder); !outside {
		return template.Must(pages.ParseFS(r.source.Files, "*.tmpl"))
	}
	text, err := fs.ReadFile(r.source.Files, r.Name+".tmpl")
	if err != nil {
		text = []byte(defaultPage)
	}
	template.Must(pages.New(r.Name + " summary").Parse("{{range $name, $value := .}}{{$name}}: {{$value}}\n{{end}}"))
	return template.Must(pages.New(r.Name + ".tmpl").Parse(string(text)))
}

const defaultPage = `# {{.name}}

{{.short}}

{{.counts}}

{{.rows}}
`

// Renderers returns, by file name or by folder and name of a page, what makes the verified files of the experiments
// again from their kept answers. The text of a page has the time limit of a solve.
func (s *Source) Renderers() map[string]ledger.Renderer {
	all := map[string]ledger.Renderer{}
	names, err := s.names()
	for _, name := range names {
		r, wrong := s.load(name, name)
		if err = errors.Join(err, wrong); err != nil {
			panic(err) // the files are built in
		}
		for _, file := range r.Verified {
			key := file
			if filepath.Base(file) != "README.md" {
				key = filepath.Base(file)
			}
			all[key] = func(text []byte, answers []*question.Answer) ([]byte, error) {
				return r.render(file, text, answers)
			}
		}
	}
	return all
}

// Rewrite writes all files of an experiment again from the answers that it kept, and from its page, which may have
// the time limit.
func (s *Source) Rewrite(ctx context.Context, env *Env, name string, answers []*question.Answer, page []byte) error {
	r, err := s.load(name+".yaml", name)
	if err != nil {
		return err
	}
	limit, err := limitOf(page)
	if err != nil {
		limit = r.TimeLimit
	}
	e := r.evaluation(ctx, env, limit)
	if len(r.Questions) > 0 {
		e.known[cmp.Or(r.Solves, "answers")] = Rows(answers)
	}
	return r.finish(e)
}

func (r *recipe) render(file string, text []byte, answers []*question.Answer) ([]byte, error) {
	limit, err := limitOf(text)
	page := filepath.Base(file) == "README.md"
	if err != nil && page && r.TimeLimit > 0 {
		return nil, err
	}
	e := r.evaluation(context.Background(), &Env{}, limit)
	e.known[cmp.Or(r.Solves, "answers")] = Rows(answers)
	if page {
		made, err := e.page(r.Name + ".tmpl")
		return append(slices.Clone(PartNote(text)), made...), err
	}
	for name, t := range r.Tables {
		if t.File == file {
			var b bytes.Buffer
			sheet, err := e.Value(name)
			if err != nil {
				return nil, err
			}
			err = sheet.(*table.Sheet).CSV(&b)
			return b.Bytes(), err
		}
	}
	return nil, fmt.Errorf("%s has no table %s", r.Name, file)
}
