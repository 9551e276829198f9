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
		s := question.MustSubject(hand, "RUS")
		_, err = store.Do(context.Background(), s.RowsSpec(), func(_ context.Context, w io.Writer) (int64, error) {
			meta, err := s.Rows()
			if err != nil {
				return 0, err
			}
			m, err := meta.Of(context.Background(), makeUp(meta.Hand.Combo), 1)
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
func makeUp(hand cards.Combo) (flops []equity.Flop) {
	const combos = 20
	for c := range cards.Card(cards.NumCards) {
		for b := range c {
			for a := range b {
				f := equity.Flop{Cards: [3]cards.Card{c, b, a}, Combos: combos}
				if hand.Set()&cards.SetOf(a, b, c) != 0 {
					continue
				}
				f.Wins = 15_000 + uint64(37*a+11*b*b+c)%1_500
				for _, id := range features.Of(hand, f.Cards).IDs() {
					f.Wins -= uint64(id*id) % 500
				}
				flops = append(flops, f)
			}
		}
	}
	return flops
}

// cache returns a folder for a store that has the made-up matrices and nothing else.
func cache(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	must.Do(t, os.CopyFS(root, os.DirFS(must.Get(madeUp())(t))))
	return root
}

// TestMadeUp holds the fixture to what a sweep looks for.
func TestMadeUp(t *testing.T) {
	store := open(t, cache(t))
	spec := must.Get(fit.NewInstances(store, 1).Spec(about("KK", 1, time.Second)))(t)
	must.Get(store.Get(spec.Inputs[0]))(t)
}
