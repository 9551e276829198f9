package question

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"feltlab/dataset/data"
	"feltlab/dataset/matrix"
	"feltlab/internal/disk"
	"feltlab/internal/memory"
	"feltlab/model/cards"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/solvers/highs"
)

// Ask is what a person asks, on a command line, in a group of a YAML file or on a page: lists whose product are
// questions. Every hand meets every range, or every file of tables every target, and each of them every goal; and all
// of these all weights, formulations, engines, starts, time limits and seeds.
//
// Commands embed those of its parts that they have flags for.
type Ask struct {
	AskHands
	AskTables
	AskGoals
	AskWeights
	AskEngine
	AskProgram
	AskSolve
}

// AskHands are the hands and their boards.
type AskHands struct {
	// Hands are classes (AA, AKs) or hands (AhKd), each its own entry or separated by commas; with Together each entry
	// is a set such as "22-TT, AKs".
	Hands []string `flag:"hand" mapstructure:"hands" json:"hand" complete:"hands" keep:","`
	// Ranges are the opponent's, in any syntax of model/ranges.
	Ranges []string `flag:"range" mapstructure:"ranges" json:"range" default:"any" complete:"ranges" keep:","`
	// Street lists streets.
	Street []cards.Street `flag:"street" mapstructure:"street" default:"flop" oneof:"flop,turn,river"`
	// Together asks for one formula for all hands of an entry.
	Together bool `flag:"together" mapstructure:"together"`
	// Estimate is what formulas estimate.
	Estimate []matrix.Estimate `flag:"estimate" mapstructure:"estimate" default:"equity" oneof:"equity,ahead,win"`
	// FeatureSet is a YAML file of features for the hands, in place of those of the paper.
	FeatureSet string `flag:"feature-set" mapstructure:"feature_set"`
}

// AskTables are tables of someone's own, and what their columns mean.
type AskTables struct {
	// Data are the files, and Targets their columns to estimate.
	Data    []string `mapstructure:"data" keep:","`
	Targets []string `flag:"target" mapstructure:"targets" keep:","`
	// Quantiles are those of the targets that formulas estimate; none, or 0.5: the average error.
	Quantiles []string `flag:"quantile" mapstructure:"quantiles"`
	// RowWeight is the column with the number of rows that a row stands for.
	RowWeight string `flag:"row-weight" mapstructure:"row_weight"`
	// Thresholds of a column of numbers, at quantiles; 0: 10, or fewer where these make too many columns.
	Thresholds int `flag:"thresholds" mapstructure:"thresholds" max:"128"`
	// At lists thresholds of columns in place of quantiles.
	At []string `flag:"at" mapstructure:"at" keep:","`
	// Drop lists columns to leave out.
	Drop []string `flag:"drop" mapstructure:"drop"`
	// Pairs adds the products of two yes/no columns from different columns of a file.
	Pairs bool `flag:"pairs" mapstructure:"pairs"`
	// Decimal is the mark before the fraction of numbers.
	Decimal data.Mark `flag:"decimal" mapstructure:"decimal"`
	// Missing says what missing values mean.
	Missing string `flag:"missing" mapstructure:"missing" default:"refuse" oneof:"refuse,column"`
	// With lists yes/no columns that every formula has.
	With []string `flag:"with" mapstructure:"with"`
	// NoIntercept asks for formulas without an intercept.
	NoIntercept bool `flag:"no-intercept" mapstructure:"no_intercept"`
	// Bound limits each weight.
	Bound string `flag:"bound" mapstructure:"bound" default:"2"`
	// Nonnegative lists columns whose weights are at least 0.
	Nonnegative []string `flag:"nonnegative" mapstructure:"nonnegative"`
	// ColumnGroups lists groups of columns of which at most one is in a formula, or with "2 of " before them two; with
	// "all of " they count as one. "factors" are such groups, of each column of text.
	ColumnGroups []string `flag:"column-groups" mapstructure:"column_groups" keep:","`
	// OnePerColumn is the group * of ColumnGroups.
	OnePerColumn bool `mapstructure:"one_per_column"`
}

