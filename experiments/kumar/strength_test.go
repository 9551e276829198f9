package kumar

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/strength"
	"feltlab/experiments/experimentstest"
	"feltlab/model/cards"
)

// caseNumbers computes the case of section 5, and puts the strengths by the rules against a
// uniform opponent in the place of all settings: enough for a report.
func caseNumbers(t *testing.T, p *printed) *strengthNumbers {
	t.Helper()
	n := &strengthNumbers{preflop: map[setting][cards.NumClasses]equity.Count{},
		street: map[setting][]strength.Street{}}
	values, err := strength.Preflop(t.Context(), strength.Uniform, strength.Rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	streets, err := strength.Streets(t.Context(), []cards.Combo{p.hand}, p.board, strength.Uniform.Range(strength.Rules),
		strength.Rules, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range strength.Modes() {
		for _, w := range strength.Weightings() {
			n.preflop[setting{m, w}], n.street[setting{m, w}] = values, streets
		}
	}
	return n
}

// TestStrengthReport holds the report to the same bytes on a second run.
func TestStrengthReport(t *testing.T) {
	p, err := readPrinted()
	if err != nil {
		t.Fatal(err)
	}
	n := caseNumbers(t, p)
	env, _ := experimentstest.Env(t)
	s, err := n.report(env, p)
	if err != nil {
		t.Fatal(err)
	}
	// By the rules AA and AKs of Table 1 are within sampling error.
	if m := s.Table1[0]; m.Mode != "rules" || m.Agree != 2 || m.Of != 15 {
		t.Errorf("Table 1: %+v", m)
	}
	first := experimentstest.Files(t, env.Out)
	if len(first) != 19 {
		t.Errorf("%d files", len(first))
	}
	page := string(first[filepath.Join(env.Out, "strength", "README.md")])
	for _, want := range []string{
		"| QQ | 0.778 | 0.7993 |", "| flop | AhJcAc | uniform | 0.822 | 0.8619 |", "](heat-uniform-rules.svg)",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if _, err := n.report(env, p); err != nil {
		t.Fatal(err)
	}
	for name, content := range experimentstest.Files(t, env.Out) {
		if !bytes.Equal(content, first[name]) {
			t.Errorf("%s differs on the second run", name)
		}
	}
}
