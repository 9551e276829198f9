package main

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"time"

	"feltlab/dataset/strategyfile"
	"feltlab/internal/memory"
	"feltlab/internal/nearest"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/worstcase"
)

// agentFlags say how to run a program that answers for its policy.
type agentFlags struct {
	Copies     int           `flag:"copies" min:"0"`
	_          string        `help:"exec:COMMAND: number of processes (0: one for each processor)"`
	AnswerTime time.Duration `flag:"answer-time" default:"1m" help:"exec:COMMAND: longest time of an answer"`
}

// execPrefix marks a policy that a program answers for.
const execPrefix = "exec:"

// policyNames lists the built-in policies.
func policyNames() string { return strings.Join(strategy.TrivialNames, ", ") }

// policy finds a trivial policy, reads a strategy file, or starts a program.
func (a *app) policy(ctx context.Context, g game.Game, name string, f *agentFlags) (game.Policy, error) {
	if p, ok := strategy.Trivial(name); ok {
		return p, nil
	}
	if command, ok := strings.CutPrefix(name, execPrefix); ok {
		p, err := worstcase.StartAgent(ctx, command, g, worstcase.AgentOptions{Copies: f.Copies, Timeout: f.AnswerTime})
		if err != nil {
			if errors.Is(err, worstcase.ErrAgentStart) {
				return nil, usage("%w", err)
			}
			return nil, err
		}
		a.atEnd = append(a.atEnd, p.Close)
		return p, nil
	}
	table, err := strategyfile.Read(name, g, a.bucketings(ctx))
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage("%q is none of %s and no file%s",
			name, policyNames(), nearest.Hint(name, strategy.TrivialNames))
	}
	if errors.Is(err, memory.ErrMemory) {
		return nil, err
	}
	if err != nil {
		return nil, usage("%w", err)
	}
	return table, nil
}

// digestOf identifies a policy in the cache.
func digestOf(name string, p game.Policy) (string, error) {
	switch p := p.(type) {
	case *strategy.Table:
		return strategy.Digest(p)
	case *worstcase.Agent:
		return name + " (" + p.Name() + ")", nil
	}
	return name, nil
}
