package question

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"feltlab/dataset/data"
	"feltlab/internal/disk"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// Table is a table of someone's own: a file by its content, and the options that say what its columns mean.
type Table struct {
	// Path is where the user has the file. It is no part of the canonical text.
	Path   string
	Digest string // SHA-256 of the file, in hexadecimal digits
	// Low and High are the least and the greatest target, decimals, where they are known. They follow from the rest.
	Low, High string
	// Note says which cells of columns may be mistakes. It is no part of the canonical text.
	Note string

	options *options    // those of the same text share one
	read    *data.Table // nil for a table that was not read
}

type options struct {
	data.Options
	text string
}

var allOptions sync.Map // *options by their texts

func shared(o data.Options) *options {
	text := o.Text()
	all, _ := allOptions.LoadOrStore(text, &options{o, text})
	return all.(*options)
}

// DataPrefix begins the canonical text of a table; no hand does.
const DataPrefix = "data "

// OfTable reads a table, with today's words for missing values; what the options leave open it decides as data.Open
// does. The error is that of data.Open.
func OfTable(path string, o data.Options) (Subject, error) {
	o.Words, o.ZeroInRange = data.Pandas, o.NoIntercept
	t, err := data.Open(path, o)
	if err != nil {
		return Subject{}, err
	}
	var notes []string
	for _, note := range t.Notes {
		if !strings.Contains(strings.Join(notes, "; "), note) {
			notes = append(notes, note)
		}
	}
	return Subject{Source: Table{Path: path, Digest: hex.EncodeToString(t.Digest[:]), Low: t.Low.String(),
		High: t.High.String(), Note: strings.Join(notes, "; "), options: shared(t.Options), read: t}}, nil
}

func parseTable(digest, text string) (Table, error) {
	raw, err := hex.DecodeString(digest)
	if err != nil || len(raw) != 32 || hex.EncodeToString(raw) != digest {
		return Table{}, fmt.Errorf("%w: %.80q is no SHA-256: want 64 hexadecimal digits in lower case", ErrQuestion,
			digest)
	}
	if o, ok := allOptions.Load(text); ok {
		return Table{Digest: digest, options: o.(*options)}, nil
	}
	o, err := data.ParseOptions(text)
	if err != nil {
		return Table{}, err
	}
	return Table{Digest: digest, options: shared(o)}, nil
}

// Options returns the normalized options; none of an empty table.
func (t Table) Options() data.Options {
	if t.options == nil {
		return data.Options{}
	}
	return t.options.Options
}

// OptionsText is the canonical text of the options.
func (t Table) OptionsText() string {
	if t.options == nil {
		return ""
	}
	return t.options.text
}

// Read reads the rows, unless OfTable has read them. The error is that of data.Read, or wraps ErrQuestion: the file is
// another one than the digest says.
func (t Table) Read() (*data.Table, error) {
	if t.read != nil {
		return t.read, nil
	}
	if t.Path == "" {
		return nil, fmt.Errorf("%w: nobody says where the file with the SHA-256 %s is; name it with --data",
			ErrQuestion, t.Digest)
	}
	rows, err := data.Read(t.Path, t.Options())
	if err != nil {
		return nil, err
	}
	if found := hex.EncodeToString(rows.Digest[:]); found != t.Digest {
		return nil, fmt.Errorf("%w: %s is another file: its SHA-256 is %s, want %s", ErrQuestion, t.Path, found,
			t.Digest)
	}
	return rows, nil
}

// Noted returns the table with a note before the others.
func (t Table) Noted(note string) Table {
	t.Note = strings.TrimSuffix(note+"; "+t.Note, "; ")
	return t
}

// Capped returns the goals with numbers of features up to the columns of a table, each once, and the table with a note
// on those that were more.
func Capped(s Subject, goals []regression.Program) (Subject, []regression.Program) {
	t := s.Table()
	if t.read == nil {
		return s, goals
	}
	most, left := len(t.read.Columns), []regression.Program{}
	for _, g := range goals {
		if g.N > most {
			s.Source = s.Table().Noted(fmt.Sprintf("the table makes %d yes/no columns, so that %d in a formula are "+
				"too many; these are the formulas of %d", most, g.N, most))
			g.N = most
		}
		if !slices.Contains(left, g) {
			left = append(left, g)
		}
	}
	return s, left
}

