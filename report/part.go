package report

import (
	"context"

	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

// partVersion changes whenever a part of a page that the cache keeps would have other bytes.
const partVersion = "1"

// partSpec keys a part of a page: its kind, what else it depends on, and the subjects whose rows it is made of.
func partSpec(kind string, of any, subjects ...question.Subject) (store.Spec, error) {
	var rows []store.Key
	for _, s := range subjects {
		key, err := s.RowsKey()
		if err != nil {
			return store.Spec{}, err
		}
		rows = append(rows, key)
	}
	config := struct {
		Kind string `json:"kind"`
		Of   any    `json:"of"`
	}{kind, of}
	return store.Spec{Stage: "part of a page", Version: partVersion, Config: config, Inputs: rows,
		Schema: "json part of a page"}, nil
}

// part returns a part of a page from the cache, or computes and keeps it. Without a cache it computes.
func part[T any](
	ctx context.Context, in *Input, spec store.Spec, compute func(context.Context) (T, error),
) (value T, err error) {
	if in.Lab == nil {
		return compute(ctx)
	}
	value, _, err = store.JSON(ctx, in.Lab.Store, spec, compute)
	return value, err
}

// stored says whether the cache holds a part.
func (in *Input) stored(spec store.Spec) bool {
	if in.Lab == nil {
		return false
	}
	a, err := in.Lab.Store.Find(spec)
	return a != nil && err == nil
}
