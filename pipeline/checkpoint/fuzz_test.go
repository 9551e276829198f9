package checkpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// FuzzOpen takes up any bytes as a checkpoint: it keeps what is whole, cuts off the rest, and
// leaves a file that it refuses as it is, in memory in proportion to the file.
func FuzzOpen(f *testing.F) {
	h := Header{Computation: "a fuzz test", Input: "digest", Items: 5, Values: 2}
	head, err := (&File{header: h}).head()
	if err != nil {
		f.Fatal(err)
	}
	whole := bytes.Clone(head)
	for item := range 4 {
		whole = append(whole, encode(item, []float64{float64(item), -1.5})...)
	}
	f.Add([]byte(nil))
	f.Add(head)
	f.Add(head[:len(head)/2])
	f.Add(make([]byte, len(head)))
	f.Add(append(bytes.Clone(whole), make([]byte, recordSize(2)/2)...))
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Add(append(bytes.Clone(whole), encode(4, []float64{0, 1})...))
	f.Add(append(bytes.Clone(whole), encode(5, []float64{0, 1})...))                  // no such item
	f.Add(append(bytes.Clone(whole), encode(1<<31, []float64{0, 1})...))              // nor this
	f.Add(append(bytes.Clone(whole), encode(1, []float64{7, 7})...))                  // an item again
	f.Add(append(bytes.Clone(whole), make([]byte, recordSize(2))...))                 // a wrong sum
	f.Add(bytes.Replace(whole, []byte(`"items":5`), []byte(`"items":9999999999`), 1)) // another computation
	f.Add(bytes.Replace(whole, []byte("checkpoint 1"), []byte("checkpoint 2"), 1))
	f.Add([]byte(magic + " " + version + "\n" + strings.Repeat("[", 100000)))
	f.Add([]byte(magic + " " + version + "\n{}\n"))
	path := filepath.Join(f.TempDir(), "checkpoint")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		c, err := Open(path, h)
		runtime.ReadMemStats(&after)
		const perByte, more = 16, 1 << 20
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(perByte*len(data)+more) {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		left, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err != nil {
			known := errors.Is(err, ErrFormat) || errors.Is(err, ErrVersion) || errors.Is(err, ErrOther) || errors.Is(err, ErrCorrupt)
			if !known || !bytes.Equal(left, data) {
				t.Errorf("%v, %d bytes are left of %d", err, len(left), len(data))
			}
			return
		}
		defer c.Close()
		if n := len(left) - len(head); !bytes.HasPrefix(left, head) || n%recordSize(h.Values) != 0 || !bytes.HasPrefix(data, left) && !bytes.HasPrefix(left, bytes.TrimRight(data, "\x00")) {
			t.Errorf("%d bytes are left of %d", len(left), len(data))
		}
		if err := errors.Join(c.Put(3, []float64{1, 2}), c.Close()); err != nil {
			t.Fatal(err)
		}
		again, err := Open(path, h)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if again.Done() != c.Done() {
			t.Errorf("%d items are done, then %d", c.Done(), again.Done())
		}
	})
}

// FuzzRecord expects decode to take what encode wrote, and of other bytes only those with their
// checksum.
func FuzzRecord(f *testing.F) {
	f.Add(encode(0, nil))
	f.Add(encode(7, []float64{1, 2, 3}))
	f.Add(make([]byte, 8))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < recordSize(0) || (len(data)-recordSize(0))%8 != 0 {
			return // a record is read by its size
		}
		if item, values, ok := decode(data); ok && !bytes.Equal(encode(item, values), data) {
			t.Errorf("%d, %v is another record", item, values)
		}
		// With a right sum whatever it says comes back.
		body := data[:len(data)-sumSize]
		summed := binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.Checksum(body, castagnoli))
		item, values, ok := decode(summed)
		if !ok || !reflect.DeepEqual(encode(item, values), summed) {
			t.Errorf("%v: %d, %v", ok, item, values)
		}
	})
}
