package jamfold

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/pipeline/store"
)

// Verdict compares what a player did with the answer.
type Verdict string

// The verdicts. A difference of jam and fold that is smaller than the error of their values is too close to call,
// whatever the player did.
const (
	Right   Verdict = "right"
	Mistake Verdict = "mistake"
	Close   Verdict = "too close to call"
)

// Reviewed is a decision of a hand history with its answer. Stacks and Jams are as feltlab jamfold ask takes them.
type Reviewed struct {
	Room       string  `json:"room" text:"-"`                          // the room
	Hand       string  `json:"hand"`                                   // its number of the hand
	Tournament string  `json:"tournament,omitempty" text:"-"`          // its number of the tournament; none: cash
	Player     string  `json:"player,omitempty" text:"-"`              // the player, unless names are left out
	Seat       string  `json:"seat"`                                   // seat of the player
	Stacks     string  `json:"stacks" text:"-"`                        // stacks in the order in which the seats act
	Opened     string  `json:"opened,omitempty" text:"raise"`          // raise before, as --opened of ask takes it
	Jams       string  `json:"jams"`                                   // seats that jammed before
	Table      string  `json:"table" text:"-"`                         // the table in words
	Cards      string  `json:"cards"`                                  // the player's hand
	Did        string  `json:"did"`                                    // jam, call or fold
	Best       string  `json:"best"`                                   // what is right
	Verdict    Verdict `json:"verdict"`                                // right, mistake or too close to call
	Loss       float64 `json:"loss_bigblinds" text:"loss bb,3"`        // what it cost, in big blinds
	Dollars    float64 `json:"loss_dollars,omitempty" text:"loss $,2"` // the same in prize money, if prizes count
	Difference float64 `json:"difference_bigblinds" text:"-"`          // value of jam less that of fold
	// Error is how far the difference may be off: the certificate, what earlier jammers could gain, and at least how
	// far a first look is from it
	Error   float64 `json:"value_error_bigblinds" text:"off at most bb,3"`
	Gain    float64 `json:"gain_percent" text:"-"`  // certificate: what a player gains at most, of the pool
	Percent float64 `json:"hands_percent" text:"-"` // hands that the seat plays
	Range   string  `json:"range" text:"-"`         // hands that it plays at least half of the time
	Unit    string  `json:"unit" text:"for"`        // dollars, the unit of the prizes, or chips
}

// decided is what the store keeps of a decision: the answer for one hand. Blind is the value of a big blind to the
// player, in the unit of the other numbers.
type decided struct {
	Best                                  string
	Difference, Blind, Error, Gain, Plays float64
	Range, Words                          string
}

// Reviewed answers a question about a spot. The store keeps the answer and not the play of the table, which takes
// megabytes: a review that is stopped resumes. The error is the context's, or ErrDecision where the player's hand
// cannot be there.
func (l *Lab) Reviewed(ctx context.Context, q *TableQuestion, s *Spot) (*Reviewed, error) {
	if err := q.CheckDecision(s.At); err != nil {
		return nil, err
	}
	d, _, err := store.JSON(ctx, l.Store, reviewSpec(q, s), func(ctx context.Context) (*decided, error) {
		l.passing = true
		defer func() { l.passing = false }()
		return l.review(ctx, q, s)
	})
	if err != nil {
		return nil, err
	}
	return d.reviewed(q, s), nil
}

func reviewSpec(q *TableQuestion, s *Spot) store.Spec {
	return store.Spec{
		Stage: "reviewed decision", Version: "1", Schema: "json",
		Config: changeQuestion{q, s.At.Seat, s.At.Jammed, s.Class, false}, Inputs: inputs(q.spec()),
	}
}

// The first look at a decision: its deals, and what its difference may be off beside its error, in big blinds.
const (
	lookDeals = 1 << 16
	lookOff   = 0.25
)

