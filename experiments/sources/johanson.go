// The experiments bestresponse and leduc compare worst cases with M. Johanson, K. Waugh, M. Bowling and M. Zinkevich,
// Accelerating Best Response Calculation in Large Extensive Games, IJCAI 2011, and with the table of Waugh, Schnizlein,
// Bowling and Szafron, Abstraction Pathologies in Extensive Games, AAMAS 2009.
//
// Exact best responses on the public tree compute the loss of a strategy (solvers/extensive, pipeline/worstcase). For
// opponents that ignore their cards they cover all of limit hold'em. CFR+ solves abstractions of Leduc hold'em to a
// certified gap. A best response that shares no code with the jam-or-fold solver checks its equilibria. The losses of
// abstractions of limit hold'em are kept in results/bestresponse: feltlab equilibrium and bestresponse compute more.
//
// Leduc takes about a CPU-minute. The artifact store keeps what is computed.

package sources

import (
	"context"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/pipeline/worstcase"
)

// johansonMethods are what the expressions of this source may call.
func johansonMethods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		"bucketsOf": bucketsOf,
		"trivial":   func() ([]*worstcase.Judged, error) { return trivialOpponents(ctx, env) },
		"abstract":  func() ([]*worstcase.Judged, error) { return keptAbstractions(env) },
		"jamFold":   func() ([]jamFoldLoss, error) { return jamFoldLosses(ctx, env) },
		"keptLeduc": func() (*leducSummary, error) { return keptLeduc(ctx, env) },
		"leduc":     func() (*leducSummary, error) { return computeLeduc(ctx, env) },
	}
}

// keptAbstractions returns the losses of trained strategies that the folder of results has.
func keptAbstractions(env *experiments.Env) ([]*worstcase.Judged, error) {
	kept, err := experiments.ReadLines[*worstcase.Judged](env, "bestresponse/strategies.jsonl")
	return experiments.Where(kept, func(r *worstcase.Judged) bool { return r.Trained != nil }), err
}

// bucketsOf is the number of buckets of a strategy on the river.
func bucketsOf(r *worstcase.Judged) (int, error) {
	_, river, err := buckets.SizeOf(r.Trained.Buckets)
	return river, err
}
