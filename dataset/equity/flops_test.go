package equity

import (
	"sync"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/ranges"

	"github.com/google/go-cmp/cmp"
)

// checkAgainstNaive compares n random rows with the definition.
func checkAgainstNaive(t *testing.T, seed uint64, h cards.Combo, r *ranges.Range, rows []Flop, n int) {
	t.Helper()
	rng := seeded(t, seed)
	for range n {
		f := rows[rng.IntN(len(rows))]
		want := countNaive(h, r.Weights(), cards.SetOf(f.Cards[:]...))
		if f.Count() != want {
			t.Errorf("%v on %s against %v: %+v, want %+v", h, cards.Format(f.Cards[:]), r, f.Count(), want)
		}
	}
}

func TestFlopsOfEqualsNaive(t *testing.T) {
	rng := seeded(t, 6)
	for _, tc := range []struct {
		name string
		r    *ranges.Range
	}{
		{"symmetric", parse(t, "RML")},
		{"asymmetric", randomRange(t, rng, 0.5, 1)},
		{"asymmetric with weights", randomRange(t, rng, 0.5, ranges.MaxWeight)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, _ := deal(rng, 0)
			rows, err := FlopsOf(background, h, tc.r, 0)
			if err != nil {
				t.Fatal(err)
			}
			checkRows(t, h, rows)
			checkAgainstNaive(t, 7, h, tc.r, rows, 5)
		})
	}
}

// checkRows checks that the rows are all flops of a hand in ascending order.
func checkRows(t *testing.T, h cards.Combo, rows []Flop) {
	t.Helper()
	if len(rows) != 19_600 {
		t.Fatalf("%d rows", len(rows))
	}
	before := cards.Set(0)
	for _, f := range rows {
		set := cards.SetOf(f.Cards[:]...)
		if set <= before || set.Len() != 3 || set&h.Set() != 0 || f.Cards[0] < f.Cards[1] || f.Cards[1] < f.Cards[2] {
			t.Fatalf("row %v after %v", f, before)
		}
		before = set
	}
}

var paperRanges = []string{"RUS", "RS", "RML", "ATC"}

// allFlops is shared by the tests below: the paper's four ranges, and one whose weights
// need wider lanes.
var allFlops = sync.OnceValues(func() (*FlopTable, error) {
	var rs []*ranges.Range
	for _, name := range append(paperRanges, "AA:0.5, ATs+, QQ:0.001, 98s:0.999") {
		r, err := ranges.Parse(name)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return AllFlops(background, rs, 0, nil)
})

func TestAllFlopsEqualsFlopsOf(t *testing.T) {
	table, err := allFlops()
	if err != nil {
		t.Fatal(err)
	}
	rng := seeded(t, 8)
	for i, name := range append(paperRanges, "AA:0.5, ATs+, QQ:0.001, 98s:0.999") {
		h, _ := deal(rng, 0)
		r := parse(t, name)
		want, err := FlopsOf(background, h, r, 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, table.Flops(h, i)); diff != "" {
			t.Errorf("%v against %s:\n%s", h, name, diff)
		}
	}
}

func TestAllFlopsEqualsNaive(t *testing.T) {
	table, err := allFlops()
	if err != nil {
		t.Fatal(err)
	}
	rng := seeded(t, 9)
	for i, name := range paperRanges {
		h, _ := deal(rng, 0)
		checkAgainstNaive(t, uint64(10+i), h, parse(t, name), table.Flops(h, i), 2)
	}
}

// Whatever all hands win against all hands on a flop, they lose.
func TestAllFlopsIsZeroSum(t *testing.T) {
	table, err := allFlops()
	if err != nil {
		t.Fatal(err)
	}
	const atc = 3
	wins, losses := map[[3]cards.Card]uint64{}, map[[3]cards.Card]uint64{}
	for h := range cards.Combo(cards.NumCombos) {
		for _, f := range table.Flops(h, atc) {
			wins[f.Cards] += f.Wins
			losses[f.Cards] += f.Count().Losses()
		}
	}
	if diff := cmp.Diff(wins, losses); diff != "" || len(wins) != numFlops {
		t.Errorf("%d flops; wins and losses differ: %s", len(wins), diff)
	}
}

func TestNumberOfWorkersChangesNothing(t *testing.T) {
	h, r := hand(t, "8h7c"), parse(t, "RS")
	one, err := FlopsOf(background, h, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	three, err := FlopsOf(background, h, r, 3)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, three); diff != "" {
		t.Error(diff)
	}
}

func TestProgress(t *testing.T) {
	calls, last, total := 0, 0, 0
	_, err := AllFlops(background, []*ranges.Range{parse(t, "RUS")}, 2, func(done, of int) {
		if done <= last || done > of {
			t.Errorf("%d of %d after %d", done, of, last)
		}
		calls, last, total = calls+1, done, of
	})
	if err != nil || last != total || calls < 100 {
		t.Errorf("%d calls, %d of %d, %v", calls, last, total, err)
	}
}