// review answers a spot. If a first look shows that the player was right by more than it may be off, that is the
// answer. All others are solved in full, and their error is at least what the first look is off: the certificate does
// not say how much the ranges of those who jammed before, which both solve, move the values.
func (l *Lab) review(ctx context.Context, q *TableQuestion, s *Spot) (*decided, error) {
	first := *q
	first.Quick, first.Product, first.Deals, first.Time = true, true, lookDeals, 0
	look, err := l.solveSpot(ctx, &first, s)
	if err == nil {
		look.Error += lookOff * look.Blind
		if r := look.reviewed(q, s); r.Verdict == Right {
			return look, nil
		}
	}
	full, failed := l.solveSpot(ctx, q, s)
	if failed == nil && err == nil {
		full.Error = max(full.Error, math.Abs(full.Difference-look.Difference))
	}
	return full, failed
}

func (l *Lab) solveSpot(ctx context.Context, q *TableQuestion, s *Spot) (*decided, error) {
	d, err := l.Decide(ctx, q, s.At)
	if err != nil {
		return nil, err
	}
	if !d.Holds(s.Class) {
		return nil, fmt.Errorf("%w: no deal has %v there", ErrDecision, s.Class)
	}
	a := d.Answer(ranges.Hand{Text: s.Class.String(), Class: s.Class})
	return &decided{a.Action, a.Difference, q.bigBlind(s.At.Seat), a.Error + d.Earlier, a.Gain, a.Percent,
		mostly(a.Grid), a.Words()}, nil
}

func (d *decided) reviewed(q *TableQuestion, s *Spot) *Reviewed {
	seats := q.Table.Seats()
	r := &Reviewed{
		Room: s.Hand.Room, Hand: s.Hand.ID, Tournament: s.Hand.Tournament, Player: s.Hand.Seats[s.Player].Name,
		Seat: seats[s.At.Seat], Jams: strings.Join(seatsOf(s.At.Jammed, seats), ","), Table: d.Words, Did: "fold",
		Cards: cards.SetOf(s.Hand.Seats[s.Player].Cards...).String(), Best: d.Best, Verdict: Right,
		Difference: d.Difference / d.Blind, Error: d.Error / d.Blind, Gain: d.Gain, Percent: d.Plays,
		Range: d.Range, Unit: q.inputs().Unit,
	}
	stacks := make([]string, len(seats))
	for i, chips := range s.Table.Stacks {
		stacks[i] = strconv.FormatFloat(float64(chips)/float64(s.Table.BigBlind), 'g', 6, 64) + "bb"
	}
	if r.Stacks = strings.Join(stacks, ","); s.Raise != nil {
		r.Opened = s.Raise.words(&s.Table)
	}
	if s.Jammed {
		r.Did = s.At.Verb()
	}
	switch off := math.Abs(d.Difference); {
	case off <= d.Error:
		r.Verdict = Close
	case r.Did != r.Best:
		if r.Verdict, r.Loss = Mistake, off/d.Blind; r.Unit == "dollars" {
			r.Dollars = off
		}
	}
	return r
}

// Kind says what the player did, and where.
func (r *Reviewed) Kind() string {
	where := "first in"
	switch {
	case strings.Contains(r.Jams, ","):
		where = "facing jams"
	case r.Jams != "":
		where = "over a jam"
	case r.Opened != "":
		where = "over a raise"
	}
	return where + ": " + r.Did + " for " + r.Best
}

// Review is what the hands of histories cost.
type Review struct {
	Hands   int          `json:"hands"`   // hands that were read
	Asked   int          `json:"asked"`   // decisions that were answered
	Right   int          `json:"right"`   // of them right
	Close   int          `json:"close"`   // of them too close to call
	Wrong   int          `json:"wrong"`   // of them mistakes
	Pending int          `json:"pending"` // decisions that the run was stopped before
	Costs   []ReviewCost `json:"costs"`   // mistakes by seat, and by kind, the most costly first
	// Decisions are those that were answered, mistakes first, the most costly ones first.
	Decisions []*Reviewed `json:"decisions" text:"decisions,20"`
	NotAsked  []Skipped   `json:"not_asked" text:"not asked about"` // players of hands without such a decision
	NotRead   []Skipped   `json:"not_read" text:"not read"`         // hands and files that were not read
}

