package claims

import (
	"context"
	"fmt"
	"math"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

type usage struct {
	want int // so many features
	// share of all solutions, or least of them if it is 0, must have the feature, with a weight
	// over weight or under its negative.
	share  float64
	least  int
	weight float64
}

func (u usage) judge(_ context.Context, e *evidence) (finding, error) {
	results, err := e.solves("paper", byPaper)
	if err != nil {
		return finding{}, err
	}
	var n [features.Count + 1]int
	all := 0
	for _, r := range results {
		if !r.Found() {
			continue
		}
		all++
		for _, w := range r.Features {
			if math.Abs(w.Weight) > u.weight {
				n[w.ID]++
			}
		}
	}
	often := u.often(all)
	enough := 0
	for _, id := range features.IDs() {
		if float64(n[id]) >= often {
			enough++
		}
	}
	return found(verdictIf(enough == u.want, differs),
		"%d features are, over the solutions of %d programs of configs/paper.yaml. Which the source has solved it "+
			"does not list", enough, all), nil
}

func (u usage) often(all int) float64 {
	if u.share == 0 {
		return float64(u.least)
	}
	return u.share * float64(all)
}

// examples are the worked examples as printed: the true features among from..to.
var examples = []struct {
	hand, flop string
	from, to   int
	ids        []int
}{
	{"AsAd", "Kh8c3s", 1, 38, []int{3, 4, 9, 12, 15, 18, 22, 23, 27, 38}},
	{"AsAd", "6c6h2h", 1, 38, []int{3, 6, 9, 12, 15, 17, 21, 26, 31, 32, 37}},
	{"KcTh", "Jh9c7c", 39, 73, []int{39, 54, 57, 63}},
	{"KcTh", "AcQcTc", 39, 73, []int{40, 46, 51, 55, 62, 67, 71}},
}

func workedExamples(context.Context, *evidence) (finding, error) {
	same, apart := 0, ""
	for _, x := range examples {
		ids, err := trueFeatures(x.hand, x.flop, x.from, x.to)
		if err != nil {
			return finding{}, err
		}
		if slices.Equal(ids, x.ids) {
			same++
			continue
		}
		apart = fmt.Sprintf("; on %s ours are %v where %v is printed", x.flop, ids, x.ids)
	}
	return found(verdictIf(same == len(examples), differs), "%d of %d are the same%s", same, len(examples), apart), nil
}

func trueFeatures(hand, flop string, from, to int) (ids []int, err error) {
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return nil, err
	}
	f, err := cards.ParseFlop(flop)
	if err != nil {
		return nil, err
	}
	for _, id := range features.Of(h.Combo, f).IDs() {
		if id >= from && id <= to {
			ids = append(ids, id)
		}
	}
	return ids, nil
}
