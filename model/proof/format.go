package proof

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/model/features"
)

// ErrFormat is wrapped by errors about text that is no proof; the message names the line.
var ErrFormat = errors.New("proof: not a proof")

const (
	// magic is the first line of a file. A change of the format, or of what a claim means, changes
	// it.
	magic = "feltlab-proof 1"
	// Judge names what this package accepts. It changes when it would refuse a proof that it
	// accepted.
	Judge = "1"
)

// partNames are the letters before the entries of a dual vector's parts.
var partNames = [...]string{"x", "m", "a", "b"}

func (d *Dual) parts() [len(partNames)]*[]Entry {
	return [...]*[]Entry{&d.Weights, &d.Slopes, &d.Above, &d.Below}
}

// Encode writes a proof as text.
func (p *Proof) Encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nhand %s\nrange %s\nreading %s\nloss %v\nfeatures %d\nwith", magic, p.Hand, p.Range, p.Reading, p.Loss, p.Features)
	writeIDs(&b, p.With)
	fmt.Fprintf(&b, "\ncutoff %s\ninstance %x\ncuts %d\n", strconv.FormatFloat(p.Cutoff, 'g', -1, 64), p.Instance, len(p.Cuts))
	for i := range p.Cuts {
		c := &p.Cuts[i]
		b.WriteString(strconv.Itoa(c.Need))
		writeIDs(&b, c.Columns)
		if c.Dual != nil {
			b.WriteString("\ndual")
			for k, entries := range c.Dual.parts() {
				writeEntries(&b, partNames[k], *entries)
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("end\n")
	return b.Bytes()
}

func writeIDs(b *bytes.Buffer, v features.Vector) {
	for _, id := range v.IDs() {
		b.WriteString(" " + strconv.Itoa(id))
	}
}

// writeEntries writes places as differences to the place before.
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

// Decode reads what Encode wrote, and nothing else: a proof has one text. It takes memory in
// proportion to the text. The error wraps ErrFormat or ErrHeader.
func Decode(text []byte) (*Proof, error) {
	d := &decoder{rest: string(text)}
	p := &Proof{}
	if first := d.line(); first != magic {
		d.fail("%.40q, want %q", first, magic)
	}
	p.Hand, p.Range, p.Reading = d.field("hand"), d.field("range"), d.field("reading")
	if d.field("loss") == Largest.String() {
		p.Loss = Largest
	}
	p.Features = d.number(d.field("features"))
	p.With = d.ids(d.field("with"))
	p.Cutoff, _ = strconv.ParseFloat(d.field("cutoff"), 64)
	digest, _ := hex.DecodeString(d.field("instance"))
	copy(p.Instance[:], digest)
	for n := d.number(d.field("cuts")); n > len(p.Cuts) && d.err == nil; {
		need, columns, _ := strings.Cut(d.line(), " ")
		c := Cut{Need: d.number(need), Columns: d.ids(columns)}
		if strings.HasPrefix(d.rest, "dual") {
			c.Dual = d.dual(d.field("dual"))
		}
		p.Cuts = append(p.Cuts, c)
	}
	if last := d.line(); last != "end" || d.rest != "" {
		d.fail("want the end here")
	}
	if err := cmp.Or(d.err, p.valid()); err != nil {
		return p, err
	}
	return p, same(text, p.Encode())
}

// same names the first line in which a text differs from what Encode makes of it.
func same(text, want []byte) error {
	if bytes.Equal(text, want) {
		return nil
	}
	lines, wanted := bytes.Split(text, []byte("\n")), bytes.Split(want, []byte("\n"))
	i := 0
	for i < min(len(lines), len(wanted))-1 && bytes.Equal(lines[i], wanted[i]) {
		i++
	}
	return fmt.Errorf("%w: line %d: %.60q, want %.60q", ErrFormat, i+1, lines[i], wanted[i])
}

// decoder reads lines. After the first error there are no more.
type decoder struct {
	rest string
	at   int // lines read
	err  error
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("%w: line %d: %s", ErrFormat, d.at, fmt.Sprintf(format, args...))
		d.rest = ""
	}
}

// line returns the next line.
func (d *decoder) line() string {
	line, rest, ok := strings.Cut(d.rest, "\n")
	d.at, d.rest = d.at+1, rest
	if !ok {
		d.fail("it ends in the middle: truncated")
	}
	return line
}

// field returns the value of a line with a name, which may be empty.
func (d *decoder) field(name string) string {
	line := d.line()
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

// ids reads features.
func (d *decoder) ids(text string) (v features.Vector) {
	for _, word := range strings.Fields(text) {
		v = v.With(d.number(word))
	}
	return v
}

// dual reads the parts of a dual vector.
func (d *decoder) dual(text string) *Dual {
	dual := &Dual{}
	var to *[]Entry
	last := 0
	for _, word := range strings.Fields(text) {
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
