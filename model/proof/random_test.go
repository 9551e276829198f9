package proof

import (
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"feltlab/internal/must"
)

var seed = flag.Uint64("seed", 1, "seed of the random instances")

// How many random claims and tables some tests take; the slow tests take more.
var randomTrees, wideClaims, tightClaims, wrongTables = 80, 5, 24, 200

// newRand returns a generator whose seed is printed when the test fails.
func newRand(t testing.TB) *rand.Rand {
	t.Logf("-seed=%d", *seed)
	return rand.New(rand.NewPCG(*seed, 0))
}

// testColumns is the number of columns of random instances: by default as many as format 1 has.
var testColumns = columns1

// named returns labels with the names of a number of columns.
func named(columns int) Labels {
	l := Labels{Rows: "22+,A2s+", Source: "AA"}
	for id := range columns {
		l.Columns = append(l.Columns, fmt.Sprintf("column %d", id+1))
	}
	return l
}

// anyFormula is a claim about formulas with any number of columns.
func anyFormula(loss Loss) *Header { return &Header{Loss: loss, Features: testColumns} }

// row makes a row of counts, as the instances of poker hands have them.
func row(columns Vector, wins, ties, deals uint64, weight int64) Row {
	return Row{Columns: columns, Numerator: 2*wins + ties, Denominator: 2 * deals, Weight: weight}
}

var set = VectorOf

// some returns each of some features with a chance of one in n.
func some(r *rand.Rand, ids []int, n int) (v Vector) {
	for _, id := range ids {
		if r.IntN(n) == 0 {
			v = v.With(id)
		}
	}
	return v
}

// randomCount makes an equity of one of the kinds that grids differ by: small denominators, that of
// a flop against any two cards, any at all. Often it is 0 or 1.
func randomCount(r *rand.Rand, kind int, row *Row) {
	switch kind {
	case 0:
		row.Denominator = 2 + 2*r.Uint64N(20)
	case 1:
		row.Denominator = 2 * 1081 * 990
	default:
		row.Denominator = 2 + 2*(r.Uint64N(mostDenominator/2)>>r.IntN(60))
	}
	switch r.IntN(8) {
	case 0:
	case 1:
		row.Numerator = row.Denominator
	default:
		row.Numerator = r.Uint64N(row.Denominator + 1)
	}
}

const kinds = 3 // of equities

// randomRows makes n rows with m features, the first of which are duplicates, and one more that is
// true nowhere.
func randomRows(r *rand.Rand, n, m, kind int) (rows []Row, ids []int) {
	for _, j := range r.Perm(testColumns)[:m+1] {
		ids = append(ids, j+1)
	}
	duplicates := r.IntN(4)
	for range n {
		row := Row{Columns: some(r, ids[:m], 2), Weight: 1 + r.Int64N(1<<r.IntN(20))}
		for _, id := range ids[1:min(1+duplicates, m)] {
			if row.Columns.Has(id) != row.Columns.Has(ids[0]) {
				row.Columns = row.Columns.Or(set(id)).Minus(row.Columns.And(set(id)))
			}
		}
		randomCount(r, kind, &row)
		rows = append(rows, row)
	}
	return rows, ids
}

func instanceOf(t testing.TB, rows []Row) *Instance {
	t.Helper()
	return must.Get(NewInstance(testColumns, rows))(t)
}

// exactErrors computes the errors of a formula row by row, in fractions.
func exactErrors(rows []Row, formula []Term) (average, p90, largest *big.Rat) {
	all := make([]*big.Rat, len(rows))
	places := make([]int, len(rows))
	average, total := new(big.Rat), int64(0)
	for i := range rows {
		e := fractionOf(&rows[i])
		for _, x := range formula {
			if rows[i].Columns.Has(x.ID) {
				e.Sub(e, new(big.Rat).SetFloat64(x.Weight))
			}
		}
		all[i], places[i] = e.Abs(e), i
		w := new(big.Rat).SetInt64(rows[i].Weight)
		average.Add(average, w.Mul(w, e))
		total += rows[i].Weight
	}
	slices.SortFunc(places, func(a, b int) int { return all[a].Cmp(all[b]) })
	held := int64(0)
	for _, i := range places {
		if held += rows[i].Weight; p90 == nil && 10*held >= 9*total {
			p90 = all[i]
		}
	}
	return average.Quo(average, new(big.Rat).SetInt64(total)), p90, all[places[len(places)-1]]
}

