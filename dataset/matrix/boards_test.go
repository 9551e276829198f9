package matrix

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/featureset"
)

// Boards drawn at random are in the row of their orbit, with its counts and features; and the instance is that of the
// rows.
func TestBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("sorts all boards")
	}
	few := must.Get(featureset.Parse("few", []byte("name: few\nstreets: [river]\nfeatures:\n"+
		"  - name: pair\n    when: hand.pair\n  - name: high\n    when: board.high == ace\n")))(t)
	for street, set := range map[cards.Street]*featureset.Set{
		cards.Turn: featureset.Default(cards.Turn), cards.River: few, // all features of all rivers take long
	} {
		meta := asked(t, "AKs", "TT+,AQ")
		meta.Street, meta.Set = street, set
		m := must.Get(meta.Build(t.Context(), 2, nil))(t)
		if street == cards.Turn {
			checkWrite(t, *m)
		}
		row := map[cards.Set]*Row{}
		for i := range m.List {
			row[m.List[i].Board] = &m.List[i]
		}
		hand, random := m.Hand.Combo, rand.New(rand.NewPCG(3, uint64(street)))
		suits, reader := hand.Set().Stabilizer(), set.NewReader()
		for range 300 {
			var board cards.Set
			for board.Len() < street.Cards() {
				if c := cards.Card(random.IntN(cards.NumCards)); !hand.Set().Has(c) {
					board = board.With(c)
				}
			}
			smallest, _ := cards.Orbit(board, suits)
			b := row[smallest]
			want, err := equity.Against(t.Context(), hand, m.Range, board.Cards())
			if err != nil || b == nil || b.Count != want {
				t.Fatalf("%v on %v: %+v, want %+v, %v", hand, board, b, want, err)
			}
			if v, err := reader.Of(hand, board); err != nil || v != b.Features {
				t.Fatalf("%v on %v: %v, want %v, %v", hand, board, b.Features, v, err)
			}
		}
		inst := m.Instance()
		if w := inst.TotalWeight(); w != float64(street.Boards()) || inst.Columns.Version != m.Set.Reading {
			t.Errorf("%v boards of the %v by %s", w, street, inst.Columns.Version)
		}
		must.Equal(t, inst.Rows, m.Range.String()+" on the "+street.String())
		patterns := map[cards.Street]int{cards.Turn: 500, cards.River: 2}[street]
		if exact, err := inst.Exact(); err != nil || exact.Patterns() < patterns {
			t.Errorf("%v patterns, %v", exact.Patterns(), err)
		}
	}
}

func TestBuildRefusesBoards(t *testing.T) {
	flop := must.Get(featureset.Parse("mine", []byte("name: mine\nfeatures:\n  - name: a\n    when: hand.pair\n")))(t)
	for _, c := range []struct {
		hand, rng string
		set       *featureset.Set
		want      string
	}{
		{"AKs", "ATC", flop, "mine is for the flop, not for the turn"},
		{"AKs", "AhQh", nil, "tells suits apart"},
	} {
		m := asked(t, c.hand, c.rng)
		m.Street, m.Set = cards.Turn, c.set
		_, err := m.Build(t.Context(), 1, nil)
		must.Fail(t, err, c.want)
	}
	m := asked(t, "AKs", "AA")
	m.Street = cards.River
	must.Fails(m.Build(t.Context(), 1, nil))(t, equity.ErrEmptyRange)
}

// checkWrite writes the last row.
func checkWrite(t *testing.T, m Rows) {
	t.Helper()
	m.List = m.List[len(m.List)-1:]
	var b strings.Builder
	must.Do(t, m.Write(&b, "csv"))
	lines := strings.Split(b.String(), "\n")
	if want := ",equity,wins,ties,combos,deals,orbit_weight"; !strings.HasSuffix(lines[0], want) {
		t.Errorf("%s", lines[0])
	}
	if want := cards.Format(descending(m.List[0].Board)) + ","; !strings.HasPrefix(lines[1], want) {
		t.Errorf("%.20s, want %s", lines[1], want)
	}
}

func descending(set cards.Set) []cards.Card {
	list := set.Cards()
	slices.Reverse(list)
	return list
}

func TestCutStreet(t *testing.T) {
	for _, street := range []cards.Street{cards.Flop, cards.Turn, cards.River} {
		rng, got, estimate, err := CutRange(RangeLabel("22+", street, Equity))
		if rng != "22+" || got != street || estimate != Equity || err != nil {
			t.Errorf("%q on the %v: %v", rng, got, err)
		}
	}
	for _, text := range []string{"22+ on the flop", "22+ on the rail", "22+ on the "} {
		if _, _, _, err := CutRange(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