// AskGoals are the programs.
type AskGoals struct {
	// Programs are MAXERR, AVGERR, FEAT_MAXERR, FEAT_AVGERR; without them Loss chooses.
	Programs []regression.Kind `mapstructure:"programs"`
	Loss     string            `flag:"loss" json:"loss" default:"average" oneof:"average,max,wrong"`
	// Features lists N for MAXERR and AVGERR; 1..10 are all from 1 to 10.
	Features []int `flag:"features" mapstructure:"features" json:"features" complete:"features"`
	// MaxErrorsPercent lists E in percentage points for FEAT_MAXERR and FEAT_AVGERR.
	MaxErrorsPercent []float64 `flag:"max-error" mapstructure:"max_errors_percent"`
}

// AskWeights are the weights that formulas may have, besides any: each list asks questions of its own. For tables both
// are in the unit of the target.
type AskWeights struct {
	Steps    []float64 `flag:"step" mapstructure:"steps"`
	Allowed  []float64 `flag:"allowed-weights" mapstructure:"allowed_weights"`
	Positive bool      `flag:"positive" mapstructure:"positive"`
}

// AskEngine says what proves the answers, and how far.
type AskEngine struct {
	Engine []Engine `flag:"engine" mapstructure:"engine" default:"auto" oneof:"auto,exact,highs,search"`
	// GapPercent ends a solve when its bound is within this part of the error.
	GapPercent float64 `flag:"gap" mapstructure:"gap_percent"`
}

// AskProgram is the integer program that HiGHS solves.
type AskProgram struct {
	Formulation forms   `flag:"formulation" mapstructure:"formulation" default:"pattern" oneof:"plain,merged,pattern"`
	Start       []Start `flag:"start" mapstructure:"start" default:"search" oneof:"search,none"`
	// HiGHS are its settings for all of its solves.
	HiGHS highs.Settings `flag:"highs" mapstructure:"highs"`
}

type forms = []regression.Formulation

// AskSolve bounds each solve.
type AskSolve struct {
	TimeLimit []time.Duration `flag:"time-limit" mapstructure:"time_limit" json:"seconds" default:"1m"`
	Seed      []int           `flag:"seed" mapstructure:"seed" default:"0" min:"0"`
}

// DefaultFeatures is the number of features of a question that names neither features nor an error.
const DefaultFeatures = 5

// NewAsk returns an Ask with the defaults of all options, without hands, ranges, tables and goals.
func NewAsk() Ask {
	return Ask{AskHands: AskHands{Street: []cards.Street{cards.Flop}, Estimate: []matrix.Estimate{matrix.Equity}},
		AskEngine:  AskEngine{Engine: []Engine{Auto}},
		AskProgram: AskProgram{Formulation: []regression.Formulation{regression.Pattern}, Start: []Start{StartSearch}},
		AskSolve:   AskSolve{TimeLimit: []time.Duration{time.Minute}, Seed: []int{0}}}
}

// Below returns an Ask whose tables with a relative path are in a folder, that of the file that asks.
func (a Ask) Below(folder string) Ask {
	a.Data = slices.Clone(a.Data)
	for i, path := range a.Data {
		if !filepath.IsAbs(path) && path != disk.Stdin {
			a.Data[i] = filepath.Join(folder, path)
		}
	}
	return a
}

// AskError is an error about a value of an Ask.
type AskError struct {
	Key string // of the value in files
	Err error
}

// Error names the key.
func (e *AskError) Error() string { return e.Key + ": " + e.Err.Error() }

// Unwrap returns the error without the key.
func (e *AskError) Unwrap() error { return e.Err }

func bad(key string, err error) error { return &AskError{key, err} }

