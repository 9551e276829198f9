package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/config"
	"feltlab/pipeline/jamfold"
)

func (a *app) jamFoldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jamfold",
		Short: "Solve jam-or-fold tournaments and hands, and certify the answer",
		Long: `Solves jam-or-fold play (all-in or fold, before the flop) of two and three
players, for prizes or for chips, with the exact rollout of all hands. A solved
tournament is kept in the cache with its certificate: the most that any player
could gain by playing otherwise.

Units: stacks, blinds and antes are chips; flags take big blinds too (7.5bb).
What play is worth is in dollars, the unit of the prizes; in a cash hand it is
in chips and big blinds. JSON keys and CSV columns name their unit.`,
		Example: `  feltlab jamfold chart
  feltlab jamfold state --mode cash --stacks 10bb,10bb --blinds 1,2
  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.icmCommand(), a.stateCommand(), a.jamFoldChartCommand(), a.tournamentCommand(), a.headsUpCommand(), a.jamFoldQuizCommand(),
		a.depthCommand(),
	)
	return cmd
}

// jamFoldFlags say what is played: a file or a preset, changed by single flags.
type jamFoldFlags struct {
	config, preset, mode, stacks, blinds, prizes, ante, unit, chips string
}

func (f *jamFoldFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.config, "config", "", "YAML file, such as configs/jamfold-paper.yaml")
	cmd.Flags().StringVar(&f.preset, "preset", "default", "without --config: default (exact) or paper (as published)")
	cmd.Flags().StringVar(&f.blinds, "blinds", "", "small and big blind in chips, as in 300,600")
	cmd.Flags().StringVar(&f.ante, "ante", "", "what every player posts, in chips or big blinds, as in 60 or 0.1bb")
	cmd.Flags().StringVar(&f.prizes, "prizes", "", "dollars by place, as in 50,30,20")
	cmd.Flags().StringVar(&f.unit, "unit", "", "chips of which all amounts are multiples (default 300, or the file's; in a cash hand what fits)")
	cmd.Flags().StringVar(&f.chips, "chips", "", "chips in play (default 13500, or the file's; in a cash hand any sum of stacks)")
}

// read returns the configuration that the flags state.
func (f *jamFoldFlags) read(cmd *cobra.Command) (jamfold.Config, error) {
	c, err := f.base(cmd)
	if err != nil {
		return c, err
	}
	if err := f.change(cmd, &c); err != nil {
		return c, usageError{err}
	}
	if err := c.Check(); err != nil {
		return c, usage("%w%s", err, f.hint(cmd, &c))
	}
	return c, nil
}

// hint names the flag that makes amounts fit together, if one does.
func (f *jamFoldFlags) hint(cmd *cobra.Command, c *jamfold.Config) string {
	fixed := *c
	if f.config != "" {
		return ""
	}
	if len(c.Stacks) > 0 && !cmd.Flags().Changed("chips") {
		sum := 0
		for _, chips := range c.Stacks {
			sum += chips
		}
		if fixed.Chips = sum; fixed.Check() == nil {
			return fmt.Sprintf("; --chips %d plays with their sum", sum)
		}
	}
	if !cmd.Flags().Changed("unit") {
		if fixed.Unit = commonUnit(&fixed); fixed.Check() == nil && fixed.Chips == c.Chips {
			return fmt.Sprintf("; --unit %d fits", fixed.Unit)
		} else if fixed.Check() == nil {
			return fmt.Sprintf("; --unit %d --chips %d fits", fixed.Unit, fixed.Chips)
		}
	}
	return ""
}

// commonUnit returns the largest unit that fits all amounts.
func commonUnit(c *jamfold.Config) int {
	return tournament.CommonUnit(append([]int{c.Chips, c.SmallBlind, c.BigBlind, c.Ante}, c.Stacks...)...)
}

// base reads the file or the preset.
func (f *jamFoldFlags) base(cmd *cobra.Command) (jamfold.Config, error) {
	mode := tournament.Tournament
	if f.mode != "" {
		if err := mode.UnmarshalText([]byte(f.mode)); err != nil {
			return jamfold.Config{}, usage("--mode: %w", err)
		}
	}
	if f.config == "" {
		c, err := jamfold.Preset(f.preset, mode)
		if err != nil {
			return c, usage("--preset: %w", err)
		}
		return c, nil
	}
	if cmd.Flags().Changed("preset") {
		return jamfold.Config{}, usage("--preset and --config exclude each other: a file names its preset")
	}
	c, err := jamfold.Load(f.config)
	switch {
	case errors.Is(err, config.ErrConfig) || errors.Is(err, fs.ErrNotExist):
		return c, usageError{err}
	case err == nil && f.mode != "" && mode != c.Mode:
		return c, usage("--mode %v, but %s is for mode %v", mode, f.config, c.Mode)
	}
	return c, err
}

// presetBlind is the big blind, in chips, for which the regret of cash presets is meant.
const presetBlind = 600

// change applies the flags that stand for single amounts.
func (f *jamFoldFlags) change(cmd *cobra.Command, c *jamfold.Config) (err error) {
	given := cmd.Flags().Changed
	if given("blinds") {
		if c.SmallBlind, c.BigBlind, err = tournament.ParseBlinds(f.blinds); err != nil {
			return err
		}
	}
	if given("prizes") {
		if c.Mode == tournament.Cash {
			return usage("--prizes are for --mode tournament")
		}
		if c.Prizes, err = tournament.ParsePrizes(f.prizes); err != nil {
			return err
		}
	}
	if given("stacks") {
		if c.Stacks, err = tournament.ParseStacks(f.stacks, c.BigBlind); err != nil {
			return err
		}
	}
	for _, amount := range []struct {
		name, text string
		to         *int
	}{{"ante", f.ante, &c.Ante}, {"unit", f.unit, &c.Unit}, {"chips", f.chips, &c.Chips}} {
		if !given(amount.name) {
			continue
		}
		if *amount.to, err = tournament.ParseChips(amount.text, c.BigBlind); err != nil {
			return fmt.Errorf("--%s: %w", amount.name, err)
		}
	}
	if c.Mode == tournament.Cash && f.config == "" {
		// A hundredth of a chip is much where the big blind is 2.
		c.Epsilon *= min(1, float64(c.BigBlind)/presetBlind)
		// Chips are worth the same in any unit: only amounts that do not fit the preset's change it.
		if unit := commonUnit(c); !given("unit") && unit%c.Unit != 0 {
			c.Unit = unit
		}
	}
	return nil
}

// lab opens the store for equilibria.
func (a *app) lab() (*jamfold.Lab, error) {
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	return &jamfold.Lab{Store: store, Progress: a.stderr}, nil
}

// solved returns a solved tournament; errors that follow from the input are usage errors.
func (a *app) solved(cmd *cobra.Command, lab *jamfold.Lab, c *jamfold.Config) (*jamfold.Solved, error) {
	if c.Mode != tournament.Tournament {
		return nil, usage("a cash hand has no tournament; see feltlab jamfold state --mode cash")
	}
	s, err := lab.Tournament(cmd.Context(), c, a.onRound())
	if errors.Is(err, tournament.ErrTooLarge) || errors.Is(err, tournament.ErrStacks) {
		return nil, usageError{err}
	}
	return s, err
}
