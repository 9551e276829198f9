package draw

import (
	"errors"
	"fmt"
	"image/color"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"feltlab/dataset/table"
)

// ErrChart marks a chart without points, or with points that are not numbers.
var ErrChart = errors.New("bad chart")

// Chart is a line plot or a scatter plot.
type Chart struct {
	Title  string
	X, Y   Axis
	Series []Series
	// LegendLeft puts the legend on the left instead of the right, LegendLow at the bottom instead of the top.
	LegendLeft, LegendLow bool
}

// Geometry of charts, in points.
const (
	chartWidth, chartHeight = 520, 360
	chartEdge               = 10
	markerRadius            = 2.6
	referenceRadius         = 4.4
	barCap                  = 9 // as wide as the largest marker
)

func (ch Chart) size() (width, height vg.Length) { return chartWidth, chartHeight }

func inner(c vgdraw.Canvas) vgdraw.Canvas {
	return vgdraw.Crop(c, chartEdge, -chartEdge, chartEdge, -chartEdge)
}

func (ch Chart) draw(c vgdraw.Canvas) error {
	ch, err := ch.withDefaults()
	if err != nil {
		return fmt.Errorf("%w: %q: %w", ErrChart, ch.Title, err)
	}
	p := newPlot(ch.Title, ch.X, ch.Y)
	p.Legend.Top, p.Legend.Left = !ch.LegendLow, ch.LegendLeft
	p.Add(gridLines())
	for i, s := range ch.Series {
		if err := s.addTo(p, ch.Y.Low); err != nil {
			return fmt.Errorf("%w: %q: series %q: %w", ErrChart, ch.Title, s.Name, err)
		}
		ch.addEntry(p, i)
	}
	if ch.LegendLow {
		p.Add(backdrop{}) // the plot leaves no room for a legend at the bottom
	}
	ch.X.fix(&p.X)
	ch.Y.fix(&p.Y)
	p.Draw(inner(c))
	return nil
}

func (ch Chart) withDefaults() (Chart, error) {
	if len(ch.Series) == 0 {
		return ch, errors.New("no series")
	}
	if err := errors.Join(ch.X.check(), ch.Y.check()); err != nil {
		return ch, err
	}
	free := 0
	var xs, ys []float64
	ch.Series = slices.Clone(ch.Series)
	for i := range ch.Series {
		s := &ch.Series[i]
		if len(s.Points) == 0 {
			return ch, fmt.Errorf("series %q has no points", s.Name)
		}
		if s.Colour == 0 && s.Style != Trend {
			s.Colour = free + 1
		}
		if s.Style != Trend {
			free = max(free, s.Colour)
		}
		for _, p := range s.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y, p.Y+p.Spread)
			if low := p.Y - p.Spread; low > 0 || !ch.Y.Log {
				ys = append(ys, low)
			}
		}
	}
	var bad [2]error
	ch.X, bad[0] = ch.X.around(slices.Min(xs), slices.Max(xs))
	ch.Y, bad[1] = ch.Y.around(slices.Min(ys), slices.Max(ys))
	return ch, errors.Join(bad[:]...)
}

// addEntry adds series i to the legend. Series with the same name share an entry, which is grey if their colours
// differ.
func (ch Chart) addEntry(p *plot.Plot, i int) {
	s := ch.Series[i]
	named := func(other Series) bool { return other.Name == s.Name }
	if s.Name == "" || slices.ContainsFunc(ch.Series[:i], named) {
		return
	}
	if slices.ContainsFunc(ch.Series[i:], func(other Series) bool { return named(other) && other.Colour != s.Colour }) {
		s.Colour = 0
	}
	p.Legend.Add(s.Name, s.look().thumbnails(s.Style)...)
}

type backdrop struct{}

// Plot fills the legend's place with white.
func (backdrop) Plot(c vgdraw.Canvas, p *plot.Plot) {
	size := p.Legend.Rectangle(c).Size() // Rectangle confuses left and right
	low := c.Min
	if !p.Legend.Left {
		low.X = c.Max.X - size.X
	}
	high := low.Add(size)
	c.FillPolygon(color.White, []vg.Point{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}})
}

func newPlot(title string, x, y Axis) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text = title
	p.Title.TextStyle = textStyle(titleSize, true, ink, -0.5, -1)
	p.Title.Padding = 8
	for _, a := range []struct {
		axis *plot.Axis
		want Axis
	}{{&p.X, x}, {&p.Y, y}} {
		a.axis.Label.Text = a.want.Label
		a.axis.Label.TextStyle.Font = sans(labelSize, false)
		a.axis.Label.TextStyle.Color = ink
		a.axis.Label.Padding = 4
		a.axis.Tick.Label.Font = sans(tickSize, false)
		a.axis.Tick.Label.Color = ink
		a.axis.Tick.LineStyle.Color, a.axis.LineStyle.Color = ink, ink
		a.axis.Padding = 4
		a.axis.Tick.Marker = a.want.ticker()
	}
	p.Legend.TextStyle = textStyle(legendSize, false, ink, 0, 0)
	p.Legend.Top = true
	p.Legend.Padding = 3
	p.Legend.ThumbnailWidth = 26
	return p
}

func gridLines() *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical = vgdraw.LineStyle{Color: pale, Width: 0.6}
	g.Horizontal = g.Vertical
	return g
}

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
		list = append(list, plot.Tick{Value: i * step, Label: table.Fixed(i*step, decimals)})
	}
	return list
}

