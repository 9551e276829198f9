package jamfold

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"feltlab/dataset/table"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// TableChart is the play of all seats of a table, with its certificate.
type TableChart struct {
	TableInputs `text:"-"`
	Least       float64     `json:"least_reach_percent" text:"-"` // overcalls that are reached less often are left out
	Charts      []SeatChart `json:"charts" text:"seat"`           // decisions: jams, then calls, then overcalls
	Accuracy    `text:"certificate"`
	Bunching    *Bunching `json:"bunching,omitempty" text:"-"` // cards of folded hands; not for two and three players
}

// SeatChart is the play of a seat in one decision.
type SeatChart struct {
	Seat   string   `json:"seat"`                             // the seat
	Jammed []string `json:"jammed" text:"jams before"`        // earlier seats that jammed; the others folded
	Reach  float64  `json:"reach_percent" text:"reached %,1"` // how often play comes to the decision, in percent
	// Percent is the percentage of hands that the seat jams or calls; NaN if that is not solved.
	Percent float64 `json:"hands_percent" text:"plays %,1"`
	Range   string  `json:"range" text:"-"`       // hands that it plays at least half of the time
	Plain   string  `json:"range_plain" text:"-"` // all hands that it plays, with weights, as other programs read them
	// Product is the same without bunching, and Moved the mean over hands of what bunching moves jam less fold by; none
	// where all deals count.
	Product *float64 `json:"product_percent,omitempty" text:"no folds %,1"`
	Moved   *float64 `json:"moved,omitempty" unit:"see unit" text:"add,4"` // as above
	// Gain is the upper limit of gains in the game from the first jam's decision, of the pool.
	Gain      float64    `json:"gain_percent" text:"gain at most %,<4"`
	CallNeeds `text:"-"` // what a call of one jam needs
	Grid      []Cell     `json:"grid" text:"-"` // all hands
	// Unsolved says why the decision is not solved; then there are the seats, the reach and this.
	Unsolved string `json:"unsolved,omitempty" text:"-"`
}

// MarshalJSON leaves out the numbers of a decision that is not solved.
func (c SeatChart) MarshalJSON() ([]byte, error) {
	if c.Unsolved != "" {
		return json.Marshal(map[string]any{
			"seat": c.Seat, "jammed": c.Jammed, "reach_percent": c.Reach, "unsolved": c.Unsolved,
		})
	}
	type numbers SeatChart
	return json.Marshal(numbers(c))
}

// Certified says in a few sentences what the certificate says.
func (c *TableChart) Certified() string {
	text, from := c.Claim(&c.TableInputs, ""), c.Gain
	for i := range c.Charts {
		if gain := c.Charts[i].Gain; gain > from { // NaN is not
			from = gain
		}
	}
	if from > c.Gain {
		text += fmt.Sprintf(". Given that the seats before fold, none gains more than %s%%", AtMostPercent(from))
	}
	return strings.Join(append([]string{text}, c.values(&c.TableInputs)...), ". ")
}

// Title describes the table.
func (c *TableChart) Title() string { return c.Words() }

// Notes say what the certificate says, and which cards the play leaves out.
func (c *TableChart) Notes() []string { return []string{c.Certified(), c.Bunching.Note(&c.Check)} }

// CallRow is what a call of a decision needs.
type CallRow struct {
	Seat   string   `json:"seat"`
	Jammed []string `json:"jammed" text:"calls"`
	CallNeeds
}

// Calls lists what calls of one jam need; of two players for chips, who need what the pot asks for, none.
func (c *TableChart) Calls() (rows []CallRow) {
	if c.Unit == "chips" && len(c.Seats) == 2 && len(c.ChipHeads) == 0 {
		return nil
	}
	for i := range c.Charts {
		if x := &c.Charts[i]; x.Equity != nil {
			rows = append(rows, CallRow{x.Seat, x.Jammed, x.CallNeeds})
		}
	}
	return rows
}

// Verb is what the seat does if it does not fold.
func (c *SeatChart) Verb() string { return Verb(c.Jammed) }

