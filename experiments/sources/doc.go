// Package sources has the experiments, each source in files that are named like it: formulas for the equity on the flop
// (dalpasso, table3), hand strength (strength), jam or fold of three (ganzfried, jamfold) and of two to nine beside
// public calculators (calculators, multiway), worst cases (johanson, bestresponse, leduc), and public postflop games
// (postflop); and the verdicts on the sentences of all sources (claims). Each file's comment names the source and the
// cost. An experiment is in the YAML file of its name; the Go files have the methods that these files call.
package sources

import (
	"context"
	"embed"
	"maps"
	"text/template"

	"feltlab/experiments"
)

//go:embed *.yaml *.tmpl
var files embed.FS

// Source has the experiments of these sources.
var Source = &experiments.Source{Files: files, Methods: methods, Templates: template.FuncMap{"number": number}}

// methods are what the expressions of the experiments may call.
func methods(ctx context.Context, env *experiments.Env) map[string]any {
	all := map[string]any{}
	for _, of := range []func(context.Context, *experiments.Env) map[string]any{
		dalpassoMethods, strengthMethods, ganzfriedMethods, calculatorMethods, johansonMethods, postflopMethods,
		claimMethods,
	} {
		maps.Copy(all, of(ctx, env))
	}
	return all
}
