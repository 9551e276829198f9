package sources

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/published"
	"feltlab/experiments"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
	"feltlab/solvers/jamfold/stochastic"
)

const (
	target = 0.0005    // gain, as a fraction of the prizes, at which a check stops
	deals  = 2_000_000 // most deals of a check

	leastReach = 2 // percentage of hands in which play comes to an overcall that the report shows
)

// decision is a printed decision with ours.
type decision struct {
	Seat    string          `json:"seat"`
	After   string          `json:"after"`           // seat that jammed; empty: the seat jams
	Printed question.Number `json:"printed_percent"` // of hands; NaN where none is printed
	Ours    float64         `json:"ours_percent"`
	// Product is the percentage by the product of chances, in which cards of folded hands exclude others only two hands
	// at a time; NaN for two and three players, who are solved exactly.
	Product question.Number `json:"product_percent"`
	// Differ is the percentage of hands that one of the two plays more; NaN without a printed range.
	Differ question.Number `json:"differ_percent"`
	// Loses is what the printed range loses against our play, in big blinds per 100 deals that come to the decision;
	// OursLoses is the same of our play. NaN without a printed range.
	Loses     question.Number `json:"printed_loses_bigblinds"`
	OursLoses question.Number `json:"ours_loses_bigblinds"`
	OurRange  string          `json:"our_range"`
	// Named is the number of single hands that the page says are played or folded; Wrong are those that ours plays
	// otherwise, with our probability and the gain of playing in big blinds.
	Named int      `json:"named"`
	Wrong []string `json:"wrong"`
}

// spot is a table with its decisions.
type spot struct {
	published.JamSpot `json:"-"`
	Title             string     `json:"table"`
	Source            string     `json:"address"`
	Words             string     `json:"words"`
	Certified         string     `json:"certificate"`
	Decisions         []decision `json:"decisions"`
	Limit             float64    `json:"gain_at_most"` // largest upper limit of a gain, as a fraction of the pool
	// OnDeals is gain of the best response to the deals, likewise; exact for two and three players.
	OnDeals float64 `json:"gain_on_deals"`

	Chart   *jamfold.TableChart `json:"-"` // without overcalls that are rare
	Bunched *jamfold.Bunching   `json:"-"` // nil for two and three players
}

type summary struct {
	Spots   []spot   `json:"spots"`
	Answers []answer `json:"answers"`
}

// compared solves all tables.
func compared(ctx context.Context, env *experiments.Env) (*summary, error) {
	lab, s := labOf(env), &summary{}
	for _, p := range published.JamSpots() {
		found, err := compare(ctx, lab, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		s.Spots = append(s.Spots, *found)
	}
	var err error
	s.Answers, err = answers(ctx, lab)
	return s, err
}

// questionOf reads the table of a spot.
func questionOf(p *published.JamSpot) (*jamfold.TableQuestion, error) {
	q := &jamfold.TableQuestion{Target: target, Deals: deals}
	text := jamfold.TableText{Stacks: p.Stacks, Blinds: p.Blinds, Ante: p.Ante, Prizes: p.Prizes}
	if err := text.Read(&q.Table); err != nil || p.Fixed == "" {
		return q, err
	}
	return q, q.FixText(p.Fixed)
}

// compare solves a table and compares all its decisions.
func compare(ctx context.Context, lab *jamfold.Lab, p published.JamSpot) (*spot, error) {
	q, err := questionOf(&p)
	if err != nil {
		return nil, err
	}
	solution, err := lab.FirstIn(ctx, q)
	if err != nil {
		return nil, err
	}
	chart := solution.Chart(0)
	out := &spot{
		JamSpot: p, Title: p.Name, Source: p.Address, Words: chart.Words(), Certified: chart.Certified(),
		Limit: chart.Gain / 100, Chart: solution.Chart(leastReach), Bunched: chart.Bunching,
	}
	for _, gain := range chart.Check.Estimate {
		out.OnDeals = max(out.OnDeals, gain/chart.Pool)
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		at := slices.IndexFunc(chart.Charts, func(c jamfold.SeatChart) bool {
			return c.Seat == l.Seat && strings.Join(c.Jammed, " ") == l.After
		})
		if at < 0 {
			return nil, errors.New(l.Seat + " has no such decision")
		}
		if unsolved := chart.Charts[at].Unsolved; unsolved != "" {
			return nil, fmt.Errorf("%s after %s: %s", l.Seat, l.After, unsolved)
		}
		d, err := decide(l, &chart.Charts[at])
		if err != nil {
			return nil, err
		}
		if d.Product = question.Number(math.NaN()); chart.Charts[at].Product != nil {
			d.Product = question.Number(*chart.Charts[at].Product)
		}
		out.Decisions = append(out.Decisions, *d)
	}
	return out, nil
}

// decide compares a printed decision with ours.
func decide(l *published.JamLine, c *jamfold.SeatChart) (*decision, error) {
	none := question.Number(math.NaN())
	d := &decision{
		Seat: l.Seat, After: l.After, Printed: question.Number(l.Percent), Ours: c.Percent, OurRange: c.Range,
		Differ: none, Loses: none, OursLoses: none, Named: len(l.Plays) + len(l.Folds),
	}
	for _, cell := range c.Grid {
		plays, folds := slices.Contains(l.Plays, cell.Hand), slices.Contains(l.Folds, cell.Hand)
		if plays && cell.Probability < 0.5 || folds && cell.Probability >= 0.5 {
			d.Wrong = append(d.Wrong, fmt.Sprintf("%s (ours %.0f%%, %+.3f bb)", cell.Hand, 100*cell.Probability,
				cell.BigBlinds))
		}
	}
	if l.Range == "" {
		return d, nil
	}
	r, err := ranges.Parse(l.Range)
	if err != nil {
		return nil, err
	}
	printed := jamfold.RangeOfClasses(r)
	percent, differ, loses, oursLoses := 0.0, 0.0, 0.0, 0.0
	for k, cell := range c.Grid {
		share := 100 * stochastic.Prior(cards.Class(k))
		percent += share * printed[k]
		differ += share * math.Abs(printed[k]-cell.Probability)
		loses += share * (max(cell.BigBlinds, 0) - printed[k]*cell.BigBlinds)
		oursLoses += share * (max(cell.BigBlinds, 0) - cell.Probability*cell.BigBlinds)
	}
	d.Differ, d.Loses, d.OursLoses = question.Number(differ), question.Number(loses), question.Number(oursLoses)
	if d.Printed.Missing() {
		d.Printed = question.Number(percent)
	}
	return d, nil
}
