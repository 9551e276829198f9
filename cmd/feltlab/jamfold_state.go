package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

func (a *app) stateCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		stacksFlag
		Mode         string `flag:"mode" oneof:"tournament,cash" help:"tournament (default) or cash"`
		Continuation string `flag:"continuation" default:"solved" oneof:"solved,icm"`
		_            string `help:"values of the states that follow: {}"`
		SVG          string `flag:"svg" help:"folder for the grids as SVG"`
		EV           bool   `flag:"ev" help:"also list the values of jam and fold with every hand"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "state",
		Short: "Show equilibrium play at one state, or in one cash hand",
		Long: `Prints which hands to jam in each decision and how often, the state's value to each
player, and how much a player could still gain in this hand (the regret).

In a tournament the value of a hand depends on the states that follow. --continuation
solved takes their values from the solution of the whole tournament, which comes from the
cache or is solved once, in minutes. --continuation icm takes their ICM values and needs
about a second. A machine's first state of three players counts their all-in equities
before, in about 40 CPU-seconds.

Values are in dollars, the unit of the prizes. In a cash hand they are the chips (and big
blinds) won or lost in the hand, posted blinds included.`,
		Example: `  feltlab jamfold state --mode cash --stacks 10bb,10bb --blinds 1,2
  feltlab jamfold state --mode cash --stacks 4500,4500,4500 --blinds 300,600
  feltlab jamfold state --stacks 3300,1500,8700 --continuation icm --svg grids`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks, f.Mode)
			switch {
			case err != nil:
				return err
			case c.Mode == tournament.Cash && cmd.Flags().Changed("continuation"):
				return usage("--continuation is for --mode tournament: nothing follows a cash hand")
			}
			if err := makeFolder(f.SVG); err != nil {
				return err
			}
			answer, err := a.answer(cmd, &c, f.Continuation)
			if err != nil {
				return err
			}
			if f.SVG != "" {
				if err := answer.writeSVG(f.SVG); err != nil {
					return err
				}
			}
			return a.show(f.JSON, answer.Answer(answer.config, f.Continuation), func(w io.Writer) error {
				return printState(w, answer, f.EV)
			})
		},
	}, f)
}

// stateAnswer is a state's equilibrium with its configuration.
type stateAnswer struct {
	*jamfold.State
	config *jamfold.Config
	note   string
}

func (a *app) answer(cmd *cobra.Command, c *jamfold.Config, continuation string) (*stateAnswer, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	lab := a.lab()
	if c.Mode == tournament.Cash {
		s, err := lab.SolveState(cmd.Context(), c, stacks, nil)
		return &stateAnswer{s, c, "a single hand for chips"}, err
	}
	if continuation == "icm" {
		s, err := lab.SolveState(cmd.Context(), c, stacks, jamfold.ICMValues(c))
		return &stateAnswer{s, c, "states that follow are worth their ICM values"}, err
	}
	solved, err := a.solved(cmd, c)
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("part of the whole tournament's solution, in which no player at any state "+
		"can gain more than $%.4f", solved.Certificate.Gain)
	index := solved.Game.Space.Index(stacks)
	if s := solved.At(index); s != nil {
		return &stateAnswer{s, c, note}, nil
	}
	// The rules fix this state's value; its play follows from the values of its successors.
	s, err := lab.SolveState(cmd.Context(), c, stacks, solved.Values)
	return &stateAnswer{s, c, "heads-up states are worth the share of the chips, by the rules"}, err
}

// share writes how often a situation's player puts in the stack.
func (s *stateAnswer) share(at tournament.Situation) string {
	return fmt.Sprintf("%s %.1f%% of hands", at.Verb(), 100*s.Frequency(at))
}

// grid draws the strategy in a situation.
func (s *stateAnswer) grid(at tournament.Situation) draw.Grid {
	g := draw.Grid{
		Title: s.Hand.Words(at), Note: s.share(at) + "; " + s.stacks(),
		Legend: at.Verb() + ", % of the time", High: 100,
	}
	for k, p := range s.Strategy[at] {
		if _, _, ok := s.Actions(at, cards.Class(k)); !ok {
			p = math.NaN()
		}
		g.Values[k] = 100 * p
	}
	return g
}

func (s *stateAnswer) stacks() string {
	text := fmt.Sprintf("%s, blinds %d/%d", s.Hand.Stacks.Words(s.config.Unit), s.config.SmallBlind, s.config.BigBlind)
	if s.config.Ante > 0 {
		text += fmt.Sprintf(", ante %d", s.config.Ante)
	}
	return text
}

// svgName names a situation's file, without the ending.
func svgName(at tournament.Situation) string {
	return strings.ToLower(strings.ReplaceAll(at.String(), "|", "-after-"))
}

func (s *stateAnswer) writeSVG(folder string) error {
	for _, at := range jamfold.Situations(s.Hand) {
		if _, solved := s.Reach(at); s.Hand.Choice(at) != tournament.Free || !solved {
			continue
		}
		if err := writeSVG(folder, svgName(at), s.grid(at)); err != nil {
			return err
		}
	}
	return nil
}

func printState(w io.Writer, s *stateAnswer, ev bool) error {
	fmt.Fprintf(w, "%s\n%s\n\n", s.stacks(), s.note)
	for _, at := range jamfold.Situations(s.Hand) {
		if s.Hand.Choice(at) == tournament.Stays {
			fmt.Fprintf(w, "%s: in the pot without a decision\n\n", s.Hand.Words(at))
			continue
		}
		if reach, solved := s.Reach(at); !solved {
			fmt.Fprintf(w, "%s: not solved, since play comes here in %.2g%% of hands\n\n", s.Hand.Words(at),
				100*max(0, reach))
			continue
		}
		g := s.grid(at)
		g.Title, g.Note = g.Title+": "+s.share(at), "" // stacks are the first line
		if err := g.Text(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
		if ev {
			if err := printActions(w, s, at); err != nil {
				return err
			}
		}
	}
	unit := s.unit()
	t := table.NewSheet("value to", unit).Align("lr")
	blinds := s.config.Mode == tournament.Cash && s.config.BigBlind > 0
	if blinds {
		t.Header = append(t.Header, "big blinds")
	}
	for seat, v := range s.Values {
		if s.Hand.Stacks[seat] == 0 {
			continue
		}
		row := []string{tournament.Seat(seat).Words(), table.Fixed(v, 4)}
		if blinds {
			row = append(row, table.Fixed(v/float64(s.config.BigBlind), 4))
		}
		t.Add(row...)
	}
	if err := t.Print(w, ""); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "a player gains at most %.2g %s in this hand by playing otherwise\n", s.MaxRegret(), unit)
	return err
}

// unit is the unit of all values.
func (s *stateAnswer) unit() string {
	if s.config.Mode == tournament.Cash {
		return "chips"
	}
	return "dollars"
}

// printActions lists the values of jam and fold with every hand in a situation.
func printActions(w io.Writer, s *stateAnswer, at tournament.Situation) error {
	t := table.NewSheet(s.unit(), at.Verb()+" %", at.Verb(), "fold", "difference").Align("lr")
	for k := range cards.Class(cards.NumClasses) {
		row := []string{k.String(), table.Fixed(100*s.Strategy[at][k], 1)}
		if jam, fold, ok := s.Actions(at, k); ok {
			row = append(row, table.Fixed(jam, 4), table.Fixed(fold, 4), fmt.Sprintf("%+.4f", jam-fold))
		} else {
			row = append(row, "not reached")
		}
		t.Add(row...)
	}
	err := t.Print(w, "")
	fmt.Fprintln(w)
	return err
}

// printDepth prints a table of at most 80 columns. Letters stand for decisions.
func printDepth(w io.Writer, rows []jamfold.DepthAnswer) error {
	t := table.NewSheet("hands ahead").Align("lr")
	for i, d := range rows[len(rows)-1].Decisions {
		letter := string(rune('A' + i))
		fmt.Fprintf(w, "%s  %s: %s, %% of hands\n", letter, d.Words, d.Action)
		t.Header = append(t.Header, letter)
	}
	fmt.Fprintln(w)
	decisions := len(t.Header)
	for seat := range tournament.Seat(tournament.NumSeats) {
		if _, ok := rows[0].ValuesDollars[seat.String()]; ok {
			t.Header = append(t.Header, seat.String()+" $")
		}
	}
	for _, r := range rows {
		row := []string{map[int]string{0: "ICM", jamfold.FixedPoint: "equilibrium"}[r.Steps]}
		if row[0] == "" {
			row[0] = strconv.Itoa(r.Steps)
		}
		for _, d := range r.Decisions {
			if d.JamPercent == nil {
				row = append(row, "not solved")
				continue
			}
			row = append(row, table.Fixed(*d.JamPercent, 2))
		}
		for len(row) < decisions {
			row = append(row, "")
		}
		for _, head := range t.Header[decisions:] {
			row = append(row, table.Fixed(r.ValuesDollars[strings.TrimSuffix(head, " $")], 4))
		}
		t.Add(row...)
	}
	return t.Print(w, "")
}

// publishedReversal is the pair of hands that Miltersen & Sorensen name.
var publishedReversal = [2]string{"43s", "J2o"}

func printHeadsUp(w io.Writer, a *jamfold.HeadsUpAnswer) error {
	const about = 20 // rows
	var some []jamfold.HeadsUpRow
	for i, r := range a.Rows {
		if i%max(1, len(a.Rows)/about) == 0 || i == len(a.Rows)-1 {
			some = append(some, r)
		}
	}
	columns := table.Of[jamfold.HeadsUpRow]()
	for i, decimals := range []int{-1, -1, 2, 2, 4, 4} {
		if decimals >= 0 {
			columns[i] = columns[i].Rounded(decimals)
		}
	}
	columns[0], columns[1] = columns[0].Headed("SB chips"), columns[1].Headed("BB chips")
	if err := table.Print(w, "", columns, some); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d states; no player gains more than $%.2g by playing otherwise\n", a.States, a.GainDollars)
	fmt.Fprintf(w, "value is the small blind's; its probability to win stays within %.4f of the\nshare of the chips\n",
		a.Deviation)
	if len(a.Reversals) == 0 {
		_, err := fmt.Fprintln(w, "no two hands change places")
		return err
	}
	fmt.Fprintf(w, "\nno ranking of hands fits all stacks: %d pairs of hands change places. The\n"+
		"clearest, and the published %s and %s:\n\n", len(a.Reversals), publishedReversal[0], publishedReversal[1])
	const shown = 10
	clearest := a.Reversals[:min(shown, len(a.Reversals))]
	for _, r := range a.Reversals[len(clearest):] {
		if r.Hands == publishedReversal || r.Hands == [2]string{publishedReversal[1], publishedReversal[0]} {
			clearest = append(clearest[:shown-1:shown-1], r) // in place of the least clear
		}
	}
	t := table.NewSheet("a", "b", "a jams, b folds at SB/BB", "b jams, a folds at SB/BB", "by $ at least")
	for _, r := range clearest {
		t.Add(r.Hands[0], r.Hands[1], fmt.Sprintf("%d/%d", r.Only[0][0], r.Only[0][1]),
			fmt.Sprintf("%d/%d", r.Only[1][0], r.Only[1][1]), fmt.Sprintf("%.2g", r.Margin))
	}
	return t.Print(w, "")
}
