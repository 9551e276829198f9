package tournament

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Errors that callers test for with errors.Is.
var (
	ErrStacks   = errors.New("bad stacks")      // stacks that cannot be played or valued
	ErrBlinds   = errors.New("bad blinds")      // blinds, antes or a unit that cannot be played
	ErrPrizes   = errors.New("bad prizes")      // prizes that are not a list of descending amounts
	ErrOption   = errors.New("unknown option")  // unknown name or value of an option
	ErrTooLarge = errors.New("too many states") // tournament with more states than can be enumerated
)

// Rules define a tournament of three players or of two: amounts in chips, and the options.
type Rules struct {
	SmallBlind int `mapstructure:"small_blind" json:"small_blind_chips"` // small blind
	BigBlind   int `mapstructure:"big_blind" json:"big_blind_chips"`     // big blind
	Ante       int `mapstructure:"ante" json:"ante_chips"`               // ante that every player posts
	// Unit is the chips of which all amounts are multiples.
	Unit   int       `mapstructure:"unit" json:"unit_chips"`
	Chips  int       `mapstructure:"chips" json:"in_play_chips"`   // chips in play
	Prizes []float64 `mapstructure:"prizes" json:"prizes_dollars"` // prizes by place
	// TwoBust is the prizes of two players who go broke in one hand.
	TwoBust TwoBust `mapstructure:"two_bust" json:"two_bust"`
	HeadsUp HeadsUp `mapstructure:"heads_up" json:"heads_up"` // value of heads-up states
	// Removal is whether cards of others change what one holds.
	Removal Removal `mapstructure:"removal" json:"removal"`
}

// MaxUnits is the largest number of units in play; with more, the index of a state would exceed any table.
const MaxUnits = 1 << 20

// Default returns the tournament of Ganzfried and Sandholm, 13,500 chips in units of 300,
// blinds 300 and 600, prizes 50, 30 and 20, in the exact model.
func Default() Rules {
	return Rules{
		Unit: 300, Chips: 13_500, SmallBlind: 300, BigBlind: 600,
		Prizes: []float64{50, 30, 20},
	}
}

// Paper returns the same tournament with the options that reproduce the published tables.
func Paper() Rules {
	r := Default()
	r.TwoBust = SplitPrizes
	r.HeadsUp = HeadsUpLinear
	r.Removal = RemovalPair
	return r
}

// Validate returns the first error of the rules: ErrBlinds, ErrStacks (for Chips), ErrPrizes or
// ErrOption. Blinds and antes above the stacks are legal.
func (r *Rules) Validate() error {
	if err := r.validateBlinds(); err != nil {
		return err
	}
	switch {
	case r.Chips < 0:
		return fmt.Errorf("%w: %d chips in play", ErrStacks, r.Chips)
	case r.Chips%r.Unit != 0:
		return fmt.Errorf("%w: %d chips in play are not a multiple of the unit, %d", ErrStacks, r.Chips, r.Unit)
	case r.Chips/r.Unit > MaxUnits:
		return fmt.Errorf("%w: %d chips are more than %d units of %d", ErrStacks, r.Chips, MaxUnits, r.Unit)
	}
	if err := ValidatePrizes(r.Prizes); err != nil {
		return err
	}
	return checkOptions(r.TwoBust, r.HeadsUp, r.Removal)
}

func (r *Rules) validateBlinds() error {
	if r.Unit <= 0 {
		return fmt.Errorf("%w: the unit is %d chips, it must be positive", ErrBlinds, r.Unit)
	}
	for _, post := range []struct {
		name  string
		chips int
	}{{"small blind", r.SmallBlind}, {"big blind", r.BigBlind}, {"ante", r.Ante}} {
		switch {
		case post.chips < 0:
			return fmt.Errorf("%w: the %s is %d, it must not be negative", ErrBlinds, post.name, post.chips)
		case post.chips%r.Unit != 0:
			return fmt.Errorf("%w: the %s, %d, is not a multiple of the unit, %d",
				ErrBlinds, post.name, post.chips, r.Unit)
		case post.chips/r.Unit > MaxUnits:
			return fmt.Errorf("%w: the %s, %d, is more than %d units of %d",
				ErrBlinds, post.name, post.chips, MaxUnits, r.Unit)
		}
	}
	switch {
	case r.SmallBlind > r.BigBlind:
		return fmt.Errorf("%w: the small blind, %d, is larger than the big blind, %d",
			ErrBlinds, r.SmallBlind, r.BigBlind)
	case r.BigBlind == 0 && r.Ante == 0:
		return fmt.Errorf("%w: no blind and no ante: nothing to play for", ErrBlinds)
	}
	return nil
}

