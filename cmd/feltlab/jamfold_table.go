package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"time"

	"feltlab/internal/disk"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// tableFlags describe a hand of jam or fold at a table, but for the stacks, and how well it is to be solved.
type tableFlags struct {
	jamfold.TableText
	Fix    []string `flag:"fix" keep:","`
	Future int      `flag:"future" default:"0" min:"0"`
	effortFlags
}

// effortFlags say how well a table is to be solved.
type effortFlags struct {
	Certify  jamfold.Percent `flag:"certify"`
	Deals    int             `flag:"deals" min:"1" max:"100000000000"`
	Time     time.Duration   `flag:"time"`
	Bunching bool            `flag:"bunching" default:"true"`
	seedFlag
}

// about returns the question about a table that is yet to be set, without a target.
func (f *effortFlags) about() *jamfold.TableQuestion {
	q := &jamfold.TableQuestion{Seed: f.Seed, Deals: f.Deals, Time: f.Time, Product: !f.Bunching}
	if q.Deals == 0 && q.Time > 0 {
		q.Deals = math.MaxInt
	}
	return q
}

func (f *tableFlags) question(stacks string) (*jamfold.TableQuestion, error) {
	q := f.about()
	text := f.TableText
	text.Stacks = stacks
	var err error
	if text.Prizes, err = fileText(text.Prizes); err != nil {
		return nil, fmt.Errorf("--prizes: %w", err)
	}
	if err := text.Read(&q.Table); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	q.Certify(f.Certify)
	for _, text := range f.Fix {
		if err := q.FixText(text); err != nil {
			return nil, fmt.Errorf("--fix %q: %w", text, err)
		}
	}
	if err := q.SetFuture(f.Future); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	return q, nil
}

// fileText returns a text, or that of a file whose name ends in .txt or .csv, without lines that begin with #.
func fileText(text string) (string, error) {
	if ext := filepath.Ext(text); ext != ".txt" && ext != ".csv" {
		return text, nil
	}
	data, err := disk.ReadFile(text, disk.MostText)
	if err != nil {
		return "", err
	}
	var lines []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), nil
}

func parsePrizes(text string) ([]float64, error) {
	text, err := fileText(text)
	var prizes []float64
	if err == nil {
		prizes, err = tournament.ParsePrizes(text)
	}
	if err != nil {
		return nil, fmt.Errorf("--prizes: %w", err)
	}
	return prizes, nil
}
