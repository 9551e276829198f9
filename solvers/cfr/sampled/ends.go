package sampled

// folded is a linear map from reach to values: the same for all opponents but oneself.
func (w *worker) folded(n *node, reach, out []float32) {
	payoff := float32(n.Payoff)
	if w.seat == 1 {
		payoff = -payoff
	}
	for from := 0; from < len(reach); from += w.players {
		board := reach[from:][:w.players]
		total := float32(0)
		for _, r := range board {
			total += r
		}
		values := out[from:][:len(board)]
		for x, r := range board {
			values[x] = payoff * (total - r)
		}
	}
}

// showdown wins from the lanes below and loses to those above:
//
//	below = total(low), above = total(all) - total(high)
//
// with running totals over the lanes of a board. A lane ties with itself.
func (w *worker) showdown(n *node, reach, out []float32) {
	payoff := float32(n.Payoff)
	totals := w.totals
	for from, at := 0, 0; from < len(reach); from, at = from+w.players, at+w.players+1 {
		board := reach[from:][:w.players]
		running := totals[at:][:len(board)+1]
		total := float32(0)
		for x, r := range board {
			running[x] = total
			total += r
		}
		running[len(board)] = total
		values := out[from:][:len(board)]
		low, high := w.batch.low[from:][:len(board)], w.batch.high[from:][:len(board)]
		for x := range values {
			values[x] = payoff * (totals[low[x]] + totals[high[x]] - total)
		}
	}
}
