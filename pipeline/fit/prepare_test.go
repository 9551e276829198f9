package fit_test

import (
	"bytes"
	"errors"
	"os"
	"testing"

	"feltlab/dataset/matrix/matrixtest"
	"feltlab/pipeline/artifact"
	"feltlab/pipeline/fit"
)

// TestPrepare holds matrices that are counted at once to the files of those that are counted one by one,
// and finds left out what cannot be counted so.
func TestPrepare(t *testing.T) {
	store, err := artifact.Open(t.TempDir(), nil)
	if err != nil {
		t.Fatal(err)
	}
	left := []fit.Task{{Hand: "AA", Range: "AA"}, {Hand: "AhKh", Range: "QcQd"}}
	tasks := left
	for _, q := range matrixtest.Questions {
		tasks = append(tasks, fit.Task{Hand: q.Hand, Range: q.Range}, fit.Task{Hand: q.Hand, Range: q.Range})
	}
	in := fit.NewInstances(store, 0)
	if err := in.Prepare(t.Context(), tasks[:4]); err != nil {
		t.Fatal(err)
	}
	if entries, err := store.List(); err != nil || len(entries) > 0 {
		t.Errorf("for three matrices %v (%v)", entries, err)
	}
	if err := in.Prepare(t.Context(), tasks); err != nil {
		t.Fatal(err)
	}
	for _, q := range matrixtest.Questions {
		t.Run(q.Hand+" against "+q.Range, func(t *testing.T) {
			key, err := fit.Key(q.Hand, q.Range)
			if err != nil {
				t.Fatal(err)
			}
			a, err := store.Get(key)
			if err != nil {
				t.Fatal(err)
			}
			want, err := q.Parquet()
			if err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(a.Path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("other bytes than counted alone (%v)", err)
			}
		})
	}
	for _, l := range left {
		key, err := fit.Key(l.Hand, l.Range)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := store.Get(key); !errors.Is(err, artifact.ErrNotFound) {
			t.Errorf("%s against %s: %v", l.Hand, l.Range, err)
		}
	}
}
