package vipr

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"feltlab/model/proof"
	"feltlab/solvers/cover"
)

// column is a column of the instance that is true in some row, or the first of a whole group that is.
type column struct {
	id           int
	unit         int      // number of the first column of its whole group, or its own; they share z and its constraints
	lower, upper *big.Rat // bounds of the weight
	with         bool     // every formula of the claim has it
	after        int      // number of the interchangeable column that a formula uses before it, or -1

	x, z      int // variables: the weight, and whether it is used
	none, all int // constraints: z >= 0 and z <= 1
	forced    int // z >= 1, of a column that every formula has
	down, up  int // x >= lower z and x <= upper z
	order     int // z <= that of the column before
}

// pattern is the rows in which the same columns are true, by ascending target.
type pattern struct {
	columns []int // numbers in program.columns
	target  []*big.Rat
	weight  []int64
	sum     int64         // of the weights
	d       []int         // variables: the distances of the targets from the estimate, as they count; average only
	over    []int         // constraints: above (target - estimate) <= d, or estimate >= target - limit
	under   []int         // constraints: below (estimate - target) <= d, or estimate <= target + limit
	lines   map[int]*line // by the number of targets below the estimate
}

// program is the integer program whose solutions are the formulas of a claim with an error of at most a limit.
type program struct {
	*writer
	h         *proof.Header
	low, unit *big.Rat // the least target, and the range of the targets
	limit     *big.Rat // in the unit of the target
	columns   []column
	units     []int       // numbers of columns that are the first of their whole group, or in none
	number    map[int]int // in columns, by column of the instance
	cover     *cover.Problem
	most      int // how many of the columns a formula may have

	constraints, bounds int // how many there are, once they were counted
	patterns            []pattern
	weight              int64    // of all rows, times the mean of above and below
	above, below        int64    // what distances above and below the estimate count
	one                 int64    // the kernel's multiplier for a slope of 1
	common              *big.Int // denominator of all targets

	names           []string // of variables
	integers        []int
	intercept       int // variable, or -1
	least, greatest int // constraints: bounds of the intercept
	budget          int // constraint: at most so many columns
	groups          []int
	rounds          map[int]*round // by column of the instance; 0 is the intercept
	total           int            // constraint: the sum of all errors; average only
	solution        *solution      // nil without a formula
}

func (m *program) average() bool { return m.h.Loss == proof.Average }

// sum returns an empty sum for a constraint of the program.
func (m *program) sum() *list {
	if m.solution == nil {
		return &list{}
	}
	return &list{values: m.solution.values}
}

func decimal(d proof.Decimal) *big.Rat { return big.NewRat(int64(d), int64(proof.One)) }

// newProgram reads a claim about an instance, of which it gets the rows.
func newProgram(in *proof.Instance, rows []proof.Row, p *proof.Proof) (*program, error) {
	h := &p.Header
	m := &program{h: h, number: map[int]int{}, low: new(big.Rat), unit: big.NewRat(1, 1), common: big.NewInt(1),
		intercept: -1}
	if r := h.Rules; r != nil {
		m.low = decimal(r.Low)
		m.unit.Sub(decimal(r.High), m.low)
	}
	if m.limit = below(h.Cutoff, m.unit); m.limit.Sign() < 0 {
		return nil, fmt.Errorf("%w: the cutoff is %v, and every formula has a larger error", ErrClaim, h.Cutoff)
	}
	m.cover = cover.Of(in, p)
	units := h.Rules.Units(in.Features())
	for id := range in.Features().Or(units).All() {
		c := column{id: id, lower: big.NewRat(-1, 1), upper: big.NewRat(1, 1), with: h.With.Has(id), after: -1}
		if h.Rules != nil {
			c.lower, c.upper = decimal(h.Rules.Bounds[id-1].Lower), decimal(h.Rules.Bounds[id-1].Upper)
		}
		if before := m.cover.After[id]; before != 0 {
			c.after = m.number[before]
		}
		m.number[id] = len(m.columns)
		if units.Has(id) {
			m.units = append(m.units, len(m.columns))
		}
		c.unit = m.number[h.Rules.Units(proof.VectorOf(id)).Smallest()]
		m.columns = append(m.columns, c)
	}
	m.most = m.cover.Most + len(m.cover.Chosen.IDs())
	above, below := h.Rules.Slopes()
	if m.one = above; above != below { // thousandths
		m.one = (above + below) / 1000
	}
	m.above, m.below = above/m.one, below/m.one
	m.group(rows)
	m.weight *= (m.above + m.below) / 2
	return m, nil
}

