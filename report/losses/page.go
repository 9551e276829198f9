package losses

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
	texttemplate "text/template"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/report/draw"
)

//go:embed page.html
var pageHTML string

//go:embed page.tmpl
var pageMarkdown string

var (
	htmlTemplate     = template.Must(template.New("page").Parse(pageHTML))
	markdownTemplate = texttemplate.Must(texttemplate.New("page").Parse(pageMarkdown))
)

// Strategy is a strategy with its numbers.
type Strategy struct {
	Name           string
	SeatValues     [2]float64
	Exploitability float64
	NashConv       float64
	// Interval is the interval of an estimate.
	Interval *[2]float64
	Losses   *Report
}

// Page is a page about one or two strategies.
type Page struct {
	Title, Unit string
	// Notes describe the numbers.
	Notes      []string
	Strategies []Strategy
	Seats      [2]string

	game  game.Game
	words words
}

var formats = []string{".html", ".htm", ".md"}

// HasFormat reports whether a path has the ending of a page.
func HasFormat(path string) bool {
	return slices.Contains(formats, strings.ToLower(filepath.Ext(path)))
}

// NewPage makes the page of strategies with their losses in a game.
func NewPage(g game.Game, unit string, notes []string, strategies ...Strategy) *Page {
	p := &Page{Unit: unit, Notes: notes, Strategies: strategies, game: g, words: newWords(g)}
	p.Seats = p.words.seats
	var names []string
	for _, s := range strategies {
		names = append(names, s.Name)
	}
	verb := map[int]string{1: "loses", 2: "lose"}[len(names)]
	p.Title = fmt.Sprintf("Where %s %s in %s", strings.Join(names, " and "), verb, g.Name())
	return p
}

// Write writes the page and two tables of all numbers. A Markdown page has its figures in files of their own.
func (p *Page) Write(path string) error {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	for suffix, t := range map[string]*table.Sheet{".csv": p.historyRows(), "-hands.csv": p.handRows()} {
		if err := disk.Write(base+suffix, t.CSV); err != nil {
			return err
		}
	}
	if strings.ToLower(filepath.Ext(path)) != ".md" {
		return disk.Write(path, func(w io.Writer) error { return htmlTemplate.Execute(w, p) })
	}
	for i, g := range p.grids() {
		if err := disk.Write(base+figureSuffix(i), func(w io.Writer) error { return draw.SVG(w, g) }); err != nil {
			return err
		}
	}
	return disk.Write(path, func(w io.Writer) error {
		return markdownTemplate.Execute(w, struct {
			*Page
			Base string
		}{p, filepath.Base(base)})
	})
}

func figureSuffix(i int) string { return fmt.Sprintf("-%d.svg", i+1) }

// Figures lists the grids' files of a Markdown page.
func (p *Page) Figures(base string) (files []string) {
	for i := range p.grids() {
		files = append(files, base+figureSuffix(i))
	}
	return files
}

// SVGs returns the grids for an HTML page.
func (p *Page) SVGs() (out []template.HTML, err error) {
	for _, g := range p.grids() {
		var b strings.Builder
		if err := draw.SVG(&b, g); err != nil {
			return nil, err
		}
		_, svg, _ := strings.Cut(b.String(), "<svg")
		out = append(out, template.HTML("<svg"+svg)) // made of our own numbers and names
	}
	return out, nil
}

// grids returns heat maps by hand if the game has 169 hands: a row for each seat, a column for each strategy.
func (p *Page) grids() (grids []draw.Grid) {
	for seat, name := range p.Seats {
		for _, s := range p.Strategies {
			if len(s.Losses.Hands) != cards.NumClasses {
				return nil
			}
			g := draw.Grid{Title: s.Name, Note: "in the " + name, Legend: "loss when dealt the hand, " + p.Unit,
				High: p.most()}
			for k := range g.Values {
				g.Values[k] = s.Losses.Hands[k].Values[seat]
			}
			grids = append(grids, g)
		}
	}
	return grids
}

// most is the largest loss by hand, so that all grids have one scale.
func (p *Page) most() float64 {
	most := 1. // a scale needs a length even if nothing is lost
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Hands {
			most = max(most, h.Values[0], h.Values[1])
		}
	}
	return most
}
