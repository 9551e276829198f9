// The experiment multiway compares jam or fold at tables of two to nine players with what public pages print: articles,
// forum threads and blogs about HoldemResources Calculator, ICMIZER, SnapShove, SNG Wizard and their like.
//
// A table is solved and certified by pipeline/jamfold. For each printed decision the page shows the percentage of
// hands, printed and ours, how many hands differ, and what the printed range loses against our equilibrium, which is
// the measure of a difference: hands that neither gain nor lose may be in or out.
//
// With an empty store the tables take some five CPU-minutes.

package sources

import (
	"context"
	"strings"

	"feltlab/experiments"
)

// calculatorMethods are what the expressions of this experiment may call.
func calculatorMethods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		"compared": func() (*summary, error) { return compared(ctx, env) },
		"slug":     slug, "host": func(address string) string { return strings.Split(address, "/")[2] },
	}
}

// slug makes the fragment of a heading in Markdown.
func slug(heading string) string {
	keep := func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-':
			return r
		}
		return -1
	}
	return strings.Map(keep, strings.ToLower(heading))
}

// number writes a number with one decimal; ? for none.
func number(x any) string {
	if text := experiments.Fixed(x, 1); text != "" {
		return text
	}
	return "?"
}
