package featureset

import (
	"os"
	"strings"
	"testing"

	"feltlab/internal/must"
)

// TestLibrary holds the version of the words to the library that evaluates expressions: matrices are keyed by the
// version of the words, and another library may evaluate them otherwise.
func TestLibrary(t *testing.T) {
	const library = "github.com/expr-lang/expr v1.17.8"
	module := must.Get(os.ReadFile("../../go.mod"))(t)
	if !strings.Contains(string(module), library+"\n") {
		t.Errorf("%s is not the library of %s: compare the rows of both, and raise it if they differ", library,
			flopVersion)
	}
}
