package sources

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"feltlab/experiments"
	"feltlab/experiments/experimentstest"
	"feltlab/internal/must"
	"feltlab/pipeline/worstcase"
)

// committed reads a table of the committed results, with its numbers by column.
func committed(t *testing.T, name string) (rows []map[string]string) {
	t.Helper()
	f := must.Get(os.Open("../../results/" + name))(t)
	defer f.Close()
	all := must.Get(csv.NewReader(f).ReadAll())(t)
	for _, cells := range all[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func numberOf(t *testing.T, text string) float64 {
	t.Helper()
	x := must.Get(strconv.ParseFloat(text, 64))(t)
	return x
}

// TestCommittedPages writes the pages again from the answers in the committed results.
func TestCommittedPages(t *testing.T) {
	env := &experiments.Env{Out: "../../results"}
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
	for _, r := range committed(t, "bestresponse/jamfold.csv") {
		losses = append(losses, jamFoldLoss{numberOf(t, r["big blinds"]), numberOf(t, r["jam"]), numberOf(t, r["call"]),
			numberOf(t, r["exploitability"]), numberOf(t, r["solver's regret"])})
	}
	study := &leducSummary{GameValue: leducValue, GameValueGap: 8e-7, Starts: leducStarts}
	for _, r := range committed(t, "leduc/leduc.csv") {
		study.Rows = append(study.Rows, &leducRow{Player1: r["player1"], Player2: r["player2"],
			Published: numberOf(t, r["published"]), Unique: r["unique"] == "true", Ours: numberOf(t, r["ours"]),
			Least: numberOf(t, r["least"]), Most: numberOf(t, r["most"])})
	}
	source := with(map[string]any{
		"trivial":  func() []*worstcase.Judged { return trivial },
		"abstract": func() []*worstcase.Judged { return curve },
		"jamFold":  func() []jamFoldLoss { return losses }, "keptLeduc": func() *leducSummary { return study },
		"leduc": func() *leducSummary { return study },
	})
	// The stored estimates of bestresponse have fewer digits than its figure.
	for name, but := range map[string]string{"bestresponse": "abstractions.svg abstractions.png", "leduc": ""} {
		t.Run(name, func(t *testing.T) { experimentstest.RewrittenBut(t, source, name, but) })
	}
}
