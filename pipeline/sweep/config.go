package sweep

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"time"

	"feltlab/dataset/data"
	"feltlab/internal/parallel"
	"feltlab/pipeline/config"
	"feltlab/pipeline/question"
)

// ErrConfig marks a configuration that cannot be run; the message names file, line, key and value.
var ErrConfig = config.ErrConfig

// Config is a sweep as its YAML file states it: one group of lists, or several that each replace some of its keys.
type Config struct {
	Group
	// Groups are sweeps in the same file. A group takes the file's keys that it does not set.
	Groups []map[string]any `mapstructure:"groups"`
	// Fresh ignores known results and solves everything from nothing. Lists of engines, time limits or
	// seeds do so too.
	Fresh bool `mapstructure:"fresh"`
	// Workers is the number of solves under way at once; default one a processor.
	Workers int `mapstructure:"workers"`
	// Output is the folder for the tables; default results/NAME for configs/NAME.yaml.
	Output string `mapstructure:"output"`

	// Questions lists the questions of the file, in its order; Load sets it.
	Questions []question.Question
	// Impossible says of each pair of hand and range without questions which board leaves no opponent; Load sets it.
	Impossible []error

	file *config.File
	text string // of the file, with the settings of --set
}

// Group is a product: every hand meets every range, or every file of tables every target, and each of them every
// program; the programs that take a number of features meet every entry of Features, the others every entry of
// MaxErrorsPercent; and all of these every engine, start, formulation, time limit and seed. One entry needs no list.
type Group struct {
	// Hands are classes (AA, AKs) or hands (AhKd).
	Hands []string `mapstructure:"hands"`
	// Ranges are the opponent's, in any syntax of model/ranges.
	Ranges []string `mapstructure:"ranges"`
	// FeatureSet is a YAML file of features for the hands, in place of those of the paper.
	FeatureSet string `mapstructure:"feature_set"`
	// Street lists streets, flop (the default), turn and river.
	Street []string `mapstructure:"street"`
	// Together asks for one formula for all hands of each entry of Hands, which is then a set such as 22-TT or any.
	Together bool `mapstructure:"together"`
	// Estimate is what formulas estimate: equity (the default), ahead or win.
	Estimate []string `mapstructure:"estimate"`
	// Data are files of tables in place of hands and ranges, and Targets their columns to estimate; Table says what
	// their other columns mean.
	Data    []string `mapstructure:"data"`
	Targets []string `mapstructure:"targets"`
	Table
	// Programs are MAXERR, AVGERR, FEAT_MAXERR, FEAT_AVGERR.
	Programs []string `mapstructure:"programs"`
	// Features lists N for MAXERR and AVGERR; 1..10 are all from 1 to 10.
	Features []int `mapstructure:"features"`
	// MaxErrorsPercent lists E in percentage points for FEAT_MAXERR and FEAT_AVGERR.
	MaxErrorsPercent []float64 `mapstructure:"max_errors_percent"`
	// Steps also asks, each in a question of its own, for weights that are multiples of these percentage points, such
	// as [5, 1], and AllowedWeights for weights out of these and 0, such as [-20, -5, 5, 20]. Default none. For tables
	// both are in the unit of the target. With Positive no weight of a hand's formula is below 0.
	Steps          []float64 `mapstructure:"steps"`
	AllowedWeights []float64 `mapstructure:"allowed_weights"`
	Positive       bool      `mapstructure:"positive"`
	// Formulation is plain, merged or pattern (the default).
	Formulation []string `mapstructure:"formulation"`
	// Engine is auto (the default), exact, highs or search.
	Engine []string `mapstructure:"engine"`
	// Start is what the engine highs begins with: search (the default), the formula that the search
	// finds, or none.
	Start []string `mapstructure:"start"`
	// TimeLimit bounds each solve: seconds, or a time such as 90s or 2h; default 60s.
	TimeLimit []time.Duration `mapstructure:"time_limit"`
	// Seed is handed to the search and to HiGHS.
	Seed []int `mapstructure:"seed"`
	// GapPercent ends a solve when its bound is within this part of the error; default 0, a proof.
	GapPercent float64 `mapstructure:"gap_percent"`
}

