package sweep

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"feltlab/dataset/matrix"
	"feltlab/internal/memory"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/proof"
	"feltlab/model/ranges"
	"feltlab/model/regression"
	"feltlab/pipeline/question"
)

// questions lists the questions of the sweep in the order of the file: by hand, range, program, N or E,
// then formulation, engine, time limit and seed. A question of several groups comes once, as do questions that differ
// only in what does not change their answers: the cards of a hand where suits are alike, or a formulation that no
// engine reads.
func (c *Config) questions() ([]question.Question, error) {
	groups := []Group{c.Group}
	if len(c.Groups) > 0 {
		groups = nil
	}
	for i := range c.Groups {
		g := c.Group
		if err := c.file.DecodeEntry(&g, "groups", i); err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	var all []question.Question
	seen := map[string]bool{}
	for _, g := range groups {
		product, err := c.product(&g)
		if err != nil {
			return nil, err
		}
		for _, q := range product {
			alike := q
			alike.Subject = q.Alike()
			key, err := alike.MarshalText()
			if err != nil {
				return nil, err
			}
			if !seen[string(key)] {
				seen[string(key)] = true
				all = append(all, q)
			}
		}
	}
	if len(all) == 0 && len(c.Impossible) > 0 {
		return nil, c.bad("ranges", c.Impossible[0])
	}
	return all, nil
}

// Compares reports whether the sweep asks a question with several engines, time limits, seeds or gaps. Such
// a sweep solves each from nothing: from known results all would have the same answer.
func (c *Config) Compares() bool {
	first := make(map[string]question.Question, len(c.Questions))
	return slices.ContainsFunc(c.Questions, func(q question.Question) bool {
		o, again := first[q.Key()]
		if !again {
			first[q.Key()] = q
		}
		return again && (q.Engine != o.Engine || q.TimeLimit != o.TimeLimit || q.Seed != o.Seed || q.Gap != o.Gap)
	})
}

func (c *Config) product(g *Group) ([]question.Question, error) {
	if err := c.check(g); err != nil {
		return nil, err
	}
	subjects, err := c.subjects(g)
	if err != nil {
		return nil, err
	}
	programs, err := c.programs(g)
	if err != nil {
		return nil, err
	}
	variants, err := c.variants(g)
	if err != nil {
		return nil, err
	}
	weights, err := c.weights(g)
	if err != nil {
		return nil, err
	}
	var all []question.Question
	for _, subject := range subjects {
		for _, program := range programs {
			for _, w := range weights {
				for _, q := range variants {
					q.Subject, q.Program = subject.With(w), program
					if w != "" || q.Engine != question.HiGHS { // nothing reads another
						q.Formulation = regression.Pattern
					}
					if err := q.CheckGap(); err != nil {
						return nil, c.bad("gap_percent", err)
					}
					all = append(all, q)
				}
			}
		}
	}
	return all, nil
}

func (c *Config) subjects(g *Group) ([]question.Subject, error) {
	if len(g.Data) > 0 {
		return c.tables(g)
	}
	if len(g.Street) == 0 {
		g.Street = cards.Streets[:1]
	}
	streets, err := each(c, "street", g.Street, cards.ParseStreet)
	if err != nil {
		return nil, err
	}
	estimates, err := each(c, "estimate", g.Estimate, matrix.ParseEstimate)
	if err != nil {
		return nil, err
	}
	if len(estimates) == 0 {
		estimates = []matrix.Estimate{matrix.Equity}
	}
	hands, err := each(c, "hands", g.Hands, g.against)
	if err != nil {
		return nil, err
	}
	var subjects []question.Subject
	for _, street := range streets {
		set, err := question.OfSet(g.FeatureSet, street)
		if err != nil {
			return nil, c.bad("feature_set", err)
		}
		for _, against := range hands {
			some, err := each(c, "ranges", g.Ranges, func(rng string) (question.Subject, error) {
				s, err := against(rng, set)
				return s.On(street), err
			})
			if err != nil {
				return nil, err
			}
			for _, s := range some {
				if err := s.CheckBoards(); err != nil {
					c.Impossible = append(c.Impossible, fmt.Errorf("%v: %w", s, err))
					continue
				}
				for _, e := range estimates {
					subjects = append(subjects, s.Estimating(e))
				}
			}
		}
	}
	return subjects, nil
}

// against reads an entry of Hands, a hand or a set of hands, and returns a function that makes its subject against a
// range.
func (g *Group) against(entry string) (func(rng string, set question.FeatureSet) (question.Subject, error), error) {
	if g.Together {
		hands, err := ranges.ParseTyped(entry)
		if err == nil {
			err = matrix.CheckHands(hands)
		}
		return func(rng string, set question.FeatureSet) (question.Subject, error) {
			return question.TogetherAgainst(hands, rng, set)
		}, err
	}
	h, err := ranges.ParseHand(entry)
	return func(rng string, set question.FeatureSet) (question.Subject, error) {
		s, err := question.AgainstTyped(h, rng)
		return s.By(set), err
	}, err
}

// tables lists the subjects of files and targets. It reads each table once, so that its errors come before any solve.
func (c *Config) tables(g *Group) (subjects []question.Subject, err error) {
	for _, path := range g.Data {
		memory.Spare(path)
		some, err := each(c, "targets", g.Targets, func(target string) (s question.Subject, err error) {
			o, err := g.options(target)
			if err == nil {
				s, err = question.OfTable(path, o)
			}
			if err != nil {
				return s, err
			}
			t, err := s.Data.Read()
			if err == nil {
				s.Data = s.Data.Of(t)
			}
			return s, err
		})
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, some...)
	}
	return subjects, nil
}

