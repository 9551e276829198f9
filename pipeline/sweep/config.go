package sweep

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/internal/parallel"
	"feltlab/pipeline/config"
	"feltlab/pipeline/question"
)

// ErrConfig marks a configuration that cannot be run; the message names file, line, key and value.
var ErrConfig = config.ErrConfig

// Config is a sweep as its YAML file states it: one group of lists, or several that each replace some of its keys. One
// entry needs no list.
type Config struct {
	question.Ask
	// Groups are sweeps in the same file. A group takes the file's keys that it does not set.
	Groups []map[string]any `mapstructure:"groups"`
	// Fresh ignores known results and solves everything from nothing. Lists of engines, time limits or seeds do so too.
	Fresh bool `mapstructure:"fresh"`
	// Workers is the number of solves under way at once; default one a processor.
	Workers int `mapstructure:"workers" min:"1"`
	// Output is the folder for the tables; default results/NAME for configs/NAME.yaml.
	Output string `mapstructure:"output"`

	// Questions lists the questions of the file, in its order; Load sets it.
	Questions []question.Question
	// Impossible says of each pair of hand and range without questions which board leaves no opponent; Load sets it.
	Impossible []error

	text string // of the file, with the settings of --set
}

// Load reads and checks a YAML file, with key=value settings that count instead of the file's.
// Unknown keys, wrong types and values out of range are errors that wrap ErrConfig and name the
// file, the line, the key and what was expected.
func Load(path string, set ...string) (*Config, error) {
	file, err := config.Open(path, config.Lists, set...)
	if err != nil {
		return nil, err
	}
	c := &Config{Ask: question.NewAsk(), Workers: parallel.Workers(0), text: file.Text}
	if err := file.Decode(c); err != nil {
		return nil, err
	}
	if c.Output == "" {
		c.Output = filepath.Join("results", strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	}
	here := filepath.Dir(path)
	if slices.ContainsFunc(set, func(s string) bool { return strings.HasPrefix(s, "data=") }) {
		here = "." // a command line names files from where it is
	}
	asks := []question.Ask{c.Ask.Below(here)}
	if len(c.Groups) > 0 {
		asks = nil
	}
	for i := range c.Groups {
		a := c.Ask
		if err := file.DecodeEntry(&a, "groups", i); err != nil {
			return nil, err
		}
		asks = append(asks, a.Below(here))
	}
	err = c.ask(asks)
	if bad := (*question.AskError)(nil); errors.As(err, &bad) {
		err = file.Bad(bad.Key, err)
	}
	return c, err
}

// ask lists the questions of all groups. A question of several groups comes once, as do questions that differ only in
// what does not change their answers: the cards of a hand where suits are alike, or a formulation that no engine reads.
func (c *Config) ask(asks []question.Ask) error {
	seen := map[string]bool{}
	for _, a := range asks {
		questions, impossible, err := a.Questions()
		if err != nil {
			return err
		}
		c.Impossible = append(c.Impossible, impossible...)
		for _, q := range questions {
			alike := q
			alike.Subject = q.Alike()
			key, err := alike.MarshalText()
			if err != nil {
				return err
			}
			if !seen[string(key)] {
				seen[string(key)] = true
				c.Questions = append(c.Questions, q)
			}
		}
	}
	if len(c.Questions) == 0 && len(c.Impossible) > 0 {
		return &question.AskError{Key: "ranges", Err: c.Impossible[0]}
	}
	return nil
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
		return again && (q.Engine != o.Engine || q.TimeLimit != o.TimeLimit || q.Seed != o.Seed || q.Gap != o.Gap ||
			q.Settings != o.Settings)
	})
}