// Name names the decision, as in "BB after UTG and CO".
func (c *SeatChart) Name() string {
	if len(c.Jammed) == 0 {
		return c.Seat
	}
	return c.Seat + " after " + strings.Join(c.Jammed, " and ")
}

// Chart returns the play of all seats with a choice: their jams, their calls of one jam, and their calls of several
// jams (overcalls) to which play comes in at least the given percentage of all hands. Each is that of the game from the
// first jam's decision.
func (f *FirstIn) Chart(least float64) *TableChart {
	s, q := f.whole(), f.Question
	t := &q.Table
	c := &TableChart{TableInputs: q.inputs(), Least: least, Accuracy: s.accuracy(q), Bunching: bunchingOf(&s.Play)}
	for seat := range t.Stacks {
		blind := q.bigBlind(seat)
		for jammed := range tournament.SeatSet(1 << seat) {
			if q.CheckDecision(tournament.Decision{Seat: seat, Jammed: jammed}) != nil {
				continue
			}
			if x := f.seatChart(seat, jammed, c.Seats, blind); jammed.Len() < 2 || x.Reach >= least {
				c.Charts = append(c.Charts, x)
			}
		}
	}
	slices.SortStableFunc(c.Charts, func(a, b SeatChart) int { return cmp.Compare(len(a.Jammed), len(b.Jammed)) })
	return c
}

func (f *FirstIn) seatChart(seat int, jammed tournament.SeatSet, seats []string, blind float64) SeatChart {
	node, first := tournament.Node(seat, jammed), min(seat, bits.TrailingZeros16(uint16(jammed)))
	c := SeatChart{Seat: seats[seat], Jammed: seatsOf(jammed, seats), Reach: 100 * f.whole().Play.Reach[node]}
	s, solved := f.From[first], false
	if s != nil {
		c.Reach = 100 * s.Reach * s.Play.Reach[node]
		if solved = s.Play.Reach[node] >= often; f.state != nil {
			_, solved = f.state.Reach(tournament.DecisionOf(node))
		}
	}
	if !solved {
		c.Grid, c.Unsolved = (*TableSolution)(nil).cells(node, blind), "interrupted before it was solved"
		c.Percent, c.Gain = math.NaN(), math.NaN()
		switch {
		case s == nil:
		case f.state != nil:
			c.Unsolved = "play hardly ever comes to it"
		default:
			c.Unsolved = fmt.Sprintf("play comes to it in fewer than %v%% of hands", 100*often)
			if first > f.Question.Table.Start().Seat {
				c.Unsolved += " in which the seats before " + seats[first] + " fold"
			}
			c.Unsolved += "; jamfold ask solves from it"
		}
		return c
	}
	c.Gain, c.Grid = 100*s.Certificate.Gain()/f.Question.Pool(), s.cells(node, blind)
	if c.Percent = percentIn(c.Grid); s.Play.Correction != nil {
		product, moved := 100*s.Play.Correction.Range[node], meanMove(&s.Play, node)
		c.Product, c.Moved = &product, &moved
	}
	c.Range, c.Plain = mostly(c.Grid), PlainRange(c.Grid, "pio")
	if f.state == nil { // whose values are those of later states
		c.CallNeeds = s.callNeeds(f.Question, tournament.Decision{Seat: seat, Jammed: jammed})
	}
	return c
}

func mostly(grid []Cell) string {
	var most []cards.Class
	for k, cell := range grid {
		if cell.Probability >= 0.5 {
			most = append(most, cards.Class(k))
		}
	}
	return ranges.Plain(most)
}

// Chart returns the play of all seats.
func (s *State) Chart() *TableChart {
	q := &TableQuestion{Table: *s.Table}
	q.Target = s.Certificate.Gain() / q.Pool()
	whole := &Decided{TableSolution: &TableSolution{Certificate: *s.Certificate}, Question: q, Reach: 1}
	whole.Play.Strategy = s.Strategy
	value(&whole.Play, s.actions, tournament.Decision{}, false)
	return (&FirstIn{q, slices.Repeat([]*Decided{whole}, len(s.Table.Stacks)), s}).Chart(0)
}

