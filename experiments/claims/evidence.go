package claims

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"feltlab/experiments"
	"feltlab/internal/disk"
	"feltlab/pipeline/jamfold"
	"feltlab/pipeline/question"
)

// evidence is what the judges use: results of other experiments and timings, each read or measured once, and the
// environment in which they compute the rest.
type evidence struct {
	env    *experiments.Env
	lab    *jamfold.Lab
	sheets map[string]*sheet
	solved map[string][]*question.Answer
}

func newEvidence(env *experiments.Env) *evidence {
	return &evidence{
		env: env, lab: &jamfold.Lab{Store: env.Store, Workers: env.Workers, Progress: env.Stderr},
		sheets: map[string]*sheet{}, solved: map[string][]*question.Answer{},
	}
}

func fromTable(file, experiment string, judge func(s *sheet) finding) judge {
	return func(_ context.Context, e *evidence) (finding, error) {
		s, err := e.table(file, experiment)
		if err != nil {
			return finding{}, err
		}
		f := judge(s)
		return f, s.err
	}
}

func fromSolves(folder, command string, judge func(results []*question.Answer) finding) judge {
	return func(_ context.Context, e *evidence) (finding, error) {
		results, err := e.solves(folder, command)
		if err != nil {
			return finding{}, err
		}
		return judge(results), nil
	}
}

type missingError struct{ file, command string }

func (e *missingError) Error() string {
	return fmt.Sprintf("%s is not there: run `%s` first", e.file, e.command)
}

func (e *evidence) open(file, command string) (*os.File, error) {
	f, err := disk.Open(filepath.Join(e.env.Out, filepath.FromSlash(file)), disk.MostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &missingError{file, command}
	}
	return f, err
}

// sheet is a CSV file of results. It keeps the first error of its cells.
type sheet struct {
	file    string
	columns map[string]int
	rows    [][]string
	err     error
}

func (e *evidence) table(file, experiment string) (*sheet, error) {
	if s, ok := e.sheets[file]; ok {
		return s, s.err
	}
	f, err := e.open(file, "feltlab reproduce "+experiment)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("%s: no rows", file)
	}
	s := &sheet{file: file, columns: map[string]int{}, rows: all[1:]}
	for i, name := range all[0] {
		s.columns[name] = i
	}
	e.sheets[file] = s
	return s, nil
}

func (s *sheet) text(row []string, column string) string {
	i, ok := s.columns[column]
	if !ok {
		s.fail(fmt.Errorf("%s: no column %q", s.file, column))
		return ""
	}
	return row[i]
}

// number returns a cell as a number, or 0 if it is none.
func (s *sheet) number(row []string, column string) float64 {
	text := s.text(row, column)
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		s.fail(fmt.Errorf("%s: %s is %q, want a number", s.file, column, text))
	}
	return x
}

// find returns the first row that has the given cells: a column, its cell, the next column, its cell.
func (s *sheet) find(cells ...string) []string {
	for _, row := range s.rows {
		matches := true
		for i := 0; i < len(cells); i += 2 {
			matches = matches && s.text(row, cells[i]) == cells[i+1]
		}
		if matches {
			return row
		}
	}
	s.fail(fmt.Errorf("%s: no row with %q", s.file, cells))
	return make([]string, len(s.columns))
}

func (s *sheet) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (e *evidence) solves(folder, command string) ([]*question.Answer, error) {
	if results, ok := e.solved[folder]; ok {
		return results, nil
	}
	f, err := e.open(folder+"/solves.jsonl", command)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	results, err := question.ReadAnswers(f)
	if err != nil {
		return nil, fmt.Errorf("%s/solves.jsonl: %w", folder, err)
	}
	e.solved[folder] = results
	return results, nil
}
