package jamfold

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// Decided is a table that is solved and checked from a decision on: all values and limits are those given that play
// comes to it.
type Decided struct {
	*TableSolution
	Question *TableQuestion // with the decision and the ranges of the seats before
	Reach    float64        // probability that play comes to the decision in the whole game
	Before   []Before       // how the seats before act
	// Earlier is the largest certified gain in the games from which the hands of the seats that jammed come.
	Earlier float64

	asked TableInputs
}

// Before is how a seat acted before a decision, and which hands it therefore holds.
type Before struct {
	Seat    string  `json:"seat"`          // the seat
	Jammed  bool    `json:"jammed"`        // whether it jammed; else it folded
	Percent float64 `json:"hands_percent"` // percentage of hands with which it acts so
	Hands   string  `json:"hands"`         // their origin: solved, given, random or least_loss_tenth
}

// The origins of the hands of a Before.
const (
	handsSolved = "solved" // its range is that of the game from an earlier decision on
	handsGiven  = "given"  // its range was given
	handsRandom = "random" // its cards count as random
	handsTenth  = "least_loss_tenth"
)

const (
	// seldom is the probability below which a fold says nothing of the cards: ranges of decisions that hardly come are
	// those of the first iterations.
	seldom = 0.02
	tenth  = 0.1 // part of all hands with which a seat that never jams is taken to have jammed
)

// Decide solves a question from a decision on. The seats that folded before hold the hands that they fold in the whole
// game, or after an earlier jam in the game from that jam on; random ones with Product, and if they seldom fold. A seat
// that jammed holds the hands that it jams in the game from its own decision on. Decide thus solves the whole game, the
// game from each earlier jam, and that from the decision. The errors are those of Table; on the error of the context
// there is a solution if the last game has one.
func (l *Lab) Decide(ctx context.Context, q *TableQuestion, at tournament.Decision) (*Decided, error) {
	games := 1
	if at != q.Table.Start() {
		games = 2 + at.Jammed.Len()
	}
	return l.decide(ctx, q, at, games)
}

// decide is Decide with a part of the time for each of a number of games.
func (l *Lab) decide(ctx context.Context, q *TableQuestion, at tournament.Decision, games int) (*Decided, error) {
	own, start := *q, q.Table.Start()
	own.Time /= time.Duration(games)
	own.From = start
	d := &Decided{Question: &own, Reach: 1, asked: q.inputs()}
	whole, err := l.whole(ctx, &own, at)
	if d.TableSolution = whole; whole != nil && at == start {
		return d, err
	}
	if err != nil {
		return nil, err
	}
	d.Reach = max(0, whole.Play.Reach[at.Node()])
	own.Ranges = map[int]*[cards.NumClasses]float64{}
	maps.Copy(own.Ranges, q.Ranges)
	values := map[int][2][cards.NumClasses]float64{} // of jam and fold of the seats that jammed
	for latest, seat := whole, start.Seat; seat < at.Seat; seat++ {
		here, jams := at.Before(seat)
		node := here.Node()
		own.From = here
		if jams && (here != start || q.Quick) && q.Ranges[node] == nil && !q.Table.Stays(seat, here.Jammed) {
			if latest, err = l.Table(ctx, &own); err != nil {
				return nil, err
			}
		}
		b, hands, err := latest.before(q, here, jams)
		if err != nil {
			return nil, err
		}
		if own.Ranges[node] = hands; jams {
			d.Earlier = max(d.Earlier, latest.Certificate.Gain())
			values[node] = [2][cards.NumClasses]float64{latest.Play.Jam[node], latest.Play.Fold[node]}
		}
		if b != nil {
			d.Before = append(d.Before, *b)
		}
	}
	own.From = at
	if d.TableSolution, err = l.Table(ctx, &own); d.TableSolution == nil {
		return nil, err
	}
	for node, v := range values {
		d.Play.Jam[node], d.Play.Fold[node] = v[0], v[1]
	}
	return d, err
}

