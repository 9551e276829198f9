package main

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"

	"feltlab/dataset/atomicfile"
	"feltlab/experiments/draw"
	"feltlab/experiments/reproduce"
	"feltlab/model/cards"
	"feltlab/model/game"
)

//go:embed losses_page.html
var lossPageHTML string

//go:embed losses_page.tmpl
var lossPageMarkdown string

var (
	lossHTML     = template.Must(template.New("page").Parse(lossPageHTML))
	lossMarkdown = texttemplate.Must(texttemplate.New("page").Parse(lossPageMarkdown))
)

// judged is a strategy with its numbers.
type judged struct {
	Name           string
	SeatValues     [2]float64
	Exploitability float64
	NashConv       float64
	// Interval is of an estimate.
	Interval *[2]float64
	Losses   *lossReport
}

// lossPage is a page about one strategy, or about two side by side.
type lossPage struct {
	Title, Unit string
	// Notes say what the numbers are of.
	Notes      []string
	Strategies []judged
	Seats      [2]string

	game  game.Game
	words lossWords
}

// pageFormats are the ends of the names that pages may have.
var pageFormats = []string{".html", ".htm", ".md"}

// checkPage refuses a name that says no format, or where no file can be written.
func checkPage(path string) error {
	if ext := strings.ToLower(filepath.Ext(path)); !slices.Contains(pageFormats, ext) {
		return usage("--page %s, want a name that ends in .html or .md", path)
	}
	return writable(path)
}

func newLossPage(g game.Game, unit string, notes []string, strategies ...judged) *lossPage {
	p := &lossPage{Unit: unit, Notes: notes, Strategies: strategies, game: g, words: newWords(g)}
	p.Seats = p.words.seats
	var names []string
	for _, s := range strategies {
		names = append(names, s.Name)
	}
	verb := map[int]string{1: "loses", 2: "lose"}[len(names)]
	p.Title = fmt.Sprintf("Where %s %s in %s", strings.Join(names, " and "), verb, g.Name())
	return p
}

// write writes the page, figures beside it unless it holds them, and two tables of all numbers.
func (p *lossPage) write(path string) error {
	base := strings.TrimSuffix(path, filepath.Ext(path))
	for suffix, t := range map[string]*reproduce.Table{".csv": p.historyRows(), "-hands.csv": p.handRows()} {
		if err := atomicfile.Write(base+suffix, t.CSV); err != nil {
			return err
		}
	}
	if strings.ToLower(filepath.Ext(path)) != ".md" {
		return atomicfile.Write(path, func(w io.Writer) error { return lossHTML.Execute(w, p) })
	}
	for i, g := range p.grids() {
		if err := atomicfile.Write(base+figureSuffix(i), func(w io.Writer) error { return draw.SVG(w, g) }); err != nil {
			return err
		}
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		return lossMarkdown.Execute(w, struct {
			*lossPage
			Base string
		}{p, filepath.Base(base)})
	})
}

// figureSuffix ends the name of the i-th grid's file.
func figureSuffix(i int) string { return fmt.Sprintf("-%d.svg", i+1) }

// Figures are the grids' files beside a Markdown page.
func (p *lossPage) Figures(base string) (files []string) {
	for i := range p.grids() {
		files = append(files, base+figureSuffix(i))
	}
	return files
}

// SVGs are the grids, to stand within an HTML page.
func (p *lossPage) SVGs() (out []template.HTML, err error) {
	for _, g := range p.grids() {
		var b strings.Builder
		if err := draw.SVG(&b, g); err != nil {
			return nil, err
		}
		_, svg, _ := strings.Cut(b.String(), "<svg")
		out = append(out, template.HTML("<svg"+svg)) // of numbers and names that we wrote
	}
	return out, nil
}

// grids are heat maps by hand where there are 169: a row for each seat, a column for each strategy.
func (p *lossPage) grids() (grids []draw.Grid) {
	for seat, name := range p.Seats {
		for _, s := range p.Strategies {
			if len(s.Losses.Hands) != cards.NumClasses {
				return nil
			}
			g := draw.Grid{Title: s.Name, Note: "in the " + name, Legend: "loss when dealt the hand, " + p.Unit, High: p.most()}
			for k := range g.Values {
				g.Values[k] = s.Losses.Hands[k].Values[seat]
			}
			grids = append(grids, g)
		}
	}
	return grids
}

// most is the largest loss by hand, so that all grids have one scale.
func (p *lossPage) most() float64 {
	most := 1. // something, where nothing is lost
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Hands {
			most = max(most, h.Values[0], h.Values[1])
		}
	}
	return most
}

// number writes a value with digits that suit the unit.
func (p *lossPage) number(x float64) string {
	digits := 4
	if p.game.Unit() == bigBlindUnit {
		digits = 1
	}
	if text := strconv.FormatFloat(x, 'f', digits, 64); strings.Trim(text, "-0.") != "" {
		return text
	}
	return strconv.FormatFloat(0, 'f', digits, 64)
}

func share(part, whole float64) string {
	if whole <= 0 {
		return "0%"
	}
	return fmt.Sprintf("%.0f%%", 100*part/whole)
}

// table begins one with a column, or several, for each strategy.
func (p *lossPage) table(first string, columns ...string) *reproduce.Table {
	header := []string{first}
	for _, s := range p.Strategies {
		for _, c := range columns {
			if len(p.Strategies) > 1 {
				c = s.Name + ": " + c
			}
			header = append(header, c)
		}
	}
	return reproduce.NewTable(header...)
}

