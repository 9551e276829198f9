package claims

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/experiments/experimentstest"
)

// results are those of this repository. Nothing may be written there.
var results = filepath.Join("..", "..", "results")

func evidenceOf(t *testing.T, folder string) *evidence {
	t.Helper()
	env, _ := experimentstest.Env(t)
	env.Out = folder
	return newEvidence(env)
}

// expected are verdicts that the results in this repository must lead to, by the beginning of the
// claim.
var expected = map[string]verdict{
	"five features": refuted, "Table 3: the printed": differs, "Table 3: fewer": refuted, "Table 4: the average": refuted,
	"with ten features 12": holds, "with ten features 30": holds, "KQs has": refuted, "C(52,7)": refuted, "sorted sets": holds,
	"three known hands": holds, "before the flop there": holds,
	"Table 1: the strength": refuted, "Table 2: how many places": refuted, "the tournament has 946": holds,
	"three hands have 881,805": refuted, "no player gains": holds, "Tables 5 to 10": differs,
	"uniform play": holds, "Leduc: the 15": holds, "Leduc: a finer": holds, "Leduc: the order": differs,
}

// TestQuickClaims judges what takes no time by the results in this repository.
func TestQuickClaims(t *testing.T) {
	e := evidenceOf(t, results)
	seen := 0
	for _, from := range sources() {
		for i := range from.claims {
			c := &from.claims[i]
			if c.slow {
				continue
			}
			row, err := c.on(t.Context(), e, from.Name)
			if err != nil {
				t.Error(err)
				continue
			}
			// VI-FP is the only result that is not there for sure: it takes long.
			if row.Verdict == unmeasured && !strings.HasPrefix(row.Ours, "vi-fp/") {
				t.Errorf("%q: %s", c.says, row.Ours)
			}
			if row.Ours == "" || strings.Contains(row.Ours, "%!") || strings.Contains(row.Ours, "NaN") {
				t.Errorf("%q: %s: %q", c.says, row.Verdict, row.Ours)
			}
			for begins, want := range expected {
				if strings.HasPrefix(c.says, begins) {
					seen++
					if row.Verdict != want {
						t.Errorf("%q: %s, want %s: %s", c.says, row.Verdict, want, row.Ours)
					}
				}
			}
		}
	}
	if seen != len(expected) {
		t.Errorf("%d claims are expected, %d seen", len(expected), seen)
	}
}

// TestVerdictsFollowResults changes a result at a time and sees the verdict change.
func TestVerdictsFollowResults(t *testing.T) {
	for _, c := range []struct {
		file, old, new string
		judge
		before, after verdict
	}{
		// Weaker bounds: the formulas are as bad, but that nobody has better ones is not proved.
		{"small/solves.jsonl", `"lower_bound":0.0`, `"lower_bound":0.00`, fiveFeatures, refuted, differs},
		{"table3.csv", ",2.5,6,5\n", ",2.5,5,5\n", enoughFeatures, differs, holds},
		{"structures/structures.csv", "0.00242", "0.04881", certificate, holds, differs},
		{"bestresponse/trivial.csv", "3466.3216", "3466.3251", trivial("uniform"), holds, refuted},
		{"leduc/leduc.csv", "real,J.Q.K,491.0,false,503.47,489.28,503.47,true",
			"real,J.Q.K,491.0,false,273.00,273.00,503.47,true", leducOrder, differs, differs},
		{"jamfold/icm.csv", "0.3768", "0.3703", icmMean, differs, holds},
		{"strength/table1.csv", "0.778,0.7993,0.7765,0.7541,as-published", "0.778,0.7780,0.7765,0.7541,rules",
			strengthTable("table1"), refuted, refuted},
	} {
		t.Run(c.file+" "+c.new, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(results, c.file))
			if err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			found := judgeFile(t, folder, c.file, string(text), c.judge)
			if found.verdict != c.before {
				t.Errorf("%s: %s, want %s: %s", c.file, found.verdict, c.before, found.ours)
			}
			if !strings.Contains(string(text), c.old) {
				t.Fatalf("%s has no %q", c.file, c.old)
			}
			changed := judgeFile(t, folder, c.file, strings.ReplaceAll(string(text), c.old, c.new), c.judge)
			if changed.verdict != c.after || changed.ours == found.ours {
				t.Errorf("%s changed: %s, want %s: %s", c.file, changed.verdict, c.after, changed.ours)
			}
		})
	}
}

// judgeFile judges by a folder that has one file of results.
func judgeFile(t *testing.T, folder, file, text string, j judge) finding {
	t.Helper()
	path := filepath.Join(folder, file)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := j(t.Context(), evidenceOf(t, folder))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return f
}

// TestNoResults has nothing to read: such claims are not measured, with the command that helps.
// Bad results are an error that names file, column and cell.
func TestNoResults(t *testing.T) {
	c := claim{says: "so", judge: below(2, 12)}
	row, err := c.on(t.Context(), evidenceOf(t, t.TempDir()), "source")
	if err != nil || row.Verdict != unmeasured || row.Ours != "table4.csv is not there: run `feltlab reproduce table4` first" {
		t.Errorf("%+v, %v", row, err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "table4.csv"), []byte("hand,average_error_percent\nAA,much\n"),
		0o666); err != nil {
		t.Fatal(err)
	}
	_, err = c.on(t.Context(), evidenceOf(t, folder), "source")
	if err == nil || !strings.Contains(err.Error(), `"so": table4.csv: average_error_percent is "much", want a number`) {
		t.Error(err)
	}
}

// TestPage puts two findings and an erratum on the page.
func TestPage(t *testing.T) {
	env, out := experimentstest.Env(t)
	s := &summary{Errata: []correction{{"Kumar & Keshner", "Table 9", "7", "8"}}}
	s.Claims = []judged{{"Kumar & Keshner", "Table 9", "a sum|is 7", "8", refuted, "feltlab strength AA"},
		{"Johanson et al.", "talk", "fast", "not so", unmeasured, "feltlab bestresponse"}}
	if err := s.write(env); err != nil {
		t.Fatal(err)
	}
	page := experimentstest.Page(t, env, "claims")
	for _, part := range []string{
		"| Kumar & Keshner | 1 | 0 | 1 | 0 | 0 | 0 |", "| Johanson et al. | 1 | 0 | 0 | 0 | 0 | 1 |",
		`| a sum\|is 7 | Table 9 | **refuted** | 8 |`, "| Kumar & Keshner | Table 9 | 7 | 8 |",
	} {
		if !strings.Contains(page, part) {
			t.Errorf("no %q in\n%s", part, page)
		}
	}
	if err := env.Finish(nil, pages, "claims", s); err != nil ||
		!strings.Contains(out.String(), "refuted          Kumar & Keshner: a sum|is 7\n  8\n") {
		t.Errorf("%v:\n%s", err, out)
	}
}

// TestErrata counts what is right, by the results in this repository.
func TestErrata(t *testing.T) {
	want := map[string]string{
		"worked example": "F47 one pair, not F46", "Table 2 K9s": "group 6", "text on Table 4": "154", "text on the rollout": "818805", "section 6.1.2": "133784560", "Table 14": "Q5s 100, ours 0",
	}
	e := evidenceOf(t, results)
	for _, x := range errata {
		for at, part := range want {
			if !strings.HasPrefix(x.where+" "+x.printed, at) {
				continue
			}
			delete(want, at)
			if f, err := x.right(t.Context(), e); err != nil || !strings.Contains(f.ours, part) {
				t.Errorf("%s: %q, want %q (%v)", x.where, f.ours, part, err)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("no erratum for %v", want)
	}
}
