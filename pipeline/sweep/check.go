package sweep

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/fit"
	"feltlab/solvers/lattice"
)

// check completes the defaults and rejects every value that would fail later.
func (c *Config) check() error {
	if c.Output == "" {
		base := filepath.Base(c.file)
		c.Output = filepath.Join("results", strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if len(c.Hands) == 0 || len(c.Ranges) == 0 || len(c.Programs) == 0 {
		return fmt.Errorf("%w: %s: hands, ranges and programs need at least one entry each", ErrConfig, c.file)
	}
	for _, hand := range c.Hands {
		if _, err := ranges.ParseHand(hand); err != nil {
			return fmt.Errorf("%w: %s: hands: %w", ErrConfig, c.file, err)
		}
	}
	for _, r := range c.Ranges {
		if _, err := ranges.Parse(r); err != nil {
			return fmt.Errorf("%w: %s: ranges: %w", ErrConfig, c.file, err)
		}
	}
	if c.TimeLimit <= 0 {
		return c.bad("time_limit", c.TimeLimit, "want a time above zero, such as 60s")
	}
	for _, step := range c.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return c.bad("steps", step, err.Error())
		}
	}
	if c.Workers < 1 {
		return c.bad("workers", c.Workers, "want at least 1")
	}
	_, err := c.Tasks()
	return err
}

// Tasks lists the solves of the sweep in the order of the file: by hand, range, program and
// then N or E.
func (c *Config) Tasks() ([]fit.Task, error) {
	programs, err := c.programs()
	if err != nil {
		return nil, err
	}
	formulation, err := regression.ParseFormulation(c.Formulation)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: formulation: %w", ErrConfig, c.file, err)
	}
	engine, err := fit.ParseEngine(c.Engine)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: engine: %w", ErrConfig, c.file, err)
	}
	var tasks []fit.Task
	for _, hand := range c.Hands {
		for _, r := range c.Ranges {
			for _, program := range programs {
				tasks = append(tasks, fit.Task{
					Hand: hand, Range: r, Program: program, Formulation: formulation,
					Engine: engine, TimeLimit: c.TimeLimit, Seed: c.Seed, Steps: c.Steps,
				})
			}
		}
	}
	return tasks, nil
}

func (c *Config) programs() ([]regression.Program, error) {
	var programs []regression.Program
	for _, name := range c.Programs {
		kind, err := regression.ParseKind(name)
		if err != nil {
			return nil, fmt.Errorf("%w: %s: programs: %w", ErrConfig, c.file, err)
		}
		before := len(programs)
		if !kind.CountsFeatures() {
			for _, n := range c.Features {
				programs = append(programs, regression.Program{Kind: kind, N: n})
			}
		} else {
			for _, percent := range c.MaxErrorsPercent {
				programs = append(programs, regression.Program{Kind: kind, E: percent / 100})
			}
		}
		if len(programs) == before {
			return nil, fmt.Errorf("%w: %s: %v needs features (for MAXERR, AVGERR) or max_errors_percent (for FEAT_MAXERR, FEAT_AVGERR)", ErrConfig, c.file, kind)
		}
	}
	for _, p := range programs {
		if err := p.Validate(); err != nil {
			return nil, fmt.Errorf("%w: %s: %v: %w", ErrConfig, c.file, p.Kind, err)
		}
	}
	return programs, nil
}

// decodeDuration lets a time limit be a number of seconds or a text such as 90s.
func decodeDuration(_, to reflect.Type, value any) (any, error) {
	if to != reflect.TypeFor[time.Duration]() {
		return value, nil
	}
	return fit.ParseTimeLimit(fmt.Sprint(value))
}
