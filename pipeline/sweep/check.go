package sweep

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/model/features"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
	"feltlab/solvers/lattice"
)

// Tasks lists the solves of the sweep in the order of the file: by hand, range, program, N or E,
// then formulation, engine, time limit and seed. What several groups ask for comes once.
func (c *Config) Tasks() ([]question.Question, error) {
	groups := []Group{c.Group}
	if len(c.Groups) > 0 {
		groups = nil
	}
	for i, settings := range c.Groups {
		g := c.Group
		if err := c.file.DecodeEntry(settings, &g, fmt.Sprintf("groups[%d]", i)); err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	var tasks []question.Question
	seen := map[string]bool{}
	for _, g := range groups {
		some, err := c.tasks(&g)
		if err != nil {
			return nil, err
		}
		for _, t := range some {
			key, err := taskKey(t)
			if err != nil {
				return nil, err
			}
			key += fmt.Sprint(t.Formulation, t.Engine, t.Start, t.TimeLimit, t.Seed, t.Steps)
			if !seen[key] {
				seen[key] = true
				tasks = append(tasks, t)
			}
		}
	}
	return tasks, nil
}

// Compares reports whether the sweep asks the same questions in several ways, which is in vain
// unless each begins from nothing.
func (c *Config) Compares(tasks []question.Question) bool {
	first := make(map[string]question.Question, len(tasks))
	return slices.ContainsFunc(tasks, func(t question.Question) bool {
		asked := title(t)
		o, again := first[asked]
		if !again {
			first[asked] = t
		}
		return again && (t.Engine != o.Engine || t.TimeLimit != o.TimeLimit || t.Seed != o.Seed)
	})
}

// tasks is the product of a group.
func (c *Config) tasks(g *Group) ([]question.Question, error) {
	if err := c.check(g); err != nil {
		return nil, err
	}
	programs, err := c.programs(g)
	if err != nil {
		return nil, err
	}
	starts, err := c.starts(g)
	if err != nil {
		return nil, err
	}
	var ways []question.Question
	for _, name := range g.Formulation {
		formulation, err := regression.ParseFormulation(name)
		if err != nil {
			return nil, c.bad("formulation", err)
		}
		for _, name := range g.Engine {
			engine, err := question.ParseEngine(name)
			if err != nil {
				return nil, c.bad("engine", err)
			}
			begin := starts
			if engine != question.HiGHS {
				begin = []question.Start{question.StartSearch}
			}
			for _, start := range begin {
				for _, limit := range g.TimeLimit {
					for _, seed := range g.Seed {
						ways = append(ways, question.Question{Formulation: formulation, Engine: engine, Start: start, TimeLimit: limit, Seed: seed, Steps: g.Steps})
					}
				}
			}
		}
	}
	var tasks []question.Question
	for _, hand := range g.Hands {
		for _, r := range g.Ranges {
			for _, program := range programs {
				for _, t := range ways {
					t.Hand, t.Range, t.Program = hand, r, program
					tasks = append(tasks, t)
				}
			}
		}
	}
	return tasks, nil
}

// starts are what HiGHS is to begin with; none is an error where HiGHS has no part.
func (c *Config) starts(g *Group) ([]question.Start, error) {
	var starts []question.Start
	for _, name := range g.Start {
		start, err := question.ParseStart(name)
		if err != nil {
			return nil, c.bad("start", err)
		}
		if start == question.StartNone && !slices.ContainsFunc(g.Engine, func(e string) bool { return strings.EqualFold(e, string(question.HiGHS)) }) {
			return nil, c.bad("start", fmt.Errorf("none: want highs as an engine with it, not %s", strings.Join(g.Engine, ", ")))
		}
		starts = append(starts, start)
	}
	return starts, nil
}

// check rejects every value of a group that would fail later.
func (c *Config) check(g *Group) error {
	for _, list := range []struct {
		key     string
		entries int
	}{
		{"hands", len(g.Hands)}, {"ranges", len(g.Ranges)}, {"programs", len(g.Programs)}, {"formulation", len(g.Formulation)},
		{"engine", len(g.Engine)}, {"start", len(g.Start)}, {"time_limit", len(g.TimeLimit)}, {"seed", len(g.Seed)},
	} {
		if list.entries == 0 {
			return c.bad(list.key, errors.New("want at least one entry"))
		}
	}
	for _, hand := range g.Hands {
		if _, err := ranges.ParseHand(hand); err != nil {
			return c.bad("hands", err)
		}
	}
	for _, r := range g.Ranges {
		if _, err := ranges.Parse(r); err != nil {
			return c.bad("ranges", err)
		}
	}
	for _, limit := range g.TimeLimit {
		if limit <= 0 {
			return c.bad("time_limit", fmt.Errorf("%v: want a time above zero, such as 60s", limit))
		}
	}
	for _, step := range g.Steps {
		if err := lattice.CheckStep(step); err != nil {
			return c.bad("steps", err)
		}
	}
	return nil
}

func (c *Config) programs(g *Group) ([]regression.Program, error) {
	var programs []regression.Program
	for _, name := range g.Programs {
		kind, err := regression.ParseKind(name)
		if err != nil {
			return nil, c.bad("programs", err)
		}
		key, before := "features", len(programs)
		if !kind.CountsFeatures() {
			for _, n := range g.Features {
				programs = append(programs, regression.Program{Kind: kind, N: n})
			}
		} else {
			key = "max_errors_percent"
			for _, percent := range g.MaxErrorsPercent {
				programs = append(programs, regression.Program{Kind: kind, E: percent / 100})
			}
		}
		if len(programs) == before {
			return nil, c.bad(key, fmt.Errorf("%v needs at least one entry", kind))
		}
		for _, p := range programs[before:] {
			if err := p.Validate(features.Count); err != nil {
				return nil, c.bad(key, fmt.Errorf("%v: %w", kind, err))
			}
		}
	}
	return programs, nil
}
