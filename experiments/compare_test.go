package experiments

import (
	"fmt"
	"math"
	"testing"

	"feltlab/internal/must"
)

// TestCompare goes through the edges of the last digit of a printed 2.2.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		ours, bound                 float64
		truncated, rounded, verdict string
	}{
		{2.14, 2.14, Better, Better, "not optimal"}, {2.16, 2, Better, Equal, "rounded, or not optimal"},
		{2.199, 1, Better, Equal, "rounded, or not optimal"}, {2.2, 2.2, Equal, Equal, "either"},
		{2.24, 2.2, Equal, Equal, "either"}, {2.26, 2.2, Equal, Worse, "truncated, if optimal"},
		{2.27, 2.26, Equal, Worse, "refutes rounding"}, {2.299, 2.1, Equal, Worse, "truncated, if optimal"},
		{2.31, 2.29, Worse, Worse, "refutes rounding"}, {2.4, 2.31, Worse, Worse, "refutes both"},
		{math.NaN(), math.NaN(), Worse, Worse, "not optimal"},
	} {
		got := Compare(c.ours, c.bound, 2.2, 1)
		if got.IfTruncated != c.truncated || got.IfRounded != c.rounded || got.Verdict != c.verdict {
			t.Errorf("%v, bound %v: %+v, want %+v", c.ours, c.bound, got, c)
		}
	}
	if !Prints(2.2499, 2.2, 1) || Prints(2.26, 2.2, 1) || !Prints(0.78, 0.8, 1) {
		t.Error("rounding")
	}
}

func TestPairs(t *testing.T) {
	var rows []any
	for _, p := range [][2]string{{"AA", "RUS"}, {"AA", "RS"}, {"KK", "ATC"}} {
		rows = append(rows, map[string]any{"hand": p[0], "range": p[1]})
	}
	must.Equal(t, Pairs(rows), "AA against RUS, RS; KK against ATC")
	must.Equal(t, fmt.Sprint(must.Get(ordered([]string{"a", "b", "c"}, []any{2, 1.0, 2}))(t)), "[b a c]")
}
