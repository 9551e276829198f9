package allin

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"feltlab/model/tournament"
)

// A file has, in little-endian order,
//
//	8 bytes   "feltroll"
//	uint32    the version
//	uint32    the number of numbers
//	uint32s   the numbers
//	32 bytes  the SHA-256 of all bytes before it
//
// The numbers of a Table are its 13 counts for each multiset a <= b <= c of classes, where c changes slowest and
// a fastest. The same table has the same bytes.
const (
	tableMagic = "feltroll"
	version    = 1
)

// Encode writes the table, 43 MB.
func (t *Table) Encode(w io.Writer) error { return encode(w, tableMagic, t.counts) }

// Decode reads a table that Encode wrote. It takes some 50 ms. The error is that of the reader, or says that the
// file is another one, has another version, is truncated, has a wrong checksum, or more bytes.
func Decode(r io.Reader) (*Table, error) {
	t := newTable()
	if err := decode(r, tableMagic, t.counts); err != nil {
		return nil, err
	}
	return t, nil
}

const chunk = 8192 * tournament.NumOrders

func header(magic string, n int) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(magic), version)
	return binary.LittleEndian.AppendUint32(out, uint32(n))
}

func encode(w io.Writer, magic string, numbers []uint32) error {
	sum := sha256.New()
	out := io.MultiWriter(w, sum)
	if _, err := out.Write(header(magic, len(numbers))); err != nil {
		return err
	}
	for part := range slices.Chunk(numbers, chunk) {
		if err := binary.Write(out, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

func decode(r io.Reader, magic string, numbers []uint32) error {
	sum := sha256.New()
	in := bufio.NewReader(r)
	summed := io.TeeReader(in, sum)
	head := make([]byte, len(header(magic, 0)))
	if err := read(summed, head); err != nil {
		return err
	}
	if err := checkHeader(head, magic, len(numbers)); err != nil {
		return err
	}
	for part := range slices.Chunk(numbers, chunk) {
		if err := read(summed, part); err != nil {
			return err
		}
	}
	digest := sum.Sum(nil)
	stored := make([]byte, len(digest))
	if err := read(in, stored); err != nil {
		return err
	}
	if !bytes.Equal(stored, digest) {
		return fmt.Errorf("damaged all-in table: its SHA-256 is %x, the file says %x", digest, stored)
	}
	switch _, err := in.ReadByte(); err {
	case io.EOF:
		return nil
	case nil:
		return errors.New("not an all-in table: it has bytes after its end")
	default:
		return err
	}
}

func checkHeader(head []byte, magic string, n int) error {
	versionAt := len(magic)
	countAt := versionAt + 4
	switch v := binary.LittleEndian.Uint32(head[versionAt:]); {
	case string(head[:versionAt]) != magic:
		return fmt.Errorf("not an all-in table: it begins with %q, want %q", head[:versionAt], magic)
	case v != version:
		return fmt.Errorf("all-in table of version %d, want %d", v, version)
	}
	if count := binary.LittleEndian.Uint32(head[countAt:]); count != uint32(n) {
		return fmt.Errorf("not an all-in table: it has %d numbers, want %d", count, n)
	}
	return nil
}

func read(r io.Reader, into any) error {
	err := binary.Read(r, binary.LittleEndian, into)
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("truncated all-in table")
	}
	return err
}
