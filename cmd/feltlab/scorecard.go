package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"feltlab/dataset/data"
	"feltlab/internal/clock"
	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/proof"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/handout"
	"feltlab/pipeline/question"
	"feltlab/solvers/scorecard"
)

// scoreFlags are the flags of --loss wrong alone.
type scoreFlags struct {
	Points         int   `flag:"points"`
	OutcomeWeights []int `flag:"outcome-weights"`
}

// scoreAnswer is an answer with what the command adds to it.
type scoreAnswer struct {
	question.Scorecard
	Table *tableFacts `json:"table,omitempty"` // the table of the rows
}

// counts reads the flags. Flags of other losses are usage errors.
func (f *scoreFlags) counts(cmd *cobra.Command) (c proof.Counts, err error) {
	for _, name := range []string{"max-error", "step", "allowed-weights", "gap", "compare", "no-intercept", "bound",
		"nonnegative", "column-groups", "fresh", "quantile"} {
		if cmd.Flags().Changed(name) {
			return c, usage("--%s is not for --loss wrong: a score has at most --features N columns, any weights or "+
				"--points, and a cut", name)
		}
	}
	c = proof.Counts{Low: 1, High: 1, Points: int64(f.Points)}
	switch w := f.OutcomeWeights; {
	case len(w) != 0 && len(w) != 2:
		return c, usage("--outcome-weights has %d numbers, want two, such as 1,5", len(w))
	case len(w) == 2:
		c.Low, c.High = int64(w[0]), int64(w[1])
	}
	return c, nil
}

func (a *app) regressScores(cmd *cobra.Command, ask *question.Ask, f *scoreFlags, asJSON bool) error {
	counts, err := f.counts(cmd)
	if err != nil {
		return err
	}
	subjects, _, err := ask.Subjects()
	if err != nil {
		return asking(err)
	}
	features := ask.Features
	if len(features) == 0 {
		features = []int{3}
	}
	var answers []*scoreAnswer
	for _, s := range subjects {
		t, err := s.Table().Read()
		if err != nil {
			return badTable(named(err))
		}
		if !question.TwoValues(t) {
			return usage("--target %s has more than two values; --loss wrong is for two, such as 0 and 1",
				s.Table().Target())
		}
		for _, n := range features {
			if n < 1 || n > proof.MostScored {
				return usage("--features %d: a score of --loss wrong has 1 to %d columns", n, proof.MostScored)
			}
			answer, err := a.score(cmd.Context(), s, t, min(n, len(t.Columns)), counts, ask)
			if errors.Is(err, proof.ErrHeader) {
				return usage("--loss wrong: %w", err)
			}
			if err != nil {
				return err
			}
			answers = append(answers, answer)
			if !asJSON {
				if err := printScore(a.stdout, s, t, answer); err != nil {
					return err
				}
			}
			if cmd.Context().Err() != nil {
				break
			}
		}
	}
	if asJSON && len(answers) == 1 {
		err = a.printJSON(answers[0])
	} else if asJSON {
		err = a.printJSON(answers)
	}
	return cmp.Or(err, cmd.Context().Err())
}

// score finds a score, with a bar on a terminal, and says the cost of a long search first.
func (a *app) score(ctx context.Context, s question.Subject, t *data.Table, n int, counts proof.Counts,
	ask *question.Ask) (*scoreAnswer, error) {
	limited, cancel := clock.WithTimeout(ctx, ask.TimeLimit[0])
	defer cancel()
	const steps = 1000
	bar := progress.Start(a.stderr, s.String(), steps)
	defer bar.Close()
	begin := func(c fit.ScorecardCost) {
		const long = 5 // seconds
		if c.Seconds > long {
			fmt.Fprintf(a.stderr, "feltlab: %.0f sets of columns, about %.0f CPU seconds; --time-limit is %v\n", c.Sets,
				c.Seconds, ask.TimeLimit[0])
		}
	}
	o := scorecard.Options{Progress: func(part float64, best scorecard.Card) {
		bar.Set(int(steps * part))
		bar.Latest(fmt.Sprintf("best so far %d wrong", best.Wrong))
	}}
	answer, err := fit.Scorecard(limited, s, t, n, counts, begin, o)
	if err != nil {
		return nil, err
	}
	return &scoreAnswer{*answer, factsOf(t, &question.Answer{})}, nil
}

