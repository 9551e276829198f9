package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/postflop"
	"feltlab/pipeline/question"
	"feltlab/pipeline/scaleout"
	"feltlab/pipeline/sweep"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
)

var update = flag.Bool("update", false, "write docs/json.md from the types of the answers")

// oneALine marks commands that print an object a line.
var oneALine = []string{"sweep", "workers"}

// jsonTypes are the types of what the commands print as JSON; an experiment has keys of its own.
var jsonTypes = map[string]reflect.Type{
	"bestresponse":       reflect.TypeFor[report.Response](),
	"buckets":            reflect.TypeFor[bucketsReport](),
	"cache clear":        reflect.TypeFor[tally](),
	"cache size":         reflect.TypeFor[tally](),
	"curve":              reflect.TypeFor[curveAnswer](),
	"equilibrium":        reflect.TypeFor[equilibriumAnswer](),
	"equity":             reflect.TypeFor[strength.Equity](),
	"explain":            reflect.TypeFor[[]explained](),
	"features":           reflect.TypeFor[featuresAnswer](),
	"fit":                reflect.TypeFor[fitKeys](),
	"jamfold ask":        reflect.TypeFor[jamfold.AskAnswer](),
	"jamfold chart":      reflect.TypeFor[jamfold.ChartAnswer](),
	"jamfold depths":     reflect.TypeFor[jamfold.ChartAnswer](),
	"jamfold heads-up":   reflect.TypeFor[jamfold.DepthsAnswer](),
	"jamfold icm":        reflect.TypeFor[jamfold.ICMAnswer](),
	"jamfold review":     reflect.TypeFor[jamfold.Review](),
	"jamfold state":      reflect.TypeFor[jamfold.ChartAnswer](),
	"jamfold tournament": reflect.TypeFor[jamfold.TournamentAnswer](),
	"match":              reflect.TypeFor[worstcase.Matches](),
	"milp":               reflect.TypeFor[fitAnswer](),
	"regress":            reflect.TypeFor[fitAnswer](),
	"regress curve":      reflect.TypeFor[curveAnswer](),
	"regress milp":       reflect.TypeFor[fitAnswer](),
	"regress predict":    reflect.TypeFor[predictAnswer](),
	"postflop":           reflect.TypeFor[postflop.Tree](),
	"postflop judge":     reflect.TypeFor[judgeAnswer](),
	"postflop solve":     reflect.TypeFor[postflop.Verdict](),
	"range":              reflect.TypeFor[rangeAnswer](),
	"reproduce":          reflect.TypeFor[json.RawMessage](),
	"strength":           reflect.TypeFor[shownStrength](),
	"sweep":              reflect.TypeFor[question.Answer](),
	"sweep compare":      reflect.TypeFor[sweep.Comparison](),
	"sweep status":       reflect.TypeFor[sweep.Status](),
	"verify":             reflect.TypeFor[[]ledger.Report](),
	"workers":            reflect.TypeFor[scaleout.Status](),
}

// checkJSON holds what a command printed to its type: a value of each key, and no other key.
func checkJSON(t *testing.T, args []string, out string) {
	t.Helper()
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		items := []json.RawMessage{raw}
		if raw[0] == '[' {
			items = nil
			if err := json.Unmarshal(raw, &items); err != nil {
				t.Fatalf("%v: %v", args, err)
			}
		}
		for _, item := range items {
			var object map[string]json.RawMessage
			if err := json.Unmarshal(item, &object); err != nil {
				t.Fatalf("%v: %v", args, err)
			}
			schema := strings.Trim(string(object["schema"]), `"`)
			delete(object, "schema")
			if _, plan := object["seconds_at_most"]; plan {
				continue // of sweep --dry-run
			}
			name := ""
			for command := range jsonTypes {
				if schemaOf(command) == schema {
					name = command
				}
			}
			if name == "" {
				t.Fatalf("%v: schema %q is of no command", args, schema)
			}
			kind := jsonTypes[name]
			if kind.Kind() == reflect.Slice && name != "reproduce" {
				kind = kind.Elem()
			}
			if string(object["loss"]) == `"`+question.WrongLoss+`"` {
				kind = reflect.TypeFor[scoreAnswer]()
			}
			text := must.Get(json.Marshal(object))(t)
			strict := json.NewDecoder(bytes.NewReader(text))
			strict.DisallowUnknownFields()
			if err := strict.Decode(reflect.New(kind).Interface()); err != nil {
				t.Errorf("%v: %v", args, err)
			}
		}
	}
}

