//go:build slow

package matrixtest

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"feltlab/internal/must"
)

var update = flag.Bool("update", false, "write the files")

// TestFiles holds the files to what is counted now.
func TestFiles(t *testing.T) {
	for _, q := range Questions {
		t.Run(q.Hand+" against "+q.Range, func(t *testing.T) {
			m := Build(t, q.Hand, q.Range)
			var counted bytes.Buffer
			must.Do(t, m.Write(&counted, "parquet"))
			if *update {
				must.Do(t, os.WriteFile(q.path(), counted.Bytes(), 0o666))
				return
			}
			if kept, err := q.Parquet(); err != nil || !bytes.Equal(kept, counted.Bytes()) {
				t.Errorf("%s is not what is counted now (%v)", q.path(), err)
			}
		})
	}
}
