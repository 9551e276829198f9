package main

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/config"
	"feltlab/pipeline/equilibrium"
	"feltlab/solvers/jamfold"
)

func (a *app) jamFoldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jamfold",
		Short: "Solve three-handed jam-or-fold tournaments and hands, and certify the answer",
		Long: `Solves jam-or-fold play of two and three players, for prizes or for chips, with the exact
rollout of all three hands. A solved tournament is kept in the cache with its certificate:
the most that any player could gain by playing otherwise.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold state --stacks 4500,4500,4500 --blinds 300,600 --mode cash`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.icmCommand(), a.stateCommand(), a.tournamentCommand(), a.headsUpCommand(), a.jamFoldQuizCommand(), a.depthCommand())
	return cmd
}

// jamFoldFlags say what is played: a file or a preset, changed by single flags.
type jamFoldFlags struct {
	config, preset, mode, stacks, blinds, prizes string
	ante, unit, chips                            int
}

func (f *jamFoldFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.config, "config", "", "YAML file, such as configs/jamfold-paper.yaml")
	cmd.Flags().StringVar(&f.preset, "preset", "default", "without --config: default (exact) or paper (as published)")
	cmd.Flags().StringVar(&f.blinds, "blinds", "", "small and big blind in chips, as in 300,600")
	cmd.Flags().IntVar(&f.ante, "ante", 0, "chips that every player posts")
	cmd.Flags().StringVar(&f.prizes, "prizes", "", "dollars by place, as in 50,30,20")
	cmd.Flags().IntVar(&f.unit, "unit", 0, "chips of which all amounts are multiples (default 300, or the file's)")
	cmd.Flags().IntVar(&f.chips, "chips", 0, "chips in play (default 13500, or the file's; in a cash game any sum of stacks)")
}

// read returns the configuration that the flags state.
func (f *jamFoldFlags) read(cmd *cobra.Command) (equilibrium.Config, error) {
	c, err := f.base(cmd)
	if err != nil {
		return c, err
	}
	if err := f.change(cmd, &c); err != nil {
		return c, usageError{err}
	}
	if err := c.Check(); err != nil {
		return c, usageError{err}
	}
	return c, nil
}

// base reads the file or the preset.
func (f *jamFoldFlags) base(cmd *cobra.Command) (equilibrium.Config, error) {
	mode := tournament.Tournament
	var err error
	if f.mode != "" {
		if mode, err = tournament.ParseMode(f.mode); err != nil {
			return equilibrium.Config{}, usage("--mode: %w", err)
		}
	}
	if f.config == "" {
		c, err := equilibrium.Preset(f.preset, mode)
		if err != nil {
			return c, usage("--preset: %w", err)
		}
		return c, nil
	}
	if cmd.Flags().Changed("preset") {
		return equilibrium.Config{}, usage("--preset and --config exclude each other: a file names its preset")
	}
	c, err := equilibrium.Load(f.config)
	switch {
	case errors.Is(err, config.ErrConfig) || errors.Is(err, fs.ErrNotExist):
		return c, usageError{err}
	case err == nil && f.mode != "" && mode != c.Mode:
		return c, usage("--mode %v, but %s is for mode %v", mode, f.config, c.Mode)
	}
	return c, err
}

// change applies the flags that stand for single amounts.
func (f *jamFoldFlags) change(cmd *cobra.Command, c *equilibrium.Config) (err error) {
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
		if c.Stacks, err = tournament.ParseStacks(f.stacks); err != nil {
			return err
		}
	}
	for name, to := range map[string]*int{"ante": &c.Ante, "unit": &c.Unit, "chips": &c.Chips} {
		if given(name) {
			if *to, err = cmd.Flags().GetInt(name); err != nil {
				return err
			}
		}
	}
	return nil
}

// lab opens the store for equilibria.
func (a *app) lab() (*equilibrium.Lab, error) {
	store, err := a.store()
	if err != nil {
		return nil, err
	}
	return &equilibrium.Lab{Store: store, Progress: a.stderr}, nil
}

// solved returns a solved tournament; errors that follow from the input are usage errors.
func (a *app) solved(cmd *cobra.Command, lab *equilibrium.Lab, c *equilibrium.Config) (*equilibrium.Solved, error) {
	if c.Mode != tournament.Tournament {
		return nil, usage("a cash hand has no tournament; see feltlab jamfold state --mode cash")
	}
	s, err := lab.Tournament(cmd.Context(), c, func(r jamfold.Round) { a.logRound(r) })
	if errors.Is(err, tournament.ErrTooLarge) || errors.Is(err, tournament.ErrStacks) {
		return nil, usageError{err}
	}
	return s, err
}

// icmAnswer is the JSON of jamfold icm.
type icmAnswer struct {
	Values []float64 `json:"values"`
}

func (a *app) icmCommand() *cobra.Command {
	var stacks, prizes string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Values each player's stack by the model of Malmuth and Harville, for any number of players
and prizes. Places without a prize pay nothing.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if stacks == "" || prizes == "" {
				return usage("--stacks and --prizes are needed, as in --stacks 300,12300,900 --prizes 50,30,20")
			}
			chips, err := tournament.ParseStacks(stacks)
			if err != nil {
				return usage("--stacks: %w", err)
			}
			amounts, err := tournament.ParsePrizes(prizes)
			if err != nil {
				return usage("--prizes: %w", err)
			}
			values, err := icm(chips, amounts)
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				return a.printJSON(icmAnswer{values})
			}
			a.printICM(chips, values)
			return nil
		},
	}
	cmd.Flags().StringVar(&stacks, "stacks", "", "chips of each player, as in 300,12300,900")
	cmd.Flags().StringVar(&prizes, "prizes", "", "prizes by place, largest first, as in 50,30,20")
	cmd.Flags().BoolVar(&asJSON, "json", false, `print {"values":[...]}`)
	return cmd
}

func icm(chips []int, prizes []float64) ([]float64, error) {
	stacks := make([]float64, len(chips))
	for i, c := range chips {
		stacks[i] = float64(c)
	}
	return tournament.ICM(stacks, prizes)
}
