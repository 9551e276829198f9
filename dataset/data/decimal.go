package data

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
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
func parseExact(text string) (exact, error) { return parseScaled(text, 0, nil) }

// parseScaled reads a decimal number times 10^-power. Digits after the 27th of the result are an error, or are left out
// if cut is not nil; then it is set to true.
func parseScaled(text string, power int, cut *bool) (x exact, err error) {
	digits, point, negative, err := splitDecimal(text)
	point -= power
	switch {
	case err != nil:
		return x, fmt.Errorf("%q: %w", text, err)
	case digits != "" && point > mostScale+1:
		return x, &largeError{text, point + power}
	case len(digits) > point+mostDigits && cut == nil:
		return x, fmt.Errorf("%q: more than %d digits after the point; round it", text, mostDigits)
	case len(digits) > point+mostDigits:
		*cut = true
	}
	run := func(from, to int) (sum uint64) { // of the digits in these places, 0 where there are none
		for at := from; at < to; at++ {
			sum *= 10
			if at >= 0 && at < len(digits) {
				sum += uint64(digits[at] - '0')
			}
		}
		return sum
	}
	floor, rest := run(0, point+mostScale), run(point+mostScale, point+mostDigits)
	if floor > math.MaxInt64 || floor == math.MaxInt64 && rest != 0 {
		return x, &largeError{text, point + power}
	}
	if x = (exact{proof.Decimal(floor), rest}); negative {
		x = x.negated()
	}
	return x, nil
}

func (x exact) negated() exact {
	if x.rest != 0 {
		return exact{-x.floor - 1, restUnits - x.rest}
	}
	return exact{-x.floor, 0}
}

// rounded returns the nearest number with at most some digits after the point, 9 or more, halves away from zero.
func (x exact) rounded(digits int) exact {
	if x.floor < 0 {
		return x.negated().rounded(digits).negated()
	}
	unit := uint64(1)
	for ; digits < mostDigits; digits++ {
		unit *= 10
	}
	if x.rest = (x.rest + unit/2) / unit * unit; x.rest == restUnits {
		return exact{x.floor + 1, 0}
	}
	return x
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

// largeError is about a number that is too large. Its first digit stands that many places before the point.
type largeError struct {
	text   string
	places int
}

func (e *largeError) Error() string {
	return fmt.Sprintf("%q: want at most %d in magnitude; write it in a larger unit", e.text, math.MaxInt64/billion)
}

// splitDecimal returns the digits of a number, from the first to the last that is not 0, and how many of them stand
// before the point: less than 0 if zeros follow it.
func splitDecimal(text string) (digits string, point int, negative bool, err error) {
	rest, power := text, 0
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		if power, err = strconv.Atoi(rest[i+1:]); err != nil || power < -10_000 || power > 10_000 {
			return "", 0, false, errNotNumber
		}
		rest = rest[:i]
	}
	if rest != "" && (rest[0] == '-' || rest[0] == '+') {
		negative, rest = rest[0] == '-', rest[1:]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	digits = whole + fraction
	if digits == "" || strings.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		if x, err := strconv.ParseFloat(text, 64); err == nil && (math.IsNaN(x) || math.IsInf(x, 0)) {
			return "", 0, false, errInfinite
		}
		return "", 0, false, errNotNumber
	}
	all := len(digits)
	digits = strings.TrimLeft(digits, "0")
	point = len(whole) - (all - len(digits)) + power
	if digits = strings.TrimRight(digits, "0"); digits == "" {
		point = 0
	}
	return digits, point, negative, nil
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

// Mark is the character before the fraction of a number in a file. With a mark, groups of three digits may stand apart.
type Mark string

// The marks. Without one, numbers have a point, and groups of digits are no numbers.
const (
	NoMark Mark = ""
	Point  Mark = "."
	Comma  Mark = ","
)

// grouped are the numbers with a mark: sign, digits in groups or without, fraction, exponent. A space is also one that
// does not break, or a narrow one.
var grouped = map[Mark]*regexp.Regexp{
	Point: groups(`[, '\x{a0}\x{202f}]`, `\.`),
	Comma: groups(`[. '\x{a0}\x{202f}]`, `,`),
}

// groups matches a number by its mark for thousands and its mark before the fraction.
func groups(thousands, point string) *regexp.Regexp {
	return regexp.MustCompile(`^([+-]?)([0-9]{1,3}(?:` + thousands + `[0-9]{3})+|[0-9]*)(` + point +
		`[0-9]*)?((?:[eE][+-]?[0-9]+)?)$`)
}

var groupMarks = strings.NewReplacer(",", "", ".", "", " ", "", "'", "", "\u00a0", "", "\u202f", "")

// Plain returns a number as it is written without a mark. It returns other texts as they are, but those with digits
// empty: they are no numbers.
func (m Mark) Plain(text string) string {
	if m == NoMark {
		return text
	}
	parts := grouped[m].FindStringSubmatch(text)
	switch {
	case parts == nil && strings.ContainsAny(text, "0123456789"):
		return ""
	case parts == nil:
		return text
	case parts[3] != "":
		parts[3] = "." + parts[3][1:]
	}
	return parts[1] + groupMarks.Replace(parts[2]) + parts[3] + parts[4]
}

// hint says which mark would make a number of a text, if the options have none.
func (m Mark) hint(text string) string {
	switch {
	case m != NoMark:
	case grouped[Point].MatchString(text):
		return "; --decimal . reads numbers such as 1,234.5"
	case grouped[Comma].MatchString(text):
		return "; --decimal , reads numbers such as 1.234,5"
	}
	return ""
}

// Number reads a finite number of a column that is not the target.
func (m Mark) Number(text string) (float64, error) { return parseNumber(m.Plain(text)) }

// zero reports whether a text is the number 0.
func (m Mark) zero(text string) bool {
	if text = m.Plain(text); text == "" || !strings.ContainsRune("+-.0", rune(text[0])) {
		return false // most texts end here
	}
	digits, _, _, err := splitDecimal(text)
	return err == nil && digits == ""
}

// unitOf returns the number that counts as 1 among weights: 1, or if some are no whole numbers the largest of which all
// are multiples.
func unitOf(weights func(row int) exact, rows int) (unit exact, err error) {
	unit = exact{floor: billion}
	digits := 0
	for row := range rows {
		digits = max(digits, weights(row).scale())
	}
	if digits == 0 {
		return unit, nil
	}
	if digits > mostScale {
		return unit, fmt.Errorf("a weight has %d digits after the point; round it to %d", digits, mostScale)
	}
	divisor := proof.Decimal(0)
	for row := range rows {
		for a := weights(row).floor; a != 0; {
			divisor, a = a, divisor%a
		}
	}
	return exact{floor: divisor}, nil
}

// in returns how many times a number has a unit; both have at most nine digits after the point.
func (x exact) in(unit exact) int64 { return int64(x.floor / unit.floor) }

// ParseTarget reads a target of a file as a number; the error says what it wants.
func ParseTarget(cell string) (float64, error) {
	if _, _, _, err := splitDecimal(cell); err != nil {
		return 0, fmt.Errorf("%q: %w", cell, err)
	}
	return strconv.ParseFloat(cell, 64)
}
