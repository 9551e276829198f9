package strategy

import "strconv"

// exactDigits is a number of decimal digits that fits the 53 bits of a double's fraction. The powers of ten up to it
// are doubles too, so the quotient of two such numbers is rounded once, as strconv rounds it.
const exactDigits = 15

var powersOfTen = [1 + exactDigits]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
}

// number reads a number as strconv.ParseFloat does. It is several times as fast on short decimal
// fractions, which most probabilities in files are.
func number(word []byte) (float64, bool) {
	if v, ok := shortDecimal(word); ok {
		return v, true
	}
	v, err := strconv.ParseFloat(string(word), 64)
	return v, err == nil
}

// shortDecimal reads digits with at most one decimal point.
func shortDecimal(word []byte) (float64, bool) {
	mantissa, places, point := uint64(0), 0, false
	if len(word) == 0 || len(word) > 1+exactDigits {
		return 0, false
	}
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9':
			mantissa = 10*mantissa + uint64(c-'0')
			if point {
				places++
			}
		case c == '.' && !point:
			point = true
		default:
			return 0, false
		}
	}
	if point && len(word) == 1 || places > exactDigits || !point && len(word) > exactDigits {
		return 0, false
	}
	return float64(mantissa) / powersOfTen[places], true
}
