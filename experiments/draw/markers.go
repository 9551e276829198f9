package draw

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

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

// Markers and dashes tell series apart without colours. The numbers of colours, markers and
// dashes differ, so that looks repeat late.
var (
	filled = []vgdraw.GlyphDrawer{vgdraw.CircleGlyph{}, vgdraw.BoxGlyph{}, vgdraw.PyramidGlyph{}}
	hollow = []vgdraw.GlyphDrawer{outline{circle}, outline{square}, outline{triangle}}
	dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 3, 2, 3}}
)

// outline strokes a shape, thicker than the library's hollow markers; what lies under it
// stays visible.
type outline struct {
	shape func(vg.Point, vg.Length) vg.Path
}

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

func triangle(at vg.Point, r vg.Length) vg.Path {
	r *= 1.2
	var p vg.Path
	p.Move(vg.Point{X: at.X, Y: at.Y + r})
	p.Line(vg.Point{X: at.X - 0.87*r, Y: at.Y - r/2})
	p.Line(vg.Point{X: at.X + 0.87*r, Y: at.Y - r/2})
	p.Close()
	return p
}
