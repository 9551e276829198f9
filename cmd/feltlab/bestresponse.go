package main

import (
	"errors"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/allin"
	"feltlab/internal/parallel"
	"feltlab/internal/plain"
	"feltlab/model/game"
	"feltlab/pipeline/config"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/worstcase"
	"feltlab/report"
	"feltlab/solvers/extensive"
)

type gameFlags struct {
	Game  string    `flag:"game" required:"leduc" complete:"games"`
	Stack bigBlinds `flag:"stack" default:"10"`
}

func (a *app) game(cmd *cobra.Command, f *gameFlags) (game.Game, error) {
	if cmd.Flags().Changed("stack") && f.Game != "jamfold" {
		return nil, usage("--stack is for --game jamfold")
	}
	switch f.Game {
	case "kuhn":
		return game.Kuhn(), nil
	case "leduc":
		return game.Leduc(), nil
	case limitHoldem:
		return game.LimitHoldem(), nil
	case "jamfold":
		return headsUp(float64(f.Stack))
	}
	g, err := readRules(f.Game)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usage("--game: %q is none of %s and no file of rules%s", f.Game, strings.Join(gameNames, ", "),
			plain.Hint(f.Game, gameNames))
	case err != nil:
		return nil, usage("--game: %w", err)
	}
	return g, nil
}

// gameNames are the values of --game besides files of rules.
var gameNames = []string{"kuhn", "leduc", limitHoldem, "jamfold"}

// deepest is the largest stack in big blinds. The equilibrium's value takes 4 CPU-seconds there and
// more with depth, for the same answer: only aces are jammed and called.
const deepest = 1000

func headsUp(stack float64) (game.Game, error) {
	if stack > deepest {
		return nil, usage("--stack: %.0f big blinds, want more than 1 and at most %d; deeper only aces are jammed",
			stack, deepest)
	}
	g, err := jamfold.HeadsUpGame(allin.Pairs(), stack)
	if errors.Is(err, game.ErrInput) {
		return nil, usage("--stack: %w", err)
	}
	return g, err
}

type bestResponseFlags struct {
	gameFlags
	Opponent string `flag:"opponent" required:"uniform" complete:"strategies"`
	limitFlags
	listenFlags
	agentFlags
	Page string `flag:"page" help:"write an HTML page on where the opponent loses" file:".html"`
	jsonFlag
}

func (a *app) bestResponseCommand() *cobra.Command {
	f := &bestResponseFlags{}
	return a.stored(&cobra.Command{
		Use:         "bestresponse",
		Annotations: firstFlagsOf("game opponent flops page json"),
		Short:       "Compute exactly how much a strategy can lose",
		Long: `Computes the value of a best response to an opponent from both seats. The opponent is always-fold,
always-call, always-raise, uniform, a strategy file (docs/strategy-format.md), or exec: and a command that answers for
its policy (docs/agents.md). Prints the value of each hand, the opponent's loss in each betting round, and how far the
opponent stays below the equilibrium value in each seat. A file with rows of one seat alone is judged in that seat.
Values are for one hand: in chips in kuhn and leduc, in millibigblinds (thousandths of a big blind) in jamfold and
limit-holdem. A file of rules (docs/rules.md) describes other games, such as Leduc with more ranks, and Flop5Hold'em.

--page writes an HTML page: where the strategy loses, by street, by seat and by hand, and the betting histories where
it loses most, in words; --json then has all of these numbers.

Limit hold'em takes about a minute against an opponent that ignores its cards, and an evening against another. A run
that is stopped prints bounds of the answer, or of a sample the estimate from the flops that are done; the same
command resumes from the finished work in the cache, --fresh starts again. --flops estimates the answer from a sample.
A program is asked on sampled flops, turns and rivers. The best response is fitted to the sample, so the estimate is
on average too high. A response that does not see the sample gives a second estimate, on average too low.`,
		Example: `  feltlab bestresponse --game leduc --opponent uniform
  feltlab bestresponse --game jamfold --stack 10bb --opponent uniform --json
  feltlab bestresponse --game leduc --opponent a.txt --page a.html
  feltlab bestresponse --game configs/games/flop5-holdem.yaml --opponent uniform
  feltlab bestresponse --game limit-holdem --opponent s.txt --listen :4222
  feltlab bestresponse --game leduc --opponent "exec:python3 scripts/agent.py"
  feltlab bestresponse --game limit-holdem --flops 20 --turns 8 --rivers 8 \
      --opponent "exec:python3 scripts/agent_numpy.py"`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.bestResponse(cmd, f) },
	}, f)
}

