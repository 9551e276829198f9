package equity

import (
	"sync"
	"testing"

	"feltlab/internal/must"
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
		must.Equal(t, f.Count(), want, h, cards.Format(f.Cards[:]), r)
	}
}

func TestFlopsOfEqualsNaive(t *testing.T) {
	wholeDeck(t)
	h, r := hand(t, "Th9h"), parse(t, "AhKh, 77+, 9d8d:0.5")
	rows := must.Get(RecentFlopsOf(background, h, r, 0))(t)
	checkRows(t, h, rows)
	checkAgainstNaive(t, 7, h, r, rows, 10)
}

// checkRows checks that the rows are all flops of a hand in ascending order.
func checkRows(t *testing.T, h cards.Combo, rows []Flop) {
	t.Helper()
	must.Equal(t, len(rows), 19_600)
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

// allFlops is shared by the tests below. It is counted by two workers, with progress.
var allFlops = sync.OnceValues(func() (*FlopTable, error) {
	var rs []*ranges.Range
	for _, name := range paperRanges {
		r, err := ranges.Parse(name)
		if err != nil {
			return nil, err
		}
		rs = append(rs, r)
	}
	return AllFlops(background, rs, 2, func(done, total int) {
		progress.calls++
		progress.ascending = progress.ascending || progress.calls == 1
		progress.ascending = progress.ascending && done > progress.done
		progress.done, progress.total = done, total
	})
})

var progress struct {
	calls, done, total int
	ascending          bool
}

func TestProgress(t *testing.T) {
	wholeDeck(t)
	must.Get(allFlops())(t)
	if p := progress; p.done != p.total || p.calls < 100 || !p.ascending {
		t.Errorf("%+v", p)
	}
}

// The two programs add up differently: by flops of one hand, by turns for all hands. They
// also run with different numbers of workers.
func TestAllFlopsEqualsFlopsOf(t *testing.T) {
	wholeDeck(t)
	table := must.Get(allFlops())(t)
	rng := seeded(t, 8)
	const index, workers = 1, 3
	h, _ := deal(rng, 0)
	want := must.Get(FlopsOf(background, h, parse(t, paperRanges[index]), workers))(t)
	must.Equal(t, cmp.Diff(want, table.Flops(h, index)), "", h, paperRanges[index])
}

func TestAllFlopsEqualsNaive(t *testing.T) {
	wholeDeck(t)
	table := must.Get(allFlops())(t)
	rng := seeded(t, 9)
	for i, name := range paperRanges {
		for range 3 {
			h, _ := deal(rng, 0)
			checkAgainstNaive(t, rng.Uint64(), h, parse(t, name), table.Flops(h, i), 3)
		}
	}
}

func TestAllFlopsOfNoRange(t *testing.T) {
	if _, err := AllFlops(background, nil, 1, nil); err != nil {
		t.Error(err)
	}
}

// TestFlopsByWorkers counts some of the boards by one goroutine and by several.
func TestFlopsByWorkers(t *testing.T) {
	job := newJob(hand(t, "Th9h"), parse(t, "AhKh, 77+, 9d8d:0.5").Weights(), cards.Flop)
	sum := func(workers int) (total [numFlops]struct{ wins, ties uint64 }) {
		done := must.Get(job.run(background, 20*boardsPerBlock, workers))(t)
		for i := range total {
			total[i].wins, total[i].ties = sumOf(done, i)
		}
		return total
	}
	must.Equal(t, sum(1), sum(3), "the sums differ")
}

// wholeDeck skips a test over all boards where only a short run is asked for, as for the race
// detector.
func wholeDeck(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it goes over all boards")
	}
}
