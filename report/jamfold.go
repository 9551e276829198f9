package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strconv"

	"feltlab/dataset/published"
	"feltlab/model/cards"
	"feltlab/model/tournament"
)

// jamfoldData is jam-or-fold play: the published tables of Ganzfried & Sandholm beside ours, from
// jamfold/cells.csv, and a solved tournament.
type jamfoldData struct {
	// Classes are the hands in the order of all grids.
	Classes    []string        `json:"classes"`
	Tables     []chartTable    `json:"tables"`
	Tournament *tournamentData `json:"tournament"` // nil where there is none
}

// chartTable is a decision: in percent of the time, by hand, who jams or calls.
type chartTable struct {
	Number    int       `json:"number"`
	Words     string    `json:"words"`
	Verb      string    `json:"verb"`
	Setting   string    `json:"setting"` // of whom, with which stacks
	Published []float64 `json:"published_percent"`
	Default   []float64 `json:"default_percent"`
	Paper     []float64 `json:"paper_percent"`
}

// cellsFile has every cell of the published tables.
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

// chartTables returns those of which every hand is there.
func chartTables(in *Input) ([]chartTable, error) {
	classes, tables := classNames(), []chartTable{}
	for _, file := range in.Named(cellsFile) {
		rows, err := readCSV(file, "table", "shows", "hand", "published_percent", "default_percent", "paper_percent")
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
			for _, row := range rows {
				if row.text["table"] != strconv.Itoa(p.Number) {
					continue
				}
				if n := len(t.Published); n >= len(classes) || row.text["hand"] != classes[n] {
					return nil, row.bad("hand", "the next of a grid")
				}
				for name, to := range map[string]*[]float64{"published_percent": &t.Published, "default_percent": &t.Default, "paper_percent": &t.Paper} {
					x, err := row.number(name)
					if err != nil {
						return nil, err
					}
					*to = append(*to, x)
				}
			}
			if len(t.Published) == len(classes) {
				tables = append(tables, t)
			}
		}
	}
	return tables, nil
}

// csvRow is a line of a CSV file by column.
type csvRow struct {
	file string
	line int
	text map[string]string
}

// readCSV reads a file of which some columns are wanted. The error wraps ErrInput or is the system's.
func readCSV(path string, columns ...string) ([]csvRow, error) {
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
	for _, name := range columns {
		if !slices.Contains(lines[0], name) {
			return nil, fmt.Errorf("%w: %s has no column %q", ErrInput, path, name)
		}
	}
	var rows []csvRow
	for i, cells := range lines[1:] {
		row := csvRow{path, i + 2, map[string]string{}}
		for k, cell := range cells {
			row.text[lines[0][k]] = cell
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// has says whether the file has columns, and the row something in them.
func (r *csvRow) has(columns ...string) bool {
	return !slices.ContainsFunc(columns, func(name string) bool { return r.text[name] == "" })
}

// number is a cell as a number.
func (r *csvRow) number(column string) (float64, error) {
	x, err := strconv.ParseFloat(r.text[column], 64)
	if err != nil {
		return 0, r.bad(column, "a number")
	}
	return x, nil
}

// bad is the error of a cell.
func (r *csvRow) bad(column, want string) error {
	return fmt.Errorf("%w: %s, line %d, column %q: %q, want %s", ErrInput, r.file, r.line, column, r.text[column], want)
}

// numbers are several cells of a row.
func (r *csvRow) numbers(columns ...string) (out []float64, err error) {
	for _, name := range columns {
		x, err := r.number(name)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}
