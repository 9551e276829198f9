package jamfold

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/progress"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// TableQuestion is a hand of jam or fold of two to ten players, and how well it is to be solved.
type TableQuestion struct {
	Table tournament.Table
	// Ranges holds the ranges of players who do not play for the equilibrium: probabilities to jam by class, by
	// stochastic.TableNode.
	Ranges map[int][]float64
	Seed   int     // of the deals of solver and certificate
	Target float64 // gain of other play at which solver and check stop, as a fraction of the Pool
	Deals  int     // most deals of the check
	// Time, unless 0, bounds solving, checking and the search for changes together, but for the all-in equities of a
	// new store. If a lower limit shows that strategies cannot reach the target, the solver goes on while time is left.
	Time time.Duration `json:",omitempty"`
	// Future is the number of further hands of jam or fold whose values count after this one, instead of ICM.
	Future int `json:",omitempty"`
	// Product leaves out what complete deals say of the cards of players who folded; they only measure it. It has no
	// effect for two and three players, for whom all cards count.
	Product bool `json:",omitempty"`
	// From is the decision from which the hand is solved and checked, given that play comes to it. Ranges has the
	// ranges of the seats before, as Decide finds them.
	From stochastic.Decision `json:",omitzero"`
}

// Pool returns the sum of the prizes and bounties; without prizes it is a big blind in chips.
func (q *TableQuestion) Pool() float64 {
	pool, _ := stakes(&q.Table)
	return pool
}

// stakes returns the sum of the prizes and bounties, and the part of it that this table plays for: of the prizes as
// much as it has of all chips. Without prizes both are a big blind in chips.
func stakes(t *tournament.Table) (pool, here float64) {
	if len(t.Prizes) == 0 {
		return float64(t.BigBlind), float64(t.BigBlind)
	}
	chips, others, prizes, heads := 0.0, 0.0, 0.0, 0.0
	for _, stack := range t.Stacks {
		chips += float64(stack)
	}
	for _, stack := range t.Others {
		others += float64(stack)
	}
	for i, p := range t.Prizes {
		if i < len(t.Stacks)+len(t.Others) {
			prizes += p
		}
	}
	for _, h := range t.Heads {
		heads += h
	}
	return prizes + heads, prizes*chips/(chips+others) + heads
}

const (
	// tableTarget is the gain, as a fraction of what the table plays for, to which the solver of four and more players
	// goes: so small that the certificate depends on the deals and not on it. Without prizes that is a big blind, of
	// which it is a greater part.
	tableTarget     = 6e-5
	tableChips      = 1e-3
	tableIterations = 200
	// pairTarget and threeTarget are the gains of two and three players, in big blinds: so small that few hands mix
	// two actions one of which is better. That takes up to a tenth of a second, and two seconds.
	pairTarget    = 1e-5
	threeTarget   = 1e-4
	fewIterations = 4000
	// settled is the probability below which an action is no longer played: what fictitious play still remembers of its
	// first iterations.
	settled = 0.02
)

func (q *TableQuestion) spec() store.Spec {
	specs := allIn[:]
	if q.Future > 0 {
		specs = append(specs, futureSpec(q))
	}
	return store.Spec{
		Stage: "jam or fold at a table", Version: "12", Schema: "gob", Config: q, Inputs: inputs(specs...),
	}
}

// TableSolution is play at a table with its certificate, in the unit of the prizes; without prizes in chips.
type TableSolution struct {
	Play        multiway.Solution
	Certificate expost.TableCertificate
	Future      *Future // nil without further hands
	ICMError    float64 // estimate of the largest error of the values of ICM: 0 where they are sums
}

// Table solves a table and checks the solution, or takes both from the store. If the context is done, it returns its
// error with the best solution so far, if there is one; that one is not stored. The errors are those of the table.
func (l *Lab) Table(ctx context.Context, q *TableQuestion) (*TableSolution, error) {
	if err := q.Table.Validate(); err != nil {
		return nil, err
	}
	var partial *TableSolution
	s, err := keptGob(ctx, l.Store, q.spec(), len(q.Table.Stacks), func(ctx context.Context) (*TableSolution, error) {
		s, err := l.solveTable(ctx, q)
		if err != nil {
			partial = s
		}
		return s, err
	})
	if err != nil {
		return partial, err
	}
	return s, nil
}

