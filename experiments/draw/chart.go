package draw

import (
	"errors"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// ErrChart marks a chart without points, or with points that are not numbers.
var ErrChart = errors.New("bad chart")

// Style is how a series is drawn.
type Style uint8

// The styles.
const (
	// Points draws filled markers.
	Points Style = iota
	// Line joins the points and marks each.
	Line
	// Reference draws large hollow markers, for numbers of others beside ours.
	Reference
	// Trend draws a thin dashed line without markers, in grey unless it has a Colour.
	Trend
)

// Point is one point of a series; a label, if any, is written beside it.
type Point struct {
	X, Y  float64
	Label string
}

// Series is a set of points of one kind. Series with the same Colour number share a colour;
// 0 stands for the next free one, the others count from 1.
type Series struct {
	Name   string // for the legend; empty for none
	Style  Style
	Colour int
	Points []Point
}

// Axis is one axis of a chart.
type Axis struct {
	// Label names what is measured, and its unit.
	Label string
	// Low and High are its ends; where both are 0, the data decides.
	Low, High float64
	// Integers puts ticks at integers only.
	Integers bool
	// Names, if any, are written at 1, 2, ... in place of numbers.
	Names []string
}

// Chart is a line plot or a scatter plot.
type Chart struct {
	Title  string
	X, Y   Axis
	Series []Series
	// LegendLeft puts the legend to the upper left corner rather than the upper right,
	// LegendLow to a lower one.
	LegendLeft, LegendLow bool
}

// Geometry of charts, in points.
const (
	chartWidth, chartHeight = 520, 360
	chartEdge               = 10
	markerRadius            = 2.6
	referenceRadius         = 4.4
)

func (ch Chart) size() (width, height vg.Length) { return chartWidth, chartHeight }

// inner leaves an edge around a chart.
func inner(c vgdraw.Canvas) vgdraw.Canvas {
	return vgdraw.Crop(c, chartEdge, -chartEdge, chartEdge, -chartEdge)
}

func (ch Chart) draw(c vgdraw.Canvas) error {
	if len(ch.Series) == 0 {
		return fmt.Errorf("%w: %q has no series", ErrChart, ch.Title)
	}
	if err := errors.Join(ch.X.check(), ch.Y.check()); err != nil {
		return fmt.Errorf("%w: %q: %w", ErrChart, ch.Title, err)
	}
	p := newPlot(ch.Title, ch.X, ch.Y)
	p.Legend.Top, p.Legend.Left = !ch.LegendLow, ch.LegendLeft
	p.Add(gridLines())
	free := 0
	for _, s := range ch.Series {
		index := s.Colour - 1
		if s.Colour == 0 {
			index = free
		}
		if s.Style != Trend {
			free = max(free, index+1)
		}
		if err := s.addTo(p, index); err != nil {
			return fmt.Errorf("%w: %q: series %q: %w", ErrChart, ch.Title, s.Name, err)
		}
	}
	ch.X.fix(&p.X)
	ch.Y.fix(&p.Y)
	p.Draw(inner(c))
	return nil
}

// addTo adds a series in the look of an index.
func (s Series) addTo(p *plot.Plot, index int) error {
	if len(s.Points) == 0 {
		return plotter.ErrNoData
	}
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
	colour := colours[index%len(colours)]
	markers.GlyphStyle = vgdraw.GlyphStyle{Color: colour, Radius: markerRadius, Shape: filled[index%len(filled)]}
	line.LineStyle = vgdraw.LineStyle{Color: colour, Width: 1.6, Dashes: dashes[index%len(dashes)]}
	var shown []plot.Thumbnailer
	switch s.Style {
	case Line:
		p.Add(line, markers)
		shown = []plot.Thumbnailer{line, markers}
	case Trend:
		line.LineStyle = vgdraw.LineStyle{Color: colour, Width: 1, Dashes: []vg.Length{5, 3}}
		if s.Colour == 0 {
			line.LineStyle.Color = color.Gray{0x77}
		}
		p.Add(line)
		shown = []plot.Thumbnailer{line}
	case Reference:
		markers.GlyphStyle.Radius = referenceRadius
		markers.GlyphStyle.Shape = hollow[index%len(hollow)]
		p.Add(markers)
		shown = []plot.Thumbnailer{markers}
	default:
		p.Add(markers)
		shown = []plot.Thumbnailer{markers}
	}
	if s.Name != "" {
		p.Legend.Add(s.Name, shown...)
	}
	return s.addLabels(p, points)
}

// addLabels writes the points' labels to the right of them.
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

// newPlot returns an empty plot in the style of all charts.
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
		switch {
		case a.want.Names != nil:
			a.axis.Tick.Marker = names(a.want.Names)
		case a.want.Integers:
			a.axis.Tick.Marker = ticks{most: 15, least: 1}
		default:
			a.axis.Tick.Marker = ticks{most: 10}
		}
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

// check rejects ends that are no interval.
func (a Axis) check() error {
	if a.fixed() && (!(a.Low < a.High) || math.IsInf(a.High-a.Low, 0)) {
		return fmt.Errorf("axis %q from %v to %v", a.Label, a.Low, a.High)
	}
	return nil
}

func (a Axis) fixed() bool { return a.Low != 0 || a.High != 0 }

// fix sets the ends of an axis that are given.
func (a Axis) fix(axis *plot.Axis) {
	if a.fixed() {
		axis.Min, axis.Max = a.Low, a.High
	}
}
