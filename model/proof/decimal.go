package proof

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Decimal is a decimal with at most nine digits after the point: a whole number of billionths.
type Decimal int64

// One is the decimal 1.
const One Decimal = 1_000_000_000

const wantDecimal = "want a decimal such as -0.25: at most nine digits after the point, magnitude below 9223372036, " +
	"no needless zeros"

// ParseDecimal reads a decimal as String writes it: no exponent, no plus sign, no zeros that could be left out. The
// error wraps ErrFormat.
func ParseDecimal(text string) (Decimal, error) {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	d, err := int64(0), error(nil)
	if len(fraction) <= 9 {
		d, err = strconv.ParseInt(whole+fraction+strings.Repeat("0", 9-len(fraction)), 10, 64)
	}
	if strings.HasPrefix(text, "-") {
		d = -d
	}
	if err != nil || Decimal(d).String() != text {
		return 0, fmt.Errorf("%w: %.40q, %s", ErrFormat, text, wantDecimal)
	}
	return Decimal(d), nil
}

// DecimalOf returns the decimal nearest to a number, and whether the number is in range.
func DecimalOf(x float64) (Decimal, bool) {
	scaled := math.Round(x * float64(One))
	if !(math.Abs(scaled) < 1<<62) {
		return 0, false
	}
	return Decimal(scaled), true
}

// Float returns the double nearest to the decimal.
func (d Decimal) Float() float64 { return float64(d) / float64(One) }

// String writes the decimal in its shortest form, such as -0.25.
func (d Decimal) String() string {
	sign, magnitude := "", uint64(d)
	if d < 0 {
		sign, magnitude = "-", -uint64(d)
	}
	text := fmt.Sprintf("%s%d.%09d", sign, magnitude/uint64(One), magnitude%uint64(One))
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
