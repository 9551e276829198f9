package published

import (
	"encoding/csv"
	"fmt"
	"strconv"
)

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

// records returns the rows of an embedded table below its header. Like number it panics on malformed data; a test
// checks all files.
func records(name string) [][]string {
	f, err := files.Open(name)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("published: %s: %v", name, err))
	}
	return all[1:]
}

func number(s string) float64 {
	if s == "" {
		return 0
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("published: " + err.Error())
	}
	return v
}
