package report

import (
	"context"
	"fmt"
	"slices"
)

// strengthData holds hand strengths from experiment strength, and the worst cases of strategies.
type strengthData struct {
	Classes []string `json:"classes"`
	// Preflop holds strengths of all classes, fractions of 1, by mode and opponent.
	Preflop []preflopStrengths `json:"preflop"`
	// Streets holds the strengths of the source's case street by street.
	Streets []streetStrength `json:"streets"`
	// Strategies holds the strategies with a known worst case.
	Strategies []worstStrategy `json:"strategies"`
}

type preflopStrengths struct {
	Mode     string    `json:"mode"`
	Opponent string    `json:"opponent"`
	Strength []float64 `json:"strength"`
	Chen     []float64 `json:"chen_points"`
}

type handStrength struct {
	Hand     string  `json:"hand"`
	Mode     string  `json:"mode"`
	Opponent string  `json:"opponent"`
	Strength float64 `json:"strength"`
	Chen     float64 `json:"chen_points"`
}

type streetStrength struct {
	Street      string  `json:"street"`
	Board       string  `json:"board"`
	Opponent    string  `json:"opponent"`
	Published   float64 `json:"published"`
	Rules       float64 `json:"rules"`
	AsPublished float64 `json:"as-published"`
}

func strengthBlock(_ context.Context, in *Input) (any, error) {
	out := &strengthData{Classes: classNames(), Preflop: []preflopStrengths{}, Streets: []streetStrength{}}
	var err error
	if out.Strategies, err = worstCases(in); err != nil {
		return nil, err
	}
	for _, file := range in.Named("strength/preflop.csv") {
		rows, err := readCSV[handStrength](file)
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			at := slices.IndexFunc(out.Preflop,
				func(p preflopStrengths) bool { return p.Mode == row.Mode && p.Opponent == row.Opponent })
			if at < 0 {
				at = len(out.Preflop)
				none := make([]float64, len(out.Classes))
				out.Preflop = append(out.Preflop, preflopStrengths{row.Mode, row.Opponent, none, slices.Clone(none)})
			}
			k := slices.Index(out.Classes, row.Hand)
			if k < 0 {
				return nil, fmt.Errorf("%w: %s, line %d: %q is not a starting hand such as AKs", ErrInput, file, i+2,
					row.Hand)
			}
			out.Preflop[at].Strength[k], out.Preflop[at].Chen[k] = row.Strength, row.Chen
		}
	}
	for _, file := range in.Named("strength/case.csv") {
		rows, err := readCSV[streetStrength](file)
		if err != nil {
			return nil, err
		}
		out.Streets = append(out.Streets, rows...)
	}
	if len(out.Preflop)+len(out.Streets)+len(out.Strategies) == 0 {
		return nil, nil
	}
	return out, nil
}
