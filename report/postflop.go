package report

import (
	"context"
	"fmt"

	"feltlab/model/cards"
	"feltlab/pipeline/postflop"
)

// linesFile is what feltlab postflop solve --page lines.json writes.
const linesFile = "lines.json"

type postflopData struct {
	Classes   []string         `json:"classes"` // hands in the order of grids
	Solutions []*postflop.View `json:"solutions"`
}

func postflopBlock(_ context.Context, in *Input) (any, error) {
	out := &postflopData{Classes: cards.ClassNames()}
	for _, file := range in.Named(linesFile) {
		const want = "what feltlab postflop solve --page lines.json writes"
		views, err := readJSON[[]*postflop.View](file, want)
		if err != nil {
			return nil, err
		}
		for _, v := range views {
			if v == nil || v.Verdict == nil || len(v.Lines) == 0 {
				return nil, fmt.Errorf("%w: %s: want %s", ErrInput, file, want)
			}
		}
		out.Solutions = append(out.Solutions, views...)
	}
	if len(out.Solutions) == 0 {
		return nil, nil
	}
	return out, nil
}

// PostflopPage is a page of solutions alone.
func PostflopPage(o Options, views ...*postflop.View) (*Report, error) {
	in := &Input{Options: o, paths: []string{}}
	solutions := func(context.Context, *Input) (any, error) { return &postflopData{cards.ClassNames(), views}, nil }
	all, err := makeBlocks(context.Background(), in, []namedBlock{{"about", aboutBlock}, {"postflop", solutions}})
	return &Report{title: o.Title, plain: in.plain(), input: in, blocks: all}, err
}
