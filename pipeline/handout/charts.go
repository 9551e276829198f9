package handout

import (
	_ "embed"
	"html/template"
	"io"
	"math"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
)

//go:embed charts.html
var chartsText string

var chartsTemplate = template.Must(template.New("charts").Parse(chartsText))

// The room for grids on a printed page, and what a grid takes beside its squares, in millimetres.
const (
	chartsWide, chartsHigh = 192, 243
	gridGap, gridText      = 3, 12
	namedColumns           = 4 // most columns with which a square has room for the name of its hand
)

// WriteCharts writes the play of all seats of tables as one HTML file that prints a page for each table.
func WriteCharts(w io.Writer, charts []*jamfold.TableChart) error {
	var pages []chartsPage
	for _, c := range charts {
		pages = append(pages, chartsOf(c))
	}
	return chartsTemplate.Execute(w, pages)
}

type chartsPage struct {
	Words, Certified, Least string
	Columns                 int
	Named                   bool
	Grids                   []gridOf
}

type gridOf struct {
	Title, Percent, Reach, Range string
	Squares                      []square
}

// square is a hand: Level is its frequency in tenths. A hand without a number has no name.
type square struct {
	Name  string
	Level int
	Pair  bool
}

func chartsOf(c *jamfold.TableChart) chartsPage {
	p := chartsPage{Words: c.Words(), Certified: c.Certified(), Least: table.Fixed(c.Least, 1)}
	p.Columns = columnsFor(len(c.Charts))
	p.Named = p.Columns <= namedColumns
	for i := range c.Charts {
		x := &c.Charts[i]
		g := gridOf{
			Title: x.Name(), Percent: table.Fixed(x.Percent, 1) + "%", Reach: table.Fixed(x.Reach, 1),
			Range: x.Range,
		}
		if x.Unsolved != "" {
			g.Percent, g.Range = "not solved", x.Unsolved
		}
		for k, cell := range x.Grid {
			s := square{Pair: k%(cards.NumRanks+1) == 0}
			if !math.IsNaN(cell.Probability) {
				s.Name, s.Level = cell.Hand, int(math.Round(10*cell.Probability))
			}
			if !p.Named {
				s.Name = s.Name[:min(1, len(s.Name))]
			}
			g.Squares = append(g.Squares, s)
		}
		p.Grids = append(p.Grids, g)
	}
	return p
}

// columnsFor returns the smallest number of columns with which n grids fit on a page.
func columnsFor(n int) int {
	for columns := 1; ; columns++ {
		rows := (n + columns - 1) / columns
		if rows*(chartsWide/columns-gridGap+gridText) <= chartsHigh || columns >= n {
			return columns
		}
	}
}
