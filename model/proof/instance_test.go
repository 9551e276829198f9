package proof

import (
	"errors"
	"math"
	"slices"
	"testing"
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
			func(row *Row) { row.Features[1] ^= 1 << 8 },
			func(row *Row) { row.Weight++ },
			func(row *Row) { row.Deals++ },
			func(row *Row) { row.Deals, row.Wins, row.Ties = row.Deals/2*2+2, row.Wins/2*2, row.Ties/2*2 },
		} {
			other := slices.Clone(rows)
			if change(&other[r.IntN(len(other))]); instanceOf(t, other).Digest() == want {
				t.Errorf("change %d: the digest is the same", k)
			}
		}
	}
}

func TestBadRows(t *testing.T) {
	good := Row{Wins: 1, Ties: 1, Deals: 2, Weight: 1}
	for name, rows := range map[string][]Row{
		"none":         {},
		"no deals":     {{Weight: 1}},
		"deals":        {{Deals: mostDeals + 1, Weight: 1}},
		"wins":         {{Wins: 3, Deals: 2, Weight: 1}},
		"ties":         {{Wins: 1, Ties: 2, Deals: 2, Weight: 1}},
		"wrapped ties": {{Wins: 1, Ties: math.MaxUint64, Deals: 2, Weight: 1}},
		"no weight":    {{Wins: 1, Deals: 2}},
		"negative":     {good, {Wins: 1, Deals: 2, Weight: -1}},
		"weights":      {good, {Wins: 1, Deals: 2, Weight: mostWeight}},
		"wrapped":      {good, {Wins: 1, Deals: 2, Weight: math.MaxInt64}},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewInstance(rows); !errors.Is(err, ErrInstance) {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	if _, err := NewInstance([]Row{{Wins: mostDeals, Deals: mostDeals, Weight: mostWeight}}); err != nil {
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
			n, d := rows[i].fraction()
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
					same = same && rows[i].Features.Has(a) == rows[i].Features.Has(b)
					used = used || rows[i].Features.Has(a)
				}
				if in.Duplicates(a).Has(b) != (same && used) || in.Features().Has(a) != used {
					t.Fatalf("F%d and F%d are the same: %v, used: %v", a, b, same, used)
				}
			}
		}
	}
	if exact[0] < 50 || exact[1] < 50 {
		t.Errorf("%v instances by slack", exact)
	}
	if in := instanceOf(t, []Row{{Deals: 1, Weight: 1}}); in.Duplicates(0) != set() || in.Duplicates(74) != set() {
		t.Error("features that do not exist have duplicates")
	}
}