func (l *Lab) solveTable(ctx context.Context, q *TableQuestion) (*TableSolution, error) {
	g, err := l.tableGame(ctx, q)
	if err != nil {
		return nil, err
	}
	start := clock.Now()
	var future *Future
	if q.Future > 0 {
		var byICM *TableSolution
		limited, cancel := q.Within(ctx, solvingShare, 0)
		defer cancel()
		future, byICM, err = l.Future(limited, q)
		late := ctx.Err() == nil && limited.Err() != nil // the time that was given is over, which is no error
		switch {
		case err == nil:
			own := *q
			own.Table.After = future.After(&q.Table)
			q, g.Table = &own, &own.Table
		case late && byICM != nil:
			return byICM, nil
		case late:
			future = &Future{Rare: 1}
		default:
			return byICM, err
		}
	}
	icmError := q.Table.ICMError()
	o := q.options()
	o.Workers = l.Workers
	var best *TableSolution
	for earlier := 0; ; earlier++ {
		s, err := l.attempt(ctx, q, g, o, earlier, clock.Since(start))
		if s == nil && best != nil {
			return best, ctx.Err()
		}
		if s != nil {
			s.Future, s.ICMError = future, icmError
		}
		if s != nil && (best == nil || s.Certificate.Gain() < best.Certificate.Gain()) {
			best = s
		} else if err == nil {
			return best, nil // it cannot do better
		}
		if err != nil || s.Certificate.Stop != expost.StopFloor ||
			clock.Since(start) >= q.part(solvingShare) {
			return best, err
		}
		o.Target, o.Iterations = o.Target/finer, o.Iterations*finer
		o.Start, o.Age, o.Deals = s.Play.Strategy, multiway.WarmAge, min(finer*o.Deals, mostDeals)
	}
}

// tableGame returns the game of a question, with the cards' distributions from the store.
func (l *Lab) tableGame(ctx context.Context, q *TableQuestion) (*multiway.Game, error) {
	g := &multiway.Game{Table: &q.Table, From: q.From, Fixed: map[int]*[cards.NumClasses]float64{}}
	for node, r := range q.Ranges {
		fixed := [cards.NumClasses]float64{}
		copy(fixed[:], r)
		g.Fixed[node] = &fixed
	}
	var err error
	if len(q.Table.Stacks) == 2 {
		g.Pairs, err = l.pairs(ctx, tournament.RemovalExact)
	} else if g.Triples, err = l.Triples(ctx, tournament.RemovalExact); err == nil {
		g.Pairs = &g.Triples.Pairs
	}
	return g, err
}

// options returns how well a table is to be solved.
func (q *TableQuestion) options() multiway.Options {
	_, here := stakes(&q.Table)
	o := multiway.Options{
		Seed: uint64(q.Seed), Target: tableTarget * here, Iterations: tableIterations, Deals: q.corrections(),
		Product: q.Product,
	}
	n := len(q.Table.Stacks)
	switch {
	case q.few():
		blind := math.Inf(1)
		for seat := q.From.Seat; seat < n; seat++ {
			blind = min(blind, q.bigBlind(seat))
		}
		if o.Target = threeTarget * blind; n == 2 {
			o.Target = pairTarget * blind
		}
		o.Iterations = fewIterations
		if q.Target > 0 {
			o.Target = min(o.Target, q.Target*q.Pool())
		}
	case len(q.Table.Prizes) == 0:
		o.Target = tableChips * here
	}
	if !q.few() && q.From.Seat > 0 && n-q.From.Seat <= fineSeats {
		o.Target, o.Iterations = o.Target/finer, o.Iterations*finer
	}
	return o
}

// solvingShare and checkedShare are the parts of the time that is given after which solving ends, and the check. What
// is left is for changes of the answer.
const solvingShare, checkedShare = 0.4, 0.7

