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
	// magic is the first line of a file of format 1, magic2 that of format 2.
	magic, magic2 = "feltlab-proof 1", "feltlab-proof 2"
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

// Encode writes a proof as text: of format 2 if the claim has rules, else of format 1, which Decode reads if all
// columns are at most 73.
func (p *Proof) Encode() []byte {
	var b bytes.Buffer
	writeHeader(&b, &p.Header, stated{len(p.Cuts), p.splits()})
	for i := range p.Cuts {
		writeCut(&b, &p.Header, &p.Cuts[i])
	}
	b.WriteString("end\n")
	return b.Bytes()
}

// stated is the numbers of cuts, and of splits in their trees, that a text states.
type stated struct{ cuts, splits int }

func writeHeader(b *bytes.Buffer, h *Header, n stated) {
	if h.Rules != nil {
		writeHeader2(b, h, n)
		return
	}
	fmt.Fprintf(b, "%s\nhand %s\nrange %s\nreading %s\nloss %v\nfeatures %d\nwith",
		magic, h.Hand, h.Range, h.Reading, h.Loss, h.Features)
	writeIDs(b, h.With)
	fmt.Fprintf(b, "\ncutoff %s\ninstance %x\ncuts %d\n", cutoffText(h), h.Instance, n.cuts)
}

// cutoffText writes the cutoff in the shortest decimals; without a sign, also that of -0.
func cutoffText(h *Header) string { return strconv.FormatFloat(h.Cutoff+0, 'g', -1, 64) }

func writeCut(b *bytes.Buffer, h *Header, c *Cut) {
	if h.Rules != nil {
		writeCut2(b, c)
		return
	}
	b.WriteString(strconv.Itoa(c.Need))
	writeIDs(b, c.Columns)
	if c.Dual != nil {
		b.WriteByte('\n')
		writeDual(b, c.Dual)
	}
	b.WriteByte('\n')
}

func writeDual(b *bytes.Buffer, d *Dual) {
	b.WriteString("dual")
	for k, entries := range d.parts() {
		writeEntries(b, partNames[k], *entries)
	}
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

// Read reads the text that Encode writes for a proof, of format 1 or 2, and refuses every other text: a proof has
// exactly one. It calls begin with the claim, and each with every cut in order; either may be nil. What each leaves of
// a cut is kept, so a caller that judges dual vectors as they come can drop them. Memory is then some 100 bytes a cut,
// for at most 2^20 cuts, and what a line takes. The error wraps ErrFormat or ErrHeader, or is that of r, begin or each.
func Read(r io.Reader, begin func(*Header) error, each func(*Cut) error) (*Proof, error) {
	d := &decoder{in: bufio.NewReaderSize(r, 1<<16)}
	p := &Proof{}
	n := d.header(&p.Header)
	columns := formatColumns
	if p.Rules != nil {
		columns = len(p.Labels.Columns)
	}
	if err := cmp.Or(d.err, p.Valid(columns)); err != nil {
		return p, err
	}
	d.same(func(b *bytes.Buffer) { writeHeader(b, &p.Header, n) })
	if d.err == nil && begin != nil {
		d.err = begin(&p.Header)
	}
	d.splits, d.columns = n.splits, columns
	for entries := 0; len(p.Cuts) < n.cuts && d.err == nil; {
		c := d.cut(&p.Header)
		if d.err == nil && each != nil {
			d.err = each(&c)
		}
		if entries += c.size(); entries > mostEntries {
			d.fail("more than %d multipliers", mostEntries)
		}
		p.Cuts = append(p.Cuts, c)
	}
	if last := d.line(); d.err == nil && last != "end" {
		d.fail("want the end here")
	}
	if d.err == nil && d.splits > 0 {
		d.fail("%d splits fewer than stated", d.splits)
	}
	if _, err := d.in.ReadByte(); d.err == nil && err == nil {
		d.fail("want the end here")
	} else if d.err == nil && err != io.EOF {
		d.err = err
	}
	return p, d.err
}

// size is how many entries and nodes a cut holds.
func (c *Cut) size() int {
	n := c.Dual.size() + len(c.Tree)
	for i := range c.Tree {
		n += c.Tree[i].Dual.size()
	}
	return n
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

	columns int // columns have the numbers 1 to this
	splits  int // splits that were stated and not read
}

// header returns the numbers of cuts and splits too.
func (d *decoder) header(h *Header) (n stated) {
	d.columns = formatColumns
	switch first := d.line(); {
	case !strings.HasPrefix(first, "feltlab-proof "):
		d.fail("want %q or %q", magic, magic2) // another file: its content is not for messages
	case first == magic2:
		d.labels(h)
	case first == magic:
		h.Hand, h.Range, h.Reading = d.field("hand"), d.field("range"), d.field("reading")
	default:
		d.fail("%.40q, want %q or %q", first, magic, magic2)
	}
	if d.field("loss") == Largest.String() {
		h.Loss = Largest
	}
	h.Features = d.number(d.field("features"))
	h.With = d.ids(d.field("with"))
	h.Cutoff, _ = strconv.ParseFloat(d.field("cutoff"), 64)
	digest, _ := hex.DecodeString(d.field("instance"))
	copy(h.Instance[:], digest)
	n.cuts = d.count("cuts")
	if h.Rules != nil {
		n.splits = d.count("splits")
	}
	return n
}

func (d *decoder) count(name string) int {
	n := d.number(d.field(name))
	if n < 0 || n > mostCuts {
		d.fail("%d %s, want 0 to %d", n, name, mostCuts)
	}
	return n
}

func (d *decoder) cut(h *Header) Cut {
	if h.Rules != nil {
		return d.cut2()
	}
	need, columns, _ := strings.Cut(d.line(), " ")
	c := Cut{Need: d.number(need), Columns: d.ids(columns)}
	if next, _ := d.in.Peek(len("dual")); string(next) == "dual" {
		c.Dual = d.dual(d.field("dual"))
	}
	d.same(func(b *bytes.Buffer) { writeCut(b, h, &c) })
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
		if id < 1 || id > d.columns {
			d.fail("feature %d, want 1 to %d", id, d.columns)
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
