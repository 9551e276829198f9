package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"feltlab/dataset/equity"
	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/model/cards"
)

// printShares writes lines of a name, a fraction as percent and a remark.
func printShares(w io.Writer, lines [][3]any) {
	for _, l := range lines {
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-8s %8.4f%%  %v", l[0], 100*l[1].(float64), l[2]), " "))
	}
}

// where says on which board a hand is played.
func where(board string) string {
	if board == "" {
		return "before the flop"
	}
	return "on " + board
}

func printEquity(w io.Writer, a *equity.Answer) error {
	fmt.Fprintf(w, "%s against %s %s\n", a.Hand, strings.Join(a.Ranges, " and "), where(a.Board))
	took := time.Duration(a.Seconds * float64(time.Second)).Round(time.Microsecond)
	precision, how := "", fmt.Sprintf("counted in %v", took)
	columns := table.Of[equity.HandEquity]()
	shown := []table.Column[equity.HandEquity]{columns[0]}
	for _, c := range table.Pick(columns, "equity", "win", "tie", "share_of_deals") {
		shown = append(shown, c.Percent().Rounded(4))
	}
	if a.Seed != nil {
		precision, how = fmt.Sprintf("standard error %.4f",
			100**a.StandardError), fmt.Sprintf("sampled with seed %d", *a.Seed)
		shown = append(shown, table.Pick(columns, "standard_error")[0].Percent().Rounded(4))
	}
	printShares(w, [][3]any{{"equity", a.Equity, precision}, {"win", a.Win, a.Wins}, {"tie", a.Tie, a.Ties}})
	fmt.Fprintf(w, "  %d deals, %s\n", a.Deals, how)
	if len(a.Hands) == 0 {
		return nil
	}
	return table.Print(w, "  ", shown, a.Hands)
}

// answer is the JSON of a strength, with the question.
func (q *strengthQuestion) answer(value float64, wins, ties, deals uint64) *strength.Answer {
	return &strength.Answer{
		Hand: q.hand, Board: cards.Format(q.Board), Against: q.against, Opponents: q.Opponents, Mode: q.Mode.String(),
		Strength: value, Parts: equity.PartsOf(wins, ties, deals),
	}
}

// title names the hand, the opponents, the board and the method.
func (q *strengthQuestion) title() string {
	against := q.against
	if q.Opponents > 1 {
		against = fmt.Sprintf("%d opponents (%s)", q.Opponents, q.against)
	}
	if q.Mode != strength.Rules {
		against += ", " + q.Mode.String()
	}
	return fmt.Sprintf("%s %s against %s", q.hand, where(cards.Format(q.Board)), against)
}

// threatsShown is how many of the classes that beat a hand most often are listed.
const threatsShown = 10

// printThreats lists the classes that beat the hand most often.
func printThreats(w io.Writer, threats []strength.Threat, whole equity.Count) error {
	if len(threats) == 0 {
		_, err := fmt.Fprintln(w, "nothing beats it")
		return err
	}
	percent := func(name string, get func(*strength.Threat) float64) table.Column[strength.Threat] {
		return table.Float(name, get).Percent().Rounded(2)
	}
	err := table.Print(w, "", []table.Column[strength.Threat]{
		table.Text("what beats it most often", func(t *strength.Threat) string { return t.Class.String() }),
		percent("held", func(t *strength.Threat) float64 { return float64(t.Deals) / float64(whole.Deals) }),
		percent("beats_it", func(t *strength.Threat) float64 { return float64(t.Losses()) / float64(t.Deals) }),
		percent("of_all_losses",
			func(t *strength.Threat) float64 { return float64(t.Losses()) / float64(whole.Losses()) }),
	}, threats[:min(len(threats), threatsShown)])
	if more := len(threats) - threatsShown; more > 0 && err == nil {
		_, err = fmt.Fprintf(w, "and %d classes more\n", more)
	}
	return err
}

// printStreets prints the strength on each street.
func printStreets(w io.Writer, streets []strength.Street) error {
	t := table.NewSheet("street by street", "", "strength %", "change").Align("llr")
	for i, s := range streets {
		dealt, change := "", ""
		if i > 0 {
			before := streets[i-1]
			dealt, change = cards.Format(s.Board[len(before.Board):]), fmt.Sprintf("%+.2f",
				100*(s.Equity()-before.Equity()))
		}
		t.Add(s.Name, dealt, table.Fixed(100*s.Equity(), 4), change)
	}
	return t.Print(w, "")
}
