package published

import "strings"

// TrivialOpponent is what a best response wins from an opponent that does not look at its cards
// in limit hold'em, as Johanson et al. show it (IJCAI 2011).
type TrivialOpponent struct {
	// Opponent is its name in package strategy.
	Opponent string
	// Millibigblinds is the mean over both seats, a game, printed with up to two digits.
	Millibigblinds float64
}

// TrivialOpponents returns them in the order of the source.
func TrivialOpponents() []TrivialOpponent {
	var rows []TrivialOpponent
	for _, rec := range records("johanson-best-response.csv") {
		name, _, _ := strings.Cut(rec[1], " ") // "uniform over legal actions"
		rows = append(rows, TrivialOpponent{name, number(rec[2])})
	}
	return rows
}

// Agent is a program that Johanson et al. measured exactly in limit hold'em (IJCAI 2011).
type Agent struct {
	// Source is the competition of 2010, or the team of strategies Polaris of 2008.
	Source, Name string
	// InformationSets is the size of its abstract game, 0 where that is not said.
	InformationSets int
	// Tilt is how its payoffs were off while it was trained, four percentages; "" where not said.
	Tilt string
	// Millibigblinds is its exploitability a game.
	Millibigblinds float64
}

// Agents returns them in the order of the source.
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