// Questions lists the product: by hand, range, goal, then weights, formulation, engine, start, time limit and seed.
// Pairs of hand and range with a board that leaves no opponent have no questions; impossible says why. Other errors are
// of type AskError. It reads each table once, so that its errors come before any solve.
func (a *Ask) Questions() (all []Question, impossible []error, err error) {
	subjects, impossible, err := a.Subjects()
	if err != nil {
		return nil, nil, err
	}
	all, err = a.About(subjects)
	return all, impossible, err
}

// About is Questions for subjects.
func (a *Ask) About(subjects []Subject) (all []Question, err error) {
	for _, list := range []struct {
		key     string
		entries int
	}{
		{"formulation", len(a.Formulation)}, {"engine", len(a.Engine)}, {"start", len(a.Start)},
		{"time_limit", len(a.TimeLimit)}, {"seed", len(a.Seed)},
	} {
		if list.entries == 0 {
			return nil, bad(list.key, ErrNone)
		}
	}
	if slices.Contains(a.Start, StartNone) && !slices.Contains(a.Engine, HiGHS) {
		return nil, bad("start", fmt.Errorf("none is for the engine highs, not for %s", a.Engine[0]))
	}
	if a.HiGHS != (highs.Settings{}) && !slices.Contains(a.Engine, HiGHS) {
		return nil, bad("highs", fmt.Errorf("%v is for the engine highs, not for %s", a.HiGHS, a.Engine[0]))
	}
	goals, err := a.goals()
	if err != nil {
		return nil, err
	}
	variants := a.variants()
	for _, subject := range subjects {
		weights, err := a.Weights(subject.IsTable())
		if err != nil {
			return nil, err
		}
		subject, possible := Capped(subject, goals)
		for _, goal := range possible {
			if err := goal.Validate(subject.MostFeatures()); err != nil {
				return nil, bad(goalKey(goal.Kind), fmt.Errorf("%v: %w", goal.Kind, err))
			}
			if err := CheckQuantile(subject, goal.Kind); err != nil {
				return nil, bad("quantiles", err)
			}
			for _, w := range weights {
				for _, q := range variants {
					q.Subject, q.Program = subject.With(w), goal
					if w != "" || q.Engine != HiGHS { // nothing reads another
						q.Formulation = regression.Pattern
					}
					if err := q.CheckGap(); err != nil {
						return nil, bad("gap_percent", err)
					}
					if err := q.Validate(); err != nil {
						return nil, bad("engine", err)
					}
					all = append(all, q)
				}
			}
		}
	}
	return all, nil
}

// ErrNone is wrapped by the error of a list without entries.
var ErrNone = errors.New("want at least one entry")

// Subjects lists the hands against the ranges, or the tables.
func (a *Ask) Subjects() (all []Subject, impossible []error, err error) {
	switch tables, hands := len(a.Data) > 0, len(a.Hands)+len(a.Ranges) > 0; {
	case tables && hands:
		return nil, nil, bad("data", errors.New("tables have no hands and ranges; make two groups"))
	case tables && !slices.Equal(a.Street, []cards.Street{cards.Flop}):
		return nil, nil, bad("street", errors.New("tables have no streets; make two groups"))
	case tables && (a.Together || !slices.Equal(a.Estimate, []matrix.Estimate{matrix.Equity})):
		return nil, nil, bad("data", errors.New("together and estimate are for hands; make two groups"))
	case tables:
		all, err = a.tables()
		return all, nil, err
	case len(a.Targets) > 0:
		return nil, nil, bad("targets", errors.New("want data, the files of the tables, next to targets"))
	}
	return a.AskHands.Subjects()
}

