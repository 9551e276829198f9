package proof

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// randomCut makes a cut, and a formula without its columns.
func randomCut(r *rand.Rand, ids []int) (c Cut, allowed []int) {
	c = Cut{Columns: some(r, ids, 2)}
	for _, k := range r.Perm(len(ids)) {
		if id := ids[k]; !c.Columns.Has(id) {
			allowed = append(allowed, id)
		}
	}
	return c, allowed
}

// TestBounds shows for random dual vectors, also absurd ones, that no formula that a cut rules out
// is below the bound, in fractions; and that a bound and Shows say the same.
func TestBounds(t *testing.T) {
	r := newRand(t)
	positive, tight := 0, 0
	for trial := range 500 {
		rows, ids := randomRows(r, 1+r.IntN(8), 1+r.IntN(6), trial%kinds)
		in := instanceOf(t, rows)
		loss := Loss(trial / kinds % 2)
		c, allowed := randomCut(r, ids)
		d := climb(r, in, loss, &c, 20)
		b := in.Bound(anyFormula(loss), &c, d)
		least := 1.0
		for range 3 {
			formula := descend(r, loss, rows, allowed)
			if r.IntN(2) == 0 {
				for k := range formula {
					formula[k].Weight = float64(r.IntN(3) - 1)
				}
			}
			e := exactLoss(loss, rows, formula)
			if e.Cmp(new(big.Rat).SetFloat64(b)) < 0 {
				t.Fatalf("%v error: %v has %s, the bound is %v by %+v", loss, formula, e.FloatString(20), b, d)
			}
			f, _ := e.Float64()
			least = min(least, f)
		}
		if b > 0 {
			positive++
		}
		if least > 0 && b > 0.8*least {
			tight++
		}
		h := anyFormula(loss)
		h.Cutoff = b
		if b > 0 && !in.Shows(h, &c, d) {
			t.Errorf("bound %v is not shown", b)
		}
		if h.Cutoff = b + 0x1p-50; in.Shows(h, &c, d) {
			t.Errorf("bound %v, %v is shown", b, h.Cutoff)
		}
	}
	t.Logf("%d bounds above 0, %d above 0.8 of an error", positive, tight)
	if positive < 200 || tight < 50 {
		t.Errorf("only %d bounds above 0, %d above 0.8 of an error", positive, tight)
	}
}

// separable is an instance whose best formulas are known exactly: one pattern for each of some
// classes of duplicates, and one without features.
type separable struct {
	rows      []Row
	in        *Instance
	class     []Vector
	pattern   []int      // of a class
	alone     []*big.Rat // loss of a pattern whose estimate is 0
	best      []*big.Rat // the least it can have
	rest      *big.Rat   // loss of the one without features
	loss      Loss
	medians   []float64
	withClass [129]int
}

func newSeparable(t testing.TB, r *rand.Rand, loss Loss, classes, kind int) *separable {
	s := &separable{loss: loss}
	ids := r.Perm(testColumns)
	add := func(v Vector) {
		for range 1 + r.IntN(5) {
			row := Row{Columns: v, Weight: 1 + r.Int64N(1<<r.IntN(20))}
			randomCount(r, kind, &row)
			s.rows = append(s.rows, row)
		}
	}
	add(set())
	for k := range classes {
		var v Vector
		for range 1 + r.IntN(3) {
			v, ids = v.With(ids[0]+1), ids[1:]
		}
		for _, id := range v.IDs() {
			s.withClass[id] = k
		}
		s.class = append(s.class, v)
		add(v)
	}
	s.in = instanceOf(t, s.rows)
	s.alone, s.best, s.pattern, s.medians = make([]*big.Rat, classes), make([]*big.Rat, classes), make([]int, classes),
		make([]float64, classes)
	for i := range s.in.patterns {
		v := s.in.patterns[i].vector
		var own []Row
		for _, row := range s.rows {
			if row.Columns == v {
				own = append(own, row)
			}
		}
		if v == set() {
			s.rest = s.of(own, nil)
			continue
		}
		k := s.withClass[v.Smallest()]
		s.pattern[k], s.alone[k] = i, s.of(own, nil)
		for _, a := range own { // the median is one of them, the middle is between two
			for _, b := range own {
				middle := fractionOf(&a)
				middle.Add(middle, fractionOf(&b)).Quo(middle, big.NewRat(2, 1))
				if e := s.of(own, middle); s.best[k] == nil || e.Cmp(s.best[k]) < 0 {
					s.best[k] = e
					s.medians[k], _ = middle.Float64()
				}
			}
		}
	}
	return s
}

func fractionOf(r *Row) *big.Rat {
	n, d := r.Numerator, r.Denominator
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(n), new(big.Int).SetUint64(d))
}

// of is the loss of some rows with one estimate: the sum of all, or the largest.
func (s *separable) of(rows []Row, estimate *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for i := range rows {
		e := fractionOf(&rows[i])
		if estimate != nil {
			e.Sub(e, estimate)
		}
		if e.Abs(e); s.loss == Average {
			sum.Add(sum, e.Mul(e, new(big.Rat).SetInt64(rows[i].Weight)))
		} else if e.Cmp(sum) > 0 {
			sum = e
		}
	}
	return sum
}

