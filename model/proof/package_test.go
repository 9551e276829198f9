package proof

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// sources returns the package's files that are not tests.
func sources(t *testing.T) map[string][]byte {
	names := must.Get(filepath.Glob("*.go"))(t)
	texts := map[string][]byte{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		texts[name] = must.Get(os.ReadFile(name))(t)
	}
	return texts
}

// TestImports pins the packages that must be trusted with this one: a few of the standard library.
func TestImports(t *testing.T) {
	allowed := []string{
		"bufio", "bytes", "cmp", "context", "crypto/sha256", "encoding/binary", "encoding/hex", "errors", "fmt", "io",
		"math", "math/big", "math/bits", "slices", "strconv", "strings",
	}
	for name, text := range sources(t) {
		file := must.Get(parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly))(t)
		for _, spec := range file.Imports {
			if path, _ := strconv.Unquote(spec.Path.Value); !slices.Contains(allowed, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

// TestSize keeps the package small enough to be read in an evening.
func TestSize(t *testing.T) {
	const most = 2900
	lines := 0
	for _, text := range sources(t) {
		lines += bytes.Count(text, []byte("\n"))
	}
	t.Logf("%d lines", lines)
	if lines > most {
		t.Errorf("the package has %d lines without tests, want at most %d", lines, most)
	}
}
