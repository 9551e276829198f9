package plain

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"feltlab/internal/must"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"A♥K♥ on 2♠\n\tnext, ±0.5 µ – 日本": "A♥K♥ on 2♠\n\tnext, ±0.5 µ – 日本",
		"\x1b[2Jholds":            `\u001b[2Jholds`,
		"a\rb\bc\x7f":             `a\u000db\u0008c\u007f`,
		"\u009b2J \x9b2J":         `\u009b2J \u009b2J`, // CSI in a character, and in a byte
		"\u202esdloh\u2066\u200f": `\u202esdloh\u2066\u200f`,
		"\u2028\U000e0041":        `\u2028\udb40\udc41`,
	} {
		must.Equal(t, Text(text), want, text)
	}
	must.Equal(t, Line("a\nb\tc\x1b"), `a\u000ab\u0009c\u001b`)
}

// TestWriter writes a text in pieces of every size. JSON stays the same value.
func TestWriter(t *testing.T) {
	value := "A♥ \u202eholds \U000e0041 日本"
	encoded := must.Get(json.Marshal(value))(t)
	for size := 1; size <= len(encoded); size++ {
		var b strings.Builder
		w := NewWriter(&b)
		for rest := encoded; len(rest) > 0; rest = rest[min(size, len(rest)):] {
			if n, err := w.Write(rest[:min(size, len(rest))]); err != nil || n != min(size, len(rest)) {
				t.Fatalf("%d, %v", n, err)
			}
		}
		var back string
		if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back != value ||
			strings.ContainsRune(b.String(), '\u202e') {
			t.Errorf("in pieces of %d: %q, %v", size, b.String(), err)
		}
	}
	var b strings.Builder
	w := NewWriter(&b)
	w.Write([]byte("a\xe2\x99"))
	w.Close()
	if b.String() != `a\u00e2\u0099` || w.Raw() != &b {
		t.Errorf("cut within a character: %q", b.String())
	}
}

func FuzzText(f *testing.F) {
	f.Add("\x1b[2J\u202e♥\x9b")
	f.Fuzz(func(t *testing.T, s string) {
		if got := Text(s); !utf8.ValidString(got) || strings.IndexFunc(got, hidden) >= 0 || Text(got) != got {
			t.Errorf("%q gives %q", s, got)
		}
	})
}
