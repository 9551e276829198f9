package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/model/tournament"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

func (a *app) depthCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		stacksFlag
		Steps int `flag:"steps" default:"3" min:"1" help:"number of hands ahead"`
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "depth",
		Short: "Show how play changes from ICM to the tournament's equilibrium",
		Long: `Solves one hand for players who look 0, 1, 2, ... hands ahead and then value stacks by
ICM; commercial tools call this future game simulation. The last line is the fixed point,
the solution of the whole tournament. Each step solves all states and is kept in the
cache.`,
		Example: `  feltlab jamfold depth --stacks 4500,4500,4500 --steps 3`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, f.Stacks, "")
			if err != nil {
				return err
			}
			rows, err := a.depth(cmd, &c, f.Steps)
			if err != nil {
				return err
			}
			return a.show(f.JSON, rows, func(w io.Writer) error { return printDepth(w, rows) })
		},
	}, f)
}

func (a *app) depth(cmd *cobra.Command, c *jamfold.Config, steps int) ([]jamfold.DepthAnswer, error) {
	rules := c.Rules()
	stacks, err := rules.Stacks(c.Stacks...)
	if err != nil {
		return nil, usageError{err}
	}
	solved, err := a.solved(cmd, c)
	if err != nil {
		return nil, err
	}
	state := solved.Game.Space.Index(stacks)
	if solved.Game.Hands[state] == nil {
		return nil, usage("heads-up states are worth the share of the chips by the rules: nothing moves")
	}
	found, err := a.lab().Depth(cmd.Context(), c, state, steps, nil)
	if err != nil {
		return nil, err
	}
	hand := solved.Game.Hands[state]
	last := solved.At(state).Step(jamfold.FixedPoint)
	var rows []jamfold.DepthAnswer
	for _, s := range slices.Concat([]jamfold.Step{{Values: solved.Game.ICM[state]}}, found, []jamfold.Step{last}) {
		rows = append(rows, s.Answer(hand))
	}
	return rows, nil
}

func (a *app) headsUpCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		jsonFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "heads-up",
		Short: "Solve a heads-up tournament; show that no ranking of hands fits it",
		Long: `Solves the jam-or-fold tournament of two players; without --config that of Miltersen &
Sorensen (2007): 8,000 chips, blinds 300/600. Prints how often the blinds jam and call,
how close the probability to win is to the share of the chips, and pairs of hands that no
ranking orders: the small blind jams only the first at some stacks and only the second at
others. feltlab jamfold chart prints jams and calls by stack.`,
		Example: `  feltlab jamfold heads-up
  feltlab jamfold heads-up --config configs/jamfold-headsup.yaml --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			if f.Config == "" {
				if c, err = jamfold.HeadsUp(&c, cmd.Flags().Changed); err != nil {
					return usageError{err}
				}
			}
			if c.Players != 2 {
				return usage("%s is a tournament of %d players, want 2", f.Config, c.Players)
			}
			s, err := a.solved(cmd, &c)
			if err != nil {
				return err
			}
			answer := s.HeadsUpAnswer()
			return a.show(f.JSON, answer, func(w io.Writer) error { return printHeadsUp(w, answer) })
		},
	}, f)
}

func (a *app) icmCommand() *cobra.Command {
	f := &struct {
		Stacks string `flag:"stacks" required:"300,12300,900"`
		_      string `help:"stack of each player, such as 300,12300,900 or 8bb,10bb"`
		Blinds string `flag:"blinds" help:"small and big blind in chips, such as 300,600, if stacks in bb are chips"`
		Prizes string `flag:"prizes" required:"50,30,20" help:"prizes by place in dollars, such as 50,30,20"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "icm",
		Short: "Value stacks by the Independent Chip Model",
		Long: `Computes the value of each player's stack by the model of Malmuth and Harville, for any
number of players and prizes. Places without a prize pay nothing. Only shares of the
chips matter. Values are in dollars, the unit of the prizes. Up to 14 players they are
exact; above they are an integral, and the answer says how exact it is.`,
		Example: `  feltlab jamfold icm --stacks 300,12300,900 --prizes 50,30,20
  feltlab jamfold icm --stacks 8bb,12.5bb --prizes 65,35
  feltlab jamfold icm --stacks 8000,4000,2500,1500 --prizes 65,35 --json`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			answer := jamfold.ICMAnswer{}
			stacks, unit, err := icmStacks(f.Stacks, f.Blinds, &answer)
			if err != nil {
				return err
			}
			if answer.PrizesDollars, err = tournament.ParsePrizes(f.Prizes); err != nil {
				return usage("--prizes: %w", err)
			}
			if answer.ValuesDollars, err = tournament.ICM(stacks, answer.PrizesDollars); err != nil {
				return usageError{err}
			}
			if answer.ErrorDollars, err = tournament.ICMError(stacks, answer.PrizesDollars); err != nil {
				return err
			}
			t := table.NewSheet("player", unit, "value, $").Align("r")
			for i, v := range answer.ValuesDollars {
				t.Add(strconv.Itoa(i+1), strconv.FormatFloat(stacks[i], 'f', -1, 64), table.Fixed(v, 4))
			}
			return a.show(f.JSON, answer, func(w io.Writer) error {
				if rest := jamfold.Taken(answer.PrizesDollars, len(stacks)); rest != "" {
					fmt.Fprintln(w, "prizes", rest)
				}
				if note := jamfold.ICMNote(len(stacks), answer.ErrorDollars); note != "" {
					fmt.Fprintln(w, note)
				}
				return t.Print(w, "  ")
			})
		},
	}, f)
}

