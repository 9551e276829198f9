package main

import (
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

func (a *app) depthCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		stacksFlag
		Steps int `flag:"steps" default:"3" min:"1" help:"number of hands ahead"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "depth",
		Short: "Show how play changes from ICM to the tournament's equilibrium",
		Long: `Solves one hand for ICM values, then for the values of hands that are played for ICM
values, and so on; commercial tools call this future game simulation. The last line is
the fixed point, the solution of the whole tournament. Each step solves all states and is
kept in the cache.`,
		Example: `  feltlab jamfold depth --stacks 4500,4500,4500 --steps 3`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks, "")
			if err != nil {
				return err
			}
			rows, err := a.depth(cmd, &c, f.Steps)
			if err != nil {
				return err
			}
			return a.show(f.JSON, rows, func(w io.Writer) error { return printDepth(w, rows) })
		},
	}, f)
}

func (a *app) depth(cmd *cobra.Command, c *jamfold.Config, steps int) ([]jamfold.DepthAnswer, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	lab, err := a.lab()
	if err != nil {
		return nil, err
	}
	solved, err := a.solved(cmd, lab, c)
	if err != nil {
		return nil, err
	}
	state := solved.Game.Space.Index(stacks)
	if solved.Game.Hands[state] == nil {
		return nil, usage("heads-up states are worth the share of the chips by the rules: nothing moves")
	}
	found, err := lab.Depth(cmd.Context(), c, state, steps, a.onRound())
	if err != nil {
		return nil, err
	}
	hand := solved.Game.Hands[state]
	last := jamfold.Step{Number: jamfold.FixedPoint, Values: solved.Certificate.Values[state]}
	for at := range last.Frequencies {
		last.Frequencies[at] = solved.Profile[state].Frequency(tournament.Situation(at))
	}
	var rows []jamfold.DepthAnswer
	for _, s := range slices.Concat([]jamfold.Step{{Values: solved.Game.ICM[state]}}, found, []jamfold.Step{last}) {
		rows = append(rows, s.Answer(hand))
	}
	return rows, nil
}

func (a *app) headsUpCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "heads-up",
		Short: "Solve a heads-up tournament; show that no ranking of hands fits it",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of Miltersen &
Sorensen (2007): 8,000 chips, blinds 300/600. Prints how often the blinds jam and call,
how close the probability to win is to the share of the chips, and pairs of hands that no
ranking orders: the small blind jams only the first at some stacks and only the second at
others. feltlab jamfold chart prints jams and calls by stack.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			if f.Config == "" {
				if c, err = jamfold.HeadsUp(&c, cmd.Flags().Changed); err != nil {
					return usageError{err}
				}
			}
			if c.Players != 2 {
				return usage("%s is a tournament of %d players, want 2", f.Config, c.Players)
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			s, err := a.solved(cmd, lab, &c)
			if err != nil {
				return err
			}
			answer := s.HeadsUpAnswer()
			return a.show(f.JSON, answer, func(w io.Writer) error { return printHeadsUp(w, answer) })
		},
	}, f)
}

func (a *app) icmCommand() *cobra.Command {
	f := &struct {
		Stacks string `flag:"stacks" required:"300,12300,900"`
		_      string `help:"stack of each player, such as 300,12300,900, or with --blinds 8bb,10bb"`
		Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600, for stacks in bb"`
		Prizes string `flag:"prizes" required:"50,30,20" help:"prizes by place in dollars, such as 50,30,20"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Computes the value of each player's stack by the model of Malmuth and Harville, for any
number of players and prizes. Places without a prize pay nothing. Only shares of the
chips matter. Values are in dollars, the unit of the prizes.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			bigBlind := 0
			var err error
			if f.Blinds != "" {
				if _, bigBlind, err = tournament.ParseBlinds(f.Blinds); err != nil {
					return usage("--blinds: %w", err)
				}
			}
			chips, err := tournament.ParseStacks(f.Stacks, bigBlind)
			if err != nil {
				return usage("--stacks: %w", err)
			}
			amounts, err := tournament.ParsePrizes(f.Prizes)
			if err != nil {
				return usage("--prizes: %w", err)
			}
			values, err := icm(chips, amounts)
			if err != nil {
				return usageError{err}
			}
			t := table.NewSheet("player", "chips", "value, $").Align("r")
			for i, v := range values {
				t.Add(strconv.Itoa(i+1), strconv.Itoa(chips[i]), table.Fixed(v, 4))
			}
			answer := jamfold.ICMAnswer{StacksChips: chips, PrizesDollars: amounts, ValuesDollars: values}
			return a.show(f.JSON, answer, func(w io.Writer) error { return t.Print(w, "  ") })
		},
	}, f)
}

func icm(chips []int, prizes []float64) ([]float64, error) {
	stacks := make([]float64, len(chips))
	for i, c := range chips {
		stacks[i] = float64(c)
	}
	return tournament.ICM(stacks, prizes)
}
