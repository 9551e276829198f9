package worstcase

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"

	"feltlab/dataset/strategyfile"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/work"
	"feltlab/solvers/limitholdem"
)

// PieceKind is the kind of pieces that are items of best responses and matches.
const PieceKind = "bestresponse"

// itemVersion changes whenever the values of an item would.
const itemVersion = "2" + builtVersion

// Versions lists the versions on which items depend, to compare programs.
func Versions() string { return "items " + itemVersion + ", bucketings " + version }

// payload names an item and the policies that it is about.
type payload struct {
	Players []player `json:"players"` // one, or ours and theirs
	Flop    int      `json:"flop"`
	Seat    int      `json:"seat"`
	limitholdem.Options
}

func (q *payload) solver() string { return fmt.Sprintf("%+v %+v", q.Players, q.Options) }

type player struct {
	Name string `json:"name,omitempty"`
	File string `json:"file,omitempty"`
}

// offer makes the policies available to workers. It returns nil if a policy cannot be sent, such as a program.
func (c *computation) offer(ctx context.Context, pool work.Pool) (players []player, err error) {
	if _, ok := pool.(work.Here); ok {
		return nil, nil
	}
	for _, p := range c.players {
		switch p := p.(type) {
		case strategy.Always, strategy.Uniform:
			for _, name := range strategy.TrivialNames {
				if same, _ := strategy.Trivial(name); reflect.DeepEqual(same, p) {
					players = append(players, player{Name: name})
				}
			}
		case *strategy.Table:
			content, err := strategyfile.Encode(p)
			if err != nil {
				return nil, err
			}
			hash, err := pool.Offer(ctx, content)
			if err != nil {
				return nil, err
			}
			players = append(players, player{File: hash})
		default:
			return nil, nil
		}
	}
	return players, nil
}

type solvers struct {
	find strategy.Lookup // of bucketings
	mu   sync.Mutex
	kept map[string]*limitholdem.Solver
}

// of returns the solver of a payload. The first call makes it; concurrent calls wait for it.
func (s *solvers) of(ctx context.Context, q *payload, t work.Task) (*limitholdem.Solver, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := q.solver()
	if kept := s.kept[key]; kept != nil {
		return kept, nil
	}
	var policies []game.Policy
	for _, p := range q.Players {
		policy, ok := strategy.Trivial(p.Name)
		if !ok {
			content, err := t.Input(ctx, p.File)
			if err != nil {
				return nil, err
			}
			if policy, err = strategyfile.Decode(content, game.LimitHoldem(), s.find); err != nil {
				return nil, err
			}
		}
		policies = append(policies, policy)
	}
	var solver *limitholdem.Solver
	var err error
	switch len(policies) {
	case 1:
		solver, err = limitholdem.New(policies[0], q.Options)
	case 2:
		solver, err = limitholdem.NewMatch(policies[0], policies[1], q.Options)
	default:
		err = fmt.Errorf("%d policies, want one or two", len(policies))
	}
	if err == nil {
		s.kept[key] = solver
	}
	return solver, err
}

// Answers returns the kinds of work that a worker answers, with bucketings by find.
func Answers(find strategy.Lookup) work.Kinds {
	return (&solvers{find: find, kept: map[string]*limitholdem.Solver{}}).kinds()
}

func (s *solvers) kinds() work.Kinds {
	return work.Kinds{PieceKind: func(ctx context.Context, t work.Task) ([]byte, error) {
		var q payload
		if err := json.Unmarshal(t.Payload, &q); err != nil {
			return nil, fmt.Errorf("the payload of a piece of work: %w", err)
		}
		solver, err := s.of(ctx, &q, t)
		if err != nil {
			return nil, err
		}
		item, err := solver.Flop(ctx, q.Flop, q.Seat)
		if err != nil {
			return nil, err
		}
		return encode(item)
	}}
}
