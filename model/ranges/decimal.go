package ranges

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
)

// A weight is read in units of 10^-17, since a float64 prints at most 17 digits. Twenty units of 1, the largest weight
// in "chen", and 100 percent fit 64 bits.
const (
	unitDigits = 17
	unit       = 100_000_000_000_000_000
)

// units has a weight for each combo, in units.
type units = [numCombos]uint64

// number is a decimal in units. It is rounded if the text has digits below one unit.
type number struct {
	units   uint64
	rounded bool
}

// parseDecimal reads a decimal such as "1", ".5", "15.25" or "9.5e-05" times a power of ten. It refuses signs, a point
// without digits after it, and numbers above 64 bits.
func parseDecimal(s string, power int) (n number, ok bool) {
	if at := strings.IndexAny(s, "eE"); at >= 0 {
		const largest = 400
		e, err := strconv.Atoi(s[at+1:])
		if err != nil || e < -largest || e > largest {
			return n, false
		}
		s, power = s[:at], power+e
	}
	whole, fraction, pointed := strings.Cut(s, ".")
	if pointed && fraction == "" || whole+fraction == "" {
		return n, false
	}
	digits := whole + fraction
	if strings.Trim(digits, "0123456789") != "" {
		return n, false
	}
	lowest := len(whole) + power + unitDigits // the digit of one unit ends here
	for i := range max(lowest, len(digits)) {
		d := uint64(0)
		if i < len(digits) {
			d = uint64(digits[i] - '0')
		}
		switch {
		case i >= lowest:
			n.rounded = n.rounded || d > 0
			if i == lowest && d >= 5 {
				n.units++
			}
		case n.units > (math.MaxUint64-9)/10:
			return n, false
		default:
			n.units = 10*n.units + d
		}
	}
	return n, true
}

// times returns the product of two numbers.
func (n number) times(o number) number {
	high, low := bits.Mul64(n.units, o.units)
	product, rest := bits.Div64(high, low, unit)
	if rest >= unit/2 {
		product++
	}
	return number{product, n.rounded || o.rounded || rest > 0}
}

// formatDecimal returns the shortest decimal for a number of parts of which one has the given number, a power of ten.
func formatDecimal(parts, one uint64) string {
	whole := strconv.FormatUint(parts/one, 10)
	fraction := strconv.FormatUint(one+parts%one, 10)[1:]
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return whole
	}
	return whole + "." + fraction
}

// reduce divides weights by their greatest common divisor. If the largest is above MaxWeight then, it scales them so
// that the largest is MaxWeight, and reports that it rounded: each weight is off by at most half of one.
func reduce(weights *units) (out *[numCombos]uint32, rounded bool) {
	var divisor, largest uint64
	for _, w := range weights {
		for a, b := divisor, w; ; a, b = b, a%b {
			if b == 0 {
				divisor = a
				break
			}
		}
		largest = max(largest, w)
	}
	out = new([numCombos]uint32)
	if largest == 0 {
		return out, false
	}
	for h, w := range weights {
		if largest/divisor <= MaxWeight {
			out[h] = uint32(w / divisor)
			continue
		}
		high, low := bits.Mul64(w, MaxWeight)
		low, carry := bits.Add64(low, largest/2, 0)
		nearest, _ := bits.Div64(high+carry, low, largest)
		out[h], rounded = uint32(nearest), true
	}
	return out, rounded
}
