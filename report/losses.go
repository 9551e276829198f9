package report

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/report/draw"
	"feltlab/solvers/extensive"
)

// Losses holds the parts of a strategy's loss, in the unit of its answer. All parts sum to the NashConv on the computed
// boards.
type Losses struct {
	NashConv float64 `json:"nashconv" unit:"unit"` // twice the exploitability
	// Seats, and Rounds by seat, are what it would win more there by a best response to itself.
	Seats  [2]float64   `json:"seats" unit:"unit"`  // loss of each seat
	Rounds [][2]float64 `json:"rounds" unit:"unit"` // loss by betting round and seat
	// Hands is the same for a seat that is dealt the hand.
	Hands     []worstcase.HandValue `json:"hands"`
	Histories []LossHistory         `json:"histories"` // the betting histories, the most costly first
}

// LossHistory holds the loss at a betting history.
type LossHistory struct {
	History string `json:"history"` // the history as text
	Words   string `json:"words"`   // the history in words
	Seat    int    `json:"seat"`    // the seat that acts, from 1
	// Reach is how often it comes up when the strategy plays against itself.
	Reach float64 `json:"reach"`
	Loss  float64 `json:"loss" unit:"unit"` // loss that arises here
	// Actions are what the strategy does there, and what a best response does with the same hands; none if the strategy
	// never gets there.
	Actions []LossAction `json:"actions"`
	// Hands are the most costly ones.
	Hands []string `json:"hands"`
}

// LossAction is an action at a history, with its frequencies.
type LossAction struct {
	Action string  `json:"action"` // the action
	Played float64 `json:"played"` // how often the strategy takes it
	Best   float64 `json:"best"`   // how often a best response takes it
}

const costlyHands = 3

// LossesOf makes the report of a strategy's losses in a game, multiplied by scale.
func LossesOf(g game.Game, l *extensive.Losses, scale float64) *Losses {
	r := &Losses{NashConv: scale * l.NashConv(), Rounds: make([][2]float64, g.Rounds())}
	hands := make([]worstcase.HandValue, len(l.Groups))
	say := newWords(g)
	for i := range l.Decisions {
		d := &l.Decisions[i]
		loss := scale * d.Loss
		r.Seats[d.Actor] += loss
		r.Rounds[d.Round][d.Actor] += loss
		h := LossHistory{History: d.History, Words: say.path(d.History), Seat: d.Actor + 1, Reach: d.Reach, Loss: loss}
		for i := range d.Played {
			h.Actions = append(h.Actions, LossAction{say.action(d.Node, i), d.Played[i], d.Best[i]})
		}
		order := make([]int, len(d.Hands))
		for k, v := range d.Hands {
			order[k] = k
			if p := l.Prior[d.Actor][k]; p > 0 {
				hands[k].Values[d.Actor] += scale * v / p
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Hands[b], d.Hands[a]) })
		for _, k := range order[:min(costlyHands, len(order))] {
			if d.Hands[k] > 0 {
				h.Hands = append(h.Hands, l.Groups[k])
			}
		}
		r.Histories = append(r.Histories, h)
	}
	for k := range hands {
		hands[k].Hand = l.Groups[k]
	}
	r.Hands = hands
	slices.SortStableFunc(r.Histories, func(a, b LossHistory) int { return cmp.Compare(b.Loss, a.Loss) })
	return r
}

// fault describes the error of the strategy at a history.
func (h *LossHistory) fault() string {
	const shown = 0.005 // difference of both frequencies together: a percentage point
	much, little := 0, 0
	for i, a := range h.Actions {
		if d := a.Played - a.Best; d > h.Actions[much].Played-h.Actions[much].Best {
			much = i
		} else if d < h.Actions[little].Played-h.Actions[little].Best {
			little = i
		}
	}
	if h.Actions[much].Played-h.Actions[much].Best < shown {
		return "does each as often as is best, with the wrong hands"
	}
	return fmt.Sprintf("%s too often and %s too seldom", h.Actions[much].Action, h.Actions[little].Action)
}

func (h *LossHistory) plays(best bool) string {
	var parts []string
	for _, a := range h.Actions {
		f := a.Played
		if best {
			f = a.Best
		}
		parts = append(parts, fmt.Sprintf("%s %.0f%%", a.Action, 100*f))
	}
	return strings.Join(parts, ", ")
}

//go:embed losses.html
var lossHTML string

var htmlTemplate = template.Must(template.New("page").Parse(lossHTML))

// Response is the worst case of a strategy, and with a page where it loses.
type Response struct {
	*worstcase.Response
	// Losses are where the strategy loses, with --page; in limit hold'em on sampled boards.
	Losses *Losses `json:"losses,omitempty"`
}

// LossPage is a page about a strategy.
type LossPage struct {
	*Response
	// Comments describe the numbers.
	Comments []string
	Seats    [2]string

	game  game.Game
	words words
}

// NewLossPage makes the page of a strategy with its losses in a game.
func NewLossPage(g game.Game, comments []string, strategy *Response) *LossPage {
	w := newWords(g)
	return &LossPage{Response: strategy, Comments: comments, Seats: w.seats, game: g, words: w}
}

// Title names the strategy and the game.
func (p *LossPage) Title() string {
	return fmt.Sprintf("Where %s loses in %s", p.Opponent, p.game.Name())
}

// Write writes the page as HTML.
func (p *LossPage) Write(path string) error {
	return disk.Write(path, func(w io.Writer) error { return htmlTemplate.Execute(w, p) })
}

// SVGs returns the grids for an HTML page.
func (p *LossPage) SVGs() (out []template.HTML, err error) {
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

// grids returns heat maps by hand if the game has 169 hands, one for each seat.
func (p *LossPage) grids() (grids []draw.Grid) {
	if len(p.Losses.Hands) != cards.NumClasses {
		return nil
	}
	most := 1. // a scale needs a length even if nothing is lost
	for _, h := range p.Losses.Hands {
		most = max(most, h.Values[0], h.Values[1])
	}
	for seat, name := range p.Seats {
		g := draw.Grid{Title: p.Opponent, Note: "in the " + name, Legend: "loss when dealt the hand, " + p.Unit,
			High: most}
		for k := range g.Values {
			g.Values[k] = p.Losses.Hands[k].Values[seat]
		}
		grids = append(grids, g)
	}
	return grids
}
