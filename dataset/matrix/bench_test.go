package matrix

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/internal/must"
)

// BenchmarkBuild counts each time, which Build does not: it takes what was counted before.
func BenchmarkBuild(b *testing.B) {
	m := asked(b, "AA", "ATC")
	for b.Loop() {
		flops := must.Get(equity.FlopsOf(b.Context(), m.Hand.Combo, m.Range, workers))(b)
		must.Get(m.Of(b.Context(), flops, workers))(b)
	}
}

func BenchmarkWriteParquet(b *testing.B) {
	m := build(b, "AA", "ATC")
	path := filepath.Join(b.TempDir(), "aa.parquet")
	for b.Loop() {
		must.Do(b, writeParquet(path, m))
	}
}

func BenchmarkReadParquet(b *testing.B) {
	m, path := build(b, "AA", "ATC"), filepath.Join(b.TempDir(), "aa.parquet")
	must.Do(b, writeParquet(path, m))
	for b.Loop() {
		must.Get(m.Read(b.Context(), path))(b)
	}
}

func BenchmarkWriteCSV(b *testing.B) {
	m := build(b, "AA", "ATC")
	for b.Loop() {
		must.Do(b, m.Write(io.Discard, "csv"))
	}
}

// BenchmarkEncodeAll includes the equities of all hands on all flops.
func BenchmarkEncodeAll(b *testing.B) {
	for b.Loop() {
		must.Do(b, EncodeAll(context.Background(), io.Discard, workers, nil))
	}
}