// part returns a part of the time that is given.
func (q *TableQuestion) part(share float64) time.Duration {
	return time.Duration(share * float64(q.Time))
}

// Within limits a context to a part of the time that is given, of which some has passed. The solver always gets long
// enough to begin, and its first iteration is an answer.
func (q *TableQuestion) Within(
	ctx context.Context, share float64, after time.Duration,
) (context.Context, context.CancelFunc) {
	if q.Time == 0 {
		return context.WithCancel(ctx)
	}
	return clock.WithTimeout(ctx, max(time.Second/10, q.part(share)-after))
}

// finer is by how much less regret, and how many more iterations, the solver goes on after a lower limit above the
// target.
const finer = 4

// fineSeats is the largest number of seats to act from a decision that is solved to a finer target: that costs little.
const fineSeats = 4

// mostDeals is the largest number of complete deals that correct the solver's values.
const mostDeals = 1 << 26

// attempt solves and checks a table, after a number of earlier solutions that took some time together.
func (l *Lab) attempt(
	ctx context.Context, q *TableQuestion, g *multiway.Game, o multiway.Options, earlier int, after time.Duration,
) (*TableSolution, error) {
	start := clock.Now()
	bar := progress.Start(l.Progress, "solve", o.Iterations)
	o.Progress = bar.Of
	limited, cancel := q.Within(ctx, solvingShare, after)
	defer cancel()
	solution, stopped := play(limited, *g, o)
	bar.Close()
	if ctx.Err() == nil && limited.Err() != nil {
		stopped = nil // the time that was given is over, which is no error
	}
	if solution == nil {
		return nil, cmp.Or(stopped, limited.Err())
	}
	settle(solution.Strategy, g.Fixed)
	after += clock.Since(start)
	c, err := l.checkTable(ctx, q, g, solution.Strategy, earlier, after)
	if err != nil {
		return nil, err
	}
	if stopped == nil {
		stopped = ctx.Err()
	}
	return &TableSolution{Play: *solution, Certificate: *c}, stopped
}

// checkTable bounds the players' gains: exactly for two and three players, for more by deals. Players whose ranges are
// given do not count there.
func (l *Lab) checkTable(
	ctx context.Context, q *TableQuestion, g *multiway.Game, x stochastic.TableStrategy, earlier int,
	after time.Duration,
) (*expost.TableCertificate, error) {
	fixed := slices.DeleteFunc(slices.Sorted(maps.Keys(q.Ranges)), func(node int) bool { return !q.From.Leads(node) })
	if q.few() {
		return expost.CheckTableExactly(&q.Table, x, q.From, g.Triples, g.Pairs, fixed...)
	}
	o := expost.TableOptions{
		Seed: uint64(q.Seed), Target: q.Target * q.Pool(), Deals: q.Deals, Earlier: earlier, Fixed: fixed, From: q.From,
		Workers: l.Workers,
	}
	if q.Time > 0 {
		o.Time = max(1, q.part(checkedShare)-after)
	}
	bar := progress.Start(l.Progress, "check", q.Deals)
	defer bar.Close()
	o.Progress = bar.Of
	return expost.CheckTable(ctx, &q.Table, x, o)
}

// settle rounds probabilities near 0 and 1, except those of ranges that were given, and of two players, whose play a
// linear program finds.
func settle(x stochastic.TableStrategy, given map[int]*[cards.NumClasses]float64) {
	if len(x) <= stochastic.TableNode(2, 0) {
		return
	}
	for node := range x {
		for k, p := range x[node] {
			switch {
			case given[node] != nil:
			case p < settled:
				x[node][k] = 0
			case p > 1-settled:
				x[node][k] = 1
			}
		}
	}
}

// RangeOfClasses returns the share of each class's combos that a range holds.
func RangeOfClasses(r *ranges.Range) []float64 {
	shares, most := make([]float64, cards.NumClasses), uint32(0)
	for _, w := range r.Weights() {
		most = max(most, w)
	}
	for combo, w := range r.Weights() {
		shares[cards.Combo(combo).Class()] += float64(w)
	}
	for k := range shares {
		shares[k] /= float64(most) * float64(cards.Class(k).Size())
	}
	return shares
}

