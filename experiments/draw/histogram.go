package draw

import (
	"fmt"
	"image/color"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

// Histogram shows how often values fall between consecutive edges. All bars are drawn
// equally wide with the edges written between them, so that bins of different widths, which
// published tables like, do not mislead by their areas.
type Histogram struct {
	Title string
	X, Y  Axis // only the labels of X and the ends of Y count
	// Edges are ascending, one more than there are bars.
	Edges  []float64
	Counts []float64
	// Reference holds the counts of others for the same bars, drawn as hollow markers; empty
	// for none. The names are for the legend.
	Reference           []float64
	Name, ReferenceName string
}

// headroom is how far the vertical axis goes beyond the highest bar, for the legend.
const headroom = 1.15

func (h Histogram) size() (width, height vg.Length) { return chartWidth, chartHeight }

func (h Histogram) check() error {
	if len(h.Counts) == 0 || len(h.Edges) != len(h.Counts)+1 || len(h.Reference) != 0 && len(h.Reference) != len(h.Counts) {
		return fmt.Errorf("%w: %q has %d edges, %d bars and %d reference values",
			ErrChart, h.Title, len(h.Edges), len(h.Counts), len(h.Reference))
	}
	for i := range h.Counts {
		if !(h.Edges[i] < h.Edges[i+1]) {
			return fmt.Errorf("%w: %q: edges %v", ErrChart, h.Title, h.Edges)
		}
	}
	return h.Y.check()
}

func (h Histogram) draw(c vgdraw.Canvas) error {
	if err := h.check(); err != nil {
		return err
	}
	h.X.Low, h.X.High = 0, float64(len(h.Counts))
	p := newPlot(h.Title, h.X, h.Y)
	p.X.Tick.Marker = plot.ConstantTicks(h.edgeTicks())
	p.Add(gridLines())
	bars := &plotter.Histogram{
		FillColor: mix(colours[0], color.White, 0.45),
		LineStyle: vgdraw.LineStyle{Color: colours[0], Width: 0.8},
	}
	var marks []Point
	for i, count := range h.Counts {
		bars.Bins = append(bars.Bins, plotter.HistogramBin{Min: float64(i), Max: float64(i + 1), Weight: count})
		if len(h.Reference) != 0 {
			marks = append(marks, Point{X: float64(i) + 0.5, Y: h.Reference[i]})
		}
	}
	p.Add(bars)
	if h.Name != "" {
		p.Legend.Add(h.Name, swatch{bars})
	}
	if len(marks) != 0 {
		if err := (Series{Name: h.ReferenceName, Style: Reference, Points: marks}).addTo(p, 1); err != nil {
			return fmt.Errorf("%w: %q: %w", ErrChart, h.Title, err)
		}
	}
	p.Y.Min, p.Y.Max = 0, headroom*p.Y.Max
	h.X.fix(&p.X)
	h.Y.fix(&p.Y)
	p.Draw(inner(c))
	return nil
}

// edgeTicks labels the edges, not all of them where there are many.
func (h Histogram) edgeTicks() []plot.Tick {
	const most = 13
	every := (len(h.Edges) + most - 1) / most
	var ticks []plot.Tick
	for i, edge := range h.Edges {
		tick := plot.Tick{Value: float64(i)}
		if i%every == 0 {
			tick.Label = strconv.FormatFloat(edge, 'g', 4, 64)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// swatch is the legend entry of bars.
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
