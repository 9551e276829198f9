package tournament

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Errors that callers test for with errors.Is.
var (
	ErrStacks   = errors.New("bad stacks")      // stacks that cannot be played or valued
	ErrBlinds   = errors.New("bad blinds")      // blinds, antes or a unit that cannot be played
	ErrPrizes   = errors.New("bad prizes")      // prizes that are not a list of descending amounts
	ErrOption   = errors.New("unknown option")  // unknown name or value of an option
	ErrTooLarge = errors.New("too many states") // tournament with more states than can be enumerated
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
	for _, o := range []interface{ known() bool }{r.Mode, r.TwoBust, r.HeadsUp, r.Removal, r.Averaging} {
		if !o.known() {
			return fmt.Errorf("%w: %v", ErrOption, o)
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

// ParseStacks reads amounts separated by commas, in chips as in "4500,4500,4500" or in big blinds as in
// "7.5bb,10bb"; "9x10bb" are nine equal stacks. The big blind is in chips, 0 if there is none. The error is ErrStacks.
// Rules.Stacks checks that the stacks can be played.
func ParseStacks(text string, bigBlind int) ([]int, error) {
	var stacks []int
	for i, field := range strings.Split(text, ",") {
		number, stack, err := EqualStacks(field)
		chips := 0
		if err == nil {
			chips, err = ParseChips(stack, bigBlind)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: stack %d of %q: %v", ErrStacks, i+1, text, err)
		}
		stacks = append(stacks, slices.Repeat([]int{chips}, number)...)
	}
	if err := checkGroups(text, bigBlind); err != nil {
		return nil, err
	}
	return stacks, nil
}

// checkGroups refuses a stack of less than a tenth of a big blind before a group of three digits: the comma between
// them may group the digits of one number, as in 12,500. The error is ErrStacks and has both readings.
func checkGroups(text string, bigBlind int) error {
	fields := strings.Split(strings.ReplaceAll(text, " ", ""), ",")
	var grouped []string
	tiny := ""
	for i, field := range fields {
		if i == 0 || len(field) != 3 || strings.Trim(field+fields[i-1], "0123456789") != "" {
			grouped = append(grouped, field)
			continue
		}
		grouped[len(grouped)-1] += field
		if chips, err := strconv.Atoi(fields[i-1]); err == nil && 10*chips < bigBlind && tiny == "" {
			tiny = fields[i-1]
		}
	}
	if tiny == "" {
		return nil
	}
	return fmt.Errorf("%w: %s reads as %d stacks, but %s chips are less than a tenth of the big blind of %d; "+
		"if commas group digits, write %d stacks: %s; if not, write 1x%s", ErrStacks, text, len(fields), tiny, bigBlind,
		len(grouped), strings.Join(grouped, ","), tiny)
}

// mostEqual is the largest number of equal stacks in one field of a text.
const mostEqual = 10_000

// EqualStacks reads how many equal stacks a field such as "9x10bb" names, and the text of one of them. A text without a
// number and x is one stack.
func EqualStacks(field string) (number int, stack string, err error) {
	before, stack, _ := strings.Cut(strings.ToLower(field), "x")
	if number, err = strconv.Atoi(strings.TrimSpace(before)); err != nil || len(before) == len(field) {
		return 1, field, nil
	}
	if number < 1 || number > mostEqual {
		return 0, "", fmt.Errorf("%q: want 1 to %d equal stacks, as in 9x10bb", field, mostEqual)
	}
	return number, stack, nil
}

// ParseBlinds reads small and big blind, as in "300,600". The error is ErrBlinds.
func ParseBlinds(text string) (small, big int, err error) {
	fields := strings.Split(text, ",")
	if len(fields) != 2 {
		return 0, 0, fmt.Errorf("%w: %q: give small and big blind, as in 300,600", ErrBlinds, text)
	}
	if small, err = ParseChips(fields[0], 0); err != nil {
		return 0, 0, fmt.Errorf("%w: the small blind of %q: %v", ErrBlinds, text, err)
	}
	if big, err = ParseChips(fields[1], 0); err != nil {
		return 0, 0, fmt.Errorf("%w: the big blind of %q: %v", ErrBlinds, text, err)
	}
	if small > big {
		return 0, 0, fmt.Errorf("%w: %q: the small blind is larger than the big blind", ErrBlinds, text)
	}
	return small, big, nil
}

// ParsePrizes reads prizes separated by commas, as in "50,30,20", and validates them. The error is ErrPrizes.
func ParsePrizes(text string) ([]float64, error) {
	var prizes []float64
	for i, field := range strings.Split(text, ",") {
		p, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			return nil, fmt.Errorf("%w: prize %d of %q: %q is not a number", ErrPrizes, i+1, text, field)
		}
		if i > 0 && strings.HasPrefix(strings.TrimSpace(field), "00") {
			return nil, fmt.Errorf("%w: prize %d of %q is %q: commas separate prizes; write 1000, not 1,000",
				ErrPrizes, i+1, text, field)
		}
		prizes = append(prizes, p)
	}
	if err := ValidatePrizes(prizes); err != nil {
		return nil, err
	}
	return prizes, nil
}

// ParseChips reads an amount that is not negative: chips, as in "300", or big blinds of the given
// size, as in "0.5bb". It must be a whole number of chips.
func ParseChips(text string, bigBlind int) (int, error) {
	text = strings.TrimSpace(text)
	number, blinds := strings.CutSuffix(strings.ToLower(text), bigBlinds)
	if !blinds {
		chips, err := strconv.Atoi(text)
		switch {
		case err != nil && bigBlind == 0:
			return 0, fmt.Errorf("%q is not a whole number of chips", text)
		case err != nil:
			return 0, fmt.Errorf("%q is not a whole number of chips, nor big blinds as in 7.5bb", text)
		case chips < 0:
			return 0, fmt.Errorf("%d is negative", chips)
		}
		return chips, nil
	}
	if strings.Trim(number, "-0123456789.") != "" { // an exponent could fill the memory
		number = ""
	}
	// Exact: 0.1 big blinds of 30 chips are 3 chips, which a binary fraction misses.
	amount, ok := new(big.Rat).SetString(number)
	switch {
	case !ok:
		return 0, fmt.Errorf("%q is not a number of big blinds, as in 7.5bb", text)
	case amount.Sign() < 0:
		return 0, fmt.Errorf("%s is negative", text)
	case bigBlind == 0:
		return 0, fmt.Errorf("%q is in big blinds, but there are no blinds here: give chips", text)
	}
	chips := amount.Mul(amount, new(big.Rat).SetInt64(int64(bigBlind)))
	if !chips.IsInt() || !chips.Num().IsInt64() {
		return 0, fmt.Errorf("%s is not a whole number of chips with a big blind of %d", text, bigBlind)
	}
	return int(chips.Num().Int64()), nil
}

const bigBlinds = "bb"

// CommonUnit returns the largest unit of which all given amounts of chips are multiples, 0 if all are
// 0. It is the unit of play when none is stated.
func CommonUnit(chips ...int) int {
	unit := 0
	for _, c := range chips {
		for c != 0 {
			unit, c = c, unit%c
		}
	}
	return max(unit, -unit)
}