// ValidatePrizes returns ErrPrizes unless there is a prize and all are finite, not negative and not
// larger than the prize before.
func ValidatePrizes(prizes []float64) error {
	if len(prizes) == 0 {
		return fmt.Errorf("%w: there are none", ErrPrizes)
	}
	for i, p := range prizes {
		switch {
		case math.IsNaN(p) || math.IsInf(p, 0):
			return fmt.Errorf("%w: the prize of place %d is %v", ErrPrizes, i+1, p)
		case p < 0:
			return fmt.Errorf("%w: the prize of place %d, %v, is negative", ErrPrizes, i+1, p)
		case i > 0 && p > prizes[i-1]:
			return fmt.Errorf("%w: place %d gets %v, more than the %v of place %d; give them largest first",
				ErrPrizes, i+1, p, prizes[i-1], i)
		}
	}
	return nil
}

// Stacks checks stacks in chips and returns them in units: button, small blind, big blind; or only small blind and
// big blind when two players are left. The error is ErrStacks. The rules must be valid.
func (r *Rules) Stacks(chips ...int) (Stacks, error) {
	var units Stacks
	if len(chips) != 2 && len(chips) != NumSeats {
		return units, fmt.Errorf(
			"%w: %d of them; give button, small blind and big blind, or, heads-up, the two blinds",
			ErrStacks, len(chips))
	}
	absent := NumSeats - len(chips)
	for i, c := range chips {
		seat := absent + i
		switch {
		case c < 0:
			return units, fmt.Errorf("%w: the %s has %d chips", ErrStacks, seatWords[seat], c)
		case c == 0:
			return units, fmt.Errorf("%w: the %s has no chips; when a player is out give the two that are left, "+
				"small blind first", ErrStacks, seatWords[seat])
		case c%r.Unit != 0:
			return units, fmt.Errorf("%w: the %d chips of the %s are not a multiple of the unit, %d",
				ErrStacks, c, seatWords[seat], r.Unit)
		case c/r.Unit > MaxUnits-units.Total():
			return units, fmt.Errorf("%w: more than %d units of %d chips; choose a larger unit",
				ErrStacks, MaxUnits, r.Unit)
		}
		units[seat] = c / r.Unit
	}
	if units.Total() != r.Chips/r.Unit {
		return units, fmt.Errorf("%w: they sum to %d, but %d chips are in play",
			ErrStacks, units.Total()*r.Unit, r.Chips)
	}
	return units, nil
}

// maxStates bounds the states that can be listed, some 4 KB each.
const maxStates = 1 << 17

// CheckSize returns ErrStacks if the chips are too few for two players, and ErrTooLarge if they have too many states.
func (r *Rules) CheckSize() error {
	switch space := r.Space(); {
	case space.Units < 2:
		return fmt.Errorf("%w: %d chips in play are too few for two players", ErrStacks, r.Chips)
	case space.Len() > maxStates:
		return fmt.Errorf("%w: %d chips in units of %d have %d states; choose a larger unit",
			ErrTooLarge, r.Chips, r.Unit, space.Len())
	}
	return nil
}

// Space returns the states of a tournament with the chips in play.
func (r *Rules) Space() Space { return Space{Units: r.Chips / r.Unit} }

// ICMOfAll returns the values of all states by the Independent Chip Model. The rules must be valid.
func (r *Rules) ICMOfAll() Values {
	values := make(Values, r.Space().Len())
	for i := range values {
		values[i] = r.ICM(r.Space().At(i))
	}
	return values
}

// ICM returns the value of the stacks of a state by the Independent Chip Model, by the seats of its table. The rules
// must be valid.
func (r *Rules) ICM(stacks Stacks) (value [NumSeats]float64) {
	prizes := append(slices.Clone(r.Prizes), make([]float64, NumSeats)...)
	copy(value[:], icmBySubsets(floats(stacks.seated()), prizes))
	return value
}
