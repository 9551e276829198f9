package report

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// chartsFile is what feltlab jamfold chart --json printed for tables.
const chartsFile = "charts.json"

// tablesData holds jam or fold at tables: charts from files. A live page may have none, and ask for them.
type tablesData struct {
	Classes []string    `json:"classes"` // hands in the order of all grids
	Charts  []tableData `json:"charts"`
}

type tableData struct {
	Source    string         `json:"source"` // file
	Words     string         `json:"words"`
	Certified string         `json:"certified"` // sentence
	Unit      string         `json:"unit"`      // dollars or chips
	BigBlind  int            `json:"big_blind_chips"`
	Seats     []string       `json:"seats"`
	Values    []float64      `json:"values"` // of seats
	Gains     []float64      `json:"gains"`  // upper limits of what the seats gain by other play
	Decisions []decisionData `json:"decisions"`
}

// decisionData is a decision: frequencies in thousandths, and differences between playing and folding in thousandths of
// a big blind, by class.
type decisionData struct {
	Name    string   `json:"name"`
	Seat    string   `json:"seat"`
	Jammed  []string `json:"jammed"`
	Verb    string   `json:"verb"`
	Reach   float64  `json:"reach_percent"`
	Percent float64  `json:"hands_percent"`
	Range   string   `json:"range"`
	Plays   []int    `json:"plays"`
	Better  []int    `json:"better"`
	// Plain is the range as programs read it, by ranges.Programs.
	Plain map[string]string `json:"plain"`
	jamfold.CallNeeds
}

func tablesBlock(_ context.Context, in *Input) (any, error) {
	out := &tablesData{Classes: cards.ClassNames(), Charts: []tableData{}}
	for _, file := range in.Named(chartsFile) {
		const want = "what feltlab jamfold chart --stacks ... --json prints"
		answer, err := readJSON[jamfold.ChartAnswer](file, want)
		if err != nil {
			return nil, err
		}
		if len(answer.Tables) == 0 {
			return nil, fmt.Errorf("%w: %s has no tables; want %s", ErrInput, file, want)
		}
		for _, c := range answer.Tables {
			t, err := tableOf(c)
			if err != nil {
				return nil, fmt.Errorf("%w: %s: %w", ErrInput, file, err)
			}
			t.Source = file
			out.Charts = append(out.Charts, *t)
		}
	}
	if len(out.Charts) == 0 && !in.Live {
		return nil, nil
	}
	return out, nil
}

// tableOf rounds a chart for the page. A file may hold anything, so that it checks what the page relies on.
func tableOf(c *jamfold.TableChart) (*tableData, error) {
	n := len(c.Seats)
	if n < 2 || n > tournament.MaxTable || len(c.StacksChips) != n || c.BigBlind <= 0 || len(c.Check.Values) != n ||
		len(c.Check.Upper) != n {
		return nil, fmt.Errorf("a table of %d seats with %d stacks, %d values and a big blind of %d", n,
			len(c.StacksChips), len(c.Check.Values), c.BigBlind)
	}
	t := &tableData{
		Words: c.Words(), Certified: c.Certified(), Unit: c.Unit, BigBlind: c.BigBlind, Seats: c.Seats,
		Values: c.Check.Values, Gains: c.Check.Upper,
	}
	for i := range c.Charts {
		x := &c.Charts[i]
		if x.Unsolved != "" {
			t.Certified += fmt.Sprintf(". %s is not solved: %s", x.Name(), x.Unsolved)
			continue
		}
		d := decisionData{
			Name: x.Name(), Seat: x.Seat, Jammed: x.Jammed, Verb: x.Verb(), Reach: x.Reach, Percent: x.Percent,
			Range: x.Range, Plain: map[string]string{}, CallNeeds: x.CallNeeds,
		}
		for _, program := range ranges.Programs() {
			d.Plain[program] = jamfold.PlainRange(x.Grid, program)
		}
		if len(x.Grid) != cards.NumClasses {
			return nil, fmt.Errorf("%s has %d hands, want %d", d.Name, len(x.Grid), cards.NumClasses)
		}
		for k, cell := range x.Grid {
			if cell.Hand != cards.Class(k).String() {
				return nil, fmt.Errorf("%s: hand %q is not the next of a grid", d.Name, cell.Hand)
			}
			d.Plays = append(d.Plays, int(math.Round(1000*cell.Probability)))
			d.Better = append(d.Better, int(math.Round(1000*cell.BigBlinds)))
		}
		t.Decisions = append(t.Decisions, d)
	}
	return t, nil
}

// tableTime is the longest time of an answer about a table.
const tableTime = 10 * time.Minute

// leastReach is the percentage of hands in which play comes to an overcall that a page shows.
const leastReach = 2

// tableQuestion is a table as a page sends it: texts as they are typed, and the ranges of players who do not play for
// the equilibrium, as the flag --fix takes them.
type tableQuestion struct {
	jamfold.TableText
	Fix     []string        `json:"fix"`
	Future  int             `json:"future"`  // further hands that count
	Certify jamfold.Percent `json:"certify"` // as the flag --certify
}

func (t *tableQuestion) question() (*jamfold.TableQuestion, error) {
	q := new(jamfold.TableQuestion)
	if err := t.Read(&q.Table); err != nil {
		return nil, err
	}
	q.Certify(t.Certify)
	if err := q.SetFuture(t.Future); err != nil {
		return nil, err
	}
	for _, text := range t.Fix {
		if err := q.FixText(text); err != nil {
			return nil, fmt.Errorf("the range that you fixed, %s: %w", text, err)
		}
	}
	return q, nil
}

func (s *Server) table(asked *tableQuestion) (compute, error) {
	q, err := asked.question()
	return func(ctx context.Context) (any, error) {
		if s.options.Lab == nil {
			return nil, errors.New("this server solves no tables")
		}
		solution, err := s.options.Lab.FirstIn(ctx, q)
		if solution == nil {
			return nil, err
		}
		// On a timeout the best solution so far has its certificate too.
		return tableOf(solution.Chart(leastReach))
	}, err
}
