package highs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"feltlab/model/mip"
)

var inf = math.Inf(1)

// wyndor is the product-mix program of Hillier and Lieberman's textbook as a minimisation:
// the optimum is -36 at (2, 6), with the dual values 0, -3/2, -1.
func wyndor() *mip.Model {
	m := &mip.Model{Name: "wyndor"}
	m.AddColumn(mip.Column{Name: "doors", Cost: -3, Upper: inf})
	m.AddColumn(mip.Column{Name: "windows", Cost: -5, Upper: inf})
	m.AddRow(mip.Row{Name: "plant1", Lower: -inf, Upper: 4}, []int32{0}, []float64{1})
	m.AddRow(mip.Row{Name: "plant2", Lower: -inf, Upper: 12}, []int32{1}, []float64{2})
	m.AddRow(mip.Row{Name: "plant3", Lower: -inf, Upper: 18}, []int32{0, 1}, []float64{3, 2})
	return m
}

// knapsack picks the items of largest value within a weight.
func knapsack(value, weight []float64, limit float64) *mip.Model {
	m := &mip.Model{Name: "knapsack"}
	index := make([]int32, len(value))
	for j, v := range value {
		index[j] = int32(m.AddColumn(mip.Column{Name: fmt.Sprint("item", j), Cost: -v, Upper: 1, Integer: true}))
	}
	m.AddRow(mip.Row{Name: "limit", Lower: -inf, Upper: limit}, index, weight)
	return m
}

// marketSplit is the family of Cornuéjols and Dawande (1999): split customers so that each
// of several products is halved as well as possible. Far too hard to finish at 6 products,
// but every split is feasible, so incumbents come one after the other.
func marketSplit(products, customers int, seed uint64) *mip.Model {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := &mip.Model{Name: "market split"}
	for j := range customers {
		m.AddColumn(mip.Column{Name: fmt.Sprint("x", j), Upper: 1, Integer: true})
	}
	for i := range products {
		over := m.AddColumn(mip.Column{Name: fmt.Sprint("over", i), Cost: 1, Upper: inf})
		under := m.AddColumn(mip.Column{Name: fmt.Sprint("under", i), Cost: 1, Upper: inf})
		var index []int32
		var value []float64
		sum := 0.0
		for j := range customers {
			v := float64(rng.IntN(100))
			index, value, sum = append(index, int32(j)), append(value, v), sum+v
		}
		half := math.Floor(sum / 2)
		m.AddRow(mip.Row{Name: fmt.Sprint("product", i), Lower: half, Upper: half},
			append(index, int32(over), int32(under)), append(value, -1, 1))
	}
	return m
}

// deviations is a least-absolute-deviations fit of random points: one column a feature, two
// columns and one row a point. With choose > 0 at most that many features are used, through
// one binary a feature. Large ones keep the first linear program busy for many seconds.
func deviations(points, features, choose int, seed uint64) *mip.Model {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := &mip.Model{Name: "deviations"}
	for j := range features {
		m.AddColumn(mip.Column{Name: fmt.Sprint("x", j), Lower: -1, Upper: 1})
	}
	for i := range points {
		over := m.AddColumn(mip.Column{Cost: 1, Upper: inf})
		under := m.AddColumn(mip.Column{Cost: 1, Upper: inf})
		index, value := []int32{int32(over), int32(under)}, []float64{-1, 1}
		for j := range features {
			if rng.IntN(3) == 0 {
				index, value = append(index, int32(j)), append(value, 1)
			}
		}
		target := rng.Float64()
		m.AddRow(mip.Row{Name: fmt.Sprint("point", i), Lower: target, Upper: target}, index, value)
	}
	if choose == 0 {
		return m
	}
	var used []int32
	for j := range features {
		z := m.AddColumn(mip.Column{Name: fmt.Sprint("z", j), Upper: 1, Integer: true})
		used = append(used, int32(z))
		m.AddRow(mip.Row{Lower: -inf}, []int32{int32(j), int32(z)}, []float64{1, -1})
		m.AddRow(mip.Row{Upper: inf}, []int32{int32(j), int32(z)}, []float64{1, 1})
	}
	m.AddRow(mip.Row{Name: "choose", Lower: -inf, Upper: float64(choose)}, used, slices.Repeat([]float64{1}, features))
	return m
}
