package published

import (
	"slices"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// TrivialOpponent holds the winnings of a best response to an opponent that ignores its cards in limit hold'em, from
// Johanson et al. (IJCAI 2011).
type TrivialOpponent struct {
	// Opponent is its name in package strategy.
	Opponent string
	// Millibigblinds is the mean over both seats, a game, printed with up to two digits.
	Millibigblinds float64
}

// TrivialOpponents returns all rows in the order of the source.
func TrivialOpponents() []TrivialOpponent {
	var rows []TrivialOpponent
	for _, rec := range records("johanson-best-response.csv") {
		name, _, _ := strings.Cut(rec[1], " ") // "uniform over legal actions"
		rows = append(rows, TrivialOpponent{name, number(rec[2])})
	}
	return rows
}

// LeducRow is a row of the table of abstraction pathologies in Leduc hold'em (Waugh, Schnizlein, Bowling and Szafron,
// AAMAS 2009; shown by Johanson et al., IJCAI 2011): the abstractions of both players, and the exploitability in the
// real game of player 1's half of an equilibrium of the abstract game.
type LeducRow struct {
	// Players are the abstractions of player 1 and player 2, such as "[JQ].K" or "real".
	Players [2]string
	// Millichips is the exploitability in thousandths of a chip, printed with one digit.
	Millichips float64
	// Unique says that all equilibria give the same number. In other rows the number depends on the solver.
	Unique bool
}

// LeducAbstractions returns the rows in the order of the source.
func LeducAbstractions() []LeducRow {
	var rows []LeducRow
	for _, rec := range records("leduc-abstractions.csv") {
		rows = append(rows, LeducRow{[2]string{rec[0], rec[1]}, number(rec[2]), rec[3] == "yes"})
	}
	return rows
}

// Mode is what a hand of jam or fold is played for.
type Mode string

// The modes.
const (
	Tournament Mode = "tournament"
	Cash       Mode = "cash"
)

// JamFoldTable is a table of strategies of Ganzfried & Sandholm: the jam frequency of each hand.
type JamFoldTable struct {
	// Number is 3, or 5 to 16.
	Number    int
	Mode      Mode
	Stacks    [tournament.NumSeats]int // chips of button, small blind and big blind
	Situation tournament.Decision
	// JamPercent is by class, in whole percent.
	JamPercent [cards.NumClasses]float64
}

// Label names what the table shows.
func (t *JamFoldTable) Label() string {
	return string(t.Mode) + ", " + t.Situation.Name(tournament.NumSeats)
}

// tableThree is the state of Table 3; all other tables are for equal stacks.
var tableThree, equalStacks = [tournament.NumSeats]int{3300, 1500, 8700}, [tournament.NumSeats]int{4500, 4500, 4500}

// JamFoldTables returns Table 3, Tables 5 to 10 (the tournament with equal stacks, by situation) and Tables 11 to 16
// (the cash game), as printed. Table 14 prints 100 for Q5s between hands with 0.
func JamFoldTables() []JamFoldTable {
	var tables []JamFoldTable
	situations := tournament.DecisionsOf(tournament.NumSeats)
	for _, rec := range records("ganzfried-sandholm-strategies.csv") {
		n := int(number(rec[0]))
		if len(tables) == 0 || tables[len(tables)-1].Number != n {
			t := JamFoldTable{Number: n, Stacks: equalStacks, Mode: Tournament, Situation: situations[2]}
			if n == 3 {
				t.Stacks = tableThree
			} else {
				t.Situation = situations[(n-5)%len(situations)]
			}
			if strings.HasPrefix(rec[1], "cash") {
				t.Mode = Cash
			}
			tables = append(tables, t)
		}
		tables[len(tables)-1].JamPercent[embedded(cards.ParseClass(rec[2]))] = number(rec[3])
	}
	return tables
}

// KarlsonSklansky returns the ranking of Table 4: 0 for the best hand to jam, 168 for the worst.
func KarlsonSklansky() (ranks [cards.NumClasses]int) {
	for _, rec := range records("karlson-sklansky.csv") {
		ranks[embedded(cards.ParseClass(rec[0]))] = int(number(rec[1]))
	}
	return ranks
}

// JamFoldFrequency returns a number of Table 2: the share of all deals in which the player of a decision jams.
func JamFoldFrequency(mode Mode, at tournament.Decision) float64 {
	table := [...]float64{.376, .088, .652, .145, .273, .021}
	if mode == Cash {
		table = [...]float64{.355, .234, .633, .308, .466, .197}
	}
	return table[slices.Index(tournament.DecisionsOf(tournament.NumSeats), at)]
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
		Mean:   0.3703, Largest: 2.99, LargestAt: [...]int{300, 12300, 900},
		ICM: [...]float64{22.96, 48.19, 28.848}, Values: [...]float64{25.45, 48.69, 25.856},
	}
}
