package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestStrengthBadUsage(t *testing.T) {
	refuses(t, "strength", map[string]string{
		"":                               "want a hand",
		"QcQd --board AhJc":              "has 2 cards, want 0, 3 (flop), 4 (turn) or 5 (river)",
		"QcQd --board AhJcAcKsJd2c":      "has 6",
		"QcQd --board AhJcAh":            "Ah",
		"QcQd --board AhJcQd":            "holds Qd, which lies on the board",
		"QcQc":                           "duplicate",
		"Q":                              "not a starting hand",
		"QcQd --range unifrom":           `did you mean "uniform"`,
		"QcQd --range cheen":             `did you mean "chen"`,
		"QcQd --range nobody":            "nobody",
		"QcQd --opponents 0":             "want 1 to 8",
		"QcQd --opponents 9":             "want 1 to 8",
		"QcQd --opponents -1":            "want 1 to 8",
		"QcQd --opponents two":           "opponents",
		"QcQd --opponents 2 --samples 1": "want 2 to 2000000000",
		"QcQd --opponents 2 --seed -1":   "seed",
		"QcQd --samples 1000":            "counted exactly",
		"QcQd --mode rule":               `did you mean "rules"`,
		"QcQd --range QcQd":              "no opponent hand",
		"QcQd --opponents 3 --range AA":  "too narrow",
	})
}

// strengthOf runs a strength command with --json and checks its keys.
func strengthOf(t *testing.T, args string, keys ...string) map[string]float64 {
	t.Helper()
	var all map[string]any
	answers(t, "strength "+args, &all)
	got := map[string]float64{}
	for key, value := range all {
		if x, ok := value.(float64); ok {
			got[key] = x
		}
	}
	delete(got, "seconds")
	keys = append(keys, "strength", "win", "tie", "wins", "ties", "deals", "opponents")
	for key := range got {
		if !slices.Contains(keys, key) {
			t.Errorf("%s: key %q", args, key)
		}
	}
	if len(got) != len(keys) {
		t.Errorf("%s: keys %v, want %v", args, got, keys)
	}
	return got
}

func TestStrengthJSON(t *testing.T) {
	now := []string{"ahead_now", "tied_now", "behind_now"}
	for _, c := range []struct {
		args     string
		strength float64
		deals    float64
		now      []string
	}{
		{"QcQd --board AhJcAc", 0.8619, 1081 * 990, now},
		{"QcQd --board AhJcAc --mode as-published", 0.8222, 1081 * 990, now},
		{"QcQd --board AhJcAcKs", 0.7875, 1035 * 44, now},
		{"QcQd --board AhJcAcKsJd", 0.7015, 990, nil},
		{"QcQd --board AhJcAcKsJd --range chen --mode as-published", 0.5575, 2990, nil},
		{"QQ", 0.7993, 1225 * 1_712_304, nil},
	} {
		t.Run(c.args, func(t *testing.T) {
			got := strengthOf(t, c.args, c.now...)
			const fourDigits = 0.00005
			if math.Abs(got["strength"]-c.strength) > fourDigits || got["deals"] != c.deals {
				t.Errorf("%s: %v, want %v of %v deals", c.args, got, c.strength, c.deals)
			}
			const rounding = 1e-15
			if math.Abs(got["win"]+got["tie"]/2-got["strength"]) > rounding {
				t.Errorf("%s: strength %v is not win %v and half of tie %v", c.args, got["strength"], got["win"],
					got["tie"])
			}
		})
	}
	sampled := strengthOf(t, "AA --opponents 8 --samples 20000 --seed 1", "standard_error")
	if math.Abs(sampled["strength"]-0.347) > 4*sampled["standard_error"]+0.001 || sampled["deals"] != 20_000 {
		t.Errorf("aces against eight: %v", sampled)
	}
}

