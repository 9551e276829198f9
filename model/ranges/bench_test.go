package ranges

import (
	"testing"

	"feltlab/internal/must"
)

const benchText = "77+, ATs+, A5s-A2s, KQo, AhKh, QJs:0.5, JTs:0.25, 98s:0.125"

func BenchmarkParse(b *testing.B) {
	for b.Loop() {
		must.Get(Parse(benchText))(b)
	}
}

func BenchmarkPrint(b *testing.B) {
	r := mustParse(b, benchText)
	for b.Loop() {
		printRange(&r.weights, r.max, false)
	}
}

// BenchmarkPrintGroups has eight groups in two runs, so that many choices of names have to
// be refuted.
func BenchmarkPrintGroups(b *testing.B) {
	r := mustParse(b, "sklansky:1-4,sklansky:6-9")
	for b.Loop() {
		printRange(&r.weights, r.max, false)
	}
}
