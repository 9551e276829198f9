package jamfold

import "feltlab/model/cards"

// weights hold what a row of a blend counts for, by the class of the player who does not act:
// near where the acting player's hand is the second of the row, far where it is the third.
type weights struct {
	near, far [cards.NumClasses]column
}

// weigh adds to out, by the class of the acting player, the sum of the blend's rows times
// their weights.
func (b *blend) weigh(out *[cards.NumClasses]float64, w *weights) {
	n := b.trios.Columns()
	rows := b.mixed
	for c := range cards.NumClasses {
		near := w.near[c][:n]
		total := 0.0
		for a := range c + 1 {
			row, far := rows[:n], w.far[a][:n]
			rows = rows[n:]
			x, y := 0.0, 0.0
			for i, m := range row {
				x += m * near[i]
				y += m * far[i]
			}
			out[a] += x
			if a != c { // two equal classes are one row and one event
				total += y
			}
		}
		out[c] += total
	}
}
