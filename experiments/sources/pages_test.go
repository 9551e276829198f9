package sources

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
)

// TestPages writes experiments again from the answers of the committed results, with all tables, figures and pages.
func TestPages(t *testing.T) {
	for name, reads := range map[string][]string{
		"table4": nil, "figures": nil, "sor13": nil, "paper": {"paper"}, "atlas": {"atlas"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out := rewritten(t, Source, name, "", reads...); !strings.Contains(out, "proved") {
				t.Errorf("it prints %q", out)
			}
		})
	}
}

// TestRenderers renders verified files again, and once with half of an error.
func TestRenderers(t *testing.T) {
	read := map[string][]*question.Answer{} // by folder
	for name, render := range Source.Renderers() {
		path := filepath.Join(results, name)
		folder := filepath.Dir(path)
		if name == "features.csv" {
			path, folder = results+"/atlas/features.csv", results+"/atlas"
		} else if filepath.Ext(name) == ".csv" {
			folder = strings.TrimSuffix(path, ".csv")
		}
		text := must.Get(os.ReadFile(path))(t)
		if read[folder] == nil {
			read[folder] = must.Get(ledger.Read(folder))(t)
		}
		answers := slices.Clone(read[folder])
		got, err := render(text, answers)
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: rendered again it differs, %v", name, err)
		}
		half := *answers[0]
		half.AverageError, half.MaxError = half.AverageError/2, half.MaxError/2
		answers[0] = &half
		if name == "features.csv" {
			continue // it counts features and says no errors
		}
		if got, err := render(text, answers); err != nil || bytes.Equal(got, text) {
			t.Errorf("%s: half the error makes the same text, %v", name, err)
		}
		if name == "table4/README.md" || name == "figures/README.md" || name == "sor13/README.md" {
			must.Fails(render([]byte("# Page\n"), answers))(t)
		}
	}
}

// answerOf is a formula that nobody computed, with errors in percentage points.
func answerOf(hand, rng string, n int, e, bound float64, status question.Status) *question.Answer {
	r := &question.Answer{
		Subject: question.MustSubject(hand, rng), Status: status, Seconds: 1.25,
		AverageError: question.Number(e / 100), LowerBound: question.Number(bound / 100),
	}
	r.N = n
	for i := range n {
		r.Features = append(r.Features, question.Weight{ID: 3*i + 1, Weight: 0.5 - 0.13*float64(i)})
	}
	return r
}
