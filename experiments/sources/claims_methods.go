package sources

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/combin"

	"feltlab/dataset/equity"
	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// claimMethods are what the expressions of claims may use besides the library of all experiments.
func claimMethods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		"judged": func() (*findings, error) { return judgeAll(ctx, env) }, "meanings": verdicts,
		// Published numbers.
		"printed4": printed4, "jamTables": jamTables, "frequency": published.JamFoldFrequency,
		"fromTable3": published.FromTable3,
		"karlson":    ofClass(func(k cards.Class) int { return published.KarlsonSklansky()[k] }),
		// The cards.
		"C": combin.Binomial, "chen": ofClass(ranges.ChenScore), "group": ofClass(ranges.SklanskyGroup),
		"space":      func() tournament.Space { rules := tournament.Default(); return rules.Space() },
		"equity":     func(hand, rng string) (c equity.Count, err error) { return equityOf(ctx, hand, rng) },
		"featuresOf": featuresOf,
		// Comparisons of lists.
		"onlyIn": onlyIn, "used": used, "behind": behind,
	}
}

// jamTable is a published table with the share of all deals in which its hands are jammed.
type jamTable struct{ published.JamFoldTable }

// Frequency is that share.
func (t jamTable) Frequency() (jams float64) {
	for k, percent := range t.JamPercent {
		jams += percent / 100 * float64(cards.Class(k).Size())
	}
	return jams / cards.NumCombos
}

func jamTables() []jamTable {
	return experiments.Map(published.JamFoldTables(), func(t published.JamFoldTable) jamTable { return jamTable{t} })
}

func ofClass(of func(cards.Class) int) func(string) (int, error) {
	return func(hand string) (int, error) {
		k, err := cards.ParseClass(hand)
		if err != nil {
			return 0, err
		}
		return of(k), nil
	}
}

func equityOf(ctx context.Context, hand, rng string) (c equity.Count, err error) {
	h, errHand := cards.ParseCombo(hand)
	r, errRange := ranges.Parse(rng)
	if err := errors.Join(errHand, errRange); err != nil {
		return c, err
	}
	return equity.Against(ctx, h, r, nil)
}

// featuresOf returns the features of a hand that are true on a flop.
func featuresOf(hand, flop string) (all []features.Feature, err error) {
	h, errHand := cards.ParseCombo(hand)
	at, errFlop := cards.ParseFlop(flop)
	if err := errors.Join(errHand, errFlop); err != nil {
		return nil, err
	}
	for _, id := range features.Of(h, at).IDs() {
		f, err := features.ByID(id)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// onlyIn lists what is only in one of two lists.
func onlyIn(theirs, ours []any) string {
	var parts []string
	add := func(word string, list, other []any) {
		for _, x := range list {
			if !slices.Contains(other, x) {
				parts = append(parts, fmt.Sprint(word, " ", x))
			}
		}
	}
	add("also", ours, theirs)
	add("not", theirs, ours)
	return cmp.Or(strings.Join(parts, ", "), "the same")
}

// used counts the answers with a feature of a weight above a limit, or below its negative.
func used(answers []any, id int, above any) (n int) {
	for _, a := range answers {
		list, _ := a.(map[string]any)["features"].([]any)
		for _, f := range list {
			if f, ok := f.(map[string]any); ok && experiments.Number(f["id"]) == float64(id) &&
				math.Abs(experiments.Number(f["weight"])) > experiments.Number(above) {
				n++
			}
		}
	}
	return n
}

// behind lists the jammed hands behind a folded hand, and the folded hands ahead of a jammed one, in a ranking of
// hands that are jammed or not.
func behind(ranked []any) map[string][]any {
	jams := func(x any) bool { return x.(map[string]any)["jams"] == true }
	folds := func(x any) bool { return !jams(x) }
	out := map[string][]any{"jams": {}, "folds": {}}
	for i, x := range ranked {
		hand := x.(map[string]any)["hand"]
		switch {
		case jams(x) && slices.ContainsFunc(ranked[:i], folds):
			out["jams"] = append(out["jams"], hand)
		case folds(x) && slices.ContainsFunc(ranked[i:], jams):
			out["folds"] = append(out["folds"], hand)
		}
	}
	return out
}

// printed4 returns a row of the published Table 4.
func printed4(hand, rng string) published.Formula {
	row, _ := published.Find(published.Table4(), hand, rng)
	return row
}
