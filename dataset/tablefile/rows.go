package tablefile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Rows reads a table of any columns as text, one row after the other: CSV with a header (also with semicolons, tabs or
// bars between the fields, and also compressed by gzip or zstd), Parquet, or an Arrow file or stream that has its end.
// Names and cells are UTF-8. It calls begin
// with the names of the columns, the kinds of those that have no text, and which are dates; begin says which of them
// each gets, in their order. A missing value is empty text; numbers have as many digits as read back to the same value;
// truth values are 0 and 1. White space around names and cells is left out. Rows count from 1, without the header. The
// cells are valid for good, the slice until each returns.
//
// The error is that of begin or each as it is, or wraps ErrCorrupt or ErrColumns.
func Rows(r Source, begin func(Header) (wanted []bool, err error), each func(row int64, cells []string) error) error {
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	begin, each = trimmed(begin, each)
	records, err := recordsOf(r)
	if err != nil {
		return err
	}
	if records != nil {
		return recordRows(records, begin, each)
	}
	in, err := decompressed(io.NewSectionReader(r, 0, size))
	if err != nil {
		return err
	}
	const longest = 4096
	start, err := in.Peek(longest)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	for _, f := range formats {
		switch {
		case bytes.HasPrefix(start, []byte(f.Magic)):
			return Unfit("a Parquet or Arrow file inside another compression; decompress it first")
		case f.Stream != nil && bytes.HasPrefix(start, []byte(f.Begin)):
			return recordRows(f.Stream(in, size), begin, each)
		}
	}
	if len(start) == 0 {
		return Unfit("the file is empty, want a header with the names of the columns")
	}
	if err := checkForeign(start); err != nil {
		return err
	}
	return csvRows(in, begin, each)
}

// trimmed returns the functions of a caller of Rows, which get names and wanted cells that are UTF-8, without the white
// space around them.
func trimmed(begin func(Header) ([]bool, error), each func(int64, []string) error) (func(Header) ([]bool, error),
	func(int64, []string) error) {
	const toUTF8 = "want UTF-8: iconv -f WINDOWS-1252 -t UTF-8 OLD.csv > NEW.csv if it is Latin-1 or of Windows in " +
		"the West"
	var wanted []string
	names := func(h Header) ([]bool, error) {
		names := h.Columns
		for i, name := range names {
			if !utf8.ValidString(name) {
				return nil, Unfit("the name %q of a column is not UTF-8; %s", name, toUTF8)
			}
			names[i] = strings.TrimSpace(name)
		}
		marked, err := begin(h)
		for i, in := range marked {
			if in {
				wanted = append(wanted, names[i])
			}
		}
		return marked, err
	}
	return names, func(row int64, cells []string) error {
		for i, cell := range cells {
			if !utf8.ValidString(cell) {
				return Unfit("column %q, row %d: %q is not UTF-8; %s", wanted[i], row, cell, toUTF8)
			}
			cells[i] = strings.TrimSpace(cell)
		}
		return each(row, cells)
	}
}

const gzipMagic, zstdMagic = "\x1f\x8b", "\x28\xb5\x2f\xfd"

// decompressed returns the content of a stream that may be compressed by gzip or zstd.
func decompressed(r io.Reader) (*bufio.Reader, error) {
	const room = 1 << 20
	in := bufio.NewReaderSize(r, room)
	start, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(start, []byte(gzipMagic)):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, Unfit("gzip: %w", err)
		}
		return bufio.NewReaderSize(z, room), nil
	case bytes.HasPrefix(start, []byte(zstdMagic)):
		if Zstd == nil {
			return nil, Unfit("compressed by zstd, which this program does not read; decompress it first")
		}
		z, err := Zstd(in)
		if err != nil {
			return nil, Unfit("zstd: %w", err)
		}
		return bufio.NewReaderSize(z, room), nil
	}
	return in, nil
}

// separators are what may stand between the fields of CSV.
const separators = ",;\t|"

// separatorOf returns the separator of a header: the most frequent one outside of quotes, the first on equality.
func separatorOf(header string) rune {
	quoted, count := false, map[rune]int{}
	for _, c := range header {
		if c == '"' {
			quoted = !quoted
		} else if !quoted {
			count[c]++
		}
	}
	best := ','
	for _, c := range separators {
		if count[c] > count[best] {
			best = c
		}
	}
	return best
}

func csvRows(r *bufio.Reader, begin func(Header) ([]bool, error), each func(int64, []string) error) error {
	if mark, _ := r.Peek(3); string(mark) == "\ufeff" {
		r.Discard(3)
	}
	header, err := r.Peek(r.Size())
	if err != nil && err != io.EOF {
		return Unfit("%w", err)
	}
	if bytes.IndexByte(header, 0) >= 0 {
		return Unfit("neither CSV, Parquet nor Arrow: its first line holds bytes that are no text")
	}
	first, _, _ := bytes.Cut(header, []byte("\n"))
	in := csv.NewReader(r)
	in.ReuseRecord, in.Comma = true, separatorOf(string(first))
	in.TrimLeadingSpace = in.Comma != '\t'
	line, err := in.Read()
	if err != nil {
		return Unfit("no header with the names of the columns: %w", err)
	}
	names := slices.Clone(line)
	in.FieldsPerRecord = -1
	line, later := in.Read()
	if later == nil && len(line) == len(names)+1 && strings.TrimSpace(line[len(names)]) != "" {
		names = slices.Insert(names, 0, "") // as R writes it; an empty cell may end each line
	}
	in.FieldsPerRecord = len(names)
	wanted, err := begin(Header{Columns: names, Rows: -1, Kinds: make([]string, len(names)),
		Dates: make([]bool, len(names))})
	if err != nil {
		return err
	}
	var cells []string
	for row := int64(1); ; row++ {
		if err = later; row > 1 {
			line, err = in.Read()
		} else if err == nil && len(line) != len(names) {
			at, _ := in.FieldPos(0)
			err = &csv.ParseError{StartLine: at, Line: at, Column: 1, Err: csv.ErrFieldCount}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return Unfit("%w", err)
		}
		cells = cells[:0]
		for i, cell := range line {
			if wanted[i] {
				cells = append(cells, cell)
			}
		}
		if err := each(row, cells); err != nil {
			return err
		}
	}
}

// recordRows reads the values of records as text.
func recordRows(in Records, begin func(Header) ([]bool, error), each func(int64, []string) error) error {
	var line lineOfCells
	return in(begin, func(first int64, columns []Values) error {
		if len(columns) == 0 {
			return nil
		}
		cells := make([]func([]byte, int) []byte, len(columns))
		for k, values := range columns {
			var err error
			if cells[k], err = values.Cells(); err != nil {
				return err
			}
		}
		for i := range columns[0].Len() {
			for _, cell := range cells {
				line.text = cell(line.text, i)
				line.ends = append(line.ends, len(line.text))
			}
			if err := each(first+int64(i)+1, line.cells()); err != nil {
				return err
			}
		}
		return nil
	})
}

// lineOfCells holds the cells of a row in one text, which is allocated once a row.
type lineOfCells struct {
	text []byte
	ends []int
	list []string
}

// cells returns the cells since the last call.
func (l *lineOfCells) cells() []string {
	whole, from := string(l.text), 0
	l.list = l.list[:0]
	for _, end := range l.ends {
		l.list = append(l.list, whole[from:end])
		from = end
	}
	l.text, l.ends = l.text[:0], l.ends[:0]
	return l.list
}
