//go:build slow

package strength

import (
	"context"
	"fmt"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// All 169 classes by the tally and by the sweep: two CPU-minutes.
func TestPreflopEqualsEnumerateForAll(t *testing.T) {
	for k := range cards.Class(cards.NumClasses) {
		s := enumerate(t, k.Representative(), nil, AsPublished)
		for _, w := range Weightings() {
			must.Equal(t, against(t, s, w.Range(AsPublished)), preflop(t, w, AsPublished)[k], "by the sweep", w, k)
		}
	}
}

// preflopBy is Preflop with another ranking.
func preflopBy(ctx context.Context, r *ranges.Range, ranking *showdown.Ranking, workers int,
) (values [cards.NumClasses]equity.Count, err error) {
	counts, err := equity.Preflop(ctx, r, ranking, workers)
	for k, c := range counts {
		values[k] = c
	}
	return values, err
}

// The figures in the essay of published.go.
func TestEssay(t *testing.T) {
	published := Chen.Range(AsPublished)
	identity := new(showdown.Ranking)
	for s := range identity {
		identity[s] = eval.Strength(s)
	}
	var got []string
	for _, ranking := range []*showdown.Ranking{identity, AsWritten.ranking(), AsPublished.ranking()} {
		one := must.Get(preflopBy(background, Uniform.Range(Rules), ranking, 0))(t)
		two := must.Get(preflopBy(background, published, ranking, 0))(t)
		queens := one[hand(t, "QcQd").Class()].Equity()
		got = append(got, fmt.Sprintf("%.4f %.4f %.4f", queens, difference(t, &one, 0), difference(t, &two, 1)))
	}
	want := []string{"0.7993 0.0179 0.0220", "0.7541 0.0199 0.0204", "0.7765 0.0013 0.0013"}
	must.Equal(t, fmt.Sprint(got), fmt.Sprint(want))
}

// Reading full houses, three and four of a kind so as well changes next to nothing.
func TestOtherTypesCannotTell(t *testing.T) {
	const most = 0.0003
	ranking := rankingBy(func(c eval.Category) bool { return c != eval.Pair })
	values := must.Get(preflopBy(background, Uniform.Range(Rules), ranking, 0))(t)
	for name := range printed {
		k := must.Get(cards.ParseClass(name))(t)
		d := values[k].Equity() - preflop(t, Uniform, AsPublished)[k].Equity()
		if d < -most || d > most {
			t.Errorf("%s moves by %.5f", name, d)
		}
	}
}
