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

// New reads the results below paths and makes the data of their page. The error wraps ErrInput,
// sweep.ErrResults or fit.ErrResults, or is the system's or the context's.
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

// about says what made the page.
type about struct {
	Title   string   `json:"title"`
	Version string   `json:"version"`
	Reading string   `json:"reading"`
	Written string   `json:"written"` // RFC 3339
	Paths   []string `json:"paths"`
	Live    bool     `json:"live"`
	// Palette and Heat are the colours of series and of heat maps, as all figures have them.
	Palette []string `json:"palette"`
	Heat    []string `json:"heat"`
}

func aboutBlock(_ context.Context, in *Input) (any, error) {
	return about{in.Title, in.Version, features.Version, time.Now().UTC().Format(time.RFC3339), in.paths, in.Live, draw.Palette(), draw.HeatScale()}, nil
}

// featureColumns are the features by number, from 1.
type featureColumns struct {
	Name     []string `json:"name"`
	Sentence []string `json:"sentence"`
}

func featuresBlock(context.Context, *Input) (any, error) {
	var c featureColumns
	for _, f := range features.All() {
		c.Name = append(c.Name, f.Name)
		c.Sentence = append(c.Sentence, f.Sentence)
	}
	return c, nil
}
