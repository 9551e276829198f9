package jamfold

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
)

// AskAnswer says whether to jam, call or fold.
type AskAnswer struct {
	Hand        string `json:"hand" text:"-"` // the hand
	Seat        string `json:"seat" text:"-"` // seat of the player
	TableInputs `text:"-"`
	Jammed      []string `json:"jammed"`                                             // seats that jammed before
	Action      string   `json:"action" text:"-"`                                    // jam, call or fold
	Jam         float64  `json:"jam_value" unit:"see unit" text:"value if played,4"` // value of a jam or call
	Fold        float64  `json:"fold_value" unit:"see unit" text:",4"`               // value of a fold
	Difference  float64  `json:"difference" unit:"see unit" text:",+4"`              // jam less fold
	BigBlinds   float64  `json:"difference_bigblinds" text:"-"`                      // the same in big blinds
	// Error is how far the values may be off: the certified gain, the errors of ICM and of histories left out, and two
	// standard errors of the complete deals of this hand.
	Error       float64              `json:"value_error" unit:"see unit" text:"values off by at most,<4"`
	Probability float64              `json:"probability" text:"plays this hand,%1"`       // in the equilibrium
	RangeGiven  bool                 `json:"range_given" text:"-"`                        // whether it was given
	Percent     float64              `json:"hands_percent" text:"plays of all hands %,1"` // hands that the seat plays
	Plain       string               `json:"range_plain" text:"-"`                        // as other programs read them
	CallNeeds                        // what a call needs
	Reach       float64              `json:"reach_percent" text:"play comes here in %,1"` // in the whole game
	Grid        []Cell               `json:"grid" text:"-"`                               // all hands
	Accuracy    `text:"certificate"` // its limits by seat
	// Floor is the largest lower limit of a player's gain, of the pool.
	Floor   float64  `json:"floor_percent" text:"-"`
	Changes *Changes `json:"changes,omitempty" text:"-"` // what would change the answer
	// Bunching is the cards of folded hands; not for two and three players.
	Bunching *HandBunching `json:"bunching,omitempty" text:"cards of players who folded"`
	Before   []Before      `json:"before" text:"-"` // seats that acted before, and their hands
}

// Verb is what the seat does if it does not fold.
func (a *AskAnswer) Verb() string { return Verb(a.Jammed) }

// Verb is what a seat does after jams if it does not fold.
func Verb(jammed []string) string {
	if len(jammed) > 0 {
		return "call"
	}
	return "jam"
}

// Title says what to do, and by how much that is better.
func (a *AskAnswer) Title() string {
	by, most := math.Abs(a.BigBlinds), 3
	if a.Error > 0 && by > 0 { // decimals in which the error shows
		off := a.Error * by / math.Abs(a.Difference)
		most = min(most, max(int(math.Ceil(-math.Log10(off))), 0))
	}
	return fmt.Sprintf("%s: %s, by %s bb", a.Hand, a.Action, table.Fixed(by, most))
}

// Notes say what the answer is about, what other play could gain, and what the values leave out.
func (a *AskAnswer) Notes() []string {
	others := "first to act"
	switch {
	case len(a.Jammed) > 0:
		others = strings.Join(a.Jammed, " and ") + " jammed"
	case a.Opened != nil:
		others = "no jam"
	case a.Seat != a.Seats[0]:
		others = "all before fold"
	}
	if a.Opened != nil {
		others += " after the raise of " + a.Opened.Seat
	}
	notes := []string{fmt.Sprintf("%s of %d players, %s", a.Seat, len(a.Seats), others), a.Words()}
	if math.Abs(a.Difference) < a.Error {
		notes = append(notes, "Values may be off by more than that: both are nearly equal")
	}
	if a.Seat != a.Seats[0] {
		notes = append(notes, "The answer assumes that play has come to this decision")
	}
	var cards *Bunching
	if a.Bunching != nil {
		cards = &a.Bunching.Bunching
	}
	notes = append(notes, BeforeNote(a.Before), a.Note(), a.Claim(&a.TableInputs, " from here on"))
	return append(append(notes, a.values(&a.TableInputs)...), cards.Note(&a.Check))
}

// Cell is a hand of a decision. The numbers of a hand that no deal has there are NaN; JSON leaves them out.
type Cell struct {
	Hand        string  `json:"hand"`                       // the hand
	Probability float64 `json:"probability"`                // probability to jam or call
	Jam         float64 `json:"jam_value" unit:"see unit"`  // value of a jam or call
	Fold        float64 `json:"fold_value" unit:"see unit"` // value of a fold
	Difference  float64 `json:"difference" unit:"see unit"` // value of jam or call less that of a fold
	BigBlinds   float64 `json:"difference_bigblinds"`       // the same in big blinds
}

