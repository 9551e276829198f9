package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// jam is a grid such as those of the jam/fold strategies.
func jam() Grid {
	g := Grid{Title: "Jam from the button", Note: "4500 chips each", Legend: "jam, % of the time", High: 100}
	for k := range g.Values {
		g.Values[k] = float64(k*7%1001) / 10
	}
	g.Values[cards.NumClasses-1] = math.NaN()
	return g
}

// curve is a chart such as those of error against the number of features.
func curve() Chart {
	return Chart{
		Title: "Pocket aces",
		X:     Axis{Label: "number of features", Low: 0.5, High: 4.5, Integers: true},
		Y:     Axis{Label: "average error, percentage points", Low: 0, High: 5},
		Series: []Series{
			{Name: "against ATC", Style: Line, Points: []Point{{X: 1, Y: 4}, {X: 2, Y: 3}, {X: 3, Y: 2},
				{X: 4, Y: 1.5}}},
			{Name: "against RUS", Style: Line, Points: []Point{{X: 1, Y: 4.5}, {X: 2, Y: 4}, {X: 3, Y: 3},
				{X: 4, Y: 2.5}}},
			{Name: "published", Style: Reference, Colour: 1, Points: []Point{{X: 3, Y: 2.5, Label: "Table 3"}}},
			{Style: Trend, Points: []Point{{X: 1, Y: 1}, {X: 4, Y: 4}}},
		},
	}
}

func bars() Histogram {
	return Histogram{
		Title: "Deviations", X: Axis{Label: "$"}, Y: Axis{Label: "players"}, Name: "ours", ReferenceName: "published",
		Edges: []float64{0, 0.1, 0.5, 3}, Counts: []float64{510, 460, 108}, Reference: []float64{500, 470, 100},
		Per: 0.1,
	}
}

func figures() map[string]Figure {
	return map[string]Figure{"grid": jam(), "chart": curve(), "histogram": bars()}
}

func render(t *testing.T, write func(io.Writer, Figure) error, f Figure) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, write(&b, f))
	return b.Bytes()
}

func TestSameFigureSameBytes(t *testing.T) {
	for name, f := range figures() {
		if a, b := render(t, SVG, f), render(t, SVG, f); !bytes.Equal(a, b) {
			t.Errorf("%s: two SVGs differ", name)
		}
		if a, b := render(t, PNG, f), render(t, PNG, f); !bytes.Equal(a, b) {
			t.Errorf("%s: two PNGs differ", name)
		}
	}
}

// svgTexts returns the texts of a well-formed SVG in the order they are drawn.
func svgTexts(t *testing.T, svg []byte) []string {
	t.Helper()
	var texts []string
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	inText := false
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.CharData:
			if inText {
				texts = append(texts, string(token))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

func TestSVGSaysEverything(t *testing.T) {
	g := jam()
	texts := svgTexts(t, render(t, SVG, g))
	for k := range cards.Class(cards.NumClasses) {
		at := slices.Index(texts, k.String())
		if at < 0 {
			t.Fatalf("no cell %v", k)
		}
		texts = texts[at+1:] // cells come in order; numbers can look like pairs
		if v := g.Values[k]; !math.IsNaN(v) && texts[0] != g.number(v) {
			t.Errorf("cell %v shows %q, want %v", k, texts[0], v)
		}
	}
	for name, want := range map[string][]string{
		"grid": {"Jam from the button", "4500 chips each", "jam, % of the time", "0", "50", "100"},
		"chart": {"Pocket aces", "number of features", "average error, percentage points", "against ATC",
			"published", "Table 3", "1", "4"},
		"histogram": {"Deviations", "$", "players", "ours", "published", "0.0", "0.5", "3.0"},
	} {
		t.Run(name, func(t *testing.T) {
			svg := render(t, SVG, figures()[name])
			texts := svgTexts(t, svg)
			for _, text := range want {
				if !slices.Contains(texts, text) {
					t.Errorf("%s: no text %q in %q", name, text, texts)
				}
			}
			if bytes.Contains(svg, []byte("NaN")) || bytes.Contains(svg, []byte("Inf")) {
				t.Errorf("%s: coordinates that are no numbers", name)
			}
		})
	}
}

// TestPNGCells reads the colour of every cell back from the image.
func TestPNGCells(t *testing.T) {
	g := jam()
	image := must.Get(png.Decode(bytes.NewReader(render(t, PNG, g))))(t)
	width, height := g.size()
	dots := func(l vg.Length) int { return int(l.Dots(dotsPerInch)) }
	if got := image.Bounds().Size(); got.X != dots(width) || got.Y != dots(height) {
		t.Fatalf("the image is %v, want %d x %d", got, dots(width), dots(height))
	}
	for k := range cards.Class(cards.NumClasses) {
		row, column := vg.Length(k/cards.NumRanks), vg.Length(k%cards.NumRanks)
		// Near the upper left corner of the cell, where there is no text.
		got := image.At(dots(gridEdge+cell*column+4), dots(gridHead+cell*row+4))
		want := color.Color(pale)
		if v := g.Values[k]; !math.IsNaN(v) {
			want = heat(v / 100)
		}
		a, b := color.NRGBAModel.Convert(got), color.NRGBAModel.Convert(want)
		if a != b {
			t.Errorf("cell %v is %v, want %v", k, a, b)
		}
	}
}

// luminance is that of the Web Content Accessibility Guidelines, in their own words.
func luminance(c color.Color) float64 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 255 / 12.92
	}
	return 0.2126*linear(n.R) + 0.7152*linear(n.G) + 0.0722*linear(n.B)
}

