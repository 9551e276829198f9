package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/history"
	"feltlab/model/tournament"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/jamfold"
)

// reviewFlags say which decisions of hand histories are answered, and where the answers go.
type reviewFlags struct {
	Prizes    string    `flag:"prizes"`
	Chips     int       `flag:"chips" min:"1"`
	Others    string    `flag:"others"`
	Bounty    string    `flag:"bounty" default:"half" oneof:"fixed,half,proportional,winner,shared,equal"`
	Opened    string    `flag:"opened" help:"hands of raises, such as \"CO top 25%; any 22+, A2s+\", or a file of them"`
	All       bool      `flag:"all"`
	Deepest   bigBlinds `flag:"deepest" default:"15" help:"largest effective stack of a decision, in big blinds"`
	Anonymous bool      `flag:"anonymous" help:"leave out the names of players and files"`
	Out       string    `flag:"out" file:".html,.csv,.md,.parquet,.arrow,-"`
	Deck      string    `flag:"deck" help:"quiz deck of the mistakes for Anki, such as deck.csv" file:""`
	effortFlags
	jsonFlag
}

func (a *app) reviewCommand() *cobra.Command {
	f := &reviewFlags{effortFlags: effortFlags{Time: 10 * time.Second}}
	return a.stored(&cobra.Command{
		Use:   "review FILE...",
		Short: "Say what each jam, call and fold of your hand histories cost",
		Long: `Reads hand histories of PokerStars, GGPoker, 888, partypoker, iPoker and Winamax, answers every
decision that is jam or fold as feltlab jamfold ask does, and says what each cost: mistakes by seat and by kind, the
most costly first. FILE is a file, a folder or - for standard input; files may mix rooms.

A decision is jam or fold if all before folded or jammed, and the player put in the stack or folded, with an effective
stack of at most --deepest. With --opened it may come after a raise, whose hands are those that you give by seat, in
the option or in a file with a seat a line; any stands for the other seats. Other hands are counted with the reason.

Answers are for chips. With --prizes, tournament hands are for prize money (ICM) where the table is the whole
tournament: it has all --chips, or as many chips in all hands of the tournament that were read. With --others every
tournament hand is. Bounties that a history states then count by --bounty.

A first look at each decision counts folded cards as random. If the player was right by 0.25 big blinds more than it
may be off, that is the answer; all others are solved as ask does, in at most --time each. A difference of jam and
fold below the error of the values, which includes the certificate, is too close to call and never a mistake; more
--time decides closer ones. Answers are kept in the cache: a review that is stopped shows what it has, and the same
command goes on from there.`,
		Example: `  feltlab jamfold review hands.txt
  feltlab jamfold review histories --prizes 50,30,20 --out review.html
  feltlab jamfold review histories --opened "CO top 25%; any 22+, A2s+"
  feltlab jamfold review histories --all --anonymous --deck deck.csv`,
		Args: someArgs("FILE", "hands.txt"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.review(cmd, f, args) },
	}, f)
}

func (a *app) review(cmd *cobra.Command, f *reviewFlags, args []string) error {
	ask, err := f.asker()
	if err != nil {
		return usageError{err}
	}
	raises, err := f.raises()
	if err != nil {
		return usage("--opened: %w", err)
	}
	read := &historyFiles{anonymous: f.Anonymous, seen: map[string]bool{}, skipped: jamfold.Reasons{}}
	for _, path := range args {
		if err := read.add(cmd, path); err != nil {
			return named(err)
		}
	}
	r, stopped := f.answer(cmd.Context(), a, read, raises, ask)
	if r == nil {
		return stopped
	}
	if r.Hands == 0 && stopped == nil {
		stopped = errors.New("no hand was read; want histories of PokerStars, GGPoker, 888, partypoker, iPoker or " +
			"Winamax")
	}
	if f.Deck != "" {
		if err := a.writeTo(f.Deck, func(w io.Writer) error {
			return handout.WriteDeck(w, handout.ReviewDeck(r))
		}); err != nil {
			return err
		}
	}
	if f.Out != "" {
		if err := a.writeTo(f.Out, func(w io.Writer) error {
			format := cmp.Or(formatOf(f.Out), "csv")
			if format == "html" {
				return handout.WriteReview(w, r)
			}
			return table.Write(w, format, table.Of[*jamfold.Reviewed](), nil, r.Decisions)
		}); err != nil || f.Out == standardOutput {
			return errors.Join(err, stopped)
		}
	}
	return errors.Join(a.print(f.JSON, r, ""), stopped)
}

