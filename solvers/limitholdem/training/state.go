package training

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Identity is everything that the course of a training depends on.
type Identity struct {
	Buckets   [2]string `json:"buckets"`
	Boards    int       `json:"boards"`
	Weighting Weighting `json:"weighting"`
	Tilts     [2]Tilt   `json:"tilts"`
	Respond   Responder `json:"respond,omitempty"`
	Seed      uint64    `json:"seed"`
}

// state is the first line of a stored state. The tables follow, as little-endian numbers.
type state struct {
	Iterations int      `json:"iterations"`
	Dealt      int      `json:"boards_dealt"`
	Values     estimate `json:"values"`
	Losses     estimate `json:"losses"`
}

// Identity returns what the training depends on: a state fits a solver with the same identity.
func (s *Solver) Identity() Identity {
	o := &s.options
	return Identity{
		Buckets: [2]string{o.Buckets[0].Name(), o.Buckets[1].Name()}, Boards: o.Boards,
		Weighting: o.Weighting, Tilts: o.Tilts, Respond: o.Respond, Seed: o.Seed,
	}
}

// eachBlock visits all tables that training changes, in a fixed order.
func (s *Solver) eachBlock(visit func(block any) error) error {
	for _, tables := range [][2][numRounds]*table{s.tables, s.trunks} {
		for seat := range tables {
			for _, t := range tables[seat] {
				if t == nil {
					continue
				}
				for _, blocks := range [][][]plan{t.regrets, t.sums} {
					for _, b := range blocks {
						if err := visit(b); err != nil {
							return err
						}
					}
				}
				if err := visit(t.updated); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Save writes the state, from which Load resumes as if training had not stopped.
func (s *Solver) Save(w io.Writer) error {
	if err := json.NewEncoder(w).Encode(state{s.iterations, s.dealt, s.values, s.losses}); err != nil {
		return err
	}
	return s.eachBlock(func(block any) error { return binary.Write(w, binary.LittleEndian, block) })
}

// Load reads a state that a solver with the same identity saved. The caller makes sure of that, and
// that the bytes are those that were saved. After an error the solver is of no use.
func (s *Solver) Load(in io.Reader) error {
	r := bufio.NewReaderSize(in, 1<<20)
	line, err := r.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("training state: %w", err)
	}
	var found state
	if err := json.Unmarshal(line, &found); err != nil {
		return fmt.Errorf("training state, line 1: %w", err)
	}
	if err := s.eachBlock(func(block any) error { return binary.Read(r, binary.LittleEndian, block) }); err != nil {
		return fmt.Errorf("training state: its tables are cut: %w", err)
	}
	if _, err := r.ReadByte(); err != io.EOF {
		return errors.New("training state: it has more tables than this training")
	}
	s.iterations, s.dealt, s.values, s.losses = found.Iterations, found.Dealt, found.Values, found.Losses
	return nil
}
