package sources

import (
	"context"
	"maps"

	"feltlab/experiments"
)

// with returns the source with other methods.
func with(made map[string]any) *experiments.Source {
	return &experiments.Source{Files: files, Templates: Source.Templates,
		Methods: func(ctx context.Context, env *experiments.Env) map[string]any {
			all := methods(ctx, env)
			maps.Copy(all, made)
			return all
		}}
}