// below returns a decimal less than a fraction by at most 10^-13, in a unit.
func below(fraction float64, unit *big.Rat) *big.Rat {
	const digits = 10_000_000_000_000
	n := new(big.Rat).SetFloat64(fraction)
	n.Mul(n, big.NewRat(digits, 1))
	whole := new(big.Int).Quo(n.Num(), n.Denom())
	if n.IsInt() {
		whole.Sub(whole, big.NewInt(1))
	}
	n.SetFrac(whole, big.NewInt(digits))
	return n.Mul(n, unit)
}

// group sorts the rows into patterns, in the kernel's order.
func (m *program) group(rows []proof.Row) {
	sorted := slices.Clone(rows)
	target := func(r *proof.Row) *big.Rat {
		y := new(big.Rat).SetFrac(new(big.Int).SetUint64(r.Numerator), new(big.Int).SetUint64(r.Denominator))
		return y.Add(m.low, y.Mul(y, m.unit))
	}
	slices.SortStableFunc(sorted, func(a, b proof.Row) int { return a.Columns.Compare(b.Columns) })
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[from].Columns == sorted[to].Columns {
			to++
		}
		p := pattern{lines: map[int]*line{}}
		for _, id := range sorted[from].Columns.IDs() {
			p.columns = append(p.columns, m.number[id])
		}
		weights := map[string]int64{}
		for i := range sorted[from:to] {
			r := &sorted[from+i]
			y := target(r)
			if weights[y.RatString()] == 0 {
				p.target = append(p.target, y)
				rest := new(big.Int).Quo(y.Denom(), new(big.Int).GCD(nil, nil, m.common, y.Denom()))
				m.common.Mul(m.common, rest)
			}
			weights[y.RatString()] += r.Weight
			p.sum += r.Weight
		}
		slices.SortFunc(p.target, (*big.Rat).Cmp)
		for _, y := range p.target {
			p.weight = append(p.weight, weights[y.RatString()])
		}
		m.patterns, m.weight, from = append(m.patterns, p), m.weight+p.sum, to
	}
}

func (m *program) variable(name string, whole bool) int {
	m.names = append(m.names, name)
	if whole {
		m.integers = append(m.integers, len(m.names)-1)
	}
	return len(m.names) - 1
}

func (m *program) variables() {
	for i := range m.columns {
		c := &m.columns[i]
		c.x = m.variable(fmt.Sprint("x", c.id), false)
		if c.z = m.columns[c.unit].z; c.unit == i {
			c.z = m.variable(fmt.Sprint("z", c.id), true)
		}
	}
	if m.h.Rules != nil && m.h.Rules.Intercept != proof.NoIntercept {
		m.intercept = m.variable("x0", false)
	}
	m.rounds = map[int]*round{}
	if !m.h.Rules.Any() {
		for _, c := range m.columns {
			m.roundVariables(c.id)
		}
		if m.h.Rules.Intercept == proof.RoundIntercept {
			m.roundVariables(0)
		}
	}
	for i := range m.patterns {
		p := &m.patterns[i]
		for k := range p.target {
			if m.average() {
				p.d = append(p.d, m.variable(fmt.Sprintf("d%d_%d", i, k), false))
			}
		}
	}
}

// write writes the program up to its derivations. Comments name the columns.
func (m *program) write(comment string) {
	m.next = 0
	m.print("%% %s\n", comment)
	for _, c := range m.columns {
		if len(m.h.Labels.Columns) >= c.id {
			m.print("%% x%d is the weight of %q\n", c.id, m.h.Labels.Columns[c.id-1])
		}
	}
	m.print("VER 1.0\nVAR %d\n%s\n", len(m.names), strings.Join(m.names, "\n"))
	m.print("INT %d\n%s\nOBJ min\n", len(m.integers), strings.Trim(fmt.Sprint(m.integers), "[]"))
	if m.solution == nil {
		m.print("0\n")
	} else {
		m.print("1 %d 1\n", m.solution.at)
	}
	m.print("CON %d %d\n", m.constraints, m.bounds)
	m.writeBounds()
	m.bounds = m.next
	m.writeRows()
	m.constraints = m.next
	m.writeSolution()
}

func whole(n int64) *big.Rat { return big.NewRat(n, 1) }

