package fittest

import (
	"context"
	"io"

	"feltlab/dataset/matrix"
	"feltlab/dataset/matrix/matrixtest"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/store"
)

// Fill puts the matrices of [matrixtest.Questions] where fit.Instances looks for them.
func Fill(store *store.Store) error {
	for _, q := range matrixtest.Questions {
		content, err := q.Parquet()
		if err != nil {
			return err
		}
		spec, err := fit.MatrixSpec(q.Hand, q.Range)
		if err != nil {
			return err
		}
		_, err = store.Do(context.Background(), spec, func(_ context.Context, w io.Writer) (int64, error) {
			_, err := w.Write(content)
			return matrix.NumFlops, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
