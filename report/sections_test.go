package report

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
)

// blockOf makes one block of what lies below paths.
func blockOf[T any](t *testing.T, make makeBlock, paths ...string) (data T, err error) {
	t.Helper()
	in, err := read(t.Context(), paths, Options{})
	if err != nil {
		return data, err
	}
	made, err := make(t.Context(), in)
	if err != nil {
		return data, err
	}
	text := must.Get(json.Marshal(made))(t)
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
	if five.Number != 5 || five.Words != "button, first to act" || five.Setting != "tournament, 4500 chips each" ||
		data.Classes[24] != "K3s" || five.Default[24] <= 20 || five.Default[24] >= 30 || five.Published[24] < 50 {
		t.Errorf("%+v", five)
	}
	for name, c := range map[string]struct{ file, text string }{
		"a column that is missing": {"jamfold/cells.csv", "table,hand\n5,AA\n"},
		"no number": {"jamfold/cells.csv",
			"table,shows,hand,published_percent,default_percent,paper_percent\n5,x,AA,much,1,1\n"},
		"another hand": {"jamfold/cells.csv",
			"table,shows,hand,published_percent,default_percent,paper_percent\n5,x,KK,1,1,1\n"},
		"an empty file": {"jamfold/cells.csv", ""},
		"a truncated file": {"jamfold/cells.csv",
			"table,shows,hand,published_percent,default_percent,paper_percent\n5,x,\"AA"},
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
	const answer = `{"schema":"feltlab/bestresponse/1","game":"limit-holdem","opponent":"mine.txt",` +
		`"unit":"millibigblinds","status":"estimate","exploitability":321.5,"standard_error":12.5,` +
		`"rounds":[{"loss":1},{"loss":2}],"hands":[{"hand":"AA","values":[1,2]}]}`
	const learnt = `{"schema":"feltlab/equilibrium/1","game":"leduc","unit":"antes","gap":0.5,"iterations":100}`
	folder := folderOf(t, map[string]string{"mine.json": answer, "learnt.json": learnt,
		"other.json": `{"schema":"feltlab/range/1"}`, "list.json": "[]"})
	data, err := blockOf[strengthData](t, strengthBlock, "../results/strength", "../results/bestresponse", folder)
	if err != nil || len(data.Streets) != 8 {
		t.Fatalf("%d streets, %v", len(data.Streets), err)
	}
	if p := data.Preflop[0]; p.Mode != "rules" || p.Opponent != "uniform" || p.Strength[0] != 0.852037 ||
		p.Chen[0] != 20 {
		t.Errorf("%+v", p)
	}
	found := map[string]worstStrategy{}
	for _, s := range data.Strategies {
		found[s.Name] = s
	}
	if s := found["always-call"]; s.Exploitability != 1163.4758 || s.Published == nil || *s.Published != 1163.48 ||
		len(s.Rounds) != 4 || s.SeatValues[1] != 1163.4758 {
		t.Errorf("%+v", s)
	}
	if s := found["strength-200"]; s.Size != 200 || s.Spread() != 26.2 || s.Status != "estimate" {
		t.Errorf("%+v", s)
	}
	if s := found["mine.txt"]; s.Exploitability != 321.5 || len(s.Rounds) != 2 || s.Hands != nil {
		t.Errorf("%+v", s)
	}
	if s := found["learnt.json"]; s.Exploitability != 0.25 || s.Trained.Iterations != 100 {
		t.Errorf("%+v", s)
	}
	if len(found) != 12 {
		t.Errorf("%d strategies", len(found))
	}
}

// trained is a file of agents that nobody trained.
const trained = `{"game":"limit-holdem","opponent":"strength-200","unit":"millibigblinds","status":"estimate",` +
	`"exploitability":333.17,"standard_error":26.9,"seat_values":[435.3,231],` +
	`"rounds":[{"loss":69.7},{"loss":131.6},{"loss":197.2},{"loss":267.9}],` +
	`"trained":{"buckets":"strength-200","iterations":125,"tilt":"0, 0, 0, 0"},"key":"1"}
{"opponent":"strength-200","unit":"millibigblinds","status":"exact","exploitability":290.5,` +
	`"seat_values":[300,281],"trained":{"buckets":"strength-200","iterations":4000,"tilt":"0, 0, 0, 0"},"key":"2"}
{"opponent":"strength-200, tilt 7, 0, 0, 7","unit":"millibigblinds","status":"estimate","exploitability":400,` +
	`"trained":{"buckets":"strength-200","iterations":4000,"tilt":"7, 0, 0, 7"},"key":"3"}
{"opponent":"kmeans-emd:169-200-200-100, CFR-BR from the turn","unit":"millibigblinds","status":"estimate",` +
	`"exploitability":240,"trained":{"buckets":"kmeans-emd:169-200-200-100","iterations":500,` +
	`"tilt":"0, 0, 0, 0","respond":"turn"},"key":"4"}
{"opponent":"percentile-hs2:5:perfect","unit":"millibigblinds","status":"estimate","exploitability":250,` +
	`"trained":{"buckets":"percentile-hs2:5:perfect","iterations":500,"tilt":"0, 0, 0, 0"},"key":"5"}
`

// TestAgents reads strategies by how long they were trained.
func TestAgents(t *testing.T) {
	data, err := blockOf[strengthData](t, strengthBlock, folderOf(t, map[string]string{"agents/agents.jsonl": trained}))
	if err != nil || len(data.Strategies) != 5 {
		t.Fatalf("%+v, %v", data, err)
	}
	a, b, tilted, c := data.Strategies[0], data.Strategies[1], data.Strategies[2], data.Strategies[3]
	if a.Name != "strength-200, 125 iterations" || a.Line+", exactly" != b.Line || a.Trained.Iterations != 125 ||
		a.Rounds[3].Loss != 267.9 {
		t.Errorf("%+v", a)
	}
	if b.Status != "exact" || b.Family != a.Family+", exactly" || b.Size != 200 {
		t.Errorf("%+v", b)
	}
	if tilted.Family != "" || tilted.Line == a.Line || tilted.Rounds != nil {
		t.Errorf("%+v", tilted)
	}
	if c.Family != "kmeans-emd, CFR-BR" || c.Size != 100 {
		t.Errorf("%+v", c)
	}
	if s := data.Strategies[4]; s.Family != "percentile-hs2, perfect recall, linear CFR" || s.Size != 625 {
		t.Errorf("%+v", s)
	}
	for _, text := range []string{`{"trained":{"buckets":"strength"}}`, `{"exploitability":"much"}`, "strategy"} {
		_, err := blockOf[strengthData](t, strengthBlock, folderOf(t, map[string]string{"agents/agents.jsonl": text}))
		if !errors.Is(err, ErrInput) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestProvenance: a verdict holds for the file that it names as long as its digest does.
func TestProvenance(t *testing.T) {
	verdicts, err := json.Marshal([]ledger.Report{
		{File: "results/x/solves.jsonl", Digest: ledger.Digest([]byte(line)), Claims: 3, Proved: 3},
		{File: "results/x/table.csv", Digest: "00"},
		{File: "results/x.csv", Digest: ledger.Digest([]byte("a table")), Beside: "results/x/solves.jsonl",
			BesideDigest: ledger.Digest([]byte(line))},
	})
	if err != nil {
		t.Fatal(err)
	}
	manifest := `{"config":"hands: [AA]","machine":"a machine","started":"2026-01-02T03:04:05Z",` +
		`"ended":"2026-01-02T03:05:05Z","solves":1,"finished":1}`
	folder := folderOf(t, map[string]string{"x/solves.jsonl": line, "x/sweep.json": manifest,
		"x/verify.json": string(verdicts), "x.csv": "a table"})
	data, err := blockOf[provenanceData](t, provenanceBlock, folder)
	if err != nil || len(data.Runs) != 1 || data.Runs[0].Manifest == nil ||
		data.Runs[0].Manifest.Machine != "a machine" || data.Runs[0].Seconds != 1 {
		t.Fatalf("%+v, %v", data, err)
	}
	if v := data.Verdicts; len(v) != 3 || v[0].State != unchanged || v[0].Proved != 3 || v[1].State != notHere ||
		v[1].Of != "" || v[2].State != unchanged {
		t.Errorf("%+v", v)
	}
	must.Do(t, os.WriteFile(filepath.Join(folder, "x/solves.jsonl"), []byte(line+line), 0o666))
	if data, err = blockOf[provenanceData](t, provenanceBlock, folder); err != nil || data.Verdicts[0].State != stale ||
		data.Verdicts[0].Of != filepath.ToSlash(filepath.Join(folder, "x/solves.jsonl")) {
		t.Errorf("%+v, %v", data.Verdicts, err)
	}
	if v := data.Verdicts[2]; v.State != stale {
		t.Errorf("a table whose results changed: %+v", v)
	}
	if _, err := blockOf[provenanceData](t, provenanceBlock,
		folderOf(t, map[string]string{"verify.json": "{"})); !errors.Is(err, ErrInput) {
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
		if v.State != unchanged || v.False > 0 {
			t.Errorf("%s: %s is %s, %d claims are false: run feltlab verify again", v.Source, v.File, v.State, v.False)
		}
	}
}