// bestResponse responds to the opponent. After an interruption it prints what the finished work bounds, and returns the
// error.
func (a *app) bestResponse(cmd *cobra.Command, f *bestResponseFlags) error {
	respond, check := a.smallResponse, onlyFor(cmd, "--game "+limitHoldem, "fresh", "flops", "turns", "rivers", "seed",
		"listen")
	if f.Game == limitHoldem {
		respond, check = a.limitResponse, f.checkSample(f.Opponent)
	}
	if check != nil {
		return check
	}
	g, err := a.game(cmd, &f.gameFlags)
	if err != nil {
		return err
	}
	policy, seat, err := a.policyOrHalf(cmd.Context(), g, f.Opponent, &f.agentFlags)
	if err != nil {
		return err
	}
	if seat > 0 && f.Page != "" {
		return usage("%s has rows of seat %d alone; with --page want both seats, or --missing uniform",
			f.Opponent, seat)
	}
	answer, stopped := respond(cmd, g, policy, seat, f)
	if answer == nil {
		return stopped
	}
	if seat > 0 {
		half := worstcase.HalfOf(answer.Response, seat)
		return errors.Join(a.show(f.JSON, half, func(w io.Writer) error { return printHalf(w, half) }), stopped)
	}
	if stopped == nil && f.Page != "" {
		if err := report.NewLossPage(g, f.notes(answer), answer).Write(f.Page); err != nil {
			return err
		}
	}
	err = a.show(f.JSON, answer, func(w io.Writer) error { return printResponse(w, answer) })
	return errors.Join(err, stopped)
}

func (a *app) smallResponse(
	cmd *cobra.Command, g game.Game, policy game.Policy, _ int, f *bestResponseFlags,
) (*report.Response, error) {
	ctx, start := cmd.Context(), time.Now()
	r, err := extensive.BestResponse(ctx, g, policy, extensive.ResponseOptions{ByRound: true})
	if err != nil {
		return nil, err
	}
	seconds := time.Since(start).Seconds()
	value, err := jamfold.Value(ctx, a.kept, g)
	if err != nil {
		return nil, err
	}
	answer := &report.Response{Response: worstcase.SmallResponse(g, f.Opponent, r, value, seconds)}
	if f.Page != "" {
		l, err := extensive.LossesByDecision(ctx, g, policy, nil, extensive.ResponseOptions{AllDeals: true})
		if err != nil {
			return nil, err
		}
		_, scale := worstcase.UnitOf(g)
		answer.Losses = report.LossesOf(g, l, scale)
	}
	if err := worstcase.Steady(policy); err != nil {
		return nil, err
	}
	return answer, nil
}

// limitHoldem is the game that is computed flop by flop, 1,755 of them.
const limitHoldem = "limit-holdem"

type limitFlags struct {
	Flops  int `flag:"flops" help:"limit-holdem: number of flops to sample (0: all 1,755, exact)"`
	Turns  int `flag:"turns" min:"0" help:"limit-holdem, with --flops: turns to sample of each flop (0: all)"`
	Rivers int `flag:"rivers" min:"0"`
	seedFlag
	freshFlag
}

