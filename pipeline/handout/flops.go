package handout

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"feltlab/dataset/matrix"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/regression"
)

// Flop is a formula's estimate on one flop. Equity, Estimate and Error are fractions of 1.
type Flop struct {
	Cards    [3]cards.Card `json:"-"`
	Text     string        `json:"flop"`     // the flop
	Alike    int           `json:"alike"`    // flops that are this one up to suits, itself included
	Equity   float64       `json:"equity"`   // exact equity
	Estimate float64       `json:"estimate"` // estimate of the formula
	Error    float64       `json:"error"`    // absolute difference of both
	// Terms are the terms of the formula that are true here, those true on every flop first,
	// then the largest weight first.
	Terms regression.Formula `json:"-"`
	True  []int              `json:"true"` // numbers of the formula's features that hold here
	Row   int                `json:"-"`    // of the matrix
}

// Flops returns a formula's estimates on all flops, one for each orbit, the largest error first.
func Flops(m *matrix.Matrix, f regression.Formula) []Flop {
	suits, sorted := m.Hand.Combo.Set().Stabilizer(), Sorted(m, f)
	index := map[orbit]int{}
	var out []Flop
	errs, order := make([]float64, len(m.Flops)), make([]int, len(m.Flops))
	for i := range m.Flops {
		errs[i], order[i] = math.Abs(f.Estimate(m.Flops[i].Features)-m.Equity(i)), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(errs[b], errs[a]) })
	for _, row := range order {
		flop := &m.Flops[row]
		smallest, _ := cards.Orbit(cards.SetOf(flop.Cards[:]...), suits)
		key := orbit{smallest, flop.Wins, flop.Ties, flop.Combos}
		if at, known := index[key]; known {
			out[at].Alike++
			continue
		}
		index[key] = len(out)
		var terms regression.Formula
		for _, t := range sorted {
			if flop.Features.Has(t.ID) {
				terms = append(terms, t)
			}
		}
		out = append(out, Flop{
			Cards: flop.Cards, Text: cards.Format(flop.Cards[:]), Alike: 1,
			Equity: m.Equity(row), Estimate: f.Estimate(flop.Features), Error: errs[row],
			Terms: terms, True: terms.IDs(), Row: row,
		})
	}
	return out
}

// Worst returns the first flops of a list, at most n, of those that differ only in suits the first.
func Worst(flops []Flop, n int) []Flop {
	seen := map[cards.Set]bool{}
	out := []Flop{}
	for _, flop := range flops {
		key, _ := showdown.Canonical(cards.SetOf(flop.Cards[:]...))
		if len(out) < n && !seen[key] {
			seen[key] = true
			out = append(out, flop)
		}
	}
	return out
}

// orbit names flops that are one up to the suits that the hand does not tell apart. The counts
// keep flops apart whose equities differ because the range tells suits apart.
type orbit struct {
	flop               cards.Set
	wins, ties, combos uint64
}

// Sorted orders the terms of a formula as they are learned: what is true on every flop first,
// then the largest weight first.
func Sorted(m *matrix.Matrix, f regression.Formula) regression.Formula {
	byWeight := slices.Clone(f)
	slices.SortStableFunc(byWeight, func(a, b regression.Term) int {
		return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight))
	})
	var first, rest regression.Formula
	for _, t := range byWeight {
		if Always(m, t.ID) {
			first = append(first, t)
		} else {
			rest = append(rest, t)
		}
	}
	return append(first, rest...)
}

// Always reports whether a feature is true on every flop.
func Always(m *matrix.Matrix, id int) bool {
	for i := range m.Flops {
		if !m.Flops[i].Features.Has(id) {
			return false
		}
	}
	return true
}

// ErrFormula marks a formula without terms, of which nothing can be shown.
var ErrFormula = errors.New("empty formula")

// typical picks a flop to work out: of the flops whose error is nearest to the formula's average
// error, one with as many true terms as any has, the commonest and then the first of these.
func typical(flops []Flop, average float64) Flop {
	all := slices.Clone(flops)
	slices.SortStableFunc(all, func(a, b Flop) int {
		return cmp.Compare(math.Abs(a.Error-average), math.Abs(b.Error-average))
	})
	// One flop in ten is near enough to be typical.
	near := all[:max(1, len(all)/10)]
	best := near[0]
	for _, flop := range near {
		if c := cmp.Or(cmp.Compare(len(flop.Terms), len(best.Terms)), cmp.Compare(flop.Alike, best.Alike)); c > 0 {
			best = flop
		}
	}
	return best
}

// Group is the flops of one texture, with a formula's errors on them as fractions of 1.
type Group struct {
	Family string  `json:"family"` // kind of the texture: suits, pairs, highest card or straights
	Name   string  `json:"name"`   // the texture
	Flops  int     `json:"flops"`  // number of its flops
	Equity float64 `json:"equity"` // mean equity
	Errors
}

// Textures returns a formula's errors on the groups of every family of package texture that
// occur, in its order.
func Textures(m *matrix.Matrix, f regression.Formula) ([]Group, error) {
	var out []Group
	for _, family := range features.TextureFamilies() {
		rows := make([][]int, len(family.Groups))
		for i := range m.Flops {
			g := family.Of(m.Flops[i].Cards)
			rows[g] = append(rows[g], i)
		}
		for g, name := range family.Groups {
			if len(rows[g]) == 0 {
				continue
			}
			part := rowsOf(m, rows[g])
			errs, err := part.Evaluate(f)
			if err != nil {
				return nil, err
			}
			out = append(out, Group{family.Name, name, len(rows[g]), mean(part.Equity), *errorsOf(errs)})
		}
	}
	return out, nil
}

// rowsOf returns some rows of a matrix as an instance.
func rowsOf(m *matrix.Matrix, rows []int) *regression.Instance {
	inst := &regression.Instance{Hand: m.Hand.Text, Range: m.Range, Columns: matrix.Columns()}
	for _, i := range rows {
		inst.Features = append(inst.Features, m.Flops[i].Features)
		inst.Equity = append(inst.Equity, m.Equity(i))
		inst.Weight = append(inst.Weight, 1)
	}
	return inst
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
