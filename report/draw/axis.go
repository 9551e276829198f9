package draw

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// Axis is one axis of a chart.
type Axis struct {
	// Label names what is measured, and its unit.
	Label string
	// Low and High are its ends. If both are 0, the data sets them, with a margin so that no marker touches an edge.
	Low, High float64
	// Zero makes an axis whose ends the data sets start at zero.
	Zero bool
	// Log makes a logarithmic axis; all values must be positive.
	Log bool
	// Integers puts ticks at integers only.
	Integers bool
	// Names, if any, replace the numbers at 1, 2, ...; long names take several lines.
	Names []string
}

// check rejects ends that are not an interval of the axis.
func (a Axis) check() error {
	if a.fixed() && (!(a.Low < a.High) || math.IsInf(a.High-a.Low, 0) || a.Log && a.Low <= 0) {
		return fmt.Errorf("axis %q from %v to %v", a.Label, a.Low, a.High)
	}
	return nil
}

func (a Axis) fixed() bool { return a.Low != 0 || a.High != 0 }

const room = 0.05

// around sets the ends of an axis from data between low and high, unless they are fixed.
func (a Axis) around(low, high float64) (Axis, error) {
	if a.Log && !(low > 0) {
		return a, fmt.Errorf("axis %q is logarithmic, and has %v", a.Label, low)
	}
	if a.fixed() {
		return a, nil
	}
	if a.Zero {
		low, high = min(low, 0), max(high, 0)
	}
	switch span := high - low; {
	case a.Log:
		r := max(math.Pow(high/low, room), 1+room)
		a.Low, a.High = low/r, high*r
	case a.Integers:
		a.Low, a.High = low-0.5, high+0.5
	case span == 0:
		a.Low, a.High = low-1, high+1
	default:
		a.Low, a.High = low-room*span, high+room*span
	}
	if a.Zero && low == 0 {
		a.Low = 0
	}
	return a, nil
}

func (a Axis) fix(axis *plot.Axis) {
	axis.Min, axis.Max = a.Low, a.High
	if a.Log {
		axis.Scale = plot.LogScale{}
	}
}

func (a Axis) ticker() plot.Ticker {
	switch {
	case a.Names != nil:
		return names(a.Names)
	case a.Log:
		return logTicks{}
	case a.Integers:
		return ticks{most: 15, least: 1}
	}
	return ticks{most: 10}
}
