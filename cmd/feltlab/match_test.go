package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"feltlab/pipeline/worstcase"
)

func matched(t *testing.T, args string) *worstcase.Matches {
	t.Helper()
	r := &worstcase.Matches{}
	answers(t, "match "+args, r)
	return r
}

// An equilibrium wins the game's value from itself, and in no seat less than that from others.
func TestMatch(t *testing.T) {
	path := filepath.Join(t.TempDir(), "equilibrium.json")
	says(t, "equilibrium --game kuhn --gap 1e-7 --out "+path)
	const value = -1. / 18
	r := matched(t, "--game kuhn "+path+" uniform always-raise "+path)
	if r.Status != "exact" || r.Unit != "chips" || len(r.Matches) != 6 || len(r.BestResponses) != 4 {
		t.Fatalf("%+v", r)
	}
	for _, m := range r.Matches {
		switch {
		case m.Interval != nil:
			t.Errorf("an exact match has the interval %v", m.Interval)
		case m.Strategy == m.Opponent && (math.Abs(m.SeatValues[0]-value) > 1e-6 || math.Abs(m.Mean) > 1e-12):
			t.Errorf("%+v", m)
		case m.Strategy == path && (m.SeatValues[0] < value-1e-6 || m.SeatValues[1] < -value-1e-6):
			t.Errorf("%+v", m)
		}
	}
	if math.Abs(r.BestResponses[0].Mean) > 1e-6 || math.Abs(r.BestResponses[1].Mean-11./24) > 1e-12 {
		t.Errorf("%+v", r.BestResponses)
	}
	exact, sampled := r.Matches[0], matched(t, "--game kuhn "+path+" uniform --deals 2000 --seed 7")
	m := sampled.Matches[0]
	if sampled.Status != "sampled" || m.Interval == nil || math.Abs(m.Mean-exact.Mean) > 4**m.StandardError ||
		*m.StandardError <= 0 {
		t.Errorf("%+v, exactly %+v", m, exact)
	}
	text := says(t, "match --game kuhn always-fold always-raise uniform", "best response wins from",
		"always-raise             0.3333")
	if strings.Contains(text, "-0.0000") {
		t.Error(text)
	}
}

// In limit hold'em a match of two flops is estimated twice, the second time from the cache.
func TestMatchInLimitHoldem(t *testing.T) {
	args := "--game limit-holdem always-raise uniform --flops 2"
	first, second := matched(t, args), matched(t, args)
	m := first.Matches[0]
	if first.Status != "estimate" || first.Unit != "millibigblinds" || m.SeatValues != second.Matches[0].SeatValues ||
		m.Mean < 2000 {
		t.Errorf("%+v", first)
	}
}

func TestMatchUsage(t *testing.T) {
	refuses(t, "match", map[string]string{
		"--game kuhn uniform":                                       "at least two",
		"uniform uniform":                                           "--game is missing",
		"--game kuhn uniform unifrom":                               `did you mean "uniform"`,
		"--game kuhn uniform uniform --deals 1":                     "at least 2",
		"--game kuhn uniform uniform --flops 3":                     "--flops is for",
		"--game limit-holdem acpc:true uniform --deals 9":           "a strategy and then acpc:",
		"--game kuhn uniform acpc:true --deals 9":                   "plays --game limit-holdem",
		"--game limit-holdem uniform acpc:true":                     "needs --deals",
		"--game limit-holdem uniform acpc:/no/such --deals 9":       "cannot start",
		"--game kuhn uniform uniform --seed 3":                      "--seed is for",
		"--game limit-holdem uniform uniform --flops 3 --deals 9":   "exclude",
		"--game limit-holdem uniform always-fold --flops 1":         "2 to 1755",
		"--game limit-holdem uniform always-fold --deals 9 --fresh": "--fresh",
	})
}

// A log of a match is judged without a strategy and with one; what is wrong with flags and lines is said.
func TestMatchLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.log")
	log := "# a match\nSTATE:0:crc/cc/cc/cc:AsKd|QhJh/2c3c4c/5d/9s:20|-20:Alice|Bob\n" +
		"STATE:0:crc/cc/cc/cc:AsKd|QhJh/2c3c4c/5d/9s:20|-20:Bob|Alice\nSTATE:1:rf:AsKd|QhJh:-10|10:Bob|Alice\n"
	write(t, path, log)
	l := matched(t, "--game limit-holdem --strategy Alice=uniform --acpc-log "+path).Log
	alice := l.Players[0]
	if l.Hands != 3 || l.Pairs != 1 || alice.Won != 1000 || *alice.Paired.Mean != 0 || *alice.Seats[0].Mean != -500 ||
		alice.Strategy != "uniform" || !(*alice.Reduced.StandardError < *alice.All.StandardError) {
		t.Errorf("%+v", l)
	}
	says(t, "match --game limit-holdem --strategy Bob=uniform --acpc-log "+path, "less variance in pairs")
	nl := write(t, filepath.Join(t.TempDir(), "nl.log"),
		"STATE:3:r20000c///:AsAd|KsKd/2c3c4h/5h/9d:20000|-20000:Bob|Alice\n")
	if m := matched(t, "--game no-limit-holdem --acpc-log "+nl); m.Log.Players[0].Won != 200_000 ||
		m.Game != "no-limit-holdem" || *m.Log.Players[0].Reduced.Mean == 200_000 {
		t.Errorf("%+v", m.Log)
	}
	const twice = " --strategy Alice=uniform"
	for args, want := range map[string]string{
		"--game leduc --acpc-log " + path: "--acpc-log is for --game limit-holdem or no-limit-holdem",

		"--game no-limit-holdem uniform uniform":                           "is for --acpc-log",
		"--game no-limit-holdem --strategy Bob=uniform --acpc-log " + path: "--strategy is for",

		"--game limit-holdem uniform --acpc-log " + path:                  "--strategy NAME=FILE says",
		"--game limit-holdem --deals 10 --acpc-log " + path:               "--deals is for",
		"--game limit-holdem uniform uniform --strategy a=b":              "--strategy is for --acpc-log",
		"--game limit-holdem --acpc-log " + path + ".none":                "no such file",
		"--game limit-holdem --strategy Alise=uniform --acpc-log " + path: `did you mean "Alice"`,
		"--game limit-holdem" + twice + twice + " --acpc-log " + path:     "once for a player",
		"--game limit-holdem --acpc-log " + path + " --acpc-log " + path:  "line 2: bad log: the hand was already in",
		"--game limit-holdem --strategy Alice=always-call --acpc-log " +
			path: "line 2: the strategy could not have played this hand",
		"--game limit-holdem --strategy Alice=" + path + ".none --acpc-log " + path: "no file",
	} {
		if _, err := feltlab(t, append([]string{"match"}, strings.Fields(args)...)...); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", args, err, want)
		}
	}
}
