package worstcase

import (
	"context"
	"errors"
	"io"
	"os"
	"testing"

	"feltlab/dataset/buckets"
	"feltlab/internal/memory"
	"feltlab/internal/must"
	"feltlab/model/game"
	"feltlab/model/strategy"
	"feltlab/pipeline/store"
)

func finder(t *testing.T) (*Finder, *store.Store) {
	t.Helper()
	cache := must.Get(store.Open(t.TempDir(), nil))(t)
	return &Finder{Store: func() (*store.Store, error) { return cache, nil }, Progress: io.Discard}, cache
}

// A bucketing is built once and the same for the same name; another name of it shares the artifact.
func TestFinder(t *testing.T) {
	f, cache := finder(t)
	lookup := f.Lookup(t.Context())
	g := game.LimitHoldem()
	first := must.Get(lookup(g, "kmeans-emd:1"))(t)
	again := must.Get(lookup(g, "kmeans-emd:1"))(t)
	must.Equal(t, again, first)
	must.Equal(t, first.Name(), "kmeans-emd:1")
	other, err := lookup(g, "kmeans-emd:1-1-1-1")
	if err != nil || other == first || other.Name() != "kmeans-emd:1-1-1-1" {
		t.Errorf("%v, %s", err, other.Name())
	}
	kept := must.Get(cache.List())(t)
	must.Equal(t, len(kept), 1)
	must.Equal(t, kept[0].Stage, "bucketing")
	// Find refuses a stored file that is not a bucketing of that name.
	spec := must.Get(buckets.Parse("kmeans-emd:1:seed=2"))(t)
	must.Get(cache.Put(t.Context(), bucketingSpec(spec), wrote("\x01\x00")))(t)
	must.Fails(lookup(g, "kmeans-emd:1:seed=2"))(t, buckets.ErrFormat)
}

func wrote(text string) store.Compute {
	return func(_ context.Context, w io.Writer) (int64, error) {
		_, err := io.WriteString(w, text)
		return 0, err
	}
}

// Names that need no build need no store, and those of other games are theirs.
func TestFinderPassesOn(t *testing.T) {
	f := &Finder{Store: func() (*store.Store, error) { return nil, os.ErrPermission }}
	lookup := f.Lookup(t.Context())
	must.Equal(t, must.Get(lookup(game.Leduc(), "real"))(t).Name(), "real")
	must.Equal(t, must.Get(lookup(game.LimitHoldem(), "strength-5"))(t).Name(), "strength-5")
	must.Fails(lookup(game.Leduc(), "kmeans-emd:5"))(t, strategy.ErrBuckets)
	if b, err := lookup(game.LimitHoldem(), "kmeans-emd:0"); !errors.Is(err, strategy.ErrBuckets) || b != nil {
		t.Error(b, err)
	}
	if b, err := lookup(game.LimitHoldem(), "kmeans-emd:5"); !errors.Is(err, os.ErrPermission) || b != nil {
		t.Error(b, err)
	}
}

// What a machine has no memory for is not begun.
func TestFinderMemory(t *testing.T) {
	f, _ := finder(t)
	f.Workers = 1 << 20 // with a table of counts each
	if _, known := memory.Available(); !known {
		t.Skip("the system does not tell")
	}
	_, err := f.Lookup(t.Context())(game.LimitHoldem(), "kmeans-emd:10")
	must.Fail(t, err, memory.ErrMemory, "building kmeans-emd:10 needs")
}
