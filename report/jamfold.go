package report

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"

	"feltlab/dataset/published"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/tournament"
	"feltlab/pipeline/jamfold"
)

// jamfoldData holds jam-or-fold play: the published tables of Ganzfried & Sandholm next to ours, from
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

// headsUpBlock is the heads-up chart as feltlab jamfold heads-up --json prints it.
func headsUpBlock(context.Context, *Input) (any, error) { return jamfold.HeadsUpChart(), nil }

const cellsFile = "jamfold/cells.csv"

func jamfoldBlock(ctx context.Context, in *Input) (any, error) {
	tables, err := chartTables(in)
	if err != nil {
		return nil, err
	}
	solved, err := readTournament(ctx, in)
	if err != nil || len(tables) == 0 && solved == nil {
		return nil, err
	}
	return &jamfoldData{cards.ClassNames(), tables, solved}, nil
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
	classes, tables := cards.ClassNames(), []chartTable{}
	for _, file := range in.Named(cellsFile) {
		rows, err := readCSV[jamCell](file)
		if err != nil {
			return nil, err
		}
		printed := published.JamFoldTables()
		for i := range printed {
			p := &printed[i]
			t := chartTable{
				Number: p.Number, Words: p.Situation.Words(tournament.NumSeats), Verb: p.Situation.Verb(),
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
				t.Published = append(t.Published, row.Published)
				t.Default, t.Paper = append(t.Default, row.Default), append(t.Paper, row.Paper)
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
	f, err := disk.Open(path, disk.MostText)
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

// tournamentData is a solved jam-or-fold tournament: play and values at every state.
type tournamentData struct {
	Source string `json:"source"`
	jamfold.TournamentAnswer
	// The states, a row each: chips, values and ICM in dollars, by seat.
	Chips  [][tournament.NumSeats]int     `json:"chips"`
	Values [][tournament.NumSeats]float64 `json:"values"`
	ICM    [][tournament.NumSeats]float64 `json:"icm"`
	// The decisions in the order of the states, a row each. Row is an index of the states; Regret is the player's
	// possible gain in the decision, in dollars a hand.
	Row    Packed    `json:"row"`
	Words  []string  `json:"words"` // all that occur
	Which  Packed    `json:"which"` // an index of Words
	Verbs  []string  `json:"verbs"` // by index of Words
	Regret []float64 `json:"regret"`
	// Jam is the frequency of a jam in thousandths. Gain is the value of a jam minus the value of a fold, in steps of
	// StepDollars from GainLow. All classes of a decision follow one another. A Gain of 0 means that play never
	// reaches the hand.
	Jam         Packed  `json:"jam"`
	Gain        Packed  `json:"gain"`
	StepDollars float64 `json:"step_dollars"`
	GainLow     int     `json:"gain_low"`
}

const steps = 100_000

// gainLow is the lowest gain in steps; the highest is its opposite. Values beyond are cut to these.
const gainLow = -(1<<15 - 1)

// readTournament returns the tournament that the user names, or the one among the results. With the published tables,
// it may also be the default preset in the cache.
func readTournament(ctx context.Context, in *Input) (*tournamentData, error) {
	if in.Tournament != "" {
		return tournamentOf(in.Tournament)
	}
	for _, file := range in.Named(jamfold.DecisionsFile) {
		in.Named(jamfold.CertificateFile)
		in.Named(jamfold.ValuesFile)
		return tournamentOf(filepath.Dir(file))
	}
	if in.Lab == nil || len(in.Named(cellsFile)) == 0 {
		return nil, nil
	}
	c, err := jamfold.Preset(jamfold.Presets[0])
	if err != nil {
		return nil, err
	}
	solved, err := in.Lab.Stored(ctx, &c)
	if solved == nil || err != nil {
		return nil, err
	}
	path, err := in.Lab.StoredDecisions(ctx, solved)
	if err != nil {
		return nil, err
	}
	answer, err := solved.Answer()
	if err != nil {
		return nil, err
	}
	data := &tournamentData{Source: "the cache, preset " + c.Preset, TournamentAnswer: *answer}
	return data, data.fill(path, solved.StateValues())
}

func tournamentOf(folder string) (*tournamentData, error) {
	path := filepath.Join(folder, jamfold.CertificateFile)
	answer, err := readJSON[jamfold.TournamentAnswer](path, "what feltlab jamfold tournament writes")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s: no %s in it; want a folder that feltlab jamfold tournament wrote", ErrInput,
			folder, jamfold.CertificateFile)
	}
	if err != nil {
		return nil, err
	}
	data := &tournamentData{Source: folder, TournamentAnswer: answer}
	values, err := jamfold.ReadStateValues(folder)
	if err != nil {
		return nil, err
	}
	return data, data.fill(filepath.Join(folder, jamfold.DecisionsFile), values)
}

func (t *tournamentData) fill(decisions string, values []jamfold.StateValue) error {
	rowOf := map[int]int{}
	for i, w := range values {
		rowOf[w.State] = i
		t.Chips = append(t.Chips, w.Stacks)
		t.Values = append(t.Values, w.Values)
		t.ICM = append(t.ICM, w.ICM)
	}
	total := 0.0
	for _, p := range t.Inputs.Prizes {
		total += p
	}
	t.StepDollars, t.GainLow = total/steps, gainLow
	var row, which, jam, gain []int
	index := map[string]int{}
	var bad error
	err := jamfold.ReadDecisions(decisions, func(d *jamfold.Decision) {
		if math.IsNaN(d.Jam) { // the page leaves out decisions that are not solved
			return
		}
		if d.Hand == 0 {
			state, ok := rowOf[d.State]
			if !ok {
				bad = fmt.Errorf("%w: %s has state %d, %s has not", ErrInput, decisions, d.State, jamfold.ValuesFile)
			}
			words := d.Words()
			n, ok := index[words]
			if !ok {
				n = len(t.Words)
				index[words] = n
				t.Words, t.Verbs = append(t.Words, words), append(t.Verbs, d.At.Verb())
			}
			row, which, t.Regret = append(row, state), append(which, n), append(t.Regret, 0)
		}
		if len(jam) != cards.NumClasses*(len(row)-1)+int(d.Hand) {
			bad = fmt.Errorf("%w: %s: hand %v of state %d is out of order", ErrInput, decisions, d.Hand, d.State)
			return
		}
		jam = append(jam, int(math.Round(1000*d.Jam)))
		if math.IsNaN(d.JamDollars) {
			gain = append(gain, 0)
			return
		}
		more := d.JamDollars - d.FoldDollars
		step := min(max(math.Round(more/t.StepDollars), gainLow), -gainLow)
		gain = append(gain, int(step)-gainLow+1)
		lost := max(more, 0) - d.Jam*more
		t.Regret[len(row)-1] += d.ReachPercent / 100 * lost
	})
	if err = cmp.Or(err, bad); err != nil {
		return err
	}
	if total <= 0 || len(row) == 0 {
		return fmt.Errorf("%w: %s: a tournament without prizes or decisions", ErrInput, decisions)
	}
	t.Row, t.Which, t.Jam, t.Gain = Pack(row), Pack(which), Pack(jam), Pack(gain)
	return nil
}