const jsonFile = "../../docs/json.md"

// generated divides docs/json.md: what is below follows from the types.
const generated = "<!-- From here on written by go test ./cmd/feltlab -run TestJSONPage -update -->\n"

// TestJSONPage holds docs/json.md to the types of the commands' answers: every key with its unit and the comment
// of its field. A command with --json and no type here, and a key without a comment, are failures.
func TestJSONPage(t *testing.T) {
	text := must.Get(os.ReadFile(jsonFile))(t)
	head, below, found := strings.Cut(string(text), generated)
	if !found {
		t.Fatalf("%s has no line %s", jsonFile, generated)
	}
	p := &jsonPageWriter{t: t, comments: map[string]map[string]string{}}
	var names []string
	eachCommand((&app{}).rootCommand(), func(cmd *cobra.Command) {
		if cmd.Flags().Lookup("json") != nil {
			names = append(names, strings.TrimPrefix(cmd.CommandPath(), "feltlab "))
		}
	})
	slices.Sort(names)
	for _, name := range names {
		if kind := jsonTypes[name]; kind != nil {
			p.section(name, kind)
		} else {
			t.Errorf("no type of the JSON of %s", name)
		}
	}
	if *update {
		must.Do(t, os.WriteFile(jsonFile, []byte(head+generated+p.b.String()), 0o666))
	} else if below != p.b.String() {
		t.Errorf("%s is out of date: go test ./cmd/feltlab -run TestJSONPage -update", jsonFile)
	}
}

// jsonPageWriter writes sections of docs/json.md.
type jsonPageWriter struct {
	t        *testing.T
	b        strings.Builder
	comments map[string]map[string]string // by package and type; by field
}

func (p *jsonPageWriter) section(command string, kind reflect.Type) {
	fmt.Fprintf(&p.b, "\n## `feltlab %s`\n\n", command)
	switch {
	case command == "reproduce":
		p.b.WriteString("The summary of the experiment, with keys of its own. They may change with the experiment.\n")
		return
	case command == "milp" || command == "regress milp":
		p.b.WriteString("As of `feltlab fit`.\n")
		return
	case command == "regress":
		p.b.WriteString("As of `feltlab fit`. With `--loss wrong`:\n\n")
		kind = reflect.TypeFor[scoreAnswer]()
	case command == "regress curve":
		p.b.WriteString("As of `feltlab curve`.\n")
		return
	case command == "sweep":
		p.b.WriteString("One object a line, as of `feltlab fit`. With `--dry-run` one object: `solves`, `known`, " +
			"`open`\n" +
			"(counts), `seconds_at_most`.\n")
		return
	case kind.Kind() == reflect.Slice:
		p.b.WriteString("A list of objects:\n\n")
		kind = kind.Elem()
	case command == "fit":
		p.b.WriteString("One object, or for several questions a list:\n\n")
	case slices.Contains(oneALine, command):
		p.b.WriteString("One object a line:\n\n")
	}
	p.b.WriteString("| key | unit | |\n|---|---|---|\n")
	p.keys("", kind)
}

// keys writes a line for each key of a struct, those inside it after it.
func (p *jsonPageWriter) keys(prefix string, t reflect.Type) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			p.keys(prefix, f.Type)
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		inner, marks := inside(f.Type)
		text := p.sentence(t, f)
		if inner == reflect.TypeFor[question.Answer]() {
			text += ", with the keys of `feltlab fit`"
		}
		fmt.Fprintf(&p.b, "| `%s%s%s` | %s | %s |\n", prefix, name, marks, unitOf(name, f), text)
		textual := inner.Implements(reflect.TypeFor[encoding.TextMarshaler]())
		if inner.Kind() == reflect.Struct && strings.HasPrefix(inner.PkgPath(), "feltlab/") && !textual &&
			inner != reflect.TypeFor[question.Answer]() {
			p.keys(prefix+name+marks+".", inner)
		}
	}
}

