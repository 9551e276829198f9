package postflop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"feltlab/internal/disk"
	"feltlab/internal/memory"
	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	solver "feltlab/solvers/postflop"
)

// Goal says when a solver stops: at a share of the pot by the judge, or after a number of iterations.
type Goal struct {
	Target     float64
	Iterations int
}

// The judge looks after firstCheck iterations, and then each time when there are checkAgain as many.
const (
	firstCheck = 10
	checkAgain = 1.4
)

// Solve iterates until the judge finds the goal met, and returns how many iterations there are then. After an error of
// the context the solver holds what it has so far.
func Solve(ctx context.Context, s *solver.Solver, goal Goal, out io.Writer) error {
	bar := progress.Start(out, "solving", goal.Iterations)
	defer bar.Close()
	check := max(firstCheck, s.Iterations())
	for s.Iterations() < goal.Iterations {
		if err := s.Iterate(ctx); err != nil {
			return err
		}
		bar.Set(s.Iterations())
		if s.Iterations() < check {
			continue
		}
		check = int(float64(s.Iterations())*checkAgain) + 1
		share, err := exploitability(ctx, s)
		if err != nil {
			return err
		}
		bar.Latest(fmt.Sprintf("exploitability %.3g%% of the pot", 100*share))
		if share <= goal.Target {
			return nil
		}
	}
	return nil
}

// exploitability is that of the average strategy, as a share of the pot.
func exploitability(ctx context.Context, s *solver.Solver) (float64, error) {
	g := s.Game()
	o := options(s)
	o.ByRound = g.Raked()
	r, err := extensive.BestResponse(ctx, g, s.Strategy(), o)
	if err != nil {
		return 0, err
	}
	return (r.NashConv() - r.Self[0] - r.Self[1]) / 2 / g.Rules().Pot, nil
}

// NewSolver returns a solver of a game, with the state of a file if that exists. The error says how much memory the
// game needs if the machine has less.
func NewSolver(g *game.Postflop, workers int, state string) (*solver.Solver, error) {
	bytes := solver.SizeOf(g).Bytes
	if err := memory.Check("solving this game", bytes); err != nil {
		return nil, err
	}
	memory.SpareFor(bytes)
	s := solver.New(g, workers)
	if state == "" {
		return s, nil
	}
	f, err := disk.Open(state, mostDump)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := s.Load(f); err != nil {
		return nil, fmt.Errorf("%s: %w", state, err)
	}
	return s, nil
}

// ReadStrategy reads a strategy of a game: a state of the solver, or a dump in the form of TexasSolver. Symmetric says
// that the strategy treats suits alike.
func ReadStrategy(path string, g *game.Postflop, normalize bool) (p game.Policy, symmetric bool, err error) {
	f, err := disk.Open(path, mostDump)
	if err != nil {
		return nil, false, err
	}
	head := make([]byte, 64)
	n, _ := f.Read(head)
	f.Close()
	if solver.IsState(head[:n]) {
		s, err := NewSolver(g, 0, path)
		if err != nil {
			return nil, false, err
		}
		return s.Strategy(), true, nil
	}
	d, err := ReadDump(path, g, normalize)
	return d, false, err
}

// Certify judges the solver's average strategy, also after the context has ended.
func Certify(s *solver.Solver) (*Verdict, error) {
	v, err := judge(context.Background(), s.Game(), s.Strategy(), options(s), true)
	if err == nil {
		v.Iterations = s.Iterations()
	}
	return v, err
}
