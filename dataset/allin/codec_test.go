package allin

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"feltlab/internal/must"
)

// pairsMagic marks the pairs in files of these tests.
const pairsMagic = "feltpair"

func decodePairs(r io.Reader) error { return decode(r, pairsMagic, newPairTable().counts) }

func encodePairs(t testing.TB) []byte {
	t.Helper()
	var buf bytes.Buffer
	must.Do(t, encode(&buf, pairsMagic, pairTable().counts))
	return buf.Bytes()
}

// checksum returns the SHA-256 a file ends with.
func checksum(file []byte) string { return fmt.Sprintf("%x", file[len(file)-sha256.Size:]) }

// The SHA-256 with which the file of the triples of subset ends.
const subsetSHA256 = "8cbe4b546ac5ab6b00e5045123c1a0e8993a8395fb54e8799c6fad18627b7520"

func TestCodec(t *testing.T) {
	table := subsetTable(t, 0)
	var buf bytes.Buffer
	must.Do(t, table.Encode(&buf))
	if got := checksum(buf.Bytes()); got != subsetSHA256 {
		t.Errorf("SHA-256 %s, want %s: bump the version of stage \"all-in triples\" (pipeline/jamfold) or undo the "+
			"change", got, subsetSHA256)
	}
	got := must.Get(Decode(bytes.NewReader(buf.Bytes())))(t)
	if !slices.Equal(got.counts, table.counts) {
		t.Error("the table read is not the one written")
	}
	pairs := newPairTable()
	must.Do(t, decode(iotest.HalfReader(bytes.NewReader(encodePairs(t))), pairsMagic, pairs.counts))
	if !slices.Equal(pairs.counts, pairTable().counts) {
		t.Error("the pairs read are not those written")
	}
}

func TestDecodeErrors(t *testing.T) {
	good := encodePairs(t)
	edited := func(at int) []byte {
		bad := slices.Clone(good)
		bad[at] ^= 1
		return bad
	}
	for _, c := range []struct {
		name string
		data []byte
		want string
	}{
		{"empty", nil, "truncated"},
		{"half a header", good[:10], "truncated"},
		{"half", good[:len(good)/2], "truncated"},
		{"no checksum", good[:len(good)-32], "truncated"},
		{"one byte short", good[:len(good)-1], "truncated"},
		{"one byte long", append(slices.Clone(good), 0), "not an all-in table"},
		{"magic", edited(0), "not an all-in table"},
		{"version", edited(8), "of version"},
		{"length", edited(12), "not an all-in table"},
		{"first number", edited(16), "damaged"},
		{"a number", edited(len(good) / 2), "damaged"},
		{"checksum", edited(len(good) - 1), "damaged"},
	} {
		if err := decodePairs(bytes.NewReader(c.data)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	if table, err := Decode(bytes.NewReader(good)); table != nil || err == nil || !strings.Contains(err.Error(),
		"not an all-in table") {
		t.Errorf("pairs for a table: %v", err)
	}
	broken := errors.New("broken disk")
	if err := decodePairs(io.MultiReader(bytes.NewReader(good[:100]), iotest.ErrReader(broken))); !errors.Is(err,
		broken) {
		t.Errorf("reader's error: %v", err)
	}
}

type fullDisk struct{ room int }

var errFull = errors.New("disk full")

func (d *fullDisk) Write(p []byte) (int, error) {
	if d.room -= len(p); d.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestEncodeErrors(t *testing.T) {
	for _, room := range []int{0, 1000, len(encodePairs(t)) - 1} {
		if err := encode(&fullDisk{room}, pairsMagic, pairTable().counts); !errors.Is(err, errFull) {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}
