package tournament

import (
	"errors"
	"fmt"
	"math"
)

// Errors that callers test for with errors.Is.
var (
	// ErrStacks marks stacks that cannot be played or valued.
	ErrStacks = errors.New("bad stacks")
	// ErrBlinds marks blinds, antes or a unit that cannot be played.
	ErrBlinds = errors.New("bad blinds")
	// ErrPrizes marks prizes that are not a list of descending amounts.
	ErrPrizes = errors.New("bad prizes")
	// ErrOption marks an unknown name or value of an option.
	ErrOption = errors.New("unknown option")
	// ErrTooLarge marks a tournament with more states than can be enumerated.
	ErrTooLarge = errors.New("too many states")
)

// Rules define the tournament or cash game: amounts in chips, and the options.
type Rules struct {
	Mode       Mode
	Unit       int       // chips; every other amount of chips is a multiple of it
	Chips      int       // in play; 0 allows any sum of stacks
	SmallBlind int       // chips
	BigBlind   int       // chips, at least the small blind
	Ante       int       // chips, paid by every player
	Prizes     []float64 // by place, largest first; of no effect in a cash game

	TwoBust   TwoBust
	HeadsUp   HeadsUp
	Removal   Removal
	Averaging Averaging
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
	r.Averaging = AverageUniform
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
	if r.Mode == Tournament {
		if err := ValidatePrizes(r.Prizes); err != nil {
			return err
		}
	}
	return r.validateOptions()
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

func (r *Rules) validateOptions() error {
	for _, o := range []struct {
		value fmt.Stringer
		known bool
	}{
		{r.Mode, int(r.Mode) < len(modeNames)},
		{r.TwoBust, int(r.TwoBust) < len(twoBustNames)},
		{r.HeadsUp, int(r.HeadsUp) < len(headsUpNames)},
		{r.Removal, int(r.Removal) < len(removalNames)},
		{r.Averaging, int(r.Averaging) < len(averagingNames)},
	} {
		if !o.known {
			return fmt.Errorf("%w: %v", ErrOption, o.value)
		}
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
		seat := Seat(absent + i)
		switch {
		case c < 0:
			return units, fmt.Errorf("%w: the %s has %d chips", ErrStacks, seat.Words(), c)
		case c == 0:
			return units, fmt.Errorf("%w: the %s has no chips; when a player is out give the two that are left, "+
				"small blind first", ErrStacks, seat.Words())
		case c%r.Unit != 0:
			return units, fmt.Errorf("%w: the %d chips of the %s are not a multiple of the unit, %d",
				ErrStacks, c, seat.Words(), r.Unit)
		case c/r.Unit > MaxUnits-units.Total():
			return units, fmt.Errorf("%w: more than %d units of %d chips; choose a larger unit",
				ErrStacks, MaxUnits, r.Unit)
		}
		units[seat] = c / r.Unit
	}
	if r.Chips != 0 && units.Total() != r.Chips/r.Unit {
		return units, fmt.Errorf("%w: they sum to %d, but %d chips are in play",
			ErrStacks, units.Total()*r.Unit, r.Chips)
	}
	return units, nil
}

// prize returns the prize of a place, counted from 1.
func (r *Rules) prize(place int) float64 {
	if place > len(r.Prizes) {
		return 0
	}
	return r.Prizes[place-1]
}

// forced returns the chips that each seat must post with the given stacks, in units, at most the stack.
func (r *Rules) forced(stacks Stacks) Stacks {
	posts := Stacks{Button: 0, SmallBlind: r.SmallBlind, BigBlind: r.BigBlind}
	for seat, blind := range posts {
		posts[seat] = min(stacks[seat], blind/r.Unit+r.Ante/r.Unit)
	}
	return posts
}

// Space numbers the states of a tournament: first those with three live players, then those with two.
// The package documentation has the formula.
type Space struct {
	Units int // in play
}

// Live returns the number of states with three players, 946 for 45 units.
func (s Space) Live() int {
	if s.Units < NumSeats {
		return 0
	}
	return (s.Units - 1) * (s.Units - 2) / 2
}

// HeadsUp returns the number of states with two players.
func (s Space) HeadsUp() int { return max(0, s.Units-1) }

// Len returns the number of all states.
func (s Space) Len() int { return s.Live() + s.HeadsUp() }

// Index returns the number of a state, and -1 for stacks outside the space: they do not sum to its
// units, or a blind is missing.
func (s Space) Index(stacks Stacks) int {
	button, small := stacks[Button], stacks[SmallBlind]
	switch {
	case button < 0 || small < 1 || stacks[BigBlind] < 1 || stacks.Total() != s.Units:
		return -1
	case button == 0:
		return s.Live() + small - 1
	}
	return s.firstWith(button) + small - 1
}

// firstWith returns the number of states with fewer units on a button that is not empty.
func (s Space) firstWith(button int) int {
	before := button - 1
	return before*(s.Units-1) - before*(before+1)/2
}

// At returns the stacks of a state, 0 <= index < Len.
func (s Space) At(index int) Stacks {
	if heads := index - s.Live(); heads >= 0 {
		return Stacks{0, heads + 1, s.Units - heads - 1}
	}
	low, high := 1, s.Units-1 // the button has at least low units and fewer than high
	for high-low > 1 {
		if mid := (low + high) / 2; s.firstWith(mid) <= index {
			low = mid
		} else {
			high = mid
		}
	}
	small := index - s.firstWith(low) + 1
	return Stacks{low, small, s.Units - low - small}
}

// Values holds the value of every state of a space to the player in each seat, by index.
type Values [][NumSeats]float64
