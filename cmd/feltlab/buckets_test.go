package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

// A bucketing that is built serves every command that takes strategies. With one bucket on each
// street it takes no time.
func TestBuiltBuckets(t *testing.T) {
	cache, path := t.TempDir(), filepath.Join(t.TempDir(), "one.txt")
	run := func(args ...string) string {
		t.Helper()
		out, err := feltlab(t, append(args, "--cache", cache)...)
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	const name = "kmeans-emd:1:seed=3"
	run("equilibrium", "--game", "limit-holdem", "--buckets", name, "--boards", "1", "--iterations", "1", "--out", path)
	parquet := filepath.Join(t.TempDir(), "one.parquet")
	run("convert", "--game", "limit-holdem", path, parquet)
	var response worstcase.Response
	if err := json.Unmarshal([]byte(run("bestresponse", "--game", "limit-holdem", "--opponent", parquet, "--flops", "2",
		"--json")), &response); err != nil {
		t.Fatal(err)
	}
	if response.Exploitability <= 0 || response.Flops != 2 {
		t.Errorf("%+v", response)
	}
	if out := run("match", "--game", "limit-holdem", "--flops", "2", path, "always-call"); !strings.Contains(out,
		"always-call") {
		t.Error(out)
	}
	out := run("buckets", name, "--hand", "AsKd", "--board", "AhKh2c", "--json")
	checkJSON(t, []string{"buckets"}, out)
	var report bucketsReport
	must.Do(t, json.Unmarshal([]byte(out), &report))
	if s := report.Streets; len(s) != 4 || s[1].Board != "AhKh2c" || s[1].Bucket != "0" || s[2].Bucket != "" ||
		report.MemoryBytes == 0 {
		t.Errorf("%+v", report)
	}
}

func TestBuckets(t *testing.T) {
	out, err := feltlab(t, "buckets", "strength-10-5-4-3", "--hand", "AsKd")
	if err != nil || !strings.Contains(out, "preflop       10") || strings.Contains(out, "memory") {
		t.Errorf("%v\n%s", err, out)
	}
	for args, text := range map[string]string{
		"strength":                                  "strength-K",
		"kmeans-end:5":                              "did you mean",
		"strength-5 --board AhKh2c":                 "--board is for a hand",
		"strength-5 --hand AsK":                     "hand: ",
		"strength-5 --hand AsKd --board AsKh2c":     "holds a card",
		"strength-5 --hand AsKd --board As":         "--board",
		"strength-5 --streets flop":                 "--streets is for --dump",
		"strength-5 --dump x.csv":                   ".parquet",
		"strength-5 --dump x.parquet --streets flo": "flop",
	} {
		t.Run(args, func(t *testing.T) {
			if _, err := feltlab(t, append([]string{"buckets"}, strings.Fields(args)...)...); ExitCode(err) != 2 ||
				!strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v, want %q", args, err, text)
			}
		})
	}
	if _, err := feltlab(t, "equilibrium", "--game", "limit-holdem", "--buckets", "kmeans-emd:0"); ExitCode(err) != 2 ||
		!strings.Contains(err.Error(), `"0" is not a number`) {
		t.Error(err)
	}
}
