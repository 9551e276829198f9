package draw_test

import (
	"math"
	"os"

	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/report/draw"
)

func ExampleGrid_Text() {
	grid := draw.Grid{Title: "Chen's points", Legend: "points", Low: -1, High: 20}
	for k := range cards.Class(cards.NumClasses) {
		grid.Values[k] = float64(ranges.ChenScore(k))
	}
	grid.Values[cards.NumClasses-1] = math.NaN() // no value for 22
	grid.Text(os.Stdout)
	// Output:
	// Chen's points
	//     A   K   Q   J   T   9   8   7   6   5   4   3   2
	// A  20  12  11  10   8   7   7   7   7   7   7   7   7
	// K  10  16  10   9   8   6   5   5   5   5   5   5   5
	// Q   9   8  14   9   8   7   5   4   4   4   4   4   4
	// J   8   7   7  12   9   8   6   4   3   3   3   3   3
	// T   6   6   6   7  10   8   7   5   3   2   2   2   2
	// 9   5   4   5   6   6   9   8   7   5   3   2   2   2
	// 8   5   3   3   4   5   6   8   7   6   4   2   1   1
	// 7   5   3   2   2   3   5   5   7   7   6   4   2   1
	// 6   5   3   2   1   1   3   4   5   6   6   5   3   1
	// 5   5   3   2   1   0   1   2   4   4   5   6   5   3
	// 4   5   3   2   1   0   0   0   2   3   4   5   5   4
	// 3   5   3   2   1   0   0  -1   0   1   3   3   5   5
	// 2   5   3   2   1   0   0  -1  -1  -1   1   2   3   .
	// points; suited above the diagonal, offsuit below
}
