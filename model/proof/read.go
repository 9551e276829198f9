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

// Judge is the version of the rules by which this package accepts proofs. It changes when the package refuses a proof
// that it accepted before.
const Judge = "1"

// Limits of a text, whatever it states. A proof of format 1 about poker has at most 19,600 patterns, so that a dual
// vector takes at most 1 MB of text.
const (
	mostCuts    = 1 << 20 // cuts
	mostLine    = 1 << 21 // bytes of a line
	mostEntries = 1 << 25 // entries of the dual vectors that are kept
	mostName    = 1000    // bytes of a column's name
	mostValues  = 10_000  // values of a weight
	mostExcept  = 1000    // excepted sets
)

// Decode is Read for a text in memory.
func Decode(text []byte) (*Proof, error) { return Read(bytes.NewReader(text), nil, nil) }

// Read reads the text that Encode writes for a proof, and refuses every other text: a proof has exactly one. It reads
// such texts of format 1 too. It calls begin with the claim, and each with every cut in order; either may be nil.
// What each leaves of a cut is kept, so a caller that judges dual vectors as they come can drop them. Memory is then
// some 100 bytes a cut, for at most 2^20 cuts, and what a line takes. The error wraps ErrFormat or ErrHeader, or is
// that of r, begin or each.
func Read(r io.Reader, begin func(*Header) error, each func(*Cut) error) (*Proof, error) {
	d := &decoder{in: bufio.NewReaderSize(r, 1<<16)}
	p := &Proof{}
	n := d.header(&p.Header)
	if err := cmp.Or(d.err, p.Valid(d.columns)); err != nil {
		return p, err
	}
	write := writeHeader
	if d.old {
		write = writeHeader1
	}
	d.same(func(b *bytes.Buffer) { write(b, &p.Header, n) })
	p.Rules = p.Rules.Normal()
	if d.err == nil && begin != nil {
		d.err = begin(&p.Header)
	}
	d.splits = n.splits
	for read, entries := 0, 0; read < n.cuts && d.err == nil; read++ {
		c, none := d.cut(&p.Header)
		if none {
			continue
		}
		if d.err == nil && each != nil {
			d.err = each(&c)
		}
		if entries += c.size(); entries > mostEntries {
			d.fail("more than %d multipliers", mostEntries)
		}
		p.Cuts = append(p.Cuts, c)
	}
	last := d.line()
	switch _, err := d.in.ReadByte(); {
	case d.err == nil && (last != "end" || err == nil):
		d.fail("want the end here")
	case d.err == nil && d.splits > 0:
		d.fail("%d splits fewer than stated", d.splits)
	case d.err == nil && err != io.EOF:
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
	if d != nil {
		n = len(d.Weights) + len(d.Slopes) + len(d.Above) + len(d.Below)
	}
	return n
}

type decoder struct {
	in   *bufio.Reader
	at   int          // lines read
	text bytes.Buffer // lines that were not compared with what Encode writes
	want bytes.Buffer
	err  error

	old     bool // the text is of format 1
	columns int  // columns have the numbers 1 to this
	splits  int  // splits that were stated and not read
}

// header returns the numbers of cuts and splits too.
func (d *decoder) header(h *Header) (n stated) {
	switch first := d.line(); {
	case !strings.HasPrefix(first, "feltlab-proof "):
		d.fail("want %q or %q", magic1, magic) // another file: its content is not for messages
	case first == magic:
		d.labels(h)
	case first == magic1:
		d.old = true
		d.labels1(h)
	default:
		d.fail("%.40q, want %q or %q", first, magic1, magic)
	}
	d.loss(h)
	h.Features = d.number(d.field("features"))
	h.With = d.ids(d.field("with"))
	for !d.old && len(h.Except) <= mostExcept && d.next("except ") {
		h.Except = append(h.Except, d.ids(d.field("except")))
	}
	h.Cutoff, _ = strconv.ParseFloat(d.field("cutoff"), 64)
	digest, _ := hex.DecodeString(d.field("instance"))
	copy(h.Instance[:], digest)
	n.cuts = d.count("cuts")
	if !d.old {
		n.splits = d.count("splits")
	}
	return n
}

func (d *decoder) loss(h *Header) {
	name, counts, _ := strings.Cut(d.field("loss"), " ")
	if name == Largest.String() {
		h.Loss = Largest
	} else if name == "quantile" && !d.old {
		h.Rules.Quantile = d.decimal(counts)
	} else if name == Wrong.String() && !d.old {
		h.Loss = Wrong
		words := strings.Split(counts+" points 0", " ")
		if len(words) < 4 {
			d.fail("want what a wrong row counts with the least and with the greatest target")
			return
		}
		h.Wrong = Counts{int64(d.number(words[0])), int64(d.number(words[1])), int64(d.number(words[3]))}
	}
}

// labels reads the lines of a header from rows to the groups.
func (d *decoder) labels(h *Header) {
	h.Rules = &Rules{}
	r := h.Rules
	h.Labels.Rows, h.Labels.Source = d.field("rows"), d.field("source")
	low, high, _ := strings.Cut(d.field("target"), " ")
	r.Low, r.High = d.decimal(low), d.decimal(high)
	if d.columns = d.number(d.field("columns")); d.columns < 1 || d.columns > MaxColumns {
		d.fail("%d columns, want 1 to %d", d.columns, MaxColumns)
	}
	for i := 0; i < d.columns && d.err == nil; i++ {
		d.column(h)
	}
	kind := d.field("intercept")
	for r.Intercept = NoIntercept; r.Intercept < RoundIntercept && r.Intercept.String() != kind; {
		r.Intercept++
	}
	d.weights(r, d.field("weights"))
	groups := d.number(d.field("groups"))
	for i := 0; i < groups && i <= d.columns && d.err == nil; i++ {
		g, text := Group{Most: 1}, " "+d.field("group")
		if ids, ok := strings.CutPrefix(text, whole); ok {
			g.Most, text = 0, ids
		} else if rest, ok := strings.CutPrefix(text, most); ok {
			number, ids, _ := strings.Cut(rest, " ")
			g.Most, text = d.number(number), ids
		}
		g.Columns = d.ids(text)
		r.Groups = append(r.Groups, g)
	}
}

func (d *decoder) column(h *Header) {
	words := strings.SplitN(d.field("column"), " ", 3)
	if len(words) < 3 {
		d.fail("want column, its bounds and its name")
		return
	}
	b, name := Bounds{d.decimal(words[0]), d.decimal(words[1])}, words[2]
	switch {
	case name == "" || len(name) > mostName:
		d.fail("a name of %d bytes, want 1 to %d", len(name), mostName)
	case slices.Contains(h.Labels.Columns, name):
		d.fail("%.40q is the name of another column", name)
	}
	h.Rules.Bounds, h.Labels.Columns = append(h.Rules.Bounds, b), append(h.Labels.Columns, name)
}

func (d *decoder) weights(r *Rules, text string) {
	switch words := strings.Fields(text); {
	case text == "any":
	case len(words) == 2 && words[0] == "step":
		r.Step = d.decimal(words[1])
	case len(words) >= 2 && len(words) <= mostValues+1 && words[0] == "values":
		for _, w := range words[1:] {
			r.Values = append(r.Values, d.decimal(w))
		}
	default:
		d.fail("%.40q, want any, step and a decimal, or values and 1 to %d decimals", text, mostValues)
	}
}

func (d *decoder) decimal(text string) Decimal {
	v, err := ParseDecimal(text)
	if err != nil {
		d.fail("%.40q, %s", text, wantDecimal)
	}
	return v
}

func (d *decoder) count(name string) int {
	n := d.number(d.field(name))
	if n < 0 || n > mostCuts {
		d.fail("%d %s, want 0 to %d", n, name, mostCuts)
	}
	return n
}

// cut reads a cut with its tree. A tree that is one leaf becomes the cut's dual vector.
func (d *decoder) cut(h *Header) (c Cut, none bool) {
	if d.old {
		return d.cut1(h)
	}
	first := d.line()
	if first != "cut" && !strings.HasPrefix(first, "cut ") {
		d.fail("%.40q, want cut and its columns", first)
	}
	columns, choice, _ := strings.Cut(strings.TrimPrefix(first, "cut"), byWord)
	c.Columns, c.Choice = d.ids(columns), d.ids(choice)
	for open := 1; open > 0 && d.err == nil; {
		n := d.node()
		if open--; n.inner() {
			open += 2
		}
		c.Tree = append(c.Tree, n)
	}
	if len(c.Tree) == 1 && c.Tree[0].Kind == Leaf && (c.Tree[0].Dual != nil || c.Choice == Vector{}) {
		c.Dual, c.Tree = c.Tree[0].Dual, nil
	}
	d.same(func(b *bytes.Buffer) { writeCut(b, &c) })
	return c, false
}

func (d *decoder) node() (n Node) {
	name, value, _ := strings.Cut(d.line(), " ")
	switch name {
	case "split":
		column, number, _ := strings.Cut(value, " ")
		n = Node{Kind: Split, Column: d.number(column), Value: int64(d.number(number))}
	case "choose":
		n = Node{Kind: Choose, Column: d.number(value)}
	case "none":
		n.Kind = None
	case "dual":
		n.Dual = d.dual(value)
	case "leaf":
	default:
		d.fail("%.40q, want split, choose, dual, none or leaf", name)
	}
	if n.inner() {
		if d.splits--; d.splits < 0 {
			d.fail("more splits than stated")
		}
	}
	return n
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
	from, err := d.text.Len(), bufio.ErrBufferFull
	for part := []byte(nil); err == bufio.ErrBufferFull && d.text.Len()-from <= mostLine; d.text.Write(part) {
		part, err = d.in.ReadSlice('\n')
	}
	switch line := d.text.Bytes()[from:]; {
	case len(line) > mostLine:
		d.fail("more than %d bytes", mostLine)
	case err == nil:
		return string(line[:len(line)-1])
	case err == io.EOF:
		d.fail("the text ends here: truncated")
	default:
		d.err = err
	}
	return ""
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

// next reports whether a text comes next.
func (d *decoder) next(text string) bool {
	if d.err != nil {
		return false
	}
	found, _ := d.in.Peek(len(text))
	return string(found) == text
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
