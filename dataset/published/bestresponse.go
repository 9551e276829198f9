package published

import (
	"strings"
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

// Agent is a program whose exact exploitability in limit hold'em Johanson et al. print (IJCAI 2011).
type Agent struct {
	// Source is the competition of 2010, or the team of strategies Polaris of 2008.
	Source, Name string
	// InformationSets is the size of its abstract game; 0 if the source does not print it.
	InformationSets int
	// Tilt is the change of its payoffs in training, four percentages; empty if the source does not print it.
	Tilt string
	// Millibigblinds is its exploitability a game.
	Millibigblinds float64
}

// Agents returns all agents in the order of the source.
func Agents() []Agent {
	var rows []Agent
	for _, rec := range records("johanson-agents.csv") {
		a := Agent{Source: rec[0], Name: rec[1], Tilt: rec[3], Millibigblinds: number(rec[4])}
		if rec[2] != "" {
			a.InformationSets = int(number(rec[2]))
		}
		rows = append(rows, a)
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
