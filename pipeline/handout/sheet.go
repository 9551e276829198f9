package handout

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"feltlab/dataset/matrix"
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
	Name, Estimate        string // of what the formula estimates, and a sentence on it
	Opponent              string // the range alone
	Board, Boards, Count  string // flop, flops, and how many
}

// estimates say what formulas estimate.
var estimates = map[matrix.Estimate]string{
	matrix.Equity: "Equity is the chance to win plus half the chance to tie at showdown, against",
	matrix.Ahead:  "The estimate is how much of the opponent's hands we beat on the flop as it is, ties half, against",
	matrix.Win:    "The estimate is the chance to win at showdown, without ties, against",
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

// grouped writes a number with commas between thousands.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func (f *Formula) page() (page, error) {
	if len(f.Terms) == 0 {
		return page{}, fmt.Errorf("%w for %s against %s", ErrFormula, f.hands(), f.Spots.Range)
	}
	errs, err := f.Spots.Some(nil).Evaluate(f.Terms)
	if err != nil {
		return page{}, err
	}
	p := page{
		Hand: f.hands(), Range: f.Subject.RangeLabel(),
		Meaning: ranges.Explain(f.Subject.Against().Range.String()), Step: f.StepPercent,
		Definitions: f.Spots.Columns().Version, Estimate: estimates[f.Spots.Estimate],
		Name: f.Spots.Estimate.String(), Opponent: f.opponent(), Board: f.Spots.Street.String(),
		Boards:  f.Spots.Boards(),
		Count:   grouped(f.Spots.Weight()),
		Average: fmt.Sprintf("%.1f", 100*errs.Average), P90: fmt.Sprintf("%.1f",
			100*errs.P90), Largest: fmt.Sprintf("%.1f", 100*errs.Max),
	}
	if f.FreeError > 0 && f.StepPercent > 0 {
		p.Cost = fmt.Sprintf("%.2f", 100*(errs.Average-f.FreeError))
	}
	if f.BoundError > 0 {
		p.Bound = fmt.Sprintf("%.2f", 100*f.BoundError)
	}
	if f.Spots.Hands == nil {
		p.Cards = handHTML(f.Spots.Hand.Combo)
	}
	if err := f.addTerms(&p); err != nil {
		return p, err
	}
	if err := f.addTextures(&p); err != nil {
		return p, err
	}
	flops := Rank(f.Spots, f.Terms)
	for _, flop := range flops.Worst(worstShown) {
		p.Worst = append(p.Worst, f.row(&flop))
	}
	return p, f.addExample(&p, flops.typical(errs.Average))
}

// addTerms splits the formula into its opening and the terms to look for.
func (f *Formula) addTerms(p *page) error {
	start, has := 0.0, false
	for _, t := range Sorted(f.Spots, f.Terms) {
		if Always(f.Spots, t.ID) {
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
	columns := f.Spots.Columns().List
	if t.ID < 1 || t.ID > len(columns) {
		return termRow{}, fmt.Errorf("no feature F%d: want F1 to F%d", t.ID, len(columns))
	}
	feature := columns[t.ID-1]
	return termRow{f.signed(t.Weight), feature.Name, feature.Sentence}, nil
}

func (f *Formula) addTextures(p *page) error {
	groups, err := Textures(f.Spots, f.Terms)
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
		Cards: f.spotHTML(flop), Equity: fmt.Sprintf("%.1f%%", 100*flop.Equity),
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
