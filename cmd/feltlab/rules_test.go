package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// TestRulesFiles reads all files of configs/games; those of Kuhn and Leduc have the rules of the built-in games.
func TestRulesFiles(t *testing.T) {
	files := must.Get(filepath.Glob("../../configs/games/*.yaml"))(t)
	names := map[string]*game.FixedLimit{}
	for _, path := range files {
		g := must.Get(readRules(path))(t)
		names[g.Name()] = g
		if g.Name()+".yaml" != filepath.Base(path) {
			t.Errorf("%s is in %s", g.Name(), path)
		}
	}
	for _, want := range []*game.FixedLimit{game.Kuhn(), game.Leduc()} {
		g := names[want.Name()]
		if g == nil || !reflect.DeepEqual(g.Rules(), want.Rules()) || !reflect.DeepEqual(g.Root(), want.Root()) ||
			!reflect.DeepEqual(g.Hands(), want.Hands()) {
			t.Errorf("%s has other rules", want.Name())
		}
	}
	flop5 := names["flop5-holdem"]
	var ends []float64
	for n := range flop5.Root().All() {
		if n.Kind == game.Showdown {
			ends = append(ends, n.Payoff)
		}
	}
	if want := []float64{3, 9, 27, 9, 27}; !reflect.DeepEqual(ends, want) {
		t.Errorf("showdowns for %v, want %v", ends, want)
	}
}

func TestWrongRules(t *testing.T) {
	leduc := string(must.Get(os.ReadFile("../../configs/games/leduc.yaml"))(t))
	path := filepath.Join(t.TempDir(), "x.yaml")
	for change, want := range map[string]string{
		"ranks: JQK>rank: JQK":                `x.yaml:4: unknown key "rank", did you mean "ranks"?`,
		"ranks: JQK>ranks: JQQ":               `x.yaml:4: ranks: "JQQ"`,
		"suits: 2>suits: 5":                   "x.yaml:5: suits: 5, want 1 to 4",
		"suits: 2>suits: two":                 "x.yaml:5: suits",
		"hole_cards: 1>hole_cards: 2":         "x.yaml:8: board: [0 1] with two hole cards",
		"[0, 1] >[0, 1, 1] ":                  "x.yaml:8: board",
		"[2, 4] >[2] ":                        "x.yaml:9: bets: 1 values, want 2",
		"[2, 4] >[2, -4] ":                    "x.yaml:9: bets",
		"[2, 4] >[2, .nan] ":                  "x.yaml:9: bets",
		"most_bets: [2, 2]>most_bets: [0, 2]": "x.yaml:10: most_bets",
		"most_bets: [2, 2]>stack: 1":          "most_bets: 0 values",
		"first: [1, 1]>first: [1, 3]":         "x.yaml:11: first",
		"posted: [1, 1]>posted: [2, 1]":       "seat 1 acts first and has put in more",
		"unit: chips>unit: dollars":           "x.yaml:3: unit",
		"suits: 2>suits: 3":                   "x.yaml:2: name: leduc has other rules",
		"name: leduc>name: limit-holdem":      "another game",
		"name: leduc>name: my game":           "name",
		"unit: chips>no_limp: true":           "no_limp",
		"unit: chips>stack: 1":                "stack: 1, want more",
		"unit: chips>bet_unit: pots":          `did you mean "pot"`,
	} {
		from, to, _ := strings.Cut(change, ">")
		write(t, path, strings.Replace(leduc, from, to, 1))
		if _, err := readRules(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", change, err, want)
		}
	}
}
