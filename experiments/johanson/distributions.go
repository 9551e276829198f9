package johanson

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"feltlab/dataset/buckets"
	"feltlab/dataset/table"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/report/draw"
)

// distributions draws the strength of two hands of the talk on the river, and finds two hands that expected strength
// cannot tell apart. It sweeps all rivers once, in some CPU-seconds.
var distributions = experiments.Experiment{
	Name:  "distributions",
	Short: "hand strength distributions of AsAd and 2s7c, and what expected strength does not see",
	Run:   runDistributions,
}

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

func runDistributions(ctx context.Context, env *experiments.Env) error {
	all, err := buckets.DistributionOfClasses(ctx, env.Workers)
	if err != nil {
		return err
	}
	s, err := newDistributionSummary(all)
	if err != nil {
		return err
	}
	return env.Finish(s.write(env), pages, "distributions", s)
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

func (s *distributionSummary) write(env *experiments.Env) error {
	hands := slices.Concat(s.Hands, s.Alike[:])
	names := experiments.Map(hands, func(h handDistribution) string { return h.Hand })
	t := table.NewSheet(append([]string{"from", "to"}, names...)...)
	for b := range buckets.HistogramBins {
		shares := experiments.Map(hands, func(h handDistribution) string { return fmt.Sprintf("%.6f", h.Shares[b]) })
		t.Add(append([]string{fmt.Sprintf("%.2f", edge(b)), fmt.Sprintf("%.2f", edge(b+1))}, shares...)...)
	}
	written := env.Write("distributions/distributions.csv", t.CSV)
	moments := table.NewSheet("hand", "E[HS]", "E[HS²]")
	for _, h := range hands {
		written = errors.Join(written, env.Draw("distributions/"+h.Hand, h.figure()))
		moments.Addf("%s\t%.6f\t%.6f", h.Hand, h.Mean, h.Square)
	}
	return errors.Join(written, env.WritePage(pages, "distributions", struct {
		*distributionSummary
		Moments *table.Sheet
		Near    float64
	}{s, moments, alike}))
}

func edge(bin int) float64 { return float64(bin) / buckets.HistogramBins }

// figure draws a distribution as the talk does: the share of rivers by hand strength.
func (h *handDistribution) figure() draw.Histogram {
	f := draw.Histogram{
		Title: fmt.Sprintf("%s before the flop: strength on the river, E[HS] = %.4f", h.Hand, h.Mean),
		X:     draw.Axis{Label: "hand strength"}, Y: draw.Axis{Label: "rivers, %"},
	}
	for b, share := range h.Shares {
		f.Edges, f.Counts = append(f.Edges, edge(b)), append(f.Counts, 100*share)
	}
	f.Edges = append(f.Edges, 1)
	return f
}
