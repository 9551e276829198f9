package published

import (
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

// formulaRows is the number of rows of a table: the source's 11 hands and 4 ranges.
const formulaRows = 11 * 4

func TestFormulas(t *testing.T) {
	table3, table4 := Table3(), Table4()
	if len(table3) != formulaRows || len(table4) != formulaRows {
		t.Fatalf("%d and %d rows, want %d", len(table3), len(table4), formulaRows)
	}
	for _, row := range append(table3, table4...) {
		if _, err := ranges.ParseHand(row.Hand); err != nil {
			t.Error(err)
		}
		if _, err := ranges.Parse(row.Range); err != nil {
			t.Error(err)
		}
		if (row.FeaturesNeeded > 0) == (row.AverageErrorPercent > 0) || len(row.Terms) == 0 || len(row.Terms) > 5 {
			t.Errorf("%+v", row)
		}
		seen := map[int]bool{}
		for _, term := range row.Terms {
			if term.ID < 1 || term.ID > features.Count || seen[term.ID] || term.Weight == 0 || term.Weight > 1 ||
				term.Weight < -1 {
				t.Errorf("%s against %s: term %+v", row.Hand, row.Range, term)
			}
			seen[term.ID] = true
		}
	}
	if row, ok := Find(table4, "AA", "RUS"); !ok || row.AverageErrorPercent != 2.2 || row.Terms[0].ID != 6 {
		t.Errorf("AA against RUS: %+v", row)
	}
	if _, ok := Find(table4, "72o", "RUS"); ok {
		t.Error("found a row that is not printed")
	}
}

func TestStrengths(t *testing.T) {
	for name, rows := range map[string][]StrengthRow{"1": StrengthUniform(), "2": StrengthWeighted()} {
		must.Equal(t, len(rows), 15, name)
		last := 1.0
		for _, row := range rows {
			if _, err := cards.ParseClass(row.Hand); err != nil {
				t.Error(err)
			}
			if row.Strength > last || row.Strength < 0.5 || (name == "1") != (row.Chen > 0) {
				t.Errorf("table %s: %+v after %v", name, row, last)
			}
			last = row.Strength
		}
	}
	must.Equal(t, StrengthWeighted()[11], StrengthRow{Hand: "99", Strength: 0.603, PositionChange: -6})
}

func TestStrengthCase(t *testing.T) {
	streets := StrengthCase()
	must.Equal(t, len(streets), 4)
	for i, want := range []int{0, 3, 4, 5} {
		board, err := cards.ParseCards(streets[i].Board)
		if err != nil || len(board) != want {
			t.Errorf("street %d: board %q, %v", i, streets[i].Board, err)
		}
	}
	if s := streets[1]; s.Uniform != 0.822 || s.Weighted != 0.695 || s.Hand != "QcQd" {
		t.Errorf("%+v", s)
	}
}

// Table 3 calls our one pair F45, our three of a kind F46 and our three of a kind or better
// F47; every other number means the same, so the translation permutes 1..73.
func TestFromTable3(t *testing.T) {
	moved := map[int]int{45: 47, 46: 45, 47: 46}
	for id := 1; id <= features.Count; id++ {
		want := id
		if to, ok := moved[id]; ok {
			want = to
		}
		must.Equal(t, FromTable3(id), want, id)
	}
}
