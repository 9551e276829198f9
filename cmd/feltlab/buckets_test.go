package main

import (
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/worstcase"
)

// A bucketing that is built serves every command that takes strategies. With one bucket on each
// street it takes no time.
func TestBuiltBuckets(t *testing.T) {
	folder := t.TempDir()
	path, parquet := filepath.Join(folder, "one.txt"), filepath.Join(folder, "one.parquet")
	cache := " --cache " + filepath.Join(folder, "cache")
	const name = "kmeans-emd:1:seed=3"
	says(t, "equilibrium --game limit-holdem --boards 1 --iterations 1 --buckets "+name+" --out "+path+cache)
	says(t, "convert --game limit-holdem "+path+" "+parquet+cache)
	var response worstcase.Response
	answers(t, "bestresponse --game limit-holdem --flops 2 --opponent "+parquet+cache, &response)
	if response.Exploitability <= 0 || response.Flops != 2 {
		t.Errorf("%+v", response)
	}
	says(t, "match --game limit-holdem --flops 2 "+path+" always-call"+cache, "always-call")
	var report bucketsReport
	answers(t, "buckets "+name+" --hand AsKd --board AhKh2c"+cache, &report)
	if s := report.Streets; len(s) != 4 || s[1].Board != "AhKh2c" || s[1].Bucket != "0" || s[2].Bucket != "" ||
		report.MemoryBytes == 0 {
		t.Errorf("%+v", report)
	}
}

func TestBuckets(t *testing.T) {
	if out := says(t, "buckets strength-10-5-4-3 --hand AsKd", "preflop       10"); strings.Contains(out, "memory") {
		t.Error(out)
	}
	refuses(t, "buckets", map[string]string{
		"strength":                                  "strength-K",
		"kmeans-end:5":                              "did you mean",
		"strength-5 --board AhKh2c":                 "--board is for a hand",
		"strength-5 --hand AsK":                     "hand: ",
		"strength-5 --hand AsKd --board AsKh2c":     "holds a card",
		"strength-5 --hand AsKd --board As":         "--board",
		"strength-5 --streets flop":                 "--streets is for --dump",
		"strength-5 --dump x.csv":                   ".parquet",
		"strength-5 --dump x.parquet --streets flo": "flop",
	})
	fails(t, 2, "equilibrium --game limit-holdem --buckets kmeans-emd:0", `"0" is not a number`)
}
