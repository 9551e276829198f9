package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"feltlab/internal/must"
)

// glyph is the marker of a series in black.
func glyph(t *testing.T, s Series) string {
	t.Helper()
	image := vgsvg.New(20, 20)
	canvas := vgdraw.New(image)
	l := s.look()
	l.marker.Color = color.Black
	l.marker.Shape.DrawGlyph(&canvas, l.marker, vg.Point{X: 10, Y: 10})
	var b bytes.Buffer
	must.Get(image.WriteTo(&b))(t)
	return b.String()
}

// TestMarkersDiffer: where hue is not seen, markers tell the first six series apart, and what is left
// of a look tells all apart for much longer.
func TestMarkersDiffer(t *testing.T) {
	for _, style := range []Style{Points, Reference} {
		seen := map[string]int{}
		for i := 1; i <= 6; i++ {
			g := glyph(t, Series{Style: style, Colour: i})
			if other := seen[g]; other != 0 {
				t.Errorf("style %d: series %d and %d have the same marker", style, other, i)
			}
			seen[g] = i
		}
	}
	looks := map[string]int{}
	for i := 1; i <= 42; i++ {
		s := Series{Colour: i}
		key := glyph(t, s) + name(s.look().marker.Color)
		if other := looks[key]; other != 0 {
			t.Errorf("series %d looks like %d", i, other)
		}
		looks[key] = i
	}
}

// name writes a colour as SVGs do.
func name(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return "#" + strings.ToUpper(strconv.FormatUint(uint64(n.R)<<16|uint64(n.G)<<8|uint64(n.B)|1<<24, 16)[1:])
}

// TestSharedEntry: series of one name have one entry, grey if it stands for several colours.
func TestSharedEntry(t *testing.T) {
	grey := name(neutral)
	c := curve()
	c.Series = c.Series[:2]
	for i := range 2 {
		c.Series = append(c.Series, Series{Name: "bounds", Style: Trend, Colour: i + 1, Points: []Point{{X: 1, Y: 1},
			{X: 4, Y: 1 + float64(i)}}})
	}
	svg := render(t, SVG, c)
	if n := slices.DeleteFunc(svgTexts(t, svg), func(s string) bool { return s != "bounds" }); len(n) != 1 {
		t.Errorf("%d entries", len(n))
	}
	if n := strings.Count(string(svg), grey); n != 1 {
		t.Errorf("%s is drawn %d times, want once, in the legend", grey, n)
	}
	c.Series = c.Series[:3]
	if svg := render(t, SVG, c); bytes.Contains(svg, []byte(grey)) {
		t.Error("the entry of one series has not its colour")
	}
}

// drawn is a path of an SVG: its corners, and its style.
type drawn struct {
	x, y  []float64
	style string
}

var corner = regexp.MustCompile(`[ML](-?[0-9.]+),(-?[0-9.]+)`)

func paths(t *testing.T, svg []byte) (list []drawn) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err != nil {
			return list
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "path" {
			continue
		}
		var p drawn
		for _, a := range start.Attr {
			if a.Name.Local == "style" {
				p.style = a.Value
			}
			if a.Name.Local != "d" {
				continue
			}
			for _, m := range corner.FindAllStringSubmatch(a.Value, -1) {
				x, errX := strconv.ParseFloat(m[1], 64)
				y, errY := strconv.ParseFloat(m[2], 64)
				if errX != nil || errY != nil {
					t.Fatal(m)
				}
				p.x, p.y = append(p.x, x), append(p.y, y)
			}
		}
		list = append(list, p)
	}
}

func extent(values []float64) float64 { return slices.Max(values) - slices.Min(values) }

// TestBarsAreAsWideAsBins: the areas are the counts.
func TestBarsAreAsWideAsBins(t *testing.T) {
	h := bars()
	var found []drawn
	for _, p := range paths(t, render(t, SVG, h)) {
		// The swatch of the legend comes after the bars.
		if strings.Contains(p.style, "fill:"+name(mix(colours[0], color.White, 0.45))) && len(found) < len(h.Counts) {
			found = append(found, p)
		}
	}
	if len(found) != len(h.Counts) {
		t.Fatalf("%d bars", len(found))
	}
	// Coordinates have five digits.
	const rounding = 1e-3
	for i, bar := range found {
		width := extent(bar.x) / extent(found[0].x) * h.width(0)
		area := extent(bar.x) * extent(bar.y) / extent(found[0].x) / extent(found[0].y) * h.Counts[0]
		if math.Abs(width/h.width(i)-1) > rounding || math.Abs(area/h.Counts[i]-1) > 10*rounding {
			t.Errorf("bar %d is %v wide and %v large, want %v and %v", i, width, area, h.width(i), h.Counts[i])
		}
	}
}

