package proof

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unsafe"

	"feltlab/internal/must"
)

// anyProof makes a random proof, which need not prove anything.
func anyProof(r *rand.Rand) *Proof {
	ids := FirstColumns(columns1).IDs()
	p := &Proof{Header: Header{
		Labels: named(columns1), Loss: Loss(r.IntN(2)), Features: r.IntN(74),
		Cutoff: []float64{0, 1, 0.5, 5e-324, 1e-5, 1e-4, r.Float64(), r.Float64()}[r.IntN(8)],
	}}
	for i := range p.Instance {
		p.Instance[i] = byte(r.Uint32())
	}
	for _, id := range some(r, ids, 20).IDs() {
		if p.With.Size() < p.Features {
			p.With = p.With.With(id)
		}
	}
	for range r.IntN(6) {
		c := Cut{Columns: some(r, ids, 1+r.IntN(20))}
		if r.IntN(2) == 0 {
			c.Dual = &Dual{}
			for _, part := range c.Dual.parts() {
				for range r.IntN(4) {
					*part = append(*part, Entry{int(r.Uint64()) >> r.IntN(64), int64(r.Uint64()) >> r.IntN(64)})
				}
			}
		}
		p.Cuts = append(p.Cuts, c)
	}
	return p
}

func TestRoundTrip(t *testing.T) {
	r := newRand(t)
	for range 500 {
		roundTrip(t, anyProof(r))
	}
}

// roundTrip demands that a proof is that of its text, which it returns.
func roundTrip(t *testing.T, p *Proof) []byte {
	t.Helper()
	text := p.Encode()
	q, err := Decode(text)
	if err != nil || !reflect.DeepEqual(p, q) {
		t.Fatalf("%v: %s", err, text)
	}
	return text
}

// checkText demands of any text that it is refused with the right error, or is that of the proof
// that it decodes to.
func checkText(t *testing.T, text []byte) (ok bool) {
	t.Helper()
	p, err := Decode(text)
	switch {
	case err == nil && !bytes.Equal(p.Encode(), text):
		t.Fatalf("%q decodes to\n%q", text, p.Encode())
	case err != nil && !errors.Is(err, ErrFormat) && !errors.Is(err, ErrHeader), errors.Is(err, ErrFormat) &&
		!strings.Contains(err.Error(), ": line "):
		t.Fatalf("%q: %v", text, err)
	}
	return err == nil
}

func TestDamage(t *testing.T) {
	r := newRand(t)
	flips, kept := 0, 0
	for range 6 {
		text := anyProof(r).Encode()
		for n := range text {
			if checkText(t, text[:n]) {
				t.Fatalf("truncated to %d of %d bytes", n, len(text))
			}
			changed := bytes.Clone(text)
			changed[n] ^= 1 << r.IntN(8)
			if flips++; checkText(t, changed) {
				kept++
			}
		}
		for _, changed := range [][]byte{append(bytes.Clone(text), '\n'), append(bytes.Clone(text), text...),
			append([]byte{' '}, text...),
			bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), bytes.Replace(text, []byte(" "), []byte("  "), 1)} {
			if checkText(t, changed) && !bytes.Contains(changed, []byte("feltlab-proof 1\nhand  ")) {
				t.Fatalf("%q", changed)
			}
		}
	}
	t.Logf("%d of %d flips make another proof", kept, flips)
}

