package matrix

import (
	"bytes"
	"reflect"
	"slices"
	"testing"
)

// FuzzReadParquet expects the matrix that was written or an error, in memory in proportion to the
// file.
func FuzzReadParquet(f *testing.F) {
	m := build(f, "AA", "ATC")
	data := encode(f, m)
	start := footerStart(data)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Add(withFooter(data[:start/2], data[start:len(data)-8]))
	f.Add(withFooter([]byte("PAR1"), data[start:len(data)-8]))
	f.Add(withFooter([]byte("PAR1"), nil))
	f.Add([]byte("PAR1PAR1"))
	f.Add([]byte("PAR1\xff\xff\xff\xffPAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var back *Matrix
		var err error
		n := allocated(func() { back, err = DecodeParquet(bytes.NewReader(data)) })
		if most := uint64(mostAllocated + 4*len(data)); n > most {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		if err == nil && (back.Meta == m.Meta) != reflect.DeepEqual(back, m) {
			t.Error("another matrix")
		}
	})
}

// FuzzThrift reads any bytes as a structure.
func FuzzThrift(f *testing.F) {
	f.Add([]byte{0})
	f.Add(slices.Concat(field32(1, 2), []byte{1<<4 | thriftList}, listOf(3), []byte{0, 0, 0, 0}))
	f.Add(bytes.Repeat([]byte{1<<4 | thriftStruct}, 100))
	f.Add(bytes.Repeat([]byte{0x19}, 100))
	f.Add([]byte{0x11, 0x12, 0x13, 1, 0x17, 0, 0, 0, 0, 0, 0, 0, 0, 0x18, 1, 'x', 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := thriftReader{rest: data}
		n := allocated(func() { r.structure() })
		// A byte may be a structure without fields, in a list that grows.
		const perByte, more = 400, 1 << 16
		if n > uint64(perByte*len(data)+more) {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		if len(r.rest) > len(data) || r.err != nil && r.rest != nil {
			t.Errorf("%d bytes are left of %d, %v", len(r.rest), len(data), r.err)
		}
	})
}
