package report

import (
	"context"
	"io"
	"time"

	"feltlab/model/features"
	"feltlab/report/draw"
)

// Report is the data of a page.
type Report struct {
	title  string
	live   bool
	solves []Solves
	blocks []block
}

// New reads the results below paths and makes the data of their page. The error wraps ErrInput, sweep.ErrResults or
// fit.ErrResults, or comes from the system or the context.
func New(ctx context.Context, paths []string, o Options) (*Report, error) {
	in, err := read(paths, o)
	if err != nil {
		return nil, err
	}
	all, err := makeBlocks(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := in.unused(); err != nil {
		return nil, err
	}
	return &Report{in.Title, in.Live, in.Solves, all}, nil
}

// Write writes the page.
func (r *Report) Write(w io.Writer) error { return writePage(w, r) }

type about struct {
	Title   string   `json:"title"`
	Version string   `json:"version"`
	Reading string   `json:"reading"`
	Written string   `json:"written"` // RFC 3339
	Paths   []string `json:"paths"`
	Live    bool     `json:"live"`
	// Palette and Heat are the colours of series and of heat maps in all figures.
	Palette []string `json:"palette"`
	Heat    []string `json:"heat"`
}

func aboutBlock(_ context.Context, in *Input) (any, error) {
	return about{in.Title, in.Version, features.Version, time.Now().UTC().Format(time.RFC3339), in.paths, in.Live,
		draw.Palette(), draw.HeatScale()}, nil
}

// featureRow is a feature; the rows are in the order of the numbers, from 1.
type featureRow struct {
	Name     string `json:"name"`
	Sentence string `json:"sentence"`
}

func featuresBlock(context.Context, *Input) (any, error) {
	var rows []featureRow
	for _, f := range features.All() {
		rows = append(rows, featureRow{f.Name, f.Sentence})
	}
	return columnsOf(rows), nil
}