// least is the least error with the features of some classes.
func (s *separable) least(has func(class int) bool) *big.Rat {
	sum := new(big.Rat).Set(s.rest)
	for k := range s.class {
		e := s.alone[k]
		if has(k) {
			e = s.best[k]
		}
		if s.loss == Average {
			sum.Add(sum, e)
		} else if e.Cmp(sum) > 0 {
			sum = e
		}
	}
	if s.loss == Average {
		return sum.Quo(sum, new(big.Rat).SetInt64(s.in.weight))
	}
	return new(big.Rat).Set(sum)
}

// cutFor is the cut that says that the features of some classes are not enough, with its best dual
// vector.
func (s *separable) cutFor(has func(class int) bool) Cut {
	c := Cut{Dual: &Dual{}}
	worst, above := new(big.Rat), true
	at := 0
	multipliers := make([]float64, len(s.in.patterns))
	for i := range s.in.patterns {
		multipliers[i] = -float64(s.in.patterns[i].all())
		if s.in.patterns[i].vector == set() {
			worst, at = s.rest, i
		}
	}
	weights := make([]float64, testColumns+1)
	for k, v := range s.class {
		e := s.alone[k]
		if has(k) {
			multipliers[s.pattern[k]] = 0
			weights[v.Smallest()] = s.medians[k]
			e = s.best[k]
		} else {
			c.Columns = c.Columns.Or(v)
		}
		if e.Cmp(worst) > 0 {
			worst, at, above = e, s.pattern[k], !has(k)
		}
	}
	if s.loss == Average {
		*c.Dual = s.in.DualOf(&Header{}, weights, multipliers)
		return c
	}
	c.Dual.Above = []Entry{{at, 1 << 40}}
	if !above {
		c.Dual.Below = []Entry{{at, 1 << 40}}
	}
	return c
}

// TestSharp compares cutoffs with the least error that is known exactly: none above may be shown,
// nearly all below must be. It is what finds wrong directions of rounding.
func TestSharp(t *testing.T) {
	r := newRand(t)
	near := 0
	for trial := range 1500 {
		s := newSeparable(t, r, Loss(trial%2), 1+r.IntN(4), trial/2%kinds)
		keep := r.Uint64()
		has := func(class int) bool { return keep>>class&1 != 0 }
		least := s.least(has)
		c := s.cutFor(has)
		f, _ := least.Float64()
		h := anyFormula(s.loss)
		h.Cutoff = f
		for new(big.Rat).SetFloat64(h.Cutoff).Cmp(least) <= 0 {
			h.Cutoff = math.Nextafter(h.Cutoff, 2)
		}
		if s.in.Shows(h, &c, c.Dual) {
			t.Fatalf("%v error: cutoff %v is shown, the least is %s: %+v", s.loss, h.Cutoff, least.FloatString(22),
				s.rows)
		}
		if s.in.Bound(anyFormula(s.loss), &c, c.Dual) >= h.Cutoff {
			t.Fatal("the bound is above the least error")
		}
		if h.Cutoff = f - 0x1p-50; h.Cutoff > 0 {
			near++
			if !s.in.Shows(h, &c, c.Dual) {
				t.Fatalf("%v error: cutoff %v is not shown, the least is %s: %+v", s.loss, h.Cutoff,
					least.FloatString(22), s.rows)
			}
		}
	}
	if near < 1000 {
		t.Errorf("only %d errors above 0", near)
	}
}

// TestSlopes holds the multipliers that are not listed, and those out of range, to what they stand
// for.
func TestSlopes(t *testing.T) {
	in := instanceOf(t, []Row{
		row(set(1), 1, 0, 2, 3), row(set(1), 1, 0, 1, 2), row(set(2), 1, 0, 1, 5),
	})
	cut := &Cut{Columns: set(2)}
	bound := func(d *Dual) float64 { return in.Bound(anyFormula(Average), cut, d) }
	half := Dual{Weights: []Entry{{1, WeightUnit / 2}}}
	listed := func(at int, m int64) *Dual { return &Dual{Weights: half.Weights, Slopes: []Entry{{at, m}}} }
	for _, c := range []struct {
		name string
		a, b *Dual
		same bool
	}{
		{"right of an equity", &half, listed(0, MultiplierUnit), true},
		{"left of an equity", &half, listed(0, -5*MultiplierUnit), false},
		{"right of all", &Dual{Weights: []Entry{{1, WeightUnit}}}, &Dual{Slopes: []Entry{{0, 5 * MultiplierUnit}}},
			true},
		{"left of all", &Dual{}, &Dual{Slopes: []Entry{{0, -5 * MultiplierUnit}}}, true},
		{"above all slopes", listed(0, math.MaxInt64), listed(0, 5*MultiplierUnit), true},
		{"below all slopes", listed(1, math.MinInt64), listed(1, -5*MultiplierUnit), true},
		{"the least loss", listed(0, 0), &Dual{Slopes: []Entry{{0, 0}}}, true},
	} {
		if (bound(c.a) == bound(c.b)) != c.same {
			t.Errorf("%s: %v and %v", c.name, bound(c.a), bound(c.b))
		}
	}
	if b := bound(listed(0, 0)); math.Abs(b-0.6) > 1e-12 { // 2 * 0.5 and 5 * 1 of 10
		t.Errorf("the bound is %v, want 0.6", b)
	}
}