// Table holds the keys of data.Options.
type Table struct {
	// RowWeight is the column with the number of rows that a row stands for.
	RowWeight string `mapstructure:"row_weight"`
	// Thresholds of a column of numbers, at quantiles; default 10.
	Thresholds int `mapstructure:"thresholds"`
	// At lists thresholds of columns in place of quantiles, such as "Age=30,45".
	At []string `mapstructure:"at"`
	// Drop lists columns to leave out.
	Drop []string `mapstructure:"drop"`
	// Missing is refuse (the default), or column: a yes/no column of the missing values of a column.
	Missing string `mapstructure:"missing"`
	// With lists yes/no columns that every formula has.
	With []string `mapstructure:"with"`
	// NoIntercept asks for formulas without an intercept.
	NoIntercept bool `mapstructure:"no_intercept"`
	// Bound limits each weight, in multiples of the target's range; default 2, at most 8.
	Bound string `mapstructure:"bound"`
	// Nonnegative lists columns whose weights are at least 0; * for all.
	Nonnegative []string `mapstructure:"nonnegative"`
	// OnePerColumn allows at most one yes/no column made from each column of the file.
	OnePerColumn bool `mapstructure:"one_per_column"`
	// AtMostOne lists groups of columns of which at most one is in a formula, such as "a, b, c".
	AtMostOne []string `mapstructure:"at_most_one"`
}

// options returns the options for a target. The error wraps data.ErrData.
func (t *Table) options(target string) (data.Options, error) {
	o := data.Options{
		Target: target, RowWeight: t.RowWeight, Thresholds: t.Thresholds, Drop: t.Drop, Missing: t.Missing == "column",
		Rules: data.Rules{With: t.With, NoIntercept: t.NoIntercept, Bound: t.Bound, Nonnegative: t.Nonnegative,
			OnePerColumn: t.OnePerColumn},
	}
	return o, o.Add(t.At, t.AtMostOne)
}

// Load reads and checks a YAML file, with key=value settings that count instead of the file's.
// Unknown keys, wrong types and values out of range are errors that wrap ErrConfig and name the
// file, the line, the key and what was expected.
func Load(path string, set ...string) (*Config, error) {
	file, err := config.Open(path, readValue, set...)
	if err != nil {
		return nil, err
	}
	c := &Config{
		Group: Group{Formulation: []string{"pattern"}, Engine: []string{"auto"}, Start: []string{"search"},
			TimeLimit: []time.Duration{time.Minute}, Seed: []int{0}},
		Workers: parallel.Workers(0), file: file, text: file.Text,
	}
	if err := file.Decode(c); err != nil {
		return nil, err
	}
	if c.Output == "" {
		c.Output = filepath.Join("results", strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	}
	if c.Workers < 1 {
		return nil, c.bad("workers", fmt.Errorf("%d: want at least 1", c.Workers))
	}
	c.Questions, err = c.questions()
	return c, err
}

func (c *Config) bad(key string, err error) error {
	return c.file.Bad(key, fmt.Errorf("%s: %w", key, err))
}

// readValue reads short forms of a sweep's values: one entry for a list of one, and 1..10 for ten numbers.
func readValue(from, to reflect.Type, value any) (any, error) {
	switch {
	case to == reflect.TypeFor[[]int]():
		return spans(value)
	case to.Kind() == reflect.Slice && from.Kind() != reflect.Slice:
		return []any{value}, nil
	}
	return value, nil
}

// spans replaces "1..10" by the numbers from 1 to 10, in a list or alone.
func spans(value any) (any, error) {
	list, ok := value.([]any)
	if !ok {
		list = []any{value}
	}
	var out []any
	for _, entry := range list {
		text, ok := entry.(string)
		if !ok || !strings.Contains(text, "..") {
			out = append(out, entry)
			continue
		}
		low, high, _ := strings.Cut(text, "..")
		a, err := strconv.Atoi(strings.TrimSpace(low))
		b, err2 := strconv.Atoi(strings.TrimSpace(high))
		if err != nil || err2 != nil || a > b || b-a > 1000 {
			return nil, fmt.Errorf("%q, want a whole number, or numbers such as 1..10", text)
		}
		for ; a <= b; a++ {
			out = append(out, a)
		}
	}
	return out, nil
}
