package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"feltlab/pipeline/worstcase"
)

// limitMatches computes or estimates all matches, and with three strategies or more all best
// responses, in limit hold'em.
func (a *app) limitMatches(cmd *cobra.Command, f *matchFlags, players []contestant, report *worstcase.Matches) error {
	o := f.limitFlags.options(a.stderr)
	var err error
	if o.Store, err = a.store(); err != nil {
		return err
	}
	for i, ours := range players {
		for j, theirs := range players[:i] {
			digests := [2]string{theirs.digest, ours.digest}
			r, err := worstcase.Match(cmd.Context(), theirs.policy, ours.policy, digests, o)
			values, standardError, err := f.values(r, err)
			if err != nil {
				return fmt.Errorf("%s against %s: %w", theirs.name, ours.name, err)
			}
			report.Put(j, i, values, standardError)
		}
		if len(players) == 2 {
			continue
		}
		r, err := worstcase.BestResponse(cmd.Context(), ours.policy, ours.digest, o)
		values, standardError, err := f.values(r, err)
		if err != nil {
			return fmt.Errorf("best response to %s: %w", ours.name, err)
		}
		report.PutBest(i, values, standardError)
	}
	return nil
}

// values are those of both seats, and the standard error of their mean.
func (f *matchFlags) values(r *worstcase.Result, err error) (values [2]float64, standardError float64, _ error) {
	if err != nil {
		if r != nil {
			return values, 0, stoppedEarly(r)
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
