package featureset

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"

	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/streets.md
var streetsIntro string

func streetsPage() string {
	var b strings.Builder
	b.WriteString(streetsIntro)
	for _, street := range []cards.Street{cards.Turn, cards.River} {
		s := Default(street)
		fmt.Fprintf(&b, "\n## The %d features of the %v\n\nTheir expressions are in "+
			"[%v.yaml](../model/featureset/%v.yaml).\n\n"+
			"| | name | true when |\n|---|---|---|\n", s.Count(), street, street, street)
		for i, f := range s.Features {
			fmt.Fprintf(&b, "| F%d | %s | %s |\n", i+1, f.Name, f.Sentence)
		}
	}
	return b.String()
}

func TestPageListsTheStreets(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "streets.md")
	if *update {
		must.Do(t, os.WriteFile(path, []byte(streetsPage()), 0o644))
	}
	written := must.Get(os.ReadFile(path))(t)
	must.Equal(t, cmp.Diff(streetsPage(), string(written)), "",
		"docs/streets.md does not list the features (-want +got); rewrite it with -update")
}
