package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/clock"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

// askFlags describe a decision at a table.
type askFlags struct {
	Hand   string   `flag:"hand" required:"K8o" complete:"hands" help:"your hand, such as K8o or AsKs"`
	Seat   string   `flag:"seat" required:"SB" help:"the player's seat: UTG, LJ, HJ, CO, BTN, SB or BB"`
	Stacks string   `flag:"stacks" required:"8bb,8bb,8bb,8bb,8bb"`
	Jams   []string `flag:"jams" help:"earlier seats that jammed, such as HJ,SB (for BB: default SB)"`
	Call   string   `flag:"call" help:"range with which players behind call the jam, such as \"22+, A2+\""`
	tableFlags
	jsonFlag
	held string // the hand among the words
}

func (a *app) askCommand() *cobra.Command {
	f := &askFlags{}
	return a.stored(&cobra.Command{
		Use:   "ask HAND [WORD]...",
		Short: "Jam, call or fold? One decision at a table of 2 to 10 players",
		Long: `Solves one hand of jam or fold of two to ten players and answers for one hand in one seat: jam, call or
fold, and by how much, with the grid of all hands. Stacks that follow are worth their chips; with --prizes, their ICM
value and the bounties.

--future N solves the next hand too, from every end of this one that is likely, with the blinds moved, and so N hands
in turn; their values take the place of ICM. That is up to 5 hands for two and three players, 2 for four, 1 for more.

The answer is that of the game from the decision on, however seldom play comes there in the whole game. Seats that
folded before hold what they fold in the whole game, seats that jammed what they jam in the game from their own
decision on; the answer says which hands.

All players play for the equilibrium, except that --call gives the players behind the range of their calls, and --fix
any seat a range after the jams that it names; then the answer is the best response to these.

--opened "CO 2.2bb 22+, A2s+" asks after a raise: the seats before folded, those behind fold or jam, and then the
raiser calls or folds. The hands of the raise are those that you give; all other play is found, unless --fix gives it
too.

At the end: with which stacks the answer would change, the player's own or all in proportion, and with which ranges of
the players behind, or of those who jammed. Ranges grow and shrink in the order of what each hand gains by its call or
jam, all by the same part of the hands that they lack or have. The others' play stays, so that stacks are tried from
half to twice.

With four and more players, complete deals of all hands count the cards of those who folded: the answer says by how
much that moves it. --bunching=false leaves that out.

Every answer is checked: how much could a player gain by playing otherwise? For two and three players that is exact.
For more it is a limit from deals of all hands from one deck, with a confidence of 99.9%; more --deals or --time make
it closer. Answers are kept in the cache. The first question of three and more players counts all-in equities before,
in about 40 CPU-seconds.

Words after the hand stand for flags: stacks in bb, 6-max, a seat, prizes, blinds, bba, vs and the seats that jammed,
the raise as in CO opens 2.2bb 22+, A2s+, and others as in dead=1bb.

Bounty models: fixed, shared and equal pay the whole bounty at once. Bounties that remain are worth nothing by fixed;
shared divides them by chips (as ICMIZER's chip model does), and equal gives each to the players who finish before
with the same chance (as HRC does). The others are of progressive knockouts: half pays half, and the other half, which
joins the winner's own bounty, counts nothing; proportional also shares the bounties that remain by chips; winner
values a player's own bounty by the chance to finish first.`,
		Example: `  feltlab jamfold ask K8o --seat SB --stacks 8bb,8bb,8bb,8bb,8bb \
    --prizes 50/30/20 --ante bb
  feltlab jamfold ask "K8o SB 8bb 5-max 50/30/20 bba"
  feltlab jamfold ask A5s --seat BB --jams BTN --stacks 9bb,10bb,6bb,12bb
  feltlab jamfold ask 99 --seat BTN --stacks 6x12bb --opened "CO 2.2bb 22+, A2s+, KTo+"
  feltlab jamfold ask "99 BB 12bb 3-max BTN opens 2.2bb top 45% 50/30/20"
  feltlab jamfold ask QTs --seat SB --stacks 10bb,10bb --call "22+, A2+, K9+"`,
		Args: f.readWords,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.ask(cmd, f) },
	}, f)
}

