package report

import (
	"sync"

	"feltlab/dataset/matrix"
	"feltlab/pipeline/question"
)

// kept is what does not change between pages of the same results.
type kept struct {
	matrices memo[question.Subject, *matrix.Matrix]
	rounds   memo[string, rounded]
}

// memo keeps values by key. The zero value is empty; it may be used by many goroutines, two of which
// may make the same value.
type memo[K comparable, V any] struct{ values sync.Map }

// get returns the value of a key, which it makes if it is not there.
func (m *memo[K, V]) get(key K, make func() (V, error)) (V, error) {
	if value, ok := m.values.Load(key); ok {
		return value.(V), nil
	}
	value, err := make()
	if err == nil {
		m.values.Store(key, value)
	}
	return value, err
}
