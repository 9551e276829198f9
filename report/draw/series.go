package draw

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Style is the style of a series.
type Style uint8

// The styles.
const (
	// Points draws filled markers.
	Points Style = iota
	// Line joins the points and marks each.
	Line
	// Reference draws large hollow markers, for published numbers.
	Reference
	// Trend draws a thin dashed line without markers, in grey unless it has a Colour.
	Trend
)

// Point is one point of a series.
type Point struct {
	X, Y float64
	// Spread, if not 0, is a bar up and down from Y, such as a standard error.
	Spread float64
	// Label, if any, stands next to the point.
	Label string
}

// Series is a set of points. Colours count from 1; 0 takes the next free colour. Series with the same Name share an
// entry of the legend.
type Series struct {
	Name   string // for the legend; empty for none
	Style  Style
	Colour int
	Points []Point
}

type look struct {
	line   vgdraw.LineStyle
	marker vgdraw.GlyphStyle
}

var neutral = color.Gray{0x77}

// look returns the look of a series, grey if it has no colour.
func (s Series) look() look {
	index := max(s.Colour-1, 0)
	l := s.shape(index)
	l.line.Color = colours[index%len(colours)]
	if s.Colour == 0 {
		l.line.Color = neutral
	}
	l.marker.Color = l.line.Color
	return l
}

func (s Series) common() look {
	l := s.shape(0)
	l.line.Color, l.marker.Color = neutral, neutral
	return l
}

func (s Series) shape(index int) look {
	l := look{
		line:   vgdraw.LineStyle{Width: 1.6, Dashes: dashes[index%len(dashes)]},
		marker: vgdraw.GlyphStyle{Radius: markerRadius, Shape: filled{shapes[index%len(shapes)]}},
	}
	switch s.Style {
	case Trend:
		l.line.Width, l.line.Dashes = 1, []vg.Length{5, 3}
	case Reference:
		l.marker.Radius, l.marker.Shape = referenceRadius, outline{shapes[index%len(shapes)]}
	}
	return l
}

func (l look) thumbnails(s Style) []plot.Thumbnailer {
	line, markers := &plotter.Line{LineStyle: l.line}, &plotter.Scatter{GlyphStyle: l.marker}
	switch s {
	case Line:
		return []plot.Thumbnailer{line, markers}
	case Trend:
		return []plot.Thumbnailer{line}
	}
	return []plot.Thumbnailer{markers}
}

// addTo adds a series to a plot whose vertical axis begins at low.
func (s Series) addTo(p *plot.Plot, low float64) error {
	points := make(plotter.XYs, len(s.Points))
	for i, point := range s.Points {
		points[i] = plotter.XY{X: point.X, Y: point.Y}
	}
	markers, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	l := s.look()
	markers.GlyphStyle, line.LineStyle = l.marker, l.line
	if s.Style == Line || s.Style == Trend {
		p.Add(line)
	}
	if s.Style != Trend {
		p.Add(markers)
	}
	s.addBars(p, points, low)
	return s.addLabels(p, points)
}

// addBars draws the spreads over the markers, which may be larger. A bar ends at the lower end of the axis, which
// matters on logarithmic axes.
func (s Series) addBars(p *plot.Plot, points plotter.XYs, low float64) {
	bars := plotter.YErrorBars{LineStyle: vgdraw.LineStyle{Color: s.look().line.Color, Width: 1}, CapWidth: barCap}
	for i, point := range s.Points {
		if point.Spread > 0 {
			bars.XYs = append(bars.XYs, points[i])
			bars.YErrors = append(bars.YErrors,
				struct{ Low, High float64 }{min(point.Spread, point.Y-low), point.Spread})
		}
	}
	if len(bars.XYs) > 0 {
		p.Add(&bars)
	}
}

func (s Series) addLabels(p *plot.Plot, points plotter.XYs) error {
	names := make([]string, len(points))
	for i, point := range s.Points {
		names[i] = point.Label
	}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: points, Labels: names})
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i] = textStyle(tickSize, false, ink, 0, -0.4)
	}
	labels.Offset = vg.Point{X: 2 * markerRadius}
	p.Add(labels)
	return nil
}