// each parses the entries of a list. Its error names the list's key.
func each[T any](c *Config, key string, entries []string, parse func(text string) (T, error)) ([]T, error) {
	values := make([]T, len(entries))
	for i, text := range entries {
		var err error
		if values[i], err = parse(text); err != nil {
			return nil, c.bad(key, err)
		}
	}
	return values, nil
}

// variants lists questions with the group's options and no subject or program.
func (c *Config) variants(g *Group) ([]question.Question, error) {
	starts, err := c.starts(g)
	if err != nil {
		return nil, err
	}
	formulations, err := each(c, "formulation", g.Formulation, regression.ParseFormulation)
	if err != nil {
		return nil, err
	}
	engines, err := each(c, "engine", g.Engine, question.ParseEngine)
	if err != nil {
		return nil, err
	}
	var variants []question.Question
	for _, formulation := range formulations {
		for _, engine := range engines {
			begin := starts
			if engine != question.HiGHS {
				begin = []question.Start{question.StartSearch}
			}
			for _, start := range begin {
				for _, limit := range g.TimeLimit {
					for _, seed := range g.Seed {
						variants = append(variants, question.Question{
							Formulation: formulation, Engine: engine, Start: start, TimeLimit: limit, Seed: seed,
							Gap: g.GapPercent / 100,
						})
					}
				}
			}
		}
	}
	return variants, nil
}

// starts lists the starts of HiGHS. Start none is an error without the engine highs.
func (c *Config) starts(g *Group) ([]question.Start, error) {
	starts, err := each(c, "start", g.Start, question.ParseStart)
	if err != nil {
		return nil, err
	}
	for _, start := range starts {
		if start == question.StartNone && !slices.ContainsFunc(g.Engine,
			func(e string) bool { return strings.EqualFold(e, string(question.HiGHS)) }) {
			return nil, c.bad("start", fmt.Errorf("none: want highs as an engine with it, not %s",
				strings.Join(g.Engine, ", ")))
		}
	}
	return starts, nil
}

// check rejects every value of a group that would fail later.
func (c *Config) check(g *Group) error {
	type list struct {
		key     string
		entries int
	}
	subjects := [2]list{{"hands", len(g.Hands)}, {"ranges", len(g.Ranges)}}
	if len(g.Data) > 0 {
		subjects = [2]list{{"data", len(g.Data)}, {"targets", len(g.Targets)}}
	}
	switch {
	case len(g.Data) > 0 && len(g.Hands)+len(g.Ranges) > 0:
		return c.bad("data", errors.New("tables have no hands and ranges; make two groups"))
	case len(g.Data) > 0 && len(g.Street) > 0:
		return c.bad("street", errors.New("tables have no streets; make two groups"))
	case len(g.Data) == 0 && len(g.Targets) > 0:
		return c.bad("targets", errors.New("want data, the files of the tables, next to targets"))
	case g.Missing != "" && g.Missing != "refuse" && g.Missing != "column":
		return c.bad("missing", fmt.Errorf("%q, want refuse or column", g.Missing))
	case len(g.Data) > 0 && (g.Together || len(g.Estimate) > 0):
		return c.bad("data", errors.New("together and estimate are for hands; make two groups"))
	case len(g.Street) > 0 && !slices.Equal(g.Street, cards.Streets[:1]) && (g.Together || len(g.Estimate) > 0):
		return c.bad("street", errors.New("together and estimate are for the flop; make two groups"))
	}
	for _, list := range []list{
		subjects[0], subjects[1], {"programs", len(g.Programs)}, {"formulation", len(g.Formulation)},
		{"engine", len(g.Engine)}, {"start", len(g.Start)}, {"time_limit", len(g.TimeLimit)}, {"seed", len(g.Seed)},
	} {
		if list.entries == 0 {
			return c.bad(list.key, errors.New("want at least one entry"))
		}
	}
	for _, limit := range g.TimeLimit {
		if limit <= 0 {
			return c.bad("time_limit", fmt.Errorf("%v: want a time above zero, such as 60s", limit))
		}
	}
	_, err := c.weights(g)
	return err
}

// weights lists the weights that the group asks for.
func (c *Config) weights(g *Group) ([]regression.Weights, error) {
	key := "steps"
	if len(g.Steps) == 0 {
		key = "allowed_weights"
	}
	all, err := regression.WeightsOfLists(g.Steps, g.AllowedWeights, g.Positive)
	if err != nil {
		return nil, c.bad(key, err)
	}
	for _, w := range all {
		if err := w.Check(len(g.Data) > 0); err != nil {
			return nil, c.bad(key, err)
		}
	}
	return all, nil
}

func (c *Config) programs(g *Group) ([]regression.Program, error) {
	most := features.Count
	if len(g.Data) > 0 {
		most = proof.MaxColumns
	}
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
			if err := p.Validate(most); err != nil {
				return nil, c.bad(key, fmt.Errorf("%v: %w", kind, err))
			}
		}
	}
	return programs, nil
}
