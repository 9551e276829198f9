package jamfold

import (
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/stochastic"
)

// weights hold the weights of a marginal's rows, by the class of the player who does not act: near if the
// acting player's hand is the second of the row, far if it is the third.
type weights struct {
	near, far [cards.NumClasses]column
	// used reports the classes with weights: those with which the other player jams.
	used [cards.NumClasses]bool
}

// weigh adds to out, by the class of the acting player, the sum of the marginal's rows times their
// weights. Two of three rows of usual strategies have no weights.
func (b *marginal) weigh(out *[cards.NumClasses]float64, w *weights) {
	n := b.triples.Columns()
	rows := b.mixed
	for c := range cards.NumClasses {
		total := 0.0
		for a := range c + 1 {
			row := rows[:n]
			rows = rows[n:]
			if w.used[c] {
				out[a] += dot(row, &w.near[c])
			}
			if w.used[a] && a != c { // two equal classes are one row and one event
				total += dot(row, &w.far[a])
			}
		}
		out[c] += total
	}
}

// dot returns the sum of a row times its weights, by four sums that can run in parallel.
func dot(row []float64, w *column) float64 {
	r := (*[tournament.NumOrders]float64)(row)
	x := r[0]*w[0] + r[4]*w[4] + r[8]*w[8]
	y := r[1]*w[1] + r[5]*w[5] + r[9]*w[9]
	z := r[2]*w[2] + r[6]*w[6] + r[10]*w[10]
	u := r[3]*w[3] + r[7]*w[7] + r[11]*w[11]
	x += r[12] * w[12]
	if len(row) == stochastic.MaxColumns {
		s := (*[stochastic.MaxColumns]float64)(row)
		y += s[13]*w[13] + s[14]*w[14]
		z += s[15]*w[15] + s[16]*w[16]
		u += s[17]*w[17] + s[18]*w[18]
	}
	return (x + y) + (z + u)
}
