package tournament

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

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