func (t ticks) step(span float64) (step float64, decimals int) {
	for step, decimals = range roundNumbers(span / float64(t.most)) {
		if step >= t.least && span/step <= float64(t.most) {
			break
		}
	}
	return step, decimals
}

// roundNumbers lists 1, 2 and 5 times the powers of ten, with their decimals, from the power of ten below low on.
func roundNumbers(low float64) iter.Seq2[float64, int] {
	return func(yield func(float64, int) bool) {
		for exponent := int(math.Floor(math.Log10(low))); ; exponent++ {
			for _, digit := range []string{"1", "2", "5"} {
				// Parsing gives the float nearest to, say, 0.2; powers and products might not.
				x, err := strconv.ParseFloat(digit+"e"+strconv.Itoa(exponent), 64)
				if err != nil || !yield(x, max(0, -exponent)) {
					return
				}
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
			label := table.Wrap(name, "", n.letters())
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

type logTicks struct{}

// Ticks returns the ticks between the ends of an axis.
func (logTicks) Ticks(low, high float64) (list []plot.Tick) {
	for value, decimals := range roundNumbers(low) {
		if value > high {
			break
		}
		if value >= low {
			list = append(list, plot.Tick{Value: value, Label: table.Fixed(value, decimals)})
		}
	}
	return list
}

// Histogram shows how often values fall between consecutive edges. A bar is as wide as its bin, and its area is the
// count, so that bins of different widths do not mislead: its height is the count for a width of Per.
type Histogram struct {
	Title string
	X, Y  Axis // only the labels of X and the ends of Y count
	// Edges are ascending, one more than there are bars.
	Edges  []float64
	Counts []float64
	// Per is the width that the heights refer to, such as 0.1 for counts per $0.10. If it is 0, heights are counts,
	// and all bins must have the same width.
	Per float64
	// Reference holds published counts for the same bars, drawn as hollow markers, or is empty. The names are for the
	// legend.
	Reference           []float64
	Name, ReferenceName string
}

// headroom is the height of the vertical axis in highest bars, which leaves room for the legend.
const headroom = 1.15

func (h Histogram) size() (width, height vg.Length) { return chartWidth, chartHeight }

func (h Histogram) check() error {
	if len(h.Counts) == 0 || len(h.Edges) != len(h.Counts)+1 ||
		len(h.Reference) != 0 && len(h.Reference) != len(h.Counts) {
		return fmt.Errorf("%w: %q has %d edges, %d bars and %d reference values",
			ErrChart, h.Title, len(h.Edges), len(h.Counts), len(h.Reference))
	}
	for i := range h.Counts {
		if !(h.Edges[i] < h.Edges[i+1]) {
			return fmt.Errorf("%w: %q: edges %v", ErrChart, h.Title, h.Edges)
		}
		if first := h.width(0); h.Per == 0 && math.Abs(h.width(i)-first) > 1e-9*first {
			return fmt.Errorf("%w: %q: bins of different widths, edges %v, and nothing that heights are per", ErrChart,
				h.Title, h.Edges)
		}
	}
	return h.Y.check()
}

func (h Histogram) draw(c vgdraw.Canvas) error {
	if err := h.check(); err != nil {
		return err
	}
	h.X.Low, h.X.High = h.Edges[0], h.Edges[len(h.Counts)]
	p := newPlot(h.Title, h.X, h.Y)
	p.Add(gridLines())
	bars := &plotter.Histogram{
		FillColor: mix(colours[0], color.White, 0.45),
		LineStyle: vgdraw.LineStyle{Color: colours[0], Width: 0.8},
	}
	marks := Series{Name: h.ReferenceName, Style: Reference, Colour: 2}
	highest := 0.0
	for i, count := range h.Counts {
		height := h.height(i, count)
		highest = max(highest, height)
		bars.Bins = append(bars.Bins, plotter.HistogramBin{Min: h.Edges[i], Max: h.Edges[i+1], Weight: height})
		if len(h.Reference) != 0 {
			mark := Point{X: (h.Edges[i] + h.Edges[i+1]) / 2, Y: h.height(i, h.Reference[i])}
			highest = max(highest, mark.Y)
			marks.Points = append(marks.Points, mark)
		}
	}
	p.Add(bars)
	if h.Name != "" {
		p.Legend.Add(h.Name, swatch{bars})
	}
	if len(marks.Points) != 0 {
		if err := marks.addTo(p, 0); err != nil {
			return fmt.Errorf("%w: %q: %w", ErrChart, h.Title, err)
		}
		p.Legend.Add(marks.Name, marks.look().thumbnails(Reference)...)
	}
	if !h.Y.fixed() {
		h.Y.High = headroom * highest
	}
	h.X.fix(&p.X)
	h.Y.fix(&p.Y)
	p.Draw(inner(c))
	return nil
}

func (h Histogram) width(i int) float64 { return h.Edges[i+1] - h.Edges[i] }

func (h Histogram) height(i int, count float64) float64 {
	if h.Per == 0 {
		return count
	}
	return count * h.Per / h.width(i)
}

type swatch struct{ bars *plotter.Histogram }

// Thumbnail fills the space of a legend entry with the bars' look.
func (s swatch) Thumbnail(c *vgdraw.Canvas) {
	box := c.Rectangle
	box.Min.Y++
	box.Max.Y--
	c.SetColor(s.bars.FillColor)
	c.Fill(box.Path())
	c.SetLineStyle(s.bars.LineStyle)
	c.Stroke(box.Path())
}
