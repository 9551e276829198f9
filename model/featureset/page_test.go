package featureset

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/feature-words.md from the words")

const pageIntro = `# The words of feature sets

Generated from the words in ` + "`model/featureset`" + `, version ` + "`%s`" + `
(` + "`%s`" + ` for sets of the flop alone);
` + "`go test ./model/featureset -run Page -update`" + ` rewrites it.

A feature set is a YAML file of yes/no features of a hand on a board. Each feature has a name, an expression (` + "`when`" + `)
and a sentence (` + "`says`" + `):

` + "```yaml" + `
name: my-questions
streets: [flop]        # of flop, turn and river; flop if the key is missing
base: [F39, F40]       # features of the paper, or paper-2 for all 73, or none
features:
  - {name: eight-outs, when: "outs.clean >= 8", says: "at least eight outs"}
` + "```" + `

Expressions compare numbers (` + "`== != < <= > >=`" + `), calculate (` + "`+ - * / %%`" + `), and join questions with ` + "`and`, `or`" + `
and ` + "`not`" + `; ` + "`abs`, `min` and `max`" + ` are functions. A set has at most 128 features. The 73 features of the paper are
[such a file](../model/featureset/paper-2.yaml), and [another](../configs/features/plain.yaml) asks what players ask.

` + "`--feature-set FILE`" + ` names the file wherever a question is: ` + "`fit`" + `, ` + "`curve`" + `, ` + "`dataset`" + `, ` + "`features`" + `, ` + "`explain`" + `, ` + "`sheet`" + `,
` + "`quiz`" + `; in a sweep it is the key ` + "`feature_set`" + `. Results name the set by a digest of its features, so a changed file is another set.
` + "`report`" + `, ` + "`verify`" + `, ` + "`proof expand`" + ` and ` + "`feltcheck`" + ` need the file for results and proofs of such sets; they take the flag several times.
Features that are constant for a hand, or true on the same boards as another, are reported with the formula.

Ranks are 2 to 14 and have names. "All" are hand and board together. A window is five neighbouring ranks,
A-5 to T-A. Every example holds for AsKs on Kd7s2s.
`

func page() string {
	var b strings.Builder
	fmt.Fprintf(&b, pageIntro, version, flopVersion)
	group := ""
	for _, w := range Words() {
		g, _, ok := strings.Cut(w.Name, ".")
		if !ok {
			g = "names of ranks and categories"
		}
		if g != group {
			group = g
			fmt.Fprintf(&b, "\n## %s\n\n| word | type | streets | meaning | example |\n|---|---|---|---|---|\n", g)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | `%s` |\n", w.Name, w.Type, w.Streets, w.Means, w.Example)
	}
	return b.String()
}

func TestPageListsTheWords(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "feature-words.md")
	if *update {
		if err := os.WriteFile(path, []byte(page()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(page(), string(written)); diff != "" {
		t.Errorf("docs/feature-words.md does not list the words (-want +got); rewrite it with -update:\n%s", diff)
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
