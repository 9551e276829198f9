package jamfold

import (
	"fmt"
	"math"

	"feltlab/model/cards"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// Bunching is what complete deals say of the product of chances, with which the solver of four and more players begins.
// In it the cards of any two hands exclude each other, but not the cards of three hands or of the board.
type Bunching struct {
	// Deals is complete deals of all hands, each with up to six boards.
	Deals   int  `json:"deals" text:"-"`
	Counted bool `json:"counted" text:"counted in the answer"` // whether the answer counts what they say
	// Range is the largest move of a range, of decisions that play reaches in 1% of hands or more; 0 if the deals do
	// not count.
	Range float64 `json:"largest_range_move_percent" text:"largest change of a range,1" unit:"% of hands"`
}

// often is the probability of a decision from which Bunching.Range counts it.
const often = 0.01

// bunchingOf returns what complete deals say of a solution, nil without deals.
func bunchingOf(play *multiway.Solution) *Bunching {
	c := play.Correction
	if c == nil {
		return nil
	}
	b := &Bunching{Deals: c.Deals, Counted: c.Applied}
	for at, reach := range play.Reach {
		if c.Applied && reach >= often {
			b.Range = max(b.Range, math.Abs(100*stochastic.Share(&play.Strategy[at])-100*c.Range[at]))
		}
	}
	return b
}

// HandBunching is Bunching with what it says of a hand at a decision.
type HandBunching struct {
	Bunching
	// Moved is what they add to jam less fold, for the same strategies.
	Moved float64 `json:"moved" unit:"see unit" text:"they add to jam less fold,+4"`
	// Error is standard error of what they say of this hand.
	Error float64 `json:"error" unit:"see unit" text:"standard error,4"`
	// Product is the percentage of hands that the seat jams or calls in the solution without them.
	Product float64 `json:"product_percent" text:"hands played without them,1" unit:"% of hands"`
}

// handBunching returns what complete deals say of a hand at a decision, nil without deals.
func handBunching(play *multiway.Solution, node int, k cards.Class) *HandBunching {
	b := bunchingOf(play)
	if b == nil {
		return nil
	}
	c := play.Correction
	return &HandBunching{*b, c.Moved[node][k], c.Error[node][k], 100 * c.Range[node]}
}

// meanMove returns the mean over all hands of the moves of a decision, without signs.
func meanMove(play *multiway.Solution, node int) (mean float64) {
	if play.Correction == nil {
		return 0
	}
	for k := range cards.Class(cards.NumClasses) {
		mean += stochastic.Prior(k) * math.Abs(play.Correction.Moved[node][k])
	}
	return mean
}

// percentIn returns the percentage of all hands that a grid plays, without hands that no deal has.
func percentIn(grid []Cell) (percent float64) {
	for k, cell := range grid {
		if !math.IsNaN(cell.Probability) {
			percent += 100 * stochastic.Prior(cards.Class(k)) * cell.Probability
		}
	}
	return percent
}

// Note says in one sentence which correlations between cards an answer leaves out: none of two players, and none if its
// check is exact. Of others b is nil if solving was interrupted before complete deals were played.
func (b *Bunching) Note(check *expost.TableCertificate) string {
	switch {
	case check.Stop == expost.StopExact || len(check.Upper) == 2:
		return "All deals of the cards are counted: nothing is left out"
	case b == nil:
		return "The cards of players who folded are not counted, and no deals have measured yet how much they matter"
	case b.Counted:
		return fmt.Sprintf("The cards of players who folded are counted, except at decisions that fewer than %d of %d "+
			"sampled deals reach. They change ranges by up to %.1f%% of hands", multiway.FewDeals, b.Deals, b.Range)
	}
	return fmt.Sprintf("The cards of players who folded are not counted; %d sampled deals measure how much they "+
		"matter", b.Deals)
}
