package draw

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// ticks puts labelled ticks at multiples of 1, 2 or 5 times a power of ten: the smallest such step of at least least
// that gives at most most ticks.
type ticks struct {
	most  int
	least float64
}

// Ticks returns the ticks between the ends of an axis.
func (t ticks) Ticks(low, high float64) []plot.Tick {
	// rounding keeps a tick at an end of the axis although the division is not exact.
	const rounding = 1e-9
	step, decimals := t.step(high - low)
	var list []plot.Tick
	for i := math.Ceil(low/step - rounding); i <= high/step+rounding; i++ {
		list = append(list, plot.Tick{Value: i * step, Label: number(i*step, decimals)})
	}
	return list
}

func (t ticks) step(span float64) (step float64, decimals int) {
	exponent := int(math.Floor(math.Log10(span / float64(t.most))))
	for ; ; exponent++ {
		for _, digit := range []string{"1", "2", "5"} {
			// Parsing gives the float nearest to, say, 0.2; powers and products might not.
			step, err := strconv.ParseFloat(digit+"e"+strconv.Itoa(exponent), 64)
			if err == nil && step >= t.least && span/step <= float64(t.most) {
				return step, max(0, -exponent)
			}
		}
	}
}

type names []string

// Ticks returns the ticks between the ends of an axis.
func (n names) Ticks(low, high float64) []plot.Tick {
	var list []plot.Tick
	lines := 0
	for i, name := range n {
		if x := float64(i + 1); low <= x && x <= high {
			label := wrap(name, n.letters())
			lines = max(lines, strings.Count(label, "\n"))
			list = append(list, plot.Tick{Value: x, Label: label})
		}
	}
	for i := range list {
		// The library centres labels; with the same number of lines they start at one height.
		list[i].Label += strings.Repeat("\n ", lines-strings.Count(list[i].Label, "\n"))
	}
	return list
}

func (n names) letters() int {
	const axis, letter = 0.85 * chartWidth, tickSize / 2
	return int(axis / letter / float64(len(n)))
}

// wrap breaks a text between words into lines of at most the given number of letters, if its words are short enough.
func wrap(text string, letters int) string {
	var b strings.Builder
	length := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && length+1+len(word) > letters:
			b.WriteByte('\n')
			length = 0
		case i > 0:
			b.WriteByte(' ')
			length++
		}
		b.WriteString(word)
		length += len(word)
	}
	return b.String()
}

type logTicks struct{}

// Ticks returns the ticks between the ends of an axis.
func (logTicks) Ticks(low, high float64) []plot.Tick {
	var list []plot.Tick
	for exponent := int(math.Floor(math.Log10(low))); ; exponent++ {
		for _, digit := range []string{"1", "2", "5"} {
			// As in step, parsing gives the nearest number.
			value, err := strconv.ParseFloat(digit+"e"+strconv.Itoa(exponent), 64)
			if err != nil || value > high {
				return list
			}
			if value >= low {
				list = append(list, plot.Tick{Value: value, Label: number(value, max(0, -exponent))})
			}
		}
	}
}
