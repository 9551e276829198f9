// The experiment postflop solves three public games from a board on, and states the certificate of each beside what is
// known: the closed form of a river with polar ranges, what postflop-solver's example asserts about its turn, and the
// logs that TexasSolver's README shows of its flop.
//
// With an empty store the flop takes some five CPU-minutes, the other games some seconds.

package sources

import (
	"context"

	"feltlab/examples"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/pipeline/postflop"
	"feltlab/pipeline/store"
)

// postflopMethods are what the expressions of this experiment may call.
func postflopMethods(ctx context.Context, env *experiments.Env) map[string]any {
	return map[string]any{
		// solved solves a game of folder examples to a share of the pot; a stack of 0 leaves its own.
		"solved": func(game string, target, stack float64) (*solution, error) {
			spec := specOf(game, target, stack)
			return experiments.Cached(ctx, env, spec, func(ctx context.Context) (*solution, error) {
				return solve(ctx, env, game, target, stack)
			})
		},
	}
}

// solution is a game with the certificate of its solution.
type solution struct {
	Tree    *postflop.Tree    `json:"tree"`
	Verdict *postflop.Verdict `json:"verdict"`
	View    *postflop.View    `json:"view"` // nil of flops, which have too many lines for a small file
}

func specOf(game string, target, stack float64) store.Spec {
	return store.Spec{Stage: "postflop game", Version: "1", Schema: "json",
		Config: map[string]any{"game": game, "target": target, "stack": stack}}
}

func solve(ctx context.Context, env *experiments.Env, game string, target, stack float64) (*solution, error) {
	name := "postflop-" + game + ".yaml"
	text, err := examples.Games.ReadFile(name)
	if err != nil {
		return nil, err
	}
	c := postflop.Default()
	if err := c.ReadText(name, text); err != nil {
		return nil, err
	}
	if stack > 0 {
		c.Stack = stack
	}
	g, err := c.Game()
	if err != nil {
		return nil, err
	}
	s, err := postflop.NewSolver(g, env.Workers, "")
	if err == nil {
		err = postflop.Solve(ctx, s, postflop.Goal{Target: target, Iterations: mostIterations}, env.Stderr)
	}
	if err != nil {
		return nil, err
	}
	v, err := postflop.Certify(s)
	if err != nil {
		return nil, err
	}
	v.Seconds, v.Strategy = 0, game // so that the files depend on the game alone
	out := &solution{Tree: postflop.TreeOf(g), Verdict: v}
	if g.Rounds() < len(cards.Streets) {
		out.View, err = postflop.ViewOf(ctx, g, s.Strategy(), v)
	}
	return out, err
}

const mostIterations = 10_000
