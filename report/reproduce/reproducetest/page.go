package reproducetest

import (
	"os"
	"path/filepath"
	"testing"

	"feltlab/report/reproduce"
)

// Page returns the page that an experiment left.
func Page(t *testing.T, env *reproduce.Env, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(env.Out, name, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
