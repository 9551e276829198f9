package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

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

func (a *app) convertCommand() *cobra.Command {
	f := &struct {
		gameFlags
		agentFlags
	}{}
	return command(&cobra.Command{
		Use:   "convert STRATEGY FILE",
		Short: "Write a strategy in another format",
		Long: `Reads a strategy in any format (docs/strategy-format.md) and writes it without loss, in
the format of the file's ending: .parquet, .json, or text for all others. JSON is
OpenSpiel's table by information state, for kuhn and leduc. In these games the command
also writes strategies without buckets: always-fold, always-call, always-raise, uniform
and exec:COMMAND (docs/agents.md).`,
		Example: `  feltlab convert --game limit-holdem strength-10.txt strength-10.parquet
  feltlab convert --game leduc cfr.json cfr.txt
  feltlab convert --game kuhn uniform uniform.json`,
		Args: exactArgs("STRATEGY", "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := a.game(cmd, &f.gameFlags)
			if err != nil {
				return err
			}
			write, err := strategyfile.Writer(args[1], g)
			if err != nil {
				return usage("%w", err)
			}
			policy, err := a.policy(cmd.Context(), g, args[0], &f.agentFlags)
			if err != nil {
				return err
			}
			table, ok := policy.(*strategy.Table)
			if !ok {
				if g.Hands().Layout != game.OneCard {
					return usage("%s has no buckets, want a strategy file", args[0])
				}
				if table, err = tabled(g, policy); err != nil {
					return err
				}
			}
			return a.writeTo(args[1], func(w io.Writer) error { return write(w, table) })
		},
	}, f)
}

// tabled is a policy of a game with one hole card as a table, asked state by state.
func tabled(g game.Game, policy game.Policy) (*strategy.Table, error) {
	var b bytes.Buffer
	if err := strategy.WriteOpenSpiel(&b, g, policy); err != nil {
		return nil, err
	}
	return strategy.ReadOpenSpiel(&b, g)
}
