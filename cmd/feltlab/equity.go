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
	Dead    string `flag:"dead" help:"cards that nobody holds and that do not come, such as Ah,2c"`
	ByHand  bool   `flag:"by-hand"`
	_       string `help:"also list the equity of each class of hands, and on a board made hands and draws"`
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
--by-hand lists it for each class of your range, and on a board also for each made hand and
draw, with their shares of the range. Pairs on the board alone do not count as made hands.
A count of more than about a minute, or of weights of so many digits that it exceeds 64
bits, is sampled instead, and printed with the reason and its standard error; --samples
asks for sampling. --dead names cards that were folded or shown.

Ranges: 77+  ATs+  A5s-A2s  Axs  T9s-65s  AK  AhKh  broadway  top 15%  RML
AKo:0.5  AA@50  [50]AA,KK[/50]  22+,!KK  (feltlab range --help lists all)`,
		Example: `  feltlab equity TsTh --range RS --board 2s6cQc
  feltlab equity AhKh QcQd
  feltlab equity AKs --range "QQ+, AKo:0.5" --json
  feltlab equity A♥K♥ --range TT+ --range "22+, !AA" --board Q♠7♥2♦
  feltlab equity "QQ+, AK" --range "top 15%" --by-hand
  feltlab equity "22+, Axs, broadway" --board AhKd2c --by-hand
  feltlab equity AhKh QcQd JsTs --dead Qh,2c`,
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
	sample bool // was asked for
}

// question turns the command line into a spot. Every error is a usage error.
func (f *equityFlags) question(cmd *cobra.Command, heroText string, opponents []string) (*spot, error) {
	s := &spot{sample: cmd.Flags().Changed("samples")}
	var err error
	if s.Board, err = cards.ParseBoard(f.Board); err != nil {
		return nil, usage("--board: %w", err)
	}
	dead, err := cards.ParseCards(f.Dead)
	if err != nil {
		return nil, usage("--dead: %w", err)
	}
	s.Dead = cards.SetOf(dead...)
	if both := s.Dead & cards.SetOf(s.Board...); both != 0 {
		return nil, usage("--dead: %v lies on the board %s", both.Min(), cards.Format(s.Board))
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
		return nil, usage("%d opponents, want 1 to %d", len(s.Opponents), equity.MaxOpponents)
	}
	if s.Hero, err = ranges.ParseTyped(heroText); err != nil {
		return nil, usage("HAND: %w", err)
	}
	s.name = s.Hero.String()
	if h, err := cards.ParseCombo(heroText); err == nil {
		s.name = h.String()
		if both := h.Set() & s.Dead; both != 0 {
			return nil, usage("--dead: hand %v holds %v", h, both.Min())
		}
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
		count, err := s.Count(ctx)
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
	switch {
	case s.sample:
	case steps > exactSteps:
		answer.Why = "a count takes more than about a minute"
	default:
		if shared, err = s.Exact(ctx, 0, bar.Of); errors.Is(err, equity.ErrOverflow) {
			answer.Why = "the weights have so many digits that counts exceed 64 bits; weights of fewer digits are counted"
		}
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
	if f.ByHand {
		answer.Made, answer.Draws = s.Holdings(shared)
	}
	return answer, nil
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
	dead := ""
	if a.Dead != "" {
		dead = ", without " + a.Dead
	}
	fmt.Fprintf(w, "%s against %s %s%s\n", a.Hand, strings.Join(a.Ranges, " and "), where(a.Board), dead)
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
		if a.Why != "" {
			how += ": " + a.Why
		}
		shown = append(shown, table.Pick(columns, "standard_error")[0].Percent().Rounded(4))
	}
	printShares(w, [][3]any{{"equity", a.Equity, precision}, {"win", a.Win, a.Wins}, {"tie", a.Tie, a.Ties}})
	fmt.Fprintf(w, "  %d deals, %s\n", a.Deals, how)
	if len(a.Hands) == 0 {
		return nil
	}
	return errors.Join(printHoldings(w, "made hand", a.Made), printHoldings(w, "draw", a.Draws),
		table.Print(w, "  ", shown, a.Hands))
}

// printHoldings prints the made hands or the draws of a range on a board.
func printHoldings(w io.Writer, title string, all []equity.Holding) error {
	if len(all) == 0 {
		return nil
	}
	t := table.NewSheet(title, "combos", "share %", "equity %").Align("lrrr")
	for _, h := range all {
		t.Add(h.Name, fmt.Sprint(h.Combos), table.Fixed(100*h.Share, 2), table.Fixed(100*h.Equity, 4))
	}
	if err := t.Print(w, "  "); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
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
