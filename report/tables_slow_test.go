//go:build slow

package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
)

// TestTablesAsCommand asks a browser about 30 random tables, runs the command that the page names for each, and
// compares decisions and percentages. Tables of two count in milliseconds, of three in seconds.
func TestTablesAsCommand(t *testing.T) {
	program, cache := filepath.Join(t.TempDir(), "feltlab"), cmp.Or(os.Getenv("FELTLAB_CACHE"), t.TempDir())
	if out, err := exec.Command("go", "build", "-o", program, "feltlab/cmd/feltlab").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := browse(t)
	b.server = serve(t, Options{Lab: &jamfold.Lab{Store: must.Get(store.Open(cache, nil))(t)}}, nil,
		folderOf(t, map[string]string{"solves.jsonl": line}))
	rng := rand.New(rand.NewPCG(30, 30))
	one := func(list ...string) string { return list[rng.IntN(len(list))] }
	for i := range 30 {
		n := 2 + max(0, i-18)/6 // at last 3, for one table in three
		stacks := make([]string, n)
		for k := range stacks {
			stacks[k] = fmt.Sprintf("%d.%dbb", 3+rng.IntN(9), rng.IntN(10))
		}
		q := url.Values{"t-stacks": {strings.Join(stacks, one(",", " ", "/"))}, "t-ante": {one("", "bb", "0.1bb")},
			"t-prizes": {one("", "sng6", "50/30", "70%,30%")}, "t-dead": {one("", "0.5bb")}}
		if rng.IntN(2) == 0 {
			q.Set("t-bounties", one("2bb", "1bb 3bb 2bb"[:4*n-1]))
			q.Set("t-bounty", one("fixed", "shared", "half"))
			if q.Get("t-prizes") != "" {
				q.Set("t-bounties", "20")
			}
		}
		b.open(b.server, "tables", "?"+q.Encode())
		b.press("Solve this table")
		b.text(`new Promise((done) => {
			const look = () => document.querySelector("#tables .grids")?.offsetParent ||
				document.querySelector("#tables .bad") ? done("") : setTimeout(look, 20);
			look();
		})`)
		said := b.text(`[...document.querySelectorAll(".command code")].map((e) => e.innerText)
			.find((x) => x.startsWith("feltlab jamfold chart")) ??
			document.querySelector("#tables .bad")?.innerText ?? "no command"`)
		words := regexp.MustCompile(`'[^']*'|\S+`).FindAllString(said, -1)[1:]
		for k := range words {
			words[k] = strings.Trim(words[k], "'")
		}
		cmd := exec.Command(program, append(words, "--json")...)
		cmd.Env = append(os.Environ(), "FELTLAB_CACHE="+cache)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		var answer jamfold.ChartAnswer
		if err != nil || json.Unmarshal(out, &answer) != nil {
			t.Fatalf("%s: %v: %s", said, err, errs.String())
		}
		var want []string
		for _, c := range answer.Tables[0].Charts {
			want = append(want, fmt.Sprintf("%s: %s %.1f%%", c.Name(), c.Verb(), c.Percent))
		}
		if got := b.texts("select option"); !slices.Equal(want, slices.DeleteFunc(got, func(text string) bool {
			return !strings.HasSuffix(text, "%")
		})) {
			t.Errorf("%s: the page has %q, the command %q", said, got, want)
		}
	}
	b.quiet()
}
