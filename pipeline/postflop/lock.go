package postflop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"feltlab/internal/clock"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	solver "feltlab/solvers/postflop"
)

// Lock is a decision at which a strategy is kept.
type Lock struct {
	Node   *game.Node
	Policy game.Policy
}

// ReadLocks reads locks: "/r10: fold 40%, call 60%", a line and what all hands play there, or the path of a dump, of
// which all decisions are kept that it has on all boards; behind "oop=" or "ip=" only those of one seat. Errors wrap
// ErrStrategy, or are those of files.
func ReadLocks(g *game.Postflop, texts []string, normalize bool) (locks []Lock, err error) {
	for _, text := range texts {
		if strings.HasPrefix(text, "/") && strings.Contains(text, ":") {
			lock, err := readLock(g, text)
			if err != nil {
				return nil, fmt.Errorf("%w: lock %q: %w", ErrStrategy, text, err)
			}
			locks = append(locks, lock)
			continue
		}
		seat := -1
		for s, name := range game.PostflopSeats {
			if rest, ok := strings.CutPrefix(text, name+"="); ok {
				seat, text = s, rest
			}
		}
		d, err := ReadDump(text, g, normalize)
		if err != nil {
			return nil, err
		}
		if len(d.Differences) > 0 {
			return nil, fmt.Errorf("%w: %s: %s", ErrStrategy, text, d.Differences[0])
		}
		locks = append(locks, d.Locks(seat)...)
	}
	return locks, nil
}

func readLock(g *game.Postflop, text string) (Lock, error) {
	line, rest, _ := strings.Cut(text, ":")
	all := g.Root().Decisions()
	at := slices.IndexFunc(all, func(n *game.Node) bool { return n.History == line })
	if at < 0 {
		return Lock{}, errors.New("the game has no decision after this line; feltlab postflop lists lines")
	}
	n := all[at]
	odds, sum, actions := make([]float64, len(n.Actions)), 0.0, lineOf(g, n).Actions
	for _, part := range strings.Split(rest, ",") {
		words := strings.Fields(part)
		var share Percent
		if len(words) < 2 || share.UnmarshalText([]byte(words[len(words)-1])) != nil {
			return Lock{}, errors.New("want actions and their frequencies, such as fold 40%, call 60%")
		}
		name := strings.Join(words[:len(words)-1], " ")
		i := slices.Index(actions, name)
		if i < 0 {
			return Lock{}, fmt.Errorf("no action %q; want %s", name, strings.Join(actions, ", "))
		}
		odds[i] += float64(share)
		sum += float64(share)
	}
	const rounding = 1e-6
	if sum < 1-rounding || sum > 1+rounding {
		return Lock{}, fmt.Errorf("the frequencies sum to %s, want 100%%", Percent(sum))
	}
	for i := range odds {
		odds[i] /= sum
	}
	return Lock{n, mixed(odds)}, nil
}

type mixed []float64

func (m mixed) Vector(_ game.State, out [][]float64) error {
	for i := range out {
		for h := range out[i] {
			out[i][h] = m[i]
		}
	}
	return nil
}

// Locks are the decisions of a seat, below 0 of both, that the dump has on all boards.
func (d *Dump) Locks(seat int) (locks []Lock) {
	boards, have := solver.SizeOf(d.game).Boards, map[int]int{}
	for key := range d.rows {
		have[key.id]++
	}
	for _, n := range d.game.Root().Decisions() {
		if have[n.ID] == boards[n.Round] && (seat < 0 || n.Actor == seat) {
			locks = append(locks, Lock{n, d})
		}
	}
	return locks
}

// LockAll makes a solver keep strategies. If they tell suits apart it returns a solver of the same game that computes
// all boards.
func LockAll(s *solver.Solver, locks []Lock) (*solver.Solver, error) {
	for _, l := range locks {
		err := s.Lock(l.Node, l.Policy)
		if errors.Is(err, extensive.ErrAsymmetric) && !s.Game().Rules().SuitsApart {
			r := s.Game().Rules()
			r.SuitsApart = true
			g, err := game.NewPostflop(r)
			if err != nil {
				return nil, err
			}
			if s, err = NewSolver(g, 0, ""); err != nil {
				return nil, err
			}
			return LockAll(s, locks)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Part is the verdict on a strategy whose last streets are not known: what each seat can still secure if it plays on as
// well as it can. Expected values count the starting pot.
type Part struct {
	Strategy string `json:"strategy" text:"-"`                        // the strategy that is judged
	Board    string `json:"board" text:"-"`                           // the first board
	Locked   int    `json:"locked" text:"decisions of the file"`      // decisions of the betting tree that the file has
	Free     int    `json:"free" text:"decisions that it leaves out"` // decisions that it leaves out

	// Exploitability is the least of all completions: from below and from above.
	Exploitability [2]float64 `json:"exploitability" text:"exploitability of the best completion,4" unit:"chips"`
	PotShare       [2]float64 `json:"exploitability_of_pot" text:"that is of the pot,%4"` // the same as shares
	Seconds        float64    `json:"seconds" text:",2"`                                  // time of the computation

	Secured [2]float64 `json:"secured" text:"secures,4" by:"Seats"`              // what a seat surely gets, in chips
	AtMost  [2]float64 `json:"secured_at_most" text:"no more than,4" by:"Seats"` // no completion secures more
}

// Seats are the seats' names.
func (p *Part) Seats() []string { return game.PostflopSeats[:] }

// Title names the strategy.
func (p *Part) Title() string { return p.Strategy + " on " + p.Board + ", with the best completion" }

// JudgePart bounds what a dump that leaves out streets can lose at least: for each seat it keeps the decisions of the
// seat that the dump has, and solves the rest to a share of the pot. The game must have no rake.
func JudgePart(ctx context.Context, d *Dump, goal Goal, progress io.Writer) (*Part, error) {
	g := d.game
	p, start := &Part{Board: TreeOf(g).Board}, clock.Now()
	half := g.Rules().Pot / 2
	for seat := range 2 {
		locks := d.Locks(seat)
		p.Locked += len(locks)
		s, err := NewSolver(g, 0, "")
		if err == nil {
			s, err = LockAll(s, locks)
		}
		if err == nil {
			err = Solve(ctx, s, goal, progress)
		}
		if err != nil {
			return nil, err
		}
		r, err := extensive.BestResponse(ctx, s.Game(), s.Strategy(), options(s))
		if err != nil {
			return nil, err
		}
		p.Secured[seat], p.AtMost[seat] = half-r.SeatValues[1-seat], half+r.SeatValues[seat]
	}
	p.Free = len(g.Root().Decisions()) - p.Locked
	p.Exploitability = [2]float64{max(0, half-(p.AtMost[0]+p.AtMost[1])/2), half - (p.Secured[0]+p.Secured[1])/2}
	p.Seconds = clock.Since(start).Seconds()
	for i, x := range p.Exploitability {
		p.PotShare[i] = x / g.Rules().Pot
	}
	return p, nil
}

// options are those of a judge of a solver's strategy: locked decisions stay.
func options(s *solver.Solver) extensive.ResponseOptions {
	return extensive.ResponseOptions{Symmetric: true, ByRound: true, Fixed: s.Locked}
}
