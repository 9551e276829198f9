package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/equity"
	"feltlab/dataset/strength"
	"feltlab/dataset/table"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

type equityFlags struct {
	Ranges  texts  `flag:"range" complete:"ranges" help:"the opponent's range; again for each further opponent"`
	Board   string `flag:"board" help:"0, 3, 4 or 5 board cards, such as 2s6cQc"`
	ByHand  bool   `flag:"by-hand" help:"also list the equity of each class of hands"`
	Samples int    `flag:"samples" default:"1000000" min:"2" max:"2000000000"`
	_       string `help:"number of deals, if deals are sampled"`
	seedFlag
	jsonFlag
}

// exactSteps is the largest number of steps that the command counts exactly, for several opponents or
// with --by-hand: a minute or less on two processors. Beyond it deals are sampled.
const exactSteps = 2e10

func (a *app) equityCommand() *cobra.Command {
	f := &equityFlags{Ranges: texts{"any"}}
	return command(&cobra.Command{
		Use:   "equity HAND|RANGE [OPPONENT...]",
		Short: "Compute an exact equity against one or more ranges on any board",
		Long: `Computes by complete enumeration how often a hand, or a range, wins and ties against a
range. All combos of the range that avoid the known cards are equally likely, or as
likely as their weights say.

Each further --range adds an opponent; the equity is then the mean share of the pot.
Opponents can also follow your hand: equity AhKh QcQd.
--by-hand lists it for each class of your range. A count of more than about a minute is
sampled instead, and printed with its standard error; --samples asks for sampling.

Ranges: 77+  ATs+  A5s-A2s  T9s-65s  AK  AhKh  top 15%  RML  AKo:0.5  AA@50
[50]AA,KK[/50]  22+,!KK  (feltlab range says what one means)`,
		Example: `  feltlab equity TsTh --range RS --board 2s6cQc
  feltlab equity AhKh QcQd
  feltlab equity AKs --range "QQ+, AKo:0.5" --json
  feltlab equity A♥K♥ --range TT+ --range "22+, !AA" --board Q♠7♥2♦
  feltlab equity "QQ+, AK" --range "top 15%" --by-hand`,
		Args: someArgs("your hand or range", "AhKh, and opponents after it, such as QcQd"),
		RunE: func(cmd *cobra.Command, args []string) error {
			q, err := f.question(cmd, args[0], args[1:])
			if err != nil {
				return err
			}
			answer, err := a.answerEquity(cmd.Context(), q, f)
			if err != nil {
				return err
			}
			return a.show(f.JSON, answer, func(w io.Writer) error { return printEquity(w, answer) })
		},
	}, f)
}

// spot is a hand or range against opponents on a board.
type spot struct {
	equity.Spot
	name   string
	hand   cards.Combo
	single bool // hand is the only one of the range
	sample bool // was asked for
}

// question turns the command line into a spot. Every error is a usage error.
func (f *equityFlags) question(cmd *cobra.Command, heroText string, opponents []string) (*spot, error) {
	s := &spot{sample: cmd.Flags().Changed("samples")}
	var err error
	if s.Board, err = cards.ParseBoard(f.Board); err != nil {
		return nil, usage("--board: %w", err)
	}
	where, texts := "--range", []string(f.Ranges)
	if len(opponents) > 0 {
		if cmd.Flags().Changed("range") {
			return nil, usage("opponents %q and --range: name all opponents in one way", opponents)
		}
		where, texts = "OPPONENT", opponents
	}
	for _, text := range texts {
		r, err := ranges.ParseTyped(text)
		if err != nil {
			return nil, usage("%s: %w", where, err)
		}
		s.Opponents = append(s.Opponents, r)
	}
	if len(s.Opponents) > equity.MaxOpponents {
		return nil, usage("%d opponents, want 1..%d", len(s.Opponents), equity.MaxOpponents)
	}
	if s.Hero, err = ranges.ParseTyped(heroText); err != nil {
		return nil, usage("HAND: %w", err)
	}
	s.name = s.Hero.String()
	if h, err := cards.ParseCombo(heroText); err == nil {
		s.name, s.hand, s.single = h.String(), h, true
		if both := h.Set() & cards.SetOf(s.Board...); both != 0 {
			return nil, usage("hand %v holds %v, which lies on the board %s", h, both.Min(), cards.Format(s.Board))
		}
	}
	return s, nil
}

// answer counts, or samples where that is asked for or counting takes too long.
func (a *app) answerEquity(ctx context.Context, s *spot, f *equityFlags) (*equity.Answer, error) {
	start := time.Now()
	answer := s.Answer(s.name)
	if len(s.Opponents) == 1 && !f.ByHand && !s.sample {
		count, err := s.count(ctx)
		answer.Count(count, time.Since(start))
		return answer, err
	}
	bar := progress.Start(a.stderr, "equity", 1)
	defer bar.Close()
	steps, err := s.Steps()
	if err != nil {
		return nil, err
	}
	var shared *equity.Shared
	var seed *uint64
	if !s.sample && steps <= exactSteps {
		shared, err = s.Exact(ctx, 0, bar.Of)
	}
	if shared == nil && (err == nil || errors.Is(err, equity.ErrOverflow)) {
		used := uint64(f.Seed)
		seed = &used
		shared, err = s.Sample(ctx, f.Samples, used, 0, bar.Of)
	}
	if err != nil {
		return nil, err
	}
	answer.Shares(shared, f.ByHand, seed, time.Since(start))
	return answer, nil
}

// count counts all deals against one opponent.
func (s *spot) count(ctx context.Context) (equity.Count, error) {
	if s.single {
		return equity.Against(ctx, s.hand, s.Opponents[0], s.Board)
	}
	return equity.RangeAgainst(ctx, s.Hero, s.Opponents[0], s.Board)
}

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
