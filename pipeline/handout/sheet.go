package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"feltlab/model/ranges"
	"feltlab/model/regression"
)

const (
	// worstShown is how many of the worst flops a page lists.
	worstShown = 6
	// barPoints is the average error, in percentage points, of the longest bar on a page where
	// no error is larger.
	barPoints = 5
)

//go:embed sheet.html
var sheetText string

var sheetTemplate = template.Must(template.New("sheet").Parse(sheetText))

// WriteSheet writes the cheat sheet of the formulas as one HTML file, a page for each.
func WriteSheet(w io.Writer, formulas []*Formula) error {
	var pages []page
	for _, f := range formulas {
		p, err := f.page()
		if err != nil {
			return err
		}
		pages = append(pages, p)
	}
	return sheetTemplate.Execute(w, pages)
}

type page struct {
	Hand, Range           string
	Meaning               string // of a range with a plain name, empty for others
	Cards                 template.HTML
	Opening               string // what to start with, empty if no feature is true everywhere
	Terms                 []termRow
	Average, P90, Largest string
	Step                  int
	Cost, Bound           string // empty where not known
	Textures              []textureRow
	Worst                 []flopRow
	Example               flopRow
	ExampleTerms          []termRow
	Definitions           string
}

type termRow struct{ Weight, Name, Sentence string }

type textureRow struct {
	Family, Name  string
	First         bool // of its family
	Equity, Error string
	Width         string // of the bar, in percent
}

type flopRow struct {
	Cards                      template.HTML
	Equity, Estimate, Off, Sum string
}

func (f *Formula) page() (page, error) {
	m := f.Matrix
	if len(f.Terms) == 0 {
		return page{}, fmt.Errorf("%w for %s against %s", ErrFormula, m.Hand, m.Range)
	}
	errs, err := m.Instance().Evaluate(f.Terms)
	if err != nil {
		return page{}, err
	}
	p := page{
		Hand: f.Subject.Hand.Text, Range: f.Subject.RangeText(), Meaning: ranges.Explain(f.Subject.Range.String()),
		Step: f.StepPercent, Definitions: m.Definitions,
		Average: fmt.Sprintf("%.1f", 100*errs.Average), P90: fmt.Sprintf("%.1f",
			100*errs.P90), Largest: fmt.Sprintf("%.1f", 100*errs.Max),
	}
	if f.FreeError > 0 && f.StepPercent > 0 {
		p.Cost = fmt.Sprintf("%.2f", 100*(errs.Average-f.FreeError))
	}
	if f.BoundError > 0 {
		p.Bound = fmt.Sprintf("%.2f", 100*f.BoundError)
	}
	p.Cards = f.handHTML()
	if err := f.addTerms(&p); err != nil {
		return p, err
	}
	if err := f.addTextures(&p); err != nil {
		return p, err
	}
	flops := Flops(m, f.Terms)
	for _, flop := range Worst(flops, worstShown) {
		p.Worst = append(p.Worst, f.row(&flop))
	}
	return p, f.addExample(&p, typical(flops, errs.Average))
}

// addTerms splits the formula into its opening and the terms to look for.
func (f *Formula) addTerms(p *page) error {
	start, has := 0.0, false
	for _, t := range Sorted(f.Matrix, f.Terms) {
		if Always(f.Matrix, t.ID) {
			start, has = start+t.Weight, true
			continue
		}
		row, err := f.term(t)
		if err != nil {
			return err
		}
		p.Terms = append(p.Terms, row)
	}
	if has {
		p.Opening = f.points(start)
	}
	return nil
}

func (f *Formula) term(t regression.Term) (termRow, error) {
	columns := f.Matrix.Columns().List
	if t.ID < 1 || t.ID > len(columns) {
		return termRow{}, fmt.Errorf("no feature F%d: want F1 to F%d", t.ID, len(columns))
	}
	feature := columns[t.ID-1]
	return termRow{f.signed(t.Weight), feature.Name, feature.Sentence}, nil
}

func (f *Formula) addTextures(p *page) error {
	groups, err := Textures(f.Matrix, f.Terms)
	if err != nil {
		return err
	}
	longest := float64(barPoints) / 100
	for _, g := range groups {
		longest = max(longest, g.AverageError)
	}
	family := ""
	for _, g := range groups {
		p.Textures = append(p.Textures, textureRow{
			Family: g.Family, Name: g.Name, First: g.Family != family,
			Equity: fmt.Sprintf("%.0f%%", 100*g.Equity), Error: fmt.Sprintf("%.1f", 100*g.AverageError),
			Width: fmt.Sprintf("%.0f", 100*g.AverageError/longest),
		})
		family = g.Family
	}
	return nil
}

func (f *Formula) row(flop *Flop) flopRow {
	return flopRow{
		Cards: cardsHTML(flop.Cards[:]...), Equity: fmt.Sprintf("%.1f%%", 100*flop.Equity),
		Estimate: strings.TrimPrefix(f.signed(flop.Estimate), "+"), Off: fmt.Sprintf("%.1f",
			100*flop.Error), Sum: f.arithmetic(flop),
	}
}

func (f *Formula) addExample(p *page, flop Flop) error {
	p.Example = f.row(&flop)
	for _, t := range flop.Terms {
		row, err := f.term(t)
		if err != nil {
			return err
		}
		row.Name = f.name(t.ID)
		p.ExampleTerms = append(p.ExampleTerms, row)
	}
	return nil
}
