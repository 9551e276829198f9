package matrix

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/featureset"
)

// TestReadCounts refuses the matrix of another hand, of another range, and one whose counts are another range's.
func TestReadCounts(t *testing.T) {
	m := build(t, "AKs", "TT+,AQ")
	path := filepath.Join(t.TempDir(), "m.parquet")
	write := func(m *Rows) {
		var b strings.Builder
		must.Do(t, m.Write(&b, "parquet"))
		must.Do(t, disk.WriteBytes(path, []byte(b.String())))
	}
	write(m)
	for _, c := range []struct{ hand, rng, want string }{
		{"AKs", "TT+,AQ", ""}, {"AKo", "TT+,AQ", `feltlab.hand is "AKs", want "AKo"`},
		{"AKs", "TT+,AJ", "feltlab.range is"},
	} {
		if _, err := asked(t, c.hand, c.rng).Read(t.Context(), path); (err == nil) != (c.want == "") || err != nil &&
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s against %s: %v, want %q", c.hand, c.rng, err, c.want)
		}
	}
	other := Rows{Meta: m.Meta, List: slices.Clone(m.List)}
	for i := range other.List { // counts that can be
		other.List[i].Wins, other.List[i].Ties = other.List[i].Losses(), 0
	}
	write(&other)
	must.Fails(m.Read(t.Context(), path))(t, "wins and 0 ties in")
}

// TestRecountEstimates holds the counts of every estimate to themselves, and to another's.
func TestRecountEstimates(t *testing.T) {
	hands, r := parsed(t, "88,AKs"), parsed(t, "TT+,AQ")
	var all []*Rows
	for _, e := range []Estimate{Equity, Ahead, Win} {
		s, err := Meta{Hands: hands, Range: r, Set: featureset.AnyHand(), Estimate: e}.Build(t.Context(), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.recount(t.Context()); err != nil {
			t.Errorf("%v: %v", e, err)
		}
		all = append(all, s)
	}
	all[1].Estimate = Equity
	must.Fail(t, all[1].recount(t.Context()))
}
