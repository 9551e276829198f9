package matrix

import (
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
)

// TestReadOf refuses the matrix of another hand, of another range, and one whose counts are another range's.
func TestReadOf(t *testing.T) {
	ask := func(hand, rng string) (ranges.Hand, *ranges.Range) {
		h, errH := ranges.ParseHand(hand)
		r, errR := ranges.Parse(rng)
		if errH != nil || errR != nil {
			t.Fatal(errH, errR)
		}
		return h, r
	}
	m := must.Get(Build(t.Context(), "T9s", "22,AKs", 0))(t)
	path := filepath.Join(t.TempDir(), "m.parquet")
	write := func(m *Matrix) {
		var b strings.Builder
		must.Do(t, EncodeParquet(&b, m))
		must.Do(t, disk.WriteBytes(path, []byte(b.String())))
	}
	write(m)
	for _, c := range []struct{ hand, rng, want string }{
		{"T9s", "22,AKs", ""}, {"T8s", "22,AKs", "the matrix of T9s against"},
		{"T9s", "22,AQs", "want T9s against 22,AQs"},
	} {
		hand, r := ask(c.hand, c.rng)
		if _, err := ReadOf(t.Context(), path, hand, r); (err == nil) != (c.want == "") || err != nil &&
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s against %s: %v, want %q", c.hand, c.rng, err, c.want)
		}
	}
	for i := range m.Flops { // counts that can be
		m.Flops[i].Wins, m.Flops[i].Ties = m.Flops[i].Count().Losses(), 0
	}
	write(m)
	hand, r := ask("T9s", "22,AKs")
	if _, err := ReadOf(t.Context(), path, hand, r); err == nil || !strings.Contains(err.Error(),
		"wins and 0 ties in") {
		t.Errorf("other counts: %v", err)
	}
}

// TestRecountEstimates holds the counts of every estimate to themselves, and to another's.
func TestRecountEstimates(t *testing.T) {
	hands, errH := ranges.Parse("T9s,JTs")
	r, errR := ranges.Parse("22,AKs")
	if errH != nil || errR != nil {
		t.Fatal(errH, errR)
	}
	var all []*Spots
	for _, e := range []Estimate{Equity, Ahead, Win} {
		s, err := Together{Hands: hands, Range: r, Set: featureset.AnyHand(), Estimate: e}.Spots(t.Context(), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.recount(t.Context(), r); err != nil {
			t.Errorf("%v: %v", e, err)
		}
		all = append(all, s)
	}
	all[1].Estimate = Equity
	if err := all[1].recount(t.Context(), r); err == nil {
		t.Error("shares of hands ahead are taken for equities")
	}
}
