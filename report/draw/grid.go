package draw

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot/palette/brewer"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"feltlab/dataset/table"
	"feltlab/model/cards"
)

// ErrGrid is wrapped by the error for a grid whose scale is empty or infinite.
var ErrGrid = errors.New("bad grid")

// Grid is a heat map of the 169 starting hands in the usual order: aces in the first row and
// column, pairs on the diagonal, suited hands above it, offsuit hands below.
type Grid struct {
	Title string
	// Note is a second, smaller line under the title; may be empty.
	Note string
	// Legend names the values with their unit, such as "jam, % of the time".
	Legend string
	// Values are indexed by class; NaN leaves a cell grey and without a number.
	Values [cards.NumClasses]float64
	// Low and High are the ends of the colour scale, Low < High. Values beyond an end get its colour.
	Low, High float64
	// Decimals is the number of decimals in the cells.
	Decimals int
	// Open says that High means High or more, as in "25+".
	Open bool
}

// Geometry of the heat map, in points.
const (
	cell      = 37
	gridEdge  = 16
	gridHead  = 52 // title and note
	gridFoot  = 50 // colour bar
	barHeight = 11
	nameSize  = 8.5
	valueSize = 10
)

func (g Grid) size() (width, height vg.Length) {
	side := vg.Length(cell * cards.NumRanks)
	return side + 2*gridEdge, side + gridHead + gridFoot
}

func (g Grid) draw(c vgdraw.Canvas) error {
	if !(g.Low < g.High) || math.IsInf(g.High-g.Low, 0) {
		return fmt.Errorf("%w: %q: colours from %v to %v", ErrGrid, g.Title, g.Low, g.High)
	}
	top := c.Max.Y - gridEdge/2
	left := c.Min.X + gridEdge
	c.FillText(textStyle(titleSize, true, ink, 0, -1), vg.Point{X: left, Y: top}, g.Title)
	c.FillText(textStyle(noteSize, false, ink, 0, -1), vg.Point{X: left, Y: top - 1.6*titleSize}, g.Note)
	for k := range cards.Class(cards.NumClasses) {
		row, column := vg.Length(k/cards.NumRanks), vg.Length(k%cards.NumRanks)
		corner := vg.Point{X: left + cell*column, Y: c.Max.Y - gridHead - cell*(row+1)}
		g.drawCell(c, k, corner)
	}
	g.drawBar(c, left)
	return nil
}

func (g Grid) drawCell(c vgdraw.Canvas, k cards.Class, corner vg.Point) {
	const space = 0.75 // white between cells
	v := g.Values[k]
	background := color.Color(pale)
	if !math.IsNaN(v) {
		background = heat((v - g.Low) / (g.High - g.Low))
	}
	rectangle := vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: cell, Y: cell})}
	c.SetColor(background)
	c.Fill(vg.Rectangle{Min: rectangle.Min.Add(vg.Point{X: space, Y: space}),
		Max: rectangle.Max.Sub(vg.Point{X: space, Y: space})}.Path())
	foreground := readable(background)
	middle := corner.X + cell/2
	c.FillText(textStyle(nameSize, false, foreground, -0.5, -0.5), vg.Point{X: middle, Y: corner.Y + 0.70*cell},
		k.String())
	if !math.IsNaN(v) {
		c.FillText(textStyle(valueSize, true, foreground, -0.5, -0.5), vg.Point{X: middle, Y: corner.Y + 0.34*cell},
			g.number(v))
	}
}

func (g Grid) drawBar(c vgdraw.Canvas, left vg.Length) {
	const steps, width = 60, cell * 6
	bottom := c.Min.Y + gridFoot - barHeight - 10
	for i := range steps {
		from := left + width*vg.Length(i)/steps
		c.SetColor(heat((float64(i) + 0.5) / steps))
		// A small overlap hides the seams of anti-aliasing.
		c.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: bottom},
			Max: vg.Point{X: min(from+1.2*width/steps, left+width), Y: bottom + barHeight}}.Path())
	}
	for _, part := range []float64{0, 0.5, 1} {
		at := vg.Point{X: left + vg.Length(part)*width, Y: bottom - 3}
		c.FillText(textStyle(tickSize, false, ink, text.XAlignment(-part), -1), at, g.number(g.Low+part*(g.High-g.Low)))
	}
	c.FillText(textStyle(labelSize, false, ink, 0, -0.5), vg.Point{X: left + width + 12, Y: bottom + barHeight/2},
		g.Legend)
}

func (g Grid) number(v float64) string {
	if g.Open && v >= g.High {
		return strconv.FormatFloat(g.High, 'f', -1, 64) + "+"
	}
	return table.Fixed(v, g.Decimals)
}

// Text writes the grid for a terminal: title, a line of column ranks, thirteen rows of
// numbers, and the legend. Cells without a value show a point.
func (g Grid) Text(w io.Writer) error {
	width := 4
	for _, v := range g.Values {
		if !math.IsNaN(v) {
			width = max(width, len(g.number(v))+1)
		}
	}
	var b strings.Builder
	b.WriteString(g.Title + "\n")
	if g.Note != "" {
		b.WriteString(g.Note + "\n")
	}
	b.WriteString(" ")
	for column := range cards.Rank(cards.NumRanks) {
		fmt.Fprintf(&b, "%*s", width, cards.Ace-column)
	}
	for k := range cards.Class(cards.NumClasses) {
		if k%cards.NumRanks == 0 {
			fmt.Fprintf(&b, "\n%s", cards.Ace-cards.Rank(k/cards.NumRanks))
		}
		value := "."
		if v := g.Values[k]; !math.IsNaN(v) {
			value = g.number(v)
		}
		fmt.Fprintf(&b, "%*s", width, value)
	}
	fmt.Fprintf(&b, "\n%s; suited above the diagonal, offsuit below\n", g.Legend)
	_, err := io.WriteString(w, b.String())
	return err
}

var scale = func() []color.Color {
	const shades = 9
	p, err := brewer.GetPalette(brewer.TypeSequential, "YlGnBu", shades)
	if err != nil {
		panic(err) // cannot happen: the palette is built in
	}
	return p.Colors()
}()

func heat(t float64) color.Color {
	t = min(max(t, 0), 1) * float64(len(scale)-1)
	i := min(int(t), len(scale)-2)
	return mix(scale[i], scale[i+1], t-float64(i))
}

func readable(background color.Color) color.Color {
	// middle is the relative luminance whose contrast with black and white is the same, by
	// the formula of the Web Content Accessibility Guidelines: sqrt(1.05 * 0.05) - 0.05.
	const middle = 0.179
	linear := func(v uint8) float64 { return math.Pow(float64(v)/255, 2.2) }
	c := color.NRGBAModel.Convert(background).(color.NRGBA)
	if 0.2126*linear(c.R)+0.7152*linear(c.G)+0.0722*linear(c.B) > middle {
		return color.Black
	}
	return color.White
}
