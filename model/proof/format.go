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
	fmt.Fprintf(&b, "%s\nhand %s\nrange %s\nreading %s\nloss %v\nfeatures %d\nwith",
		magic, p.Hand, p.Range, p.Reading, p.Loss, p.Features)
	writeIDs(&b, p.With)
	cutoff := strconv.FormatFloat(p.Cutoff, 'g', -1, 64)
	fmt.Fprintf(&b, "\ncutoff %s\ninstance %x\ncuts %d\n", cutoff, p.Instance, len(p.Cuts))
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

// Decode reads the text that Encode writes for a proof, and refuses every other text: a proof has exactly one. Memory
// is proportional to the length of the text. The error wraps ErrFormat or ErrHeader.
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
	if err := cmp.Or(d.err, p.valid(formatColumns)); err != nil {
		return p, err
	}
	return p, same(text, p.Encode())
}

// same returns nil if a text equals the one that Encode writes, or an error about the first line that differs.
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

func (d *decoder) line() string {
	line, rest, ok := strings.Cut(d.rest, "\n")
	d.at, d.rest = d.at+1, rest
	if !ok {
		d.fail("the text ends here: truncated")
	}
	return line
}

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

func (d *decoder) ids(text string) (v Vector) {
	for _, word := range strings.Fields(text) {
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
