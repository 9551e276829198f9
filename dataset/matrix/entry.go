package matrix

import (
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
