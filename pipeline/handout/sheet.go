package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/dataset/table"
	"feltlab/model/regression"
)

const (
	// worstShown is how many of the worst flops a page lists.
	worstShown = 6
	// barPoints is the average error, in percentage points, of the longest bar on a page where no error is larger.
	barPoints = 5
)

//go:embed sheet.html
var sheetText string

var sheetTemplate = template.Must(template.New("sheet").Funcs(template.FuncMap{
	"fixed":   func(places int, x float64) string { return table.Fixed(100*x, places) },
	"grouped": grouped,
	"first":   func(groups []Group, i int) bool { return i == 0 || groups[i].Family != groups[i-1].Family },
	"width":   func(x, longest float64) string { return table.Fixed(100*x/longest, 0) },
	"trim":    func(signed string) string { return strings.TrimPrefix(signed, "+") },
	"hand":    handHTML,
}).Parse(sheetText))

// WriteSheet writes the cheat sheet of the formulas as one HTML file, a page for each.
func WriteSheet(w io.Writer, formulas []*Formula) error {
	var pages []*page
	for _, f := range formulas {
		p, err := f.page()
		if err != nil {
			return err
		}
		pages = append(pages, p)
	}
	return sheetTemplate.Execute(w, pages)
}

// page is what the template of a page asks about a formula.
type page struct {
	*Formula
	regression.Errors
	Opening  string             // what to start with, empty if no feature is true everywhere
	Looked   regression.Formula // the other terms: what to look for
	Textures []Group
	Longest  float64 // error of a bar as long as its column
	Worst    []Flop
	Example  Flop
}

// estimates say what formulas estimate.
var estimates = map[matrix.Estimate]string{
	matrix.Equity: "Equity is the chance to win plus half the chance to tie at showdown, against",
	matrix.Ahead:  "The estimate is how much of the opponent's hands we beat on the flop as it is, ties half, against",
	matrix.Win:    "The estimate is the chance to win at showdown, without ties, against",
}

func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func (f *Formula) page() (*page, error) {
	if len(f.Terms) == 0 {
		return nil, fmt.Errorf("%w for %s against %s", ErrFormula, f.Hands(), f.Spots.Range)
	}
	p := &page{Formula: f, Longest: float64(barPoints) / 100}
	var err error
	if p.Errors, err = f.Spots.Some(nil).Evaluate(f.Terms); err != nil {
		return nil, err
	}
	start := 0.0
	for _, t := range Sorted(f.Spots, f.Terms) {
		if columns := f.Spots.Columns().Count(); t.ID < 1 || t.ID > columns {
			return nil, fmt.Errorf("no feature F%d: want F1 to F%d", t.ID, columns)
		}
		if !Always(f.Spots, t.ID) {
			p.Looked = append(p.Looked, t)
			continue
		}
		start += t.Weight
		p.Opening = f.points(start)
	}
	if p.Textures, err = Textures(f.Spots, f.Terms); err != nil {
		return nil, err
	}
	for _, g := range p.Textures {
		p.Longest = max(p.Longest, g.AverageError)
	}
	flops := Rank(f.Spots, f.Terms)
	p.Worst, p.Example = flops.Worst(worstShown), flops.typical(p.Average)
	return p, nil
}

// Label is the range with the street and the estimate.
func (p *page) Label() string { return p.Subject.RangeLabel() }

// Meaning explains a range with a plain name; it is empty for others.
func (p *page) Meaning() string { return p.Subject.Against().Range.Meaning() }

// Sentence says what the formula estimates.
func (p *page) Sentence() string { return estimates[p.Spots.Estimate] }

// Cost is the part of the average error that round weights cost.
func (p *page) Cost() float64 { return p.Average - p.FreeError }

// Column returns the column of a term.
func (p *page) Column(t regression.Term) regression.Column { return p.Spots.Columns().List[t.ID-1] }
