package worstcase

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"feltlab/internal/clock"
	"feltlab/internal/plain"
	"feltlab/model/game"
)

type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	pipe    io.Closer // of out
	killed  sync.Once
	exited  chan struct{} // closed when it has exited, with exit
	exit    error
	errors  tail
	timeout time.Duration
	late    atomic.Bool
	ended   error // its failure, after which it is not asked again

	name    string
	batch   int    // most states of a question
	hands   [2]int // their number by seat
	framing framing
	next    int // number of the next question
}

type framing interface {
	ask(p *process, states []game.State, out [][][]float64) error
}

const outBuffer = 1 << 18

func start(ctx context.Context, words []string, timeout time.Duration) (*process, error) {
	p := &process{cmd: exec.CommandContext(ctx, words[0], words[1:]...), timeout: timeout,
		exited: make(chan struct{})}
	p.cmd.Stderr = &p.errors
	ownGroup(p.cmd)
	p.cmd.Cancel = func() error { p.kill(); return nil }
	p.cmd.WaitDelay = killDelay // for programs that it started and that keep its error output open
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAgentStart, err)
	}
	out, its, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAgentStart, err)
	}
	defer its.Close()
	p.in, p.out, p.pipe, p.cmd.Stdout = in, bufio.NewReaderSize(out, outBuffer), out, its
	started := make(chan error)
	go func() {
		runtime.LockOSThread() // a thread that ends would take the program with it (see dieWithUs)
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		if started <- err; err != nil {
			return
		}
		p.exit = p.cmd.Wait()
		close(p.exited)
		time.AfterFunc(killDelay, p.kill)
	}()
	if err := <-started; err != nil {
		out.Close()
		return nil, fmt.Errorf("%w: %w", ErrAgentStart, err)
	}
	return p, nil
}

// killDelay is how long a program may take to end when its input is closed, and its last words to arrive.
const killDelay = time.Second

// kill ends the program and what it started, and closes our side of its input and output, which others may keep open.
func (p *process) kill() {
	p.killed.Do(func() {
		killGroup(p.cmd)
		p.in.Close()
		p.pipe.Close()
	})
}

// end closes the program's input, at which it should end by itself, and kills it if it does not. What it started ends
// with it.
func (p *process) end() {
	go io.Copy(io.Discard, p.out) // until kill closes it
	p.stop()
}

// stop is end for a program whose output is read already.
func (p *process) stop() {
	p.in.Close()
	defer time.AfterFunc(killDelay, p.kill).Stop()
	<-p.exited
	p.kill()
}

// hello is the greeting of both sides; only feltlab sends hands and framings, only the program the last three.
type hello struct {
	Version  int          `json:"feltlab-agent"`
	Game     string       `json:"game"`
	Hands    *[2][]string `json:"hands,omitempty"`
	Framings []string     `json:"framings,omitempty"`
	Framing  string       `json:"framing,omitempty"`
	Batch    int          `json:"batch,omitempty"`
	Name     string       `json:"name,omitempty"`
}

// defaultBatch is the largest number of states of a question to a program that names none.
const defaultBatch = 100

var framings = map[string]framing{"": jsonLines{}, "json": jsonLines{}, "binary": binaryFrames{}}

const maxHello = 1 << 16