// TestHeat holds the scale darker and darker, and the numbers on it readable.
func TestHeat(t *testing.T) {
	const steps = 200
	// The guidelines ask 4.5; on a background where black and white do equally well it is 4.58.
	const contrast = 4.5
	last := math.Inf(1)
	for i := range steps + 1 {
		c := heat(float64(i) / steps)
		l := luminance(c)
		if l > last {
			t.Errorf("heat(%d/%d) is lighter than the step before", i, steps)
		}
		last = l
		text := luminance(readable(c))
		if got := (max(l, text) + 0.05) / (min(l, text) + 0.05); got < contrast {
			t.Errorf("contrast %.2f of text on heat(%d/%d), want %v", got, i, steps, contrast)
		}
	}
	if heat(-1) != heat(0) || heat(2) != heat(1) {
		t.Error("values beyond the ends have other colours than the ends")
	}
}

func TestBadFigures(t *testing.T) {
	nan := math.NaN()
	edges := bars()
	edges.Edges = []float64{0, 0.1, 0.1, 3}
	short := bars()
	short.Reference = short.Reference[:2]
	point := curve()
	point.Series[0].Points = []Point{{X: 1, Y: nan}}
	axis := curve()
	axis.Y.Low = nan
	unequal := bars()
	unequal.Per = 0
	zero := curve()
	zero.Y = Axis{Log: true}
	zero.Series[0].Points = []Point{{X: 1}}
	turned := curve()
	turned.X.Low, turned.X.High = 4, 1
	for name, c := range map[string]struct {
		figure Figure
		want   error
	}{
		"empty scale":      {Grid{}, ErrGrid},
		"NaN scale":        {Grid{Low: nan, High: 1}, ErrGrid},
		"infinite scale":   {Grid{High: math.Inf(1)}, ErrGrid},
		"no series":        {Chart{}, ErrChart},
		"no points":        {Chart{Series: []Series{{Name: "empty"}}}, ErrChart},
		"NaN point":        {point, ErrChart},
		"NaN axis":         {axis, ErrChart},
		"descending axis":  {turned, ErrChart},
		"no bars":          {Histogram{}, ErrChart},
		"equal edges":      {edges, ErrChart},
		"short references": {short, ErrChart},
		"heights per what": {unequal, ErrChart},
		"zero on a log":    {zero, ErrChart},
	} {
		t.Run(name, func(t *testing.T) {
			for _, write := range []func(io.Writer, Figure) error{SVG, PNG} {
				if err := write(io.Discard, c.figure); !errors.Is(err, c.want) {
					t.Errorf("%s: %v, want %v", name, err, c.want)
				}
			}
		})
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		ticks     ticks
		low, high float64
		want      string
	}{
		{ticks{most: 10}, 0, 1, "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"},
		{ticks{most: 8}, 0, 1, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{ticks{most: 5}, -0.3, 0.3, "-0.2 0.0 0.2"},
		{ticks{most: 15, least: 1}, 0.5, 4.5, "1 2 3 4"},
		{ticks{most: 15, least: 1}, 0.1, 0.2, ""},
		{ticks{most: 10}, 31, 86, "40 50 60 70 80"},
		{ticks{most: 10}, 0, 7300, "0 1000 2000 3000 4000 5000 6000 7000"},
		{ticks{most: 4}, 0.001, 0.002, "0.0010 0.0015 0.0020"},
	} {
		t.Run(c.want, func(t *testing.T) {
			var labels []string
			for _, tick := range c.ticks.Ticks(c.low, c.high) {
				labels = append(labels, tick.Label)
			}
			if got := strings.Join(labels, " "); got != c.want {
				t.Errorf("%+v from %v to %v: %s, want %s", c.ticks, c.low, c.high, got, c.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	f := curve()
	f.X.Names, f.X.High = []string{"AA", "KK", "QQ", "JJ", "TT"}, 4.5
	texts := svgTexts(t, render(t, SVG, f))
	for _, name := range f.X.Names[:4] {
		if !slices.Contains(texts, name) {
			t.Errorf("no %q in %q", name, texts)
		}
	}
	if slices.Contains(texts, "TT") {
		t.Error("a name beyond the axis")
	}
}

// TestOpen: where the scale has no end, its last value says so.
func TestOpen(t *testing.T) {
	g := jam()
	g.Open, g.Decimals = true, 1
	g.Values[0], g.Values[1] = 100, 99.9
	texts := svgTexts(t, render(t, SVG, g))
	var b strings.Builder
	must.Do(t, g.Text(&b))
	for _, want := range []string{"100+", "99.9"} {
		if !slices.Contains(texts, want) || !strings.Contains(b.String(), " "+want+" ") {
			t.Errorf("no %s in %v\n%s", want, texts, b.String())
		}
	}
}
