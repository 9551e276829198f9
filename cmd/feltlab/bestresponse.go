package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/nearest"
	"feltlab/model/game"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/store"
	"feltlab/pipeline/worstcase"
	"feltlab/report/losses"
	"feltlab/solvers/extensive"
)

// gameFlags say which game is meant.
type gameFlags struct {
	name  string
	stack float64
}

var gameNames = []string{"kuhn", "leduc", limitHoldem, "jamfold"}

func (f *gameFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "game", "", strings.Join(gameNames, ", "))
	cmd.Flags().Float64Var(&f.stack, "stack", 10, fmt.Sprintf("jamfold: both stacks in big blinds, up to %d", deepest))
}

func (a *app) game(cmd *cobra.Command, f *gameFlags) (game.Game, error) {
	if cmd.Flags().Changed("stack") && f.name != "jamfold" {
		return nil, usage("--stack is for --game jamfold")
	}
	switch f.name {
	case "":
		return nil, usage("--game is missing: %s", strings.Join(gameNames, ", "))
	case "kuhn":
		return game.Kuhn(), nil
	case "leduc":
		return game.Leduc(), nil
	case limitHoldem:
		return game.LimitHoldem(), nil
	case "jamfold":
		return a.jamFold(cmd.Context(), f.stack)
	}
	return nil, usage("--game is %q, want %s%s", f.name, strings.Join(gameNames, ", "), nearest.Hint(f.name, gameNames))
}

// deepest is the largest stack in big blinds. The equilibrium's value takes 4 CPU-seconds there and
// more with depth, for the same answer: only aces are jammed and called.
const deepest = 1000

func (a *app) jamFold(ctx context.Context, stack float64) (game.Game, error) {
	if stack > deepest {
		return nil, usage("--stack: %.0f big blinds, want more than 1 and at most %d; deeper only aces are jammed", stack, deepest)
	}
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	pairs, err := jamfold.AllInPairs(ctx, store, 0)
	if err != nil {
		return nil, err
	}
	g, err := jamfold.HeadsUpGame(pairs, stack)
	if errors.Is(err, game.ErrInput) {
		return nil, usage("--stack: %w", err)
	}
	return g, err
}

func (a *app) bestResponseCommand() *cobra.Command {
	var which gameFlags
	var limit limitFlags
	var agents agentFlags
	var page pageFlags
	var opponent string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bestresponse",
		Short: "Compute exactly how much a strategy can lose",
		Long: `Computes the value of a best response to an opponent from both seats. The
opponent is always-fold, always-call, always-raise, uniform, a strategy file
(docs/strategy-format.md), or exec: and a command that is asked for its policy
(docs/agents.md). Tells the value by hand, in which betting round the
opponent's loss arises, and what each seat of the opponent loses beside the
equilibrium's value. Values are a hand's: in chips in kuhn and leduc, in
millibigblinds (thousandths of a big blind) in jamfold and limit-holdem.

--page writes a page to read, HTML or Markdown: where the strategy loses, by
street, by seat, by hand, and in words the betting histories where it loses most.
--beside puts another strategy next to it. Beside the page are tables of all
numbers, FILE.csv and FILE-hands.csv.

Limit hold'em takes about a minute against an opponent that does not look at its
cards, and an evening against one that does. A run that is stopped says between
which numbers the answer lies; the same command resumes from the finished work in
the cache, --fresh begins again. --flops estimates it from a sample. A program is asked on drawn flops, turns and rivers.
Who responds to it knows which: the estimate leans upward, and is an upper bound
in expectation; one that does not know is a lower bound.`,
		Example: `  feltlab bestresponse --game leduc --opponent uniform
  feltlab bestresponse --game jamfold --stack 10 --opponent always-raise --json
  feltlab bestresponse --game leduc --opponent a.txt \
      --beside b.txt --page ab.html
  feltlab bestresponse --game limit-holdem --opponent s.txt --listen :4222
  feltlab bestresponse --game leduc --opponent "exec:python3 scripts/agent.py"
  feltlab bestresponse --game limit-holdem --opponent exec:./agent \
      --flops 20 --turns 8 --rivers 8`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opponent == "" {
				return usage("--opponent is missing: %s, a strategy file or exec:COMMAND", policyNames())
			}
			if err := errors.Join(limit.check(cmd, which.name), page.check(opponent)); err != nil {
				return err
			}
			g, err := a.game(cmd, &which)
			if err != nil {
				return err
			}
			if which.name == limitHoldem {
				return a.limitResponse(cmd, opponent, &limit, &agents, &page, asJSON)
			}
			store, err := a.store()
			if err != nil {
				return err
			}
			var reports []*response
			for _, name := range page.names(opponent) {
				policy, err := a.policy(cmd.Context(), g, name, &agents)
				if err != nil {
					return err
				}
				report, err := respond(cmd.Context(), store, g, name, policy)
				if err != nil {
					return err
				}
				if page.file != "" {
					l, err := extensive.LossesByDecision(cmd.Context(), g, policy, extensive.AllDeals, extensive.ResponseOptions{AllDeals: true})
					if err != nil {
						return err
					}
					_, scale := worstcase.UnitOf(g)
					report.Losses = losses.Of(g, l, scale)
				}
				reports = append(reports, report)
			}
			if err := writeResponsePage(page.file, g, reports); err != nil {
				return err
			}
			if asJSON {
				return a.printJSON(reports[0])
			}
			return printResponse(a.stdout, reports[0].Response)
		},
	}
	which.add(cmd)
	limit.add(cmd)
	limit.listen.add(cmd)
	agents.add(cmd)
	page.add(cmd)
	cmd.Flags().StringVar(&opponent, "opponent", "", policyNames()+", a strategy file or exec:COMMAND")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON, see docs/json.md")
	return cmd
}

// respond judges a policy.
func respond(
	ctx context.Context, cache *store.Store, g game.Game, name string, p game.Policy,
) (*response, error) {
	start := time.Now()
	r, err := extensive.BestResponse(ctx, g, p, extensive.ResponseOptions{ByRound: true})
	if err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	value, err := jamfold.Value(ctx, cache, g)
	if err != nil {
		return nil, err
	}
	return &response{Response: worstcase.SmallResponse(g, name, r, value, seconds)}, nil
}
