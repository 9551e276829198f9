package featureset

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/features"
)

var update = flag.Bool("update", false, "rewrite docs/streets.md from the features")

// TestPageExplainsTheWords holds docs/feature-words.md to the words: it has a row for each, in their order, with a
// meaning and an example that holds.
func TestPageExplainsTheWords(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "docs", "feature-words.md")))(t)
	hand, board := deal(t, "AsKs", "Kd7s2s")
	r := Reader{facts: features.NewFacts()}
	r.facts.Read(hand, board)
	rest := words()
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| `") || len(row) != 5 || len(rest) == 0 {
			if strings.HasPrefix(line, "| `") {
				t.Errorf("a row of %d cells, %d words to come: %s", len(row), len(rest), line)
			}
			continue
		}
		w := rest[0]
		rest = rest[1:]
		if want := []string{"`" + w.name + w.parameters + "`", w.kind, w.streets}; !slices.Equal(row[:3], want) {
			t.Fatalf("the row of %s is missing: %q, before that of %s", w.name, want, row[0])
		}
		example := strings.Trim(row[4], "`")
		p, err := compile(example, Streets[:1])
		if err != nil || !strings.Contains(example, w.name) || row[3] == "" {
			t.Errorf("%s: meaning %q, example %q: %v", w.name, row[3], example, err)
			continue
		}
		must.Equal(t, must.Get(r.vm.Run(p, r.facts))(t), true, "does not hold", w.name, example)
	}
	versions := fmt.Sprintf("version `%s` (`%s` for", version, flopVersion)
	if len(rest) > 0 || !strings.Contains(string(text), versions) {
		t.Errorf("the page lacks %d words, or %q", len(rest), versions)
	}
}

func TestSetsOfTheProjectAreRead(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "configs", "features", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, path := range files {
		if _, err := Read(path); err != nil {
			t.Error(err)
		}
	}
}
