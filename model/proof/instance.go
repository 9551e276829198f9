package proof

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
)

// ErrInstance is wrapped by the errors of NewInstance.
var ErrInstance = errors.New("bad instance")

// Row is a row of an instance, or several equal ones: the columns that are true there, and the
// target, a fraction from 0 to 1.
type Row struct {
	Columns                Vector
	Numerator, Denominator uint64 // of the target; need not be in lowest terms
	Weight                 int64  // how many rows it stands for
}

const (
	gridBits        = 52      // the size of the grid: targets are integers in units of about 2^-gridBits
	mostWeight      = 1 << 31 // the largest sum of the weights
	mostDenominator = 1 << 62 // mostDenominator keeps numerators and denominators within 63 bits
)

// Instance is the rows of a regression problem, grouped by their columns. It is immutable.
type Instance struct {
	columns  int   // columns are numbered from 1 to this
	unit     int64 // a target of 1, in units of the grid
	slack    int64 // units by which a target may be more than its integer: 0 or 1
	weight   int64 // of all rows
	patterns []pattern
	every    Vector // columns that are true in some row
	digest   [sha256.Size]byte
}

// pattern is the rows in which the same columns are true.
type pattern struct {
	vector      Vector
	ids         []int
	target      []int64 // distinct, ascending, in units of the grid
	rows        []int64 // with each of these, by weight
	upTo        []int64 // weight of the rows with the first 0, 1, ... of these
	over, under []wide  // at each of these: by how much the targets above, and those below, are off, all together
}

// all is the weight of all rows.
func (p *pattern) all() int64 { return p.upTo[len(p.target)] }

// NewInstance groups rows with a number of columns, at most MaxColumns. It takes R log R for R rows.
// The error wraps ErrInstance.
func NewInstance(columns int, rows []Row) (*Instance, error) {
	if columns < 0 || columns > MaxColumns {
		return nil, fmt.Errorf("%w: %d columns, want 0 to %d", ErrInstance, columns, MaxColumns)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: it has no rows", ErrInstance)
	}
	in := &Instance{columns: columns}
	all := FirstColumns(columns)
	for i, r := range rows {
		switch foreign := r.Columns.Minus(all); {
		case r.Denominator == 0 || r.Denominator > mostDenominator || r.Numerator > r.Denominator:
			return nil, fmt.Errorf("%w: row %d has the target %d / %d, want one from 0 to 1, denominator at most 2^62",
				ErrInstance, i+1, r.Numerator, r.Denominator)
		case foreign != Vector{}:
			return nil, fmt.Errorf("%w: row %d has column %d of %d", ErrInstance, i+1, foreign.Smallest(), columns)
		case r.Weight < 1 || r.Weight > mostWeight-in.weight:
			return nil, fmt.Errorf("%w: row %d has the weight %d, want 1 or more, and at most 2^31 in all rows",
				ErrInstance, i+1, r.Weight)
		}
		in.weight += r.Weight
	}
	sorted := merge(rows)
	in.digest = digestOf(sorted, columns)
	in.chooseGrid(sorted)
	in.group(sorted)
	return in, nil
}

// merge sorts rows by their columns, last word first, and then by denominator and numerator, and
// adds up the weights of equal ones.
func merge(rows []Row) []Row {
	sorted := slices.Clone(rows)
	order := func(a, b Row) int {
		return cmp.Or(a.Columns.Compare(b.Columns), cmp.Compare(a.Denominator, b.Denominator),
			cmp.Compare(a.Numerator, b.Numerator))
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

// digestOf is the SHA-256 of the merged rows in little-endian words: two or more of the columns, numerator and
// denominator of the target, and the weight.
func digestOf(rows []Row, columns int) (digest [sha256.Size]byte) {
	hash, text := sha256.New(), []byte(nil)
	for i := range rows {
		r := &rows[i]
		for word := range max(2, (columns+63)/64) {
			text = binary.LittleEndian.AppendUint64(text, r.Columns.Word(word))
		}
		for _, word := range [...]uint64{r.Numerator, r.Denominator, uint64(r.Weight)} {
			text = binary.LittleEndian.AppendUint64(text, word)
		}
		hash.Write(text)
		text = text[:0]
	}
	hash.Sum(digest[:0])
	return digest
}

// chooseGrid takes a multiple of the common denominator of all targets near 2^gridBits, so that they
// are integers. If that denominator is larger, targets are rounded down to a multiple of 2^-gridBits,
// and are less than one unit more than their integers: the only rounding of the package.
func (in *Instance) chooseGrid(rows []Row) {
	const size = 1 << gridBits
	common := big.NewInt(1)
	for i := range rows {
		lowest := big.NewRat(int64(rows[i].Numerator), int64(rows[i].Denominator)).Denom()
		lowest.Div(lowest, new(big.Int).GCD(nil, nil, common, lowest))
		if common.Mul(common, lowest); common.BitLen() > gridBits {
			in.unit, in.slack = size, 1
			return
		}
	}
	in.unit = size / common.Int64() * common.Int64()
}

// onGrid returns a target in units of the grid, rounded down.
func (in *Instance) onGrid(r *Row) int64 {
	high, low := bits.Mul64(r.Numerator, uint64(in.unit))
	q, _ := bits.Div64(high, low, r.Denominator) // a target is at most 1, so the quotient is at most the unit
	return int64(q)
}

func (in *Instance) group(rows []Row) {
	for len(rows) > 0 {
		v, n := rows[0].Columns, 0
		for n < len(rows) && rows[n].Columns == v {
			n++
		}
		in.patterns, in.every = append(in.patterns, in.patternOf(rows[:n])), in.every.Or(v)
		rows = rows[n:]
	}
}

func (in *Instance) patternOf(rows []Row) pattern {
	type point struct{ target, rows int64 }
	points, rest := make([]point, len(rows)), int64(0)
	for i := range rows {
		points[i] = point{in.onGrid(&rows[i]), rows[i].Weight}
		rest += rows[i].Weight
	}
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(a.target, b.target) })
	p := pattern{vector: rows[0].Columns, ids: rows[0].Columns.IDs(), upTo: []int64{0}}
	var over, under wide
	for _, x := range points {
		over = over.plus(times(x.target-points[0].target, x.rows))
		if last := len(p.target) - 1; last >= 0 && p.target[last] == x.target {
			p.rows[last] += x.rows
		} else {
			p.target, p.rows = append(p.target, x.target), append(p.rows, x.rows)
		}
	}
	for k, target := range p.target {
		if k > 0 { // both are linear between two targets
			step := target - p.target[k-1]
			over, under = over.minus(times(rest, step)), under.plus(times(p.upTo[k], step))
		}
		p.over, p.under, rest = append(p.over, over), append(p.under, under), rest-p.rows[k]
		p.upTo = append(p.upTo, p.upTo[k]+p.rows[k])
	}
	return p
}

// Digest returns the SHA-256 of the instance's rows, which does not depend on their order.
func (in *Instance) Digest() [sha256.Size]byte { return in.digest }

// Columns returns the number of columns.
func (in *Instance) Columns() int { return in.columns }

// Patterns returns the number of different sets of columns that are true in a row.
func (in *Instance) Patterns() int { return len(in.patterns) }

// Features returns the columns that are true in some row.
func (in *Instance) Features() Vector { return in.every }
