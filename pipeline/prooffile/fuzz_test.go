package prooffile

import (
	"bytes"
	"errors"
	"testing"

	"feltlab/model/proof"
)

// FuzzUnpack expects a proof or an error, one text for each proof, and memory that the format bounds.
func FuzzUnpack(f *testing.F) {
	p := example()
	packed, text := Pack(p), p.Encode()
	f.Add(packed)
	f.Add(text)
	f.Add(packed[:len(packed)/2])
	f.Add(text[:len(text)/2])
	f.Add([]byte(nil))
	f.Add([]byte{0x1f, 0x8b})
	f.Add(compressed(make([]byte, 1<<20)))
	f.Add(bytes.Replace(text, []byte("1:-5"), []byte("9223372036854775807:-9223372036854775808"), 1))
	f.Add(bytes.Replace(text, []byte("cuts 15"), []byte("cuts 9223372036854775807"), 1))
	f.Add(bytes.Repeat([]byte("feltlab-proof 1\n"), 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p *proof.Proof
		var err error
		n := allocated(func() { p, err = Unpack(data) })
		// A million cuts of 32 bytes, in a slice that grows, and what their lines take for a moment.
		if n > 1<<28 {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		if err != nil {
			if !errors.Is(err, ErrFile) || p != nil {
				t.Errorf("%v, %v", p, err)
			}
			return
		}
		again, err := Unpack(Pack(p))
		if err != nil || !bytes.Equal(again.Encode(), p.Encode()) {
			t.Errorf("it does not come back: %v", err)
		}
		if data[0] != 0x1f && !bytes.Equal(p.Encode(), data) {
			t.Error("a proof with two texts")
		}
	})
}