// whole solves the whole game. For a first look at a later decision nothing of it counts, since folded cards are
// random.
func (l *Lab) whole(ctx context.Context, q *TableQuestion, at tournament.Decision) (*TableSolution, error) {
	if !q.Quick || at == q.Table.Start() {
		return l.Table(ctx, q)
	}
	x := stochastic.NewStrategy(&q.Table)
	return &TableSolution{Play: multiway.Solution{Strategy: x, Reach: make([]float64, len(x))}}, nil
}

// before returns the hands with which a seat acts as it did on the way to a later decision: as its probability to jam
// by class. It returns no Before for a seat that is in the pot without a choice.
func (s *TableSolution) before(
	q *TableQuestion, here tournament.Decision, jams bool,
) (*Before, *[cards.NumClasses]float64, error) {
	node := here.Node()
	x := s.Play.Strategy[node]
	if q.Table.Stays(here.Seat, here.Jammed) {
		return nil, &x, nil
	}
	b := &Before{Seat: q.Table.Seats()[here.Seat], Jammed: jams, Hands: handsSolved}
	given := q.Ranges[node] != nil
	if given {
		b.Hands, x = handsGiven, *q.Ranges[node]
	}
	share := 100 * stochastic.Share(&x)
	switch {
	case jams && share == 0 && given:
		return nil, nil, fmt.Errorf("%w: %s jams no hand of the range that is given", ErrDecision, b.Seat)
	case jams && share == 0:
		m := newMover(s, node, nil)
		b.Hands, x = handsTenth, *m.move(tenth)
		share = 100 * stochastic.Share(&x)
	case jams:
	case q.Product || 100-share < 100*seldom || !given && s.Play.Reach[node] < seldom:
		b.Hands, b.Percent, x = handsRandom, 100, [cards.NumClasses]float64{}
		return b, &x, nil
	}
	if b.Percent = share; !jams {
		b.Percent = 100 - share
	}
	return b, &x, nil
}

// BeforeNote says in one sentence which hands the seats before a decision hold.
func BeforeNote(before []Before) string {
	parts := make([]string, len(before))
	for i, b := range before {
		verb := "folds"
		if b.Jammed {
			verb = "jams"
		}
		parts[i] = fmt.Sprintf("%s %s %s%% of hands", b.Seat, verb, table.Fixed(b.Percent, 1))
		switch b.Hands {
		case handsRandom:
			parts[i] = b.Seat + " folds, and its cards count as random"
		case handsGiven:
			parts[i] += ", as given"
		case handsTenth:
			parts[i] = b.Seat +
				" never jams here, and is taken to hold the tenth of hands for which the jam loses least"
		}
	}
	return strings.Join(parts, "; ")
}

// FirstIn is a table that is solved as a whole, and from each decision at which all before folded.
type FirstIn struct {
	Question *TableQuestion
	From     []*Decided // by the seat that may jam first; nil: not solved. The first that may is the whole game.
	state    *State     // unless nil: what is solved
}

// FirstIn solves a table and all its branches. On the error of the context it also returns what is solved.
func (l *Lab) FirstIn(ctx context.Context, q *TableQuestion) (*FirstIn, error) {
	start := q.Table.Start()
	games := len(q.Table.Stacks) - 1 - start.Seat
	whole, err := l.decide(ctx, q, start, games)
	if whole == nil {
		return nil, err
	}
	f := &FirstIn{Question: q, From: make([]*Decided, len(q.Table.Stacks))}
	f.From[start.Seat] = whole
	for seat := start.Seat + 1; seat < len(f.From)-1 && !q.Table.Stays(seat-1, 0) && err == nil; seat++ {
		at := tournament.Decision{Seat: seat}
		for at.Seat < len(f.From) && q.Table.Stays(at.Seat, at.Jammed) {
			at.Jammed |= 1 << at.Seat
			at.Seat++
		}
		if at.Seat < len(f.From) {
			f.From[seat], err = l.decide(ctx, q, at, games)
		}
	}
	return f, err
}

func (f *FirstIn) whole() *Decided { return f.From[f.Question.Table.Start().Seat] }