// AskAnswer says whether to jam, call or fold.
type AskAnswer struct {
	Hand string `json:"hand"` // the hand
	Seat string `json:"seat"` // seat of the player
	TableInputs
	Jammed     []string `json:"jammed"`                     // seats that jammed before
	Action     string   `json:"action"`                     // jam, call or fold
	Jam        float64  `json:"jam_value" unit:"see unit"`  // value of a jam or call
	Fold       float64  `json:"fold_value" unit:"see unit"` // value of a fold
	Difference float64  `json:"difference" unit:"see unit"` // jam less fold
	BigBlinds  float64  `json:"difference_bigblinds"`       // the same in big blinds
	// Error is how far the values may be off, as far as that is known: the certified gain, the errors of ICM and of
	// histories left out, and two standard errors of the complete deals of this hand.
	Error       float64       `json:"value_error" unit:"see unit"`
	Probability float64       `json:"probability"`               // probability to jam or call in the equilibrium
	RangeGiven  bool          `json:"range_given"`               // whether the seat's range here was given
	Percent     float64       `json:"hands_percent"`             // percentage of hands that the seat jams or calls
	Reach       float64       `json:"reach_percent"`             // how often play comes here in the whole game
	Grid        []Cell        `json:"grid"`                      // all hands
	LeftOut     float64       `json:"left_out" unit:"see unit"`  // most that histories left out cost a player
	Target      float64       `json:"target_percent"`            // gain that was asked for, of the pool
	Gain        float64       `json:"gain_percent"`              // largest upper limit of a player's gain, of the pool
	Floor       float64       `json:"floor_percent"`             // largest lower limit, of the pool
	Pool        float64       `json:"pool" unit:"see unit"`      // prizes and bounties; without prizes a big blind
	Iterations  int           `json:"iterations"`                // iterations of fictitious play
	ICMError    float64       `json:"icm_error" unit:"see unit"` // estimate of the largest error by ICM; 0: rounding only
	Check       Limits        `json:"certificate"`               // the certificate
	Changes     *Changes      `json:"changes,omitempty"`         // what would change the answer
	Bunching    *HandBunching `json:"bunching,omitempty"`        // cards of folded hands; not for two and three players
	Future      *Further      `json:"future,omitempty"`          // further hands whose values count
	Before      []Before      `json:"before"`                    // seats that acted before, and their hands
}

// Further says which further hands of jam or fold were solved for an answer.
type Further struct {
	Hands  int     `json:"hands"`        // number of further hands in turn
	Solved int     `json:"solved"`       // number of hands that were solved
	Rare   float64 `json:"rare_percent"` // how often this hand ends otherwise; these ends count by ICM
	Gain   float64 `json:"gain_percent"` // largest upper limit of a player's gain in a hand that was solved, of the pool
}

// further describes the further hands of a solution, nil if there are none.
func (s *TableSolution) further(q *TableQuestion) *Further {
	f := s.Future
	if f == nil {
		return nil
	}
	return &Further{q.Future, f.Solved, 100 * f.Rare, 100 * f.Gain / q.Pool()}
}

// Note says in one sentence which further hands count.
func (f *Further) Note() string {
	if f.Rare == 100 {
		return fmt.Sprintf("Interrupted after %d of the further hands: none counts, and ICM values the ends of this one", f.Solved)
	}
	return fmt.Sprintf("%s in turn: %d were solved, in which no player gains more than %s%%; "+
		"%.1f%% of hands end otherwise and count by ICM",
		counted(f.Hands, "further hand"), f.Solved, AtMostPercent(f.Gain), f.Rare)
}

// Limits is expost.TableCertificate.
type Limits = expost.TableCertificate

