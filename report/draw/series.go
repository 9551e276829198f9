package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"

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

// UnmarshalText reads the name of a style: points, line, reference or trend.
func (s *Style) UnmarshalText(text []byte) error {
	i := slices.Index([]string{"points", "line", "reference", "trend"}, string(text))
	if i < 0 {
		return fmt.Errorf("no style %q of a series", text)
	}
	*s = Style(i)
	return nil
}

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

// colours is the palette of Okabe and Ito without its yellow, too light for lines on white.
var colours = []color.Color{
	color.NRGBA{0x00, 0x72, 0xb2, 0xff}, // blue
	color.NRGBA{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	color.NRGBA{0x00, 0x9e, 0x73, 0xff}, // bluish green
	color.NRGBA{0xcc, 0x79, 0xa7, 0xff}, // reddish purple
	color.NRGBA{0xe6, 0x9f, 0x00, 0xff}, // orange
	color.NRGBA{0x56, 0xb4, 0xe9, 0xff}, // sky blue
	color.NRGBA{0x00, 0x00, 0x00, 0xff}, // black
}

type shape func(at vg.Point, radius vg.Length) vg.Path

// Shapes and dashes distinguish series without colours. The numbers of colours, shapes and dashes differ, so that looks
// repeat late.
var (
	shapes = []shape{circle, square, polygon(3, 0), polygon(4, 0), polygon(3, 0.5), cross}
	dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}
)

type filled struct{ shape shape }

// DrawGlyph draws the marker at a point.
func (f filled) DrawGlyph(c *vgdraw.Canvas, look vgdraw.GlyphStyle, at vg.Point) {
	c.SetColor(look.Color)
	c.Fill(f.shape(at, look.Radius))
}

// outline strokes a shape without filling it.
type outline struct{ shape shape }

// DrawGlyph draws the marker at a point.
func (o outline) DrawGlyph(c *vgdraw.Canvas, look vgdraw.GlyphStyle, at vg.Point) {
	const thickness = 1.5
	c.SetLineStyle(vgdraw.LineStyle{Color: look.Color, Width: thickness})
	c.Stroke(o.shape(at, look.Radius))
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func square(at vg.Point, r vg.Length) vg.Path {
	corner := vg.Point{X: r, Y: r}.Scale(0.9) // about the circle's area
	return vg.Rectangle{Min: at.Sub(corner), Max: at.Add(corner)}.Path()
}

// polygon returns a regular polygon. Its first corner is at the top, turned by a share of a circle.
func polygon(corners int, turned float64) shape {
	return func(at vg.Point, r vg.Length) vg.Path {
		list := make([]vg.Point, corners)
		for i := range list {
			sin, cos := math.Sincos(2 * math.Pi * (float64(i)/float64(corners) + turned))
			list[i] = at.Add(vg.Point{X: vg.Length(sin), Y: vg.Length(cos)}.Scale(1.25 * r))
		}
		return closed(list)
	}
}

func cross(at vg.Point, r vg.Length) vg.Path {
	long, thin := 1.2*r, 0.42*r
	var list []vg.Point
	for _, way := range []vg.Point{{X: 1}, {Y: 1}, {X: -1}, {Y: -1}} {
		aside := vg.Point{X: -way.Y, Y: way.X}.Scale(thin)
		end := at.Add(way.Scale(long))
		list = append(list, end.Sub(aside), end.Add(aside), at.Add(way.Scale(thin)).Add(aside))
	}
	return closed(list)
}

func closed(corners []vg.Point) vg.Path {
	var p vg.Path
	p.Move(corners[0])
	for _, corner := range corners[1:] {
		p.Line(corner)
	}
	p.Close()
	return p
}

// Palette returns the colours of series in order, as #rrggbb, for pages with the same looks.
func Palette() []string { return hex(colours) }

// HeatScale returns colours of heat maps, evenly spaced from low to high. Colours between them are linear mixtures.
func HeatScale() []string { return hex(scale) }

func hex(list []color.Color) []string {
	out := make([]string, len(list))
	for i, c := range list {
		n := color.NRGBAModel.Convert(c).(color.NRGBA)
		out[i] = fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
	}
	return out
}
