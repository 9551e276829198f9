package prove

import (
	"bytes"
	"runtime"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/model/proof"
)

// FuzzReplay reads any bytes as a proof about a small instance whose optima are known: an accepted claim must
// be true.
func FuzzReplay(f *testing.F) {
	r := matrixtest.Source(f, 30)
	x := targets(f, r, 1)[0]
	for _, p := range x.honest {
		full := must.Get(Expand(f.Context(), x.Problem, p, NewFinder, 1))(f)
		f.Add(p.Encode())
		f.Add(full.Encode())
		f.Add(bytes.Replace(p.Encode(), []byte("features 1"), []byte("features 2"), 1))
		f.Add(bytes.Replace(full.Encode(), []byte("\n1 "), []byte("\n2 "), 1))
	}
	for range 20 {
		p, _ := sabotaged(r, x)
		f.Add(p.Encode())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p *proof.Proof
		var err error
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err = proof.Decode(data)
		const mostCuts = 200 // so that a single input does not take long
		if err == nil && len(p.Cuts) <= mostCuts {
			p.Instance = x.Exact.Digest()
			err = Replay(t.Context(), x.Problem, p, NewFinder, 1)
		} else {
			p = nil
		}
		runtime.ReadMemStats(&after)
		// A cut takes a dual vector, of some kilobytes here.
		const perByte, more = 2500, 1 << 23
		if n := after.TotalAlloc - before.TotalAlloc; n > uint64(perByte*len(data)+more) {
			t.Errorf("%d bytes were allocated for %d", n, len(data))
		}
		if p != nil && err == nil {
			x.holds(t, x.Problem, &p.Header)
		}
	})
}
