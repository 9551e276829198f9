package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/pipeline/config"
	"feltlab/pipeline/jamfold"
)

func TestConfigsreadTournament(t *testing.T) {
	files, err := filepath.Glob("../../configs/jamfold-*.yaml")
	if err != nil || len(files) != 3 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		if _, err := readTournament(file); err != nil {
			t.Error(err)
		}
	}
	c, err := readTournament("../../configs/jamfold-default.yaml")
	want, _ := jamfold.Preset("default")
	if err != nil || c.Chips != want.Chips || c.Epsilon != want.Epsilon || c.Removal != want.Removal {
		t.Errorf("the file of the default preset says %+v, the preset %+v", c, want)
	}
}

func TestTournamentFileRejects(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.yaml")
	for text, want := range map[string]string{
		"preset: papr":               `did you mean "paper"`,
		"prizes: [20, 30, 50]":       "largest first",
		"prizes: [50, -30]":          "negative",
		"stacks: [4500, 4500, 4400]": "not a multiple",
		"stacks: [4500, 4500, 4200]": "13500",
		"removal: exactly":           `did you mean "exact"`,
		"method: PIFP":               "PI-FP",
		"epsilon: 0":                 "epsilon",
		"players: 4":                 "2 or 3",
		"chips: 0":                   "needs its chips",
		"bigblind: 600":              `did you mean "big_blind"`,
		"small_blind: 900":           "larger",
	} {
		t.Run(text, func(t *testing.T) {
			must.Do(t, os.WriteFile(path, []byte(text), 0o666))
			_, err := readTournament(path)
			if !errors.Is(err, config.ErrConfig) || !strings.Contains(err.Error(), want) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %v, want %q", text, err, want)
			}
		})
	}
}
