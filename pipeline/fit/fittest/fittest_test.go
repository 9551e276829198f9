package fittest

import (
	"testing"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"

	"github.com/google/go-cmp/cmp"
)

// TestFill finds all matrices in the store.
func TestFill(t *testing.T) {
	store, err := artifact.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := Fill(store); err != nil {
		t.Fatal(err)
	}
	for _, q := range matrixtest.Questions {
		key, err := fit.Key(q.Hand, q.Range)
		if err != nil {
			t.Fatal(err)
		}
		a, err := store.Get(key)
		if err != nil {
			t.Fatal(err)
		}
		m, err := matrix.ReadParquet(a.Path)
		if diff := cmp.Diff(matrixtest.Of(t, q.Hand, q.Range), m); err != nil || diff != "" {
			t.Errorf("%v: %v %s", q, err, diff)
		}
	}
}
