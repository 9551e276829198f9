package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

// chartPage is the half of a chart for one seat.
type chartPage struct {
	key   string // jam or call
	file  string // name of its file, without the ending
	grid  draw.Grid
	plain *string // the range below the grid, unless nil
	spans [cards.NumClasses][][2]float64
	from  float64
	// unsolved says, unless empty, that the decision is not solved.
	unsolved string
}

// depthPages are the grids of the largest of some stacks with which seats jam and call.
func depthPages(depths []float64, decisions []jamfold.DepthChart, note string) (pages []*chartPage) {
	low, high := depths[0], depths[len(depths)-1]
	scale := low
	if low == high {
		scale = 0 // a scale of colours needs two ends
	}
	for i := range decisions {
		d := &decisions[i]
		p := &chartPage{key: d.Verb(), file: fileOf(&d.SeatChart), from: low, spans: d.Spans, grid: draw.Grid{
			Title: d.Name() + ": largest stack to " + d.Verb(), Note: note,
			Legend: "big blinds; no number: always fold",
			Low:    scale, High: high, Open: true, Decimals: decimals(depths...),
		}}
		for k := range p.spans {
			p.grid.Values[k] = math.NaN()
			if n := len(p.spans[k]); n > 0 {
				p.grid.Values[k] = p.spans[k][n-1][1]
			}
		}
		pages = append(pages, p)
	}
	return pages
}

func decimals(numbers ...float64) (most int) {
	for _, x := range numbers {
		if _, after, ok := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), "."); ok {
			most = max(most, len(after))
		}
	}
	return most
}

// exceptions lists the hands that are folded with some stack below their largest.
func (p *chartPage) exceptions() (hands []cards.Class) {
	for k, spans := range p.spans {
		if len(spans) > 1 || len(spans) == 1 && spans[0][0] != p.from {
			hands = append(hands, cards.Class(k))
		}
	}
	return hands
}

// figure returns the grid with the names of the exceptions, or their number.
func (p *chartPage) figure() draw.Grid {
	const room = 4 // names
	g := p.grid
	hands := p.exceptions()
	switch n := len(hands); {
	case n > room:
		g.Legend = fmt.Sprintf("big blinds; %d hands fold with some less too", n)
	case n > 0:
		g.Legend = fmt.Sprintf("big blinds; %s fold with some less too", join(hands, ", "))
	}
	return g
}

// writePages draws grids as SVG into a folder, unless it is "".
func writePages(folder string, pages []*chartPage) error {
	for _, p := range pages {
		if folder == "" {
			break
		}
		draw := func(w io.Writer) error { return draw.SVG(w, p.figure()) }
		if err := disk.Write(filepath.Join(folder, p.file+".svg"), draw); err != nil {
			return err
		}
	}
	return nil
}

func (p *chartPage) text(w io.Writer) error {
	if err := p.grid.Text(w); err != nil {
		return err
	}
	if p.plain != nil {
		if err := printRange(w, *p.plain); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, k := range p.exceptions() {
		parts := mapped(p.spans[k], func(s [2]float64) string {
			if s[0] == s[1] {
				return fmt.Sprint(s[0])
			}
			return fmt.Sprintf("%v to %v", s[0], s[1])
		})
		fmt.Fprintf(&b, "%v: %s only with %s big blinds\n", k, p.key, strings.Join(parts, ", and "))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func seatPages(charts []*jamfold.TableChart) (pages []*chartPage) {
	for _, c := range charts {
		for i := range c.Charts {
			x := &c.Charts[i]
			p := &chartPage{key: x.Verb(), file: fileOf(x), grid: draw.Grid{
				Title: fmt.Sprintf("%s: %s %s%% of hands", x.Name(), x.Verb(), table.Fixed(x.Percent, 1)),
				Note:  c.Words(), Legend: x.Verb() + ", % of the time", High: 100,
			}}
			if p.plain = &x.Plain; x.Unsolved != "" {
				p.unsolved = x.Name() + ": not solved: " + x.Unsolved
				p.grid.Title, p.grid.Legend = x.Name()+": not solved", "no value is known"
			}
			for k, row := range x.Grid {
				p.grid.Values[k] = 100 * row.Probability
			}
			pages = append(pages, p)
		}
	}
	return pages
}

func fileOf(x *jamfold.SeatChart) string { return strings.ReplaceAll(x.Name(), " ", "-") }

func join[T any](numbers []T, separator string) string {
	return strings.Join(mapped(numbers, func(n T) string { return fmt.Sprint(n) }), separator)
}
