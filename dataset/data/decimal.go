package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"feltlab/model/proof"
)

const (
	billion   = 1_000_000_000
	mostScale = 9 // digits after the point
)

var (
	errNotNumber = errors.New("not a number")
	errInfinite  = errors.New("not a finite number; want a decimal number")
)

// exact is a decimal number with at most 27 digits after the point: a whole number of billionths, rounded down, and the
// rest in units of 10^-27, at least 0 and less than a billionth.
type exact struct {
	floor proof.Decimal
	rest  uint64
}

const (
	mostDigits = 27                        // digits after the point of an exact number
	restUnits  = 1_000_000_000_000_000_000 // of 10^-27 in a billionth
)

// parseDecimal reads a decimal number with at most nine digits after the point, also with an exponent, such as 1.5e-3.
func parseDecimal(text string) (proof.Decimal, error) {
	x, err := parseExact(text)
	if err == nil && x.rest != 0 {
		err = fmt.Errorf("%q: more than %d digits after the point; round it", text, mostScale)
	}
	return x.floor, err
}

// parseExact reads a decimal number exactly.
func parseExact(text string) (exact, error) {
	digits, exponent, negative, err := splitDecimal(text)
	if err != nil {
		return exact{}, fmt.Errorf("%q: %w", text, err)
	}
	// digits * 10^exponent in billionths, and what is left in units of 10^-27
	unit, rest := uint64(1), uint64(0)
	switch power := -mostScale - exponent; {
	case digits != 0 && power > mostDigits-mostScale:
		return exact{}, fmt.Errorf("%q: more than %d digits after the point; round it", text, mostDigits)
	case digits != 0 && power > 0:
		for range power {
			unit *= 10
		}
		digits, rest = digits/unit, digits%unit*(restUnits/unit)
	}
	for ; exponent > -mostScale && digits != 0; exponent-- {
		high, low := bits.Mul64(digits, 10)
		if high != 0 {
			return exact{}, tooLarge(text)
		}
		digits = low
	}
	switch {
	case digits > math.MaxInt64 || digits == math.MaxInt64 && rest != 0:
		return exact{}, tooLarge(text)
	case negative && rest != 0:
		return exact{-proof.Decimal(digits) - 1, restUnits - rest}, nil
	case negative:
		return exact{-proof.Decimal(digits), 0}, nil
	}
	return exact{proof.Decimal(digits), rest}, nil
}

func (x exact) compare(y exact) int {
	return cmp.Or(cmp.Compare(x.floor, y.floor), cmp.Compare(x.rest, y.rest))
}

// ceiling returns the number in billionths, rounded up.
func (x exact) ceiling() proof.Decimal {
	if x.rest != 0 {
		return x.floor + 1
	}
	return x.floor
}

// Float returns a float64 within a few units of its last digit.
func (x exact) Float() float64 { return x.floor.Float() + float64(x.rest)/(restUnits*billion) }

// scale returns how many digits the number has after the point.
func (x exact) scale() int {
	if x.rest == 0 {
		return scaleOf(x.floor)
	}
	n := mostDigits
	for rest := x.rest; rest%10 == 0; n-- {
		rest /= 10
	}
	return n
}

func tooLarge(text string) error {
	return fmt.Errorf("%q: want at most %d in magnitude; write it in a larger unit", text, math.MaxInt64/billion)
}

// splitDecimal returns the digits of a number without trailing zeros, and the power of ten of the last one.
func splitDecimal(text string) (digits uint64, exponent int, negative bool, err error) {
	rest, power := text, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		if power, err = strconv.Atoi(rest[i+1:]); err != nil || power < -10_000 || power > 10_000 {
			return 0, 0, false, errNotNumber
		}
		rest = rest[:i]
	}
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	if whole+fraction == "" {
		return 0, 0, false, errNotNumber
	}
	zeros := 0 // since the last other digit
	for i, c := range []byte(whole + fraction) {
		if c < '0' || c > '9' {
			if x, err := strconv.ParseFloat(text, 64); err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
				return 0, 0, false, errInfinite
			}
			return 0, 0, false, errNotNumber
		}
		if i >= len(whole) {
			power--
		}
		if c == '0' {
			zeros++
			continue
		}
		for range zeros + 1 {
			high, low := bits.Mul64(digits, 10)
			if digits != 0 && high != 0 {
				return 0, 0, false, errors.New("too many digits; round it")
			}
			digits = low
		}
		sum, carry := bits.Add64(digits, uint64(c-'0'), 0)
		if carry != 0 {
			return 0, 0, false, errors.New("too many digits; round it")
		}
		digits, zeros = sum, 0
	}
	return digits, power + zeros, negative, nil
}

// scaleOf returns how many digits a number has after the point.
func scaleOf(d proof.Decimal) int {
	n := mostScale
	for ; n > 0 && d%10 == 0; n-- {
		d /= 10
	}
	return n
}

// parseNumber reads a finite number of a column that is not the target.
func parseNumber(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)), errors.Is(err, strconv.ErrRange):
		return 0, errInfinite
	case err != nil || strings.ContainsAny(text, "xXpP_"):
		return 0, errNotNumber
	}
	return x + 0, nil // not -0
}

// NumberText writes a number as the name of a threshold has it.
func NumberText(x float64) string {
	if size := math.Abs(x); size >= 1e15 || size < 1e-6 && x != 0 {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}
