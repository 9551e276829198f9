// The experiment jamfold compares jam-or-fold equilibria with S. Ganzfried and T. Sandholm, Computing an approximate
// jam/fold equilibrium for 3-player no-limit Texas hold'em tournaments, AAMAS 2008.
//
// pipeline/jamfold solves and certifies the tournaments and hands (fictitious play inside policy iteration). It
// compares cells, frequencies and values with the printed ones: Tables 2, 3 and 5 to 16, the study of ICM, the
// ranking of Karlson & Sklansky, and the heads-up tournament of Miltersen & Sorensen. feltlab jamfold tournament runs
// the paper's own algorithm too, and other prizes and antes.
//
// With an empty store it takes some ten CPU-minutes, most of them for two tournaments. The artifact store keeps the
// solutions and every round before them.

package sources

import (
	"context"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// ganzfriedMethods are what the expressions of this source may call.
func ganzfriedMethods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		"models":      func() ([]*model, error) { return models(ctx, env) },
		"headsUp":     func() (*jamfold.HeadsUpAnswer, error) { return headsUpOf(ctx, env) },
		"situations":  experiments.Map(decisions, situationOf),
		"printed":     experiments.Map(published.JamFoldTables(), printedTableOf),
		"frequencies": printedFrequencies,
		"ranks":       published.KarlsonSklansky(),
	}
}

// situation names a decision.
type situation struct{ Name, Words string }

func situationOf(at tournament.Decision) situation {
	return situation{at.Name(tournament.NumSeats), at.Words(tournament.NumSeats)}
}

// printedTable is a published table in words.
type printedTable struct {
	published.JamFoldTable

	Shows, Words, Verb, Stacks, Mode string
}

func printedTableOf(t published.JamFoldTable) printedTable {
	return printedTable{t, t.Label(), t.Situation.Words(tournament.NumSeats), t.Situation.Verb(),
		tournament.Stacks(t.Stacks).Words(1), string(t.Mode)}
}

// printedFrequencies returns Table 2 of a mode.
func printedFrequencies(mode string) []float64 {
	return experiments.Map(decisions, func(at tournament.Decision) float64 {
		return published.JamFoldFrequency(published.Mode(mode), at)
	})
}
