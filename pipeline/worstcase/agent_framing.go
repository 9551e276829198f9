package worstcase

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"

	"feltlab/model/game"
)

// jsonLines is the framing by JSON: a question and an answer in a line each.
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

// maxNumber bounds the bytes of a number in an answer.
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
		for _, a := range s.Actions {
			state.Actions = append(state.Actions, a.String())
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
		return fmt.Errorf("%w: %q: %w", ErrAnswer, shorten(line), err)
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