func exactLoss(loss Loss, rows []Row, formula []Term) *big.Rat {
	average, _, largest := exactErrors(rows, formula)
	if loss == Largest {
		return largest
	}
	return average
}

// descend looks for good weights of some features, one after the other, in doubles.
func descend(r *rand.Rand, loss Loss, rows []Row, support []int) []Term {
	formula := make([]Term, len(support))
	for k, id := range support {
		formula[k] = Term{id, math.Round(20*(2*r.Float64()-1)) / 20}
	}
	for range 3 {
		for k := range formula {
			t := &formula[k]
			var rest []float64 // equities less what the others estimate
			for i := range rows {
				n, d := rows[i].Numerator, rows[i].Denominator
				e := float64(n) / float64(d)
				for _, x := range formula {
					if x.ID != t.ID && rows[i].Columns.Has(x.ID) {
						e -= x.Weight
					}
				}
				rest = append(rest, e)
			}
			value := func(x float64) (v float64) {
				for i := range rows {
					e := rest[i]
					if rows[i].Columns.Has(t.ID) {
						e -= x
					}
					if loss == Largest {
						v = max(v, math.Abs(e))
					} else {
						v += math.Abs(e) * float64(rows[i].Weight)
					}
				}
				return v
			}
			for _, x := range slices.Concat(rest, []float64{(slices.Min(rest) + slices.Max(rest)) / 2}) {
				if x = min(max(x, -1), 1); value(x) < value(t.Weight) {
					t.Weight = x
				}
			}
		}
	}
	return formula
}

// randomDual makes a dual vector, from sensible to absurd.
func randomDual(r *rand.Rand, in *Instance, loss Loss) *Dual {
	d := &Dual{}
	sparse := 1 + r.IntN(4)
	entries := func(first, last int, value func(at int) int64) (all []Entry) {
		for at := first; at <= last; at++ {
			if r.IntN(sparse) == 0 {
				all = append(all, Entry{at, value(at)})
			}
		}
		return all
	}
	last := len(in.patterns) - 1
	if loss == Largest {
		mass := func(int) int64 { return r.Int64N(1 << r.IntN(45)) }
		d.Above, d.Below = entries(0, last, mass), entries(0, last, mass)
		return d
	}
	d.Weights = entries(1, testColumns, func(int) int64 { return r.Int64N(2*WeightUnit+1) - WeightUnit })
	d.Slopes = entries(0, last, func(at int) int64 {
		if r.IntN(4) == 0 {
			return int64(r.Uint64()) >> r.IntN(64)
		}
		return int64((2*r.Float64() - 1) * float64(-in.patterns[at].all()*MultiplierUnit))
	})
	return d
}

// climb changes a dual vector at random where that makes its bound larger.
func climb(r *rand.Rand, in *Instance, loss Loss, c *Cut, steps int) *Dual {
	best := randomDual(r, in, loss)
	bound := in.Bound(anyFormula(loss), c, best)
	for range steps {
		d := randomDual(r, in, loss)
		if r.IntN(3) > 0 { // one entry of the best
			d = best.clone()
			if part := *d.parts()[r.IntN(4)]; len(part) > 0 {
				e := &part[r.IntN(len(part))]
				e.Value = int64(float64(e.Value) * 2 * r.Float64())
				if loss == Average && e.Value > -WeightUnit/2 && e.Value < WeightUnit/2 && r.IntN(2) == 0 {
					e.Value = -e.Value
				}
			}
		}
		if b := in.Bound(anyFormula(loss), c, d); b > bound {
			best, bound = d, b
		}
	}
	return best
}
