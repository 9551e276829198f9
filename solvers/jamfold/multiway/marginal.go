package multiway

//go:generate go run feltlab/scripts/gen-kernels -out kernels_amd64.s -stubs kernels_asm_amd64.go -pkg multiway

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// A marginal is the distribution of three hands with one player's hand summed out, weighted by the probability that
// it is jammed: a row of columns (see stochastic.Triples) for each pair of classes of the other two. The classes of a
// pure strategy are summed in whole numbers, so that a marginal depends on the strategy alone and not on the steps
// that led to it. A class that changes sides costs one pass over the rows.
type marginal struct {
	triples *stochastic.Triples
	pure    [cards.NumClasses]bool
	sums    []int64   // of the classes in pure, below 169 * 2^32
	mixed   []float64 // weighted by the strategy itself
}

func newMarginal(trios *stochastic.Triples) *marginal {
	n := stochastic.NumClassPairs * trios.Columns()
	return &marginal{triples: trios, sums: make([]int64, n), mixed: make([]float64, n)}
}

func (b *marginal) purify(jams *[cards.NumClasses]bool) {
	var more, fewer [][]uint32
	for k, jam := range jams {
		switch slice := b.triples.Slice(cards.Class(k)); {
		case jam && !b.pure[k]:
			more = append(more, slice)
		case !jam && b.pure[k]:
			fewer = append(fewer, slice)
		}
	}
	b.pure = *jams
	addSlices(b.sums, more, 1)
	addSlices(b.sums, fewer, -1)
}

func (b *marginal) set(x *[cards.NumClasses]float64) {
	jams := rounded(x)
	b.mix(&jams, 1)
	rest := *x
	for k, jam := range jams {
		if jam {
			rest[k]--
		}
	}
	b.shift(&rest)
}

func (b *marginal) shift(by *[cards.NumClasses]float64) {
	var shares []float64
	var slices [][]uint32
	for k, p := range by {
		if p != 0 {
			shares, slices = append(shares, p), append(slices, b.triples.Slice(cards.Class(k)))
		}
	}
	mixShares(b.mixed, slices, shares)
}

// mix updates mixed: the strategy becomes a pure one with probability lambda, and stays the present one otherwise.
func (b *marginal) mix(jams *[cards.NumClasses]bool, lambda float64) {
	b.purify(jams)
	keep := 1 - lambda
	mixed := b.mixed[:len(b.sums)]
	for i, n := range b.sums {
		mixed[i] = keep*mixed[i] + lambda*float64(n)
	}
}

// addSlices adds slices, times 1 or -1, up to four in a pass: the passes are bound by memory.
func addSlices(to []int64, slices [][]uint32, sign int64) {
	for len(slices) >= 4 {
		a, b, c, d := slices[0][:len(to)], slices[1][:len(to)], slices[2][:len(to)], slices[3][:len(to)]
		for i := range to {
			to[i] += sign * (int64(a[i]) + int64(b[i]) + int64(c[i]) + int64(d[i]))
		}
		slices = slices[4:]
	}
	if len(slices) >= 2 {
		a, b := slices[0][:len(to)], slices[1][:len(to)]
		for i := range to {
			to[i] += sign * (int64(a[i]) + int64(b[i]))
		}
		slices = slices[2:]
	}
	for _, a := range slices {
		a = a[:len(to)]
		for i := range to {
			to[i] += sign * int64(a[i])
		}
	}
}

// mixShares adds shares of slices, up to four in a pass over a part of the sums that stays in the nearest cache.
func mixShares(to []float64, slices [][]uint32, shares []float64) {
	const tile = 1 << 11
	for from := 0; from < len(to); from += tile {
		part, k := to[from:min(from+tile, len(to))], 0
		of := func(i int) []uint32 { return slices[i][from:][:len(part)] }
		for ; k+4 <= len(slices); k += 4 {
			mixFour(part, of(k), of(k+1), of(k+2), of(k+3), shares[k], shares[k+1], shares[k+2], shares[k+3])
		}
		for ; k < len(slices); k++ {
			for i, n := range of(k) {
				part[i] += shares[k] * float64(n)
			}
		}
	}
}

// mixFourPortable adds shares of four slices, all as long as the sums.
func mixFourPortable(to []float64, a, b, c, d []uint32, p, q, r, s float64) {
	for i := range to {
		to[i] += p*float64(a[i]) + q*float64(b[i]) + r*float64(c[i]) + s*float64(d[i])
	}
}

func rounded(x *[cards.NumClasses]float64) (jams [cards.NumClasses]bool) {
	for k, p := range x {
		jams[k] = p >= 0.5
	}
	return jams
}

// weights hold the weights of a marginal's rows, by the class of the player who does not act: near if the
// acting player's hand is the second of the row, far if it is the third.
type weights struct {
	near, far [cards.NumClasses]column
	used      [cards.NumClasses]bool
}

// weigh adds to out, by the class of the acting player, the sum of the marginal's rows times their
// weights. Two of three rows of usual strategies have no weights.
func (b *marginal) weigh(out *[cards.NumClasses]float64, w *weights) {
	n := b.triples.Columns()
	rows := b.mixed
	for c := range cards.NumClasses {
		total := 0.0
		for a := range c + 1 {
			row := rows[:n]
			rows = rows[n:]
			if w.used[c] {
				out[a] += dot(row, &w.near[c])
			}
			if w.used[a] && a != c { // two equal classes are one row and one event
				total += dot(row, &w.far[a])
			}
		}
		out[c] += total
	}
}

func dot(row []float64, w *column) float64 {
	r := (*[tournament.NumOrders]float64)(row)
	x := r[0]*w[0] + r[4]*w[4] + r[8]*w[8]
	y := r[1]*w[1] + r[5]*w[5] + r[9]*w[9]
	z := r[2]*w[2] + r[6]*w[6] + r[10]*w[10]
	u := r[3]*w[3] + r[7]*w[7] + r[11]*w[11]
	x += r[12] * w[12]
	if len(row) == stochastic.MaxColumns {
		s := (*[stochastic.MaxColumns]float64)(row)
		y += s[13]*w[13] + s[14]*w[14]
		z += s[15]*w[15] + s[16]*w[16]
		u += s[17]*w[17] + s[18]*w[18]
	}
	return (x + y) + (z + u)
}
