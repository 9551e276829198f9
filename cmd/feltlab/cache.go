package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"feltlab/pipeline/store"
)

func (a *app) cacheCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "Measure or clear stored results",
		Long: `The cache is a folder of results and of finished parts of stopped runs: --cache, $FELTLAB_CACHE, or
feltlab in the user's cache folder. Clearing it costs only time, and what is damaged is computed again when it is
read. The best known formulas and proofs, in its folder known, are not counted and not cleared. See docs/store.md.`,
		Example: `  feltlab cache size
  feltlab cache clear --older-than 720h`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.cacheSizeCommand(), a.cacheClearCommand())
	return cmd
}

func (a *app) cacheSizeCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:     "size",
		Short:   "Print the size of the artifacts by stage",
		Example: `  feltlab cache size`,
		RunE: func(*cobra.Command, []string) error {
			cache, all, err := a.cached(0)
			if err != nil {
				return err
			}
			return a.print(f.JSON, tallied(cache, all), cache.Root(), "an artifact without a stage is damaged")
		},
	}, f)
}

func (a *app) cacheClearCommand() *cobra.Command {
	f := &struct {
		OlderThan time.Duration `flag:"older-than"`
		jsonFlag
	}{}
	return command(&cobra.Command{
		Use:   "clear",
		Short: "Remove artifacts",
		Long: `Removes all artifacts, or those that are older than --older-than, without asking. That includes the
finished parts of stopped runs. They are computed again when needed.`,
		Example: `  feltlab cache clear --older-than 720h`,
		RunE: func(*cobra.Command, []string) error {
			cache, all, err := a.cached(f.OlderThan)
			if err != nil {
				return err
			}
			for i, e := range all {
				if err := cache.Remove(e.Key); err != nil {
					return fmt.Errorf("removed %d of %d artifacts: %w", i, len(all), err)
				}
			}
			return a.print(f.JSON, tallied(cache, all), cache.Root()+": removed")
		},
	}, f)
}

// cached lists the artifacts of at least an age.
func (a *app) cached(age time.Duration) (*store.Store, []store.Entry, error) {
	cache, err := a.store()
	if err != nil {
		return nil, nil, err
	}
	all, err := cache.List()
	limit := time.Now().Add(-age)
	all = slices.DeleteFunc(all, func(e store.Entry) bool { return age > 0 && e.Written.After(limit) })
	return cache, all, err
}

// tally is the JSON of feltlab cache size, and of feltlab cache clear for the removed artifacts.
type tally struct {
	Root      string       `json:"root" text:"-"`       // folder of the cache
	Artifacts int          `json:"artifacts"`           // number of artifacts
	Bytes     int64        `json:"bytes" text:"size,B"` // their size
	Stages    []stageTally `json:"stages"`              // the same by stage, the largest first
}

type stageTally struct {
	Stage     string `json:"stage"`               // the stage
	Artifacts int    `json:"artifacts"`           // number of its artifacts
	Bytes     int64  `json:"bytes" text:"size,B"` // their size
}

func tallied(cache *store.Store, all []store.Entry) tally {
	t := tally{Root: cache.Root(), Artifacts: len(all), Stages: []stageTally{}}
	for _, e := range all {
		t.Bytes += e.Bytes
		at := slices.IndexFunc(t.Stages, func(s stageTally) bool { return s.Stage == e.Stage })
		if at < 0 {
			at = len(t.Stages)
			t.Stages = append(t.Stages, stageTally{Stage: e.Stage})
		}
		t.Stages[at].Artifacts++
		t.Stages[at].Bytes += e.Bytes
	}
	slices.SortStableFunc(t.Stages, func(x, y stageTally) int { return cmp.Compare(y.Bytes, x.Bytes) })
	return t
}
