package training

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"strings"
)

// Errors of Load.
var (
	ErrFormat  = errors.New("sampled: not a training checkpoint")
	ErrOther   = errors.New("sampled: the checkpoint belongs to other training")
	ErrCorrupt = errors.New("sampled: the checkpoint is corrupt")
)

// stateMagic is the first line of a checkpoint. A line of JSON follows, then the tables as
// little-endian numbers and a CRC-32 (Castagnoli) of all before it.
const stateMagic = "feltlab-training 1\n"

// identity is what a checkpoint belongs to: all that the course of the training depends on.
type identity struct {
	Buckets   [2]string `json:"buckets"`
	Boards    int       `json:"boards"`
	Weighting Weighting `json:"weighting"`
	Tilts     [2]Tilt   `json:"tilts"`
	Respond   Responder `json:"respond,omitempty"`
	Seed      uint64    `json:"seed"`
}

// state is the second line of a checkpoint.
type state struct {
	identity
	Iterations int      `json:"iterations"`
	Dealt      int      `json:"boards_dealt"`
	Values     estimate `json:"values"`
	Losses     estimate `json:"losses"`
}

func (s *Solver) identity() identity {
	o := &s.options
	return identity{
		Buckets: [2]string{o.Buckets[0].Name(), o.Buckets[1].Name()}, Boards: o.Boards,
		Weighting: o.Weighting, Tilts: o.Tilts, Respond: o.Respond, Seed: o.Seed,
	}
}

// eachTable visits all that is learnt, in a fixed order.
func (s *Solver) eachTable(visit func(t *table) error) error {
	for _, tables := range [][2][numRounds]*table{s.tables, s.trunks} {
		for seat := range tables {
			for _, t := range tables[seat] {
				if t == nil {
					continue
				}
				if err := visit(t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Save writes a checkpoint, from which Load goes on as if nothing had happened.
func (s *Solver) Save(out io.Writer) error {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	w := io.MultiWriter(out, sum)
	line, err := json.Marshal(state{s.identity(), s.iterations, s.dealt, s.values, s.losses})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "%s%s\n", stateMagic, line); err != nil {
		return err
	}
	err = s.eachTable(func(t *table) error {
		for _, blocks := range [][][]plan{t.regrets, t.sums} {
			for _, b := range blocks {
				if err := binary.Write(w, binary.LittleEndian, b); err != nil {
					return err
				}
			}
		}
		return binary.Write(w, binary.LittleEndian, t.settled)
	})
	if err != nil {
		return err
	}
	return binary.Write(out, binary.LittleEndian, sum.Sum32())
}

// Load takes a checkpoint up. After an error, which wraps ErrFormat, ErrOther, ErrCorrupt or is the
// reader's, the solver is of no use.
func (s *Solver) Load(in io.Reader) error {
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	r := &summed{bufio.NewReaderSize(in, 1<<20), sum}
	if magic, err := r.line(); err != nil || magic != stateMagic {
		return fmt.Errorf("%w: its first line is not %q", ErrFormat, strings.TrimSpace(stateMagic))
	}
	line, err := r.line()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	var found state
	if err := json.Unmarshal([]byte(line), &found); err != nil {
		return fmt.Errorf("%w: line 2: %w", ErrCorrupt, err)
	}
	if want := s.identity(); found.identity != want {
		theirs, _ := json.Marshal(found.identity) // numbers and strings
		ours, _ := json.Marshal(want)
		return fmt.Errorf("%w: it is of %s, want %s", ErrOther, theirs, ours)
	}
	err = s.eachTable(func(t *table) error {
		for _, blocks := range [][][]plan{t.regrets, t.sums} {
			for _, b := range blocks {
				if err := binary.Read(r, binary.LittleEndian, b); err != nil {
					return err
				}
			}
		}
		return binary.Read(r, binary.LittleEndian, t.settled)
	})
	want, stored := sum.Sum32(), uint32(0)
	if err == nil {
		err = binary.Read(r.in, binary.LittleEndian, &stored)
	}
	if err == nil && stored != want {
		err = errors.New("its checksum is wrong")
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	s.iterations, s.dealt, s.values, s.losses = found.Iterations, found.Dealt, found.Values, found.Losses
	return nil
}

// summed is a reader with a checksum of what was read.
type summed struct {
	in  *bufio.Reader
	sum hash.Hash32
}

func (r *summed) Read(b []byte) (int, error) {
	n, err := r.in.Read(b)
	r.sum.Write(b[:n])
	return n, err
}

func (r *summed) line() (string, error) {
	const longest = 1 << 16 // of a line in something else
	var line []byte
	for len(line) < longest {
		c, err := r.in.ReadByte()
		if err != nil {
			return string(line), err
		}
		line = append(line, c)
		if c == '\n' {
			break
		}
	}
	r.sum.Write(line)
	return string(line), nil
}