// inside strips pointers, lists and maps from a type; the marks stand for the lists and maps.
func inside(t reflect.Type) (_ reflect.Type, marks string) {
	for {
		switch t.Kind() {
		case reflect.Pointer:
		case reflect.Slice, reflect.Array:
			marks += "[]"
		case reflect.Map:
			marks += "{}"
		default:
			return t, marks
		}
		t = t.Elem()
	}
}

// unitOf is the unit of a key: that of its tag, else what the name's ending says; of a number with a bare name it
// is a fraction or a count.
func unitOf(name string, f reflect.StructField) string {
	if unit := f.Tag.Get("unit"); unit != "" {
		return unit
	}
	if t, _ := inside(f.Type); t.Kind() == reflect.Struct {
		return ""
	}
	for _, u := range [][2]string{
		{"percent", "percentage points"}, {"seconds", "seconds"}, {"bigblinds", "big blinds"},
		{"millibigblinds", "thousandths of a big blind"},
		{"chips", "chips"}, {"dollars", "dollars"}, {"bytes", "bytes"}, {"features", "features"},
	} {
		if name == u[0] || strings.HasSuffix(name, "_"+u[0]) {
			return u[1]
		}
	}
	switch t, _ := inside(f.Type); {
	case t == reflect.TypeFor[json.Number]():
	case t.Kind() == reflect.Float64:
		return "fraction"
	case t.Kind() == reflect.Bool, t.Kind() == reflect.String, t.Kind() == reflect.Interface,
		t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return ""
	}
	return "count"
}

// sentence is the comment of a field, with the fields that it names by their keys.
func (p *jsonPageWriter) sentence(t reflect.Type, f reflect.StructField) string {
	all := p.comments[t.PkgPath()+"."+t.Name()]
	if all == nil {
		p.read(t.PkgPath())
		all = p.comments[t.PkgPath()+"."+t.Name()]
	}
	text := strings.Join(strings.Fields(all[f.Name]), " ")
	if text == "" {
		p.t.Errorf("%v: the field %s, `%s` in JSON, has no comment", t, f.Name, f.Tag.Get("json"))
	}
	text = regexp.MustCompile("^"+f.Name+" (is|are|says|holds) ").ReplaceAllString(text, "")
	for i := range t.NumField() {
		if name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); name != "" {
			text = regexp.MustCompile(`\b`+t.Field(i).Name+`\b`).ReplaceAllString(text, "`"+name+"`")
		}
	}
	return strings.ReplaceAll(strings.TrimSuffix(text, "."), "|", `\|`)
}

// read takes up the comments of a package's types.
func (p *jsonPageWriter) read(pkg string) {
	folder := filepath.Join("..", "..", strings.TrimPrefix(pkg, "feltlab/"))
	if pkg == "main" || strings.HasPrefix(pkg, "feltlab/cmd/feltlab") {
		folder, pkg = ".", "feltlab/cmd/feltlab"
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		p.t.Fatalf("no files of package %s: %v", pkg, err)
	}
	same := map[string]string{} // types of another one of the package
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			p.t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if other, ok := spec.Type.(*ast.SelectorExpr); ok { // a type of another package
				for _, i := range file.Imports {
					path := strings.Trim(i.Path.Value, `"`)
					if strings.HasSuffix(path, "/"+fmt.Sprint(other.X)) && strings.HasPrefix(path, "feltlab/") {
						p.read(path)
						p.comments[pkg+"."+spec.Name.Name] = p.comments[path+"."+other.Sel.Name]
					}
				}
			}
			if other, ok := spec.Type.(*ast.Ident); ok {
				same[pkg+"."+spec.Name.Name] = pkg + "." + other.Name
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				of := map[string]string{}
				for _, field := range s.Fields.List {
					for _, ident := range field.Names {
						if of[ident.Name] = field.Comment.Text(); of[ident.Name] == "" {
							of[ident.Name] = field.Doc.Text()
						}
					}
				}
				p.comments[pkg+"."+spec.Name.Name] = of
			}
			return false
		})
	}
	for name, other := range same {
		p.comments[name] = p.comments[other]
	}
}
