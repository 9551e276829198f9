//go:build unix

package worstcase

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"feltlab/internal/must"
	"feltlab/internal/progress"
	"feltlab/model/game"
	"feltlab/solvers/extensive"
	"feltlab/solvers/limitholdem"
)

// manners makes the test binary an agent of uniform play with the manners that it says.
const manners = "FELTLAB_TEST_AGENT"

func TestMain(m *testing.M) {
	if how := os.Getenv(manners); how != "" {
		behave(how)
		return
	}
	os.Exit(m.Run())
}

// behave answers line by line, and goes wrong at the second question.
func behave(how string) {
	how, child, _ := strings.Cut(how, " with ")
	if child != "" { // it keeps the agent's output open
		sleep := exec.Command("sleep", "15")
		sleep.Stdout, sleep.Stderr = os.Stdout, os.Stderr
		sleep.SysProcAttr = &syscall.SysProcAttr{Setsid: child == "a session"}
		if err := sleep.Start(); err != nil {
			panic(err)
		}
	}
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	read := func(v any) bool {
		line, err := in.ReadBytes('\n')
		return err == nil && json.Unmarshal(line, v) == nil
	}
	var theirs hello
	read(&theirs)
	reply := hello{Version: AgentProtocolVersion, Game: theirs.Game, Name: "test"}
	if folder, ok := strings.CutPrefix(how, "meet "); ok {
		os.CreateTemp(folder, "")
		for list, _ := os.ReadDir(folder); len(list) < 3; list, _ = os.ReadDir(folder) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	switch how {
	case "mute":
		time.Sleep(time.Minute)
	case "version":
		reply.Version = 2
	case "game":
		reply.Game = "poker"
	case "framing":
		reply.Framing = "xml"
	case "chatter":
		fmt.Println("starting...")
	case "batch":
		reply.Batch = 2
	case "no batch":
		reply.Batch = -1
	case "refuse":
		fmt.Fprintln(os.Stderr, "no model file")
		os.Exit(3)
	}
	out.Encode(reply)
	var q agentQuestion
	for asked := 0; read(&q); asked++ {
		a := answer{ID: q.ID}
		for _, s := range q.States {
			hands := len(theirs.Hands[s.Actor])
			var state [][]float64
			for range s.Actions {
				p := make([]float64, hands)
				for h := range p {
					p[h] = 1 / float64(len(s.Actions))
				}
				state = append(state, p)
			}
			a.Probabilities = append(a.Probabilities, state)
		}
		first := a.Probabilities[0]
		share := map[string]float64{"biased": 0.1, "random": rand.Float64() / 10,
			"seeded": float64(os.Getpid()%1000) / 1e4}[how]
		if how == "drift" && asked >= 1 {
			share = 0.1
		}
		for _, state := range a.Probabilities {
			for h := range state[0] {
				state[0][h] -= share
				state[1][h] += share
			}
		}
		if asked == 0 && how != "single" {
			out.Encode(a)
			continue
		}
		switch how {
		case "single": // as a network in single precision
			for i := range first {
				for h := range first[i] {
					first[i][h] = float64(float32(first[i][h])) * (1 + 3e-7)
				}
			}
		case "silent", "slow":
			time.Sleep(time.Minute)
		case "crash":
			fmt.Fprintln(os.Stderr, "Traceback:\nIndexError: list index out of range")
			os.Exit(1)
		case "hands":
			first[0] = first[0][1:]
		case "actions":
			a.Probabilities[0] = first[1:]
		case "states":
			a.Probabilities = append(a.Probabilities, first)
		case "question":
			a.ID--
		case "negative":
			first[0][1], first[1][1] = -0.25, 1.25
		case "sum":
			first[0][2] += 0.01
		case "batch":
			if len(q.States) > 2 {
				a.Error = "too many states"
			}
		case "says":
			a.Error = "out of memory"
		case "NaN":
			fmt.Printf("{\"id\": %d, \"probabilities\": [[[NaN]]]}\n", q.ID)
			continue
		case "prints":
			fmt.Println("Loading the model of 3 layers")
			continue
		case "closes":
			os.Stdout.Close()
			time.Sleep(time.Minute)
		case "flood":
			for {
				fmt.Print("0, 0, 0, 0, 0, 0, 0, 0, ")
			}
		}
		out.Encode(a)
	}
}

func begin(t *testing.T, how string, o AgentOptions) (*Agent, error) {
	t.Helper()
	t.Setenv(manners, how)
	p, err := StartAgent(t.Context(), os.Args[0], game.Kuhn(), o)
	if err == nil {
		t.Cleanup(p.Close)
	}
	return p, err
}

func ask(p *Agent, s game.State) error {
	return p.Vector(s, game.NewVectors(len(s.Actions), 3))
}

// What goes wrong is told in a line with the public state and the command.
func TestBadManners(t *testing.T) {
	const patience = 500 * time.Millisecond
	for how, tc := range map[string]struct {
		want error
		text string
	}{
		"version":  {ErrHello, "version 2, want 1"},
		"game":     {ErrHello, `"poker", want "kuhn"`},
		"framing":  {ErrHello, `"xml"`},
		"chatter":  {ErrHello, `"starting..."`},
		"no batch": {ErrHello, "batch -1, want the largest number of states of a question"},
		"refuse":   {ErrEnded, "exit status 3: no model file, when it was greeted"},
		"mute":     {ErrLate, "it had 500ms, when it was greeted"},
		"silent":   {ErrLate, "at /c"},
		"crash":    {ErrEnded, "exit status 1: IndexError: list index out of range, at /c"},
		"hands":    {ErrAnswer, "2 hands, want 3, at /c"},
		"actions":  {ErrAnswer, "1 actions, want 2, at /c"},
		"states":   {ErrAnswer, "2 states, want 1, at /c"},
		"question": {ErrAnswer, "question 0, want 1, at /c"},
		"negative": {game.ErrProbability, "at /c, hand Q, action c has probability -0.25"},
		"sum":      {game.ErrProbability, "at /c, hand K, the probabilities sum to 1.01"},
		"says":     {ErrAnswer, `"out of memory", at /c`},
		"NaN":      {ErrAnswer, "at /c"},
		"flood":    {ErrAnswer, `bytes: "0, 0, 0`},
		"prints":   {ErrAnswer, `"Loading the model of 3 layers"`},
		"closes":   {ErrEnded, "ended: with its output closed, at /c"},
	} {
		t.Run(how, func(t *testing.T) {
			o := AgentOptions{Copies: 1, Timeout: time.Minute}
			if tc.want == ErrLate {
				o.Timeout = patience
			}
			p, err := begin(t, how, o)
			if err == nil {
				if err = ask(p, game.Kuhn().Root()); err != nil && tc.want != ErrLate {
					t.Errorf("%s: the first question: %v", how, err)
				}
				err = ask(p, game.Kuhn().Root().After(0))
			}
			must.Fail(t, err, tc.want, tc.text, "exec:")
		})
	}
	must.Fails(StartAgent(t.Context(), "/no/such/program", game.Kuhn(), AgentOptions{}))(t, ErrAgentStart)
	must.Fails(StartAgent(t.Context(), " ", game.Kuhn(), AgentOptions{}))(t, ErrAgentStart)
}

// Numbers in single precision are taken, and made one.
func TestSinglePrecision(t *testing.T) {
	p := must.Get(begin(t, "single", AgentOptions{Copies: 2}))(t)
	r := must.Get(extensive.BestResponse(t.Context(), game.Kuhn(), p, extensive.ResponseOptions{}))(t)
	must.Near(t, r.NashConv(), 11./12, 1e-12)
	must.Equal(t, p.Name(), "test")
}

// A program names the largest number of states of a question.
func TestBatch(t *testing.T) {
	p := must.Get(begin(t, "batch", AgentOptions{Copies: 1}))(t)
	var states []game.State
	var out [][][]float64
	for range 5 {
		s := game.Kuhn().Root()
		states, out = append(states, s), append(out, game.NewVectors(2, 3))
	}
	answered := 0
	watch := func(n int) { answered += n }
	p.watch.Store(&watch)
	if err := p.Vectors(states, out); err != nil || answered != 5 || out[4][1][2] != 0.5 {
		t.Errorf("%v: %d answers, the last %v", err, answered, out[4])
	}
}

// The bar counts the answers of programs, and names their pace.
func TestPace(t *testing.T) {
	solver := must.Get(limitholdem.New(byClass{}, limitholdem.Options{Turns: 2, Rivers: 2}))(t)
	var text bytes.Buffer
	agent := &Agent{name: "slow.py"}
	c := &computation{solver: solver, bar: progress.Start(&text, "work", 2), players: []game.Policy{agent}}
	end := c.watch([]limitholdem.Task{{Flop: 0, Seat: 0}, {Flop: 0, Seat: 1}})
	(*agent.watch.Load())(80)
	end()
	c.bar.Close()
	if most := 2 * (35 + 2*315 + 4*2835); agent.watch.Load() != nil || solver.Questions(0)+solver.Questions(1) != most {
		t.Errorf("%d public states, want %d; %q", solver.Questions(0)+solver.Questions(1), most, &text)
	}
}

// A context that ends ends the program, and is the reason that is told.
func TestCancel(t *testing.T) {
	t.Setenv(manners, "slow")
	ctx, cancel := context.WithCancel(t.Context())
	p := must.Get(StartAgent(ctx, os.Args[0], game.Kuhn(), AgentOptions{Copies: 1}))(t)
	defer p.Close()
	must.Do(t, ask(p, game.Kuhn().Root()))
	time.AfterFunc(50*time.Millisecond, cancel)
	must.Fail(t, ask(p, game.Kuhn().Root()), context.Canceled)
}

// TestOpenPipe ends agents whose child keeps their output open, in their process group or not, in every way in which
// an agent ends.
func TestOpenPipe(t *testing.T) {
	for _, child := range []string{"a child", "a session"} {
		for how, want := range map[string]error{
			"single": nil, "mute": ErrLate, "silent": ErrLate, "crash": ErrEnded, "slow": context.Canceled,
		} {
			t.Run(how+" with "+child, func(t *testing.T) {
				start := time.Now()
				ctx, cancel := context.WithCancel(t.Context())
				t.Setenv(manners, how+" with "+child)
				o := AgentOptions{Copies: 1, Timeout: time.Minute}
				if want == ErrLate {
					o.Timeout = 300 * time.Millisecond
				}
				p, err := StartAgent(ctx, os.Args[0], game.Kuhn(), o)
				if err == nil {
					err = ask(p, game.Kuhn().Root())
				}
				if err == nil {
					if how == "slow" {
						time.AfterFunc(300*time.Millisecond, cancel)
					}
					if err = ask(p, game.Kuhn().Root().After(0)); how == "single" {
						err = nil
					}
					p.Close()
				}
				cancel()
				if took := time.Since(start); !errors.Is(err, want) || took > 40*time.Second {
					t.Errorf("%v after %v, want %v", err, took, want)
				}
			})
		}
	}
}

// What an agent started in a session of its own ends with it.
func TestMarked(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no environment of processes")
	}
	p := must.Get(begin(t, "single with a session", AgentOptions{Copies: 1}))(t)
	cmd := p.copies[0].cmd
	must.Equal(t, len(marked(cmd)), 2)
	p.Close()
	for range 100 { // a process that was killed has an environment until its parent asks for it
		if len(marked(cmd)) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the child runs on")
}

// All copies are started before any has answered: each waits for the others.
func TestGreetedAtOnce(t *testing.T) {
	must.Get(begin(t, "meet "+t.TempDir(), AgentOptions{Copies: 3}))(t)
}

// A binary answer that is text is quoted.
func TestTextForFrame(t *testing.T) {
	s := game.Kuhn().Root()
	for out, want := range map[string]string{"Loading...\nready\n": `"Loading...", want the length of a frame, 24`,
		"\x01\x02\x03\x04": "67305985 bytes, want 24"} {
		p := &process{in: discard{}, out: bufio.NewReader(strings.NewReader(out)), hands: [2]int{3, 3}}
		if err := (binaryFrames{}).ask(p, []game.State{s}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", out, err, want)
		}
	}
}

type discard struct{}

func (discard) Write(b []byte) (int, error) { return len(b), nil }
func (discard) Close() error                { return nil }

// The examples in Python play all games by the same rule; in Leduc their loss does not depend on suits.
func TestPythonExamples(t *testing.T) {
	losses := map[string]float64{}
	for _, name := range []string{"agent.py", "agent_numpy.py"} {
		t.Run(name, func(t *testing.T) {
			python := pythonFor(t, name)
			for _, g := range []game.Game{game.Kuhn(), game.Leduc()} {
				p := must.Get(StartAgent(t.Context(), python+" ../../scripts/"+name, g, AgentOptions{Copies: 2}))(t)
				r, err := extensive.BestResponse(t.Context(), g, p, extensive.ResponseOptions{})
				if err != nil || r.NashConv() <= 0.1 || p.Name() != name {
					t.Fatalf("%s: %v (%v)", g.Name(), r, err)
				}
				if other, ok := losses[g.Name()]; ok && math.Abs(other-r.NashConv()) > 1e-6 {
					t.Errorf("%s: loses %v, the other example %v", g.Name(), r.NashConv(), other)
				}
				losses[g.Name()] = r.NashConv()
				p.Close()
			}
		})
	}
}

// pythonFor returns a Python that runs an example.
func pythonFor(t *testing.T, name string) string {
	t.Helper()
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		needs := "json"
		if name == "agent_numpy.py" {
			needs = "numpy"
		}
		if exec.Command(python, "-c", "import "+needs).Run() == nil {
			return python
		}
	}
	t.Skipf("no Python for %s (Debian's packages python3 and python3-numpy)", name)
	return ""
}

// TestUnsteadyKeepsNothing ends a computation when a program has changed its answers, before its first item is stored:
// a run that is stopped then leaves nothing of it.
func TestUnsteadyKeepsNothing(t *testing.T) {
	solver := must.Get(limitholdem.New(named(t, "always-fold"), limitholdem.Options{}))(t)
	item := must.Get(solver.Flop(t.Context(), 3, 1))(t)
	for how, steady := range map[string]bool{"drift": false, "good": true} {
		agent := must.Get(begin(t, how, AgentOptions{Copies: 2}))(t)
		must.Do(t, ask(agent, game.Kuhn().Root()))
		must.Do(t, ask(agent, game.Kuhn().Root()))
		c := (&Options{Store: cache(t)}).computation(solver, bestResponses, "fold", agent)
		if err := c.put(item, ""); steady != (err == nil) || !steady && !errors.Is(err, ErrUnsteady) {
			t.Errorf("%s: %v", how, err)
		}
		kept, err := c.options.Store.Find(c.spec(limitholdem.Task{Flop: 3, Seat: 1}))
		if (kept != nil) != steady || err != nil {
			t.Errorf("%s: kept %v, %v", how, kept, err)
		}
	}
}
