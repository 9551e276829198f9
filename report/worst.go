package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/pipeline/worstcase"
)

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
	f, err := os.Open(file)
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
	family, counts, err := buckets.SizeOf(s.Trained.Buckets)
	if err != nil {
		return err
	}
	s.Size, s.Family = counts[len(counts)-1], family
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
		text, err := os.ReadFile(file)
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
			s.Exploitability, s.StandardError, s.Status = *r.Gap/2, r.GapStandardError/2, "estimate"
			s.Trained = &worstcase.Trained{Buckets: r.Buckets, Iterations: r.Iterations}
		default:
			continue
		}
		in.use(file)
		classes := classNames()
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
