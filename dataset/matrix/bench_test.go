package matrix

import (
	"context"
	"io"
	"path/filepath"
	"testing"

	"feltlab/dataset/equity"
)

// BenchmarkBuild counts each time, which Build does not: it takes what was counted before.
func BenchmarkBuild(b *testing.B) {
	m := asked(b, "AA", "ATC")
	for b.Loop() {
		flops, err := equity.FlopsOf(b.Context(), m.Hand.Combo, m.Range, workers)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := m.Of(b.Context(), flops, workers); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteParquet(b *testing.B) {
	m := build(b, "AA", "ATC")
	path := filepath.Join(b.TempDir(), "aa.parquet")
	for b.Loop() {
		if err := writeParquet(path, m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadParquet(b *testing.B) {
	m, path := build(b, "AA", "ATC"), filepath.Join(b.TempDir(), "aa.parquet")
	if err := writeParquet(path, m); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := m.Read(b.Context(), path); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteCSV(b *testing.B) {
	m := build(b, "AA", "ATC")
	for b.Loop() {
		if err := m.Write(io.Discard, "csv"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodeAll includes the equities of all hands on all flops.
func BenchmarkEncodeAll(b *testing.B) {
	for b.Loop() {
		if err := EncodeAll(context.Background(), io.Discard, workers, nil); err != nil {
			b.Fatal(err)
		}
	}
}
