//go:build slow

package matrixtest

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"feltlab/dataset/matrix"
)

var update = flag.Bool("update", false, "write the files")

// TestFiles holds the files to what is counted now.
func TestFiles(t *testing.T) {
	for _, q := range Questions {
		t.Run(q.Hand+" against "+q.Range, func(t *testing.T) {
			m, err := matrix.Build(t.Context(), q.Hand, q.Range, 0)
			if err != nil {
				t.Fatal(err)
			}
			var counted bytes.Buffer
			if err := matrix.EncodeParquet(&counted, m); err != nil {
				t.Fatal(err)
			}
			if *update {
				if err := os.WriteFile(q.path(), counted.Bytes(), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if kept, err := q.Parquet(); err != nil || !bytes.Equal(kept, counted.Bytes()) {
				t.Errorf("%s is not what is counted now (%v)", q.path(), err)
			}
		})
	}
}