// TestMessages expects errors to name the line and the fault there.
func TestMessages(t *testing.T) {
	text := "feltlab-proof 1\nhand AA\nrange ATC\nreading paper-2\nloss average\nfeatures 3\nwith\ncutoff 0.25\n" +
		"instance " + strings.Repeat("0", 64) + "\ncuts 2\n1 1 2\ndual x 1:5\n1 3\nend\n"
	for _, c := range []struct{ old, new, want string }{
		{"feltlab-proof 1", "feltlab-proof 3",
			`line 1: "feltlab-proof 3", want "feltlab-proof 1" or "feltlab-proof 2"`},
		{"feltlab-proof 1", "feltlab-proof 2", `line 2: "hand AA", want rows`},
		{"reading paper-2", "reading ", `line 4: want a reading`},
		{"hand AA", "hend AA", `line 2: "hend AA", want hand`},
		{"range ATC\n", "", `line 3: "reading paper-2", want range`},
		{"loss average", "loss greatest", `line 5: "loss greatest", want "loss average"`},
		{"features 3", "features three", `line 6: "three", want a whole number`},
		{"features 3", "features 03", `line 6: "features 03", want "features 3"`},
		{"features 3", "features 74", `74 features, want 0 to 73`},
		{"with\n", "with 74\n", `line 7: feature 74, want 1 to 73`},
		{"with\n", "with 1 2 3 4\n", `4 features in every formula of at most 3`},
		{"cutoff 0.25", "cutoff .25", `line 8: "cutoff .25", want "cutoff 0.25"`},
		{"cutoff 0.25", "cutoff NaN", `the cutoff is NaN`},
		{"cutoff 0.25", "cutoff 1e999", `the cutoff is +Inf`},
		{"cutoff 0.25", "cutoff -0.25", `the cutoff is -0.25`},
		{"instance 00", "instance ", `line 9: "instance 0000`},
		{"cuts 2", "cuts 1", `line 13: want the end here`},
		{"cuts 2", "cuts 3", `line 14: "end", want a whole number`},
		{"cuts 2", "cuts -2", `line 10: -2 cuts, want 0 to 1048576`},
		{"cuts 2", "cuts 1048577", `line 10: 1048577 cuts, want 0 to 1048576`},
		{"hand AA", "hand " + strings.Repeat("A", 1<<21), `line 2: more than 2097152 bytes`},
		{"1 1 2\n", "0 1 2\n", `line 12: a need of 0, want at least 1`},
		{"1 1 2\n", "1 2 1\n", `line 11: "1 2 1", want "1 1 2"`},
		{"1 1 2\n", "1 1 99999999999999999999\n", `line 11: "99999999999999999999", want a whole number`},
		{"1 1 2\n", "one 1 2\n", `line 11: "one", want a whole number`},
		{"dual x 1:5", "duals x 1:5", `line 12: "duals x 1:5", want dual`},
		{"dual x 1:5", "dual 1:5", `line 12: "1:5", want x, m, a or b`},
		{"dual x 1:5", "dual y 1:5", `line 12: "y", want x, m, a or b`},
		{"dual x 1:5", "dual x 1:5 x 2:3", `line 12: "dual x 1:5 x 2:3", want "dual x 1:5 1:3"`},
		{"dual x 1:5", "dual m 1:5 x 2:3", `line 12: "dual m 1:5 x 2:3", want "dual x 2:3 m 1:5"`},
		{"dual x 1:5", "dual x", `line 12: "dual x", want "dual"`},
		{"dual x 1:5", "dual x 1:-0", `line 12: "dual x 1:-0", want "dual x 1:0"`},
		{"end\n", "end", `line 14: the text ends here: truncated`},
		{"end\n", "end\n\n", `line 14: want the end here`},
	} {
		changed := strings.Replace(text, c.old, c.new, 1)
		if changed == text {
			t.Fatalf("%q is not in %q", c.old, text)
		}
		if _, err := Decode([]byte(changed)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %s", c.new, c.old, err, c.want)
		}
	}
	if _, err := Decode(nil); !errors.Is(err, ErrFormat) {
		t.Error(err)
	}
	if _, err := Decode([]byte("root:secret\n" + text)); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v: the content of another file is in the message", err)
	}
}

// TestRead stops where a caller refuses the claim or a cut, and keeps of a cut what the caller leaves.
func TestRead(t *testing.T) {
	p := &Proof{Header: Header{Labels: named(9), Features: 3}, Cuts: []Cut{
		{Columns: set(1, 2), Dual: &Dual{Weights: []Entry{{1, 5}}}}, {Columns: set(3), Dual: &Dual{}},
	}}
	refused := errors.New("refused")
	in := func() *strings.Reader { return strings.NewReader(string(p.Encode())) }
	if _, err := Read(in(), func(h *Header) error { return refused },
		func(*Cut) error { panic("a cut") }); err != refused {
		t.Error(err)
	}
	seen := 0
	if _, err := Read(in(), nil, func(*Cut) error { seen++; return refused }); err != refused || seen != 1 {
		t.Error(err, seen)
	}
	got, err := Read(in(), nil, func(c *Cut) error { c.Dual = nil; return nil })
	if err != nil || len(got.Cuts) != 2 || got.Cuts[0].Dual != nil || got.Cuts[1].Columns != set(3) {
		t.Errorf("%+v, %v", got, err)
	}
	broken := errors.New("the disk is gone")
	if _, err := Read(io.MultiReader(in(), iotest.ErrReader(broken)), nil, nil); err != broken {
		t.Error(err)
	}
}

