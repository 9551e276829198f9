package published

import (
	"embed"

	"feltlab/model/features"
	"feltlab/model/regression"
)

//go:embed *.csv
var files embed.FS

// Formula is a printed row of Table 3 or Table 4. The source prints only the five largest weights, with two digits.
// Features have our numbers.
type Formula struct {
	Hand, Range string
	// FeaturesNeeded is the number of Table 3: the features for an average error of 2.5 percentage points; 0 in rows of
	// Table 4.
	FeaturesNeeded int
	// AverageErrorPercent is the number of Table 4: the average error with ten features, in percentage points; 0 in
	// rows of Table 3.
	AverageErrorPercent float64
	// Terms are in the printed order, the largest weight first.
	Terms []regression.Term
}

// Table3 returns the rows of Table 3, FEAT_AVGERR(2.5%).
func Table3() []Formula {
	return read("dalpasso-lancia-table3.csv", features.FromTable3, func(f *Formula, figure float64) {
		f.FeaturesNeeded = int(figure)
	})
}

// Table4 returns the rows of Table 4, AVGERR(10). The source prints F15 twice in the row KK against RS; Table4 returns
// the second as F14.
func Table4() []Formula {
	rows := read("dalpasso-lancia-table4.csv", func(id int) int { return id }, func(f *Formula, figure float64) {
		f.AverageErrorPercent = figure
	})
	for _, row := range rows {
		if row.Hand == "KK" && row.Range == "RS" {
			row.Terms[1].ID = 14
		}
	}
	return rows
}

// Find returns the row of a hand and a range.
func Find(rows []Formula, hand, rng string) (Formula, bool) {
	for _, row := range rows {
		if row.Hand == hand && row.Range == rng {
			return row, true
		}
	}
	return Formula{}, false
}

// read decodes an embedded table: hand, range, figure, then pairs of weight and feature.
func read(name string, numbering func(int) int, set func(*Formula, float64)) []Formula {
	var rows []Formula
	for _, rec := range records(name) {
		row := Formula{Hand: rec[0], Range: rec[1]}
		set(&row, number(rec[2]))
		for i := 3; i < len(rec) && rec[i] != ""; i += 2 {
			id := numbering(int(number(rec[i+1])))
			row.Terms = append(row.Terms, regression.Term{ID: id, Weight: number(rec[i])})
		}
		rows = append(rows, row)
	}
	return rows
}
