package sources

import (
	"testing"

	"feltlab/experiments"
	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

// TestCommittedPages writes the pages again from the answers in the committed results.
func TestCommittedPages(t *testing.T) {
	env := &experiments.Env{Out: results}
	judged := must.Get(experiments.ReadLines[*worstcase.Judged](env, "bestresponse/strategies.jsonl"))(t)
	var trivial, curve []*worstcase.Judged
	for _, r := range judged {
		if r.Trained == nil {
			trivial = append(trivial, r)
		} else {
			curve = append(curve, r)
		}
	}
	var losses []jamFoldLoss
	for _, r := range readCSV(t, results, "bestresponse/jamfold.csv")[1:] {
		losses = append(losses, jamFoldLoss{numberOf(t, r[0]), numberOf(t, r[1]), numberOf(t, r[2]), numberOf(t, r[3]),
			numberOf(t, r[4])})
	}
	study := &leducSummary{GameValue: leducValue, GameValueGap: 8e-7, Starts: leducStarts}
	for _, r := range readCSV(t, results, "leduc/leduc.csv")[1:] {
		study.Rows = append(study.Rows, &leducRow{Player1: r[0], Player2: r[1], Published: numberOf(t, r[2]),
			Unique: r[3] == "true", Ours: numberOf(t, r[4]), Least: numberOf(t, r[5]), Most: numberOf(t, r[6])})
	}
	source := with(map[string]any{
		"trivial":  func() []*worstcase.Judged { return trivial },
		"abstract": func() []*worstcase.Judged { return curve },
		"jamFold":  func() []jamFoldLoss { return losses }, "keptLeduc": func() *leducSummary { return study },
		"leduc": func() *leducSummary { return study },
	})
	// The stored estimates of bestresponse have fewer digits than its figure.
	for name, but := range map[string]string{"bestresponse": "abstractions.svg abstractions.png", "leduc": ""} {
		t.Run(name, func(t *testing.T) { rewritten(t, source, name, but) })
	}
}