func TestStrengthText(t *testing.T) {
	says(t, "strength QcQd --board AhJcAcKsJd", "QdQc on AhJcAcKsJd against uniform", "strength  70.1515%",
		"what beats it most often", "KTo", "and 61 more", "preflop", "79.9252", "AhJcAc", "86.1939", "+6.27", "78.7462",
		"-8.59")
	says(t, "strength AsKs --board QsJsTs", "nothing beats it") // a royal flush
	says(t, "strength QQ --opponents 2 --samples 5000", "2 opponents (uniform)", "standard error")
}

// TestStrengthOfClass holds the strength of a class where suits matter to its equity as a range.
func TestStrengthOfClass(t *testing.T) {
	for _, of := range []string{"AKo --board 2h3h4h --range AhQh,KcKd", "A5s --board AhKd2c",
		"77 --board 7h2d2c9s9d --range RUS"} {
		var strong, range_ struct {
			Equity, Strength  float64
			Wins, Ties, Deals uint64
		}
		answers(t, "strength "+of, &strong)
		answers(t, "equity "+of, &range_)
		if strong.Strength != range_.Equity || strong.Deals != range_.Deals || strong.Wins != range_.Wins ||
			strong.Ties != range_.Ties {
			t.Errorf("%v: strength %+v, equity %+v", of, strong, range_)
		}
	}
	if out := says(t, "strength A5s --board AhKd2c3s4s"); strings.Count(out, "\n  flop ") != 1 {
		t.Errorf("street by street: %s", out)
	}
	refuses(t, "strength AA", map[string]string{
		"--board AhAdAc": "no hand of AA fits", "--opponents 3 --board 2c3d4h": "want two cards such as"})
}

// TestDeadCards leaves cards out against one opponent and several, counted and sampled, and refuses cards that are
// elsewhere.
func TestDeadCards(t *testing.T) {
	says(t, "equity AhKh QQ --dead Qh",
		"AhKh against QQ before the flop, without Qh\n  method   exact\n  equity   49.5508%")
	says(t, "equity AhKh QcQd JsTs --dead Qh,2c --board Ad9s4c", "AhKh against QdQc and JsTs on Ad9s4c, without Qh2c\n")
	says(t, "equity AA KK QQ --dead 2c --samples 1000 --board 2d3s4s", "without 2c\n")
	refuses(t, "", map[string]string{
		"equity AhKh --dead Ah":                 "hand AhKh holds Ah, which is dead",
		"equity AA KK --dead 2h --board 2h3h4h": "dead cards: 2h lies on the board 2h3h4h",
		"equity AA KK --dead 2h2h":              "dead cards: duplicate card: 2h",
		"equity AA KK --dead AhAsAd":            "no opponent hand avoids the known cards: range AA before the flop",
	})
}

// TestRangeOnBoard counts made hands and draws of a range, combo by combo and on all flops: here by hand.
func TestRangeOnBoard(t *testing.T) {
	for args, lines := range map[string][]string{
		"equity AA,76s KQ --board Ah5h4s --by-hand --by-combo": {"set 3 42.86 ", "no pair 4 57.14 ",
			"open-ended straight draw 4 57.14 ", "flush draw 1 14.29 ",
			"flush draw + open-ended straight draw 1 14.29 ",
			"ahead now 42.8571%", "behind now 57.1429%", "0.00 no pair, flush draw, open-ended straight draw "},
		"equity AA KQ KQ JTs --board 2c3d4h": {"AA against 2 times KQ and JTs on", "ahead now 100.0000%"},
		"strength 77 --board Kh2d2c --range KK,22,77,66 --by-combo": {"tied now 9.0909%",
			"54.55 pocket pair below top card"},
		"range 77 --flops": {"set 10.776 12.000", "full house 0.980", "four of a kind 0.245", "one suit 286 "},
	} {
		out := says(t, args)
		for _, line := range lines {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), line) {
				t.Errorf("%s: want %q in\n%s", args, line, out)
			}
		}
	}
}
