package matrix

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/model/features"
)

// entry is a row as a file has it.
type entry struct {
	Row
	flop                      []byte
	cards                     [3]int64
	equity                    float64
	wins, ties, combos, orbit int64
}

var fields = table.Fields(flopColumns(Meta{}))

// Places of columns.
const (
	flopColumn, cardColumn, featureColumn = 0, 1, 4

	equityColumn = featureColumn + features.Count
	winsColumn   = equityColumn + 1
	tiesColumn   = equityColumn + 2
	combosColumn = equityColumn + 3
	orbitColumn  = equityColumn + 4
)

// batch adds the rows of a Parquet file with the types of a matrix, or like ones.
func (d *decoder) batch(b *tablefile.Batch) error {
	for i := range b.Rows {
		e := entry{
			flop: b.Text(flopColumn, i), equity: b.Float(equityColumn, i), wins: b.Int(winsColumn, i),
			ties: b.Int(tiesColumn, i), combos: b.Int(combosColumn, i), orbit: b.Int(orbitColumn, i),
		}
		for k := range e.cards {
			e.cards[k] = b.Int(cardColumn+k, i)
		}
		for id := 1; id <= features.Count; id++ {
			if b.Bool(featureColumn+id-1, i) {
				e.Features = e.Features.With(id)
			}
		}
		if err := d.add(b.First+int64(i)+1, &e); err != nil {
			return err
		}
	}
	return nil
}

// texts adds the rows of a file of any kind. Columns of the same name are an error.
func (d *decoder) texts(r tablefile.Source) error {
	var places []int // of a matrix's columns among the wanted ones
	begin := func(h tablefile.Header) ([]bool, error) {
		names := h.Columns
		d.name(names)
		wanted := make([]bool, len(names))
		var kept []string
		for i, name := range names {
			if slices.Contains(d.added, name) || name == "" {
				continue
			}
			if slices.Contains(names[:i], name) {
				return nil, fmt.Errorf("%w: two columns are called %s", tablefile.ErrColumns, name)
			}
			wanted[i], kept = true, append(kept, name)
		}
		for _, f := range fields {
			at := slices.Index(kept, f.Name)
			if at < 0 {
				return nil, tablefile.MissingColumn(f.Name, names)
			}
			places = append(places, at)
		}
		return wanted, nil
	}
	return tablefile.Rows(r, begin, func(row int64, cells []string) error {
		e, column, err := parse(cells, places)
		if err != nil {
			return fmt.Errorf("%w: row %d, column %s: %w", tablefile.ErrColumns, row, fields[column].Name, err)
		}
		return d.add(row, e)
	})
}

// parse reads the cells of a row. An error is about a column.
func parse(cells []string, places []int) (e *entry, column int, err error) {
	e = &entry{flop: []byte(cells[places[flopColumn]])}
	whole := map[int]*int64{winsColumn: &e.wins, tiesColumn: &e.ties, combosColumn: &e.combos, orbitColumn: &e.orbit}
	for k := range e.cards {
		whole[cardColumn+k] = &e.cards[k]
	}
	for column := flopColumn + 1; column < len(fields); column++ {
		cell := cells[places[column]]
		switch to := whole[column]; {
		case to != nil:
			*to, err = parseWhole(cell)
		case column == equityColumn:
			if e.equity, err = strconv.ParseFloat(cell, 64); err != nil {
				err = fmt.Errorf("%q is not a number", cell)
			}
		default:
			truth := false
			if truth, err = parseTruth(cell); truth {
				e.Features = e.Features.With(column - featureColumn + 1)
			}
		}
		if err != nil {
			return nil, column, err
		}
	}
	return e, 0, nil
}

// parseWhole reads a whole number, also one that was written as a floating-point number.
func parseWhole(cell string) (int64, error) {
	x, err := strconv.ParseInt(cell, 10, 64)
	if err == nil {
		return x, nil
	}
	const exact = 1 << 53
	if y, err := strconv.ParseFloat(cell, 64); err == nil && y == float64(int64(y)) && y >= -exact && y <= exact {
		return int64(y), nil
	}
	return 0, fmt.Errorf("%q is not a whole number", cell)
}

// parseTruth reads a truth value, also one that was written as a number.
func parseTruth(cell string) (bool, error) {
	switch strings.ToLower(cell) {
	case "true", "t", "1", "1.0":
		return true, nil
	case "false", "f", "0", "0.0":
		return false, nil
	}
	return false, fmt.Errorf("%q is not true or false", cell)
}
