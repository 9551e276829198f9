package draw

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks puts labelled ticks at multiples of 1, 2 or 5 times a power of ten: the smallest
// such step, at least `least`, that gives no more than `most` of them.
type ticks struct {
	most  int
	least float64
}

// Ticks returns the ticks between the ends of an axis.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	// rounding keeps a tick at an end of the axis although the division is inexact.
	const rounding = 1e-9
	step, decimals := t.step(high - low)
	var list []plot.Tick
	for i := math.Ceil(low/step - rounding); i <= high/step+rounding; i++ {
		list = append(list, plot.Tick{Value: i * step, Label: number(i*step, decimals)})
	}
	return list
}

// step returns the distance of ticks over a span, and how many decimals tell them apart.
func (t ticks) step(span float64) (step float64, decimals int) {
	exponent := int(math.Floor(math.Log10(span / float64(t.most))))
	for ; ; exponent++ {
		for _, digit := range []string{"1", "2", "5"} {
			// Parsing gives the nearest number to, say, 0.2; powers and products might not.
			step, err := strconv.ParseFloat(digit+"e"+strconv.Itoa(exponent), 64)
			if err == nil && step >= t.least && span/step <= float64(t.most) {
				return step, max(0, -exponent)
			}
		}
	}
}

// names puts a name at 1, at 2 and so on.
type names []string

// Ticks returns the ticks between the ends of an axis.
func (n names) Ticks(low, high float64) []plot.Tick {
	var list []plot.Tick
	for i, name := range n {
		if x := float64(i + 1); low <= x && x <= high {
			list = append(list, plot.Tick{Value: x, Label: name})
		}
	}
	return list
}
