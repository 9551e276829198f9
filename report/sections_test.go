package report

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/verify"
)

// blockOf makes one block of what lies below paths.
func blockOf[T any](t *testing.T, make makeBlock, paths ...string) (data T, err error) {
	t.Helper()
	in, err := read(paths, Options{})
	if err != nil {
		return data, err
	}
	made, err := make(t.Context(), in)
	if err != nil {
		return data, err
	}
	text, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	return data, json.Unmarshal(text, &data)
}

// TestJamfoldBlock reads the published tables, and a cell of one of them.
func TestJamfoldBlock(t *testing.T) {
	data, err := blockOf[jamfoldData](t, jamfoldBlock, "../results/jamfold")
	if err != nil || len(data.Tables) != 13 || len(data.Classes) != 169 || data.Tournament != nil {
		t.Fatalf("%d tables, %v", len(data.Tables), err)
	}
	five := data.Tables[1]
	// K3s of Table 5: the exact model jams it a quarter of the time.
	if five.Number != 5 || five.Words != "button, first to act" || five.Setting != "tournament, 4500 chips each" || data.Classes[24] != "K3s" ||
		five.Default[24] <= 20 || five.Default[24] >= 30 || five.Published[24] < 50 {
		t.Errorf("%+v", five)
	}
	for name, c := range map[string]struct{ file, text string }{
		"a column that is missing": {"jamfold/cells.csv", "table,hand\n5,AA\n"},
		"no number":                {"jamfold/cells.csv", "table,shows,hand,published_percent,default_percent,paper_percent\n5,x,AA,much,1,1\n"},
		"another hand":             {"jamfold/cells.csv", "table,shows,hand,published_percent,default_percent,paper_percent\n5,x,KK,1,1,1\n"},
		"an empty file":            {"jamfold/cells.csv", ""},
		"a truncated file":         {"jamfold/cells.csv", "table,shows,hand,published_percent,default_percent,paper_percent\n5,x,\"AA"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := blockOf[jamfoldData](t, jamfoldBlock, folderOf(t, map[string]string{c.file: c.text}))
			if !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), "cells.csv") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

func TestStrengthBlock(t *testing.T) {
	const answer = `{"schema":"feltlab/bestresponse/1","game":"limit-holdem","opponent":"mine.txt","unit":"millibigblinds","status":"estimate","exploitability":321.5,"standard_error":12.5,"rounds":[{"loss":1},{"loss":2}],"hands":[{"hand":"AA","values":[1,2]}]}`
	const learnt = `{"schema":"feltlab/equilibrium/1","game":"leduc","unit":"antes","gap":0.5,"iterations":100}`
	folder := folderOf(t, map[string]string{"mine.json": answer, "learnt.json": learnt, "other.json": `{"schema":"feltlab/range/1"}`, "list.json": "[]"})
	data, err := blockOf[strengthData](t, strengthBlock, "../results/strength", "../results/bestresponse", folder)
	if err != nil || len(data.Streets) != 8 {
		t.Fatalf("%d streets, %v", len(data.Streets), err)
	}
	if p := data.Preflop[0]; p.Mode != "rules" || p.Opponent != "uniform" || p.Strength[0] != 0.852037 || p.Chen[0] != 20 {
		t.Errorf("%+v", p)
	}
	found := map[string]worstStrategy{}
	for _, s := range data.Strategies {
		found[s.Name] = s
	}
	if s := found["always-call"]; s.Exploitability != 1163.4758 || s.Published == nil || *s.Published != 1163.48 || len(s.Rounds) != 4 || s.Seats[1] != 1163.4758 {
		t.Errorf("%+v", s)
	}
	if s := found["strength-200"]; s.Buckets != 200 || s.StandardError != 26.2 || s.Status != "estimate" {
		t.Errorf("%+v", s)
	}
	if s := found["mine.txt"]; s.Exploitability != 321.5 || len(s.Rounds) != 2 || s.Hands != nil {
		t.Errorf("%+v", s)
	}
	if s := found["learnt.json"]; s.Exploitability != 0.25 || s.Iterations != 100 {
		t.Errorf("%+v", s)
	}
	if len(found) != 12 {
		t.Errorf("%d strategies", len(found))
	}
}

// trained is a file of agents that nobody trained.
const trained = `strategy,buckets,exploitability,standard_error,exact,iterations,tilt,respond,small blind wins,big blind wins,before the flop,on the flop,on the turn,on the river
strength-200,strength-200,333.17,26.9,no,125,"0, 0, 0, 0",,435.3,231.0,69.7,131.6,197.2,267.9
strength-200,strength-200,290.5,0.0,yes,4000,"0, 0, 0, 0",,300,281,1,2,3,4
"strength-200, tilt 7, 0, 0, 7",strength-200,400,1,no,4000,"7, 0, 0, 7",,,,,,,
"kmeans-emd:169-200-200-100, CFR-BR from the turn",kmeans-emd:169-200-200-100,240,1,no,500,"0, 0, 0, 0",turn,,,,,,
percentile-hs2:5:perfect,percentile-hs2:5:perfect,250,1,no,500,"0, 0, 0, 0",,,,,,,
`

// TestAgents reads strategies by how long they were trained, with what older files of them lack.
func TestAgents(t *testing.T) {
	head, _, _ := strings.Cut(trained, "\n")
	folder := folderOf(t, map[string]string{"agents/agents.csv": trained})
	data, err := blockOf[strengthData](t, strengthBlock, folder)
	if err != nil || len(data.Strategies) != 5 {
		t.Fatalf("%+v, %v", data, err)
	}
	a, b, tilted, c := data.Strategies[0], data.Strategies[1], data.Strategies[2], data.Strategies[3]
	if a.Name != "strength-200, 125 iterations" || a.Training+", exactly" != b.Training || a.Iterations != 125 || a.StandardError != 26.9 || a.Seats[0] != 435.3 || a.Rounds[3] != 267.9 {
		t.Errorf("%+v", a)
	}
	if b.Status != "exact" || b.StandardError != 0 || b.Family != a.Family+", exactly" || b.Buckets != 200 {
		t.Errorf("%+v", b)
	}
	if tilted.Family != "" || tilted.Training == a.Training || tilted.Rounds != nil || tilted.Seats != nil {
		t.Errorf("%+v", tilted)
	}
	if c.Family != "kmeans-emd, CFR-BR" || c.Buckets != 100 {
		t.Errorf("%+v", c)
	}
	if s := data.Strategies[4]; s.Family != "percentile-hs2, perfect recall, linear CFR" || s.Buckets != 625 {
		t.Errorf("%+v", s)
	}
	for _, text := range []string{head + "\nx,strength,1,1,no,1,,,,,,,,\n", head + "\nx,strength-1,much,1,no,1,,,,,,,,\n", "strategy\n"} {
		_, err := blockOf[strengthData](t, strengthBlock, folderOf(t, map[string]string{"agents/agents.csv": text}))
		if !errors.Is(err, ErrInput) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestProvenance: a verdict holds for the file that it names as long as its digest does.
func TestProvenance(t *testing.T) {
	verdicts, err := json.Marshal([]verify.Report{
		{File: "results/x/solves.jsonl", Digest: verify.Digest([]byte(line)), Claims: 3, Proved: 3},
		{File: "results/x/table.csv", Digest: "00"},
		{File: "results/x.csv", Digest: verify.Digest([]byte("a table")), Beside: "results/x/solves.jsonl", BesideDigest: verify.Digest([]byte(line))},
	})
	if err != nil {
		t.Fatal(err)
	}
	manifest := `{"config":"hands: [AA]","machine":"a machine","started":"2026-01-02T03:04:05Z","ended":"2026-01-02T03:05:05Z","solves":1,"finished":1}`
	folder := folderOf(t, map[string]string{"x/solves.jsonl": line, "x/sweep.json": manifest, "x/verify.json": string(verdicts), "x.csv": "a table"})
	data, err := blockOf[provenanceData](t, provenanceBlock, folder)
	if err != nil || len(data.Runs) != 1 || data.Runs[0].Manifest == nil || data.Runs[0].Manifest.Machine != "a machine" || data.Runs[0].Seconds != 1 {
		t.Fatalf("%+v, %v", data, err)
	}
	if v := data.Verdicts; len(v) != 3 || v[0].State != asJudged || v[0].Proved != 3 || v[1].State != notHere || v[1].Of != "" || v[2].State != asJudged {
		t.Errorf("%+v", v)
	}
	if err := os.WriteFile(filepath.Join(folder, "x/solves.jsonl"), []byte(line+line), 0o666); err != nil {
		t.Fatal(err)
	}
	if data, err = blockOf[provenanceData](t, provenanceBlock, folder); err != nil || data.Verdicts[0].State != stale || data.Verdicts[0].Of != filepath.ToSlash(filepath.Join(folder, "x/solves.jsonl")) {
		t.Errorf("%+v, %v", data.Verdicts, err)
	}
	if v := data.Verdicts[2]; v.State != stale {
		t.Errorf("a table beside results that changed: %+v", v)
	}
	if _, err := blockOf[provenanceData](t, provenanceBlock, folderOf(t, map[string]string{"verify.json": "{"})); !errors.Is(err, ErrInput) {
		t.Errorf("a truncated file: %v", err)
	}
}

// TestStoredVerdicts holds the verdicts in results to the files that they are about.
func TestStoredVerdicts(t *testing.T) {
	data, err := blockOf[provenanceData](t, provenanceBlock, "../results")
	if err != nil || len(data.Verdicts) == 0 {
		t.Fatalf("%d verdicts, %v", len(data.Verdicts), err)
	}
	for _, v := range data.Verdicts {
		if v.State != asJudged || v.False > 0 {
			t.Errorf("%s: %s is %s, %d claims are false: run feltlab verify again", v.Source, v.File, v.State, v.False)
		}
	}
}
