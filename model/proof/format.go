package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// ErrFormat is wrapped by errors about text that is not a proof; the message names the line.
var ErrFormat = errors.New("not a proof")

const (
	// magic is the first line of a file. It changes with the format and with what a claim means.
	magic = "feltlab-proof 1"
	// formatColumns is the number of columns that format 1 can name.
	formatColumns = 73
	// Judge is the version of the rules by which this package accepts proofs. It changes when the
	// package refuses a proof that it accepted before.
	Judge = "1"
)

// partNames are the letters before the entries of a dual vector's parts.
var partNames = [...]string{"x", "m", "a", "b"}

func (d *Dual) parts() [len(partNames)]*[]Entry {
	return [...]*[]Entry{&d.Weights, &d.Slopes, &d.Above, &d.Below}
}

// Encode writes a proof as text of format 1, which Decode reads if all columns are at most 73.
func (p *Proof) Encode() []byte {
	var b bytes.Buffer
	writeHeader(&b, &p.Header, len(p.Cuts))
	for i := range p.Cuts {
		writeCut(&b, &p.Cuts[i])
	}
	b.WriteString("end\n")
	return b.Bytes()
}

func writeHeader(b *bytes.Buffer, h *Header, cuts int) {
	fmt.Fprintf(b, "%s\nhand %s\nrange %s\nreading %s\nloss %v\nfeatures %d\nwith",
		magic, h.Hand, h.Range, h.Reading, h.Loss, h.Features)
	writeIDs(b, h.With)
	cutoff := strconv.FormatFloat(h.Cutoff, 'g', -1, 64)
	fmt.Fprintf(b, "\ncutoff %s\ninstance %x\ncuts %d\n", cutoff, h.Instance, cuts)
}

func writeCut(b *bytes.Buffer, c *Cut) {
	b.WriteString(strconv.Itoa(c.Need))
	writeIDs(b, c.Columns)
	if c.Dual != nil {
		b.WriteString("\ndual")
		for k, entries := range c.Dual.parts() {
			writeEntries(b, partNames[k], *entries)
		}
	}
	b.WriteByte('\n')
}

func writeIDs(b *bytes.Buffer, v Vector) {
	for _, id := range v.IDs() {
		b.WriteString(" " + strconv.Itoa(id))
	}
}

func writeEntries(b *bytes.Buffer, name string, entries []Entry) {
	last := 0
	for i, e := range entries {
		if i == 0 {
			b.WriteString(" " + name)
		}
		fmt.Fprintf(b, " %d:%d", e.At-last, e.Value)
		last = e.At
	}
}

// Limits of a text, whatever it states. A proof of format 1 about poker has at most 19,600 patterns, so that a dual
// vector takes at most 1 MB of text.
const (
	mostCuts    = 1 << 20 // cuts
	mostLine    = 1 << 21 // bytes of a line
	mostEntries = 1 << 25 // entries of the dual vectors that are kept
)

// Decode is Read for a text in memory.
func Decode(text []byte) (*Proof, error) { return Read(bytes.NewReader(text), nil, nil) }

// Read reads the text that Encode writes for a proof, and refuses every other text: a proof has exactly one. It calls
// begin with the claim, and each with every cut in order; either may be nil. What each leaves of a cut is kept, so a
// caller that judges dual vectors as they come can drop them. Memory is then some 100 bytes a cut, for at most 2^20
// cuts, and what a line takes. The error wraps ErrFormat or ErrHeader, or is that of r, begin or each.
func Read(r io.Reader, begin func(*Header) error, each func(*Cut) error) (*Proof, error) {
	d := &decoder{in: bufio.NewReaderSize(r, 1<<16)}
	p := &Proof{}
	n := d.header(&p.Header)
	if err := cmp.Or(d.err, p.valid(formatColumns)); err != nil {
		return p, err
	}
	d.same(func(b *bytes.Buffer) { writeHeader(b, &p.Header, n) })
	if d.err == nil && begin != nil {
		d.err = begin(&p.Header)
	}
	for entries := 0; len(p.Cuts) < n && d.err == nil; {
		c := d.cut()
		if d.err == nil && each != nil {
			d.err = each(&c)
		}
		if entries += c.Dual.size(); entries > mostEntries {
			d.fail("more than %d multipliers", mostEntries)
		}
		p.Cuts = append(p.Cuts, c)
	}
	if last := d.line(); d.err == nil && last != "end" {
		d.fail("want the end here")
	}
	if _, err := d.in.ReadByte(); d.err == nil && err == nil {
		d.fail("want the end here")
	} else if d.err == nil && err != io.EOF {
		d.err = err
	}
	return p, d.err
}

