package fit

import (
	"bytes"
	"os"
	"testing"

	"feltlab/dataset/equity"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/internal/must"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// TestExpect holds matrices that are counted at once to the files of those that are counted one by one.
func TestExpect(t *testing.T) {
	store := must.Get(store.Open(t.TempDir(), nil))(t)
	tasks := []question.Question{{Subject: question.MustSubject("AA", "AA")},
		{Subject: question.MustSubject("AhKh", "QcQd")}}
	for _, q := range matrixtest.Questions {
		tasks = append(tasks, question.Question{Subject: question.MustSubject(q.Hand, q.Range)},
			question.Question{Subject: question.MustSubject(q.Hand, q.Range)})
	}
	if few := ManyRanges(tasks[:4]); few != nil {
		t.Errorf("for three matrices %v", few)
	}
	in := NewInstances(store, 0)
	for range 2 { // the second time there is nothing new
		must.Do(t, in.ExpectQuestions(tasks))
	}
	for _, q := range matrixtest.Questions {
		t.Run(q.Hand+" against "+q.Range, func(t *testing.T) {
			must.Get(in.Rows(t.Context(), question.MustSubject(q.Hand, q.Range)))(t)
			key := must.Get(question.MustSubject(q.Hand, q.Range).RowsKey())(t)
			a := must.Get(store.Get(key))(t)
			want := must.Get(q.Parquet())(t)
			if got, err := os.ReadFile(a.Path); err != nil || !bytes.Equal(got, want) {
				t.Errorf("other bytes than counted alone (%v)", err)
			}
		})
	}
	if len(in.groups) != 1 || in.groups[0].table == nil || len(in.groups[0].opponents) != 3 {
		t.Errorf("not counted at once: %+v", in.groups)
	}
	must.Fails(in.Rows(t.Context(), question.MustSubject("AA", "AA")))(t, equity.ErrEmptyRange)
}