// Charts returns the play at states of a tournament that are played. It examines them, about 20 ms each.
func (l *Lab) Charts(ctx context.Context, s *Solved, states []int) ([]*TableChart, error) {
	charts := make([]*TableChart, len(states))
	loop := parallel.Loop{Items: len(states), Workers: l.Workers}
	return charts, loop.Each(ctx, parallel.Same(func(i int) error {
		at, err := s.At(states[i])
		if err == nil {
			charts[i] = at.Chart()
		}
		return err
	}))
}

// DepthChart is the play of a seat in one decision with stacks of several depths, the same for all players.
type DepthChart struct {
	SeatChart // of the first depth
	Spans     [cards.NumClasses][][2]float64
}

// ByDepth returns the decisions that are solved in all charts, with the depths of Chart.Spans for each hand. The charts
// are of equal stacks, of as many big blinds as depths says.
func ByDepth(depths []float64, charts []*TableChart) (out []DepthChart) {
	axis := &Chart{BigBlinds: depths}
decisions:
	for i := range charts[0].Charts {
		d := DepthChart{SeatChart: charts[0].Charts[i]}
		var plays [cards.NumClasses]Play
		for _, c := range charts {
			at := slices.IndexFunc(c.Charts, func(x SeatChart) bool { return x.Name() == d.Name() })
			if at < 0 || c.Charts[at].Unsolved != "" {
				continue decisions
			}
			for k, cell := range c.Charts[at].Grid {
				plays[k].Probability = append(plays[k].Probability, cell.Probability)
				plays[k].Gain = append(plays[k].Gain, cell.BigBlinds)
			}
		}
		for k := range plays {
			d.Spans[k] = axis.Spans(plays[k])
		}
		out = append(out, d)
	}
	return out
}

// ChartRow is a hand of a decision, as a row of a table.
type ChartRow struct {
	Chart *TableChart
	Seat  *SeatChart
	Cell  *Cell
}

// ChartRows returns the rows of charts.
func ChartRows(charts []*TableChart) (rows []ChartRow) {
	for _, c := range charts {
		for i := range c.Charts {
			for k := range c.Charts[i].Grid {
				rows = append(rows, ChartRow{c, &c.Charts[i], &c.Charts[i].Grid[k]})
			}
		}
	}
	return rows
}

// ChartColumns are the columns of charts in a unit, dollars or chips.
func ChartColumns(unit string) []table.Column[ChartRow] {
	return []table.Column[ChartRow]{
		table.Int32("players", func(r *ChartRow) int32 { return int32(len(r.Chart.Seats)) }),
		table.Text("seat", func(r *ChartRow) string { return r.Seat.Seat }),
		table.Float("stack_bigblinds", func(r *ChartRow) float64 {
			return float64(r.Chart.StacksChips[slices.Index(r.Chart.Seats, r.Seat.Seat)]) / float64(r.Chart.BigBlind)
		}),
		table.Text("jammed", func(r *ChartRow) string { return strings.Join(r.Seat.Jammed, " ") }),
		table.Float("reach_percent", func(r *ChartRow) float64 { return r.Seat.Reach }),
		table.Text("hand", func(r *ChartRow) string { return r.Cell.Hand }),
		table.OptionalFloat("probability", func(r *ChartRow) float64 { return r.Cell.Probability }),
		table.OptionalFloat("difference_"+unit, func(r *ChartRow) float64 { return r.Cell.Difference }),
		table.OptionalFloat("difference_bigblinds", func(r *ChartRow) float64 { return r.Cell.BigBlinds }),
		table.OptionalFloat("gain_percent", func(r *ChartRow) float64 { return r.Seat.Gain }),
		table.Text("unsolved", func(r *ChartRow) string { return r.Seat.Unsolved }),
	}
}
