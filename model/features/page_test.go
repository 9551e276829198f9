package features_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
	"feltlab/model/features"
)

var update = flag.Bool("update", false, "rewrite docs/features.md from the table")

const pageIntro = `# The features

Generated from the table in ` + "`model/features`" + `, reading ` + "`%s`" + `;
` + "`go test ./model/features -run Page -update`" + ` rewrites it.

The features are those of M. Dalpasso and G. Lancia, Estimating the strength of poker hands by integer
linear programming techniques, Central European Journal of Operations Research 23(3), 2015. Table 3 of
the source numbers three of them differently: its F45, F46 and F47 are F47, F45 and F46 here.
"All five cards" are hand and flop together. The ace is high, and low too where a straight is concerned.
Its prose leaves some features open: [readings](../results/readings/README.md) holds this choice and others to what it
prints.
`

// page writes the table as Markdown, the flop's own features apart from the others.
func page() string {
	var b strings.Builder
	fmt.Fprintf(&b, pageIntro, features.Version)
	for _, f := range features.All() {
		switch f.ID {
		case 1:
			b.WriteString("\n## Of the flop alone\n\n| | feature | true when |\n|---|---|---|\n")
		case 39:
			b.WriteString("\n## Of hand and flop\n\n| | feature | true when |\n|---|---|---|\n")
		}
		fmt.Fprintf(&b, "| F%d | %s | %s |\n", f.ID, f.Name, f.Sentence)
	}
	return b.String()
}

func TestPageIsTheTable(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "features.md")
	if *update {
		must.Do(t, os.WriteFile(path, []byte(page()), 0o644))
	}
	written := must.Get(os.ReadFile(path))(t)
	must.Equal(t, cmp.Diff(page(), string(written)), "",
		"docs/features.md is not the table (-want +got); rewrite it with -update")
}