// TestLogAxis: ratios are distances, and a spread is a bar with caps.
func TestLogAxis(t *testing.T) {
	c := Chart{
		Title: "ratios", X: Axis{Label: "size", Log: true}, Y: Axis{Label: "loss", Log: true},
		Series: []Series{{Style: Line, Points: []Point{{X: 1, Y: 1000, Spread: 100}, {X: 10, Y: 100},
			{X: 100, Y: 10, Spread: 20}}}},
	}
	var line drawn
	bars := 0
	for _, p := range paths(t, render(t, SVG, c)) {
		if !strings.Contains(p.style, "stroke:"+name(colours[0])) {
			continue
		}
		switch {
		case len(p.x) == 3:
			line = p
		case len(p.x) == 2 && p.x[0] == p.x[1]:
			bars++
		}
	}
	if len(line.x) != 3 || math.Abs(line.x[1]-(line.x[0]+line.x[2])/2) > 0.02 ||
		math.Abs(line.y[1]-(line.y[0]+line.y[2])/2) > 0.02 {
		t.Errorf("points at %v, %v", line.x, line.y)
	}
	if bars != 2 {
		t.Errorf("%d bars of spreads, want 2", bars)
	}
	if texts := svgTexts(t, render(t, SVG, c)); !slices.Contains(texts, "50") || slices.Contains(texts, "60") {
		t.Errorf("ticks %q", texts)
	}
}

// TestRoom: an axis that the data decides begins at zero if asked, and no point is at its ends.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		axis             Axis
		least, most      float64
		wantLow, atLeast float64
	}{
		{Axis{Zero: true}, 2, 10, 0, 10.1},
		{Axis{Integers: true}, 1, 12, 0.5, 12.5},
		{Axis{}, 2, 10, 1.6, 10.1},
		{Axis{}, 3, 3, 2, 4},
		{Axis{Log: true}, 1, 1, 1 / 1.05, 1.01},
		{Axis{Zero: true}, -10, 2, -10.6, 2.1},
	} {
		t.Run(fmt.Sprint(c.axis), func(t *testing.T) {
			a, err := c.axis.around(c.least, c.most)
			if err != nil || math.Abs(a.Low-c.wantLow) > 1e-12 || a.High < c.atLeast {
				t.Errorf("%+v around %v to %v: %v to %v, %v", c.axis, c.least, c.most, a.Low, a.High, err)
			}
		})
	}
}

// TestSVGsAreNamed: a screen reader finds one image, a title and the numbers.
func TestSVGsAreNamed(t *testing.T) {
	strange := bars()
	strange.Title = `<b> & "co"`
	for name, want := range map[string]string{
		"grid": "4500 chips each. A grid of the 169 starting hands, suited above the diagonal, offsuit below. jam, " +
			"% of the time: AA 0, AKs 1,",
		"chart": "A chart of average error, percentage points, from 0 to 5, against number of features, from 0.5 to " +
			"4.5. against ATC: 4 at 1, 1.5 at 4. against RUS: 4.5 at 1, 2.5 at 4. published: 2.5 at 3.",
		"histogram": "A histogram of players by $. From 0 to 0.1: 510, published 500. " +
			"From 0.1 to 0.5: 460, published 470. From 0.5 to 3: 108, published 100.",
	} {
		t.Run(name, func(t *testing.T) {
			var root struct {
				Role  string `xml:"role,attr"`
				Title string `xml:"title"`
				Desc  string `xml:"desc"`
			}
			f := figures()[name]
			must.Do(t, xml.Unmarshal(render(t, SVG, f), &root))
			title, _ := f.describe()
			if root.Role != "img" || root.Title == "" || root.Title != title || !strings.HasPrefix(root.Desc, want) {
				t.Errorf("%s: %+v, want %q", name, root, want)
			}
		})
	}
	var root struct {
		Title string `xml:"title"`
	}
	if err := xml.Unmarshal(render(t, SVG, strange), &root); err != nil || root.Title != strange.Title {
		t.Errorf("%q, %v", root.Title, err)
	}
}

// TestLowLegend: nothing shines through a legend below, on the side where it stands.
func TestLowLegend(t *testing.T) {
	c := curve()
	c.LegendLow = true
	covered := func() (x []float64) {
		trend := false // the last that is drawn
		for _, p := range paths(t, render(t, SVG, c)) {
			trend = trend || strings.Contains(p.style, "stroke:"+name(neutral))
			if trend && strings.Contains(p.style, "fill:"+name(color.White)) && len(p.x) >= 4 {
				x = append(x, p.x...)
			}
		}
		return x
	}
	right := covered()
	c.LegendLeft = true
	left := covered()
	if len(left) == 0 || len(right) == 0 || slices.Max(left) >= slices.Min(right) {
		t.Errorf("covered from %v, to the left %v", right, left)
	}
}
