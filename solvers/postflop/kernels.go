package postflop

import "math"

//go:generate go run feltlab/scripts/gen-kernels -out kernels_amd64.s -stubs kernels_asm_amd64.go -pkg postflop

// The loops over the hands of a decision. Those in assembly compute the same bits: products are converted before they
// are added, which keeps compilers from contracting the two.

// eight is how many numbers, or ends, the assembly takes at a time.
const eight = 8

func addPortable(out, a, b []float32) {
	for h := range out {
		out[h] = a[h] + b[h]
	}
}

func multiplyPortable(out, a, b []float32) {
	for h := range out {
		out[h] = a[h] * b[h]
	}
}

// mixPortable adds a * b to out.
func mixPortable(out, a, b []float32) {
	for h := range out {
		out[h] += float32(a[h] * b[h])
	}
}

// tiny is added to sums, so that all strategies are uniform where no weight is positive.
const tiny = 1e-30

// matchPortable fills in strategies in proportion to the positive weights, or uniform ones where there are none.
// Weights and play are by action, n numbers apart, and hand; hands before the one numbered from are left out.
func matchPortable(weights, play []float32, n, from int) {
	even := float32(tiny) / float32(len(play)/n)
	for h := from; h < n; h++ {
		sum := float32(tiny)
		for k := h; k < len(play); k += n {
			sum += above(weights[k])
		}
		f := 1 / sum
		for k := h; k < len(play); k += n {
			play[k] = (above(weights[k]) + even) * f
		}
	}
}

// above is max(x, 0) without a branch.
func above(x float32) float32 {
	bits := math.Float32bits(x)
	return math.Float32frombits(bits &^ uint32(int32(bits)>>31))
}

// lesson is what a pass finds about an action of a decision; vectors are by hand.
type lesson struct {
	regret, sum        []float32 // are updated
	up, values         []float32 // winnings by the action, and by the strategy
	own, played        []float32 // reach of the seat, and how often it plays the action
	down, more, weight float32   // factors of regrets, of those above 0 in addition, and of the average
}

// learnPortable updates the regrets and the average of an action, from a hand on.
func (l *lesson) learnPortable(from int) {
	for h := from; h < len(l.regret); h++ {
		r := l.regret[h]
		l.regret[h] = float32(l.down*r) + float32(l.more*above(r)) + l.up[h] - l.values[h]
		l.sum[h] += float32(l.weight * l.own[h] * l.played[h])
	}
}
