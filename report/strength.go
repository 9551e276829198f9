package report

import (
	"context"
	"slices"
)

// strengthData is hand strength, as experiment strength wrote it, and what strategies lose.
type strengthData struct {
	Classes []string `json:"classes"`
	// Preflop are strengths of all classes, a fraction of 1 each, by how ties and the deal are read and
	// by opponent.
	Preflop []preflopStrengths `json:"preflop"`
	// Streets are the strengths of the source's case, street by street.
	Streets []streetStrength `json:"streets"`
	// Strategies are those whose worst case is known.
	Strategies []worstStrategy `json:"strategies"`
}

type preflopStrengths struct {
	Mode     string    `json:"mode"`
	Opponent string    `json:"opponent"`
	Strength []float64 `json:"strength"`
	Chen     []float64 `json:"chen_points"`
}

type streetStrength struct {
	Street      string  `json:"street"`
	Board       string  `json:"board"`
	Opponent    string  `json:"opponent"`
	Published   float64 `json:"published"`
	Rules       float64 `json:"rules"`
	AsPublished float64 `json:"as_published"`
}

func strengthBlock(_ context.Context, in *Input) (any, error) {
	out := &strengthData{Classes: classNames(), Preflop: []preflopStrengths{}, Streets: []streetStrength{}}
	var err error
	if out.Strategies, err = worstCases(in); err != nil {
		return nil, err
	}
	for _, file := range in.Named("strength/preflop.csv") {
		rows, err := readCSV(file, "hand", "mode", "opponent", "strength", "chen_points")
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			x, err := row.numbers("strength", "chen_points")
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(out.Preflop, func(p preflopStrengths) bool {
				return p.Mode == row.text["mode"] && p.Opponent == row.text["opponent"]
			})
			if at < 0 {
				at = len(out.Preflop)
				none := make([]float64, len(out.Classes))
				out.Preflop = append(out.Preflop, preflopStrengths{row.text["mode"], row.text["opponent"], none, slices.Clone(none)})
			}
			k := slices.Index(out.Classes, row.text["hand"])
			if k < 0 {
				return nil, row.bad("hand", "a starting hand")
			}
			out.Preflop[at].Strength[k], out.Preflop[at].Chen[k] = x[0], x[1]
		}
	}
	for _, file := range in.Named("strength/case.csv") {
		rows, err := readCSV(file, "street", "board", "opponent", "published", "rules", "as-published")
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			x, err := row.numbers("published", "rules", "as-published")
			if err != nil {
				return nil, err
			}
			out.Streets = append(out.Streets, streetStrength{row.text["street"], row.text["board"], row.text["opponent"], x[0], x[1], x[2]})
		}
	}
	if len(out.Preflop)+len(out.Streets)+len(out.Strategies) == 0 {
		return nil, nil
	}
	return out, nil
}
