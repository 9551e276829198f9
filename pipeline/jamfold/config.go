package jamfold

import (
	"fmt"
	"slices"
	"strings"

	"feltlab/internal/nearest"
	"feltlab/model/tournament"
	"feltlab/pipeline/config"
	"feltlab/solvers/jamfold"
)

// Config is a tournament and the accuracy of its solution, as in a YAML file. Amounts are chips, except Prizes, Epsilon
// and Delta, which are dollars.
type Config struct {
	// Preset names the defaults of everything else: one of Presets.
	Preset string `mapstructure:"preset"`
	// Players is 3, or 2 for a heads-up tournament.
	Players int `mapstructure:"players"`

	Unit       int       `mapstructure:"unit"`
	Chips      int       `mapstructure:"chips"` // in play
	Stacks     []int     `mapstructure:"stacks"`
	SmallBlind int       `mapstructure:"small_blind"`
	BigBlind   int       `mapstructure:"big_blind"`
	Ante       int       `mapstructure:"ante"`
	Prizes     []float64 `mapstructure:"prizes"`

	TwoBust   tournament.TwoBust   `mapstructure:"two_bust"`
	HeadsUp   tournament.HeadsUp   `mapstructure:"heads_up"`
	Removal   tournament.Removal   `mapstructure:"removal"`
	Averaging tournament.Averaging `mapstructure:"averaging"`

	Method     tournament.Method `mapstructure:"method"`
	Epsilon    float64           `mapstructure:"epsilon"`
	Delta      float64           `mapstructure:"delta"`
	Iterations int               `mapstructure:"iterations"`
	Rounds     int               `mapstructure:"rounds"`
	// Damping, unless 0, is the share of its value that a state keeps in late rounds; see jamfold.Options.
	Damping float64 `mapstructure:"damping" json:",omitempty"`
}

// Presets are the names of the presets.
var Presets = []string{"default", "paper", "heads-up"}

// headsUpEpsilon is the regret, and the change of a value, of heads-up solutions: well below the differences between
// hands that decide their ranking.
const headsUpEpsilon = 1e-5

// Preset returns the tournament of Ganzfried and Sandholm, in the exact model (default) or with the rules that reproduce
// the published tables (paper), or that of two players of Miltersen and Sorensen (2007; heads-up), whose values are the
// probability to win.
//
// The averaging is 2/(t+2) in all. That by 1/t from all-jam, as published, is the option averaging: 1/t. From ICM
// values it reaches a regret of $0.05 in 25 to 80 iterations of a state, but the average is then still far from the
// converged tables (with 4,500 chips each the button jams 27.6% of hands at $0.05 and 30.4% at $0.01), and it takes
// 120 to 410 iterations to $0.01 where 2/(t+2) takes 9 to 65. The published epsilon is $0.001, and $0.05 the change
// of values at which rounds end (experiments/ganzfried, vi-fp). It errs for an unknown preset.
func Preset(name string) (Config, error) {
	rules := tournament.Default()
	c := Config{
		Preset: name, Players: tournament.NumSeats, Epsilon: jamfold.DefaultEpsilon, Delta: jamfold.DefaultDelta,
		Iterations: jamfold.DefaultIterations, Rounds: jamfold.DefaultRounds,
	}
	switch name {
	case "default":
	case "paper":
		rules = tournament.Paper()
		rules.Averaging = tournament.AverageLinear
	case "heads-up":
		c.Players, c.Epsilon, c.Delta = 2, headsUpEpsilon, headsUpEpsilon
		rules.Unit, rules.Chips, rules.Prizes = 50, 8000, []float64{1, 0}
	default:
		return c, fmt.Errorf("unknown preset %q%s (one of %s)", name, nearest.Hint(name, Presets),
			strings.Join(Presets, ", "))
	}
	c.Unit, c.Chips, c.Prizes = rules.Unit, rules.Chips, rules.Prizes
	c.SmallBlind, c.BigBlind, c.Ante = rules.SmallBlind, rules.BigBlind, rules.Ante
	c.TwoBust, c.HeadsUp, c.Removal, c.Averaging = rules.TwoBust, rules.HeadsUp, rules.Removal, rules.Averaging
	return c, nil
}

// FitUnit adapts the unit of a preset to the amounts of c: to the largest that divides them all, unless the preset's
// does.
func (c *Config) FitUnit() {
	if common := c.CommonUnit(); common%c.Unit != 0 {
		c.Unit = common
	}
}

// CommonUnit returns the largest unit that divides all amounts.
func (c *Config) CommonUnit() int {
	return tournament.CommonUnit(append([]int{c.Chips, c.SmallBlind, c.BigBlind, c.Ante}, c.Stacks...)...)
}

// Load reads and checks a YAML file; settings that it does not name come from its preset. The errors are those of
// config.Load, and of the preset and of Check, which then wrap config.ErrConfig.
func Load(path string) (Config, error) {
	bad := func(err error) error { return fmt.Errorf("%w: %s: %w", config.ErrConfig, path, err) }
	first := Config{Preset: "default"}
	if err := config.Load(path, &first); err != nil {
		return first, err
	}
	c, err := Preset(first.Preset)
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

// Rules returns the rules.
func (c *Config) Rules() tournament.Rules {
	return tournament.Rules{
		Unit: c.Unit, Chips: c.Chips, SmallBlind: c.SmallBlind, BigBlind: c.BigBlind, Ante: c.Ante,
		Prizes: c.Prizes, TwoBust: c.TwoBust, HeadsUp: c.HeadsUp, Removal: c.Removal, Averaging: c.Averaging,
	}
}

// Options returns how far to solve.
func (c *Config) Options() jamfold.Options {
	return jamfold.Options{
		Method: c.Method, Epsilon: c.Epsilon, Delta: c.Delta,
		Iterations: c.Iterations, Rounds: c.Rounds, Damping: c.Damping,
	}
}

// Check returns an error for every value that would fail later: those of tournament.Rules, jamfold.ErrOptions, and a
// number of players other than two or three or below that of the stacks.
func (c *Config) Check() error {
	rules := c.Rules()
	if err := rules.Validate(); err != nil {
		return err
	}
	if c.Players != 2 && c.Players != tournament.NumSeats {
		return fmt.Errorf("%d players, want 2 or 3", c.Players)
	}
	if len(c.Prizes) > c.Players && c.Prizes[c.Players] > 0 {
		return fmt.Errorf("%w: %d of them for %d players; want at most one for each",
			tournament.ErrPrizes, len(c.Prizes), c.Players)
	}
	if c.Chips == 0 {
		return fmt.Errorf("%w: a tournament needs its chips in play", tournament.ErrStacks)
	}
	if len(c.Stacks) > 0 {
		if _, err := rules.Stacks(c.Stacks...); err != nil {
			return err
		}
		if len(c.Stacks) > c.Players {
			return fmt.Errorf("%d players with %d stacks", c.Players, len(c.Stacks))
		}
	}
	options := c.Options()
	return options.Check()
}

func (c *Config) key() any {
	own := *c
	own.Preset, own.Stacks, own.Prizes = "", nil, slices.Clone(c.Prizes)
	return own
}
