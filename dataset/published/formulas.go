package published

import (
	"embed"
	"encoding/csv"
	"strconv"

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
	return read("dalpasso-lancia-table3.csv", FromTable3, func(f *Formula, figure float64) {
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

// StrengthRow is a row of Table 1 or Table 2 of Kumar & Keshner: the probability of winning before the flop plus half
// that of a tie, from 100,000 deals.
type StrengthRow struct {
	// Hand is a class such as "AKs".
	Hand string
	// Strength is a fraction of 1, printed with three digits.
	Strength float64
	// Chen is the hand's Chen score; 0 in Table 2, which does not print it.
	Chen int
	// PositionChange is the number of places that the hand gains over Table 1; 0 in Table 1.
	PositionChange int
}

// StrengthUniform returns Table 1, against a uniform opponent, the strongest first.
func StrengthUniform() []StrengthRow { return strengths("1") }

// StrengthWeighted returns Table 2, against an opponent weighted by max(Chen score, 1).
func StrengthWeighted() []StrengthRow { return strengths("2") }

// Street is a row of the case of section 5: a hand's strength on a board. The source enumerates from the flop on.
type Street struct {
	Hand, Board string
	// Uniform and Weighted are fractions of 1, printed with three digits.
	Uniform, Weighted float64
}

// StrengthCase returns the case of section 5, from preflop to the river.
func StrengthCase() []Street {
	var streets []Street
	for _, rec := range records("kumar-keshner-case.csv") {
		streets = append(streets, Street{rec[0], rec[1], number(rec[2]), number(rec[3])})
	}
	return streets
}

func strengths(table string) []StrengthRow {
	var rows []StrengthRow
	for _, rec := range records("kumar-keshner-strength.csv") {
		if rec[0] == table {
			rows = append(rows, StrengthRow{rec[1], number(rec[2]), int(number(rec[3])), int(number(rec[4]))})
		}
	}
	return rows
}

// File returns an embedded table as text.
func File(name string) ([]byte, error) { return files.ReadFile(name) }

// records returns the rows of an embedded table below its header. Like number it panics on malformed data; a test
// checks all files.
func records(name string) [][]string {
	f := embedded(files.Open(name))
	defer f.Close()
	return embedded(csv.NewReader(f).ReadAll())[1:]
}

func number(s string) float64 {
	if s == "" {
		return 0
	}
	return embedded(strconv.ParseFloat(s, 64))
}

func embedded[T any](v T, err error) T {
	if err != nil {
		panic("published: " + err.Error())
	}
	return v
}

// fromTable3 maps the numbers of table 3 of the source that differ from its list of features and from its table 4: only
// with the made hands in this order do the weights printed for AA, 55, 98s and KQs add up to plausible equities.
var fromTable3 = map[int]int{
	45: 47, // one pair
	46: 45, // three of a kind
	47: 46, // three of a kind or better
}

// FromTable3 translates a feature number of table 3 of the source to the numbering of package features. Most
// numbers are the same in both.
func FromTable3(id int) int {
	if ours, differs := fromTable3[id]; differs {
		return ours
	}
	return id
}
