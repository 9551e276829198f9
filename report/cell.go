package report

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"feltlab/dataset/published"
	"feltlab/internal/parallel"
	"feltlab/model/regression"
	"feltlab/pipeline/prooffile"
)

// certificateColumns are facts about the proofs of the results, a row for each result; a row
// without a proof has the kind "".
type certificateColumns struct {
	Kind     []prooffile.Kind `json:"kind"`
	Features []int            `json:"features"` // the N of the bound
	Bound    []float64        `json:"bound"`    // an error, a fraction of 1
	Cuts     []int            `json:"cuts"`
	Digest   []string         `json:"digest"`
	File     []string         `json:"file"` // "" where the result carries the proof itself
	// The rest is from the file: its size, and whether it has the digest that the result names.
	Bytes []int    `json:"bytes"`
	State []string `json:"state"`
}

// What a report knows of a proof's file without replaying it.
const (
	proofAsNamed = "as named" // it has the digest that the result names
	proofDiffers = "differs"
	proofMissing = "missing"
	proofDamaged = "damaged"
)

// certificate is a row of certificateColumns.
type certificate struct {
	record prooffile.Record
	file   string
	bytes  int
	state  string
}

func certificatesBlock(ctx context.Context, in *Input) (any, error) {
	var rows []certificate
	for i := range in.Solves {
		s := &in.Solves[i]
		for _, r := range s.Results {
			row := certificate{}
			if r.Proof != nil {
				row.record = *r.Proof
				if r.Proof.File != "" {
					row.file = filepath.ToSlash(filepath.Join(s.proofs(), filepath.Base(r.Proof.File)))
				}
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return nil, nil
	}
	loop := parallel.Loop{Items: len(rows)}
	if err := loop.Each(ctx, parallel.Same(func(i int) error { return rows[i].look() })); err != nil {
		return nil, err
	}
	c := &certificateColumns{}
	for i := range rows {
		x := &rows[i]
		c.Kind = append(c.Kind, x.record.Kind)
		c.Features = append(c.Features, x.record.Features)
		c.Bound = append(c.Bound, x.record.Bound)
		c.Cuts = append(c.Cuts, x.record.Cuts)
		c.Digest = append(c.Digest, x.record.Digest)
		c.File = append(c.File, x.file)
		c.Bytes = append(c.Bytes, x.bytes)
		c.State = append(c.State, x.state)
	}
	return c, nil
}

// look compares the proof's file with the record.
func (c *certificate) look() error {
	if c.file == "" {
		return nil
	}
	digest, size, err := prooffile.DigestOf(c.file)
	c.bytes = size
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.state = proofMissing
	case errors.Is(err, prooffile.ErrFile):
		c.state = proofDamaged
	case err != nil:
		return err
	case digest == c.record.Digest:
		c.state = proofAsNamed
	default:
		c.state = proofDiffers
	}
	return nil
}

// publishedColumns are the printed rows of Dalpasso & Lancia 2015: Table 4, the least average error
// with ten features, and Table 3, the fewest features for 2.5 percentage points.
type publishedColumns struct {
	Hand  []string `json:"hand"`
	Range []string `json:"range"`
	// AverageErrorPercent is 0 in rows of Table 3, FeaturesNeeded in those of Table 4.
	AverageErrorPercent []float64   `json:"average_error_percent"`
	FeaturesNeeded      []int       `json:"features_needed"`
	Features            [][]int     `json:"features"` // the five largest weights
	Weights             [][]float64 `json:"weights"`
}

func publishedBlock(context.Context, *Input) (any, error) {
	var c publishedColumns
	for _, row := range slices.Concat(published.Table4(), published.Table3()) {
		c.Hand = append(c.Hand, row.Hand)
		c.Range = append(c.Range, row.Range)
		c.AverageErrorPercent = append(c.AverageErrorPercent, row.AverageErrorPercent)
		c.FeaturesNeeded = append(c.FeaturesNeeded, row.FeaturesNeeded)
		ids, weights := columnsOf(row.Terms)
		c.Features, c.Weights = append(c.Features, ids), append(c.Weights, weights)
	}
	return c, nil
}

func columnsOf(f regression.Formula) (ids []int, weights []float64) {
	ids, weights = []int{}, []float64{}
	for _, t := range f {
		ids, weights = append(ids, t.ID), append(weights, t.Weight)
	}
	return ids, weights
}
