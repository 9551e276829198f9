package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"feltlab/model/cards"
)

// describe is a description for screen readers: the axes, and the first and last point of each series.
func (ch Chart) describe() (title, text string) {
	settled, err := ch.settled()
	if err != nil {
		return ch.Title, ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "A chart of %s, from %s to %s%s, against %s", settled.Y.Label, short(settled.Y.Low),
		short(settled.Y.High),
		logarithmic(settled.Y), settled.X.Label)
	if names := settled.X.Names; names != nil {
		fmt.Fprintf(&b, " (%s).", strings.Join(names, "; "))
	} else {
		fmt.Fprintf(&b, ", from %s to %s%s.", short(settled.X.Low), short(settled.X.High), logarithmic(settled.X))
	}
	count := map[string]int{}
	for _, s := range ch.Series {
		count[s.Name]++
	}
	for _, s := range ch.Series {
		n := count[s.Name]
		count[s.Name] = 0 // each name once
		if s.Name == "" || n == 0 {
			continue
		}
		if n > 1 {
			fmt.Fprintf(&b, " %s: %d series.", s.Name, n)
			continue
		}
		first, last := s.Points[0], s.Points[len(s.Points)-1]
		fmt.Fprintf(&b, " %s: %s at %s", s.Name, first.height(), settled.X.place(first.X))
		if len(s.Points) > 1 {
			fmt.Fprintf(&b, ", %s at %s", last.height(), settled.X.place(last.X))
		}
		b.WriteString(".")
	}
	return ch.Title, b.String()
}

func (p Point) height() string {
	if p.Spread > 0 {
		return short(p.Y) + " ± " + short(p.Spread)
	}
	return short(p.Y)
}

func (a Axis) place(x float64) string {
	if i := int(math.Round(x)) - 1; a.Names != nil && 0 <= i && i < len(a.Names) {
		return a.Names[i]
	}
	return short(x)
}

func logarithmic(a Axis) string {
	if a.Log {
		return " on a logarithmic scale"
	}
	return ""
}

func (h Histogram) describe() (title, text string) {
	var b strings.Builder
	fmt.Fprintf(&b, "A histogram of %s by %s.", h.Y.Label, h.X.Label)
	if h.check() != nil {
		return h.Title, b.String()
	}
	for i, count := range h.Counts {
		fmt.Fprintf(&b, " From %s to %s: %s", short(h.Edges[i]), short(h.Edges[i+1]), short(count))
		if len(h.Reference) != 0 {
			fmt.Fprintf(&b, ", %s %s", h.ReferenceName, short(h.Reference[i]))
		}
		b.WriteString(".")
	}
	return h.Title, b.String()
}

func (g Grid) describe() (title, text string) {
	var b strings.Builder
	if g.Note != "" {
		b.WriteString(g.Note + ". ")
	}
	fmt.Fprintf(&b, "A grid of the 169 starting hands, suited above the diagonal, offsuit below. %s:", g.Legend)
	for k, v := range g.Values {
		if !math.IsNaN(v) {
			fmt.Fprintf(&b, " %v %s,", cards.Class(k), g.number(v))
		}
	}
	return g.Title, strings.TrimSuffix(b.String(), ",") + "."
}

// short writes a number with at most four digits.
func short(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
