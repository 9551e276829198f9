package sources

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/experiments"
	"feltlab/internal/must"
)

// one returns the claim that begins so.
func one(t *testing.T, begins string) *claim {
	t.Helper()
	l := must.Get(readList())(t)
	for _, from := range l.Sources {
		for i := range from.Claims {
			if strings.HasPrefix(from.Claims[i].Says, begins) {
				return &from.Claims[i]
			}
		}
	}
	t.Fatalf("no claim begins %q", begins)
	return nil
}

// TestClaims judges all claims by the results in this repository: every finding is the one on the page, which is the
// stored claims.csv.
func TestClaims(t *testing.T) {
	l := must.Get(readList())(t)
	e := evidenceIn(t, results)
	stored := readCSV(t, results, "claims/claims.csv")[1:]
	for _, from := range l.Sources {
		for i := range from.Claims {
			row, err := e.judge(&from.Claims[i], from.Name)
			if err != nil {
				t.Error(err)
				continue
			}
			if len(stored) == 0 {
				t.Fatalf("%q is not stored", row.Claim)
			}
			if want := stored[0]; row.Claim != want[2] || row.Ours != want[3] || row.Verdict != want[4] {
				t.Errorf("%q: %s: %s, want %q", row.Claim, row.Verdict, row.Ours, want)
			}
			stored = stored[1:]
		}
	}
}

// TestVerdictsFollowResults changes a result at a time and sees the verdict change.
func TestVerdictsFollowResults(t *testing.T) {
	for _, c := range []struct{ file, old, new, claim, before, after string }{
		// Weaker bounds: the formulas are as bad, but that nobody has better ones is not proved.
		{"small/solves.jsonl", `"lower_bound":0.0`, `"lower_bound":0.00`, "five features give", "refuted", "differs"},
		{"table3.csv", ",2.5,6,5\n", ",2.5,5,5\n", "Table 3: the printed", "differs", "holds"},
		{"structures/structures.csv", "0.00242", "0.04881", "no player gains", "holds", "differs"},
		{"bestresponse/trivial.csv", "3466.3216", "3466.3251", "uniform play", "holds", "refuted"},
		{"leduc/leduc.csv", "real,J.Q.K,491.0,false,503.47,489.28,503.47,true",
			"real,J.Q.K,491.0,false,273.00,273.00,503.47,true", "Leduc: the order", "differs", "differs"},
		{"jamfold/icm.csv", "0.3768", "0.3703", "values are $0.3703", "differs", "holds"},
		{"strength/table1.csv", "0.778,0.7993,0.7765,0.7541,as-published", "0.778,0.7780,0.7765,0.7541,rules",
			"Table 1: the strength", "refuted", "refuted"},
	} {
		t.Run(c.file+" "+c.new, func(t *testing.T) {
			text := must.Get(os.ReadFile(filepath.Join(results, c.file)))(t)
			folder := t.TempDir()
			found := judgeFile(t, folder, c.file, string(text), one(t, c.claim))
			must.Equal(t, found.Verdict, c.before, c.file, found.Ours)
			if !strings.Contains(string(text), c.old) {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			changed := judgeFile(t, folder, c.file, strings.ReplaceAll(string(text), c.old, c.new), one(t, c.claim))
			if changed.Verdict != c.after || changed.Ours == found.Ours {
				t.Errorf("%s changed: %s, want %s: %s", c.file, changed.Verdict, c.after, changed.Ours)
			}
		})
	}
}

// evidenceIn judges by a folder of results.
func evidenceIn(t *testing.T, folder string) evidence {
	env := &experiments.Env{Out: folder}
	return evidence{experiments.NewEvaluation(t.Context(), env, claimMethods(t.Context(), env))}
}

// judgeFile judges by a folder that has one file of results.
func judgeFile(t *testing.T, folder, file, text string, c *claim) judged {
	t.Helper()
	path := filepath.Join(folder, file)
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return must.Get(evidenceIn(t, folder).judge(c, "source"))(t)
}

// TestNoResults has nothing to read: such claims are not measured, with the command that helps. Bad results and bad
// expressions are errors that name the claim.
func TestNoResults(t *testing.T) {
	c := one(t, "with ten features 12")
	row, err := evidenceIn(t, t.TempDir()).judge(c, "source")
	if err != nil || row.Verdict != unmeasured ||
		row.Ours != "table4.csv is not there: run `feltlab reproduce table4` first" {
		t.Errorf("%+v, %v", row, err)
	}
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "table4.csv"), []byte("hand,average_error_percent\nAA,much\n"),
		0o666))
	for _, finding := range []string{c.Finding, "table5()", `["perhaps", "so"]`, "1"} {
		bad := &claim{Says: "so", Finding: finding, With: c.With}
		must.Fails(evidenceIn(t, folder).judge(bad, "source"))(t, `source: "so": `)
	}
}

// TestClaimsPage puts two findings and an erratum on the page.
func TestClaimsPage(t *testing.T) {
	l := must.Get(readList())(t)
	s := &findings{Sources: l.Sources, Errata: []correction{{"Kumar & Keshner", "Table 9", "7", "8"}}}
	s.Claims = []judged{{"Kumar & Keshner", "Table 9", "a sum|is 7", "8", "refuted", "feltlab strength AA"},
		{"Johanson et al.", "talk", "fast", "not so", unmeasured, "feltlab bestresponse"}}
	_, page, out := made(t, "claims", map[string]any{"judged": func() *findings { return s }})
	hold(t, page, "| Kumar & Keshner | 1 | 0 | 1 | 0 | 0 | 0 |", "| Johanson et al. | 1 | 0 | 0 | 0 | 0 | 1 |",
		`| a sum\|is 7 | Table 9 | **refuted** | 8 |`, "| Kumar & Keshner | Table 9 | 7 | 8 |")
	hold(t, out, "refuted          Kumar & Keshner: a sum|is 7\n  8\n")
}

// TestErrata counts what is right, by the results in this repository.
func TestErrata(t *testing.T) {
	want := map[string]string{
		"worked example": "F47 one pair, not F46", "Table 2 K9s": "group 6", "text on Table 4": "154",
		"text on the rollout": "818805", "section 6.1.2": "133784560", "Table 14": "Q5s 100, ours 0",
	}
	l, e := must.Get(readList())(t), evidenceIn(t, results)
	for i := range l.Errata {
		row, err := e.correct(&l.Errata[i])
		if err != nil || row.Right == "" {
			t.Errorf("%+v, %v", row, err)
		}
		for at, part := range want {
			if strings.HasPrefix(row.Where+" "+row.Printed, at) {
				delete(want, at)
				if !strings.Contains(row.Right, part) {
					t.Errorf("%s: %q, want %q", row.Where, row.Right, part)
				}
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no erratum for %v", want)
	}
}
