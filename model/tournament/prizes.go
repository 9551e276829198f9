package tournament

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// prizePresets are lists of prizes by name, in percent of all. A number after the name, as in satellite:5, is that of
// equal prizes.
var prizePresets = []struct {
	name, prizes string
	equal        bool
}{
	{"sng9", "50,30,20", false}, {"sng6", "65,35", false}, {"winner", "100", false},
	{"don", "5x20", true}, {"satellite", "", true},
}

// PrizePresets are the names of lists of prizes that ParsePrizes reads.
const PrizePresets = "sng9, sng6, winner, don, don:3, satellite:5"

// preset returns the text of a list of prizes by its name, or the text itself.
func preset(text string) string {
	name, number, numbered := strings.Cut(strings.ToLower(strings.TrimSpace(text)), ":")
	for _, p := range prizePresets {
		n, err := strconv.Atoi(number)
		switch {
		case name != p.name:
		case !numbered && p.prizes != "":
			return p.prizes
		case p.equal && err == nil && n > 0:
			return fmt.Sprintf("%dx%s", n, strconv.FormatFloat(percent/float64(n), 'f', -1, 64))
		}
	}
	return text
}

const percent = 100

// ParsePrizes reads prizes by place, as in "50/30/20", "50%, 30%, 20%", "$500 $300 3x$100" or by a name of
// PrizePresets, and validates them. The error is ErrPrizes.
func ParsePrizes(text string) ([]float64, error) {
	prizes, err := parseMoney(preset(text), true)
	if sum := sumOf(prizes); strings.Contains(text, "%") && sum > percent+0.5 {
		err = fmt.Errorf("the percentages add up to %v", sum)
	}
	if err != nil {
		err = fmt.Errorf("%w: %q: %v", ErrPrizes, text, err)
		if c := strings.TrimSpace(text); c != "" && unicode.IsLetter(rune(c[0])) {
			err = fmt.Errorf("%w; names of prizes are %s", err, PrizePresets)
		}
		return nil, err
	}
	if err := ValidatePrizes(prizes); err != nil {
		return nil, err
	}
	return prizes, nil
}

// parseMoney reads amounts of money, in one unit. With shares, percentages are a unit too.
func parseMoney(text string, shares bool) (list []float64, err error) {
	amounts, err := ParseAmounts(text)
	if err != nil {
		return nil, err
	}
	if strings.Contains(text, ",000") {
		return nil, errors.New("commas separate amounts; write 1000, not 1,000")
	}
	for _, a := range amounts {
		switch {
		case a.Unit == inBigBlinds, a.Unit == inPercent && !shares:
			return nil, fmt.Errorf("%s%s: want money, such as 50 or $50", decimal(a.Rat), a.Unit)
		case a.Unit != amounts[0].Unit && (a.Unit == inPercent || amounts[0].Unit == inPercent):
			return nil, errors.New("percentages and money do not mix")
		}
		x, _ := a.Float64()
		list = append(list, x)
	}
	return list, nil
}

// ParseBounties reads the bounties on n players' heads: one for each player, or one for all, as in "25". They are
// money, as ParsePrizes reads it, unless chips reads them. After the word mystery stand the envelopes that are left, as
// in "mystery 1x10000, 5x1000, 40x100": every head is worth their mean. The error is ErrPrizes.
func ParseBounties(text string, n int, chips func(string) ([]int, error)) (heads []float64, err error) {
	list, hidden := strings.CutPrefix(strings.ToLower(strings.TrimSpace(text)), "mystery")
	if list = strings.TrimLeft(list, " :"); chips == nil {
		heads, err = parseMoney(list, false)
	} else {
		var amounts []int
		amounts, err = chips(list)
		heads = floats(amounts)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %v", ErrPrizes, err)
	case hidden:
		heads = []float64{mean(heads)}
	}
	if len(heads) == 1 {
		heads = slices.Repeat(heads, n)
	}
	return heads, nil
}
