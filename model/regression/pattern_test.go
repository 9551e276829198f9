package regression

import (
	"testing"

	"pgregory.net/rapid"

	"feltlab/model/features"
)

// drawInstance draws a few rows on a few features, some of which are true in the same rows.
func drawInstance(t *rapid.T) *Instance {
	ids := rapid.SliceOfNDistinct(rapid.IntRange(1, features.Count), 1, 4, rapid.ID).Draw(t, "features")
	in := &Instance{Columns: NumberedColumns(features.Count)}
	for range rapid.IntRange(1, 12).Draw(t, "rows") {
		var v features.Vector
		for i, id := range ids {
			if i > 1 && v.Has(ids[0]) || i <= 1 && rapid.Bool().Draw(t, "true") {
				v = v.With(id)
			}
		}
		in.Features = append(in.Features, v)
		in.Target = append(in.Target, float64(rapid.IntRange(0, 16).Draw(t, "target 16ths"))/16)
		in.Weight = append(in.Weight, float64(rapid.IntRange(1, 3).Draw(t, "weight")))
	}
	return in
}

// Every row is found again at a point of its pattern, whose weight is that of its rows.
func TestPatternsAreTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		p := PatternsOf(in)
		weights := make([]float64, len(p.Target))
		for i, v := range in.Features {
			k := p.Of[i]
			if p.Vectors[k] != v {
				t.Fatalf("row %d has %v, its pattern %v", i, v, p.Vectors[k])
			}
			for at := p.First[k]; at < p.First[k+1]; at++ {
				if p.Target[at] == in.Target[i] {
					if weights[at] == 0 && p.Row[at] != int32(i) {
						t.Errorf("row %d is the first of point %d, not %d", i, at, p.Row[at])
					}
					weights[at] += in.Weight[i]
				}
			}
		}
		for at, w := range weights {
			if w != p.Weight[at] {
				t.Errorf("point %d has weight %v, its rows %v", at, p.Weight[at], w)
			}
		}
		for k := range p.Vectors[1:] {
			u, v := p.Vectors[k], p.Vectors[k+1]
			if u.Word(1) > v.Word(1) || u.Word(1) == v.Word(1) && u.Word(0) >= v.Word(0) {
				t.Errorf("%v comes before %v", u, v)
			}
		}
		for k := range p.Vectors {
			equity, _ := p.Points(k)
			for i := range equity[1:] {
				if equity[i] >= equity[i+1] {
					t.Errorf("pattern %d has equities %v", k, equity)
				}
			}
		}
	})
}

func TestDuplicates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t)
		same := PatternsOf(in).Duplicates()
		for id := range features.Count + 1 {
			want := 0
			for other := id; other >= 0; other-- { // no row has feature 0
				equal := true
				for _, v := range in.Features {
					equal = equal && v.Has(id) == v.Has(other)
				}
				if equal {
					want = other
				}
			}
			if same[id] != want {
				t.Fatalf("F%d is like F%d, want F%d", id, same[id], want)
			}
		}
	})
}

func TestPhrase(t *testing.T) {
	f := Column{Name: "three in a row on the flop"}
	for weight, want := range map[float64]string{
		-0.13:  "three in a row on the flop: -13",
		0.086:  "three in a row on the flop: +9",
		-0.004: "three in a row on the flop: +0",
		1:      "three in a row on the flop: +100",
	} {
		if got := f.Phrase(weight); got != want {
			t.Errorf("Phrase(%v) = %q, want %q", weight, got, want)
		}
	}
}
