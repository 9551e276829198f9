package published

import (
	"testing"

	"feltlab/internal/must"
)

func TestLeducAbstractions(t *testing.T) {
	rows := LeducAbstractions()
	must.Equal(t, len(rows), 15)
	unique := 0
	for i, row := range rows {
		if row.Unique {
			unique++
		}
		if row.Unique != (row.Players[1] == "real") || i > 0 && row.Millichips <= rows[i-1].Millichips {
			t.Errorf("%+v", row)
		}
	}
	must.Equal(t, unique, 5, "rows are unique")
}
