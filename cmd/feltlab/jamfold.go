package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/config"
	"feltlab/pipeline/jamfold"
)

func (a *app) jamFoldCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "jamfold",
		Short: "Solve jam-or-fold tournaments and hands, and certify the answer",
		Long: `Solves jam-or-fold play (all-in or fold, before the flop) of two and three players, for
prizes or for chips, with the exact all-in equities of all hands. A solved tournament is
kept in the cache with its certificate: the most that any player could gain by another
strategy.

Units: stacks, blinds and antes are chips or big blinds (7.5bb). Values are in dollars,
the unit of the prizes; in a cash hand they are in chips and big blinds. JSON keys and CSV
columns name their unit.`,
		Example: `  feltlab jamfold chart
  feltlab jamfold state --mode cash --stacks 10bb,10bb --blinds 1,2
  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20`,
		Args: unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		a.icmCommand(), a.stateCommand(), a.jamFoldChartCommand(), a.tournamentCommand(), a.headsUpCommand(),
		a.jamFoldQuizCommand(), a.depthCommand(), a.askCommand(),
	)
	return cmd
}

// jamFoldFlags choose a tournament or a hand: a file or a preset, changed by single flags.
type jamFoldFlags struct {
	Config string `flag:"config" help:"YAML file, such as configs/jamfold-paper.yaml"`
	Preset string `flag:"preset" default:"default" oneof:"default,paper"`
	_      string `help:"without --config: default (exact) or paper (as published)"`
	Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600"`
	Ante   string `flag:"ante" help:"ante of each player, such as 60 chips or 0.1bb"`
	Prizes string `flag:"prizes" help:"prizes by place in dollars, such as 50,30,20"`
	Unit   string `flag:"unit"`
	_      string `help:"chips that divide all amounts (default what fits: 300 if it does; or the file's)"`
	Chips  string `flag:"chips" help:"chips in play (default 13500, or the file's; in a cash hand any sum of stacks)"`
}

// stacksFlag is the flag of commands on one hand.
type stacksFlag struct {
	Stacks string `flag:"stacks" required:"4500,4500,4500"`
	_      string `help:"stacks of button and blinds (heads-up: of the blinds), such as 8bb,10bb,12bb or 20,20"`
}

