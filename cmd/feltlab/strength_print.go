package main

import (
	"fmt"
	"time"

	"feltlab/dataset/strength"
	"feltlab/model/cards"
)

// threatsShown is how many of the classes that beat a hand most often are listed.
const threatsShown = 10

// strengthJSON is the result of a strength command; shares are fractions of 1, wins and ties are
// counted as deals are.
type strengthJSON struct {
	Hand          string   `json:"hand"`
	Board         string   `json:"board"`
	Against       string   `json:"against"`
	Opponents     int      `json:"opponents"`
	Mode          string   `json:"mode"`
	Strength      float64  `json:"strength"`
	Win           float64  `json:"win"`
	Tie           float64  `json:"tie"`
	Wins          uint64   `json:"wins"`
	Ties          uint64   `json:"ties"`
	Deals         uint64   `json:"deals"`
	StandardError *float64 `json:"standard_error,omitempty"`
}

// json is the result with what was asked.
func (q *strengthQuestion) json(strength, win, tie float64, wins, ties, deals uint64) strengthJSON {
	return strengthJSON{
		Hand: q.hand, Board: cards.Format(q.Board), Against: q.against, Opponents: q.Opponents, Mode: q.Mode.String(),
		Strength: strength, Win: win, Tie: tie, Wins: wins, Ties: ties, Deals: deals,
	}
}

// title says who plays against whom, where and how.
func (q *strengthQuestion) title() string {
	where := "before the flop"
	if len(q.Board) > 0 {
		where = "on " + cards.Format(q.Board)
	}
	against := q.against
	if q.Opponents > 1 {
		against = fmt.Sprintf("%d opponents (%s)", q.Opponents, q.against)
	}
	mode := ""
	if q.Mode != strength.Rules {
		mode = ", " + q.Mode.String()
	}
	return fmt.Sprintf("%s %s against %s%s", q.hand, where, against, mode)
}

func (a *app) printStrength(q *strengthQuestion, v strength.Value, took time.Duration) {
	fmt.Fprintf(a.stdout, "%s\n", q.title())
	fmt.Fprintf(a.stdout, "  strength %8.4f%%  win + tie/2\n", 100*v.Strength())
	fmt.Fprintf(a.stdout, "  win      %8.4f%%  %d\n", 100*v.Win(), v.Wins)
	fmt.Fprintf(a.stdout, "  tie      %8.4f%%  %d\n", 100*v.Tie(), v.Ties)
	fmt.Fprintf(a.stdout, "  deals               %d, counted in %v\n", v.Deals, took.Round(time.Microsecond))
}

// printThreats lists the classes that beat the hand most often.
func (a *app) printThreats(threats []strength.Threat, whole strength.Value) {
	if len(threats) == 0 {
		fmt.Fprintf(a.stdout, "nothing beats it\n")
		return
	}
	fmt.Fprintf(a.stdout, "what beats it most often   held   beats it  of all losses\n")
	for i, t := range threats {
		if i == threatsShown {
			fmt.Fprintf(a.stdout, "  and %d classes more\n", len(threats)-i)
			break
		}
		held := 100 * float64(t.Deals) / float64(whole.Deals)
		share := 100 * float64(t.Losses()) / float64(whole.Losses())
		fmt.Fprintf(a.stdout, "  %-22v %6.2f%%  %7.2f%%  %12.2f%%\n", t.Class, held, 100*t.Loss(), share)
	}
}

// printStreets tells how strength moved from street to street.
func (a *app) printStreets(streets []strength.Street) {
	fmt.Fprintf(a.stdout, "street by street           strength  change\n")
	for i, s := range streets {
		dealt, change := "", ""
		if i > 0 {
			before := streets[i-1]
			dealt = cards.Format(s.Board[len(before.Board):])
			change = fmt.Sprintf("  %+.2f", 100*(s.Strength()-before.Strength()))
		}
		fmt.Fprintf(a.stdout, "  %-8s %-14s %8.4f%%%s\n", s.Name, dealt, 100*s.Strength(), change)
	}
}

func (a *app) printSampled(q *strengthQuestion, s strength.Sampled, seed uint64) {
	fmt.Fprintf(a.stdout, "%s\n", q.title())
	fmt.Fprintf(a.stdout, "  strength %8.4f%%  share of the pot, standard error %.4f\n", 100*s.Strength(), 100*s.StandardError())
	fmt.Fprintf(a.stdout, "  win      %8.4f%%  alone\n", 100*s.Win())
	fmt.Fprintf(a.stdout, "  tie      %8.4f%%  shared\n", 100*s.Tie())
	fmt.Fprintf(a.stdout, "  deals               %d, sampled with seed %d\n", s.Deals, seed)
}
