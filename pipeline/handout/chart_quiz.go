package handout

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"feltlab/dataset/table"
	"feltlab/pipeline/jamfold"
)

// Close are the differences of jam and fold, in big blinds, that make a good question: at least Low, so that the answer
// is beyond the solution's error, and at most High, so that it is not obvious.
type Close struct{ Low, High float64 }

// ChartDeck draws at most n cards about decisions of charts, in random order: the front has the table, the jams before
// and a hand; the back has the answer, what it is worth, and the range. A hand whose values and play disagree makes no
// card. It fails with ErrDeck if no hand is within the differences.
func ChartDeck(charts []*jamfold.TableChart, n int, close Close, seed uint64) ([]Card, error) {
	var deck []Card
	for _, c := range charts {
		for i := range c.Charts {
			x := &c.Charts[i]
			for k := range x.Grid {
				by := math.Abs(x.Grid[k].BigBlinds)
				agree := x.Grid[k].Probability >= 0.5 == (x.Grid[k].BigBlinds > 0)
				if by >= close.Low && by <= close.High && agree {
					deck = append(deck, chartCard(c, x, &x.Grid[k]))
				}
			}
		}
	}
	if len(deck) == 0 {
		return nil, fmt.Errorf("%w: no decision is between %v and %v big blinds; widen the two", ErrDeck, close.Low,
			close.High)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(deck), func(i, k int) { deck[i], deck[k] = deck[k], deck[i] })
	return deck[:min(n, len(deck))], nil
}

func chartCard(c *jamfold.TableChart, x *jamfold.SeatChart, cell *jamfold.Cell) Card {
	verb, answer := x.Verb(), "fold"
	if cell.BigBlinds > 0 {
		answer = verb
	}
	by := table.Fixed(math.Abs(cell.BigBlinds), 3) + " big blinds"
	if c.Unit == "dollars" {
		by = "$" + table.Fixed(math.Abs(cell.Difference), 3) + ", " + by
	}
	return Card{
		Front: fmt.Sprintf("%s.<br>%s. <b>%s</b> holds <big><b>%s</b></big>: %s or fold?", c.Words(),
			before(x.Jammed), x.Seat, cell.Hand, verb),
		Back: fmt.Sprintf("<b>%s</b>, better by %s<br>%s: %s%% of hands<br>%s", answer, by, verb,
			table.Fixed(x.Percent, 1), x.Range),
		Tags: fmt.Sprintf("feltlab jamfold players::%d %s", len(c.Seats), strings.ReplaceAll(x.Name(), " ", "_")),
	}
}
