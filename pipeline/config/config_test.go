package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"feltlab/internal/disk"
	"feltlab/internal/must"
	"feltlab/model/tournament"
)

type sample struct {
	Prizes []float64          `mapstructure:"prizes"`
	Chips  int                `mapstructure:"chips"`
	Mode   tournament.HeadsUp `mapstructure:"mode"`
	Names  []string           `mapstructure:"names"`
}

func load(t *testing.T, text string) (sample, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sample.yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	s := sample{Prizes: []float64{50, 30, 20}, Chips: 7}
	return s, Load(path, &s)
}

func TestLoad(t *testing.T) {
	s, err := load(t, "prizes: [70, 30]\nmode: linear\n")
	if err != nil || !slices.Equal(s.Prizes, []float64{70, 30}) || s.Chips != 7 || s.Mode != tournament.HeadsUpLinear {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		"chip: 3":                 `did you mean "chips"`,
		"chips: many":             "sample.yaml:1: chips: many: want a whole number",
		"chips: 3.5":              "chips: 3.5: want a whole number",
		"chips: 022":              "chips: 022: want a whole number",
		"chips: 0x63":             "chips: 0x63: want a whole number",
		"mode: lineer":            "linear",
		"prizes: 5":               "prizes: 5: want a list, such as [1, 2]",
		"prizes: [1, b]":          "prizes: b: want a number, such as 0.5",
		"prizes: [.inf]":          "prizes: .inf: want a number",
		"names: [true]":           "names: true: want text, in quotes",
		"prizes: [":               "sample.yaml",
		"chips: 1\nchips: 2":      "sample.yaml",
		"chips:":                  "sample.yaml:1: chips has no value",
		"mode: linear\nchips: ~":  "sample.yaml:2: chips has no value",
		"chips: 1\n---\nchips: 2": "line 2: a second document; want one",
		"[chips]":                 "want keys and values",
		"root:swordfish:0:0":      "sample.yaml: want keys and values, such as cores: 2",
		"a: " + strings.Repeat("[", 1000) + strings.Repeat("]",
			1000): "line 1: more than 16 levels of lists and groups",
		strings.Repeat("{a: ", 9000) + strings.Repeat("}", 9000): "more than 16 levels",
		"# " + strings.Repeat("x", 1<<20):                        "",
	} {
		t.Run("", func(t *testing.T) {
			start := time.Now()
			_, err := load(t, text)
			if taken := time.Since(start); taken > 20*time.Second {
				t.Errorf("%d bytes took %v", len(text), taken)
			}
			if len(text) > 1<<20 {
				if !errors.Is(err, disk.ErrRefused) {
					t.Errorf("%d bytes: %v", len(text), err)
				}
				return
			}
			if strings.Contains(err.Error(), "swordfish") {
				t.Errorf("%v: the content of another file", err)
			}
			if !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(),
				"\n") {
				t.Errorf("%q: %v, want %q in one line", text, err, want)
			}
		})
	}
	must.Fail(t, Load(filepath.Join(t.TempDir(), "none"), &s), os.ErrNotExist)
}

// TestTextAsWritten reads text that YAML takes for numbers and dates: it is what the file says, whatever its value is.
func TestTextAsWritten(t *testing.T) {
	s, err := load(t, "names: [99, 022, 0x63, 1.10, 1e3, 2_2, -0, 2020-01-01, .inf, 0b1, \"7\", ATC]\nprizes: [1e1, "+
		"0.50, 2]\n")
	want := []string{"99", "022", "0x63", "1.10", "1e3", "2_2", "-0", "2020-01-01", ".inf", "0b1", "7", "ATC"}
	if err != nil || !slices.Equal(s.Names, want) || !slices.Equal(s.Prizes, []float64{10, 0.5, 2}) {
		t.Errorf("%q, %v, %v", s.Names, s.Prizes, err)
	}
}
