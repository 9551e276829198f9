package main

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"feltlab/internal/disk"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/tournament"
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
	return a.stored(&cobra.Command{
		Use:   "chart",
		Short: "Print for every hand the largest stack to jam and to call, heads-up",
		Long: `Solves one heads-up hand of jam or fold for chips, at every stack from --from to --to.
Prints for every hand the largest stack, in big blinds, with which the small blind jams,
and with which the big blind calls a jam, at least half of the time in the equilibrium.
Both players have the same stack; with unequal stacks use the smaller. The small blind is
half a big blind. Below the grid are the hands for which a fold is better, by 0.02 big
blinds or more, with some smaller stack, and the most that any hand would gain by playing
otherwise. --json has the stacks with which a hand is always played, and those with which
it mixes, with its least and largest probability in all equilibria. The answer is kept in
the cache; the first time it takes about ten seconds.`,
		Example: `  feltlab jamfold chart
  feltlab jamfold chart --to 15 --step 0.5 --ante 0.125 --svg charts`,
		Args: exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := jamfold.Depths{From: float64(f.From), To: float64(f.To), Step: float64(f.Step), Ante: float64(f.Ante)}
			if err := makeFolder(f.SVG); err != nil {
				return err
			}
			chart, err := a.lab().Chart(cmd.Context(), d)
			if errors.Is(err, jamfold.ErrDepths) {
				return usageError{err}
			}
			if err != nil {
				return err
			}
			pages := chartPages(d, chart)
			for _, p := range pages {
				if f.SVG == "" {
					break
				}
				if err := writeSVG(f.SVG, p.key, p.figure()); err != nil {
					return err
				}
			}
			return a.show(f.JSON, chart.Answer(d), func(w io.Writer) error {
				if err := errors.Join(pages[0].text(w), pages[1].text(w)); err != nil {
					return err
				}
				const certificate = "No hand gains more than %.1g big blinds by playing otherwise, at any stack.\n"
				_, err := fmt.Fprintf(w, certificate, chart.Regret)
				return err
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

//go:embed jamfold_charts.html
var chartsText string

var chartsTemplate = template.Must(template.New("charts").Parse(chartsText))

// mostCharts is the largest number of states on a page: each has up to six charts of 55 KB.
const mostCharts = 500

// chartsPage holds the texts of the template.
type chartsPage struct {
	Rules, Certificate string
	States             []chartsState
}

type chartsState struct {
	Name, Title, Opens string
	Stacks, Values     []string
	Forced             []string
	Charts             []chartFile
}

type chartFile struct{ File, Words string }

// charted lists the solved states whose stacks are multiples of a number of chips.
func charted(c *jamfold.Config, step int) ([]tournament.Stacks, error) {
	if step <= 0 || step%c.Unit != 0 {
		return nil, usage("--charts is %d chips, want a multiple of the unit, %d", step, c.Unit)
	}
	var states []tournament.Stacks
	rules := c.Rules()
	space, units := rules.Space(), step/c.Unit
	for i := range space.Len() {
		s := space.At(i)
		twoLeft := s[tournament.Button] == 0
		if s[0]%units+s[1]%units+s[2]%units > 0 || !twoLeft && c.Players == 2 ||
			twoLeft && c.HeadsUp == tournament.HeadsUpLinear {
			continue
		}
		if states = append(states, s); len(states) > mostCharts {
			return nil, usage("--charts %d draws more than %d states; a larger number draws fewer", step, mostCharts)
		}
	}
	if len(states) == 0 {
		return nil, usage("--charts %d: no state has stacks that are multiples of it", step)
	}
	return states, nil
}

// writeCharts draws states of a solved tournament and writes a page of them.
func (a *app) writeCharts(s *jamfold.Solved, states []tournament.Stacks, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	bar := progress.Start(a.stderr, "charts", len(states))
	defer bar.Close()
	c := &s.Config
	page := chartsPage{
		Rules: fmt.Sprintf("%d chips, blinds %d/%d, ante %d, prizes %s dollars",
			c.Chips, c.SmallBlind, c.BigBlind, c.Ante, join(c.Prizes, ", ")),
		Certificate: fmt.Sprintf("No player at any state gains more than $%.5f by playing otherwise",
			s.Certificate.Gain),
	}
	for n, stacks := range states {
		answer := &stateAnswer{State: s.At(s.Game.Space.Index(stacks)), config: c}
		state, err := answer.charts(folder)
		if err != nil {
			return err
		}
		page.States = append(page.States, state)
		bar.Set(n + 1)
	}
	return disk.Write(filepath.Join(folder, "index.html"),
		func(w io.Writer) error { return chartsTemplate.Execute(w, page) })
}

// charts draws a state's decisions into the folder of its stacks.
func (s *stateAnswer) charts(folder string) (chartsState, error) {
	var chips []int
	state := chartsState{Title: s.stacks()}
	for seat, units := range s.Hand.Stacks {
		if units == 0 {
			state.Stacks, state.Values = append(state.Stacks, ""), append(state.Values, "")
			continue
		}
		chips = append(chips, units*s.config.Unit)
		state.Stacks = append(state.Stacks, fmt.Sprint(units*s.config.Unit))
		state.Values = append(state.Values, fmt.Sprintf("%.4f", s.Values[seat]))
	}
	state.Name = join(chips, "-")
	for _, at := range jamfold.Situations(s.Hand) {
		if state.Opens == "" {
			state.Opens = fmt.Sprintf("%.1f", 100*s.Frequency(at))
		}
		if s.Hand.Choice(at) == tournament.Stays {
			state.Forced = append(state.Forced, s.Hand.Words(at))
			continue
		}
		state.Charts = append(state.Charts, chartFile{state.Name + "/" + svgName(at) + ".svg", s.Hand.Words(at)})
	}
	own := filepath.Join(folder, state.Name)
	if err := os.MkdirAll(own, 0o777); err != nil {
		return state, err
	}
	return state, s.writeSVG(own)
}

// join writes numbers with a separator.
func join[T any](numbers []T, separator string) string {
	return strings.Join(mapped(numbers, func(n T) string { return fmt.Sprint(n) }), separator)
}