func (a *app) ask(cmd *cobra.Command, f *askFlags) error {
	held, err := ranges.ParseHand(cmp.Or(f.held, f.Hand))
	if err != nil {
		return usageError{err}
	}
	q, at, err := f.read(cmd)
	if err != nil {
		return usageError{err}
	}
	lab, start := a.lab(), clock.Now()
	d, err := lab.Decide(cmd.Context(), q, at)
	if d == nil {
		return withoutAnswer(err)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if !d.Holds(held.Class) {
		return usage("%s: no deal has it here: %s", held.Text, jamfold.BeforeNote(d.Before))
	}
	answer := d.Answer(held)
	if !f.JSON { // the answer comes before the search for what would change it
		if err := printAsk(a.stdout, answer); err != nil {
			return err
		}
	}
	limited, cancel := q.Within(cmd.Context(), 1, clock.Since(start))
	defer cancel()
	switch long := len(q.Table.Stacks)-at.Seat > jamfold.SoonChanged; {
	case err != nil:
	case long && f.Time == 0:
		_, err = fmt.Fprintln(a.stderr, "feltlab: what would change the answer takes longer than the answer here; "+
			"--time 2m looks for it")
	default:
		answer.Changes, err = lab.Changes(limited, d, held.Class)
	}
	if err != nil && cmd.Context().Err() == nil && limited.Err() != nil {
		answer.Changes = nil
		_, err = fmt.Fprintln(a.stderr, "feltlab: --time ended before what would change the answer was found")
	}
	return errors.Join(a.show(f.JSON, answer, func(w io.Writer) error { return printChanges(w, answer.Changes) }), err)
}

func (f *askFlags) read(cmd *cobra.Command) (*jamfold.TableQuestion, tournament.Decision, error) {
	at := tournament.Decision{}
	q, err := f.question(f.Stacks)
	if err != nil {
		return nil, at, err
	}
	n, jams := len(q.Table.Stacks), f.Jams
	if f.Opened == "" && !cmd.Flags().Changed("jams") {
		if seat, err := tournament.ParseTableSeat(f.Seat, n); err == nil && seat == n-1 {
			jams = []string{"SB"}
		}
	}
	if at, err = jamfold.ParseDecision(f.Seat, jams, &q.Table); err != nil {
		return nil, at, fmt.Errorf("--%w", err)
	}
	if err := q.CheckDecision(at); err != nil {
		jams := ""
		if cmd.Flags().Changed("jams") {
			jams = ", --jams " + strings.Join(f.Jams, ",")
		}
		return nil, at, fmt.Errorf("--seat %s%s: %w", f.Seat, jams, err)
	}
	if !cmd.Flags().Changed("call") {
		return q, at, nil
	}
	return q, at, f.readCalls(q, at)
}

// withoutAnswer says after an interruption that there is nothing to show.
func withoutAnswer(err error) error {
	if errors.Is(err, context.Canceled) { // also during the games that tell the hands of the seats before
		return interrupted("before there was a solution to show: there is no answer yet")
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.New("--time ended before there was a solution to show; want a longer time")
	}
	return err
}

// readCalls gives all players behind the range of their calls.
func (f *askFlags) readCalls(q *jamfold.TableQuestion, at tournament.Decision) error {
	n := len(q.Table.Stacks)
	switch {
	case strings.TrimSpace(f.Call) == "":
		return errors.New(`--call: the range is empty; name hands, such as "22+, A2+", or leave it out for the ` +
			`equilibrium`)
	case at.Seat == n-1:
		return fmt.Errorf("--call: nobody acts after %s; leave it out", q.Table.Seats()[at.Seat])
	}
	behind := tournament.Decision{Jammed: at.Jammed | 1<<at.Seat}
	for behind.Seat = at.Seat + 1; behind.Seat < n; behind.Seat++ {
		if q.Table.Stays(behind.Seat, behind.Jammed) {
			behind.Jammed |= 1 << behind.Seat
			continue
		}
		if err := q.Fix(behind, f.Call); err != nil {
			return fmt.Errorf("--call: %s: %w", q.Table.Seats()[behind.Seat], err)
		}
	}
	return nil
}

// printAsk prints an answer without what would change it.
func printAsk(w io.Writer, a *jamfold.AskAnswer) error {
	g := draw.Grid{
		Title:  fmt.Sprintf("%s: %s %.1f%% of hands", a.Seat, a.Verb(), a.Percent),
		Legend: a.Verb() + ", % of the time", High: 100,
	}
	for k, c := range a.Grid {
		g.Values[k] = 100 * c.Probability
	}
	err := table.Show(w, "", a)
	fmt.Fprintln(w)
	return errors.Join(err, g.Text(w), printRange(w, a.Plain))
}

// printRange prints a range as other programs read it.
func printRange(w io.Writer, plain string) error {
	_, err := fmt.Fprintf(w, "Range: %s\n", cmp.Or(plain, "no hand"))
	return err
}

// printChanges prints which stacks and ranges would change the answer.
func printChanges(w io.Writer, c *jamfold.Changes) error {
	if c == nil {
		return nil
	}
	ranges := "Ranges of the players who jammed"
	if c.Ranges.Calls {
		ranges = "Ranges of the players behind who call"
	}
	fmt.Fprintln(w)
	err := table.Show(w, "What would change the answer if the others play as before", c,
		"A stack or range at which the answer changes is listed if one was found")
	if len(c.Ranges.Seats) > 0 {
		fmt.Fprintln(w)
		err = errors.Join(err, table.Show(w, ranges, &c.Ranges))
	}
	return err
}