func (p *process) greet(g game.Game) error {
	ours := hello{Version: AgentProtocolVersion, Game: g.Name(), Hands: &[2][]string{},
		Framings: []string{"json", "binary"}}
	for seat := range 2 {
		p.hands[seat] = g.Hands().Len(seat)
		for h := range p.hands[seat] {
			ours.Hands[seat] = append(ours.Hands[seat], g.Hands().Name(seat, h))
		}
	}
	var theirs hello
	err := p.inTime(func() error {
		wrote := p.writeLine(ours)
		line, err := p.readLine(maxHello) // its answer counts even if the write failed
		if err != nil {
			return cmp.Or(wrote, err)
		}
		if err := json.Unmarshal(line, &theirs); err != nil {
			return fmt.Errorf("%w: %q is not JSON: %w", ErrHello, shorten(line), plain.JSON(err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.name, p.framing, p.batch = theirs.Name, framings[theirs.Framing], cmp.Or(theirs.Batch, defaultBatch)
	switch {
	case theirs.Version != AgentProtocolVersion:
		return fmt.Errorf("%w: it speaks version %d, want %d", ErrHello, theirs.Version, AgentProtocolVersion)
	case theirs.Game != g.Name():
		return fmt.Errorf("%w: it plays %q, want %q", ErrHello, theirs.Game, g.Name())
	case p.batch < 1:
		return fmt.Errorf("%w: batch %d, want the largest number of states of a question, such as 100",
			ErrHello, p.batch)
	case p.framing == nil:
		return fmt.Errorf("%w: framing %q, want json or binary", ErrHello, theirs.Framing)
	}
	return nil
}

func (p *process) ask(states []game.State, out [][][]float64) error {
	if p.ended == nil {
		p.ended = p.inTime(func() error { return p.framing.ask(p, states, out) })
	}
	return p.ended
}

// inTime kills the program if do takes too long, and returns the reason for do's failure.
func (p *process) inTime(do func() error) error {
	limited, cancel := clock.WithTimeout(context.Background(), p.timeout)
	stop := context.AfterFunc(limited, func() {
		p.late.Store(true)
		p.kill()
	})
	err := do()
	stop()
	cancel()
	switch {
	case err == nil, errors.Is(err, ErrAnswer), errors.Is(err, ErrHello):
		return err
	case p.late.Load():
		return fmt.Errorf("%w: it had %v", ErrLate, p.timeout)
	}
	// Its input or output is closed: it has ended, or is about to.
	var forced atomic.Bool
	kill := time.AfterFunc(killDelay, func() {
		forced.Store(true)
		p.kill()
	})
	defer kill.Stop()
	p.in.Close()
	<-p.exited
	state := "with its output closed"
	if p.exit != nil && !forced.Load() && !errors.Is(p.exit, exec.ErrWaitDelay) {
		state = p.exit.Error()
	}
	if last := p.errors.last(); last != "" {
		state += ": " + last
	}
	return fmt.Errorf("%w: %s", ErrEnded, state)
}

func (p *process) writeLine(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = p.in.Write(append(line, '\n'))
	return err
}

func (p *process) readLine(most int) ([]byte, error) {
	var line []byte
	for {
		part, err := p.out.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > most {
			return nil, fmt.Errorf("%w: a line of more than %d bytes: %q", ErrAnswer, most, shorten(line))
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// text returns the line that begins with some bytes, as far as it has come, or nothing if they are not printable.
func (p *process) text(start []byte) string {
	if bytes.ContainsFunc(start, func(r rune) bool { return r != '\n' && (r < ' ' || r > '~') }) {
		return ""
	}
	more, _ := p.out.Peek(p.out.Buffered())
	line, _, _ := bytes.Cut(bytes.TrimSpace(append(bytes.Clone(start), more...)), []byte("\n"))
	return shorten(line)
}

func shorten(text []byte) string {
	const most = 80
	text = bytes.TrimSpace(text)
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 1 << 12

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-tailSize):]
	return len(p), nil
}

func (t *tail) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return lines[len(lines)-1]
}

type jsonLines struct{}

type agentQuestion struct {
	ID     int         `json:"id"`
	States []jsonState `json:"states"`
}

type jsonState struct {
	History string   `json:"history"`
	Board   []string `json:"board"`
	Actor   int      `json:"actor"`
	Actions []string `json:"actions"`
}

type answer struct {
	ID            int           `json:"id"`
	Probabilities [][][]float64 `json:"probabilities"`
	Error         string        `json:"error"`
}

const maxNumber = 40

func (jsonLines) ask(p *process, states []game.State, out [][][]float64) error {
	q := agentQuestion{ID: p.next}
	p.next++
	most := maxHello
	for _, s := range states {
		state := jsonState{History: s.History, Board: []string{}, Actor: s.Actor}
		for _, c := range s.Board.Cards() {
			state.Board = append(state.Board, c.String())
		}
		for i := range s.Actions {
			state.Actions = append(state.Actions, s.Word(i))
		}
		q.States = append(q.States, state)
		most += maxNumber * len(s.Actions) * p.hands[s.Actor]
	}
	if err := p.writeLine(q); err != nil {
		return err
	}
	line, err := p.readLine(most)
	if err != nil {
		return err
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return fmt.Errorf("%w: %q: %w", ErrAnswer, shorten(line), plain.JSON(err))
	}
	switch {
	case a.Error != "":
		return fmt.Errorf("%w: it says %q", ErrAnswer, a.Error)
	case a.ID != q.ID:
		return fmt.Errorf("%w: it answers question %d, want %d", ErrAnswer, a.ID, q.ID)
	case len(a.Probabilities) != len(states):
		return fmt.Errorf("%w: it answers for %d states, want %d", ErrAnswer, len(a.Probabilities), len(states))
	}
	for k, s := range states {
		if len(a.Probabilities[k]) != len(s.Actions) {
			return fmt.Errorf("%w: probabilities of %d actions, want %d",
				ErrAnswer, len(a.Probabilities[k]), len(s.Actions))
		}
		for i, v := range a.Probabilities[k] {
			if len(v) != p.hands[s.Actor] {
				return fmt.Errorf("%w: probabilities of %d hands, want %d", ErrAnswer, len(v), p.hands[s.Actor])
			}
			copy(out[k][i], v)
		}
	}
	return nil
}

// binaryFrames is the framing by bytes: a length of four bytes, then the content, all numbers little-endian.
type binaryFrames struct{}

func (binaryFrames) ask(p *process, states []game.State, out [][][]float64) error {
	content := binary.LittleEndian.AppendUint32(nil, uint32(len(states)))
	want := 0
	for _, s := range states {
		board := s.Board.Cards()
		content = append(content, byte(s.Actor), byte(len(board)), byte(len(s.Actions)), byte(len(s.History)))
		for _, c := range board {
			content = append(content, byte(c))
		}
		for _, a := range s.Actions {
			content = append(content, byte(a))
		}
		content = append(content, s.History...)
		want += 4 * len(s.Actions) * p.hands[s.Actor]
	}
	frame := append(binary.LittleEndian.AppendUint32(nil, uint32(len(content))), content...)
	if _, err := io.Copy(p.in, bytes.NewReader(frame)); err != nil {
		return err
	}
	var length [4]byte
	if _, err := io.ReadFull(p.out, length[:]); err != nil {
		return err
	}
	if got := binary.LittleEndian.Uint32(length[:]); got != uint32(want) {
		if text := p.text(length[:]); text != "" {
			return fmt.Errorf("%w: %q, want the length of a frame, %d", ErrAnswer, text, want)
		}
		return fmt.Errorf("%w: %d bytes, want %d: a float32 for each state, action and hand", ErrAnswer, got, want)
	}
	numbers := make([]byte, want)
	if _, err := io.ReadFull(p.out, numbers); err != nil {
		return err
	}
	for k := range states {
		for _, v := range out[k] {
			for h := range v {
				v[h] = float64(math.Float32frombits(binary.LittleEndian.Uint32(numbers)))
				numbers = numbers[4:]
			}
		}
	}
	return nil
}
