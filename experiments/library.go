package experiments

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-viper/mapstructure/v2"

	"feltlab/dataset/published"
	"feltlab/dataset/table"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/report/draw"
)

// library returns the functions and values that all expressions may use, besides those of the language.
func library() map[string]any {
	return map[string]any{
		// Published numbers.
		"table3": published.Table3, "table4": published.Table4,
		"uniform": published.StrengthUniform, "weighted": published.StrengthWeighted, "icm": published.JamFoldICM,
		"prints": Prints, "verdicts": Verdicts,
		// The cards.
		"classes": anys(cards.ClassNames()), "feature": features.ByID,
		// Numbers and texts. points writes a fraction of 1 as percentage points, - where there is none; fixed a number.
		"number": Number, "sprintf": fmt.Sprintf, "fixed": Fixed, "points": Points, "whole": whole,
		"missing": func(x any) bool { return math.IsNaN(Number(x)) },
		"nan":     math.NaN(),
		"total":   total, "average": func(list []any) float64 { return total(list) / float64(len(list)) },
		"spread": spread, "orNone": orNone,
		// Lists and maps.
		"with": with, "sheet": sheetOf, "ordered": ordered, "pairs": Pairs, "indexed": indexed,
		// Figures.
		"chart": Chart, "grid": grid, "histogram": figure[draw.Histogram], "gridText": gridText, "jsonLines": jsonLines,
	}
}

// Fixed writes a number with some decimals; nothing where there is none.
func Fixed(x any, decimals int) string {
	if v := Number(x); !math.IsNaN(v) {
		return table.Fixed(v, decimals)
	}
	return ""
}

// Points writes a fraction of 1 as percentage points; - where there is none.
func Points(x any, decimals int) string {
	v := Number(x)
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%.*f", decimals, 100*v)
}

// whole writes a number of any type without decimals.
func whole(x any) string { return fmt.Sprintf("%.0f", Number(x)) }

// total adds numbers in their order.
func total(list []any) (sum float64) {
	for _, x := range list {
		sum += Number(x)
	}
	return sum
}

// spread writes "1.00 to 3.00, 2.12 on average".
func spread(list []any) string {
	least, most := math.Inf(1), math.Inf(-1)
	for _, x := range list {
		least, most = min(least, Number(x)), max(most, Number(x))
	}
	return fmt.Sprintf("%.2f to %.2f, %.2f on average", least, most, total(list)/float64(len(list)))
}

func orNone(list any) string { return cmp.Or(strings.Join(texts(list), ", "), "none") }

// with returns a map with further keys.
func with(row, more map[string]any) map[string]any {
	all := maps.Clone(row)
	maps.Copy(all, more)
	return all
}

// indexed numbers a list from 0: maps with the keys i and of.
func indexed(list any) (rows []any) {
	for i, x := range anys(list) {
		rows = append(rows, map[string]any{"i": i, "of": x})
	}
	return rows
}

// ordered sorts a list by keys, numbers or texts in ascending order, and keeps equal ones in their order.
func ordered(list, keys any) ([]any, error) {
	values, by := anys(list), anys(keys)
	if len(values) != len(by) {
		return nil, fmt.Errorf("%d values with %d keys", len(values), len(by))
	}
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if x, ok := by[a].(string); ok {
			return strings.Compare(x, fmt.Sprint(by[b]))
		}
		return cmp.Compare(Number(by[a]), Number(by[b]))
	})
	return Map(order, func(i int) any { return values[i] }), nil
}

// Pairs writes hands and ranges grouped by hand: "AA against RUS, RS; KK against ATC".
func Pairs(rows []any) string {
	var b strings.Builder
	last := ""
	for i, x := range rows {
		row := x.(map[string]any)
		hand, rng := fmt.Sprint(row["hand"]), fmt.Sprint(row["range"])
		switch {
		case i > 0 && hand == last:
			b.WriteString(", " + rng)
			continue
		case i > 0:
			b.WriteString("; ")
		}
		b.WriteString(hand + " against " + rng)
		last = hand
	}
	return b.String()
}

// sheetOf makes a table of lists.
func sheetOf(header []any, rows []any) *table.Sheet {
	t := table.NewSheet(texts(header)...)
	for _, row := range rows {
		t.Add(texts(row)...)
	}
	return t
}

// figure reads a figure of package draw from the keys of its fields: {title: "...", x: {label: "..."}}.
func figure[F draw.Figure](keys map[string]any) (f F, err error) {
	d, err := mapstructure.NewDecoder(&mapstructure.DecoderConfig{
		Result: &f, ErrorUnused: true, DecodeHook: mapstructure.TextUnmarshallerHookFunc(),
	})
	if err != nil {
		return f, err
	}
	return f, d.Decode(keys)
}

// Chart reads a chart.
func Chart(keys map[string]any) (draw.Chart, error) { return figure[draw.Chart](keys) }

// grid reads a grid whose values are a list by class; a missing one leaves its cell empty.
func grid(keys map[string]any) (draw.Grid, error) {
	values := anys(keys["values"])
	if len(values) != cards.NumClasses {
		return draw.Grid{}, errors.New("a grid has 169 values")
	}
	return figure[draw.Grid](with(keys, map[string]any{"values": Map(values, Number)}))
}

// gridText writes a grid for a terminal.
func gridText(g draw.Grid) (string, error) {
	var b strings.Builder
	err := g.Text(&b)
	return b.String(), err
}

// jsonLines writes values as JSON, one a line.
func jsonLines(values any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	for _, v := range anys(values) {
		if err := enc.Encode(v); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
