package claims

import (
	"fmt"
	"math"
	"strings"
)

// spread is the least, the mean and the most of some numbers.
type spread struct {
	n           int
	least, most float64
	sum         float64
}

func (s *spread) add(x float64) {
	if s.n == 0 {
		s.least, s.most = x, x
	}
	s.least, s.most = min(s.least, x), max(s.most, x)
	s.sum += x
	s.n++
}

func (s *spread) mean() float64 { return s.sum / float64(s.n) }

// String writes "1.00 to 3.00, 2.12 on average".
func (s spread) String() string {
	return fmt.Sprintf("%.2f to %.2f, %.2f on average", s.least, s.most, s.mean())
}

// prints reports whether a number rounds to a printed one of so many decimals.
func prints(x, printed float64, decimals int) bool {
	const rounding = 1e-9
	return math.Abs(x-printed) <= .5*math.Pow10(-decimals)+rounding
}

// orNone lists what there is.
func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
