package johanson

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"feltlab/experiments"
	"feltlab/model/game"
	"feltlab/pipeline/worstcase"
	"feltlab/solvers/limitholdem"
)

// begunRows is the file of exact numbers that were stopped in the middle: what is done of each is two
// sums over flops, with which a run goes on that has neither the store nor the machine of the one before.
const begunRows = "agents/begun.jsonl"

// begunRow is what is done of an exact number.
type begunRow struct {
	Key      string              `json:"key"`      // of the row that it becomes
	Strategy string              `json:"strategy"` // the digest of what is responded to
	Done     int                 `json:"done"`     // of the total
	Total    int                 `json:"total"`
	Items    []*limitholdem.Item `json:"items"`
}

// begun goes on with exact numbers, each with its key.
type begun struct {
	env *experiments.Env
	key string
}

// run is worstcase.Run from where the last run stopped, and writes how far it came.
func (b begun) run(ctx context.Context, p game.Policy, digest string, o worstcase.Options) (*worstcase.Result, error) {
	rows, err := experiments.ReadLines[begunRow](b.env, begunRows)
	if err != nil {
		return nil, err
	}
	mine := func(r begunRow) bool { return r.Key == b.key }
	if i := slices.IndexFunc(rows, mine); i >= 0 {
		if rows[i].Strategy != digest {
			return nil, fmt.Errorf("%s: begun for the strategy %s, training came to %s; remove that row to begin anew", begunRows, rows[i].Strategy, digest)
		}
		o.Begun = rows[i].Items
	}
	r, err := worstcase.BestResponse(ctx, p, digest, o)
	if r == nil {
		return nil, err
	}
	row := begunRow{Key: b.key, Strategy: digest, Total: r.Total, Items: r.Summed()}
	for _, item := range row.Items {
		row.Done += item.Flop + 1
	}
	rows = append(slices.DeleteFunc(rows, mine), row)
	return r, errors.Join(err, experiments.WriteLines(b.env, begunRows, rows))
}

// dropBegun forgets the beginnings of rows that are there.
func dropBegun(env *experiments.Env, there []*worstcase.Judged) error {
	rows, err := experiments.ReadLines[begunRow](env, begunRows)
	if len(rows) == 0 || err != nil {
		return err
	}
	return experiments.WriteLines(env, begunRows, slices.DeleteFunc(rows, func(b begunRow) bool {
		return slices.ContainsFunc(there, func(r *worstcase.Judged) bool { return r.Key == b.Key })
	}))
}
