package proof

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"

	"feltlab/model/features"
)

// ErrInstance is wrapped by errors about rows that are no instance.
var ErrInstance = errors.New("proof: bad instance")

// Row is a flop, or several that are alike: its features, and its equity as the count of a hand's
// wins and ties among the deals of the opponent's cards, turn and river, (2 Wins + Ties) / (2
// Deals).
type Row struct {
	Features          features.Vector
	Wins, Ties, Deals uint64
	Weight            int64 // number of flops
}

const (
	// gridBits is the size of the grid: equities are integers in units of about 2^-gridBits.
	gridBits = 52
	// mostWeight is the largest sum of the weights.
	mostWeight = 1 << 31
	// mostDeals keeps twice the deals within 63 bits.
	mostDeals = 1 << 61
)

// Instance is the flops of a hand against a range, grouped by their features. It is immutable.
type Instance struct {
	unit     int64 // an equity of 1, in units of the grid
	slack    int64 // units by which an equity may be more than its integer: 0 or 1
	weight   int64 // of all rows
	patterns []pattern
	every    features.Vector                     // features that are true on some row
	same     [features.Count + 1]features.Vector // by id: features that are true on the same rows, this one too
	digest   [sha256.Size]byte
}

// pattern is the rows with the same features. Their loss is the sum of their distances from an
// estimate.
type pattern struct {
	vector features.Vector
	ids    []int
	equity []int64 // ascending, in units of the grid
	rows   []int64 // with each of these, by weight
	loss   []wide  // at each of these, times MultiplierUnit
	slope  []int64 // of the loss, left of all equities and right of each, times MultiplierUnit
}

// NewInstance groups rows. The error wraps ErrInstance.
func NewInstance(rows []Row) (*Instance, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: no rows", ErrInstance)
	}
	in := &Instance{}
	for i, r := range rows {
		if r.Deals == 0 || r.Deals > mostDeals || r.Wins > r.Deals || r.Ties > r.Deals-r.Wins {
			return nil, fmt.Errorf("%w: row %d has %d wins and %d ties of %d deals", ErrInstance, i, r.Wins, r.Ties, r.Deals)
		}
		if r.Features[1]>>(features.Count-64) != 0 {
			return nil, fmt.Errorf("%w: row %d has a feature beyond F%d", ErrInstance, i, features.Count)
		}
		if r.Weight < 1 || r.Weight > mostWeight-in.weight {
			return nil, fmt.Errorf("%w: row %d has the weight %d, want 1 or more and at most %d in all", ErrInstance, i, r.Weight, mostWeight)
		}
		in.weight += r.Weight
	}
	sorted := merge(rows)
	in.digest = digestOf(sorted)
	in.chooseGrid(sorted)
	in.group(sorted)
	in.classify()
	return in, nil
}

// fraction is a row's equity.
func (r *Row) fraction() (numerator, denominator uint64) { return 2*r.Wins + r.Ties, 2 * r.Deals }

// merge sorts rows by features, second word first, and then by denominator and numerator, and adds
// up the weights of equal ones.
func merge(rows []Row) []Row {
	sorted := slices.Clone(rows)
	order := func(a, b Row) int {
		an, ad := a.fraction()
		bn, bd := b.fraction()
		return cmp.Or(cmp.Compare(a.Features[1], b.Features[1]), cmp.Compare(a.Features[0], b.Features[0]),
			cmp.Compare(ad, bd), cmp.Compare(an, bn))
	}
	slices.SortFunc(sorted, order)
	kept := sorted[:1]
	for _, r := range sorted[1:] {
		if last := &kept[len(kept)-1]; order(*last, r) == 0 {
			last.Weight += r.Weight
		} else {
			kept = append(kept, r)
		}
	}
	return kept
}

// digestOf is the SHA-256 of the merged rows, five little-endian words each: the two words of the
// features, numerator and denominator of the equity, and the weight.
func digestOf(rows []Row) [sha256.Size]byte {
	var text []byte
	for i := range rows {
		n, d := rows[i].fraction()
		for _, word := range [5]uint64{rows[i].Features[0], rows[i].Features[1], n, d, uint64(rows[i].Weight)} {
			text = binary.LittleEndian.AppendUint64(text, word)
		}
	}
	return sha256.Sum256(text)
}

// chooseGrid takes a multiple of the common denominator of all equities near 2^gridBits, so that
// they are integers. Where that denominator is larger, equities are rounded down to a multiple of
// 2^-gridBits, and are less than one unit more than their integers: the only rounding of the
// package.
func (in *Instance) chooseGrid(rows []Row) {
	const size = 1 << gridBits
	common := big.NewInt(1)
	for i := range rows {
		n, d := rows[i].fraction()
		lowest := big.NewRat(int64(n), int64(d)).Denom()
		lowest.Div(lowest, new(big.Int).GCD(nil, nil, common, lowest))
		if common.Mul(common, lowest); common.BitLen() > gridBits {
			in.unit, in.slack = size, 1
			return
		}
	}
	in.unit = size / common.Int64() * common.Int64()
}

// onGrid returns an equity in units of the grid, rounded down.
func (in *Instance) onGrid(r *Row) int64 {
	n, d := r.fraction()
	high, low := bits.Mul64(n, uint64(in.unit))
	q, _ := bits.Div64(high, low, d) // n <= d, so the quotient is at most the unit
	return int64(q)
}

// group makes patterns of merged rows.
func (in *Instance) group(rows []Row) {
	for len(rows) > 0 {
		v, weight := rows[0].Features, int64(0)
		at := map[int64]int64{} // weight by equity
		for ; len(rows) > 0 && rows[0].Features == v; rows = rows[1:] {
			at[in.onGrid(&rows[0])] += rows[0].Weight
			weight += rows[0].Weight
		}
		p := pattern{vector: v, ids: v.IDs(), equity: slices.Sorted(maps.Keys(at)), slope: []int64{-weight * MultiplierUnit}}
		for k, e := range p.equity {
			p.rows = append(p.rows, at[e])
			p.slope = append(p.slope, p.slope[k]+2*at[e]*MultiplierUnit)
		}
		for _, e := range p.equity {
			var sum wide
			for k, other := range p.equity {
				sum = sum.plus(times(magnitude(other-e), p.rows[k]*MultiplierUnit))
			}
			p.loss = append(p.loss, sum)
		}
		in.patterns = append(in.patterns, p)
	}
}

// classify finds which features are true somewhere, and which on the same rows.
func (in *Instance) classify() {
	for i := range in.patterns {
		in.every = or(in.every, in.patterns[i].vector)
	}
	for _, id := range in.every.IDs() {
		in.same[id] = in.every
		for i := range in.patterns {
			if v := in.patterns[i].vector; v.Has(id) {
				in.same[id] = and(in.same[id], v)
			} else {
				in.same[id] = minus(in.same[id], v)
			}
		}
	}
}

// Digest returns the SHA-256 of the instance's counts, which does not depend on the order of its
// rows.
func (in *Instance) Digest() [sha256.Size]byte { return in.digest }

// Patterns returns the number of different feature vectors.
func (in *Instance) Patterns() int { return len(in.patterns) }

// Features returns the features that are true on some row.
func (in *Instance) Features() features.Vector { return in.every }

// Duplicates returns the features that are true on the same rows as one, it included; none for a
// feature that is true nowhere.
func (in *Instance) Duplicates(id int) features.Vector {
	if id < 1 || id > features.Count {
		return features.Vector{}
	}
	return in.same[id]
}
