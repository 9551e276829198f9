package matrix

import (
	"bytes"
	"testing"
)

// FuzzDecode expects the matrix that was written or an error.
func FuzzDecode(f *testing.F) {
	m := build(f, "AA", "ATC")
	data := encode(f, m)
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		back, err := m.Decode(bytes.NewReader(data))
		if err == nil && !same(back, m) {
			t.Error("another matrix")
		}
	})
}
