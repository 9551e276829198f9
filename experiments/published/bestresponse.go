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