func (m *program) writeBounds() {
	l := m.sum()
	one := func(at int) *list { l.reset().add(at, 1); return l }
	for _, i := range m.units {
		c := &m.columns[i]
		c.none = m.given(fmt.Sprint("none", c.id), 'G', whole(0), one(c.z))
		c.all = m.given(fmt.Sprint("all", c.id), 'L', whole(1), one(c.z))
		if c.with {
			c.forced = m.given(fmt.Sprint("with", c.id), 'G', whole(1), one(c.z))
		}
	}
	if m.intercept >= 0 {
		b := m.h.Intercept(len(m.h.Rules.Bounds))
		m.least = m.given("least", 'G', decimal(b.Lower), one(m.intercept))
		m.greatest = m.given("greatest", 'L', decimal(b.Upper), one(m.intercept))
	}
	m.roundBounds()
}

func (m *program) writeRows() {
	l := m.sum()
	for i := range m.columns {
		c := &m.columns[i]
		l.reset().add(c.x, 1)
		l.addRat(c.z, new(big.Rat).Neg(c.lower))
		c.down = m.given(fmt.Sprint("down", c.id), 'G', whole(0), l)
		l.reset().add(c.x, 1)
		l.addRat(c.z, new(big.Rat).Neg(c.upper))
		c.up = m.given(fmt.Sprint("up", c.id), 'L', whole(0), l)
		if c.after >= 0 {
			l.reset().add(m.columns[c.after].z, 1)
			l.add(c.z, -1)
			c.order = m.given(fmt.Sprint("order", c.id), 'G', whole(0), l)
		}
	}
	l.reset()
	for _, n := range m.units {
		l.add(m.columns[n].z, 1)
	}
	m.budget = m.given("budget", 'L', whole(int64(m.most)), l)
	if m.h.Rules != nil {
		m.groups = m.groups[:0]
		for g, group := range m.cover.Groups {
			l.reset()
			for id := range group.Columns.All() {
				l.add(m.columns[m.number[id]].z, 1)
			}
			m.groups = append(m.groups, m.given(fmt.Sprint("group", g+1), 'L', whole(int64(group.Most)), l))
		}
	}
	m.roundRows()
	m.writeErrors()
}

// writeErrors writes the constraints of the patterns, and of the sum of their errors.
func (m *program) writeErrors() {
	l := m.sum()
	for i := range m.patterns {
		p := &m.patterns[i]
		p.over, p.under = p.over[:0], p.under[:0]
		for k, y := range p.target {
			for _, sign := range []int64{1, -1} {
				counts := m.above
				if sign < 0 {
					counts = m.below
				}
				m.estimate(l.reset(), p, counts)
				right := new(big.Rat).Mul(whole(counts), y)
				switch {
				case m.average():
					l.add(p.d[k], sign)
				case m.solution != nil:
					l.add(m.solution.at, sign)
				default:
					right.Sub(right, new(big.Rat).Mul(whole(sign), m.limit))
				}
				if sign > 0 {
					p.over = append(p.over, m.given(fmt.Sprintf("over%d_%d", i, k), 'G', right, l))
				} else {
					p.under = append(p.under, m.given(fmt.Sprintf("under%d_%d", i, k), 'L', right, l))
				}
			}
		}
	}
	right := new(big.Rat).Mul(whole(m.weight), m.limit)
	l.reset()
	if s := m.solution; s != nil {
		l.add(s.at, 1)
		l.addRat(s.above, new(big.Rat).Neg(s.error))
		s.below = m.given("below", 'L', m.limit, l)
		l.reset().add(s.at, 1)
		l.addRat(s.above, new(big.Rat).Neg(m.limit))
		s.beyond = m.given("beyond", 'G', whole(0), l)
		l.reset().add(s.at, -m.weight)
		right.SetInt64(0)
	}
	if m.average() {
		m.total = m.given("total", 'L', right, m.distances(l))
	}
}

// distances adds all distances to a sum, as often as they count.
func (m *program) distances(l *list) *list {
	for _, p := range m.patterns {
		for k, d := range p.d {
			l.add(d, p.weight[k])
		}
	}
	return l
}

// groupOf returns the number of the group of a column in those of the covering problem, or -1.
func (m *program) groupOf(n int) int {
	return slices.IndexFunc(m.cover.Groups, func(g proof.Group) bool { return g.Columns.Has(m.columns[n].id) })
}

func (m *program) estimate(l *list, p *pattern, times int64) {
	if m.intercept >= 0 {
		l.add(m.intercept, times)
	}
	for _, n := range p.columns {
		l.add(m.columns[n].x, times)
	}
}