// Target returns the name of the column to estimate.
func (t Table) Target() string { return t.Options().Target }

// Name returns the name of the file, or the start of its digest where that is all that is known.
func (t Table) Name() string {
	switch {
	case t.Path == "":
		return t.Digest[:12]
	case t.Path == disk.Stdin:
		return "standard input"
	case strings.HasPrefix(t.Path, "/dev/fd/"):
		return "a pipe"
	}
	return filepath.Base(t.Path)
}

// The methods of Source.

func (t Table) Parts() (first, second string) { return DataPrefix + t.Digest, t.options.text }

func (t Table) Names() (first, second string) {
	if q := t.Options().Quantile; q != "" {
		return t.Name(), t.Target() + ", quantile " + q
	}
	return t.Name(), t.Target()
}

func (t Table) String() string {
	file, target := t.Names()
	return fmt.Sprintf("%s of %s", target, file)
}

func (t Table) Definitions() string { return data.Version }
func (t Table) MostFeatures() int   { return proof.MaxColumns }
func (t Table) Standard() bool      { return false }
func (t Table) CheckBoards() error  { return nil }

// InstanceOf returns a table as an instance of the four programs. Its labels are the file's SHA-256 and the options.
func InstanceOf(t *data.Table) *regression.Instance {
	columns := regression.Columns{Version: data.Version}
	for _, c := range t.Columns {
		columns.List = append(columns.List, regression.Column{Name: c.Name, Parts: c.Parts})
	}
	in := regression.OfRows(t.ExactRows(), columns)
	in.Source, in.Rows, in.Rules, in.With = hex.EncodeToString(t.Digest[:]), t.Options.Text(), t.Rules, t.With
	return in
}

// TwinsOf compares all yes/no columns of a table.
func TwinsOf(t *data.Table) regression.Twins {
	names, rows := make([]string, len(t.Columns)), make([]proof.Vector, len(t.Rows))
	for j, c := range t.Columns {
		names[j] = c.Name
	}
	for i := range t.Rows {
		rows[i] = t.Rows[i].Columns
	}
	return regression.TwinsOf(names, rows)
}

func (t Table) Check() error {
	if t.options == nil {
		return errMissing
	}
	return nil
}

func (t Table) Canonical() Source { return Table{Digest: t.Digest, options: t.options} }

func (t Table) at(find func(string) string) Source {
	t.Path, t.read = find(t.Digest), nil
	return t
}

func (t Table) keys() SubjectKeys {
	t.read = nil
	return SubjectKeys{Data: t}
}

type tableJSON struct {
	File    string          `json:"file,omitempty"`
	SHA256  string          `json:"sha256"`
	Options json.RawMessage `json:"options"`
	Low     string          `json:"target_low,omitempty"`
	High    string          `json:"target_high,omitempty"`
	Note    string          `json:"note,omitempty"`
}

// MarshalJSON writes the path, the digest and the options.
func (t Table) MarshalJSON() ([]byte, error) {
	return json.Marshal(tableJSON{t.Path, t.Digest, json.RawMessage(t.OptionsText()), t.Low, t.High, t.Note})
}

// UnmarshalJSON reads what MarshalJSON writes, however it is indented.
func (t *Table) UnmarshalJSON(text []byte) error {
	var read tableJSON
	if err := Strict(text, &read); err != nil {
		return err
	}
	var o data.Options
	if err := Strict(read.Options, &o); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	o, err := o.Normalized()
	if err != nil {
		return err
	}
	*t, err = parseTable(read.SHA256, o.Text())
	t.Path, t.Low, t.High, t.Note = read.File, read.Low, read.High, read.Note
	return err
}