// answer answers the decisions of the hands that were read. If the context ends, it returns its error with those that
// were answered.
func (f *reviewFlags) answer(
	ctx context.Context, a *app, read *historyFiles, raises jamfold.Raises,
	ask func(*jamfold.Spot, bool) (*jamfold.TableQuestion, error),
) (*jamfold.Review, error) {
	skipped := jamfold.Reasons{}
	var spots []jamfold.Spot
	for _, h := range read.hands {
		spots = append(spots, jamfold.Spots(h, f.All, float64(f.Deepest), raises, skipped)...)
	}
	whole, lab := jamfold.PrizeTables(read.hands, f.Chips), &jamfold.Lab{Store: a.kept}
	r := &jamfold.Review{Hands: len(read.hands), Decisions: []*jamfold.Reviewed{}}
	bar := progress.Start(a.stderr, "decisions", len(spots))
	defer bar.Close()
	var stopped error
	for i := 0; i < len(spots) && stopped == nil; i++ {
		var d *jamfold.Reviewed
		q, err := ask(&spots[i], whole(spots[i].Hand))
		if err == nil {
			d, err = lab.Reviewed(ctx, q, &spots[i])
		}
		switch {
		case errors.Is(err, jamfold.ErrDecision) || errors.Is(err, tournament.ErrPrizes):
			skipped.Add(err.Error(), 1, spots[i].Hand.ID)
			continue
		case err != nil && ctx.Err() == nil:
			return nil, err
		case err != nil:
			r.Pending, stopped = len(spots)-i, err
			continue
		}
		if f.Anonymous {
			d.Player = ""
		}
		r.Decisions = append(r.Decisions, d)
		bar.Of(i+1, len(spots))
	}
	r.NotAsked, r.NotRead = skipped.List(), read.skipped.List()
	r.Sum()
	return r, stopped
}

// asker returns what is asked about a decision: for prizes if they are given and the table is the whole tournament, or
// the stacks at other tables are given.
func (f *reviewFlags) asker() (func(s *jamfold.Spot, whole bool) (*jamfold.TableQuestion, error), error) {
	var prizes []float64
	var bounty tournament.Bounty
	var err error
	if f.Prizes != "" {
		prizes, err = parsePrizes(f.Prizes)
	}
	switch {
	case err != nil:
		return nil, err
	case prizes == nil && (f.Others != "" || f.Chips > 0):
		return nil, errors.New("--others and --chips count for prizes alone; add --prizes, such as 50,30,20")
	case f.Others != "" && f.Chips > 0:
		return nil, errors.New("--others and --chips exclude each other: with --others all tables play for prizes")
	}
	if _, err := tournament.ParseStacks(f.Others, 1000); f.Others != "" && err != nil {
		return nil, fmt.Errorf("--others: %w", err)
	}
	if err := bounty.UnmarshalText([]byte(f.Bounty)); err != nil {
		return nil, fmt.Errorf("--bounty: %w", err)
	}
	return func(s *jamfold.Spot, whole bool) (*jamfold.TableQuestion, error) {
		q := f.about()
		q.Table = s.Table
		if s.Hand.Tournament != "" && prizes != nil && (whole || f.Others != "") {
			if err := s.ForPrizes(&q.Table, prizes, f.Others, bounty); err != nil {
				return nil, err
			}
		}
		s.Open(&q.Table)
		q.Certify(f.Certify)
		return q, nil
	}, nil
}

// raises returns the hands of raises, nil if none are given.
func (f *reviewFlags) raises() (jamfold.Raises, error) {
	if f.Opened == "" {
		return nil, nil
	}
	text, err := fileText(f.Opened)
	if err != nil {
		return nil, err
	}
	return jamfold.ParseRaises(text)
}

type historyFiles struct {
	hands     []*history.Hand
	seen      map[string]bool // rooms and numbers of the hands
	skipped   jamfold.Reasons
	anonymous bool
}

// add reads a file, the files of a folder and of its folders, or standard input. Files of a folder that cannot be read
// are counted.
func (r *historyFiles) add(cmd *cobra.Command, path string) error {
	if path == standardOutput {
		text, err := io.ReadAll(io.LimitReader(cmd.InOrStdin(), disk.MostText))
		if err == nil {
			r.read("standard input", text)
		}
		return err
	}
	return filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := disk.ReadFile(file, disk.MostText)
		switch {
		case err == nil:
			r.read(file, text)
		case file == path:
			return err
		default:
			r.skip("the file cannot be read", file, err.Error())
		}
		return nil
	})
}

func (r *historyFiles) read(file string, text []byte) {
	known := history.Read(text, func(h *history.Hand, err error) bool {
		if err != nil {
			reason, detail, _ := strings.Cut(err.Error(), ": ")
			r.skip(reason, file, detail)
			return true
		}
		if id := h.Room + " " + h.ID; r.seen[id] {
			r.skip("the hand was read before", file, id)
		} else {
			r.seen[id] = true
			r.hands = append(r.hands, h)
		}
		return true
	})
	if !known {
		r.skip("the file has no hand of a room that is known", file, "")
	}
}

func (r *historyFiles) skip(reason, file, detail string) {
	first := strings.TrimSuffix(file+": "+detail, ": ")
	if r.anonymous {
		first = ""
	}
	r.skipped.Add(reason, 1, first)
}
