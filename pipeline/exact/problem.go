package exact

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
)

// ErrProblem marks rows that are no problem: none, an empty range on a flop, weights that are not
// positive integers.
var ErrProblem = errors.New("exact: not a table of equities")

// Problem is the flops of a hand against a range, or other rows, grouped by their features. It is
// immutable; its methods may be called from many goroutines.
type Problem struct {
	den      *big.Int // equities are integers over den
	total    int64    // rows, with their multiplicity
	patterns []pattern
}

// pattern is the rows with the same features.
type pattern struct {
	vector features.Vector
	value  []*big.Int // equities times den, ascending
	weight []int64    // multiplicities
	total  int64
}

// row is a row before grouping.
type row struct {
	vector features.Vector
	value  *big.Int
	weight int64
}

// runouts is the number of turns and rivers after a flop when four hole cards are out, times two:
// half wins are counted.
const runouts = 2 * equity.RunoutsOnFlop

// FromFlops takes the counts of a hand on its flops. The error wraps ErrProblem.
func FromFlops(hand cards.Combo, flops []equity.Flop) (*Problem, error) {
	den := big.NewInt(runouts)
	seen := map[uint64]bool{}
	for i := range flops {
		combos := flops[i].Combos
		if combos == 0 {
			return nil, fmt.Errorf("%w: the range is empty on %s", ErrProblem, cards.Format(flops[i].Cards[:]))
		}
		if !seen[combos] {
			seen[combos] = true
			den = lcm(den, new(big.Int).Mul(big.NewInt(runouts), new(big.Int).SetUint64(combos)))
		}
	}
	rows := make([]row, len(flops))
	for i := range flops {
		f := &flops[i]
		value := new(big.Int).SetUint64(2*f.Wins + f.Ties)
		value.Mul(value, den)
		value.Div(value, new(big.Int).Mul(big.NewInt(runouts), new(big.Int).SetUint64(f.Combos)))
		rows[i] = row{features.Of(hand, f.Cards), value, 1}
	}
	return group(den, rows)
}

// FromInstance takes the equities of an instance as the binary fractions that they are. The error
// wraps ErrProblem; weights must be integers.
func FromInstance(inst *regression.Instance) (*Problem, error) {
	if err := inst.Validate(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrProblem, err)
	}
	values := make([]*big.Rat, len(inst.Equity))
	den := big.NewInt(1)
	for i, e := range inst.Equity {
		values[i] = new(big.Rat).SetFloat64(e)
		if d := values[i].Denom(); d.Cmp(den) > 0 { // powers of two
			den = d
		}
	}
	rows := make([]row, len(values))
	for i, v := range values {
		w := int64(inst.Weight[i])
		if float64(w) != inst.Weight[i] {
			return nil, fmt.Errorf("%w: row %d has the weight %v", ErrProblem, i, inst.Weight[i])
		}
		scaled := new(big.Int).Div(den, v.Denom())
		rows[i] = row{inst.Features[i], scaled.Mul(scaled, v.Num()), w}
	}
	return group(den, rows)
}

func lcm(a, b *big.Int) *big.Int {
	d := new(big.Int).GCD(nil, nil, a, b)
	return d.Mul(d.Div(a, d), b)
}

// group sorts rows into patterns, in ascending order of the vectors, the second word first.
func group(den *big.Int, rows []row) (*Problem, error) {
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: no rows", ErrProblem)
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(compareVectors(x.vector, y.vector), x.value.Cmp(y.value))
	})
	p := &Problem{den: den}
	for i, r := range rows {
		if i == 0 || rows[i-1].vector != r.vector {
			p.patterns = append(p.patterns, pattern{vector: r.vector})
		}
		q := &p.patterns[len(p.patterns)-1]
		q.value, q.weight = append(q.value, r.value), append(q.weight, r.weight)
		q.total += r.weight
		p.total += r.weight
	}
	return p, nil
}

// Patterns returns the number of different feature vectors, and so of multipliers.
func (p *Problem) Patterns() int { return len(p.patterns) }

// Twins returns, for each feature that is true somewhere, the smallest feature that is true on the same rows; 0
// for the others and for index 0.
func (p *Problem) Twins() [features.Count + 1]int {
	vectors := make([]features.Vector, len(p.patterns))
	for i := range p.patterns {
		vectors[i] = p.patterns[i].vector
	}
	return Twins(vectors)
}

// Twins is Problem.Twins for the different feature vectors of a problem.
func Twins(vectors []features.Vector) (smallest [features.Count + 1]int) {
	seen := map[string]int{}
	for id := 1; id <= features.Count; id++ {
		key := make([]byte, len(vectors))
		used := false
		for i, v := range vectors {
			if v.Has(id) {
				key[i], used = 1, true
			}
		}
		if !used {
			continue
		}
		if _, ok := seen[string(key)]; !ok {
			seen[string(key)] = id
		}
		smallest[id] = seen[string(key)]
	}
	return smallest
}

// Vectors lists the different feature vectors among those given in the order in which a problem has its
// patterns: ascending, the second word first.
func Vectors(all []features.Vector) []features.Vector {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, compareVectors)
	return slices.Compact(sorted)
}

func compareVectors(a, b features.Vector) int {
	return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0]))
}
