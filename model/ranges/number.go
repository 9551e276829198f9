package ranges

import (
	"strconv"
	"strings"
)

const (
	// fractionDigits is the number of digits a decimal may have after its point.
	fractionDigits = 6
	// one is the integer that stands for the decimal 1.
	one = 1_000_000
)

// parseDecimal reads a plain decimal such as "1", "0.25" or "15.5" as an exact count of
// millionths. It refuses signs, exponents, a missing digit on either side of the point and
// more than six digits after it.
func parseDecimal(s string) (millionths uint64, ok bool) {
	whole, fraction, pointed := strings.Cut(s, ".")
	const longestWhole = 9 // keeps the result within 64 bits
	if whole == "" || len(whole) > longestWhole || pointed && fraction == "" || len(fraction) > fractionDigits {
		return 0, false
	}
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return 0, false
		}
		millionths = 10*millionths + uint64(c-'0')
	}
	for range fractionDigits - len(fraction) {
		millionths *= 10
	}
	return millionths, true
}

// formatDecimal writes millionths as the shortest decimal.
func formatDecimal(millionths uint64) string {
	whole := strconv.FormatUint(millionths/one, 10)
	fraction := strconv.FormatUint(one+millionths%one, 10)[1:]
	if fraction = strings.TrimRight(fraction, "0"); fraction == "" {
		return whole
	}
	return whole + "." + fraction
}
