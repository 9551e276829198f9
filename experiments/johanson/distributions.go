package johanson

import (
	"context"
	"math"

	"feltlab/dataset/buckets"
	"feltlab/experiments"
	"feltlab/model/cards"
)

var talkHands = []string{"AsAd", "2s7c"}

const alike = 0.001

type handDistribution struct {
	Hand string `json:"hand"`
	// Mean is E[HS] and Square E[HS^2].
	Mean   float64 `json:"mean"`
	Square float64 `json:"mean_square"`
	// Shares are the shares of rivers in bins of two hundredths.
	Shares [buckets.HistogramBins]float64 `json:"shares"`
}

type distributionSummary struct {
	Hands []handDistribution `json:"hands"`
	// Alike are the two classes of about the same expected strength with the largest earth mover's distance, in hand
	// strength.
	Alike    [2]handDistribution `json:"alike"`
	Distance float64             `json:"distance"`
}

func distributions(ctx context.Context, env *experiments.Env) (*distributionSummary, error) {
	all, err := buckets.DistributionOfClasses(ctx, env.Workers)
	if err != nil {
		return nil, err
	}
	return newDistributionSummary(all)
}

func newDistributionSummary(all *buckets.ByClass) (*distributionSummary, error) {
	s := new(distributionSummary)
	for _, name := range talkHands {
		hand, err := cards.ParseCombo(name)
		if err != nil {
			return nil, err
		}
		s.Hands = append(s.Hands, distributionOf(all, name, hand.Class()))
	}
	var classes []handDistribution
	for k := range cards.Class(cards.NumClasses) {
		classes = append(classes, distributionOf(all, k.String(), k))
	}
	for i, a := range classes {
		for _, b := range classes[:i] {
			if d := emd(&a.Shares, &b.Shares); math.Abs(a.Mean-b.Mean) < alike && d > s.Distance {
				s.Alike, s.Distance = [2]handDistribution{a, b}, d
			}
		}
	}
	return s, nil
}

func distributionOf(all *buckets.ByClass, name string, class cards.Class) handDistribution {
	mean, square := all.Moments(class)
	return handDistribution{name, mean, square, all.Shares(class)}
}

func emd(a, b *[buckets.HistogramBins]float64) float64 {
	sum, carried := 0.0, 0.0
	for i := range a {
		carried += a[i] - b[i]
		sum += math.Abs(carried)
	}
	return sum / buckets.HistogramBins
}
