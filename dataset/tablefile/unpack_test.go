package tablefile_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	_ "feltlab/dataset/table/columnar"
	"feltlab/dataset/tablefile"
	"feltlab/internal/must"
)

// A compressed file has the content of the file itself, and can be read in any order. What swells, or is damaged, is
// refused.
func TestOpen(t *testing.T) {
	const text = "a strategy, a log or a table\n"
	pack := func(text string, pack func(io.Writer) io.WriteCloser) string {
		var b bytes.Buffer
		w := pack(&b)
		must.Get(io.WriteString(w, text))(t)
		must.Do(t, w.Close())
		return b.String()
	}
	gz := func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
	zst := func(w io.Writer) io.WriteCloser { return must.Get(zstd.NewWriter(w))(t) }
	path := filepath.Join(t.TempDir(), "x")
	open := func(content string) (string, error) {
		must.Do(t, os.WriteFile(path, []byte(content), 0o666))
		in, file, err := tablefile.Open(path)
		if err != nil {
			return "", err
		}
		defer file.Close()
		end := make([]byte, 6)
		must.Get(in.ReadAt(end, in.Size()-6))(t)
		all := must.Get(io.ReadAll(in))(t)
		return string(all) + string(end), nil
	}
	for what, content := range map[string]string{"plain": text, "gz": pack(text, gz), "zst": pack(text, zst)} {
		must.Equal(t, must.Get(open(content))(t), text+"table\n", what)
	}
	for want, content := range map[string]string{
		"more than":      pack(strings.Repeat("0", 1<<24), zst),
		"unexpected EOF": pack(text, gz)[:20],
		"gzip":           "\x1f\x8bno",
	} {
		must.Fails(open(content))(t, want, path)
	}
}
