package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/model/cards"
	"feltlab/pipeline/jamfold"
	"feltlab/report/draw"
)

// chartFlags are the flags of a chart: heads-up by stack, or of a table.
type chartFlags struct {
	Players int       `flag:"players" default:"2" min:"2" max:"10" help:"number of players"`
	Stacks  string    `flag:"stacks" help:"everybody's stack, such as 10bb; or one for each seat, the big blind last"`
	From    bigBlinds `flag:"from" default:"2" help:"smallest stack in big blinds"`
	To      bigBlinds `flag:"to" default:"25" help:"largest stack in big blinds"`
	Step    bigBlinds `flag:"step" default:"0.1" help:"step between the stacks in big blinds"`
	SVG     string    `flag:"svg" help:"folder for the grids as SVG"`
	Out     string    `flag:"out" help:"of a table: file to write, .html to print or .csv; - for CSV on standard output"`
	Deck    string    `flag:"deck" help:"of a table: CSV file for quiz cards of close decisions, for Anki"`
	Cards   int       `flag:"cards" default:"100" min:"1" help:"largest number of quiz cards"`
	Low     bigBlinds `flag:"min-difference" default:"0.05" help:"quiz: smallest difference of jam and fold in big blinds"`
	High    bigBlinds `flag:"max-difference" default:"0.5" help:"quiz: largest difference of jam and fold in big blinds"`
	Least   float64   `flag:"least-reach" default:"2" min:"0" max:"100"`
	_       string    `help:"of a table: smallest % of hands in which play comes to an overcall that is shown"`
	tableFlags
	jsonFlag
}

func (a *app) jamFoldChartCommand() *cobra.Command {
	f := &chartFlags{}
	return a.stored(&cobra.Command{
		Use:   "chart",
		Short: "Print jams and calls as grids: heads-up by stack, or of all seats of a table",
		Long: `Heads-up for chips: solves one hand of jam or fold at every stack from --from to --to.
Prints for every hand the largest stack, in big blinds, with which the small blind jams,
and with which the big blind calls a jam, at least half of the time in the equilibrium.
Both players have the same stack; with unequal stacks use the smaller. The small blind is
half a big blind. Below the grid are the hands for which a fold is better, by 0.02 big
blinds or more, with some smaller stack, and the most that any hand would gain by playing
otherwise. --json has the stacks with which a hand is always played, and those with which
it mixes, with its least and largest probability in all equilibria. The answer is kept in
the cache; the first time it takes about ten seconds.

A table (--players 3 to 10, or --stacks, --prizes and the flags of feltlab jamfold ask):
prints how often each seat jams each hand, calls one jam, and calls several, with the most
that a player could gain by playing otherwise: each in the game from the first jam's
decision on. Calls to which play hardly comes there are marked as not solved. --stacks is one table; with --from and --to
(step: 1) all players have the same stack, and the grids show the largest one to play a
hand with. --deck writes quiz cards of decisions in which jam and fold differ by
--min-difference to --max-difference. A stack takes 2 to 10 CPU-seconds with 6 players, 10 to 30 with 9.`,
		Example: `  feltlab jamfold chart
  feltlab jamfold chart --to 15 --step 0.5 --ante 0.125 --svg charts
  feltlab jamfold chart --players 6 --stacks 10bb --prizes 50,30,20 --ante bb \
    --out chart.html
  feltlab jamfold chart --players 4 --from 4 --to 12 --svg charts`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.ofTable(cmd) {
				return a.tableChart(cmd, f)
			}
			if err := onlyFor(cmd, "a table: --players 3 to 10, or --stacks, or --prizes", "out", "deck", "cards", "min-difference",
				"max-difference", "least-reach", "certify", "deals", "time", "seed", "bounty", "bunching"); err != nil {
				return err
			}
			return a.headsUpChart(cmd, f)
		},
	}, f)
}

func (a *app) headsUpChart(cmd *cobra.Command, f *chartFlags) error {
	var ante bigBlinds
	if f.Ante != "" {
		if err := ante.UnmarshalText([]byte(f.Ante)); err != nil {
			return usage("--ante %s: %w", f.Ante, err)
		}
	}
	d := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Step), Ante: float64(ante)}
	if err := makeFolder(f.SVG); err != nil {
		return err
	}
	chart, err := a.lab().Chart(cmd.Context(), d)
	if errors.Is(err, jamfold.ErrDepths) {
		return badDepths(cmd, err)
	}
	if err != nil {
		return err
	}
	pages := chartPages(d, chart)
	for _, p := range pages {
		if f.SVG == "" {
			break
		}
		if err := writeSVG(f.SVG, p.file, p.figure()); err != nil {
			return err
		}
	}
	return a.show(f.JSON, chart.Answer(d), func(w io.Writer) error {
		if err := errors.Join(pages[0].text(w), pages[1].text(w)); err != nil {
			return err
		}
		_, err := fmt.Fprintf(w, "No hand gains more than %.1g big blinds by playing otherwise, at any stack.\n", chart.Regret)
		return err
	})
}

// badDepths names the flags of depths that were given.
func badDepths(cmd *cobra.Command, err error) error {
	var given []string
	for _, name := range []string{"from", "to", "step", "ante"} {
		if cmd.Flags().Changed(name) {
			given = append(given, "--"+name+" "+cmd.Flags().Lookup(name).Value.String())
		}
	}
	return usage("%s: %w", strings.Join(given, ", "), err)
}

// chartPage is the half of a chart for one seat.
type chartPage struct {
	key   string // jam or call
	file  string // name of its file, without the ending
	grid  draw.Grid
	spans [cards.NumClasses][][2]float64
	from  float64
	// unsolved says, unless empty, that the decision is not solved.
	unsolved string
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
		var spans [cards.NumClasses][][2]float64
		for k := range spans {
			spans[k] = c.Spans(half.of[k])
		}
		p := newChartPage(half.key, half.title, c.BigBlinds, decimals(d.From, d.Step), spans)
		p.grid.Note = note
		pages = append(pages, p)
	}
	return pages
}

// newChartPage returns a grid of the largest stacks, of those of depths, with which hands are played.
func newChartPage(
	key, title string, depths []float64, decimals int, spans [cards.NumClasses][][2]float64,
) *chartPage {
	p := &chartPage{key: key, file: key, from: depths[0], spans: spans, grid: draw.Grid{
		Title: title, Legend: "big blinds; none: fold",
		Low: depths[0], High: depths[len(depths)-1], Open: true, Decimals: decimals,
	}}
	if p.grid.Low == p.grid.High {
		p.grid.Low = 0 // a scale of colours needs two ends
	}
	for k := range p.spans {
		p.grid.Values[k] = math.NaN()
		if n := len(p.spans[k]); n > 0 {
			p.grid.Values[k] = p.spans[k][n-1][1]
		}
	}
	return p
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
