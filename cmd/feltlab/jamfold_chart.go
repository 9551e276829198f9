package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

func (a *app) jamFoldChartCommand() *cobra.Command {
	f := &struct {
		From bigBlinds `flag:"from" default:"2" help:"smallest stack in big blinds"`
		To   bigBlinds `flag:"to" default:"25" help:"largest stack in big blinds"`
		Step bigBlinds `flag:"step" default:"0.1" help:"step between the stacks in big blinds"`
		Ante bigBlinds `flag:"ante" default:"0" help:"ante of both players in big blinds"`
		SVG  string    `flag:"svg" help:"folder for the grids jam.svg and call.svg"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "chart",
		Short: "Print for every hand the largest stack to jam and to call, heads-up",
		Long: `Solves one heads-up hand of jam or fold for chips, at every stack from --from to --to.
Prints for every hand the largest stack, in big blinds, with which the small blind jams,
and with which the big blind calls a jam, at least half of the time in the equilibrium.
Both players have the same stack; with unequal stacks use the smaller. The small blind is
half a big blind. Below the grid are hands that fold with some smaller stack, by 0.02 big
blinds or more. The answer is kept in the cache; the first time it takes about a minute.`,
		Example: `  feltlab jamfold chart
  feltlab jamfold chart --to 15 --step 0.5 --ante 0.125 --svg charts`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Step), Ante: float64(f.Ante)}
			if f.SVG != "" {
				if err := os.MkdirAll(f.SVG, 0o777); err != nil {
					return fmt.Errorf("cannot write to %s: %w", f.SVG, err)
				}
			}
			lab, err := a.lab()
			if err != nil {
				return err
			}
			chart, err := lab.Chart(cmd.Context(), d)
			if errors.Is(err, jamfold.ErrDepths) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			pages := chartPages(d, chart)
			if f.SVG != "" {
				for _, p := range pages {
					err := disk.Write(filepath.Join(f.SVG, p.key+".svg"),
						func(w io.Writer) error { return draw.SVG(w, p.figure()) })
					if err != nil {
						return err
					}
				}
			}
			return a.show(f.JSON, chart.Answer(d), func(w io.Writer) error {
				return errors.Join(pages[0].text(w), pages[1].text(w))
			})
		},
	}, f)
}

// chartPage is the half of a chart for one seat.
type chartPage struct {
	key   string // jam or call
	grid  draw.Grid
	spans [cards.NumClasses][][2]float64
	from  float64
}

func chartPages(d jamfold.Depths, c *jamfold.Chart) []*chartPage {
	note := fmt.Sprintf("heads-up, blinds 0.5/1, stacks %v to %v big blinds in steps of %v", d.From, d.To, d.Step)
	if d.Ante > 0 {
		note += fmt.Sprintf(", ante %v", d.Ante)
	}
	var pages []*chartPage
	for _, half := range []struct {
		key, title string
		of         *[cards.NumClasses]jamfold.Play
	}{
		{"jam", "small blind, first to act: largest stack to jam", &c.Jam},
		{"call", "big blind, after the small blind jams: largest stack to call", &c.Call},
	} {
		p := &chartPage{key: half.key, from: d.From, grid: draw.Grid{
			Title: half.title, Note: note, Legend: "big blinds; none: fold",
			Low: d.From, High: c.BigBlinds[len(c.BigBlinds)-1], Open: true, Decimals: decimals(d.From, d.Step),
		}}
		if p.grid.Low == p.grid.High {
			p.grid.Low = 0 // a scale of colours needs two ends
		}
		for k := range p.spans {
			p.spans[k], p.grid.Values[k] = c.Spans(half.of[k]), math.NaN()
			if n := len(p.spans[k]); n > 0 {
				p.grid.Values[k] = p.spans[k][n-1][1]
			}
		}
		pages = append(pages, p)
	}
	return pages
}

// decimals returns how many decimals numbers need.
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

// text prints the grid and the exceptions.
func (p *chartPage) text(w io.Writer) error {
	if err := p.grid.Text(w); err != nil {
		return err
	}
	var b strings.Builder
	for _, k := range p.exceptions() {
		var parts []string
		for _, s := range p.spans[k] {
			if s[0] == s[1] {
				parts = append(parts, fmt.Sprint(s[0]))
				continue
			}
			parts = append(parts, fmt.Sprintf("%v to %v", s[0], s[1]))
		}
		fmt.Fprintf(&b, "%v: %s only with %s big blinds\n", k, p.key, strings.Join(parts, ", and "))
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}
