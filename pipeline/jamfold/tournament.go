package jamfold

import (
	"context"
	"encoding/gob"
	"fmt"
	"io"

	"feltlab/internal/progress"
	"feltlab/model/tournament"
	"feltlab/pipeline/store"
	"feltlab/solvers/expost"
	"feltlab/solvers/jamfold"
	"feltlab/solvers/jamfold/multiway"
	"feltlab/solvers/jamfold/stochastic"
)

// version changes whenever the bytes of a stored solution would.
const version = "4"

// Solved is a solved tournament with its certificate.
type Solved struct {
	Config Config
	Game   *stochastic.Game
	// Snapshot is the last snapshot of the solution.
	*jamfold.Snapshot
	Certificate *expost.Certificate // its distance from an equilibrium; its values are exact for the profile
}

type stored struct {
	Round      int
	Moved      float64
	Values     tournament.Values
	Played     []int32
	Strategies []stochastic.Strategy
}

func pack(s *jamfold.Snapshot) *stored {
	d := &stored{Round: s.Round, Moved: s.Moved, Values: s.Values}
	for i, x := range s.Profile {
		if x != nil {
			d.Played = append(d.Played, int32(i))
			d.Strategies = append(d.Strategies, x)
		}
	}
	return d
}

// unpack returns the snapshot; the error is jamfold.ErrSnapshot or stochastic.ErrStrategy unless it fits the game.
func (d *stored) unpack(g *stochastic.Game) (*jamfold.Snapshot, error) {
	profile := make(stochastic.Profile, len(g.States))
	s := &jamfold.Snapshot{Round: d.Round, Moved: d.Moved, Values: d.Values, Profile: profile}
	if len(d.Played) != len(d.Strategies) {
		return nil, fmt.Errorf("%w: %d states, %d strategies", jamfold.ErrSnapshot, len(d.Played), len(d.Strategies))
	}
	for n, i := range d.Played {
		if i < 0 || int(i) >= len(s.Profile) {
			return nil, fmt.Errorf("%w: no state %d", jamfold.ErrSnapshot, i)
		}
		s.Profile[i] = d.Strategies[n]
	}
	return s, s.Validate(g)
}

func readGob[T any](r io.Reader) (*T, error) {
	value := new(T)
	return value, gob.NewDecoder(r).Decode(value)
}

func writeGob[T any](value *T, w io.Writer) error { return gob.NewEncoder(w).Encode(value) }

func keptGob[T any](
	ctx context.Context, s *store.Store, spec store.Spec, rows int, compute func(context.Context) (*T, error),
) (*T, error) {
	return kept(ctx, s, spec, rows, compute, writeGob, readGob)
}

func (c *Config) keyed(s store.Spec) store.Spec {
	s.Version, s.Config, s.Schema = version, c.key(), "gob "+s.Stage
	s.Inputs = append(s.Inputs, inputs(triplesSpec)...)
	return s
}

func (c *Config) solutionSpec() store.Spec {
	return c.keyed(store.Spec{Stage: "jam-or-fold solution"})
}

func (c *Config) certificateSpec() store.Spec {
	return c.keyed(store.Spec{Stage: "jam-or-fold certificate", Inputs: inputs(c.solutionSpec())})
}

// roundSpec describes the snapshot after a round; rounds before damping do not depend on it.
func (c *Config) roundSpec(round int) store.Spec {
	own := *c
	if round <= jamfold.UndampedRounds {
		own.Damping = 0
	}
	spec := own.keyed(store.Spec{Stage: "jam-or-fold round"})
	spec.Config = struct {
		Config any
		Round  int
	}{spec.Config, round}
	return spec
}

// Tournament returns the solution of a tournament with its certificate, from the store or solved. visit, unless nil, is
// called after each round that is played now.
func (l *Lab) Tournament(ctx context.Context, c *Config, visit func(jamfold.Round)) (*Solved, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	trios, duels, err := l.cards(ctx, c.Removal, c.Players)
	if err != nil {
		return nil, err
	}
	g, err := stochastic.New(c.Rules, trios, duels)
	if err != nil {
		return nil, err
	}
	d, err := keptGob(ctx, l.Store, c.solutionSpec(), len(g.Played()), func(ctx context.Context) (*stored, error) {
		s, err := l.solve(ctx, c, g, visit)
		if err != nil {
			return nil, err
		}
		return pack(s), nil
	})
	if err != nil {
		return nil, err
	}
	solved := &Solved{Config: *c, Game: g}
	if solved.Snapshot, err = d.unpack(g); err != nil {
		return nil, err
	}
	return solved, l.certify(ctx, solved)
}

// solve solves a tournament from the last round in the store on.
func (l *Lab) solve(
	ctx context.Context, c *Config, g *stochastic.Game, visit func(jamfold.Round),
) (*jamfold.Snapshot, error) {
	options := jamfold.Options{Settings: c.Settings, Workers: l.Workers}
	var err error
	if options.Start, err = l.lastRound(c, g); err != nil {
		return nil, err
	}
	bar := progress.Start(l.Progress, "tournament", len(g.Played()))
	defer bar.Close()
	options.Progress = func(_, done, total int) { bar.Of(done, total) }
	options.Visit = func(r jamfold.Round, s *jamfold.Snapshot) error {
		bar.Latest(fmt.Sprintf("round %d: values moved by %.4f", r.Number, r.Moved))
		if visit != nil {
			visit(r)
		}
		_, err := l.Store.Put(ctx, c.roundSpec(r.Number), func(_ context.Context, w io.Writer) (int64, error) {
			return int64(len(g.Played())), writeGob(pack(s), w)
		})
		return err
	}
	return jamfold.Solve(ctx, g, options)
}

func (l *Lab) lastRound(c *Config, g *stochastic.Game) (last *jamfold.Snapshot, err error) {
	for round := 1; ; round++ {
		s, err := l.round(c, g, round)
		if s == nil {
			return last, err
		}
		last = s
	}
}

func (l *Lab) round(c *Config, g *stochastic.Game, round int) (*jamfold.Snapshot, error) {
	a, err := l.Store.Find(c.roundSpec(round))
	if a == nil || err != nil {
		return nil, err
	}
	d, err := decode(a, readGob[stored])
	if err != nil {
		return nil, err
	}
	return d.unpack(g)
}

// certify fills in the certificate of a solution that the store has.
func (l *Lab) certify(ctx context.Context, s *Solved) (err error) {
	check := func(ctx context.Context) (*expost.Certificate, error) {
		bar := progress.Start(l.Progress, "ex-post check", len(s.Game.Played()))
		defer bar.Close()
		c, err := expost.Check(ctx, s.Game, s.Profile, l.Workers, bar.Of)
		if err != nil {
			return nil, err
		}
		return &c.Certificate, nil
	}
	s.Certificate, err = keptGob(ctx, l.Store, s.Config.certificateSpec(), len(s.Game.ICM), check)
	return err
}

// At examines a state of a solved tournament; nil if its value is fixed by the rules.
func (s *Solved) At(state int) (*State, error) {
	if s.Game.States[state] == nil {
		return nil, nil
	}
	g := &multiway.Game{
		Table: s.Config.HandAt(s.Game.Space.At(state), s.Certificate.Values), Pairs: s.Game.Pairs,
		Triples: s.Game.Triples,
	}
	return examine(g, s.Profile[state])
}
