package strategy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
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
		must.Equal(t, len(names), map[string]int{"kuhn": 12, "leduc": 936}[g.Name()], g.Name())
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
		again := must.Get(wholeSpiel(&file, g))(t)
		must.Equal(t, digest(t, again), digest(t, table), g.Name())
	}
}

// The same policy in every form that is accepted: lists with and without illegal actions, objects,
// hexadecimal text, and Leduc without suits.
func TestForms(t *testing.T) {
	leduc := game.Leduc()
	table := random(t, leduc, 1, [2]string{"real", "real"})
	want := digest(t, table)
	for name, form := range map[string]struct{ action, state, between, file string }{
		"lists":   {"[%d, %v]", "%q: [%s]", ",\n", "{%s}"},
		"objects": {`"%d": %v`, "%q: {%s}", ",\n", "{%s}"},
		"text":    {"%d=%x", "%s" + delimiter + "%s", delimiter, serialized + "%s"},
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
					var actions []string
					for i, p := range table.Row(s.ID, int(of[hand])) {
						actions = append(actions, fmt.Sprintf(form.action, x.action(s, i), p))
					}
					if name == "lists" && x.action(s, 0) == 1 {
						actions = slices.Insert(actions, 0, "[0, 0.0]") // TabularPolicy.to_dict
					}
					items = append(items, fmt.Sprintf(form.state, state, strings.Join(actions, ",")))
				}
				return nil
			})
			file := fmt.Sprintf(form.file, strings.Join(items, form.between))
			must.Equal(t, digest(t, must.Get(wholeSpiel(strings.NewReader(file), leduc))(t)), want, name)
		})
	}
}

func TestErrors(t *testing.T) {
	good := `{"0": [[0, 0.5], [1, 0.5]], "1": [[0, 0.5], [1, 0.5]], "2": [[0, 0.5], [1, 0.5]],
"0p": {"0": 0.3333333, "1": 0.6666666}, "1p": [[0, 1]],
"2p": [[1, 1.0]], "0b": [[0, 1]], "1b": [[0, 1]], "2b": [[0, 1]],
"0pb": [[0, 1]], "1pb": [[0, 1]], "2pb": [[0, 1]]}`
	must.Get(wholeSpiel(strings.NewReader(good), game.Kuhn()))(t)
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
		{`"2p": [[1, 1.0]], `, ``, ErrMissing, `at /c, bucket K`},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]], "2bp": [[0, 1]]}`, ErrState, `"2bp"`},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]]`, ErrTruncated, ""},
		{`"2pb": [[0, 1]]}`, `"2pb": [[0, 1]]} {}`, ErrSyntax, "after the end"},
	} {
		t.Run(tc.new, func(t *testing.T) {
			_, err := wholeSpiel(strings.NewReader(strings.Replace(good, tc.old, tc.new, 1)), game.Kuhn())
			must.Fail(t, err, tc.want, tc.text)
		})
	}
	must.Fails(wholeSpiel(strings.NewReader(good), game.Leduc()))(t, ErrState)
	must.Fails(wholeSpiel(strings.NewReader(good), game.LimitHoldem()))(t, ErrGame)
	must.Fails(wholeSpiel(strings.NewReader(serialized+"0<~>0=1<~>1"), game.Kuhn()))(t, ErrTruncated)
}

// A policy without some information states, as MCCFR leaves one, and that of one player are read as parts, with the
// states that are left in their places, in both namings.
func TestOpenSpielPart(t *testing.T) {
	g := game.Leduc()
	var b bytes.Buffer
	must.Do(t, WriteOpenSpiel(&b, g, ofHand{}))
	var all map[string][][2]float64
	must.Do(t, json.Unmarshal(b.Bytes(), &all))
	for what, keep := range map[string]func(state string, i int) bool{
		"some":     func(_ string, i int) bool { return i%7 != 0 },
		"player 0": func(state string, _ int) bool { return strings.Contains(state, "[Player: 0]") },
		"player 1": func(state string, _ int) bool { return strings.Contains(state, "[Player: 1]") },
	} {
		left, lost := map[string][][2]float64{}, [2]int{}
		for i, state := range slices.Sorted(maps.Keys(all)) {
			if keep(state, i) {
				left[state] = all[state]
			} else {
				lost[strings.Count(state, "[Player: 1]")]++
			}
		}
		text := must.Get(json.Marshal(left))(t)
		must.Fails(wholeSpiel(bytes.NewReader(text), g))(t, ErrMissing)
		table := must.Get(ReadOpenSpiel(bytes.NewReader(text), g))(t)
		missing, rows := table.Lacks()
		must.Equal(t, missing, lost, what)
		must.Equal(t, rows[0]+rows[1], len(all), what)
		table.FillUniform()
		must.Do(t, table.Check())
		b.Reset()
		must.Do(t, WriteOpenSpiel(&b, g, table))
		var full map[string][][2]float64
		must.Do(t, json.Unmarshal(b.Bytes(), &full))
		for state, row := range full {
			want := left[state]
			if want == nil {
				want = slices.Clone(row)
				for i := range want {
					want[i][1] = 1 / float64(len(row))
				}
			}
			must.Equal(t, row, want, what, state)
		}
	}
}

// ofHand plays each hand in its own way.
type ofHand struct{}

func (ofHand) Vector(s game.State, out [][]float64) error {
	for h := range out[0] {
		out[0][h] = float64(h+1) / 16
		for i := range out[1:] {
			out[i+1][h] = (1 - out[0][h]) / float64(len(out)-1)
		}
	}
	return nil
}

// A damaged file is an error, or a table of proper rows.
func TestMutatedOpenSpiel(t *testing.T) {
	g, rng, refused := game.Kuhn(), rand.New(rand.NewPCG(3, 3)), 0
	var b bytes.Buffer
	must.Do(t, WriteOpenSpiel(&b, g, Uniform{}))
	const states = "TabularPolicy:0<~>0=0.5,1=0.5<~>1pb<~>0=0.25,1=0.75<~>2b<~>0=0,1=1"
	for i := range 200 {
		text := bytes.Clone(b.Bytes())
		if i%2 == 1 {
			text = []byte(states)
		}
		for range 1 + rng.IntN(3) {
			at := rng.IntN(len(text) - 1)
			switch rng.IntN(3) {
			case 0:
				text[at] = byte(rng.IntN(256))
			case 1:
				text = append(text[:at], text[at+1:]...)
			default:
				text = slices.Insert(text, at, text[rng.IntN(len(text))])
			}
		}
		table, err := ReadOpenSpiel(bytes.NewReader(text), g)
		if err != nil {
			refused++
			continue
		}
		table.FillUniform()
		must.Do(t, table.Check())
	}
	if refused < 150 {
		t.Errorf("%d of 200 damaged files are refused", refused)
	}
}

// wholeSpiel reads a policy that lacks no states.
func wholeSpiel(r io.Reader, g game.Game) (*Table, error) { return whole(ReadOpenSpiel(r, g)) }

// Whatever is read is a complete table of proper probabilities.
func FuzzReadOpenSpiel(f *testing.F) {
	f.Add(`{"0": [[0, 0.5], [1, 0.5]], "1pb": {"0": 1}}`)
	f.Add(`TabularPolicy:0<~>0=0x1p-1,1=0x1p-1<~>1<~>0=1,1=0`)
	f.Fuzz(func(t *testing.T, text string) {
		if table, err := wholeSpiel(strings.NewReader(text), game.Kuhn()); err == nil && table.Check() != nil {
			t.Fatalf("an improper table was read: %v", table.Check())
		}
	})
}
