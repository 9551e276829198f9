package main

import (
	"bytes"
	"io"

	"github.com/spf13/cobra"

	"feltlab/dataset/strategyfile"
	"feltlab/model/game"
	"feltlab/model/strategy"
)

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
