package matrixtest

import (
	"bytes"
	"embed"
	"strings"
	"sync"
	"testing"

	"feltlab/dataset/matrix"
	_ "feltlab/dataset/table/columnar" // the files are Parquet
	"feltlab/internal/must"
	"feltlab/model/ranges"
)

// Question is a hand and a range with a file.
type Question struct{ Hand, Range string }

// Questions lists the files.
var Questions = []Question{{"AA", "RUS"}, {"AA", "ATC"}, {"KK", "RUS"}, {"QQ", "ATC"}, {"JTs", "RUS"}}

//go:embed testdata
var files embed.FS

func (q Question) path() string {
	return "testdata/" + strings.ToLower(q.Hand+"-"+q.Range) + ".parquet"
}

// Parquet returns the file of a question, as Rows.Write writes it.
func (q Question) Parquet() ([]byte, error) { return files.ReadFile(q.path()) }

// Build counts a hand's flops against a range.
func Build(t testing.TB, hand, rng string) *matrix.Rows {
	t.Helper()
	return must.Get(MetaOf(t, hand, rng).Build(t.Context(), 2, nil))(t)
}

// MetaOf says that rows are about a hand on the flop against a range.
func MetaOf(t testing.TB, hand, rng string) matrix.Meta {
	t.Helper()
	return matrix.Meta{Hand: must.Get(ranges.ParseHand(hand))(t), Range: must.Get(ranges.Parse(rng))(t)}
}

var decoded sync.Map

// Of returns the matrix of a hand and a range among [Questions]. All callers share it and must not change it.
func Of(t testing.TB, hand, rng string) *matrix.Rows {
	t.Helper()
	q := Question{hand, rng}
	if m, ok := decoded.Load(q); ok {
		return m.(*matrix.Rows)
	}
	content, err := q.Parquet()
	if err != nil {
		t.Fatal(err)
	}
	m, err := MetaOf(t, hand, rng).Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatalf("%v: after a change of features or format, write the files again: "+
			"go test -tags slow ./dataset/matrix/matrixtest -update", err)
	}
	decoded.Store(q, m)
	return m
}
