package equity

import (
	"math/big"
	"math/bits"
)

// Sum is a count of weighted deals of up to 128 bits: range against range always fits, at 40 bits a range and 21 of
// boards.
type Sum struct{ high, low uint64 }

// SumOf returns a Sum of up to 64 bits.
func SumOf(n uint64) Sum { return Sum{0, n} }

// Product returns the product of two numbers.
func Product(a, b uint64) (s Sum) {
	s.high, s.low = bits.Mul64(a, b)
	return s
}

// Plus returns the sum of two, which must fit 128 bits.
func (s Sum) Plus(o Sum) Sum {
	low, carry := bits.Add64(s.low, o.low, 0)
	return Sum{s.high + o.high + carry, low}
}

// Minus returns the difference to a smaller one.
func (s Sum) Minus(o Sum) Sum {
	low, borrow := bits.Sub64(s.low, o.low, 0)
	return Sum{s.high - o.high - borrow, low}
}

// Times returns a multiple, which must fit 128 bits.
func (s Sum) Times(n uint64) Sum {
	p := Product(s.low, n)
	p.high += s.high * n
	return p
}

// Over returns the quotient, rounded down.
func (s Sum) Over(n uint64) Sum {
	low, _ := bits.Div64(s.high%n, s.low, n)
	return Sum{s.high / n, low}
}

// Zero reports whether nothing was counted.
func (s Sum) Zero() bool { return s == Sum{} }

// Float returns the nearest float64, or one next to it.
func (s Sum) Float() float64 { return float64(s.high)*(1<<64) + float64(s.low) }

// Big returns the number.
func (s Sum) Big() *big.Int {
	n := new(big.Int).SetUint64(s.high)
	return n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(s.low))
}

// String returns all digits.
func (s Sum) String() string { return s.Big().String() }

// Tally has the wins, ties and deals of one range against another, weighted by the products of their weights.
type Tally struct{ Wins, Ties, Deals Sum }

// Equity returns the share of the pot, (Wins + Ties/2) / Deals, or NaN without deals.
func (t Tally) Equity() float64 { return (t.Wins.Float() + t.Ties.Float()/2) / t.Deals.Float() }

// Count returns the tally as a Count. If its deals exceed 64 bits, all numbers are halved, rounded down, until they
// fit: its equity is then off by less than 10^-18.
func (t Tally) Count() Count {
	for t.Deals.high > 0 {
		t = Tally{t.Wins.Over(2), t.Ties.Over(2), t.Deals.Over(2)}
	}
	return Count{t.Wins.low, t.Ties.low, t.Deals.low}
}

// Tally returns the count with more room.
func (c Count) Tally() Tally { return Tally{SumOf(c.Wins), SumOf(c.Ties), SumOf(c.Deals)} }
