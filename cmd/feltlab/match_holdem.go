package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"feltlab/pipeline/worstcase"
)

// limitMatches computes or estimates all matches, and with three strategies or more all best
// responses, in limit hold'em.
func (a *app) limitMatches(cmd *cobra.Command, f *matchFlags, players []contestant, report *worstcase.Matches) error {
	if f.limit.checkpoint != "" {
		if err := os.MkdirAll(f.limit.checkpoint, 0o777); err != nil {
			return usage("--checkpoint: %w", err)
		}
	}
	for i, ours := range players {
		for j, theirs := range players[:i] {
			digests := [2]string{theirs.digest, ours.digest}
			r, err := worstcase.Match(cmd.Context(), theirs.policy, ours.policy, digests, f.options(a, "match", digests[:]...))
			values, standardError, err := f.values(r, err)
			if err != nil {
				return fmt.Errorf("%s against %s: %w", theirs.name, ours.name, err)
			}
			report.Put(j, i, values, standardError)
		}
		if len(players) == 2 {
			continue
		}
		r, err := worstcase.BestResponse(cmd.Context(), ours.policy, ours.digest, f.options(a, "best", ours.digest))
		values, standardError, err := f.values(r, err)
		if err != nil {
			return fmt.Errorf("best response to %s: %w", ours.name, err)
		}
		report.PutBest(i, values, standardError)
	}
	return nil
}

// options are those of one computation; its checkpoint is a file of its own in the folder.
func (f *matchFlags) options(a *app, kind string, digests ...string) worstcase.Options {
	o := f.limit.options(a.stderr)
	if f.limit.checkpoint != "" {
		name := fmt.Sprintf("%s-%.8x.ckpt", kind, sha256.Sum256(fmt.Append(nil, digests)))
		o.Checkpoint = filepath.Join(f.limit.checkpoint, name)
	}
	return o
}

// values are those of both seats, and the standard error of their mean.
func (f *matchFlags) values(r *worstcase.Result, err error) (values [2]float64, standardError float64, _ error) {
	if err != nil {
		if r != nil {
			return values, 0, stoppedEarly(r, f.limit.checkpoint)
		}
		return values, 0, limitError(err)
	}
	if !r.Complete() || r.Drawn {
		e, err := r.Estimate()
		if err != nil {
			return values, 0, err
		}
		return e.SeatValues, e.StandardError, nil
	}
	for seat, v := range r.SeatValues {
		values[seat] = v.Low
	}
	return values, 0, nil
}
