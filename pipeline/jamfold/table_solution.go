package jamfold

import (
	"cmp"
	"context"
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
	// tournament.Node.
	Ranges map[int]*[cards.NumClasses]float64
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
	// Quick leaves out the cards of players who folded, and solves to a coarser target: a first look.
	Quick bool `json:",omitempty"`
	// From is the decision from which the hand is solved and checked, given that play comes to it. Ranges has the
	// ranges of the seats before, as Decide finds them.
	From tournament.Decision `json:",omitzero"`
}

// Pool returns the sum of the prizes and bounties; without prizes it is a big blind in chips.
func (q *TableQuestion) Pool() float64 {
	pool, _ := q.Table.Stakes()
	return pool
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
	// quickTarget and quickIterations are those of a first look.
	quickTarget     = 5e-3
	quickIterations = 12
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
		Stage: "jam or fold at a table", Version: "14", Schema: "gob", Config: q, Inputs: inputs(specs...),
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
	if l.passing {
		return l.solveTable(ctx, q)
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
		if err != nil || s.Certificate.Stop != expost.StopFloor || clock.Since(start) >= q.part(solvingShare) {
			return best, err
		}
		o.Target, o.Iterations = o.Target/finer, o.Iterations*finer
		o.Start, o.Age, o.Deals = s.Play.Strategy, multiway.WarmAge, min(finer*o.Deals, mostDeals)
	}
}

// tableGame returns the game of a question, with the cards' distributions from the store.
func (l *Lab) tableGame(ctx context.Context, q *TableQuestion) (g *multiway.Game, err error) {
	g = &multiway.Game{Table: &q.Table, From: q.From, Fixed: q.Ranges}
	g.Triples, g.Pairs, err = l.cards(ctx, tournament.RemovalExact, len(q.Table.Stacks))
	return g, err
}

func (q *TableQuestion) options() multiway.Options {
	_, here := q.Table.Stakes()
	o := multiway.Options{
		Seed: uint64(q.Seed), Target: tableTarget * here, Iterations: tableIterations, Deals: q.corrections(),
		Product: q.Product,
	}
	n := len(q.Table.Stacks)
	switch {
	case q.Quick && !q.few():
		o.Target, o.Iterations = quickTarget*here, quickIterations
		return o
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
	ctx context.Context, q *TableQuestion, g *multiway.Game, x stochastic.Strategy, earlier int,
	after time.Duration,
) (*expost.TableCertificate, error) {
	fixed := slices.DeleteFunc(slices.Sorted(maps.Keys(q.Ranges)), func(node int) bool { return !q.From.Leads(node) })
	if q.few() {
		c, _, err := expost.CheckTableExactly(&q.Table, x, q.From, g.Triples, g.Pairs, fixed...)
		return c, err
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
func settle(x stochastic.Strategy, given map[int]*[cards.NumClasses]float64) {
	if len(x) <= tournament.Node(2, 0) {
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
