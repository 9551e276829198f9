package published

import "testing"

func TestLeducAbstractions(t *testing.T) {
	rows := LeducAbstractions()
	if len(rows) != 15 {
		t.Fatalf("%d rows, want 15", len(rows))
	}
	unique := 0
	for i, row := range rows {
		if row.Unique {
			unique++
		}
		if row.Unique != (row.Players[1] == "real") || i > 0 && row.Millichips <= rows[i-1].Millichips {
			t.Errorf("%+v", row)
		}
	}
	if unique != 5 {
		t.Errorf("%d rows are unique, want 5", unique)
	}
}
