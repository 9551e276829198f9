package prooffile

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
	"feltlab/model/proof"
)

// example is the text of a proof about nothing, with cuts of every form.
func example() *proof.Proof {
	var names []string
	for id := range features.Count {
		names = append(names, fmt.Sprintf("column %d", id+1))
	}
	p := &proof.Proof{Header: proof.Header{Labels: proof.Labels{Source: "AA", Rows: "ATC", Columns: names}, Features: 3,
		Cutoff: 0.0233, Instance: [32]byte{1, 2, 255}}}
	var columns features.Vector
	for id := 1; id <= features.Count; id += 5 {
		columns = columns.With(id)
		p.Cuts = append(p.Cuts, proof.Cut{Columns: columns})
	}
	p.Cuts[2].Dual = &proof.Dual{Weights: []proof.Entry{{At: 1, Value: -5}, {At: 73, Value: proof.WeightUnit}},
		Slopes: []proof.Entry{{Value: 7}}}
	p.Cuts[3].Dual = &proof.Dual{Above: []proof.Entry{{At: 4, Value: 1}, {At: 6, Value: 1 << 40}},
		Below: []proof.Entry{{At: 5, Value: 9}}}
	p.Cuts[4].Dual = &proof.Dual{}
	return p
}

func TestRoundTrip(t *testing.T) {
	full := example()
	largest := example()
	largest.Loss, largest.With, largest.Cuts = proof.Largest, largest.With.With(7), nil
	for _, p := range []*proof.Proof{full, largest} {
		for _, packed := range [][]byte{Pack(p), PackFast(p), p.Encode()} {
			got, err := Unpack(packed)
			if err != nil || !reflect.DeepEqual(got, p) {
				t.Errorf("%+v, %v, want %+v", got, err, p)
			}
		}
	}
	if !bytes.Equal(Pack(full), Pack(example())) {
		t.Error("the same proof gives other bytes")
	}
}

// TestDamaged cuts a file everywhere and flips each of its bits: what is read, if it is, is the
// proof that was written. Flips in the time or the system of a gzip header change nothing.
func TestDamaged(t *testing.T) {
	p := example()
	packed, text := Pack(p), p.Encode()
	for n := range packed {
		if got, err := Unpack(packed[:n]); !errors.Is(err, ErrFile) || got != nil {
			t.Errorf("the first %d bytes: %v, %v", n, got, err)
		}
	}
	for n := range text {
		if got, err := Unpack(text[:n]); !errors.Is(err, ErrFile) || got != nil {
			t.Errorf("the first %d bytes of the text: %v, %v", n, got, err)
		}
	}
	read := 0
	for bit := range 8 * len(packed) {
		flipped := bytes.Clone(packed)
		flipped[bit/8] ^= 1 << (bit % 8)
		got, err := Unpack(flipped)
		if err == nil && reflect.DeepEqual(got, p) {
			read++
		} else if !errors.Is(err, ErrFile) {
			t.Errorf("bit %d: %+v, %v", bit, got, err)
		}
	}
	const header = 8 * 10 // bits
	if read > header {
		t.Errorf("%d flipped bits went unnoticed", read)
	}
	replace := func(old, new string) []byte { return []byte(strings.Replace(string(text), old, new, 1)) }
	for name, bad := range map[string][]byte{
		"nothing": nil, "twice": append(Pack(p), Pack(p)...), "more": append(Pack(p), 0),
		"text and more": append(text, '\n'), "text twice": append(p.Encode(), text...),
		"gzip of gzip": compressed(packed), "another file": []byte("PAR1"),
		"no last line": bytes.TrimSuffix(text, []byte("\n")),
		"CRLF":         bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		"reordered":    []byte(swapped(string(text), "rows", "source")),
		"a zero":       replace("0.0233", "0.02330"), "NaN": replace("0.0233", "NaN"),
		"negative":    replace("0.0233", "-0.0233"),
		"74 features": replace("features 3", "features 74"), "F74": replace("cut 1 6\n", "cut 1 74\n"),
		"F0": replace("cut 1 6\n", "cut 0 6\n"), "a feature twice": replace("cut 1 6\n", "cut 1 1 6\n"),
		"more cuts": replace("cuts 15", "cuts 1000000000000"), "fewer cuts": replace("cuts 15", "cuts 14"),
		"another version": replace("proof 2", "proof 1"),
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := Unpack(bad); !errors.Is(err, ErrFile) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, %v", name, got, err)
			}
		})
	}
}