// printScore prints a score, how often it is wrong, whether that is proved, and what it tells about the outcomes.
func printScore(w io.Writer, s question.Subject, t *data.Table, a *scoreAnswer) error {
	fmt.Fprintf(w, "%v, fewest rows wrong, at most %d columns, %d rows (%d different), %d columns\n", s, a.MaxFeatures,
		t.FileRows, len(t.Rows), len(t.Columns))
	printNote(w, s)
	printTwins(w, t)
	fmt.Fprintf(w, "  points:\n")
	for _, f := range slices.SortedStableFunc(slices.Values(a.Features), func(x, y question.PointsOf) int {
		return cmp.Compare(max(y.Weight, -y.Weight), max(x.Weight, -x.Weight))
	}) {
		fmt.Fprintf(w, "    %+d if %s\n", f.Weight, f.Name)
	}
	printWrapped(w, "%s is %v where the points are at least %d, else %v", t.Options.Target, t.High, a.Cut, t.Low)
	card := a.Card()
	low, high := card.WrongRows(question.InstanceOf(t))
	positive := int64(0)
	for _, at := range a.Outcomes.Scores {
		positive += at.Positive
	}
	weighed := ""
	if a.OutcomeWeights != [2]int64{1, 1} {
		weighed = fmt.Sprintf("; they count %d (%d and %d each)", a.Wrong, a.OutcomeWeights[0], a.OutcomeWeights[1])
	}
	printWrapped(w, "wrong: %d of %d rows, %.2f%%: %d of %d with %v, %d of %d with %v%s", low+high, t.Weight,
		100*float64(low+high)/float64(t.Weight), low, t.Weight-positive, t.Low, high, positive, t.High, weighed)
	if a.LowerBound == nil {
		printWrapped(w, "feasible, not proved: other scores may be wrong about fewer rows; the search of %d sets of "+
			"columns was stopped after %.1f s", a.Sets, a.Seconds)
	} else {
		weights := "any weights"
		if a.Points > 0 {
			weights = fmt.Sprintf("weights from -%d to %d", a.Points, a.Points)
		}
		printWrapped(w, "optimal: no score with at most %d columns and %s does better, by a search of %d sets of "+
			"columns, %.1f s", a.MaxFeatures, weights, a.Sets, a.Seconds)
	}
	return printOutcomes(w, t, &a.Outcomes, "points")
}

// readScorecard reads a file of regress --loss wrong --json; nil for other files.
func readScorecard(path string) (*question.Scorecard, error) {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return nil, nil // readResults says so
	}
	file, err := disk.Open(path, disk.MostText)
	if err != nil {
		return nil, named(err)
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	s, err := question.ReadScorecard(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func scoreFormula(s *question.Scorecard) fit.Formula {
	o := s.Data.Options()
	f := fit.Formula{Missing: o.Missing, Words: o.Words, Decimal: o.Decimal}
	for _, p := range s.Features {
		f.Terms = append(f.Terms, fit.Term{Name: p.Name, Weight: float64(p.Weight), Parts: p.Parts})
	}
	return f
}

// scoreFunction returns a score as a function, which returns points.
func scoreFunction(s *question.Scorecard) handout.Function {
	return handout.Function{Name: fmt.Sprintf("%s points", s.Data.Target()), Formula: scoreFormula(s),
		Comment: fmt.Sprintf("points: %s is %s from %d on, else %s; %d rows of %s wrong", s.Data.Target(), s.Data.High,
			s.Cut, s.Data.Low, s.Wrong, s.Data.Name())}
}

// addScore writes the points of a row and what they say.
func (p *predictAnswer) addScore(rows *keyedRows, s *question.Scorecard, points float64, cell string) error {
	low, _ := data.ParseTarget(s.Data.Low) // they were read
	high, _ := data.ParseTarget(s.Data.High)
	unit := math.Pow10(s.Data.Options().Power)
	says := low * unit
	if points >= float64(s.Cut) {
		says = high * unit
	}
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	header := []string{"points", "says", s.Data.Target(), "wrong"}
	return p.write(rows, header, []string{text(points), text(says), cell}, func(y float64) string {
		if math.Abs(y-says) > (high-low)*unit/2 {
			p.wrong++
			return "1"
		}
		return "0"
	})
}
