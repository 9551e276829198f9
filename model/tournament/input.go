package tournament

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseStacks reads amounts of chips separated by commas, as in "4500,4500,4500". The error
// is ErrStacks. Rules.Stacks checks that they can be played.
func ParseStacks(text string) ([]int, error) {
	var stacks []int
	for i, field := range strings.Split(text, ",") {
		chips, err := parseChips(field)
		if err != nil {
			return nil, fmt.Errorf("%w: stack %d of %q: %v", ErrStacks, i+1, text, err)
		}
		stacks = append(stacks, chips)
	}
	return stacks, nil
}

// ParseBlinds reads small and big blind, as in "300,600". The error is ErrBlinds.
func ParseBlinds(text string) (small, big int, err error) {
	fields := strings.Split(text, ",")
	if len(fields) != 2 {
		return 0, 0, fmt.Errorf("%w: %q: give small and big blind, as in 300,600", ErrBlinds, text)
	}
	if small, err = parseChips(fields[0]); err != nil {
		return 0, 0, fmt.Errorf("%w: the small blind of %q: %v", ErrBlinds, text, err)
	}
	if big, err = parseChips(fields[1]); err != nil {
		return 0, 0, fmt.Errorf("%w: the big blind of %q: %v", ErrBlinds, text, err)
	}
	if small > big {
		return 0, 0, fmt.Errorf("%w: %q: the small blind is larger than the big blind", ErrBlinds, text)
	}
	return small, big, nil
}

// ParsePrizes reads prizes separated by commas, as in "50,30,20", and validates them. The
// error is ErrPrizes.
func ParsePrizes(text string) ([]float64, error) {
	var prizes []float64
	for i, field := range strings.Split(text, ",") {
		p, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil {
			return nil, fmt.Errorf("%w: prize %d of %q: %q is no number", ErrPrizes, i+1, text, field)
		}
		prizes = append(prizes, p)
	}
	if err := ValidatePrizes(prizes); err != nil {
		return nil, err
	}
	return prizes, nil
}

// parseChips reads one whole, non-negative number.
func parseChips(field string) (int, error) {
	chips, err := strconv.Atoi(strings.TrimSpace(field))
	switch {
	case err != nil:
		return 0, fmt.Errorf("%q is no whole number of chips", field)
	case chips < 0:
		return 0, fmt.Errorf("%d is negative", chips)
	}
	return chips, nil
}

// CommonUnit returns the largest unit of which all given amounts of chips are multiples, 0 if
// all are 0: what to play in when no unit is stated.
func CommonUnit(chips ...int) int {
	unit := 0
	for _, c := range chips {
		for c != 0 {
			unit, c = c, unit%c
		}
	}
	return max(unit, -unit)
}
