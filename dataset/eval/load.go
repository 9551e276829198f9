package eval

import _ "embed"

//go:embed tables.bin
var tables string

// The tables, with sizes that are powers of two so that a masked index needs no bounds
// check.
var (
	// sevenShifts and smallShifts say for each row of sums how far to move it in its rank table.
	sevenShifts, smallShifts [1 << rowBits]uint16
	// flushTable holds the strength of five to seven ranks of one suit.
	flushTable [flushSlots]Strength
	// sevenTable and smallTable hold the strength of ranks without a flush, by displaced sum.
	sevenTable [sevenSlots]Strength
	smallTable [smallSlots]Strength
)

// init reads the embedded tables; it takes about 0.1 ms.
func init() {
	rest := tables
	rest = load(rest, sevenShifts[:])
	rest = load(rest, smallShifts[:])
	rest = load(rest, flushTable[:])
	rest = load(rest, sevenTable[:])
	load(rest, smallTable[:])
}

// load fills a table with little-endian numbers and returns what follows them.
func load[T ~uint16](data string, table []T) (rest string) {
	for i := range table {
		table[i] = T(data[2*i]) | T(data[2*i+1])<<8
	}
	return data[2*len(table):]
}
