package storetest

import (
	"context"
	"io"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// Fill puts the matrices of [matrixtest.Questions] where fit.Instances looks for them, so that tests count no flops.
func Fill(s *store.Store) error {
	for _, q := range matrixtest.Questions {
		content, err := q.Parquet()
		if err != nil {
			return err
		}
		spec := question.MustSubject(q.Hand, q.Range).RowsSpec()
		_, err = s.Do(context.Background(), spec, func(_ context.Context, w io.Writer) (int64, error) {
			_, err := w.Write(content)
			return matrix.NumFlops, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
