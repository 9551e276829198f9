package sweep

import (
	"context"
	"io"
	"os"
	"sync"
	"testing"
	"time"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// madeUp holds the matrices that the sweeps here ask for, with made-up equities: counting them is
// package equity's, and takes seconds.
var madeUp = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "feltlab")
	if err != nil {
		return "", err
	}
	store, err := store.Open(dir, nil)
	if err != nil {
		return "", err
	}
	for _, hand := range []string{"AA", "KK"} {
		spec := question.MustSubject(hand, "RUS").RowsSpec()
		_, err = store.Do(context.Background(), spec, func(_ context.Context, w io.Writer) (int64, error) {
			flops, err := makeUp(hand)
			if err != nil {
				return 0, err
			}
			meta, err := question.MustSubject(hand, "RUS").Rows()
			if err != nil {
				return 0, err
			}
			m, err := meta.Of(context.Background(), flops, 1)
			if err != nil {
				return 0, err
			}
			return int64(len(m.List)), m.Write(w, "parquet")
		})
		if err != nil {
			return "", err
		}
	}
	return dir, nil
})

// makeUp gives each flop an equity that falls with the features of the flop, more or less.
func makeUp(hand string) (flops []equity.Flop, err error) {
	const combos = 20
	h, err := ranges.ParseHand(hand)
	if err != nil {
		return nil, err
	}
	for c := range cards.Card(cards.NumCards) {
		for b := range c {
			for a := range b {
				f := equity.Flop{Cards: [3]cards.Card{c, b, a}, Combos: combos}
				if h.Combo.Set()&cards.SetOf(a, b, c) != 0 {
					continue
				}
				f.Wins = 15_000 + uint64(37*a+11*b*b+c)%1_500
				for _, id := range features.Of(h.Combo, f.Cards).IDs() {
					f.Wins -= uint64(id*id) % 500
				}
				flops = append(flops, f)
			}
		}
	}
	return flops, nil
}

// cache returns a folder for a store that has the made-up matrices and nothing else.
func cache(t *testing.T) string {
	t.Helper()
	dir := must.Get(madeUp())(t)
	root := t.TempDir()
	must.Do(t, os.CopyFS(root, os.DirFS(dir)))
	return root
}

// TestMadeUp holds the fixture to what a sweep looks for.
func TestMadeUp(t *testing.T) {
	store := open(t, cache(t))
	spec, err := fit.NewInstances(store, 1).Spec(question.Question{
		Subject: question.MustSubject("KK", "RUS"), Program: regression.Program{Kind: regression.AvgErr,
			N: 1}, TimeLimit: time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Get(spec.Inputs[0]); err != nil {
		t.Error(err)
	}
}