// icmStacks reads stacks into an answer: chips, or big blinds where no blinds turn them into chips. It returns them
// with their unit.
func icmStacks(text, blinds string, to *jamfold.ICMAnswer) (stacks []float64, unit string, err error) {
	if blinds == "" && strings.Contains(strings.ToLower(text), "bb") {
		for field := range strings.SplitSeq(text, ",") {
			var stack bigBlinds
			number, one, err := tournament.EqualStacks(field)
			if err == nil {
				err = stack.UnmarshalText([]byte(strings.ToLower(strings.TrimSpace(one))))
			}
			if err != nil {
				return nil, "", usage("--stacks %q: %w", field, err)
			}
			if !strings.Contains(strings.ToLower(field), "bb") {
				return nil, "", usage("--stacks %q mixes chips and big blinds: add --blinds, such as 300,600", text)
			}
			stacks = append(stacks, slices.Repeat([]float64{float64(stack)}, number)...)
		}
		to.StacksBigBlinds = stacks
		return stacks, "bb", nil
	}
	bigBlind := 0
	if blinds != "" {
		if _, bigBlind, err = tournament.ParseBlinds(blinds); err != nil {
			return nil, "", usage("--blinds: %w", err)
		}
	}
	if to.StacksChips, err = tournament.ParseStacks(text, bigBlind); err != nil {
		return nil, "", usage("--stacks: %w", err)
	}
	for _, chips := range to.StacksChips {
		stacks = append(stacks, float64(chips))
	}
	return stacks, "chips", nil
}

func (a *app) jamFoldQuizCommand() *cobra.Command {
	f := &struct {
		jamFoldFlags
		Out   string  `flag:"out" help:"file to write (default standard output)"`
		Count int     `flag:"count" default:"200" min:"1" help:"largest number of cards"`
		Low   float64 `flag:"min-difference" default:"0.02" min:"0"`
		_     string  `help:"smallest difference of jam and fold in dollars"`
		High  float64 `flag:"max-difference" default:"0.25" min:"0"`
		_     string  `help:"largest difference of jam and fold in dollars"`
		seedFlag
	}{}
	return a.stored(&cobra.Command{
		Use:   "quiz",
		Short: "Write a quiz deck of close decisions",
		Long: `Writes quiz cards on decisions of a solved tournament where jam and fold differ by little,
but by enough to matter: a CSV of front, back and tags that Anki imports. The tournament
is taken from the cache or solved. The same seed gives the same deck.`,
		Example: `  feltlab jamfold quiz --out deck.csv
  feltlab jamfold quiz --count 50 --max-difference 0.1 --out deck.csv`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.read(cmd, "", "")
			if err != nil {
				return err
			}
			if f.Low > f.High {
				return usage("--min-difference %v is above --max-difference %v", f.Low, f.High)
			}
			if err := writable(f.Out); err != nil {
				return err
			}
			s, err := a.solved(cmd, &c)
			if err != nil {
				return err
			}
			const each = 2 // questions of one situation of a state, so that decks vary
			questions, err := a.lab().Close(cmd.Context(), s, f.Low, f.High, each)
			if err != nil {
				return err
			}
			rand.New(rand.NewPCG(uint64(f.Seed), 0)).Shuffle(len(questions), func(i, j int) {
				questions[i], questions[j] = questions[j], questions[i]
			})
			questions = questions[:min(f.Count, len(questions))]
			cards := deck(&c, questions)
			err = a.writeTo(f.Out, func(w io.Writer) error { return handout.WriteDeck(w, cards, false) })
			if err == nil && f.Out != "" && f.Out != standardOutput {
				fmt.Fprintf(a.stdout, "%s: %d cards\n", f.Out, len(cards))
			}
			return err
		},
	}, f)
}

func deck(c *jamfold.Config, questions []jamfold.Question) (cards []handout.Card) {
	for i := range questions {
		q := &questions[i]
		verb, answer := q.Situation.Verb(), "fold"
		if q.Jam == 1 {
			answer = verb
		}
		front := fmt.Sprintf("%s holds %v. %s. Blinds %d/%d. %s or fold?",
			q.Situation.Seat(), q.Hand, before(q), c.SmallBlind, c.BigBlind, capital(verb))
		back := fmt.Sprintf("%s: a %s is worth $%.3f, a fold $%.3f (%+.3f)",
			capital(answer), verb, q.JamDollars, q.FoldDollars, q.Difference)
		tags := fmt.Sprintf("jamfold %s", strings.ReplaceAll(q.Situation.String(), "|", "::"))
		cards = append(cards, handout.Card{Front: front, Back: back, Tags: tags})
	}
	return cards
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// before names the stacks and the actions of the earlier players.
func before(q *jamfold.Question) string {
	var stacks, acts []string
	for seat, chips := range q.Stacks {
		at := tournament.Seat(seat)
		if chips == 0 {
			continue
		}
		stacks = append(stacks, fmt.Sprintf("%v %d", at, chips))
		if at < q.Situation.Seat() {
			act := "folds"
			if q.Situation.Jammed().Has(at) {
				act = "jams"
			}
			acts = append(acts, fmt.Sprintf("%v %s", at, act))
		}
	}
	text := "Stacks " + strings.Join(stacks, ", ")
	if len(acts) > 0 {
		text += ". " + strings.Join(acts, ", ")
	}
	return text
}
