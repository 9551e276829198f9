package regression

import (
	"testing"

	"pgregory.net/rapid"

	"feltlab/model/features"
)

// Every row is found again at a point of its pattern, whose weight is that of its rows.
func TestPatternsAreTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 12, 4)
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
			if u[1] > v[1] || u[1] == v[1] && u[0] >= v[0] {
				t.Errorf("%v comes before %v", u, v)
			}
		}
		for k := range p.Vectors {
			equity, _ := p.points(k)
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
		in := drawInstance(t, 12, 4)
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
