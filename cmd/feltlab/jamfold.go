package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"feltlab/model/tournament"
	"feltlab/pipeline/config"
	"feltlab/pipeline/jamfold"
)

func (a *app) jamFoldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jamfold",
		Short: "Solve jam-or-fold tournaments and hands, and certify the answer",
		Long: `Solves jam-or-fold play (all-in or fold, before the flop) with the exact all-in equities of all hands,
and says how much any player could gain by other play.

One hand of two to ten players, for chips or for prizes by ICM: ask answers for one hand in one seat, review for the
hands that you played, chart for all seats, depths for all seats by stack, quiz makes cards of it. heads-up charts two
players for chips by stack, in all equilibria.

Tournaments of three players, or of two: tournament solves all states, state shows one. Solutions are kept in the
cache. icm values stacks.

Units: stacks, blinds and antes are chips or big blinds (7.5bb). Values are in dollars, the unit of the prizes, or in
chips and big blinds. JSON keys and CSV columns name their unit.`,
		Example: `  feltlab jamfold ask K8o --seat SB --stacks 10bb,10bb
  feltlab jamfold chart --stacks 6x10bb --prizes 50,30,20
  feltlab jamfold heads-up
  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.askCommand(), a.reviewCommand(), a.jamFoldChartCommand(), a.depthsCommand(), a.headsUpCommand(),
		a.jamFoldQuizCommand(), a.tournamentCommand(), a.stateCommand(), a.icmCommand(),
	)
	return cmd
}

// jamFoldFlags choose a tournament: a file or a preset, changed by single flags.
type jamFoldFlags struct {
	Config string `flag:"config" help:"YAML file, such as configs/jamfold-paper.yaml"`
	Preset string `flag:"preset" default:"default" oneof:"default,paper,heads-up"`
	Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600"`
	Ante   string `flag:"ante" help:"ante of each player, such as 60 chips or 0.1bb"`
	Prizes string `flag:"prizes"`
	Unit   string `flag:"unit"`
	Chips  string `flag:"chips" help:"chips in play (default 13500, or the file's)"`
}

// read returns the configuration that the flags state, with the stacks of a state unless they are "".
func (f *jamFoldFlags) read(cmd *cobra.Command, stacks string) (jamfold.Config, error) {
	c, err := f.base(cmd)
	if err != nil {
		return c, err
	}
	if err := f.change(cmd, &c, stacks); err != nil {
		return c, usageError{err}
	}
	if err := c.Check(); err != nil {
		return c, usage("%w%s", err, f.hint(cmd, &c))
	}
	return c, nil
}

// hint names a flag that makes the amounts fit together, or returns "".
func (f *jamFoldFlags) hint(cmd *cobra.Command, c *jamfold.Config) string {
	if f.Config != "" || len(c.Stacks) == 0 || cmd.Flags().Changed("chips") {
		return ""
	}
	fixed := *c
	fixed.Chips = 0
	for _, chips := range c.Stacks {
		fixed.Chips += chips
	}
	if !cmd.Flags().Changed("unit") {
		fixed.Unit = fixed.CommonUnit()
	}
	if fixed.Check() != nil {
		return ""
	}
	return fmt.Sprintf("; --chips %d plays with their sum", fixed.Chips)
}

func (f *jamFoldFlags) base(cmd *cobra.Command) (jamfold.Config, error) {
	if f.Config == "" {
		c, err := jamfold.Preset(f.Preset)
		if err != nil {
			return c, usage("--preset: %w", err)
		}
		return c, nil
	}
	if cmd.Flags().Changed("preset") {
		return jamfold.Config{}, usage("--preset and --config exclude each other: a file names its preset")
	}
	c, err := readTournament(f.Config)
	if errors.Is(err, config.ErrConfig) || errors.Is(err, fs.ErrNotExist) {
		return c, usageError{err}
	}
	return c, err
}

