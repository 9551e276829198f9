package known

import (
	"feltlab/dataset/matrix"
	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
	"sync"
)

// MatrixVersion changes when the same subject would get a matrix of other bytes.
const MatrixVersion = "1"

// MatrixSpec returns the specification that keys the matrix of a subject.
func MatrixSpec(s question.Subject) store.Spec {
	config := struct {
		Hand  ranges.Hand    `json:"hand"`
		Range question.Range `json:"range"`
	}{s.Hand, s.Range}
	return store.Spec{
		Stage: "matrix", Version: MatrixVersion + "/" + features.Version, Config: config,
		Schema: "parquet " + matrix.Format,
	}
}

// MatrixKey returns the key of a subject's matrix, which need not be in the store. It remembers keys: a
// sweep asks thousands of times.
func MatrixKey(s question.Subject) (store.Key, error) {
	if key, ok := keys.Load(s.Key()); ok {
		return key.(store.Key), nil
	}
	key, err := MatrixSpec(s).Key()
	if err == nil {
		keys.Store(s.Key(), key)
	}
	return key, err
}

var keys sync.Map
