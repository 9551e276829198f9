package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"feltlab/model/tournament"
)

type sample struct {
	Prizes []float64       `mapstructure:"prizes"`
	Chips  int             `mapstructure:"chips"`
	Mode   tournament.Mode `mapstructure:"mode"`
}

func load(t *testing.T, text string) (sample, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.yaml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s := sample{Prizes: []float64{50, 30, 20}, Chips: 7}
	return s, Load(path, &s)
}

func TestLoad(t *testing.T) {
	s, err := load(t, "prizes: [70, 30]\nmode: cash\n")
	if err != nil || !slices.Equal(s.Prizes, []float64{70, 30}) || s.Chips != 7 || s.Mode != tournament.Cash {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"chip: 3":            `did you mean "chips"`,
		"chips: many":        "chips",
		"chips: 3.5":         "chips",
		"mode: tornament":    "tournament",
		"prizes: 5":          "prizes",
		"prizes: [a, b]":     "prizes",
		"prizes: [":          "sample.yaml",
		"chips: 1\nchips: 2": "sample.yaml",
	} {
		t.Run(text, func(t *testing.T) {
			if _, err := load(t, text); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: %v, want %q in one line", text, err, want)
			}
		})
	}
	if err := Load(filepath.Join(t.TempDir(), "none"), &s); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
