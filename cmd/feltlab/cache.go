package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"feltlab/internal/plain"
	"feltlab/pipeline/fit"
	"feltlab/pipeline/ledger"
	"feltlab/pipeline/question"
	"feltlab/pipeline/store"
)

func (a *app) cacheCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cache",
		Short: "List, measure, check or clear stored results",
		Long: `The cache is a folder of results and of finished parts of stopped runs: --cache,
$FELTLAB_CACHE, or feltlab in the user's cache folder. Clearing it costs only time. The
best known formulas and proofs, in its folder known, are not counted and not cleared. See
docs/store.md.`,
		Example: `  feltlab cache size
  feltlab cache clear --older-than 720h`,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.cacheListCommand(), a.cacheSizeCommand(), a.cacheCheckCommand(), a.cacheClearCommand())
	return cmd
}

type cacheAnswer struct {
	Root      string           `json:"root" text:"-"`       // folder of the cache
	Bytes     int64            `json:"bytes" text:"size,B"` // size of all artifacts
	Artifacts []artifactAnswer `json:"artifacts"`           // the artifacts, the newest first
}

type artifactAnswer struct {
	Key     string    `json:"key" text:",16"`      // hash of what it was made from
	Stage   string    `json:"stage"`               // the stage that made it
	Schema  string    `json:"schema"`              // its format
	Bytes   int64     `json:"bytes" text:"size,B"` // its size
	Written time.Time `json:"written"`             // when it was finished
}

func (a *app) cacheListCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:     "list",
		Short:   "List the artifacts, the newest first",
		Example: `  feltlab cache list --json`,
		Args:    exactArgs(),
		RunE: func(*cobra.Command, []string) error {
			cache, all, err := a.cached(0)
			if err != nil {
				return err
			}
			slices.SortStableFunc(all, func(x, y store.Entry) int { return y.Written.Compare(x.Written) })
			answer := cacheAnswer{cache.Root(), tallied(cache, all).Bytes, make([]artifactAnswer, len(all))}
			for i, e := range all {
				answer.Artifacts[i] = artifactAnswer{e.Key.String(), e.Stage, e.Schema, e.Bytes, e.Written.UTC()}
			}
			return a.print(f.JSON, answer, answer.Root, noStage)
		},
	}, f)
}

func (a *app) cacheSizeCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:     "size",
		Short:   "Print the size of the artifacts by stage",
		Example: `  feltlab cache size`,
		Args:    exactArgs(),
		RunE: func(*cobra.Command, []string) error {
			cache, all, err := a.cached(0)
			if err != nil {
				return err
			}
			return a.print(f.JSON, tallied(cache, all), cache.Root(), noStage)
		},
	}, f)
}

type cacheCheck struct {
	Root      string   `json:"root" text:"-"` // folder of the cache
	Artifacts int      `json:"artifacts"`     // number of artifacts
	Records   int      `json:"records"`       // number of records of the best known formulas and bounds
	Wrong     []string `json:"wrong"`         // what does not hold, and why; it is computed again when needed
	Unchecked []string `json:"unchecked"`     // what only its user's file can be compared with
}

// note counts what was checked, and keeps what is wrong.
func (c *cacheCheck) note(count *int, place string, err error) {
	*count++
	fault := plain.Line(fmt.Sprintf("%s: %v", place, err))
	if errors.Is(err, question.ErrQuestion) {
		c.Unchecked = append(c.Unchecked, fault)
	} else if err != nil {
		c.Wrong = append(c.Wrong, fault)
	}
}

func (a *app) cacheCheckCommand() *cobra.Command {
	f := &jsonFlag{}
	return command(&cobra.Command{
		Use:   "check",
		Short: "Compare artifacts and records with their hashes and the cards",
		Long: `Compares every artifact with its SHA-256 and key, and counts some flops of every matrix
again. Computes the errors of the best known formulas again, and compares what their
proofs claim with the flops. It replays no proof: see feltlab verify. The exit code is 1
if something is wrong; it is computed again when it is needed.`,
		Example: `  feltlab cache check`,
		Args:    exactArgs(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cache, all, err := a.cached(0)
			if err != nil {
				return err
			}
			c, ctx := cacheCheck{Root: cache.Root(), Wrong: []string{}, Unchecked: []string{}}, cmd.Context()
			for _, e := range all {
				artifact, err := cache.Get(e.Key)
				if err == nil && e.Stage == "matrix" {
					err = fit.CheckMatrix(ctx, artifact)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				c.note(&c.Artifacts, fmt.Sprintf("%s %.16v", stageName(e.Stage), e.Key), err)
			}
			err = ledger.Of(cache).Check(ctx, fit.NewInstances(cache, 0), func(record string, err error) {
				c.note(&c.Records, record, err)
			})
			if err == nil {
				err = a.print(f.JSON, c, c.Root+": checked")
			}
			if err == nil && len(c.Wrong) > 0 {
				err = fmt.Errorf("%w: %d of the cache", errRefuted, len(c.Wrong))
			}
			return err
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
		Long: `Removes all artifacts, or those that are older than --older-than, without asking. That
includes the finished parts of stopped runs. They are computed again when needed.`,
		Example: `  feltlab cache clear --older-than 720h`,
		Args:    exactArgs(),
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

// tallied adds up artifacts by stage, the largest first.
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

const noStage = "an artifact without a stage is damaged"

// stageName returns the name of a stage. An artifact without a readable manifest has none.
func stageName(stage string) string { return cmp.Or(stage, "(damaged)") }
