package kumar

import (
	"cmp"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// pearson is the correlation of two lists of equal length, in [-1, 1].
func pearson(x, y []float64) float64 { return stat.Correlation(x, y, nil) }

// spearman is the correlation of their ranks; equal values share the mean of their ranks.
func spearman(x, y []float64) float64 { return pearson(fractionalRanks(x), fractionalRanks(y)) }

// fractionalRanks returns the place of each value in ascending order, counted from 1.
func fractionalRanks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	ranks := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}