// read returns the configuration that the flags state. Commands on a whole tournament have no stacks and
// no mode, "".
func (f *jamFoldFlags) read(cmd *cobra.Command, stacks, mode string) (jamfold.Config, error) {
	c, err := f.base(cmd, mode)
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

// base reads the file or the preset.
func (f *jamFoldFlags) base(cmd *cobra.Command, modeText string) (jamfold.Config, error) {
	mode := tournament.Tournament
	if modeText != "" {
		if err := mode.UnmarshalText([]byte(modeText)); err != nil {
			return jamfold.Config{}, usage("--mode: %w", err)
		}
	}
	if f.Config == "" {
		c, err := jamfold.Preset(f.Preset, mode)
		if err != nil {
			return c, usage("--preset: %w", err)
		}
		return c, nil
	}
	if cmd.Flags().Changed("preset") {
		return jamfold.Config{}, usage("--preset and --config exclude each other: a file names its preset")
	}
	c, err := jamfold.Load(f.Config)
	switch {
	case errors.Is(err, config.ErrConfig) || errors.Is(err, fs.ErrNotExist):
		return c, usageError{err}
	case err == nil && modeText != "" && mode != c.Mode:
		return c, usage("--mode %v, but %s is for mode %v", mode, f.Config, c.Mode)
	}
	return c, err
}

// change applies the flags for single amounts.
func (f *jamFoldFlags) change(cmd *cobra.Command, c *jamfold.Config, stacks string) (err error) {
	given := cmd.Flags().Changed
	if given("blinds") {
		if c.SmallBlind, c.BigBlind, err = tournament.ParseBlinds(f.Blinds); err != nil {
			return err
		}
	}
	if given("prizes") {
		if c.Mode == tournament.Cash {
			return usage("--prizes are for --mode tournament")
		}
		if c.Prizes, err = tournament.ParsePrizes(f.Prizes); err != nil {
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
	if f.Config == "" {
		c.FitAmounts(!given("unit"))
	}
	return nil
}

// lab returns the solver of tournaments, with the store.
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
// unit, if they are too many in any case, and if c is a cash hand.
func (a *app) checkCost(cmd *cobra.Command, c *jamfold.Config) error {
	if c.Mode != tournament.Tournament {
		return usage("a cash hand has no tournament; see feltlab jamfold state --mode cash")
	}
	rules := c.Rules()
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

func (a *app) tournamentCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Out    string `flag:"out" required:"tournament" help:"folder for the result"`
		Charts string `flag:"charts"`
		_      string `help:"also draw the states whose stacks are multiples of this, such as 1500 chips or 2.5bb"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "tournament",
		Short: "Solve a whole tournament and certify the solution",
		Long: `Solves every state of a tournament. After Ctrl-C or a crash the same command continues
with the round in which it stopped. Then it checks the solution: with the others'
strategies fixed, how much could any player gain at any state by another strategy from
then on?

The folder gets strategies.parquet (state, seat, situation, hand, probability to jam,
expected prizes of jam and fold), values.csv and certificate.json. Stacks are in chips,
values in dollars. --charts 1500 also draws all states whose stacks are multiples of 1500
chips: each a 13x13 grid in an SVG file, all on the page charts/index.html.`,
		Example: `  feltlab jamfold tournament --charts 1500 --out tournament
  feltlab jamfold tournament --config configs/jamfold-paper.yaml --out paper
  feltlab jamfold tournament --prizes 65,35,0 --out sixty-five`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			var states []tournament.Stacks
			if f.Charts != "" {
				step, err := tournament.ParseChips(f.Charts, c.BigBlind)
				if err != nil {
					return usage("--charts: %w", err)
				}
				if states, err = charted(&c, step); err != nil {
					return err
				}
			}
			if err := a.checkCost(cmd, &c); err != nil {
				return err
			}
			if err := makeFolder(f.Out); err != nil {
				return err
			}
			rules := c.Rules()
			const charted = 6 * 60_000 // bytes of a state
			room, err := reserve(filepath.Join(f.Out, "strategies.parquet"),
				tournamentBytes(rules.Space().Len())+charted*int64(len(states)))
			if err != nil {
				return err
			}
			defer room.release()
			s, err := a.solve(cmd, &c)
			if err != nil {
				if cmd.Context().Err() != nil {
					return fmt.Errorf("interrupted; the same command goes on from the last round: %w", err)
				}
				return err
			}
			room.release()
			if err := a.writeTournament(cmd, s, f.Out); err != nil {
				return fmt.Errorf("%w (the solution is kept in the cache: the same command writes it)", err)
			}
			if len(states) > 0 {
				if err := a.writeCharts(s, states, filepath.Join(f.Out, "charts")); err != nil {
					return err
				}
			}
			return a.printTournament(s, f.Out, len(states) > 0, f.JSON)
		},
	}, f)
}

func (a *app) writeTournament(cmd *cobra.Command, s *jamfold.Solved, out string) error {
	bar := progress.Start(a.stderr, "strategies.parquet", len(s.Game.Played()))
	defer bar.Close()
	for name, write := range map[string]func(io.Writer) error{
		jamfold.DecisionsFile: func(w io.Writer) error { return a.lab().WriteDecisions(cmd.Context(), s, w, bar.Of) },
		jamfold.ValuesFile: func(w io.Writer) error {
			return table.WriteCSV(w, jamfold.StateValueColumns(),
				s.StateValues())
		},
		jamfold.CertificateFile: func(w io.Writer) error { return a.writeJSON(w, s.Answer()) },
	} {
		if err := disk.Write(filepath.Join(out, name), write); err != nil {
			return err
		}
	}
	return nil
}

// tournamentBytes bounds the size of the files of a tournament with a number of states.
func tournamentBytes(states int) int64 {
	const row = 24 // of strategies.parquet, and its part of the values
	return int64(states) * tournament.NumSituations * cards.NumClasses * row
}

func (a *app) printTournament(s *jamfold.Solved, out string, charts, asJSON bool) error {
	j := s.Answer()
	if asJSON {
		return a.printJSON(j)
	}
	fmt.Fprintf(a.stdout, `%d states solved by %s in %d rounds
certificate: no player at any state gains more than $%.5f by playing otherwise
             (%s with stacks of %s chips; on average $%.6f)
%s: strategies.parquet, values.csv, certificate.json
`, j.States, j.Method, j.Rounds, j.GainDollars, s.Certificate.Seat.Words(), join(j.StateChips, ", "),
		j.MeanGainDollars, out)
	if charts {
		fmt.Fprintf(a.stdout, "%s: open it in a browser\n", filepath.Join(out, "charts", "index.html"))
	}
	return nil
}
