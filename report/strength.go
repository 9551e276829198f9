package report

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/pipeline/worstcase"
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
	out := &strengthData{Classes: cards.ClassNames(), Preflop: []preflopStrengths{}, Streets: []streetStrength{}}
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

type worstStrategy struct {
	worstcase.Judged
	Name   string `json:"name"`
	Source string `json:"source"` // its file
	// Size is the number of buckets on the river; 0 if unknown. Family names the abstractions that differ in Size only.
	Size   int    `json:"size"`
	Family string `json:"family"`
	// Line names the strategies that differ in the number of iterations only.
	Line string `json:"line"`
}

var strategyFiles = []string{"bestresponse/strategies.jsonl", "agents/agents.jsonl"}

func worstCases(in *Input) ([]worstStrategy, error) {
	all := []worstStrategy{}
	for _, name := range strategyFiles {
		for _, file := range in.Named(name) {
			list, err := readStrategies(file)
			if err != nil {
				return nil, fmt.Errorf("%w: %s: %w", ErrInput, file, err)
			}
			all = append(all, list...)
		}
	}
	answers, err := responses(in)
	return append(all, answers...), err
}

func readStrategies(file string) (list []worstStrategy, err error) {
	f, err := disk.Open(file, disk.MostText)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		s := worstStrategy{Source: file}
		if err := d.Decode(&s.Judged); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("row %d: %w", len(list)+1, err)
		}
		if err := s.describe(); err != nil {
			return nil, fmt.Errorf("row %d: %w", len(list)+1, err)
		}
		list = append(list, s)
	}
}

func (s *worstStrategy) describe() error {
	s.Name = s.Opponent
	if s.Trained == nil {
		return nil
	}
	family, river, err := buckets.SizeOf(s.Trained.Buckets)
	if err != nil {
		return err
	}
	s.Size, s.Family = river, family
	if s.Key == "" { // an abstraction of the experiment bestresponse, all trained equally long
		s.Trained.Iterations = 0
		return nil
	}
	exact, solver := "", ", linear CFR"
	if s.Exact() {
		exact = ", exactly"
	}
	if s.Trained.Respond != "" {
		solver = ", CFR-BR"
	}
	s.Line = s.Opponent + exact
	s.Name = fmt.Sprintf("%s, %d iterations%s", s.Opponent, s.Trained.Iterations, exact)
	if s.Family += solver + exact; strings.Trim(s.Trained.Tilt, "0, ") != "" {
		s.Family = "" // strategies trained with tilted payoffs would lie above the line
	}
	return nil
}

func responses(in *Input) (list []worstStrategy, err error) {
	for _, file := range in.files {
		if filepath.Ext(file) != ".json" || in.used[file] {
			continue
		}
		text, err := disk.ReadFile(file, disk.MostText)
		if err != nil {
			return nil, err
		}
		var r struct {
			worstcase.Response
			Schema           string   `json:"schema"`
			Buckets          string   `json:"buckets"`
			Gap              *float64 `json:"gap"`
			GapStandardError float64  `json:"gap_standard_error"`
			Iterations       int      `json:"iterations"`
		}
		if json.Unmarshal(text, &r) != nil {
			continue // another file, which is an error if nothing else reads it
		}
		s := worstStrategy{Judged: worstcase.Judged{Response: r.Response}, Name: r.Opponent, Source: file}
		switch {
		case strings.HasPrefix(r.Schema, "feltlab/bestresponse/"):
		case strings.HasPrefix(r.Schema, "feltlab/equilibrium/") && r.Gap != nil:
			s.Name, s.Line = filepath.Base(file), strings.TrimSpace(r.Game+" "+r.Buckets)
			s.Exploitability, s.StandardError, s.Status = *r.Gap/2, new(r.GapStandardError/2), "estimate"
			s.Trained = &worstcase.Trained{Buckets: r.Buckets, Iterations: r.Iterations}
		default:
			continue
		}
		in.used[file] = true
		classes := cards.ClassNames()
		if len(s.Hands) != len(classes) {
			s.Hands = nil // the page draws grids of all starting hands
		}
		for k, h := range s.Hands {
			if h.Hand != classes[k] {
				return nil, fmt.Errorf("%w: %s: hand %d is %q, want %s", ErrInput, file, k+1, h.Hand, classes[k])
			}
		}
		list = append(list, s)
	}
	return list, nil
}
