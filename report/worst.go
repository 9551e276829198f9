package report

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/buckets"
	"feltlab/pipeline/worstcase"
)

// worstStrategy is what a strategy loses at most to a player who knows it.
type worstStrategy struct {
	Name   string `json:"name"`
	Game   string `json:"game"`
	Unit   string `json:"unit"` // of all values, a hand
	Source string `json:"source"`
	// Status is exact, estimate or interval; StandardError belongs to an estimate.
	Status         string  `json:"status"`
	Exploitability float64 `json:"exploitability"`
	StandardError  float64 `json:"standard_error"`
	// Published is what the source prints, if it has the strategy.
	Published *float64 `json:"published,omitempty"`
	// Buckets is the number of buckets on the last street, Family what abstractions have in common that
	// differ in it only. Iterations is how long it was trained, Training what was trained so long. 0 and
	// empty where not known.
	Buckets    int    `json:"buckets"`
	Family     string `json:"family"`
	Iterations int    `json:"iterations"`
	Training   string `json:"training"`
	// Rounds are the parts of the loss by betting round, Seats what a best response wins in either
	// seat; empty where not known.
	Rounds []float64 `json:"rounds"`
	Seats  []float64 `json:"seats"`
	// Hands are what a best response wins with each class, by seat, in the order of grids; empty where
	// not known.
	Hands [][2]float64 `json:"hands"`
}

// lossColumns are the parts of a loss in the CSV files.
var lossColumns = []string{"before the flop", "on the flop", "on the turn", "on the river"}

const (
	limitHoldem    = "limit-holdem"
	millibigblinds = "millibigblinds"
)

// worstCases returns the strategies of all files, those of limit hold'em by the source first.
func worstCases(in *Input) ([]worstStrategy, error) {
	all := []worstStrategy{}
	for _, read := range []func(*Input) ([]worstStrategy, error){trivialStrategies, abstractions, agents, responses} {
		found, err := read(in)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func trivialStrategies(in *Input) (list []worstStrategy, err error) {
	for _, file := range in.Named("bestresponse/trivial.csv") {
		rows, err := readCSV(file, append([]string{"opponent", "published", "exploitability", "small blind wins", "big blind wins"}, lossColumns...)...)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			x, err := row.numbers("published", "exploitability", "small blind wins", "big blind wins")
			if err != nil {
				return nil, err
			}
			rounds, err := row.numbers(lossColumns...)
			if err != nil {
				return nil, err
			}
			list = append(list, worstStrategy{
				Name: row.text["opponent"], Game: limitHoldem, Unit: millibigblinds, Source: file, Status: "exact",
				Exploitability: x[1], Published: &x[0], Seats: x[2:], Rounds: rounds,
			})
		}
	}
	return list, nil
}

func abstractions(in *Input) (list []worstStrategy, err error) {
	for _, file := range in.Named("bestresponse/abstractions.csv") {
		rows, err := readCSV(file, append([]string{"buckets", "exploitability", "standard_error"}, lossColumns...)...)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			x, err := row.numbers("exploitability", "standard_error")
			if err != nil {
				return nil, err
			}
			rounds, err := row.numbers(lossColumns...)
			if err != nil {
				return nil, err
			}
			name := row.text["buckets"]
			family, size, err := bucketsOf(&row)
			if err != nil {
				return nil, err
			}
			list = append(list, worstStrategy{
				Name: name, Game: limitHoldem, Unit: millibigblinds, Source: file, Status: "estimate",
				Exploitability: x[0], StandardError: x[1], Buckets: size, Family: family, Rounds: rounds,
			})
		}
	}
	return list, nil
}

// bucketsOf is what the bucketing of a row has in common with those of other sizes, and the number of its
// buckets on the last street.
func bucketsOf(row *csvRow) (family string, size int, err error) {
	family, counts, err := buckets.SizeOf(row.text["buckets"])
	if err != nil {
		return "", 0, row.bad("buckets", "a bucketing such as strength-10")
	}
	return family, counts[len(counts)-1], nil
}

// response is what feltlab bestresponse --json prints, and what feltlab equilibrium --json does.
type response struct {
	Schema         string  `json:"schema"`
	Game           string  `json:"game"`
	Opponent       string  `json:"opponent"`
	Buckets        string  `json:"buckets"`
	Unit           string  `json:"unit"`
	Status         string  `json:"status"`
	Exploitability float64 `json:"exploitability"`
	StandardError  float64 `json:"standard_error"`

	Gap              *float64 `json:"gap"`
	GapStandardError *float64 `json:"gap_standard_error"`
	Iterations       int      `json:"iterations"`

	SeatValues []float64 `json:"seat_values"`
	Rounds     []struct {
		Loss float64 `json:"loss"`
	} `json:"rounds"`
	Hands []worstcase.HandValue `json:"hands"`
}

// responses reads files of feltlab bestresponse --json and feltlab equilibrium --json.
func responses(in *Input) (list []worstStrategy, err error) {
	for _, file := range in.files {
		if filepath.Ext(file) != ".json" || in.used[file] {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var r response
		if json.Unmarshal(text, &r) != nil {
			continue // some other file: it is an error where nothing else is
		}
		best := strings.HasPrefix(r.Schema, "feltlab/bestresponse/")
		if !best && (!strings.HasPrefix(r.Schema, "feltlab/equilibrium/") || r.Gap == nil) {
			continue
		}
		in.use(file)
		s := worstStrategy{
			Name: r.Opponent, Game: r.Game, Unit: r.Unit, Source: file, Status: r.Status,
			Exploitability: r.Exploitability, StandardError: r.StandardError, Iterations: r.Iterations, Seats: r.SeatValues,
		}
		if !best {
			s.Name, s.Exploitability, s.Status = filepath.Base(file), *r.Gap/2, "estimate"
			s.Training = strings.TrimSpace(r.Game + " " + r.Buckets)
			if r.GapStandardError != nil {
				s.StandardError = *r.GapStandardError / 2
			}
		}
		if s.Status == "" {
			s.Status = "exact"
		}
		for _, round := range r.Rounds {
			s.Rounds = append(s.Rounds, round.Loss)
		}
		if s.Hands, err = handsOf(&r); err != nil {
			return nil, fmt.Errorf("%w: %s: %w", ErrInput, file, err)
		}
		list = append(list, s)
	}
	return list, nil
}

// handsOf returns the hands of a response in the order of grids, nil if they are not all starting
// hands.
func handsOf(r *response) ([][2]float64, error) {
	classes := classNames()
	if len(r.Hands) != len(classes) {
		return nil, nil
	}
	values := make([][2]float64, len(classes))
	for _, h := range r.Hands {
		k := slices.Index(classes, h.Hand)
		if k < 0 {
			return nil, fmt.Errorf("%q is no starting hand", h.Hand)
		}
		values[k] = h.Values
	}
	return values, nil
}