// MarshalJSON leaves out numbers that there are not.
func (c Cell) MarshalJSON() ([]byte, error) {
	if math.IsNaN(c.Difference) {
		return json.Marshal(map[string]string{"hand": c.Hand})
	}
	type numbers Cell
	return json.Marshal(numbers(c))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (c *Cell) UnmarshalJSON(text []byte) error {
	type numbers Cell
	*c = noCell("")
	return json.Unmarshal(text, (*numbers)(c))
}

func noCell(hand string) Cell {
	none := math.NaN()
	return Cell{hand, none, none, none, none, none}
}

// cells returns all hands at a decision of the solution, without numbers if it is nil.
func (s *TableSolution) cells(node int, blind float64) []Cell {
	cells := make([]Cell, cards.NumClasses)
	for k := range cards.Class(cards.NumClasses) {
		if cells[k] = noCell(k.String()); s != nil && s.holds(node, k) {
			jam, fold := s.Play.Jam[node][k], s.Play.Fold[node][k]
			cells[k] = Cell{k.String(), s.Play.Strategy[node][k], jam, fold, jam - fold, (jam - fold) / blind}
		}
	}
	return cells
}

// holds reports whether a hand can be dealt at a decision with a choice, given the hands of the seats before.
func (s *TableSolution) holds(node int, k cards.Class) bool {
	return s.Play.Jam[node][k] != 0 || s.Play.Fold[node][k] != 0 // who has a choice has chips, whose value is above 0
}

// Answer answers a question about a hand at the decision.
func (s *Decided) Answer(hand ranges.Hand) *AskAnswer {
	q, at := s.Question, s.Question.From
	node, k, play, blind := at.Node(), hand.Class, &s.Play, s.Question.bigBlind(s.Question.From.Seat)
	a := &AskAnswer{
		Hand: hand.Text, TableInputs: s.asked, Action: "fold",
		Jam: play.Jam[node][k], Fold: play.Fold[node][k], Probability: play.Strategy[node][k],
		Reach: 100 * s.Reach, Before: append([]Before{}, s.Before...), Accuracy: s.accuracy(q),
		Floor: 100 * s.Certificate.Floor() / q.Pool(), Grid: s.cells(node, blind), RangeGiven: q.Ranges[node] != nil,
		Bunching: handBunching(play, node, k),
	}
	a.Seat, a.Jammed, a.Percent = a.Seats[at.Seat], seatsOf(at.Jammed, a.Seats), percentIn(a.Grid)
	if a.Difference = a.Jam - a.Fold; a.Difference > 0 {
		a.Action = a.Verb()
	}
	a.BigBlinds, a.Plain, a.CallNeeds = a.Difference/blind, PlainRange(a.Grid, "pio"), s.callNeeds(q, at)
	if a.Error = s.Certificate.Gain() + s.ICMError + play.LeftOut; a.Bunching != nil {
		a.Error += 2 * a.Bunching.Error
	}
	return a
}

// Holds reports whether a hand can be dealt at the decision, given the hands of the seats before.
func (s *Decided) Holds(k cards.Class) bool { return s.holds(s.Question.From.Node(), k) }

// Note says in one sentence where the action is not what the grid has for the hand; it is empty elsewhere.
func (a *AskAnswer) Note() string {
	verb, plays := a.Action, a.Probability
	if a.Action == "fold" {
		plays = 1 - plays
	}
	if plays >= 0.5 {
		return ""
	}
	text := fmt.Sprintf("%s %ss it %.0f%% of the time", a.Seat, verb, 100*plays)
	switch {
	case a.RangeGiven:
		return text + " in the range that was given"
	case a.Bunching != nil:
		return text + " in the play that was found, for which other deals counted than for this value"
	}
	return text + " in the play that was found"
}

// bigBlind returns what a big blind is worth to a seat: the difference between half a big blind more and half a big
// blind less than its stack. Where chips alone have no value, it is the big blind's part of what the table plays for.
func (q *TableQuestion) bigBlind(seat int) float64 {
	t := q.Table
	t.After = nil
	if len(t.Prizes) == 0 {
		return float64(t.BigBlind)
	}
	value := func(by float64) float64 {
		e := t.Unplayed()
		e.Stacks[seat] += by
		return t.Values(e)[seat]
	}
	half := min(float64(t.BigBlind), float64(t.Stacks[seat])) / 2
	if worth := value(half) - value(-half); worth > 0 {
		return worth / (2 * half) * float64(t.BigBlind)
	}
	_, here := t.Stakes()
	chips := 0
	for _, stack := range t.Stacks {
		chips += stack
	}
	return here * float64(t.BigBlind) / float64(chips)
}

// ErrDecision marks a decision that does not arise.
var ErrDecision = errors.New("no such decision")

// CheckDecision returns an error, ErrDecision, unless the seat has a choice after the jams.
func (q *TableQuestion) CheckDecision(at tournament.Decision) error {
	names, start := q.Table.Seats(), q.Table.Start()
	var before tournament.SeatSet
	if at.Seat < start.Seat {
		at.Jammed |= 1 << at.Seat
	}
	if early := at.Jammed & (1<<start.Seat - 1); early != 0 {
		return fmt.Errorf("%w: %s folded before the raise; name a seat behind it, or the seat that raised",
			ErrDecision, names[early.First()])
	}
	for seat := start.Seat; seat < at.Seat; seat++ {
		jams := at.Jammed.Has(seat)
		if !jams && q.Table.Stays(seat, before) {
			return fmt.Errorf("%w: %s is all-in with the blind or ante, so it is in the pot: name it among the jams",
				ErrDecision, names[seat])
		}
		if jams {
			before |= 1 << seat
		}
	}
	switch {
	case at.Jammed != before:
		return fmt.Errorf("%w: a seat that acts after %s cannot have jammed", ErrDecision, names[at.Seat])
	case !q.Table.Stays(at.Seat, before):
		return nil
	case q.Table.AllIn(at.Seat):
		return fmt.Errorf("%w: %s has no choice, since the blind or ante puts it all-in", ErrDecision, names[at.Seat])
	case before == 0 && at.Seat == len(names)-1 && q.Table.Opened != nil:
		return fmt.Errorf("%w: %s wins if all others fold; name a seat that jams", ErrDecision, names[at.Seat])
	case before == 0 && at.Seat == len(names)-1:
		return fmt.Errorf("%w: the big blind wins if all others fold; name a seat that jams", ErrDecision)
	}
	return fmt.Errorf("%w: %s has no choice, since there is nothing to call: the others are all-in for no more than "+
		"it has posted",
		ErrDecision, names[at.Seat])
}
