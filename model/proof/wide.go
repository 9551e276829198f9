package proof

import (
	"math/big"
	"math/bits"
)

// wide is a signed integer of 128 bits. The package documentation says why no sum overflows.
type wide struct {
	high int64
	low  uint64
}

func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + int64(carry), low}
}

func (a wide) minus(b wide) wide {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	return wide{a.high - b.high - int64(borrow), low}
}

func times(a, b int64) wide {
	high, low := bits.Mul64(uint64(magnitude(a)), uint64(magnitude(b)))
	if (a < 0) != (b < 0) {
		return wide{}.minus(wide{int64(high), low})
	}
	return wide{int64(high), low}
}

func (a wide) isNegative() bool { return a.high < 0 }

func (a wide) big() *big.Int {
	v := big.NewInt(a.high)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(a.low))
}

// magnitude returns |a|. No integer here is the smallest int64, whose magnitude does not fit.
func magnitude(a int64) int64 { return max(a, -a) }
