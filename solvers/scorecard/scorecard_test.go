package scorecard

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/proof"
	"feltlab/model/regression"
)

// table makes rows with a target of two values.
func table(r *rand.Rand, columns, rows int) *regression.Instance {
	in := &regression.Instance{Rules: &proof.Rules{High: proof.One, Intercept: proof.FreeIntercept}}
	for id := range columns {
		in.Columns.List = append(in.Columns.List, regression.Column{Name: fmt.Sprintf("c%d", id+1)})
		in.Rules.Bounds = append(in.Rules.Bounds, proof.Bounds{Lower: -proof.One, Upper: proof.One})
	}
	for range rows {
		v, y := proof.Vector{}, r.IntN(2)
		for id := 1; id <= columns; id++ {
			if r.IntN(6) < 2+y*(id%2) {
				v = v.With(id)
			}
		}
		in.Features, in.Target = append(in.Features, v), append(in.Target, float64(y))
		in.Weight = append(in.Weight, float64(1+r.IntN(3)))
		in.Ratios = append(in.Ratios, regression.Ratio{Numerator: uint64(y), Denominator: 1})
	}
	return in
}

func count(in *regression.Instance, counts proof.Counts, c *Card) int64 {
	low, high := c.WrongRows(in)
	return low*counts.Low + high*counts.High
}

func claim(in *regression.Instance, exact *proof.Instance, n int, counts proof.Counts) *proof.Header {
	return &proof.Header{Rules: in.Rules, Loss: proof.Wrong, Features: n, Wrong: counts, Instance: exact.Digest()}
}

// least tries all scores of whole weights of magnitudes up to a limit.
func least(in *regression.Instance, n int, counts proof.Counts, limit int64) int64 {
	best := int64(math.MaxInt64)
	var try func(c Card, from int)
	try = func(c Card, from int) {
		for c.Cut = -limit * int64(n); c.Cut <= limit*int64(n)+1; c.Cut++ {
			best = min(best, count(in, counts, &c))
		}
		for id := from; id <= in.Columns.Count() && len(c.IDs) < n; id++ {
			for w := -limit; w <= limit; w++ {
				if w != 0 {
					try(Card{IDs: append(c.IDs[:len(c.IDs):len(c.IDs)], id),
						Weights: append(c.Weights[:len(c.Weights):len(c.Weights)], w)}, id+1)
				}
			}
		}
	}
	try(Card{}, 1)
	return best
}

// TestSolve compares the best score of random tables with that of all scores, and its stated count with its rows.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 7))
	for k := range 200 {
		in := table(r, 3+r.IntN(3), 5+r.IntN(15))
		exact := must.Get(in.Exact())(t)
		n := r.IntN(4)
		counts := proof.Counts{Low: 1 + int64(r.IntN(3)), High: 1 + int64(r.IntN(3)), Points: int64(r.IntN(2))}
		limit := int64(2)
		if counts.Points > 0 {
			limit = counts.Points
		}
		h := claim(in, exact, n, counts)
		var cards []Card
		for workers := 1; workers <= 2; workers++ {
			c, proved, err := Solve(context.Background(), in, exact, h, Options{Workers: workers})
			if err != nil || !proved || len(c.IDs) > n {
				t.Fatal(c, proved, err)
			}
			cards = append(cards, c)
		}
		if !reflect.DeepEqual(cards[0], cards[1]) {
			t.Fatalf("table %d: %v by one worker, %v by two", k, cards[0], cards[1])
		}
		if wrong, want := count(in, counts, &cards[0]), least(in, n, counts, limit); wrong != want ||
			wrong != cards[0].Wrong {
			t.Fatalf("table %d: %v counts %d, want %d", k, cards[0], wrong, want)
		}
	}
}

// TestStopped keeps the best score so far, not proved.
func TestStopped(t *testing.T) {
	in := table(rand.New(rand.NewPCG(1, 1)), 12, 60)
	exact := must.Get(in.Exact())(t)
	ctx, cancel := context.WithCancel(context.Background())
	counts := proof.Counts{Low: 1, High: 1}
	o := Options{Progress: func(float64, Card) { cancel() }}
	c, proved, err := Solve(ctx, in, exact, claim(in, exact, 3, counts), o)
	if err != nil || proved || c.Wrong != count(in, counts, &c) || c.Wrong > 30*3 {
		t.Errorf("%v, proved %v, %v", c, proved, err)
	}
}
