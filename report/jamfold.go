package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"

	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// jamfoldData holds jam-or-fold play: the published tables of Ganzfried & Sandholm beside ours, from
// jamfold/cells.csv, and a solved tournament.
type jamfoldData struct {
	// Classes are the hands in the order of all grids.
	Classes    []string        `json:"classes"`
	Tables     []chartTable    `json:"tables"`
	Tournament *tournamentData `json:"tournament"` // nil where there is none
}

// chartTable is a decision: how often its player jams or calls with each hand, in percent.
type chartTable struct {
	Number    int       `json:"number"`
	Words     string    `json:"words"`
	Verb      string    `json:"verb"`
	Setting   string    `json:"setting"` // mode and stacks
	Published []float64 `json:"published_percent"`
	Default   []float64 `json:"default_percent"`
	Paper     []float64 `json:"paper_percent"`
}

const cellsFile = "jamfold/cells.csv"

// classNames are the names of all starting hands in the order of grids.
func classNames() []string {
	var names []string
	for k := range cards.Class(cards.NumClasses) {
		names = append(names, k.String())
	}
	return names
}

func jamfoldBlock(ctx context.Context, in *Input) (any, error) {
	out := &jamfoldData{Classes: classNames(), Tables: []chartTable{}}
	var err error
	if out.Tables, err = chartTables(in); err != nil {
		return nil, err
	}
	if out.Tournament, err = readTournament(ctx, in); err != nil {
		return nil, err
	}
	if len(out.Tables) == 0 && out.Tournament == nil {
		return nil, nil
	}
	return out, nil
}

type jamCell struct {
	Table     int     `json:"table"`
	Hand      string  `json:"hand"`
	Published float64 `json:"published_percent"`
	Default   float64 `json:"default_percent"`
	Paper     float64 `json:"paper_percent"`
}

// chartTables returns the tables of which the files have every hand, in the order of grids.
func chartTables(in *Input) ([]chartTable, error) {
	classes, tables := classNames(), []chartTable{}
	for _, file := range in.Named(cellsFile) {
		rows, err := readCSV[jamCell](file)
		if err != nil {
			return nil, err
		}
		printed := published.JamFoldTables()
		for i := range printed {
			p := &printed[i]
			t := chartTable{
				Number: p.Number, Words: p.Situation.Words(), Verb: p.Situation.Verb(),
				Setting: fmt.Sprintf("%v, %s", p.Mode, tournament.Stacks(p.Stacks).Words(1)),
			}
			for k, row := range rows {
				if row.Table != p.Number {
					continue
				}
				if n := len(t.Published); n >= len(classes) || row.Hand != classes[n] {
					return nil, fmt.Errorf("%w: %s, line %d: hand %q is not the next of a grid", ErrInput, file, k+2,
						row.Hand)
				}
				t.Published, t.Default, t.Paper = append(t.Published, row.Published), append(t.Default,
					row.Default), append(t.Paper, row.Paper)
			}
			if len(t.Published) == len(classes) {
				tables = append(tables, t)
			}
		}
	}
	return tables, nil
}

// readCSV reads a CSV file whose columns have the JSON names of the fields of R: text, whole numbers and numbers. It
// ignores other columns. The error wraps ErrInput or comes from the system.
func readCSV[R any](path string) ([]R, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrInput, path, err)
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("%w: %s is empty", ErrInput, path)
	}
	rows := make([]R, len(lines)-1)
	t := reflect.TypeFor[R]()
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("json")
		column := slices.Index(lines[0], name)
		if column < 0 {
			return nil, fmt.Errorf("%w: %s has no column %q", ErrInput, path, name)
		}
		for k := range rows {
			field, text := reflect.ValueOf(&rows[k]).Elem().Field(i), lines[k+1][column]
			if field.Kind() == reflect.String {
				field.SetString(text)
				continue
			}
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("%w: %s, line %d, column %q: %q, want a number", ErrInput, path, k+2, name, text)
			}
			field.Set(reflect.ValueOf(x).Convert(field.Type()))
		}
	}
	return rows, nil
}
