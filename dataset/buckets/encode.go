package buckets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Schema is the name of the format of Encode: 16-bit little-endian numbers. They are the bucket of each class; of
// each pair of a hand and a flop (package showdown numbers them); of each pair of a hand and four cards, with
// perfect recall four times, for each card in ascending order as the last; and on the river of each strength, with
// perfect recall for each bucket of the turn, or for KMeansOCHS of each pair of a hand and five cards.
const Schema = "feltlab bucketing"

// ErrFormat marks a file that is not a bucketing of the spec.
var ErrFormat = errors.New("not a bucketing")

// chunk is the number of buckets that are read or written at a time.
const chunk = 1 << 15

// Encode writes the bucketing.
func (b *Bucketing) Encode(w io.Writer) error {
	bytes := make([]byte, 0, 2*chunk)
	for _, table := range b.tables() {
		for part := range slices.Chunk(*table, chunk) {
			bytes = bytes[:0]
			for _, k := range part {
				bytes = binary.LittleEndian.AppendUint16(bytes, k)
			}
			if _, err := w.Write(bytes); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Bucketing) tables() [streets]*[]uint16 {
	return [streets]*[]uint16{&b.preflop, &b.flop, &b.turn, &b.river}
}

// Decode reads a bucketing that Build built for all boards. The error is that of the reader, or wraps ErrFormat, also
// if a hand has no bucket.
func Decode(r io.Reader, s Spec) (*Bucketing, error) {
	b, bytes := newBucketing(s), make([]byte, 2*chunk)
	for street, n := range b.fullSizes() {
		table := make([]uint16, n)
		for part := range slices.Chunk(table, chunk) {
			if _, err := io.ReadFull(r, bytes[:2*len(part)]); err != nil {
				return nil, fmt.Errorf("%w: street %d has fewer than %d entries: %w", ErrFormat, street, n, err)
			}
			for i := range part {
				part[i] = binary.LittleEndian.Uint16(bytes[2*i:])
				if int(part[i]) >= b.lens[street] {
					return nil, fmt.Errorf("%w: a hand on street %d is in bucket %d of %d",
						ErrFormat, street, part[i], b.lens[street])
				}
			}
		}
		*b.tables()[street] = table
	}
	if n, _ := io.ReadFull(r, bytes[:1]); n > 0 {
		return nil, fmt.Errorf("%w: it has bytes after its end", ErrFormat)
	}
	return b, nil
}
