package postflop

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"feltlab/model/cards"
	"feltlab/model/game"
)

// ErrState marks a file that is no state of a solver of the game.
var ErrState = errors.New("no state of a solver of this game")

// magic begins the file of a state. Its number goes up when the format changes.
const magic = "feltlab postflop 1\n"

// IsState reports whether a file begins like a state.
func IsState(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// Digest identifies a game: its board, ranges, betting tree and payoffs.
func Digest(g *game.Postflop) string {
	h := sha256.New()
	fmt.Fprintln(h, cards.SetOf(g.Rules().Board...))
	for i, set := range g.Hands().Cards {
		fmt.Fprintln(h, set, g.Hands().Weights(0)[i], g.Hands().Weights(1)[i])
	}
	for n := range g.Root().All() {
		fmt.Fprintln(h, n.History, n.Kind, n.Contributions, n.Payoff, n.Rake)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// chunk is how many numbers are encoded at a time.
const chunk = 1 << 15

// Save writes the state: the digest of the game, the number of iterations, and the tables as 32-bit floats.
func (s *Solver) Save(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<20)
	fmt.Fprintf(b, "%s%s\n%d\n", magic, Digest(s.game), s.iterations)
	for _, table := range [][]float32{s.regret, s.sum} {
		for part := range slices.Chunk(table, chunk) {
			binary.Write(b, binary.LittleEndian, part)
		}
	}
	return b.Flush() // has the first error
}

// Load reads a state of the same game. The error wraps ErrState, or is that of the reader.
func (s *Solver) Load(r io.Reader) error {
	b := bufio.NewReaderSize(r, 1<<20)
	var digest string
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(b, head); err != nil || !IsState(head) {
		return fmt.Errorf("%w: it begins otherwise", ErrState)
	}
	if _, err := fmt.Fscanf(b, "%64s\n%d\n", &digest, &s.iterations); err != nil || s.iterations < 0 {
		return fmt.Errorf("%w: its head is damaged", ErrState)
	}
	if digest != Digest(s.game) {
		return fmt.Errorf("%w: it was made for another board, other ranges or another betting tree", ErrState)
	}
	for _, table := range [][]float32{s.regret, s.sum} {
		for part := range slices.Chunk(table, chunk) {
			if err := binary.Read(b, binary.LittleEndian, part); err != nil {
				return fmt.Errorf("%w: it is cut off", ErrState)
			}
			if i := slices.IndexFunc(part, func(x float32) bool { return x-x != 0 }); i >= 0 {
				return fmt.Errorf("%w: it has the number %v", ErrState, part[i])
			}
		}
	}
	if _, err := b.ReadByte(); err != io.EOF {
		return fmt.Errorf("%w: it has more than the game needs", ErrState)
	}
	return nil
}
