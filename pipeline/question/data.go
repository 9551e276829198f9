package question

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"

	"feltlab/dataset/data"
)

// Data is a table of someone's own: a file by its content, and the options that say what its columns mean.
type Data struct {
	// Path is where the user has the file. It is no part of the canonical text.
	Path    string
	Digest  string // SHA-256 of the file, in hexadecimal digits
	Options string // canonical text, data.Options.Text
	// Low and High are the least and the greatest target, decimals, where they are known. They follow from the rest.
	Low, High string
	// Note says why a table with the columns of a matrix is not poker's, and which cells of columns may be mistakes. It
	// is no part of the canonical text.
	Note string
}

// DataPrefix begins the canonical text of a table; no hand does.
const DataPrefix = "data "

// OfTable returns the subject of a file and options, with today's words for missing values. It reads the file for its
// digest. The error is that of data.Options.Normalized or data.DigestOf.
func OfTable(path string, o data.Options) (Subject, error) {
	o.Words, o.ZeroInRange = data.Pandas, o.NoIntercept
	o, err := o.Normalized()
	if err != nil {
		return Subject{}, err
	}
	digest, err := data.DigestOf(path)
	if err != nil {
		return Subject{}, err
	}
	return Subject{Data: Data{Path: path, Digest: hex.EncodeToString(digest[:]), Options: o.Text()}}, nil
}

func parseData(digest, options string) (Data, error) {
	raw, err := hex.DecodeString(digest)
	if err != nil || len(raw) != 32 || hex.EncodeToString(raw) != digest {
		return Data{}, fmt.Errorf("%w: %.80q is no SHA-256: want 64 hexadecimal digits in lower case", ErrQuestion, digest)
	}
	if _, err := data.ParseOptions(options); err != nil {
		return Data{}, err
	}
	return Data{Digest: digest, Options: options}, nil
}

var parsedOptions sync.Map // data.Options by their canonical texts

// Parsed returns the options, which are well-formed in every subject.
func (d Data) Parsed() data.Options {
	if o, ok := parsedOptions.Load(d.Options); ok {
		return o.(data.Options)
	}
	o, err := data.ParseOptions(d.Options)
	if err != nil {
		panic(err) // parseData and OfTable have read them
	}
	parsedOptions.Store(d.Options, o)
	return o
}

// Read reads the table. The error is that of data.Read, or wraps ErrQuestion: the file is another one than the digest
// says.
func (d Data) Read() (*data.Table, error) {
	if d.Path == "" {
		return nil, fmt.Errorf("%w: nobody says where the file with the SHA-256 %s is; name it with --data", ErrQuestion,
			d.Digest)
	}
	t, err := data.Read(d.Path, d.Parsed())
	if err != nil {
		return nil, err
	}
	if found := hex.EncodeToString(t.Digest[:]); found != d.Digest {
		return nil, fmt.Errorf("%w: %s is another file: its SHA-256 is %s, want %s", ErrQuestion, d.Path, found, d.Digest)
	}
	return t, nil
}

// Of returns the data with the range of the targets of its table and what is to be noted about its columns.
func (d Data) Of(t *data.Table) Data {
	for _, note := range t.Notes {
		if !strings.Contains(d.Note, note) {
			d.Note = strings.TrimPrefix(d.Note+"; "+note, "; ")
		}
	}
	d.Low, d.High = t.Low.String(), t.High.String()
	return d
}

// Target returns the name of the column to estimate.
func (d Data) Target() string { return d.Parsed().Target }

// Name returns the name of the file, or the start of its digest where that is all that is known.
func (d Data) Name() string {
	if d.Path == "" {
		return d.Digest[:12]
	}
	return filepath.Base(d.Path)
}

type dataJSON struct {
	File    string          `json:"file,omitempty"`
	SHA256  string          `json:"sha256"`
	Options json.RawMessage `json:"options"`
	Low     string          `json:"target_low,omitempty"`
	High    string          `json:"target_high,omitempty"`
	Note    string          `json:"note,omitempty"`
}

// MarshalJSON writes the path, the digest and the options.
func (d Data) MarshalJSON() ([]byte, error) {
	return json.Marshal(dataJSON{d.Path, d.Digest, json.RawMessage(d.Options), d.Low, d.High, d.Note})
}

// UnmarshalJSON reads what MarshalJSON writes, however it is indented.
func (d *Data) UnmarshalJSON(text []byte) error {
	var read dataJSON
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&read); err != nil {
		return err
	}
	var o data.Options
	inner := json.NewDecoder(bytes.NewReader(read.Options))
	inner.DisallowUnknownFields()
	if err := inner.Decode(&o); err != nil {
		return fmt.Errorf("options: %w", err)
	}
	o, err := o.Normalized()
	if err != nil {
		return err
	}
	*d, err = parseData(read.SHA256, o.Text())
	d.Path, d.Low, d.High, d.Note = read.File, read.Low, read.High, read.Note
	return err
}
