package main

import (
	"errors"

	"feltlab/model/game"
	"feltlab/pipeline/config"
)

// readRules reads a game's rules from a YAML file; docs/rules.md describes its keys. Errors wrap config.ErrConfig and
// name file, line and key, or are those of config.Open.
func readRules(path string) (*game.FixedLimit, error) {
	file, err := config.Open(path, nil)
	if err != nil {
		return nil, err
	}
	rules := game.Rules{Unit: "chips", BetUnit: "amount"}
	if err := file.Decode(&rules); err != nil {
		return nil, err
	}
	g, err := game.NewFixedLimit(rules)
	var bad *game.RuleError
	if errors.As(err, &bad) {
		return nil, file.Bad(bad.Key, bad)
	}
	return g, err
}
