package allin

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
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

func header(magic string, n int) []byte {
	out := binary.LittleEndian.AppendUint32([]byte(magic), version)
	return binary.LittleEndian.AppendUint32(out, uint32(n))
}

func encode(w io.Writer, magic string, numbers []uint32) error {
	sum := sha256.New()
	out := bufio.NewWriter(io.MultiWriter(w, sum))
	out.Write(header(magic, len(numbers)))
	var word [4]byte
	for _, n := range numbers {
		binary.LittleEndian.PutUint32(word[:], n)
		out.Write(word[:]) // Flush returns the first error
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

func decode(r io.Reader, magic string, numbers []uint32) error {
	want := header(magic, len(numbers))
	file := make([]byte, len(want)+binary.Size(numbers)+sha256.Size+1)
	n, err := io.ReadFull(r, file)
	switch {
	case err == nil:
		return errors.New("not an all-in table: it has bytes after its end")
	case err != io.EOF && err != io.ErrUnexpectedEOF:
		return err
	case n >= len(want) && !bytes.Equal(file[:len(want)], want):
		return wrongHeader(file, want)
	case n < len(file)-1:
		return errors.New("truncated all-in table")
	}
	content, stored := file[:n-sha256.Size], file[n-sha256.Size:n]
	if digest := sha256.Sum256(content); !bytes.Equal(stored, digest[:]) {
		return fmt.Errorf("damaged all-in table: its SHA-256 is %x, the file says %x", digest, stored)
	}
	_, err = binary.Decode(content[len(want):], binary.LittleEndian, numbers)
	return err
}

func wrongHeader(file, want []byte) error {
	const versionAt, countAt = len(tableMagic), len(tableMagic) + 4
	if !bytes.Equal(file[:versionAt], want[:versionAt]) {
		return fmt.Errorf("not an all-in table: it begins with %q, want %q", file[:versionAt], want[:versionAt])
	}
	if v := binary.LittleEndian.Uint32(file[versionAt:]); v != version {
		return fmt.Errorf("all-in table of version %d, want %d", v, version)
	}
	return fmt.Errorf("not an all-in table: it has %d numbers, want %d", binary.LittleEndian.Uint32(file[countAt:]),
		binary.LittleEndian.Uint32(want[countAt:]))
}
