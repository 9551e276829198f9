package published

// LeducRow is a row of the table of abstraction pathologies in Leduc hold'em (Waugh, Schnizlein,
// Bowling and Szafron, AAMAS 2009, as shown by Johanson et al., IJCAI 2011): an equilibrium of
// the game in which both players see an abstraction, and how exploitable player 1's half of it
// is in the real game.
type LeducRow struct {
	// Players are the abstractions of player 1 and player 2, such as "[JQ].K" or "real".
	Players [2]string
	// Millichips is the exploitability in thousandths of a chip, printed with one digit.
	Millichips float64
	// Unique says that all equilibria give the same number; for other rows it depends on the
	// solver.
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
