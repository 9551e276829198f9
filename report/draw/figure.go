package draw

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"gonum.org/v1/plot"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"feltlab/model/cards"
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

// describe is a description for screen readers: the axes, and the first and last point of each series.
func (ch Chart) describe() (title, text string) {
	filled, err := ch.withDefaults()
	if err != nil {
		return ch.Title, ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "A chart of %s, from %s to %s%s, against %s", filled.Y.Label, short(filled.Y.Low),
		short(filled.Y.High), logarithmic(filled.Y), filled.X.Label)
	if names := filled.X.Names; names != nil {
		fmt.Fprintf(&b, " (%s).", strings.Join(names, "; "))
	} else {
		fmt.Fprintf(&b, ", from %s to %s%s.", short(filled.X.Low), short(filled.X.High), logarithmic(filled.X))
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
		fmt.Fprintf(&b, " %s: %s at %s", s.Name, first.height(), filled.X.place(first.X))
		if len(s.Points) > 1 {
			fmt.Fprintf(&b, ", %s at %s", last.height(), filled.X.place(last.X))
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
