package strategy

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"feltlab/model/game"
)

// Errors of files. Read wraps errors of a line, and those of tables, in a *LineError.
var (
	ErrNotStrategy = errors.New("not a strategy file")
	ErrVersion     = errors.New("another version of the format")
	ErrTruncated   = errors.New("the file ends early")
	ErrSyntax      = errors.New("bad line")
)

// LineError is an error with the number of its line.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error names the line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong with the line.
func (e *LineError) Unwrap() error { return e.Err }

// Lookup finds a game's bucketing by name; BucketingOf is one.
type Lookup func(g game.Game, name string) (Bucketing, error)

// Read reads a strategy for a game in the format of docs/strategy-format.md, or returns an error that names the line.
// Rows that the file lacks have no probabilities: see Table.Lacks and Table.Check.
func Read(r io.Reader, g game.Game, lookup Lookup) (*Table, error) {
	p := &parser{lines: bufio.NewScanner(r), game: g}
	if err := p.header(lookup); err != nil {
		return nil, err
	}
	if err := p.rows(); err != nil {
		return nil, err
	}
	return p.builder.Table(), nil
}

var blank = []byte(" ")

type parser struct {
	lines   *bufio.Scanner
	line    int
	words   [][]byte // of the current line
	game    game.Game
	builder *Builder
}

// next returns the words of the next line that is neither empty nor a comment. They are valid until
// the next call: files have millions of rows, so that a row must not allocate.
func (p *parser) next() ([][]byte, error) {
	for p.lines.Scan() {
		p.line++
		p.words = slices.AppendSeq(p.words[:0], bytes.FieldsFuncSeq(p.lines.Bytes(), isBlank))
		if len(p.words) > 0 && p.words[0][0] != '#' {
			return p.words, nil
		}
	}
	if err := p.lines.Err(); err != nil {
		p.line++
		if errors.Is(err, bufio.ErrTooLong) {
			err = fmt.Errorf("it is longer than %d bytes: want a row of a strategy", bufio.MaxScanTokenSize)
		}
		return nil, p.fail(fmt.Errorf("%w: %w", ErrSyntax, err))
	}
	return nil, p.fail(ErrTruncated)
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

func (p *parser) fail(err error) error { return &LineError{p.line, err} }

func (p *parser) failf(kind error, format string, args ...any) error {
	return p.fail(fmt.Errorf("%w: "+format, append([]any{kind}, args...)...))
}

func (p *parser) field(key string, values int) ([]string, error) {
	words, err := p.next()
	if err != nil {
		return nil, err
	}
	if string(words[0]) != key || len(words) != 1+values {
		return nil, p.failf(ErrSyntax, "%q, want %q and %d values", bytes.Join(words, blank), key, values)
	}
	fields := make([]string, values)
	for i, word := range words[1:] {
		fields[i] = string(word)
	}
	return fields, nil
}

func (p *parser) header(lookup Lookup) error {
	first, err := p.next()
	if err != nil && !errors.Is(err, ErrTruncated) {
		return err
	}
	if len(first) != 2 || string(first[0]) != Format {
		return p.failf(ErrNotStrategy, "the first line is not %q", Format+" "+Version)
	}
	if string(first[1]) != Version {
		return p.failf(ErrVersion, "%s, want %s", first[1], Version)
	}
	words, err := p.field("game", 1)
	if err != nil {
		return err
	}
	if words[0] != p.game.Name() {
		return p.failf(ErrGame, "%s, want %s", words[0], p.game.Name())
	}
	var buckets [2]Bucketing
	for seat := range buckets {
		if words, err = p.field("buckets", 2); err != nil {
			return err
		}
		if words[0] != strconv.Itoa(seat) {
			return p.failf(ErrSyntax, "buckets of seat %q, want %d", words[0], seat)
		}
		if buckets[seat], err = lookup(p.game, words[1]); err != nil {
			return p.fail(err)
		}
	}
	p.builder = NewBuilder(p.game, buckets)
	return nil
}

func (p *parser) rows() error {
	for n := 0; ; n++ {
		words, err := p.next()
		if err != nil {
			return err
		}
		if string(words[0]) == "end" {
			return p.end(words, n)
		}
		if err := p.row(words); err != nil {
			return p.fail(err)
		}
	}
}

func (p *parser) end(words [][]byte, rows int) error {
	if len(words) != 2 || string(words[1]) != strconv.Itoa(rows) {
		return p.failf(ErrTruncated, "%q after %d rows", bytes.Join(words, blank), rows)
	}
	if words, err := p.next(); err == nil {
		return p.failf(ErrSyntax, "%q after the end", words[0])
	} else if !errors.Is(err, ErrTruncated) {
		return err
	}
	return nil
}

func (p *parser) row(words [][]byte) error {
	n, err := p.builder.State(words[0])
	if err != nil {
		return err
	}
	if len(words) != 2+len(n.Actions) {
		return fmt.Errorf("%w: %d words at %s, want state, bucket and %d probabilities for %v",
			ErrSyntax, len(words), n.History, len(n.Actions), n.Actions)
	}
	row, err := p.builder.Row(n, words[1])
	if err != nil {
		return err
	}
	for i, word := range words[2:] {
		v, err := strconv.ParseFloat(string(word), 64)
		if err != nil || !(v >= 0) {
			return fmt.Errorf("%w: %q at %s, bucket %s", game.ErrProbability, word, n.History, words[1])
		}
		row[i] = v
	}
	if err := checkRow(row); err != nil {
		return fmt.Errorf("%w, at %s, bucket %s", err, n.History, words[1])
	}
	return nil
}

// Format and Version are the first words of every file, and are stored in the metadata of other formats.
const (
	Format  = "feltlab-strategy"
	Version = "1"
)

// Write writes a complete table in the format of docs/strategy-format.md. Probabilities have as many
// digits as reading them back exactly requires.
func Write(w io.Writer, t *Table) error {
	if err := t.Check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %s\ngame %s\n", Format, Version, t.game.Name())
	for seat, b := range t.buckets {
		fmt.Fprintf(out, "buckets %d %s\n", seat, b.Name())
	}
	rows := 0
	var line []byte
	for n, b := range t.All() {
		line = append(append(line[:0], n.History...), ' ')
		line = append(line, t.buckets[n.Actor].Label(n.Round, b)...)
		for _, p := range t.Row(n.ID, b) {
			line = strconv.AppendFloat(append(line, ' '), p, 'g', -1, 64)
		}
		out.Write(append(line, '\n'))
		rows++
	}
	fmt.Fprintf(out, "end %d\n", rows)
	return out.Flush()
}

// Least returns the least number of rows of a table with a bucketing for one of the seats, and the least bytes that
// they take as text.
func Least(g game.Game, b Bucketing) (rows, bytes int64) {
	var ofSeat [2]struct{ rows, bytes int64 }
	for _, n := range g.Root().Decisions() {
		buckets := int64(b.Len(n.Round))
		ofSeat[n.Actor].rows += buckets
		ofSeat[n.Actor].bytes += buckets * int64(len(n.History)+len(" 0")+len(" 0")*len(n.Actions)+1)
	}
	return min(ofSeat[0].rows, ofSeat[1].rows), min(ofSeat[0].bytes, ofSeat[1].bytes)
}

// Digest returns the hash of what Write writes. Strategies that are equal have equal digests, in any
// file format. The error is that of an incomplete table.
func Digest(t *Table) (string, error) {
	h := sha256.New()
	if err := Write(h, t); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}