// ReviewCost is what mistakes of a seat, or of a kind, cost.
type ReviewCost struct {
	Of        string  `json:"of" text:"seat or kind of mistake"`      // the seat or kind
	Decisions int     `json:"decisions"`                              // decisions of the seat; of a kind its mistakes
	Mistakes  int     `json:"mistakes"`                               // mistakes among them
	Loss      float64 `json:"loss_bigblinds" text:"loss bb,3"`        // what they cost in big blinds
	Dollars   float64 `json:"loss_dollars,omitempty" text:"loss $,2"` // and in prize money, where prizes count
}

// Skipped is a reason with a number of cases and the first of them.
type Skipped struct {
	Reason string `json:"reason"`                         // why
	Count  int    `json:"count" text:"number"`            // how often
	First  string `json:"first,omitempty" text:"such as"` // the first case
}

// Reasons counts cases by reason.
type Reasons map[string]*Skipped

// Add counts cases of a reason, of which first is one.
func (r Reasons) Add(reason string, cases int, first string) {
	if r[reason] == nil {
		r[reason] = &Skipped{reason, 0, first}
	}
	r[reason].Count += cases
}

// List lists the reasons, the most frequent first.
func (r Reasons) List() []Skipped {
	list := []Skipped{}
	for _, s := range r {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b Skipped) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Reason, b.Reason))
	})
	return list
}

// Sum counts and sorts the decisions.
func (r *Review) Sum() {
	slices.SortStableFunc(r.Decisions, func(a, b *Reviewed) int {
		return cmp.Compare(b.Loss, a.Loss)
	})
	seats, kinds := map[string]*ReviewCost{}, map[string]*ReviewCost{}
	add := func(to map[string]*ReviewCost, name string, d *Reviewed) {
		if to[name] == nil {
			to[name] = &ReviewCost{Of: name}
		}
		if to[name].Decisions++; d.Verdict == Mistake {
			to[name].Mistakes++
			to[name].Loss += d.Loss
			to[name].Dollars += d.Dollars
		}
	}
	r.Asked, r.Right, r.Close, r.Wrong = len(r.Decisions), 0, 0, 0
	for _, d := range r.Decisions {
		switch add(seats, d.Seat, d); d.Verdict {
		case Right:
			r.Right++
		case Close:
			r.Close++
		default:
			r.Wrong++
			add(kinds, d.Kind(), d)
		}
	}
	r.Costs = append(sortedCosts(seats), sortedCosts(kinds)...)
}

func sortedCosts(of map[string]*ReviewCost) (list []ReviewCost) {
	for _, c := range of {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b ReviewCost) int {
		return cmp.Or(cmp.Compare(b.Loss, a.Loss), cmp.Compare(b.Decisions, a.Decisions), strings.Compare(a.Of, b.Of))
	})
	return list
}

// Title says how many decisions were answered and what the mistakes cost.
func (r *Review) Title() string {
	loss := 0.0
	for _, d := range r.Decisions {
		loss += d.Loss
	}
	return fmt.Sprintf("%s of %s: %s, %s bb lost", counted(r.Asked, "decision"), counted(r.Hands, "hand"),
		counted(r.Wrong, "mistake"), table.Fixed(loss, 3))
}

// Notes say what the decisions were answered for.
func (r *Review) Notes() (notes []string) {
	prizes := 0
	for _, d := range r.Decisions {
		if d.Unit == "dollars" {
			prizes++
		}
	}
	switch chips := len(r.Decisions) - prizes; {
	case prizes == 0 && chips > 0:
		notes = append(notes, "All decisions are for chips")
	case chips > 0:
		notes = append(notes, fmt.Sprintf("%d decisions are for prizes, %d for chips: cash games, and tables that "+
			"need not be the whole tournament", prizes, chips))
	}
	if len(r.Decisions) > 0 {
		notes = append(notes, "A difference below the error of its values, which includes the certificate, is "+
			"too close to call")
	}
	if r.Pending > 0 {
		notes = append(notes, fmt.Sprintf("Stopped before %s: the same command goes on from here",
			counted(r.Pending, "more decision")))
	}
	return notes
}
