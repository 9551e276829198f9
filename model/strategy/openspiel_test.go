package strategy

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/game"
)

// Names as OpenSpiel's tests and playthroughs print them.
func TestNames(t *testing.T) {
	for g, want := range map[game.Game][]string{
		game.Kuhn(): {"0", "1", "2", "0p", "1b", "2pb"},
		game.Leduc(): {
			"[Observer: 0][Private: 5][Round 1][Player: 0][Pot: 2][Money: 99 99][Round1: ][Round2: ]",
			"[Observer: 1][Private: 1][Round 1][Player: 1][Pot: 4][Money: 97 99][Round1: 2][Round2: ]",
			"[Observer: 0][Private: 0][Round 2][Player: 0][Pot: 6][Money: 97 97][Public: 4][Round1: 1 2 1][Round2: ]",
			"[Observer: 0][Private: 3][Round 2][Player: 0][Pot: 14][Money: 95 91][Public: 2][Round1: 2 2 1][Round2: " +
				"1 2]",
		},
	} {
		names := map[string]bool{}
		each(g, func(s game.State, hand int) error {
			names[naming{game: g}.state(s, hand)] = true
			return nil
		})
		for _, name := range want {
			if !names[name] {
				t.Errorf("%s: no %s", g.Name(), name)
			}
		}
		if n := map[string]int{"kuhn": 12, "leduc": 936}[g.Name()]; len(names) != n {
			t.Errorf("%s has %d information states, want %d", g.Name(), len(names), n)
		}
	}
}

func digest(t *testing.T, table *Table) string {
	t.Helper()
	return must.Get(Digest(table))(t)
}

func TestOpenSpielRoundTrip(t *testing.T) {
	for _, g := range []game.Game{game.Kuhn(), game.Leduc()} {
		names := must.Get(namings(g))(t)
		finest := must.Get(names[0].bucketing())(t)
		table := random(t, g, 1, [2]string{finest.Name(), finest.Name()})
		var file bytes.Buffer
		must.Do(t, WriteOpenSpiel(&file, g, table))
		again := must.Get(ReadOpenSpiel(&file, g))(t)
		if digest(t, again) != digest(t, table) {
			t.Errorf("%s changes", g.Name())
		}
	}
}

// The same policy in every form that is accepted: lists with and without illegal actions, objects,
// hexadecimal text, and Leduc without suits.
func TestForms(t *testing.T) {
	leduc := game.Leduc()
	table := random(t, leduc, 1, [2]string{"real", "real"})
	want := digest(t, table)
	for name, form := range map[string]func(state string, actions []int, p []float64) string{
		"lists": func(state string, actions []int, p []float64) string {
			var items []string
			for i, a := range actions {
				items = append(items, fmt.Sprintf("[%d, %v]", a, p[i]))
			}
			if actions[0] == 1 {
				items = append([]string{"[0, 0.0]"}, items...) // TabularPolicy.to_dict
			}
			return fmt.Sprintf("%q: [%s]", state, strings.Join(items, ", "))
		},
		"objects": func(state string, actions []int, p []float64) string {
			var items []string
			for i, a := range actions {
				items = append(items, fmt.Sprintf(`"%d": %v`, a, p[i]))
			}
			return fmt.Sprintf("%q: {%s}", state, strings.Join(items, ", "))
		},
		"text": func(state string, actions []int, p []float64) string {
			var items []string
			for i, a := range actions {
				items = append(items, fmt.Sprintf("%d=%x", a, p[i]))
			}
			return state + delimiter + strings.Join(items, ",")
		},
	} {
		t.Run(name, func(t *testing.T) {
			x := naming{leduc, true}
			b := table.Buckets(0)
			of := make([]int32, 6)
			seen := map[string]bool{}
			var items []string
			each(leduc, func(s game.State, hand int) error {
				if state := x.state(s, hand); !seen[state] {
					seen[state] = true
					b.Of(s.Round, s.Board, of)
					var actions []int
					for i := range s.Actions {
						actions = append(actions, x.action(s, i))
					}
					items = append(items, form(state, actions, table.Row(s.ID, int(of[hand]))))
				}
				return nil
			})
			file := "{" + strings.Join(items, ",\n") + "}"
			if name == "text" {
				file = serialized + strings.Join(items, delimiter)
			}
			again, err := ReadOpenSpiel(strings.NewReader(file), leduc)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if digest(t, again) != want {
				t.Errorf("%s: another policy", name)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	good := `{"0": [[0, 0.5], [1, 0.5]], "1": [[0, 0.5], [1, 0.5]], "2": [[0, 0.5], [1, 0.5]],
"0p": {"0": 0.3333333, "1": 0.6666666}, "1p": [[0, 1]], "2p": [[1, 1.0]], "0b": [[0, 1]], "1b": [[0, 1]], "2b": [[0, 1]],
"0pb": [[0, 1]], "1pb": [[0, 1]], "2pb": [[0, 1]]}`
	must.Get(ReadOpenSpiel(strings.NewReader(good), game.Kuhn()))(t)
	for _, tc := range []struct {
		old, new string
		want     error
		text     string
	}{
		{`{"0": [`, `["0": [`, ErrNotStrategy, ""},
		{`{"0": [[0, 0.5]`, `{"0": [[0, 0.6]`, game.ErrProbability, `the sum is 1.1, at "0"`},
		{`{"0": [[0, 0.5]`, `{"0": [[0, -0.5]`, game.ErrProbability, `action 0 has probability -0.5, at "0"`},
		{`{"0": [[0, 0.5]`, `{"0": [[0, NaN]`, ErrSyntax, `at "0"`},
		{`{"0": [[0, 0.5]`, `{"0": [[0, 0.5, 1]`, ErrSyntax, `at "0"`},
		{`{"0": [[0, 0.5]`, `{"0": [[1, 0.5]`, ErrSyntax, "twice"},
		{`"2p": [[1, 1.0]]`, `"2p": [[2, 1.0]]`, game.ErrProbability, `action 2 is not legal`},
		{`"2p": [[1, 1.0]]`, `"1p": [[1, 1.0]]`, ErrDuplicate, `"1p"`},
		{`"2p": [[1, 1.0]], `, ``, ErrMissing, `"2p"`},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]], "2bp": [[0, 1]]}`, ErrState, `"2bp"`},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]]`, ErrTruncated, ""},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]]} {}`, ErrSyntax, "after the end"},
	} {
		t.Run(tc.new, func(t *testing.T) {
			_, err := ReadOpenSpiel(strings.NewReader(strings.Replace(good, tc.old, tc.new, 1)), game.Kuhn())
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.text) {
				t.Errorf("%s: %v, want %v with %q", tc.new, err, tc.want, tc.text)
			}
		})
	}
	if _, err := ReadOpenSpiel(strings.NewReader(good), game.Leduc()); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	if _, err := ReadOpenSpiel(strings.NewReader(good), game.LimitHoldem()); !errors.Is(err, ErrGame) {
		t.Error(err)
	}
	if _, err := ReadOpenSpiel(strings.NewReader(serialized+"0<~>0=1<~>1"), game.Kuhn()); !errors.Is(err,
		ErrTruncated) {
		t.Error(err)
	}
}