// checkSample refuses turns or rivers without flops, a sample too small for a standard error, and a
// program without a sample.
func (f *limitFlags) checkSample(names ...string) error {
	if (f.Turns > 0 || f.Rivers > 0) && f.Flops == 0 {
		return usage("--turns and --rivers need --flops")
	}
	sample := f.options(nil)
	if err := sample.Check(); err != nil {
		return usage("--flops: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, execPrefix) && (f.Turns == 0 || f.Rivers == 0) {
			return usage("%s: a program cannot be asked about all 10^10 public states: "+
				"want --flops, --turns and --rivers, such as 20, 8 and 8", name)
		}
	}
	return nil
}

func (f *limitFlags) options(progress io.Writer) worstcase.Options {
	return worstcase.Options{
		Flops: f.Flops, Turns: f.Turns, Rivers: f.Rivers, Seed: uint64(f.Seed), Fresh: f.Fresh, Progress: progress,
	}
}

// limitResponse responds in limit hold'em to both seats, or to a strategy of one seat, which has no losses by round:
// then the other seat is uniform and quick. After an interruption it returns the error, and an answer from the finished
// work if that gives bounds.
func (a *app) limitResponse(
	cmd *cobra.Command, g game.Game, policy game.Policy, seat int, f *bestResponseFlags,
) (*report.Response, error) {
	digest, err := digestOf(f.Opponent, policy)
	if err != nil {
		return nil, err
	}
	o := f.options(a.stderr)
	o.ByRound, o.Store = seat == 0, a.kept
	title := "best response to " + f.Opponent
	pool, leave, err := f.listenFlags.pool(a, cmd, ".", title, parallel.Workers(0))
	if err != nil {
		return nil, err
	}
	o.Pool = pool
	start := time.Now()
	r, err := worstcase.BestResponse(cmd.Context(), policy, digest, o)
	err = leave(err)
	stopped := cmd.Context().Err() != nil && r != nil
	if err != nil && !stopped {
		return nil, limitError(err)
	}
	answer := &report.Response{}
	if answer.Response, err = r.Answer(f.Opponent, !stopped, time.Since(start).Seconds()); err != nil {
		return nil, err
	}
	if stopped && r.Drawn && answer.Status == "interval" {
		return nil, stoppedEarly(r) // a sample of no two flops gives no bounds
	}
	if stopped {
		return answer, stoppedEarly(r)
	}
	if f.Page != "" {
		sample := f.limitFlags.sampleOf()
		l, err := worstcase.LossesByDecision(cmd.Context(), policy, sample.options(a.stderr))
		if err != nil {
			return nil, limitError(err)
		}
		answer.Losses = report.LossesOf(g, l, worstcase.Millis)
	}
	return answer, nil
}

// limitError makes a usage error of what the user got wrong.
func limitError(err error) error {
	if errors.Is(err, extensive.ErrAsymmetric) {
		return usage("%w; in limit hold'em a policy must treat suits alike: "+
			"let the program rename suits before it looks at cards", err)
	}
	if errors.Is(err, worstcase.ErrSample) {
		return usageError{err}
	}
	return err
}

func stoppedEarly(r *worstcase.Result) error {
	return interrupted("with %d of %d pieces done; the same command resumes from there", r.Done, r.Tasks)
}

// readRules reads a game's rules from a YAML file; docs/rules.md describes its keys. Errors wrap config.ErrConfig and
// name file, line and key, or are those of config.Open.
func readRules(path string) (*game.FixedLimit, error) {
	file, err := config.Open(path, nil)
	if err != nil {
		return nil, err
	}
	rules := game.Rules{Unit: "chips", BetUnit: "amount"}
	if err := file.Decode(&rules); err != nil {
		return nil, err
	}
	g, err := game.NewFixedLimit(rules)
	var bad *game.RuleError
	if errors.As(err, &bad) {
		return nil, file.Bad(bad.Key, bad)
	}
	return g, err
}