// swapped exchanges the lines that begin with two words.
func swapped(text, a, b string) string {
	lines := strings.Split(text, "\n")
	of := map[string]int{}
	for i, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		of[name] = i
	}
	lines[of[a]], lines[of[b]] = lines[of[b]], lines[of[a]]
	return strings.Join(lines, "\n")
}

func compressed(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func allocated(call func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestBomb expects memory to follow from the number of cuts that a small file states, and not from the length of its
// text.
func TestBomb(t *testing.T) {
	p := example()
	p.Cuts = nil
	head := bytes.TrimSuffix(p.Encode(), []byte("cuts 0\nsplits 0\nend\n"))
	bomb := func(cuts int, line string, times int) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		fmt.Fprintf(w, "%scuts %d\nsplits 0\n", head, cuts)
		many := strings.Repeat(line, 1<<10)
		for range times >> 10 {
			io.WriteString(w, many)
		}
		io.WriteString(w, "end\n")
		w.Close()
		return b.Bytes()
	}
	for _, c := range []struct {
		name   string
		packed []byte
		holds  bool
		most   uint64 // bytes
	}{
		{"more cuts than stated", bomb(15, "cut 1 2 3\nleaf\n", 1<<22), false, 1 << 20},
		{"fewer cuts than stated", bomb(1<<20, "cut\nleaf\n", 1<<10), false, 1 << 20},
		{"a long line", bomb(1, "cut 1 2 3 ", 1<<22), false, 1 << 24},
		{"zeros", compressed(make([]byte, 1<<25)), false, 1 << 24},
		{"as many cuts as there may be", bomb(1<<17, "cut\nleaf\n", 1<<17), true, 1 << 27},
	} {
		var got *proof.Proof
		var err error
		n := allocated(func() { got, err = Unpack(c.packed) })
		if (err == nil) != c.holds || !c.holds && (!errors.Is(err, ErrFile) || got != nil) || n > c.most {
			t.Errorf("%s, %d bytes: %v, %d bytes were allocated, want at most %d", c.name, len(c.packed), err, n,
				c.most)
		}
	}
}

// TestDamagedStart reads a damaged gzip header twice: both reads are errors.
func TestDamagedStart(t *testing.T) {
	text := Text(t.Context(), strings.NewReader("\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\x00"))
	for range 2 {
		if n, err := text.Read(make([]byte, 9)); n != 0 || err == nil || err == io.EOF {
			t.Errorf("%d bytes, %v", n, err)
		}
	}
}

// TestCompressesWell reads a proof whose text is 100 times as long as its file, as the dual vectors of an infeasible
// program can be.
func TestCompressesWell(t *testing.T) {
	p := example()
	d := &proof.Dual{}
	for i := range 19600 {
		d.Above = append(d.Above, proof.Entry{At: i, Value: 1 << 26})
	}
	p.Cuts = []proof.Cut{{Dual: d}}
	packed := Pack(p)
	if n := len(p.Encode()) / len(packed); n < 100 {
		t.Fatalf("it compresses %d-fold", n)
	}
	if got, err := Unpack(packed); err != nil || !reflect.DeepEqual(got, p) {
		t.Error(err)
	}
}

// TestCancelled expects reading to end with the context.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := example()
	p.Cuts = slices.Repeat(p.Cuts, 2000)
	path := filepath.Join(t.TempDir(), "p.proof.gz")
	must.Do(t, os.WriteFile(path, Pack(p), 0o666))
	seen := 0
	_, _, err := File{Name: path}.Read(ctx, func(*proof.Cut) error { seen++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || seen == len(p.Cuts) {
		t.Errorf("%v after %d cuts", err, seen)
	}
	must.Fails((File{Name: path}).Use(ctx, func(io.Reader) error { return nil }))(t, context.Canceled)
}

func TestNames(t *testing.T) {
	seen := map[string]string{}
	for _, hand := range []string{"AA", "AKs", "AhKd"} {
		for _, rng := range []string{
			"ATC", "RUS", "QQ+", "QQ", "QQ,KK", "QQ:0.5", "QQ:0.25", "AhKd", "22-55", "2255", "Ah*d",
			"../../etc/passwd", "..", "/", "\\", "C:\\x",
			"a\x00b", "ab", "ä", "NUL", strings.Repeat("QQ,", 300), strings.Repeat("QQ,", 301),
			strings.Repeat("A", 300), strings.Repeat("A", 301), "",
		} {
			for _, loss := range []proof.Loss{proof.Average, proof.Largest} {
				for _, n := range []int{1, 10, 73} {
					h := proof.Header{Labels: proof.Labels{Source: hand, Rows: rng}, Loss: loss, Features: n}
					name := Name(&h)
					claim := strings.Join([]string{hand, rng, loss.String(), string(rune(n))}, "|")
					if other, taken := seen[name]; taken {
						t.Errorf("%q and %q are both %s", claim, other, name)
					}
					seen[name] = claim
					plain := strings.TrimSuffix(name, Extension)
					if plain == name || len(name) > 100 || filepath.Base(name) != name ||
						strings.Trim(plain, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
						t.Errorf("%q: the name %q is not file-safe", claim, name)
					}
				}
			}
		}
	}
	h := proof.Header{Labels: proof.Labels{Source: "AA", Rows: "RUS"}, Features: 10}
	must.Equal(t, Name(&h), "AA-RUS-average-10.proof.gz")
	clear(seen)
	sets := []proof.Vector{proof.VectorOf(1), proof.VectorOf(2), proof.VectorOf(1, 2)}
	for _, some := range [][]proof.Vector{nil, sets[:1], sets[1:2], sets[2:], sets[:2]} {
		for _, with := range append(sets, proof.Vector{}) {
			h.With, h.Except = with, some
			name, claim := Name(&h), fmt.Sprint("with ", with.IDs(), " except ", len(some), some)
			if other, taken := seen[name]; taken || !named.MatchString(name) {
				t.Errorf("%q and %q are both %s", claim, other, name)
			}
			seen[name] = claim
		}
	}
}

func TestFolder(t *testing.T) {
	must.Equal(t, must.Get(List(filepath.Join(t.TempDir(), Folder)))(t), nil)
}

// TestKinds tells proofs by cuts and relaxations apart.
func TestKinds(t *testing.T) {
	relaxed := example()
	relaxed.Cuts = []proof.Cut{{Dual: relaxed.Cuts[3].Dual}}
	if k, l := NewRecord(example()).Kind, NewRecord(relaxed).Kind; k != Cuts || l != Relaxation ||
		NewRecord(nil) != nil {
		t.Error(k, l)
	}
}

// TestClaim says a claim in words, what restricts it first.
func TestClaim(t *testing.T) {
	h := proof.Header{Labels: proof.Labels{Source: "AA", Rows: "ATC"}, Features: 3, Cutoff: 0.5}
	some := h
	some.With = some.With.With(54).With(43)
	nothing := h
	nothing.Loss, nothing.Features, nothing.Cutoff = proof.Largest, 1, 0
	for _, c := range []struct {
		path string
		h    proof.Header
		want string
	}{
		{"AA-ATC-average-3.proof.gz", h,
			"AA against ATC: no formula with at most 3 features has an average error below 50%"},
		{"other.proof.gz", h, "AA against ATC: "},
		{"AA-ATC-average-3.proof", some,
			"only for formulas with F43 flush and F54 no flop card above our highest: AA against ATC: no formula"},
		{"x/AA-ATC-average-4.proof.gz", h,
			"the name AA-ATC-average-4.proof.gz is that of another claim (AA-ATC-average-3.proof.gz would be " +
				"right): AA"},
		{"KK-ATC-average-3.gz", some, "the name KK-ATC-average-3.gz is that of another claim " +
			"(AA-ATC-for-8fa5c740-average-3.proof.gz would be right): only for"},
		{"a", nothing, "says nothing, as no error is below 0%: AA against ATC: no formula with at most 1 feature " +
			"has a largest error below 0%"},
	} {
		if got := ClaimOf(c.path, &c.h); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}