// Subjects lists the hands against the ranges.
func (a *AskHands) Subjects() (all []Subject, impossible []error, err error) {
	for key, entries := range map[string]int{"hands": len(a.Hands), "ranges": len(a.Ranges), "street": len(a.Street),
		"estimate": len(a.Estimate)} {
		if entries == 0 {
			return nil, nil, bad(key, ErrNone)
		}
	}
	var hands []func(against Against) (Subject, error)
	for _, text := range a.Each() {
		against, err := a.hand(text)
		if err != nil {
			return nil, nil, bad("hands", err)
		}
		hands = append(hands, against)
	}
	var opponents []Against
	for _, text := range a.Ranges {
		against, err := Versus(text)
		if err != nil {
			return nil, nil, bad("ranges", err)
		}
		opponents = append(opponents, against)
	}
	for _, street := range a.Street {
		set, err := OfSet(a.FeatureSet, street)
		if err != nil {
			return nil, nil, bad("feature_set", err)
		}
		for _, about := range hands {
			for _, against := range opponents {
				against.Street = street
				against = against.By(set)
				s, err := about(against)
				if err != nil {
					return nil, nil, bad("ranges", err)
				}
				if err := s.CheckBoards(); err != nil {
					impossible = append(impossible, fmt.Errorf("%v: %w", s, err))
					continue
				}
				for _, against.Estimate = range a.Estimate {
					s, _ := about(against)
					if err := s.Check(); err != nil {
						return nil, nil, bad("street", err)
					}
					all = append(all, s)
				}
			}
		}
	}
	return all, impossible, nil
}

// Each lists the hands, or sets of hands, in text.
func (a *AskHands) Each() []string {
	if a.Together || len(a.Hands) == 0 {
		return a.Hands
	}
	each := strings.Split(strings.Join(a.Hands, ","), ",")
	for i := range each {
		each[i] = strings.TrimSpace(each[i])
	}
	return each
}

// hand reads a hand or a set of hands, and returns a function that makes its subject.
func (a *AskHands) hand(text string) (func(against Against) (Subject, error), error) {
	if a.Together {
		hands, err := ranges.ParseTyped(text)
		if err == nil {
			err = matrix.CheckHands(hands)
		}
		return func(against Against) (Subject, error) { return Together(hands, against) }, err
	}
	h, err := ranges.ParseHand(text)
	if err != nil {
		if _, bad := ranges.ParseTyped(text); bad == nil {
			err = fmt.Errorf("%s is a range: an opponent's is --range; --together seeks one formula for all its hands",
				text)
		}
	}
	return func(against Against) (Subject, error) { return Subject{Source: Hand{h, against}}, nil }, err
}

func (a *AskTables) tables() (all []Subject, err error) {
	if len(a.Targets) == 0 {
		return nil, bad("targets", ErrNone)
	}
	quantiles := a.Quantiles
	if len(quantiles) == 0 {
		quantiles = []string{""}
	}
	for _, path := range a.Data {
		memory.Spare(path)
		for _, target := range a.Targets {
			for _, quantile := range quantiles {
				if _, err := data.Quantile(quantile); err != nil {
					return nil, bad("quantiles", err)
				}
				s, err := a.table(path, target, quantile)
				if err != nil {
					return nil, bad("data", err)
				}
				all = append(all, s)
			}
		}
	}
	return all, nil
}

func (a *AskTables) table(path, target, quantile string) (Subject, error) {
	o := data.Options{
		Target: target, RowWeight: a.RowWeight, Thresholds: a.Thresholds, Drop: a.Drop, Missing: a.Missing == "column",
		Decimal: a.Decimal, Pairs: a.Pairs,
		Rules: data.Rules{With: a.With, NoIntercept: a.NoIntercept, Bound: a.Bound, Nonnegative: a.Nonnegative,
			OnePerColumn: a.OnePerColumn || slices.Contains(a.ColumnGroups, "*"), Quantile: quantile},
	}
	groups := slices.DeleteFunc(slices.Clone(a.ColumnGroups), func(g string) bool { return g == "*" })
	if err := o.Add(a.At, groups); err != nil {
		return Subject{}, err
	}
	return OfTable(path, o)
}