// Cell is a hand of a decision. The numbers of a hand that no deal has there are NaN; JSON leaves them out.
type Cell struct {
	Hand        string  `json:"hand"`                       // the hand
	Probability float64 `json:"probability"`                // probability to jam or call
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

func noCell(hand string) Cell { return Cell{hand, math.NaN(), math.NaN(), math.NaN()} }

// cells returns all hands at a decision of the solution, without numbers if it is nil.
func (s *TableSolution) cells(node int, blind float64) []Cell {
	cells := make([]Cell, cards.NumClasses)
	for k := range cards.Class(cards.NumClasses) {
		if cells[k] = noCell(k.String()); s != nil && s.holds(node, k) {
			by := s.Play.Jam[node][k] - s.Play.Fold[node][k]
			cells[k] = Cell{k.String(), s.Play.Strategy[node][k], by, by / blind}
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
		Reach: 100 * s.Reach, Before: append([]Before{}, s.Before...), LeftOut: play.LeftOut, Target: 100 * q.Target,
		Pool: q.Pool(), Gain: 100 * s.Certificate.Gain() / q.Pool(), Floor: 100 * s.Certificate.Floor() / q.Pool(),
		Iterations: play.Iterations, Check: s.Certificate, Future: s.further(q), ICMError: s.ICMError,
		Grid: s.cells(node, blind), RangeGiven: q.Ranges[node] != nil, Bunching: handBunching(play, node, k),
	}
	a.Seat, a.Jammed, a.Percent = a.Seats[at.Seat], seatsOf(at.Jammed, a.Seats), percentIn(a.Grid)
	if a.Difference = a.Jam - a.Fold; a.Difference > 0 {
		if a.Action = "jam"; len(a.Jammed) > 0 {
			a.Action = "call"
		}
	}
	a.BigBlinds = a.Difference / blind
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
// blind less than his stack. Where chips alone have no value, it is the big blind's part of what the table plays for.
func (q *TableQuestion) bigBlind(seat int) float64 {
	t := q.Table
	t.After = nil
	if len(t.Prizes) == 0 {
		return float64(t.BigBlind)
	}
	value := func(by float64) float64 {
		e := tournament.Ended{Cash: make([]float64, len(t.Stacks)), Heads: make([]float64, len(t.Stacks))}
		copy(e.Heads, t.Heads)
		for _, chips := range t.Stacks {
			e.Stacks = append(e.Stacks, float64(chips))
		}
		e.Stacks[seat] += by
		return t.Values(e)[seat]
	}
	half := min(float64(t.BigBlind), float64(t.Stacks[seat])) / 2
	if worth := value(half) - value(-half); worth > 0 {
		return worth / (2 * half) * float64(t.BigBlind)
	}
	_, here := stakes(&t)
	chips := 0
	for _, stack := range t.Stacks {
		chips += stack
	}
	return here * float64(t.BigBlind) / float64(chips)
}

// ErrSpot marks a decision that does not arise.
var ErrSpot = errors.New("no such decision")

// CheckSpot returns an error, ErrSpot, unless the seat has a choice after the jams.
func (q *TableQuestion) CheckSpot(at stochastic.Decision) error {
	names := tournament.TableSeats(len(q.Table.Stacks))
	var before tournament.SeatSet
	for seat := range at.Seat {
		jams := at.Jammed.Has(tournament.Seat(seat))
		if !jams && q.Table.Stays(seat, before) {
			return fmt.Errorf("%w: %s is all-in with the blind or ante, so it is in the pot: name it among the jams",
				ErrSpot, names[seat])
		}
		if jams {
			before |= 1 << seat
		}
	}
	switch {
	case at.Jammed != before:
		return fmt.Errorf("%w: a seat that acts after %s cannot have jammed", ErrSpot, names[at.Seat])
	case !q.Table.Stays(at.Seat, before):
		return nil
	case q.Table.AllIn(at.Seat):
		return fmt.Errorf("%w: %s has no choice, since the blind or ante puts it all-in", ErrSpot, names[at.Seat])
	case before == 0 && at.Seat == len(names)-1:
		return fmt.Errorf("%w: the big blind wins if all others fold; name a seat that jams", ErrSpot)
	}
	return fmt.Errorf("%w: %s has no choice, since there is nothing to call: the others are all-in for no more than it has posted",
		ErrSpot, names[at.Seat])
}
