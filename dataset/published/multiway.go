package published

import (
	"math"
	"strings"
)

// JamSpot is a table of jam or fold whose play a public page prints. Its texts are those of feltlab jamfold ask.
type JamSpot struct {
	Name, Address                string
	Tool                         string // what the page took the play from, as far as it says
	Stacks, Blinds, Ante, Prizes string // prizes empty: play for chips
	// Fixed is the play of a seat that the page assumes, such as SB=ATC; empty: all play for the equilibrium.
	Fixed string
	Lines []JamLine
}

// JamLine is the printed play of a seat.
type JamLine struct {
	Seat, After string   // After is the seat whose jam it calls; empty: it jams
	Percent     float64  // percentage of hands; NaN where none is printed
	Range       string   // empty where none is printed
	Plays       []string // hands that the page says are played
	Folds       []string // hands that the page says are folded
}

// JamSpots returns the tables in the order of the file.
func JamSpots() []JamSpot {
	var spots []JamSpot
	at := map[string]int{}
	for _, rec := range records("multiway-spots.csv") {
		at[rec[0]] = len(spots)
		spots = append(spots, JamSpot{
			Name: rec[0], Address: rec[1], Tool: rec[2], Stacks: rec[3], Blinds: rec[4], Ante: rec[5], Prizes: rec[6],
			Fixed: rec[7],
		})
	}
	for _, rec := range records("multiway-ranges.csv") {
		line := JamLine{
			Seat: rec[1], After: rec[2], Percent: math.NaN(), Range: rec[4], Plays: hands(rec[5]), Folds: hands(rec[6]),
		}
		if rec[3] != "" {
			line.Percent = number(rec[3])
		}
		spot := &spots[at[rec[0]]]
		spot.Lines = append(spot.Lines, line)
	}
	return spots
}

// JamAnswer is a single answer that a public page prints: the values of stacks by ICM (Kind "values"), what to do with
// a hand ("play"), what that gains ("gain"), or the equity that a call needs ("needs").
type JamAnswer struct {
	JamSpot
	Says, Kind, Seat, After, Hand, Printed string
	Remark                                 string // why ours may differ
}

// JamAnswers returns the answers in the order of the file.
func JamAnswers() (all []JamAnswer) {
	for _, rec := range records("answers.csv") {
		spot := JamSpot{Address: rec[0], Stacks: rec[3], Blinds: rec[4], Ante: rec[5], Prizes: rec[6], Fixed: rec[7]}
		all = append(all, JamAnswer{spot, rec[1], rec[2], rec[8], rec[9], rec[10], rec[11], rec[12]})
	}
	return all
}

func hands(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}
