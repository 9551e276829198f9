package worstcase

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
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
	again, err := lookup(g, "kmeans-emd:1")
	if err != nil || again != first || first.Name() != "kmeans-emd:1" {
		t.Errorf("%v, %s again %v", err, first.Name(), again)
	}
	other, err := lookup(g, "kmeans-emd:1-1-1-1")
	if err != nil || other == first || other.Name() != "kmeans-emd:1-1-1-1" {
		t.Errorf("%v, %s", err, other.Name())
	}
	kept, err := cache.List()
	if err != nil || len(kept) != 1 || kept[0].Stage != "bucketing" {
		t.Errorf("%v, %v", kept, err)
	}
	// Find refuses a stored file that is not a bucketing of that name.
	spec := must.Get(buckets.Parse("kmeans-emd:1:seed=2"))(t)
	must.Get(cache.Put(t.Context(), bucketingSpec(spec), wrote("\x01\x00")))(t)
	if _, err := lookup(g, "kmeans-emd:1:seed=2"); !errors.Is(err, buckets.ErrFormat) {
		t.Error(err)
	}
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
	if b, err := lookup(game.Leduc(), "real"); err != nil || b.Name() != "real" {
		t.Error(err)
	}
	if b, err := lookup(game.LimitHoldem(), "strength-5"); err != nil || b.Name() != "strength-5" {
		t.Error(err)
	}
	if _, err := lookup(game.Leduc(), "kmeans-emd:5"); !errors.Is(err, strategy.ErrBuckets) {
		t.Error(err)
	}
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
	if !errors.Is(err, memory.ErrMemory) || !strings.Contains(err.Error(), "building kmeans-emd:10 needs") {
		t.Error(err)
	}
}
