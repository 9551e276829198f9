package tournament

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Amount is a number as people write it, with its unit: "" (chips, or money), "bb" (big blinds), "$" or "%".
type Amount struct {
	*big.Rat
	Unit string
}

const (
	inBigBlinds = "bb"
	inPercent   = "%"
	inMoney     = "$"
)

// amountText is an amount, perhaps of several equal ones: 8bb, 8 bb, 1.5k, $50, 50%, 9x10bb.
var amountText = regexp.MustCompile(
	`^(?i)(?:([0-9]+)\s*x\s*)?([$€£]?)\s*(-?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*([km]?)\s*(bb|chips|%|)`)

const mostEqual = 10_000

// separators stand between the amounts of a list. Where there are none, spaces do.
const separators = ",/;\n"

// ParseAmounts reads a list of amounts separated by commas, slashes, lines or spaces; "9x10bb" are nine equal ones, k
// is a thousand and m a million.
func ParseAmounts(text string) (list []Amount, err error) {
	for rest := strings.TrimSpace(text); ; {
		m := amountText.FindStringSubmatch(rest)
		if m == nil {
			return nil, noAmount(rest, len(list))
		}
		after := rest[len(strings.TrimSpace(m[0])):]
		next := strings.TrimLeft(after, " \t\r")
		separated := next != "" && strings.Contains(separators, next[:1])
		if !separated && next != "" && next == after {
			return nil, noAmount(rest, len(list))
		}
		number := 1
		if m[1] != "" {
			if number, err = strconv.Atoi(m[1]); err != nil || number < 1 || number > mostEqual {
				return nil, fmt.Errorf("%q: want 1 to %d equal amounts, as in 9x10bb", m[0], mostEqual)
			}
		}
		a := Amount{Rat: new(big.Rat), Unit: strings.ToLower(m[5])}
		a.SetString(m[3])
		if factor := map[string]int64{"k": 1_000, "m": 1_000_000}[strings.ToLower(m[4])]; factor > 0 {
			a.Mul(a.Rat, new(big.Rat).SetInt64(factor))
		}
		switch {
		case m[2] != "" && a.Unit != "":
			return nil, fmt.Errorf("%q has two units", m[0])
		case m[2] != "":
			a.Unit = inMoney
		case a.Unit == "chips":
			a.Unit = ""
		case a.Sign() < 0:
			return nil, fmt.Errorf("%s is negative", m[0])
		}
		list = append(list, slices.Repeat([]Amount{a}, number)...)
		if next == "" {
			return list, nil
		}
		if rest = next; separated {
			rest = strings.TrimLeft(next[1:], " \t\r\n")
		}
	}
}

// noAmount says which word of a text is no amount.
func noAmount(rest string, before int) error {
	word, _, _ := strings.Cut(rest, " ")
	if i := strings.IndexAny(word, separators); i >= 0 {
		word = word[:i]
	}
	if word == "" {
		return fmt.Errorf("number %d is missing", before+1)
	}
	return fmt.Errorf("%q is no amount, such as 1500, 1.5k or 7.5bb", word)
}

// Chips returns the amount in whole chips, given the big blind in chips, 0 if there is none.
func (a Amount) Chips(bigBlind int) (int, error) {
	chips, with := a.Rat, ""
	switch {
	case a.Unit == inBigBlinds && bigBlind == 0:
		return 0, fmt.Errorf("%sbb is in big blinds, but there are no blinds here: give chips", decimal(a.Rat))
	case a.Unit == inBigBlinds:
		// Exact: 0.1 big blinds of 30 chips are 3 chips, which a binary fraction misses.
		chips = new(big.Rat).Mul(a.Rat, new(big.Rat).SetInt64(int64(bigBlind)))
		with = fmt.Sprintf(" with a big blind of %d", bigBlind)
	case a.Unit != "":
		return 0, fmt.Errorf("%s%s: want chips or big blinds, such as 1500 or 7.5bb", decimal(a.Rat), a.Unit)
	}
	if !chips.IsInt() || !chips.Num().IsInt64() {
		return 0, fmt.Errorf("%s%s is not a whole number of chips%s", decimal(a.Rat), a.Unit, with)
	}
	return int(chips.Num().Int64()), nil
}

// decimal writes a number that was written in decimals.
func decimal(x *big.Rat) string {
	digits, _ := x.FloatPrec()
	return x.FloatString(digits)
}

// ParseStacks reads a list of stacks in chips, as in "4500,4500,4500", or in big blinds, as in "7.5bb 10bb" and
// "9x10bb". The big blind is in chips, 0 if there is none. The error is ErrStacks. Rules.Stacks checks that the stacks
// can be played.
func ParseStacks(text string, bigBlind int) (stacks []int, err error) {
	amounts, err := ParseAmounts(text)
	for i := 0; i < len(amounts) && err == nil; i++ {
		var chips int
		if chips, err = amounts[i].Chips(bigBlind); err == nil {
			stacks = append(stacks, chips)
		}
	}
	if err == nil {
		err = checkGroups(text, bigBlind)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %q: %v", ErrStacks, text, err)
	}
	return stacks, nil
}

// checkGroups refuses a stack of less than a tenth of a big blind before a group of three digits: the comma between
// them may group the digits of one number, as in 12,500. The error has both readings.
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
	return fmt.Errorf("these are %d stacks, but %s chips are less than a tenth of the big blind of %d; "+
		"if commas group digits, write %d stacks: %s; if not, write 1x%s", len(fields), tiny, bigBlind,
		len(grouped), strings.Join(grouped, ","), tiny)
}

// ParseChips reads one amount: chips, as in "300" and "1.5k", or big blinds of the given size, as in "0.5bb".
func ParseChips(text string, bigBlind int) (int, error) {
	amounts, err := ParseAmounts(text)
	switch {
	case err != nil:
		return 0, err
	case len(amounts) != 1:
		return 0, fmt.Errorf("%q: %d amounts, want one", text, len(amounts))
	}
	return amounts[0].Chips(bigBlind)
}

// ParseBlinds reads small and big blind, as in "300/600". The error is ErrBlinds.
func ParseBlinds(text string) (small, big int, err error) {
	amounts, err := ParseAmounts(text)
	if err == nil && len(amounts) != 2 {
		err = errors.New("want small and big blind, as in 300/600")
	}
	if err == nil {
		if small, err = amounts[0].Chips(0); err == nil {
			big, err = amounts[1].Chips(0)
		}
	}
	if err == nil && small > big {
		err = errors.New("the small blind is larger than the big blind")
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %q: %v", ErrBlinds, text, err)
	}
	return small, big, nil
}

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
