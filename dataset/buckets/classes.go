package buckets

import (
	"context"

	"feltlab/dataset/showdown"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

// ByClass has, for each class of starting hands, the number of its combos and rivers with each strength.
type ByClass [cards.NumClasses][MostStrength + 1]uint64

// DistributionOfClasses counts all rivers. A number of workers below 1 means one for each processor. The error is
// that of the context.
func DistributionOfClasses(ctx context.Context, workers int) (*ByClass, error) {
	return distributionOfClasses(ctx, showdown.NumBoards, workers)
}

// distributionOfClasses counts the first n canonical boards.
func distributionOfClasses(ctx context.Context, n, workers int) (*ByClass, error) {
	boards := showdown.Boards()
	type worker struct {
		*Sweeper
		counts ByClass
	}
	loop := parallel.Loop{Items: n, Block: 256, Workers: workers}
	all, err := parallel.States(ctx, loop,
		func() *worker { return &worker{Sweeper: NewSweeper()} },
		func(w *worker, from, to int) error {
			for i := from; i < to; i++ {
				board, size := boards.Set(i), uint64(boards.Size(i))
				strengths := w.Strengths(board)
				for h, v := range strengths {
					if cards.Combo(h).Set()&board == 0 {
						w.counts[classOf[h]][v] += size
					}
				}
			}
			return nil
		})
	if err != nil {
		return nil, err
	}
	total := new(ByClass)
	for _, w := range all {
		for k := range total {
			for v, n := range &w.counts[k] {
				total[k][v] += n
			}
		}
	}
	return total, nil
}

// Moments returns E[HS] and E[HS^2] of a class.
func (c *ByClass) Moments(class cards.Class) (mean, square float64) {
	total := 0.0
	for v, n := range &c[class] {
		hs := float64(v) / MostStrength
		total += float64(n)
		mean += float64(n) * hs
		square += float64(n) * hs * hs
	}
	return mean / total, square / total
}

// Shares returns the share of a class's rivers in each bin.
func (c *ByClass) Shares(class cards.Class) (shares [HistogramBins]float64) {
	var counts [HistogramBins]uint64
	total := uint64(0)
	for v, n := range &c[class] {
		counts[HistogramBin(v)] += n
		total += n
	}
	for b, n := range counts {
		shares[b] = float64(n) / float64(total)
	}
	return shares
}
