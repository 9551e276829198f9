package jamfold

import (
	"fmt"
	"reflect"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold"
)

// Config is a tournament and the accuracy of its solution, as in a YAML file and in answers. Amounts are chips, except
// Prizes, Epsilon and Delta, which are dollars.
type Config struct {
	Preset  string `mapstructure:"preset" json:"preset"`   // the preset: default, paper or heads-up
	Players int    `mapstructure:"players" json:"players"` // number of players
	tournament.Rules
	Stacks []int `mapstructure:"stacks" json:"-"`
	jamfold.Settings
}

// Presets are the names of the presets.
var Presets = []string{"default", "paper", "heads-up"}

// headsUpEpsilon is the regret, and the change of a value, of heads-up solutions: well below the differences between
// hands that decide their ranking.
const headsUpEpsilon = 1e-5

// Preset returns the tournament of Ganzfried and Sandholm, in the exact model (default) or with the rules that
// reproduce the published tables (paper), or that of two players of Miltersen and Sorensen (2007; heads-up), whose
// values are the probability to win.
//
// Fictitious play averages by 2/(t+2). The published averaging, by 1/t from all-jam, is still far from the converged
// tables at a regret of $0.05 (with 4,500 chips each the button jams 27.6% of hands, and 30.4% at $0.01). A state
// takes it 120 to 410 iterations to $0.01, where 2/(t+2) takes 9 to 65. The published epsilon is $0.001, and $0.05
// the change of values at which rounds end (experiments/sources, vi-fp). It errs for an unknown preset.
func Preset(name string) (Config, error) {
	c := Config{
		Preset: name, Players: tournament.NumSeats, Rules: tournament.Default(), Settings: jamfold.DefaultSettings,
	}
	switch name {
	case "default":
	case "paper":
		c.Rules = tournament.Paper()
	case "heads-up":
		c.Players, c.Epsilon, c.Delta = 2, headsUpEpsilon, headsUpEpsilon
		c.Unit, c.Chips, c.Prizes = 50, 8000, []float64{1, 0}
	default:
		return c, fmt.Errorf("unknown preset %q%s (one of %s)", name, plain.Hint(name, Presets),
			strings.Join(Presets, ", "))
	}
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

// Check returns an error for every value that would fail later: those of tournament.Rules, jamfold.ErrOptions, and a
// number of players other than two or three or below that of the stacks.
func (c *Config) Check() error {
	if err := c.Rules.Validate(); err != nil {
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
		if _, err := c.Rules.Stacks(c.Stacks...); err != nil {
			return err
		}
		if len(c.Stacks) > c.Players {
			return fmt.Errorf("%d players with %d stacks", c.Players, len(c.Stacks))
		}
	}
	return c.Settings.Check()
}

// key names the values by the fields, as the keys of stored solutions always did. Stacks and preset do not count.
func (c *Config) key() any {
	values, from := map[string]any{"Preset": "", "Averaging": "2/(t+2)"}, reflect.ValueOf(c).Elem()
	for _, f := range reflect.VisibleFields(from.Type()) {
		if !f.Anonymous && f.Name != "Preset" {
			values[f.Name] = from.FieldByIndex(f.Index).Interface()
		}
	}
	if values["Stacks"] = nil; c.Damping == 0 {
		delete(values, "Damping")
	}
	return values
}
