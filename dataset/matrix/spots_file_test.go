package matrix

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
)

// A file of hands together is read as it was written; rows that cannot be those of the hands are refused.
func TestSpotsFile(t *testing.T) {
	set := featureset.AnyHand()
	hands := Meta{Hands: parsed(t, "88,72s"), Range: parsed(t, "TT+,AQ"), Set: set, Estimate: Ahead}
	var done []int
	spots := must.Get(hands.Build(t.Context(), 1, func(n, total int) { done = append(done, n) }))(t)
	if !slices.IsSorted(done) || done[len(done)-1] != countParts+2 {
		t.Errorf("progress %v of %d", done, countParts+2)
	}
	path := filepath.Join(t.TempDir(), "spots.parquet")
	write := func(s *Rows) {
		file := must.Get(os.Create(path))(t)
		defer file.Close()
		must.Do(t, s.Write(file, "parquet"))
	}
	write(spots)
	got, err := hands.Read(t.Context(), path)
	if err != nil || !slices.Equal(got.List, spots.List) || got.Weight() != 10*NumFlops {
		t.Fatalf("%v, or other spots", err)
	}
	kings := Meta{Hands: parsed(t, "88,72s,KK"), Range: hands.Range, Set: set, Estimate: Ahead}
	must.Fails(kings.Read(t.Context(), path))(t, "feltlab.hands")
	must.Fails((Meta{Hands: hands.Hands, Range: hands.Range, Set: featureset.Paper2()}).Read(t.Context(), path))(t)
	for name, c := range map[string]struct {
		change func(*Rows)
		want   string
	}{
		"a row is missing": {func(s *Rows) { s.List = slices.Delete(s.List, 7, 8) }, "row 8"},
		"the last rows":    {func(s *Rows) { s.List = s.List[:len(s.List)-3] }, "rows, want"},
		"a hand is missing": {func(s *Rows) {
			s.List = s.List[slices.IndexFunc(s.List, of(s.List[len(s.List)-1].Hand)):]
		}, "class"},
		"a row twice":        {func(s *Rows) { s.List = slices.Insert(s.List, 3, s.List[3]) }, "row 5"},
		"a card of the hand": {func(s *Rows) { s.List[2].Board = s.List[2].Hand.Set().With(0) }, "row 3"},
		"too many wins":      {func(s *Rows) { s.List[5].Wins = s.List[5].Deals + 1 }, "wins"},
		"no deals": {func(s *Rows) { s.List[5].Count.Deals, s.List[5].Wins, s.List[5].Ties = 0, 0, 0 },
			"deals"},
	} {
		bad := *spots
		bad.List = slices.Clone(spots.List)
		c.change(&bad)
		write(&bad)
		t.Run(name, func(t *testing.T) { must.Fails(hands.Read(t.Context(), path))(t, c.want) })
	}
}

func of(hand cards.Combo) func(Row) bool { return func(s Row) bool { return s.Hand == hand } }
