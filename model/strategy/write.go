package strategy

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"io"
	"strconv"

	"feltlab/model/game"
)

// Format and Version are the first words of every file, and are stored in the metadata of other formats.
const (
	Format  = "feltlab-strategy"
	Version = "1"
)

// Write writes a complete table in the format of docs/strategy-format.md. Probabilities have as many
// digits as reading them back exactly requires.
func Write(w io.Writer, t *Table) error {
	if err := t.Check(); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %s\ngame %s\n", Format, Version, t.game.Name())
	for seat, b := range t.buckets {
		fmt.Fprintf(out, "buckets %d %s\n", seat, b.Name())
	}
	rows := 0
	var line []byte
	for id, n := range t.decisions {
		buckets := t.buckets[n.Actor]
		for b := range buckets.Len(n.Round) {
			line = append(append(line[:0], n.History...), ' ')
			line = append(line, buckets.Label(n.Round, b)...)
			for _, p := range t.Row(id, b) {
				line = strconv.AppendFloat(append(line, ' '), p, 'g', -1, 64)
			}
			out.Write(append(line, '\n'))
			rows++
		}
	}
	fmt.Fprintf(out, "end %d\n", rows)
	return out.Flush()
}

// MaxBytes bounds the size of the file of a table with the given bucketings.
func MaxBytes(g game.Game, buckets [2]Bucketing) int64 {
	const number = 25 // bytes of a space and a probability
	total := int64(len(Format) + len(Version) + len(g.Name()) + len(buckets[0].Name()) + len(buckets[1].Name()) + 100)
	for _, n := range g.Root().Decisions() {
		of := buckets[n.Actor]
		for b := range of.Len(n.Round) {
			total += int64(len(n.History) + len(of.Label(n.Round, b)) + number*len(n.Actions) + 2)
		}
	}
	return total
}

// Digest returns the hash of what Write writes. Strategies that are equal have equal digests, in any
// file format. The error is that of an incomplete table.
func Digest(t *Table) (string, error) {
	h := sha256.New()
	if err := Write(h, t); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}
