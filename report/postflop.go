package report

import (
	"context"
	"encoding/json"
	"fmt"

	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/pipeline/postflop"
)

// linesFile is what feltlab postflop solve --page lines.json writes.
const linesFile = "lines.json"

// postflopData holds solutions of postflop games.
type postflopData struct {
	Classes   []string         `json:"classes"` // hands in the order of grids
	Solutions []*postflop.View `json:"solutions"`
}

func postflopBlock(_ context.Context, in *Input) (any, error) {
	out := &postflopData{Classes: cards.ClassNames()}
	for _, file := range in.Named(linesFile) {
		text, err := disk.ReadFile(file, disk.MostText)
		if err != nil {
			return nil, err
		}
		var views []*postflop.View
		if err := json.Unmarshal(text, &views); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrInput, file, err)
		}
		for _, v := range views {
			if v == nil || v.Verdict == nil || len(v.Lines) == 0 {
				return nil, fmt.Errorf("%w: %s: want what feltlab postflop solve --page lines.json writes", ErrInput,
					file)
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
	about, err := aboutBlock(context.Background(), in)
	if err != nil {
		return nil, err
	}
	r := &Report{title: o.Title, plain: in.plain(), input: in}
	for _, b := range []struct {
		name string
		data any
	}{{"about", about}, {"postflop", &postflopData{cards.ClassNames(), views}}} {
		text, err := json.Marshal(b.data)
		if err != nil {
			return nil, err
		}
		r.blocks = append(r.blocks, block{b.name, text})
	}
	return r, nil
}
