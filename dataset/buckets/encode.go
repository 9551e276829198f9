package buckets

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Schema is what Encode writes: 16-bit numbers, the lower byte first. They are the bucket of each
// class; of each pair of a hand and a flop (package showdown numbers them); of each pair of a hand
// and four cards, with perfect recall four times, for each card in ascending order as the last; and
// of each strength on the river, with perfect recall for each bucket of the turn.
const Schema = "feltlab bucketing"

// ErrFormat marks bytes that are no bucketing of a spec.
var ErrFormat = errors.New("buckets: not a bucketing")

// Encode writes the bucketing.
func (b *Bucketing) Encode(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var two [2]byte
	for _, table := range b.tables() {
		for _, k := range *table {
			binary.LittleEndian.PutUint16(two[:], k)
			if _, err := out.Write(two[:]); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

func (b *Bucketing) tables() [streets]*[]uint16 {
	return [streets]*[]uint16{&b.preflop, &b.flop, &b.turn, &b.river}
}

// Decode reads a bucketing that Build built for all boards. One that leaves a hand on any board
// without a bucket is refused. Errors are ErrFormat and those of the reader.
func Decode(r io.Reader, s Spec) (*Bucketing, error) {
	b, in := newBucketing(s), bufio.NewReaderSize(r, 1<<16)
	var two [2]byte
	for street, n := range b.fullSizes() {
		table := make([]uint16, n)
		for i := range table {
			if _, err := io.ReadFull(in, two[:]); err != nil {
				return nil, fmt.Errorf("%w: street %d ends after %d of %d buckets: %w", ErrFormat, street, i, n, err)
			}
			table[i] = binary.LittleEndian.Uint16(two[:])
			if int(table[i]) >= b.lens[street] {
				return nil, fmt.Errorf("%w: entry %d of street %d is in bucket %d of %d", ErrFormat, i, street, table[i], b.lens[street])
			}
		}
		*b.tables()[street] = table
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, fmt.Errorf("%w: more follows the river", ErrFormat)
	}
	return b, nil
}
