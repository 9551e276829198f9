// Package sources has the experiments of one or two pages a source, each in files that are named like it: hand strength
// (strength), jam or fold of three (ganzfried, jamfold) and of two to nine beside public calculators (calculators,
// multiway), worst cases (johanson, bestresponse, leduc), and public postflop games (postflop). Each file's comment
// names the source and the cost.
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
		strengthMethods, ganzfriedMethods, calculatorMethods, johansonMethods, postflopMethods,
	} {
		maps.Copy(all, of(ctx, env))
	}
	return all
}
