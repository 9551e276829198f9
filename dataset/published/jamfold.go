package published

import (
	"strings"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// JamFoldTable is a table of strategies of Ganzfried & Sandholm: the jam frequency of each hand.
type JamFoldTable struct {
	// Number is 3, or 5 to 16.
	Number    int
	Mode      tournament.Mode
	Stacks    [tournament.NumSeats]int // chips of button, small blind and big blind
	Situation tournament.Situation
	// JamPercent is by class, in whole percent.
	JamPercent [cards.NumClasses]float64
}

// Label names what the table shows.
func (t *JamFoldTable) Label() string { return t.Mode.String() + ", " + t.Situation.String() }

// tableThree is the state of Table 3; all other tables are for equal stacks.
var tableThree, equalStacks = [tournament.NumSeats]int{3300, 1500, 8700}, [tournament.NumSeats]int{4500, 4500, 4500}

// JamFoldTables returns Table 3, Tables 5 to 10 (the tournament with equal stacks, by situation) and Tables 11 to 16
// (the cash game), as printed. Table 14 prints 100 for Q5s between hands with 0.
func JamFoldTables() []JamFoldTable {
	var tables []JamFoldTable
	for _, rec := range records("ganzfried-sandholm-strategies.csv") {
		n := int(number(rec[0]))
		if len(tables) == 0 || tables[len(tables)-1].Number != n {
			t := JamFoldTable{Number: n, Stacks: equalStacks, Situation: tournament.SmallBlindAfterFold}
			if n == 3 {
				t.Stacks = tableThree
			} else {
				t.Situation = tournament.Situation((n - 5) % tournament.NumSituations)
			}
			if strings.HasPrefix(rec[1], "cash") {
				t.Mode = tournament.Cash
			}
			tables = append(tables, t)
		}
		tables[len(tables)-1].JamPercent[class(rec[2])] = number(rec[3])
	}
	return tables
}

// KarlsonSklansky returns the ranking of Table 4: 0 for the best hand to jam, 168 for the worst.
func KarlsonSklansky() (ranks [cards.NumClasses]int) {
	for _, rec := range records("karlson-sklansky.csv") {
		ranks[class(rec[0])] = int(number(rec[1]))
	}
	return ranks
}

// JamFoldFrequencies returns Table 2: the share of all deals in which each situation's player jams.
func JamFoldFrequencies(mode tournament.Mode) [tournament.NumSituations]float64 {
	if mode == tournament.Cash {
		return [tournament.NumSituations]float64{.355, .234, .633, .308, .466, .197}
	}
	return [tournament.NumSituations]float64{.376, .088, .652, .145, .273, .021}
}

// ICMStudy holds the distances of the tournament's values from ICM, over all states and players, in dollars.
type ICMStudy struct {
	// Edges and Counts are the printed histogram.
	Edges, Counts []float64
	Mean, Largest float64
	LargestAt     [tournament.NumSeats]int // chips
	ICM, Values   [tournament.NumSeats]float64
}

// JamFoldICM returns the study.
func JamFoldICM() ICMStudy {
	return ICMStudy{
		Edges:  []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 1, 3},
		Counts: []float64{510, 460, 368, 363, 403, 626, 108},
		Mean:   0.3703, Largest: 2.99, LargestAt: [tournament.NumSeats]int{300, 12300, 900},
		ICM: [tournament.NumSeats]float64{22.96, 48.19, 28.848}, Values: [tournament.NumSeats]float64{25.45, 48.69,
			25.856},
	}
}

func class(name string) cards.Class {
	k, err := cards.ParseClass(name)
	if err != nil {
		panic("published: " + err.Error())
	}
	return k
}
