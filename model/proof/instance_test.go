package proof

import (
	"errors"
	"math"
	"slices"
	"testing"
	"time"
)

func TestDigest(t *testing.T) {
	r := newRand(t)
	for trial := range 60 {
		rows, _ := randomRows(r, 12, 6, trial%kinds)
		want := instanceOf(t, rows).Digest()
		other := slices.Clone(rows)
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		if k := r.IntN(len(other)); other[k].Weight > 1 { // the same, as two rows
			part := other[k]
			part.Weight--
			other[k].Weight = 1
			other = append(other, part)
		}
		if instanceOf(t, other).Digest() != want {
			t.Fatal("the digest depends on the order of rows")
		}
		for k, change := range []func(row *Row){
			func(row *Row) { row.Columns.high ^= 1 << 8 },
			func(row *Row) { row.Weight++ },
			func(row *Row) { row.Denominator++ },
			func(row *Row) { row.Denominator, row.Numerator = row.Denominator/4*4+4, row.Numerator/4*4 },
		} {
			other := slices.Clone(rows)
			if change(&other[r.IntN(len(other))]); instanceOf(t, other).Digest() == want {
				t.Errorf("change %d: the digest is the same", k)
			}
		}
	}
}

func TestBadRows(t *testing.T) {
	good := row(set(), 1, 1, 2, 1)
	for name, rows := range map[string][]Row{
		"none":            {},
		"denominator 0":   {{Weight: 1}},
		"denominator":     {{Numerator: 1, Denominator: mostDenominator + 1, Weight: 1}},
		"above 1":         {{Numerator: 3, Denominator: 2, Weight: 1}},
		"wrapped":         {{Numerator: math.MaxUint64, Denominator: 2, Weight: 1}},
		"a column":        {{Columns: Words(0, 1<<63), Denominator: 1, Weight: 1}},
		"no weight":       {row(set(), 1, 0, 2, 0)},
		"negative":        {good, row(set(), 1, 0, 2, -1)},
		"weights":         {good, row(set(), 1, 0, 2, mostWeight)},
		"wrapped weights": {good, row(set(), 1, 0, 2, math.MaxInt64)},
	} {
		if _, err := NewInstance(columns1, rows); !errors.Is(err, ErrInstance) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, columns := range []int{-1, MaxColumns + 1} {
		if _, err := NewInstance(columns, []Row{good}); !errors.Is(err, ErrInstance) {
			t.Errorf("%d columns: %v", columns, err)
		}
	}
	if _, err := NewInstance(testColumns, []Row{{Numerator: mostDenominator, Denominator: mostDenominator,
		Weight: mostWeight}}); err != nil {
		t.Error(err)
	}
}

// TestGrid holds grid and slack to what they promise, and duplicates to the rows.
func TestGrid(t *testing.T) {
	r := newRand(t)
	var exact [2]int
	for trial := range 300 {
		rows, ids := randomRows(r, 1+r.IntN(10), 5, trial%kinds)
		in := instanceOf(t, rows)
		exact[in.slack]++
		if in.unit <= 1<<(gridBits-1) || in.unit > 1<<gridBits {
			t.Fatalf("the unit is %d", in.unit)
		}
		for i := range rows {
			n, d := rows[i].Numerator, rows[i].Denominator
			below, left := times(int64(n), in.unit).big(), times(in.onGrid(&rows[i]), int64(d)).big()
			switch left.Sub(below, left); {
			case left.Sign() < 0, in.slack == 0 && left.Sign() > 0, left.Cmp(times(int64(d), 1).big()) >= 0:
				t.Fatalf("%d / %d is %d of %d", n, d, in.onGrid(&rows[i]), in.unit)
			}
		}
		for _, a := range ids {
			for _, b := range ids {
				same, used := true, false
				for i := range rows {
					same = same && rows[i].Columns.Has(a) == rows[i].Columns.Has(b)
					used = used || rows[i].Columns.Has(a)
				}
				if in.Interchangeable(nil)[a].Has(b) != (same && used) || in.Features().Has(a) != used {
					t.Fatalf("F%d and F%d are the same: %v, used: %v", a, b, same, used)
				}
			}
		}
	}
	if exact[0] < 50 || exact[1] < 50 {
		t.Errorf("%v instances by slack", exact)
	}
}

// quadraticLosses computes the losses of a pattern at its targets from their definition.
func quadraticLosses(p *pattern) (over, under []wide) {
	for _, at := range p.target {
		var above, below wide
		for k, target := range p.target {
			above = above.plus(times(max(target-at, 0), p.rows[k]))
			below = below.plus(times(max(at-target, 0), p.rows[k]))
		}
		over, under = append(over, above), append(under, below)
	}
	return over, under
}

// TestLosses compares the losses that are added up from target to target with their definition.
func TestLosses(t *testing.T) {
	r := newRand(t)
	for trial := range 300 {
		rows, _ := randomRows(r, 1+r.IntN(60), 2, trial%kinds)
		for i, p := range instanceOf(t, rows).patterns {
			if over, under := quadraticLosses(&p); !slices.Equal(p.over, over) || !slices.Equal(p.under, under) {
				t.Fatalf("pattern %d: %v and %v, want %v and %v", i, p.over, p.under, over, under)
			}
			if !slices.IsSorted(p.target) || len(slices.Compact(slices.Clone(p.target))) != len(p.target) {
				t.Fatalf("pattern %d has the targets %v", i, p.target)
			}
		}
	}
}

// TestManyTargets loads one pattern with 100,000 different targets, for which a method that is quadratic
// in their number takes a minute.
func TestManyTargets(t *testing.T) {
	const n = 100_000
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{Columns: set(1), Numerator: uint64(i * 7919 % n), Denominator: n, Weight: 1}
	}
	start := time.Now()
	in := instanceOf(t, rows)
	if p := in.patterns[0]; len(in.patterns) != 1 || len(p.target) != n || p.upTo[0] != 0 || p.all() != n {
		t.Fatalf("%d patterns, the first with %d targets", len(in.patterns), len(p.target))
	}
	e, err := in.Evaluate(nil, []Term{{1, 0.5}})
	if err != nil || math.Abs(e.Average.Value-0.25) > 1e-4 {
		t.Errorf("%v, %v", e, err)
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestMostColumns repeats tests that are about columns with as many as there can be.
func TestMostColumns(t *testing.T) {
	testColumns = 128
	defer func() { testColumns = columns1 }()
	t.Run("digest", TestDigest)
	t.Run("grid", TestGrid)
	t.Run("bounds", TestBounds)
	t.Run("cover", TestCover)
	t.Run("errors", TestEvaluate)
}

func TestVector(t *testing.T) {
	ids := []int{1, 2, 63, 64, 65, 73, 128}
	var v Vector
	for _, id := range slices.Backward(ids) {
		v = v.With(id)
	}
	if got := v.IDs(); !slices.Equal(got, ids) {
		t.Errorf("IDs() = %v, want %v", got, ids)
	}
	if want := (Words(1<<63|1<<62|1<<1|1, 1<<63|1<<8|1)); v != want {
		t.Errorf("bits are %x, want %x", v, want)
	}
	for id := -1; id <= 200; id++ {
		if v.Has(id) != slices.Contains(ids, id) {
			t.Errorf("Has(%d) = %v", id, v.Has(id))
		}
	}
	for _, id := range []int{-64, -1, 0, MaxColumns + 1, MaxColumns + 64} {
		if v.With(id) != v {
			t.Errorf("With(%d) changes the vector", id)
		}
	}
}

// TestWideVector compares sets of up to 300 columns with maps.
func TestWideVector(t *testing.T) {
	r := newRand(t)
	for range 300 {
		most := []int{1, 64, 128, 129, 300}[r.IntN(5)]
		a, b := map[int]bool{}, map[int]bool{}
		var v, w Vector
		for range r.IntN(8) {
			i, j := 1+r.IntN(most), 1+r.IntN(most)
			a[i], b[j], v, w = true, true, v.With(i), w.With(j)
		}
		both, either, only := Vector{}, Vector{}, Vector{}
		for id := range 301 {
			if a[id] && b[id] {
				both = both.With(id)
			}
			if a[id] || b[id] {
				either = either.With(id)
			}
			if a[id] && !b[id] {
				only = only.With(id)
			}
			if v.Has(id) != a[id] || id > 0 && (v.With(id).Without(id).Has(id) || !v.With(id).Has(id)) {
				t.Fatalf("%v and column %d", v.IDs(), id)
			}
		}
		if v.And(w) != both || v.Or(w) != either || v.Minus(w) != only || VectorOf(v.IDs()...) != v ||
			v.Size() != len(a) || v.Empty() != (len(a) == 0) || len(a) > 0 && v.Smallest() != v.IDs()[0] ||
			v.Compare(w) != -w.Compare(v) || (v.Compare(w) == 0) != (v == w) {
			t.Fatalf("%v and %v", v.IDs(), w.IDs())
		}
		if top := v.Or(Vector{}.With(most)); !only.Empty() && top.Compare(v.Without(most)) < 0 {
			t.Fatalf("%v comes before %v", top.IDs(), v.IDs())
		}
		if f := FirstColumns(most); f.Size() != most || f.Has(most+1) || !f.Has(most) {
			t.Fatalf("FirstColumns(%d) has %d", most, f.Size())
		}
	}
}
