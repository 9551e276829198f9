package worstcase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"feltlab/internal/parallel"
	"feltlab/model/game"
)

// AgentProtocolVersion is the version of the protocol in docs/agents.md.
const AgentProtocolVersion = 1

// DefaultAgentTimeout bounds the time of an answer by default.
const DefaultAgentTimeout = time.Minute

// Errors of agents. Each names the command and, once there is one, the public state. Improper
// probabilities are game.ErrProbability.
var (
	ErrAgentStart = errors.New("cannot start")
	ErrHello      = errors.New("does not greet as the protocol demands")
	ErrLate       = errors.New("no answer in time")
	ErrEnded      = errors.New("ended")
	ErrAnswer     = errors.New("bad answer")
	ErrUnsteady   = errors.New("answers the same question differently")
)

// AgentOptions are the processes and the timeout of an agent.
type AgentOptions struct {
	Copies int // number of processes; below 1: one for each processor
	// Timeout bounds the time of an answer; 0 means DefaultAgentTimeout.
	Timeout time.Duration
}

// Agent is the policy of another program. It is safe for concurrent use: each question goes to an idle copy.
type Agent struct {
	ctx     context.Context
	command string
	name    string
	game    game.Game
	idle    chan *process

	watch atomic.Pointer[func(states int)] // called after each answer

	files string // digest of the command and the files that it names, as they were before the start

	mu     sync.Mutex
	copies []*process
	asked  int
	states []game.State  // to ask again
	kept   [][][]float64 // what was answered there

	checking sync.Mutex // held by Steady, which takes all copies
}

// StartAgent starts all copies of a command, words separated by spaces, and then greets all at once. The context ends
// them; so does Close. Errors are ErrAgentStart, ErrHello, ErrLate and ErrEnded.
func StartAgent(ctx context.Context, command string, g game.Game, o AgentOptions) (*Agent, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, fmt.Errorf("%w: there is no command", ErrAgentStart)
	}
	timeout, copies := cmp.Or(o.Timeout, DefaultAgentTimeout), parallel.Workers(o.Copies)
	p := &Agent{ctx: ctx, command: command, game: g, idle: make(chan *process, copies)}
	var err error
	if p.files, err = filesDigest(words); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAgentStart, err)
	}
	for range copies {
		c, err := start(ctx, words, timeout)
		if err != nil {
			p.Close()
			return nil, p.fail(err)
		}
		p.copies = append(p.copies, c)
	}
	greet := func(i int) error {
		err := p.copies[i].greet(g)
		if err != nil && !errors.Is(err, ErrHello) {
			err = fmt.Errorf("%w, when it was greeted", err)
		}
		return err
	}
	if err := (parallel.Loop{Items: copies, Workers: copies}).Each(ctx, parallel.Same(greet)); err != nil {
		p.Close()
		return nil, p.fail(err)
	}
	for _, c := range p.copies {
		p.idle <- c
	}
	p.name = cmp.Or(p.copies[0].name, command)
	return p, nil
}

// Name is the program's own name, or its command.
func (p *Agent) Name() string { return p.name }

// Close ends all copies and waits for them.
func (p *Agent) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	var ends sync.WaitGroup
	for _, c := range p.copies {
		ends.Go(c.end)
	}
	ends.Wait()
	p.copies = nil
}

// fail names the command. A context that has ended is the reason of all later errors.
func (p *Agent) fail(err error) error {
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	return fmt.Errorf("%w (exec:%s)", err, p.command)
}

// Vector implements game.Policy.
func (p *Agent) Vector(s game.State, out [][]float64) error {
	return p.Vectors([]game.State{s}, [][][]float64{out})
}

// Vectors asks for several public states at once: out[k] is what Vector fills for states[k].
func (p *Agent) Vectors(states []game.State, out [][][]float64) error {
	for len(states) > 0 {
		n, err := p.some(states, out)
		if err != nil {
			return err
		}
		if watch := p.watch.Load(); watch != nil {
			(*watch)(n)
		}
		states, out = states[n:], out[n:]
	}
	return nil
}

// some asks for the first of the states, as many as the program takes at once, and returns their number.
func (p *Agent) some(states []game.State, out [][][]float64) (int, error) {
	c, err := p.take()
	if err != nil {
		return 0, err
	}
	defer func() { p.idle <- c }()
	n := min(len(states), c.batch)
	if err := p.askCopy(c, states[:n], out); err != nil {
		return n, err
	}
	p.keep(states[:n], out)
	return n, nil
}

func (p *Agent) take() (*process, error) {
	select {
	case c := <-p.idle:
		return c, nil
	case <-p.ctx.Done():
		return nil, p.ctx.Err()
	}
}

// askCopy asks one copy for no more states than it takes at once.
func (p *Agent) askCopy(c *process, states []game.State, out [][][]float64) error {
	if err := c.ask(states, out); err != nil {
		where := states[0].String()
		if len(states) > 1 {
			where = fmt.Sprintf("one of the %d states from %s on", len(states), where)
		}
		return p.fail(fmt.Errorf("%w, at %s", err, where))
	}
	for k, s := range states {
		normalise(out[k])
		if err := game.CheckVector(p.game.Hands(), s, out[k]); err != nil {
			return p.fail(err)
		}
		for i := range out[k] {
			p.game.Hands().Block(out[k][i], s.Board.Set()) // there a program may answer anything
		}
	}
	return nil
}

// normalise divides sums that are wrong by no more than single precision by themselves.
func normalise(out [][]float64) {
	for h := range out[0] {
		sum := 0.0
		for i := range out {
			sum += out[i][h]
		}
		if off := math.Abs(sum - 1); off > game.SumTolerance && off <= game.SingleTolerance {
			for i := range out {
				out[i][h] /= sum
			}
		}
	}
}