// row adds one, of what cells says of each strategy.
func (p *lossPage) row(t *reproduce.Table, first string, cells func(s *judged) []string) {
	row := []string{first}
	for i := range p.Strategies {
		row = append(row, cells(&p.Strategies[i])...)
	}
	t.Add(row...)
}

// Summary is the table of what a best response wins.
func (p *lossPage) Summary() *reproduce.Table {
	t := p.table("", p.Unit+" a hand")
	for seat, name := range p.Seats {
		p.row(t, "a best response wins as "+name, func(s *judged) []string { return []string{p.number(s.SeatValues[seat])} })
	}
	p.row(t, "both (NashConv)", func(s *judged) []string { return []string{p.number(s.NashConv)} })
	p.row(t, "half of both (exploitability)", func(s *judged) []string { return []string{p.number(s.Exploitability)} })
	if p.Strategies[0].Interval != nil {
		p.row(t, "its interval", func(s *judged) []string {
			return []string{p.number(s.Interval[0]) + " to " + p.number(s.Interval[1])}
		})
	}
	return t
}

// Streets is the table by round and seat.
func (p *lossPage) Streets() *reproduce.Table {
	t := p.table("", p.Seats[0], p.Seats[1], "share")
	line := func(name string, of func(*lossReport) [2]float64) {
		p.row(t, name, func(s *judged) []string {
			v := of(s.Losses)
			return []string{p.number(v[0]), p.number(v[1]), share(v[0]+v[1], s.Losses.NashConv)}
		})
	}
	for round := range p.game.Rounds() {
		name := "in the only round"
		if p.game.Rounds() > 1 {
			name = p.words.rounds[round]
		}
		line(name, func(l *lossReport) [2]float64 { return l.Rounds[round] })
	}
	line("all", func(l *lossReport) [2]float64 { return l.Seats })
	return t
}

// Hands is the table by hand where there are few.
func (p *lossPage) Hands() *reproduce.Table {
	if len(p.grids()) > 0 {
		return nil
	}
	t := p.table("hand", p.Seats[0], p.Seats[1])
	for k, h := range p.Strategies[0].Losses.Hands {
		p.row(t, h.Hand, func(s *judged) []string {
			v := s.Losses.Hands[k].Values
			return []string{p.number(v[0]), p.number(v[1])}
		})
	}
	return t
}

// shownHistories is how many of the most costly histories a page tells of, by strategy.
const shownHistories = 10

// Worst is where a strategy loses most, in words.
func (p *lossPage) Worst(s judged) (lines []string) {
	for _, h := range s.Losses.Histories[:min(shownHistories, len(s.Losses.Histories))] {
		if p.number(h.Loss) == p.number(0) {
			break
		}
		lines = append(lines, fmt.Sprintf("%s; %s acts (%s), in %s of all hands. It %s; best would be: %s. So it %s, at most cost with %s. It loses %s there, %s.",
			upper(h.Words), p.Seats[h.Seat], h.History, share(h.Reach, 1), h.plays(false), h.plays(true), h.fault(),
			strings.Join(h.Hands, ", "), p.number(h.Loss), share(h.Loss, s.Losses.NashConv)))
	}
	if len(lines) == 0 {
		lines = append(lines, "Nowhere.")
	}
	return lines
}

func upper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Together sets two strategies side by side at the histories where either loses most.
func (p *lossPage) Together() *reproduce.Table {
	if len(p.Strategies) < 2 {
		return nil
	}
	t := p.table("after", "loss", "plays")
	done := map[string]bool{}
	for rank := range shownHistories {
		for _, s := range p.Strategies {
			if rank >= len(s.Losses.Histories) {
				continue
			}
			h := &s.Losses.Histories[rank]
			if done[h.History] || p.number(h.Loss) == p.number(0) {
				continue
			}
			done[h.History] = true
			p.row(t, h.Words, func(s *judged) []string {
				i := slices.IndexFunc(s.Losses.Histories, func(x historyLoss) bool { return x.History == h.History })
				return []string{p.number(s.Losses.Histories[i].Loss), s.Losses.Histories[i].plays(false)}
			})
		}
	}
	return t
}

// historyRows are all histories, for the file beside the page.
func (p *lossPage) historyRows() *reproduce.Table {
	t := reproduce.NewTable("strategy", "history", "words", "seat", "reach", "loss", "fold", "call", "raise", "best_fold", "best_call", "best_raise", "hands")
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Histories {
			row := []string{s.Name, h.History, h.Words, fmt.Sprint(h.Seat), decimal(h.Reach), decimal(h.Loss)}
			for _, best := range []bool{false, true} {
				for _, a := range []game.Action{game.Fold, game.Call, game.Raise} {
					cell := ""
					if i := slices.Index(h.node.Actions, a); i >= 0 && best {
						cell = decimal(h.Actions[i].Best)
					} else if i >= 0 {
						cell = decimal(h.Actions[i].Played)
					}
					row = append(row, cell)
				}
			}
			t.Add(append(row, strings.Join(h.Hands, " "))...)
		}
	}
	return t
}

// handRows are the losses by hand and seat.
func (p *lossPage) handRows() *reproduce.Table {
	t := reproduce.NewTable("strategy", "hand", "seat", "loss")
	for _, s := range p.Strategies {
		for _, h := range s.Losses.Hands {
			for seat, v := range h.Values {
				t.Add(s.Name, h.Hand, fmt.Sprint(seat), decimal(v))
			}
		}
	}
	return t
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
