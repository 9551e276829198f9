package draw

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// dotsPerInch is the resolution of PNGs: twice the 72 points of an inch, so that edges fall on dots.
const dotsPerInch = 144

// Figure is a Grid, a Chart or a Histogram.
type Figure interface {
	size() (width, height vg.Length)
	// draw draws the figure. It returns an error if the figure's data is bad.
	draw(vgdraw.Canvas) error
	describe() (title, text string)
}

// PNG writes a figure as a raster image.
func PNG(w io.Writer, f Figure) error {
	width, height := f.size()
	image := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dotsPerInch), vgimg.UseBackgroundColor(color.White))
	if err := f.draw(vgdraw.New(image)); err != nil {
		return fmt.Errorf("cannot draw: %w", err)
	}
	_, err := vgimg.PngCanvas{Canvas: image}.WriteTo(w)
	return err
}

// fonts have the same widths, for readers without Liberation Sans.
const fonts = "Liberation Sans, Arial, Helvetica, sans-serif"

// shorter names the font once for the whole SVG, marks it as one image for screen readers, and leaves out defaults,
// which halves the files.
var shorter = strings.NewReplacer(
	"<svg ", `<svg role="img" font-family="`+fonts+`" `,
	"font-family:Liberation Sans;", "",
	"font-variant:normal;", "",
	"font-weight:normal;", "",
	"font-style:normal;", "",
)

// SVG writes a figure as scalable vector graphics, on white, with a title and a description.
func SVG(w io.Writer, f Figure) error {
	width, height := f.size()
	image := vgsvg.New(width, height)
	canvas := vgdraw.New(image)
	canvas.SetColor(color.White)
	canvas.Fill(canvas.Rectangle.Path())
	if err := f.draw(canvas); err != nil {
		return fmt.Errorf("cannot draw: %w", err)
	}
	var out bytes.Buffer
	if _, err := image.WriteTo(&out); err != nil {
		return err
	}
	const opened = "\">\n" // the end of the first tag
	head, body, _ := strings.Cut(shorter.Replace(out.String()), opened)
	title, text := f.describe()
	_, err := fmt.Fprintf(w, "%s%s<title>%s</title>\n<desc>%s</desc>\n%s", head, opened, html.EscapeString(title),
		html.EscapeString(text), body)
	return err
}

// Sizes of text, in points.
const (
	titleSize  = 13
	noteSize   = 10
	labelSize  = 10
	tickSize   = 9
	legendSize = 9.5
)

var (
	ink  = color.NRGBA{0x22, 0x22, 0x22, 0xff}
	pale = color.NRGBA{0xe4, 0xe4, 0xe4, 0xff} // grid lines
)

func sans(size vg.Length, bold bool) plotfont.Font {
	f := plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = font.WeightBold
	}
	return f
}

func textStyle(size vg.Length, bold bool, c color.Color, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color: c, Font: sans(size, bold), XAlign: x, YAlign: y, Handler: plot.DefaultTextHandler,
	}
}

func mix(a, b color.Color, t float64) color.NRGBA {
	x, y := color.NRGBAModel.Convert(a).(color.NRGBA), color.NRGBAModel.Convert(b).(color.NRGBA)
	part := func(p, q uint8) uint8 { return uint8(float64(p) + t*(float64(q)-float64(p)) + 0.5) }
	return color.NRGBA{part(x.R, y.R), part(x.G, y.G), part(x.B, y.B), 0xff}
}
