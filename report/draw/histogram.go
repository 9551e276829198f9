package draw

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
)

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
	if len(h.Counts) == 0 || len(h.Edges) != len(h.Counts)+1 || len(h.Reference) != 0 &&
		len(h.Reference) != len(h.Counts) {
		return fmt.Errorf("%w: %q has %d edges, %d bars and %d reference values",
			ErrChart, h.Title, len(h.Edges), len(h.Counts), len(h.Reference))
	}
	for i := range h.Counts {
		if !(h.Edges[i] < h.Edges[i+1]) {
			return fmt.Errorf("%w: %q: edges %v", ErrChart, h.Title, h.Edges)
		}
		if h.Per == 0 && !alike(h.width(i), h.width(0)) {
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

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-9*b }

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
