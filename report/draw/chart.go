package draw

import (
	"errors"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
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
	ch, err := ch.settled()
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

func (ch Chart) settled() (Chart, error) {
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
	l := s.look()
	if slices.ContainsFunc(ch.Series[i:], func(other Series) bool { return named(other) && other.Colour != s.Colour }) {
		l = s.common()
	}
	p.Legend.Add(s.Name, l.thumbnails(s.Style)...)
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
