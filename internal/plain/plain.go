package plain

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// hidden reports whether a terminal obeys a character instead of showing it, or shows nothing for it.
func hidden(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Text replaces the characters that a terminal obeys, except ends of lines and tabs. Bytes that are not UTF-8 count as
// such characters.
func Text(s string) string { return replace(s, hidden) }

// Line is Text for what must stay in its line: it replaces ends of lines and tabs too.
func Line(s string) string {
	return replace(s, func(r rune) bool { return r == '\n' || r == '\t' || hidden(r) })
}

func replace(s string, bad func(rune) bool) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, bad) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		_, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\u%04x`, s[i])
		case !bad(r):
			b.WriteRune(r)
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
	}
	return b.String()
}

// Writer writes Text to another writer. It is safe for concurrent use.
type Writer struct {
	mu  sync.Mutex
	raw io.Writer
	cut []byte // the begin of a character whose end is to come
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{raw: w} }

// Raw returns the writer behind, for what is not text: files and progress bars.
func (w *Writer) Raw() io.Writer { return w.raw }

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.cut, p...)
	end := len(text)
	for k := 1; k < utf8.UTFMax && k <= len(text); k++ {
		if at := len(text) - k; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	w.cut = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(w.raw, Text(string(text[:end]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close writes the rest of a text that ends within a character. It does not close the writer behind.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := io.WriteString(w.raw, Text(string(w.cut)))
	w.cut = nil
	return err
}
