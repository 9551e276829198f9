package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"feltlab/dataset/equity"
	"feltlab/pipeline/store"
)

// jsonPage is docs/json.md, by its headings; "" is what stands before the first.
func jsonPage(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := map[string]string{}
	for i, section := range strings.Split(string(text), "\n## ") {
		heading, body, _ := strings.Cut(section, "\n")
		if i == 0 {
			heading = ""
		}
		page[strings.Trim(heading, "`")] = body
	}
	return page
}

// TestJSONIsListed demands a section of docs/json.md for every command that prints JSON.
func TestJSONIsListed(t *testing.T) {
	page := jsonPage(t)
	eachCommand((&app{}).rootCommand(), func(cmd *cobra.Command) {
		if cmd.Flags().Lookup("json") != nil && page[cmd.CommandPath()] == "" {
			t.Errorf("docs/json.md has no section %s", cmd.CommandPath())
		}
	})
}

// freeKeys begin the schemas of commands whose objects have keys that are names, such as hands.
var freeKeys = []string{"feltlab/jamfold", "feltlab/reproduce"}

// checkJSON holds what a command printed to its schema and the keys that docs/json.md lists.
func checkJSON(t *testing.T, args []string, out string) {
	t.Helper()
	page := jsonPage(t)
	d := json.NewDecoder(strings.NewReader(out))
	for {
		var value any
		err := d.Decode(&value)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		items, list := value.([]any)
		if !list {
			items = []any{value}
		}
		for _, item := range items {
			object, ok := item.(map[string]any)
			schema, _ := object["schema"].(string)
			if slices.ContainsFunc(freeKeys, func(free string) bool { return strings.HasPrefix(schema, free) }) {
				continue
			}
			name := ""
			for heading := range page {
				if schemaOf(strings.TrimPrefix(heading, "feltlab ")) == schema {
					name = heading
				}
			}
			if !ok || name == "" {
				t.Fatalf("%v: schema %q is of no section of docs/json.md", args, schema)
			}
			known := page[""] + page[name]
			known += page[map[string]string{"feltlab sweep": "feltlab fit", "feltlab cache clear": "feltlab cache size"}[name]]
			for _, key := range keysOf(item) {
				if !strings.Contains(known, "`"+key+"`") {
					t.Errorf("%v: docs/json.md does not list the key %s", args, key)
				}
			}
		}
	}
}

// keysOf lists the keys of a value, those inside included.
func keysOf(value any) (keys []string) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			keys = append(keys, keysOf(item)...)
		}
	case map[string]any:
		for key, item := range v {
			if keys = append(keys, key); key != "bounds" { // by standing
				keys = append(keys, keysOf(item)...)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestCacheCommands(t *testing.T) {
	root := t.TempDir()
	cache, err := store.Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := store.Spec{Stage: "matrix", Version: "1", Schema: "text"}
	_, err = cache.Do(t.Context(), spec, func(_ context.Context, w io.Writer) (int64, error) {
		_, err := io.WriteString(w, "a matrix")
		return 1, err
	})
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Bytes     int64
		Artifacts []struct{ Stage string }
	}
	decode(t, &list, "--cache", root, "cache", "list", "--json")
	if len(list.Artifacts) != 1 || list.Artifacts[0].Stage != "matrix" || list.Bytes == 0 {
		t.Errorf("list %+v", list)
	}
	var removed tally
	decode(t, &removed, "--cache", root, "cache", "clear", "--older-than", "1h", "--json")
	if removed.Artifacts != 0 {
		t.Errorf("removed what is new: %+v", removed)
	}
	out, err := feltlab(t, "--cache", root, "cache", "clear")
	if err != nil || !strings.Contains(out, "removed 1 artifacts") || !strings.Contains(out, "matrix") {
		t.Errorf("%v\n%s", err, out)
	}
	decode(t, &removed, "--cache", root, "cache", "size", "--json")
	if removed.Artifacts != 0 || removed.Bytes != 0 {
		t.Errorf("left %+v", removed)
	}
	if _, err := feltlab(t, "cache", "lits"); ExitCode(err) != 2 || !strings.Contains(err.Error(), `did you mean "list"`) {
		t.Error(err)
	}
}

func TestSeveralOpponents(t *testing.T) {
	var got equity.Answer
	decode(t, &got, "equity", "QQ,AhKh", "--range", "JJ", "--range", "AQs,77", "--board", "Qs7h2d", "--by-hand", "--json")
	if got.Method != "exact" || len(got.Ranges) != 2 || len(got.Hands) != 2 || got.Hands[0].Hand != "QQ" || got.Hands[0].Deals+got.Hands[1].Deals != got.Deals {
		t.Errorf("%+v", got)
	}
	var sampled equity.Answer
	decode(t, &sampled, "equity", "QQ,AhKh", "--range", "JJ", "--range", "AQs,77", "--board", "Qs7h2d", "--samples", "50000", "--json")
	if sampled.Method != "sampled" || sampled.Deals != 50_000 || sampled.StandardError == nil || abs(sampled.Equity-got.Equity) > 5**sampled.StandardError {
		t.Errorf("%+v, want %v", sampled, got.Equity)
	}
	out, err := feltlab(t, "equity", "QQ", "--range", "JJ", "--range", "RML", "--range", "RML", "--range", "RML", "--samples", "2000", "--by-hand")
	if err != nil || !strings.Contains(out, "standard error") || !strings.Contains(out, "JJ and RML and") {
		t.Errorf("%v\n%s", err, out)
	}
}

func abs(x float64) float64 { return max(x, -x) }
