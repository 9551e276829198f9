//go:build slow

package allin

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"testing"

	"feltlab/internal/must"
	"feltlab/internal/parallel"
	"feltlab/model/cards"
)

var update = flag.Bool("update", false, "write versus.bin")

// TestVersusFile counts every pair of hands again.
func TestVersusFile(t *testing.T) {
	var pairs [][]cards.Combo
	fillResults(func(hand, other cards.Combo) Result {
		pairs = append(pairs, []cards.Combo{hand, other})
		return Result{}
	})
	results := make([]Result, len(pairs))
	err := parallel.Loop{Items: len(pairs)}.Each(background, parallel.Same(func(i int) error {
		n := Winners(pairs[i], 0)
		results[i] = Result{uint32(n[1]), uint32(n[3])}
		return nil
	}))
	must.Do(t, err)
	var file []byte
	var last Result
	for _, r := range results {
		file = binary.AppendVarint(file, int64(r.Wins)-int64(last.Wins))
		file = binary.AppendVarint(file, int64(r.Ties)-int64(last.Ties))
		last = r
	}
	t.Logf("%d pairs, %d bytes", len(pairs), len(file))
	if *update {
		must.Do(t, os.WriteFile("versus.bin", file, 0o644))
	} else if !bytes.Equal(file, versusFile) {
		t.Error("versus.bin has other results")
	}
}
