package sweep

import (
	"fmt"
	"time"

	"feltlab/internal/parallel"
	"feltlab/pipeline/config"
)

// ErrConfig marks a configuration that cannot be run; the message names file, key and value.
var ErrConfig = config.ErrConfig

// Config is a sweep as its YAML file states it. Every hand meets every range and every
// program; the programs that take a number of features meet every entry of Features, the
// others every entry of MaxErrorsPercent.
type Config struct {
	// Hands are classes (AA, AKs) or hands (AhKd).
	Hands []string `mapstructure:"hands"`
	// Ranges are the opponent's, in any syntax of model/ranges.
	Ranges []string `mapstructure:"ranges"`
	// Programs are MAXERR, AVGERR, FEAT_MAXERR, FEAT_AVGERR.
	Programs []string `mapstructure:"programs"`
	// Features lists N for MAXERR and AVGERR.
	Features []int `mapstructure:"features"`
	// MaxErrorsPercent lists E in percentage points for FEAT_MAXERR and FEAT_AVGERR.
	MaxErrorsPercent []float64 `mapstructure:"max_errors_percent"`
	// Steps also asks for weights that are multiples of so many percentage points, such as
	// [5, 1]; each step may take TimeLimit once more. Default none.
	Steps []int `mapstructure:"steps"`
	// Formulation is plain, merged or pattern (the default).
	Formulation string `mapstructure:"formulation"`
	// Engine is auto (the default), exact, highs or search.
	Engine string `mapstructure:"engine"`
	// TimeLimit bounds each solve: seconds, or a time such as 90s or 2h; default 60s.
	TimeLimit time.Duration `mapstructure:"time_limit"`
	// Workers is the number of solves under way at once; default one a processor.
	Workers int `mapstructure:"workers"`
	// Seed is handed to the search and to HiGHS.
	Seed int `mapstructure:"seed"`
	// Output is the folder for the tables; default results/NAME for configs/NAME.yaml.
	Output string `mapstructure:"output"`

	file string
}

// Load reads and checks a YAML file. Unknown keys, wrong types and values out of range are
// errors that wrap ErrConfig and name the file, the key and what was expected.
func Load(path string) (*Config, error) {
	c := &Config{file: path, Formulation: "pattern", Engine: "auto", TimeLimit: time.Minute, Workers: parallel.Workers(0)}
	if err := config.Load(path, c, decodeDuration); err != nil {
		return nil, err
	}
	return c, c.check()
}

func (c *Config) bad(key string, value any, want string) error {
	return fmt.Errorf("%w: %s: %s: %v: %s", ErrConfig, c.file, key, value, want)
}