func (d *Dual) size() (n int) {
	if d == nil {
		return 0
	}
	for _, entries := range d.parts() {
		n += len(*entries)
	}
	return n
}

type decoder struct {
	in   *bufio.Reader
	at   int          // lines read
	text bytes.Buffer // lines that were not compared with what Encode writes
	want bytes.Buffer
	err  error
}

// header returns the number of cuts too.
func (d *decoder) header(h *Header) (cuts int) {
	if first := d.line(); !strings.HasPrefix(first, "feltlab-proof ") {
		d.fail("want %q", magic) // another file: its content is not for messages
	} else if first != magic {
		d.fail("%.40q, want %q", first, magic)
	}
	h.Hand, h.Range, h.Reading = d.field("hand"), d.field("range"), d.field("reading")
	if d.field("loss") == Largest.String() {
		h.Loss = Largest
	}
	h.Features = d.number(d.field("features"))
	h.With = d.ids(d.field("with"))
	h.Cutoff, _ = strconv.ParseFloat(d.field("cutoff"), 64)
	digest, _ := hex.DecodeString(d.field("instance"))
	copy(h.Instance[:], digest)
	if cuts = d.number(d.field("cuts")); cuts < 0 || cuts > mostCuts {
		d.fail("%d cuts, want 0 to %d", cuts, mostCuts)
	}
	return cuts
}

func (d *decoder) cut() Cut {
	need, columns, _ := strings.Cut(d.line(), " ")
	c := Cut{Need: d.number(need), Columns: d.ids(columns)}
	if next, _ := d.in.Peek(len("dual")); string(next) == "dual" {
		c.Dual = d.dual(d.field("dual"))
	}
	d.same(func(b *bytes.Buffer) { writeCut(b, &c) })
	return c
}

// same fails at the first line that differs from what Encode writes, of those that it has not compared yet.
func (d *decoder) same(write func(*bytes.Buffer)) {
	d.want.Reset()
	write(&d.want)
	if text, want := d.text.Bytes(), d.want.Bytes(); !bytes.Equal(text, want) && d.err == nil {
		lines, wanted := bytes.Split(text, []byte("\n")), bytes.Split(want, []byte("\n"))
		i := 0
		for i < min(len(lines), len(wanted))-1 && bytes.Equal(lines[i], wanted[i]) {
			i++
		}
		d.at += i + 2 - len(lines)
		d.fail("%.60q, want %.60q", lines[i], wanted[i])
	}
	d.text.Reset()
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: line %d: %s", ErrFormat, d.at, fmt.Sprintf(format, args...))
	}
}

// line returns the next line, without its end; nothing after an error.
func (d *decoder) line() string {
	if d.err != nil {
		return ""
	}
	d.at++
	from := d.text.Len()
	for {
		part, err := d.in.ReadSlice('\n')
		d.text.Write(part)
		switch n := d.text.Len() - from; {
		case n > mostLine:
			d.fail("more than %d bytes", mostLine)
		case err == io.EOF:
			d.fail("the text ends here: truncated")
		case err == nil:
			return string(d.text.Bytes()[from : from+n-1])
		case err != bufio.ErrBufferFull:
			d.err = err
		default:
			continue
		}
		return ""
	}
}

func (d *decoder) field(name string) string {
	line := d.line()
	if d.err != nil {
		return ""
	}
	found, value, _ := strings.Cut(line, " ")
	if found != name {
		d.fail("%.40q, want %s and its value", line, name)
	}
	return value
}

func (d *decoder) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		d.fail("%.40q, want a whole number", text)
	}
	return n
}

func (d *decoder) ids(text string) (v Vector) {
	for word := range strings.FieldsSeq(text) {
		id := d.number(word)
		if id < 1 || id > formatColumns {
			d.fail("feature %d, want 1 to %d", id, formatColumns)
		}
		v = v.With(id)
	}
	return v
}

func (d *decoder) dual(text string) *Dual {
	dual := &Dual{}
	var to *[]Entry
	last := 0
	for word := range strings.FieldsSeq(text) {
		at, value, isEntry := strings.Cut(word, ":")
		if k := slices.Index(partNames[:], word); k >= 0 {
			to, last = dual.parts()[k], 0
		} else if isEntry && to != nil {
			last += d.number(at)
			*to = append(*to, Entry{last, int64(d.number(value))})
		} else {
			d.fail("%.40q, want x, m, a or b and places with their values", word)
		}
	}
	return dual
}