// readTournament reads and checks a YAML file; settings that it does not name come from its preset. Errors of the
// preset and of Check wrap config.ErrConfig, as those of config.Load do.
func readTournament(path string) (jamfold.Config, error) {
	bad := func(err error) error { return fmt.Errorf("%w: %s: %w", config.ErrConfig, path, err) }
	first := jamfold.Config{Preset: "default"}
	if err := config.Load(path, &first); err != nil {
		return first, err
	}
	c, err := jamfold.Preset(first.Preset)
	if err != nil {
		return c, bad(err)
	}
	if err := config.Load(path, &c); err != nil {
		return c, err
	}
	if err := c.Check(); err != nil {
		return c, bad(err)
	}
	return c, nil
}

func (f *jamFoldFlags) change(cmd *cobra.Command, c *jamfold.Config, stacks string) (err error) {
	given := cmd.Flags().Changed
	if given("blinds") {
		if c.SmallBlind, c.BigBlind, err = tournament.ParseBlinds(f.Blinds); err != nil {
			return err
		}
	}
	if given("prizes") {
		if c.Prizes, err = parsePrizes(f.Prizes); err != nil {
			return err
		}
	}
	if stacks != "" {
		if c.Stacks, err = tournament.ParseStacks(stacks, c.BigBlind); err != nil {
			return err
		}
	}
	for _, amount := range []struct {
		name, text string
		to         *int
	}{{"ante", f.Ante, &c.Ante}, {"unit", f.Unit, &c.Unit}, {"chips", f.Chips, &c.Chips}} {
		if !given(amount.name) {
			continue
		}
		if *amount.to, err = tournament.ParseChips(amount.text, c.BigBlind); err != nil {
			return fmt.Errorf("--%s: %w", amount.name, err)
		}
	}
	if f.Config == "" && !given("unit") {
		c.FitUnit()
	}
	return nil
}

func (a *app) lab() *jamfold.Lab { return &jamfold.Lab{Store: a.kept, Progress: a.stderr} }

// solved returns a solved tournament. Errors that follow from the input are usage errors.
func (a *app) solved(cmd *cobra.Command, c *jamfold.Config) (*jamfold.Solved, error) {
	if err := a.checkCost(cmd, c); err != nil {
		return nil, err
	}
	return a.solve(cmd, c)
}

// solve is solved for a tournament that checkCost has passed.
func (a *app) solve(cmd *cobra.Command, c *jamfold.Config) (*jamfold.Solved, error) {
	s, err := a.lab().Tournament(cmd.Context(), c, nil)
	if errors.Is(err, tournament.ErrTooLarge) || errors.Is(err, tournament.ErrStacks) {
		return nil, usageError{err}
	}
	return s, err
}

// mostStates is the largest number of states, 20 minutes of CPU time, of a tournament whose unit follows from its
// amounts. timePerState is the time that the default tournament takes, docs/performance.md.
const (
	mostStates   = 5000
	timePerState = 250 * time.Millisecond
)

// checkCost says what many states cost before they are solved. It is a usage error if no flag and no file chose their
// unit, and if they are too many in any case.
func (a *app) checkCost(cmd *cobra.Command, c *jamfold.Config) error {
	rules := &c.Rules
	n := rules.Space().Len()
	if c.Players == 2 {
		n = rules.Space().HeadsUp()
	}
	if n <= mostStates {
		return nil
	}
	cost := fmt.Sprintf("%d chips in units of %d have %d states, which take some %.0f minutes of CPU time",
		c.Chips, c.Unit, n, (time.Duration(n) * timePerState).Minutes())
	if err := rules.CheckSize(); err != nil {
		return usageError{err}
	}
	if cmd.Flags().Changed("unit") || cmd.Flags().Changed("config") {
		_, err := fmt.Fprintf(a.stderr, "feltlab: %s, unless they are in the cache\n", cost)
		return err
	}
	without := ""
	if cmd.Flags().Lookup("continuation") != nil {
		without = ", --continuation icm does without them"
	}
	return usage("%s; --unit %d solves them%s", cost, c.Unit, without)
}
