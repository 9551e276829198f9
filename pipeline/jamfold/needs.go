package jamfold

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// CallNeeds is what a call of a single jam needs, if all behind fold; none of other decisions. What bounties are worth
// is counted.
type CallNeeds struct {
	// Equity is the equity against the jammer's range at which a call is as good as a fold.
	Equity *float64 `json:"required_equity_percent,omitempty" text:"call needs %,1"`
	// Premium is the risk premium: by how many points that is above what the pot asks for in chips.
	Premium *float64 `json:"risk_premium_points,omitempty" text:"risk premium,+1" unit:"points"`
	// Factor is the bubble factor: what chips that go cost, over what as many that come are worth. It is missing where
	// these are worth nothing.
	Factor *float64 `json:"bubble_factor,omitempty" text:"bubble factor,2"`
}

func (s *TableSolution) callNeeds(q *TableQuestion, at tournament.Decision) (n CallNeeds) {
	p, ok := s.table(q).CallPressure(at)
	if !ok || math.IsNaN(p.Equity) {
		return n
	}
	equity, premium := 100*p.Equity, 100*p.Premium()
	n.Equity, n.Premium, n.Factor = &equity, &premium, finite(p.Factor)
	return n
}

// table returns a question's table with the values of the solution after the hand.
func (s *TableSolution) table(q *TableQuestion) *tournament.Table {
	t := q.Table
	if s.Future != nil {
		t.After = s.Future.After(&q.Table)
	}
	return &t
}

func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// PlainRange writes how often hands are played as a range that another program reads, one of ranges.Programs, with
// weights to a hundredth: "AA,AKs:0.5".
func PlainRange(grid []Cell, program string) string {
	const hundredth = 0.01
	var hands []string
	most := 0.0
	for _, c := range grid {
		if p := hundredth * math.Round(c.Probability/hundredth); p > 0 {
			hands = append(hands, c.Hand+":"+strconv.FormatFloat(p, 'f', 2, 64))
			most = max(most, p)
		}
	}
	text := strings.Join(hands, ",")
	if most < 1 { // a Range knows ratios of weights alone
		return text
	}
	r, err := ranges.Parse(text)
	if err != nil {
		panic(err) // classes with weights
	}
	return r.For(program)
}

// PairPressure is the pressure of the prizes on a player who is all-in against another one.
type PairPressure struct {
	Player  int      `json:"player"`                                          // the player, 1 for the first stack
	Against int      `json:"against"`                                         // the other one
	Factor  *float64 `json:"bubble_factor,omitempty" text:"bubble factor,2"`  // missing: a win is worth nothing
	Premium float64  `json:"risk_premium_points" text:"risk premium,2"`       // above the 50% of chips
	Equity  float64  `json:"required_equity_percent" text:"needs % equity,2"` // at even odds
}

// Pressure lists the pressure on each player all-in against each other one, for the smaller stack of the two without
// blinds. The errors are those of tournament.ICM.
func Pressure(stacks, prizes []float64) (list []PairPressure, err error) {
	if n := len(stacks); n > mostPressed {
		return nil, fmt.Errorf("%w: %d of them have %d pairs; want at most %d stacks", tournament.ErrStacks, n, n*(n-1),
			mostPressed)
	}
	all, err := tournament.Pressures(stacks, prizes)
	for i := range all {
		for j, p := range all[i] {
			if !math.IsNaN(p.Equity) {
				list = append(list, PairPressure{i + 1, j + 1, finite(p.Factor), 100 * p.Premium(), 100 * p.Equity})
			}
		}
	}
	return list, err
}

// mostPressed bounds the players of Pressure, which takes some minute for that many.
const mostPressed = 60