// TestLargestNumbers has all that is as large as it may be.
func TestLargestNumbers(t *testing.T) {
	var all Vector
	for id := 1; id <= testColumns; id++ {
		all = all.With(id)
	}
	for _, deals := range []uint64{1, 1 << 61, 1<<61 - 1} {
		in := instanceOf(t, []Row{row(all, deals, 0, deals, mostWeight-1), row(set(), deals-1, 1, deals, 1)})
		every := Cut{Columns: all}
		for _, c := range []struct {
			loss Loss
			d    *Dual
			cut  Cut
			want float64
		}{
			{Average, &Dual{Slopes: []Entry{{0, math.MinInt64}, {1, math.MinInt64}}}, every, 1},
			{Average, &Dual{Slopes: []Entry{{0, math.MaxInt64}, {1, math.MaxInt64}}}, every, 0},
			{Average, &Dual{Slopes: []Entry{{0, math.MinInt64}, {1, math.MinInt64}}}, Cut{}, 0},
			{Largest, &Dual{Above: []Entry{{1, mostMass}}}, every, 1},
			{Largest, &Dual{Above: []Entry{{1, mostMass}}}, Cut{}, 0},
			{Largest, &Dual{Below: []Entry{{1, mostMass}}}, every, 0},
			{Largest, &Dual{Below: []Entry{{1, mostMass}}}, Cut{}, 0},
		} {
			if b := in.Bound(anyFormula(c.loss), &c.cut, c.d); math.Abs(b-c.want) > 1e-8 || b > c.want {
				t.Errorf("%v error, %+v: %v, want %v", c.loss, c.d, b, c.want)
			}
		}
	}
}

// TestRefusedDuals has dual vectors that are none.
func TestRefusedDuals(t *testing.T) {
	in := instanceOf(t, []Row{row(set(1), 1, 0, 2, 1), row(set(2), 2, 0, 2, 1)})
	one := []Entry{{1, 1}}
	for name, c := range map[string]struct {
		loss Loss
		d    *Dual
	}{
		"none":              {Average, nil},
		"feature 0":         {Average, &Dual{Weights: []Entry{{0, 1}}}},
		"feature 74":        {Average, &Dual{Weights: []Entry{{74, 1}}}},
		"weight":            {Average, &Dual{Weights: []Entry{{1, WeightUnit + 1}}}},
		"negative weight":   {Average, &Dual{Weights: []Entry{{1, math.MinInt64}}}},
		"features twice":    {Average, &Dual{Weights: []Entry{{1, 1}, {1, 1}}}},
		"features order":    {Average, &Dual{Weights: []Entry{{2, 1}, {1, 1}}}},
		"pattern -1":        {Average, &Dual{Slopes: []Entry{{-1, 1}}}},
		"pattern 2":         {Average, &Dual{Slopes: []Entry{{2, 1}}}},
		"patterns twice":    {Average, &Dual{Slopes: []Entry{{1, 1}, {1, 1}}}},
		"above of average":  {Average, &Dual{Above: one}},
		"below of average":  {Average, &Dual{Below: one}},
		"weight of largest": {Largest, &Dual{Weights: one, Above: one}},
		"slope of largest":  {Largest, &Dual{Slopes: one, Above: one}},
		"no mass":           {Largest, &Dual{}},
		"mass 0":            {Largest, &Dual{Above: []Entry{{0, 0}}}},
		"too much mass":     {Largest, &Dual{Above: []Entry{{0, mostMass + 1}}}},
		"mass in all":       {Largest, &Dual{Above: []Entry{{0, mostMass}}, Below: one}},
		"mass that wraps":   {Largest, &Dual{Above: []Entry{{0, math.MaxInt64}, {1, math.MaxInt64}}, Below: one}},
		"negative above":    {Largest, &Dual{Above: []Entry{{0, 2}, {1, -1}}}},
		"negative below":    {Largest, &Dual{Above: one, Below: []Entry{{1, -1}}}},
		"below twice":       {Largest, &Dual{Below: []Entry{{1, 1}, {1, 1}}}},
		"above pattern 2":   {Largest, &Dual{Above: []Entry{{2, 1}}}},
		"below pattern -1":  {Largest, &Dual{Below: []Entry{{-1, 1}}}},
	} {
		cut := &Cut{Columns: set(1, 2)}
		if in.Shows(anyFormula(c.loss), cut, c.d) || in.Bound(anyFormula(c.loss), cut, c.d) != 0 {
			t.Errorf("%s: shows a cut", name)
		}
	}
}