// entriesIn counts what a proof takes memory for.
func entriesIn(p *Proof) (n int) {
	for i := range p.Cuts {
		n += int(unsafe.Sizeof(p.Cuts[i]))
		if d := p.Cuts[i].Dual; d != nil {
			for _, part := range d.parts() {
				n += len(*part) * int(unsafe.Sizeof(Entry{}))
			}
		}
	}
	return n
}

// mostMemory is how many times a text's size it takes to read it, at most.
const mostMemory = 384

// TestMemory has texts that claim much, or are made to take much.
func TestMemory(t *testing.T) {
	header := "feltlab-proof 1\nhand AA\nrange ATC\nreading paper-2\nloss average\nfeatures 3\nwith\ncutoff " +
		"0.25\ninstance " + strings.Repeat("0", 64) + "\n"
	for name, text := range map[string]string{
		"claim":   header + "cuts 9000000000000000000\n1\n",
		"short":   header + "cuts 100000\n" + strings.Repeat("1\n", 100_000) + "end\n",
		"duals":   header + "cuts 30000\n" + strings.Repeat("1\ndual\n", 30_000) + "end\n",
		"entries": header + "cuts 1\n1\ndual m" + strings.Repeat(" 0:0", 50_000) + "\nend\n",
		"ids":     header + "cuts 1\n1" + strings.Repeat(" 1", 100_000) + "\nend\n",
		"lines":   strings.Repeat("\n", 100_000),
		"hand":    "feltlab-proof 1\nhand " + strings.Repeat("A", 100_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := Decode([]byte(text))
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(mostMemory*len(text)+1<<16) {
			t.Errorf("%s: %d bytes took %d: %v", name, len(text), took, err)
		}
		if err == nil && entriesIn(p) > mostMemory*len(text) {
			t.Errorf("%s: %d bytes of text for %d", name, len(text), entriesIn(p))
		}
	}
}

func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 5 {
		f.Add(anyProof(r).Encode())
		_, p := tightClaim(f, r)
		f.Add(p.Encode())
		_, h := scoreRows(r, 4)
		f.Add((&Proof{Header: *h}).Encode())
	}
	_, whole := unitClaim(f)
	_, several := severalClaim(f)
	f.Add([]byte(magic + "\nrows \nsource \ntarget 0 0\ncolumns 7000\n")) // more than a set can have
	f.Add(whole.Encode())
	f.Add(several.Encode())
	f.Add([]byte(magic))
	in := must.Get(NewInstance(testColumns, []Row{row(set(1), 1, 0, 2, 1)}))(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		if !checkText(t, text) {
			return
		}
		p, _ := Decode(text)
		if entriesIn(p) > mostMemory*len(text) {
			t.Errorf("%d bytes of text for %d", len(text), entriesIn(p))
		}
		if p.Rules != nil {
			fuzzRules(t, p)
			return
		}
		for i := range p.Cuts { // whatever it is, it can be judged
			c := &p.Cuts[i]
			if b := in.Bound(anyFormula(p.Loss), c, c.Dual); math.IsNaN(b) || b < 0 || b > 1 {
				t.Errorf("cut %d shows %v", i+1, b)
			}
			in.Shows(&p.Header, c, c.Dual)
		}
	})
}

// fuzzRules judges any proof of format 2 about a few rows.
func fuzzRules(t *testing.T, p *Proof) {
	columns := len(p.Rules.Bounds)
	in, err := NewInstance(columns, []Row{row(set(1), 1, 0, 2, 1), row(set(1, columns), 1, 0, 1<<61, 1<<30),
		row(set(), 0, 0, 3, 1)})
	must.Do(t, err)
	for i := range p.Cuts {
		c := &p.Cuts[i]
		if b := in.Bound(&p.Header, c, c.Dual); math.IsNaN(b) || b < 0 {
			t.Errorf("cut %d shows %v", i+1, b)
		}
	}
	p.Instance = in.Digest()
	if err := in.Check(t.Context(), p, nil); err != nil && !errors.Is(err, ErrHeader) && !errors.Is(err, ErrCut) &&
		!errors.Is(err, ErrCover) {
		t.Error(err)
	}
}
