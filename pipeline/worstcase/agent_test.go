package worstcase

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"feltlab/model/game"
	"feltlab/solvers/extensive"
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
	in, out := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	read := func(v any) bool {
		line, err := in.ReadBytes('\n')
		return err == nil && json.Unmarshal(line, v) == nil
	}
	var theirs hello
	read(&theirs)
	reply := hello{Version: AgentProtocolVersion, Game: theirs.Game, Name: "test"}
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
		case "says":
			a.Error = "out of memory"
		case "NaN":
			fmt.Printf("{\"id\": %d, \"probabilities\": [[[NaN]]]}\n", q.ID)
			continue
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
	out := make([][]float64, len(s.Actions))
	for i := range out {
		out[i] = make([]float64, 3)
	}
	return p.Vector(s, out)
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
		"flood":    {ErrAnswer, "a line of more than"},
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
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.text) || !strings.Contains(err.Error(), "exec:") {
				t.Errorf("%s: %v, want %v with %q", how, err, tc.want, tc.text)
			}
		})
	}
	if _, err := StartAgent(t.Context(), "/no/such/program", game.Kuhn(), AgentOptions{}); !errors.Is(err, ErrAgentStart) {
		t.Error(err)
	}
	if _, err := StartAgent(t.Context(), " ", game.Kuhn(), AgentOptions{}); !errors.Is(err, ErrAgentStart) {
		t.Error(err)
	}
}

// Numbers in single precision are taken, and made one.
func TestSinglePrecision(t *testing.T) {
	p, err := begin(t, "single", AgentOptions{Copies: 2})
	if err != nil {
		t.Fatal(err)
	}
	r, err := extensive.BestResponse(t.Context(), game.Kuhn(), p, extensive.ResponseOptions{})
	if err != nil || math.Abs(r.NashConv()-11./12) > 1e-12 || p.Name() != "test" {
		t.Errorf("%v (%v)", r, err)
	}
}

// A context that ends ends the program, and is the reason that is told.
func TestCancel(t *testing.T) {
	t.Setenv(manners, "slow")
	ctx, cancel := context.WithCancel(t.Context())
	p, err := StartAgent(ctx, os.Args[0], game.Kuhn(), AgentOptions{Copies: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := ask(p, game.Kuhn().Root()); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := ask(p, game.Kuhn().Root()); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The example in Python plays all games; in Leduc its loss does not depend on suits.
func TestPythonExample(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	script := filepath.Join("..", "..", "scripts", "agent.py")
	for _, g := range []game.Game{game.Kuhn(), game.Leduc()} {
		p, err := StartAgent(t.Context(), python+" "+script, g, AgentOptions{Copies: 2})
		if err != nil {
			t.Fatal(err)
		}
		r, err := extensive.BestResponse(t.Context(), g, p, extensive.ResponseOptions{})
		if err != nil || r.NashConv() <= 0.1 || p.Name() != "agent.py" {
			t.Errorf("%s: %v (%v)", g.Name(), r, err)
		}
		p.Close()
	}
}
