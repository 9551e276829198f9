package ganzfried

import (
	"fmt"
	"strings"

	"feltlab/experiments/draw"
	"feltlab/experiments/reproduce"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold"
)

const structureHead = `# Prizes and antes

The three-handed tournament of Ganzfried & Sandholm (13,500 chips, blinds 300/600) in the exact model, with
one thing changed at a time. The ante is paid by each player. Made by ` + "`feltlab reproduce structures`" + `.

## How often each player jams

With equal stacks of 4,500 chips, over all deals; SB\|jam is the small blind after the button's jam,
BB\|jam-fold the big blind after the button's jam and the small blind's fold.

`

const structureValues = `## What a short stack is worth

1,500 chips on the button against 6,000 and 6,000. The last column is the mean over all states and seats of
how far a value is from ICM; ICM knows the prizes, but neither position nor blinds nor antes.

`

const structureProof = `## Certificates

The largest gain is the most that any player could gain at any state by playing otherwise from then on,
while the others keep to the solution; the mean is over all states and players. The paper's own solution
of its tournament has $0.0488. Values count as settled when none moves by more than $%.3f in a round.

`

const structureDamped = `Values of *%s* are damped: from round %d on a state keeps %.0f%% of its old value, since new ones
overshoot. With nearly equal stacks it hangs on small changes of values whether the button jams nearly
everything or a quarter of his hands. And a chip leader is all but sure of a prize (between 1,200 and 900
chips his 11,400 are worth $%.3f): what he does matters little to him, and decides which of the others
goes out.

`

const structureUnsettled = `Values of *%s* did not settle: in each of %d rounds some value moved by $%.3f or more, damping aside. The
row is round %d, in which they moved least. Its certificate holds all the same: strategies may be near an
equilibrium though values still move. But the row is only one of the near-equilibria, and others may differ
from it visibly.

`

func (s *structureSummary) page() string {
	var b strings.Builder
	b.WriteString(structureHead + s.frequencies().Markdown() + "![How often each player jams](frequencies.svg)\n\n")
	b.WriteString(structureValues + s.values().Markdown())
	fmt.Fprintf(&b, structureProof+"%s", structureDelta, s.certificates().Markdown())
	for _, r := range s.Rows {
		if r.Damping > 0 {
			fmt.Fprintf(&b, structureDamped, r.Structure, jamfold.UndampedRounds+1, 100*r.Damping, r.Leader)
		}
		if !r.Settled {
			fmt.Fprintf(&b, structureUnsettled, r.Structure, s.Rounds, r.Moved, r.Round)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (s *structureSummary) frequencies() *reproduce.Table {
	t := &reproduce.Table{Header: []string{"structure"}}
	for at := range tournament.Situation(tournament.NumSituations) {
		t.Header = append(t.Header, at.String())
	}
	for _, r := range s.Rows {
		row := []string{r.label()}
		for at := range tournament.Situation(tournament.NumSituations) {
			row = append(row, fmt.Sprintf("%.4f", r.Frequencies[at.String()]))
		}
		t.Add(row...)
	}
	return t
}

func (s *structureSummary) values() *reproduce.Table {
	t := reproduce.NewTable("structure", "short stack, $", "its ICM, $", "mean distance from ICM, $")
	for _, r := range s.Rows {
		t.Add(r.label(), fmt.Sprintf("%.3f", r.Short), fmt.Sprintf("%.3f", r.ShortICM), fmt.Sprintf("%.4f", r.Mean))
	}
	return t
}

func (s *structureSummary) certificates() *reproduce.Table {
	t := reproduce.NewTable("structure", "largest gain, $", "mean gain, $", "settled", "round", "values moved in it, $")
	for _, r := range s.Rows {
		settled := "no"
		if r.Settled {
			settled = "yes"
		}
		t.Add(r.Structure, fmt.Sprintf("%.5f", r.Gain), fmt.Sprintf("%.5f", r.MeanGain), settled, fmt.Sprint(r.Round), fmt.Sprintf("%.4f", r.Moved))
	}
	return t
}

// table is all of it, for CSV.
func (s *structureSummary) table() *reproduce.Table {
	frequencies, values, certificates := s.frequencies(), s.values(), s.certificates()
	t := &reproduce.Table{Header: append(append(frequencies.Header, values.Header[1:]...), certificates.Header[1:]...)}
	for i, r := range s.Rows {
		row := append([]string{r.Structure}, frequencies.Rows[i][1:]...)
		t.Add(append(append(row, values.Rows[i][1:]...), certificates.Rows[i][1:]...)...)
	}
	return t
}

// label is the name of a structure with a mark if its values did not settle.
func (r *structureRow) label() string {
	if r.Settled {
		return r.Structure
	}
	return r.Structure + " (not settled)"
}

// besideEachOther is how far the markers of two structures are apart, in situations.
const besideEachOther = 0.1

func (s *structureSummary) chart() draw.Chart {
	chart := draw.Chart{
		Title: "How often each player jams with equal stacks",
		X:     draw.Axis{Label: "situation", Low: 0.5, High: tournament.NumSituations + 0.5},
		Y:     draw.Axis{Label: "jams, % of all deals", High: 100},
	}
	for at := range tournament.Situation(tournament.NumSituations) {
		chart.X.Names = append(chart.X.Names, at.String())
	}
	for i, r := range s.Rows {
		series := draw.Series{Name: r.label(), Style: draw.Points}
		aside := besideEachOther * (float64(i) - float64(len(s.Rows)-1)/2)
		for at := range tournament.Situation(tournament.NumSituations) {
			series.Points = append(series.Points, draw.Point{X: float64(at+1) + aside, Y: 100 * r.Frequencies[at.String()]})
		}
		chart.Series = append(chart.Series, series)
	}
	return chart
}
