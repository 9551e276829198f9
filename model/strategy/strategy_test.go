package strategy

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// random returns a complete table of random probabilities.
func random(t testing.TB, g game.Game, seed uint64, names [2]string) *Table {
	t.Helper()
	var buckets [2]Bucketing
	for seat, name := range names {
		buckets[seat] = must.Get(BucketingOf(g, name))(t)
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	table := NewTable(g, buckets)
	for n, b := range table.All() {
		row, sum := table.Row(n.ID, b), 0.0
		for i := range row {
			row[i] = rng.Float64()
			sum += row[i]
		}
		for i := range row {
			row[i] /= sum
		}
	}
	return table
}

func jamfold(t testing.TB) game.Game {
	const n = cards.NumClasses
	joint := &game.Matrix{Rows: n, Columns: n, Data: slices.Repeat([]float64{1. / (n * n)}, n*n)}
	return must.Get(game.NewHeadsUpJamFold(10, game.NewMatrix(n, n), joint))(t)
}

// whole returns a table without missing rows, or the error of Table.Check.
func whole(t *Table, err error) (*Table, error) {
	if err == nil {
		err = t.Check()
	}
	return t, err
}

func TestRoundTrip(t *testing.T) {
	for _, tc := range []struct {
		g     game.Game
		names [2]string
	}{
		{game.Kuhn(), [2]string{"real", "cards"}},
		{game.Leduc(), [2]string{"real", "[JQ].K"}},
		{game.Leduc(), [2]string{"cards", "[JQK]"}},
		{jamfold(t), [2]string{"classes", "classes"}},
	} {
		t.Run(tc.g.Name()+" "+strings.Join(tc.names[:], " "), func(t *testing.T) {
			table := random(t, tc.g, 1, tc.names)
			var first, second bytes.Buffer
			must.Do(t, Write(&first, table))
			text := first.String()
			again := must.Get(whole(Read(&first, tc.g, BucketingOf)))(t)
			if err := Write(&second, again); err != nil || second.String() != text {
				t.Errorf("%s %v: reading and writing changes the file (%v)", tc.g.Name(), tc.names, err)
			}
		})
	}
}

// What a bucketing merges, spelt out.
func TestBuckets(t *testing.T) {
	g := game.Leduc()
	for _, tc := range []struct {
		name          string
		before, after int
		onQueen       string // labels of Jc Jd Qc Qd Kc Kd on the queen of clubs
	}{
		{"real", 3, 9, "J|Q J|Q - Q|Q K|Q K|Q"},
		{"cards", 6, 30, "Jc|Qc Jd|Qc - Qd|Qc Kc|Qc Kd|Qc"},
		{"J.Q.K", 3, 6, "J|high J|high - Q|pair K|high K|high"},
		{"[JQ].K", 2, 4, "JQ|high JQ|high - JQ|pair K|high K|high"},
		{"J.[QK]", 2, 4, "J|high J|high - QK|pair QK|high QK|high"},
		{"[JQK]", 1, 2, "JQK|high JQK|high - JQK|pair JQK|high JQK|high"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := must.Get(BucketingOf(g, tc.name))(t)
			must.Equal(t, b.Len(0), tc.before, tc.name)
			must.Equal(t, b.Len(1), tc.after, tc.name)
			of := make([]int32, 6)
			b.Of(1, game.BoardOf(cards.New(cards.Queen, cards.Clubs)), of)
			var labels []string
			for _, bucket := range of {
				if bucket == Blocked {
					labels = append(labels, "-")
				} else {
					labels = append(labels, b.Label(1, int(bucket)))
				}
			}
			must.Equal(t, strings.Join(labels, " "), tc.onQueen, tc.name)
		})
	}
	for _, name := range []string{"", "J", "J.Q", "J.Q.K.A", "J.J.Q.K", "[JQ.K", "JQ.K", "[].J.Q.K", "reel",
		"[J]Q].K"} {
		must.Fails(BucketingOf(g, name))(t, ErrBuckets)
	}
	must.Fails(BucketingOf(g, "reel"))(t, `did you mean "real"`)
}

func TestTrivialOpponents(t *testing.T) {
	g := game.LimitHoldem()
	root := g.Root()                          // fold, call, raise
	limped := root.After(1)                   // call, raise
	capped := root.After(2).After(2).After(2) // fold, call
	for _, tc := range []struct {
		name string
		want [3]string // probabilities of the actions at the three states
	}{
		{"always-fold", [3]string{"1 0 0", "1 0", "1 0"}},
		{"always-call", [3]string{"0 1 0", "1 0", "0 1"}},
		{"always-raise", [3]string{"0 0 1", "0 1", "0 1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p, ok := Trivial(tc.name)
			if !ok {
				t.Fatal(tc.name)
			}
			for i, s := range []game.State{root, limped, capped} {
				var got []string
				for _, of := range must.Get(game.Ask(p, g.Hands(), s, nil))(t) {
					got = append(got, map[float64]string{0: "0", 1: "1"}[of[77]])
				}
				must.Equal(t, strings.Join(got, " "), tc.want[i], tc.name, s)
			}
		})
	}
	for _, name := range TrivialNames {
		if _, ok := Trivial(name); !ok {
			t.Errorf("no opponent %s", name)
		}
	}
}

func TestVectorRefusesOtherGames(t *testing.T) {
	table := random(t, game.Kuhn(), 1, [2]string{"real", "real"})
	out := game.NewVectors(2, 6)
	for _, s := range []game.State{game.Leduc().Root().After(1).After(0), game.Leduc().Root().After(0).After(0)} {
		must.Fail(t, table.Vector(s, out), ErrState)
	}
}

// Damage of every kind, done to a good file.
func TestReadErrors(t *testing.T) {
	g := game.Kuhn()
	var file bytes.Buffer
	table := random(t, g, 1, [2]string{"real", "real"})
	for b, row := range [][2]float64{{0.25, 0.75}, {0.5, 0.5}, {1, 0}} {
		copy(table.Row(0, b), row[:])
	}
	must.Do(t, Write(&file, table))
	good := file.String()
	for _, tc := range []struct {
		name, old, new string
		want           error
		text           string
	}{
		{"other file", "feltlab-strategy", "feltlab", ErrNotStrategy, "line 1"},
		{"version", "strategy 1", "strategy 2", ErrVersion, "line 1: another version of the format: 2, want 1"},
		{"game", "game kuhn", "game leduc", ErrGame, "line 2"},
		{"no game", "game kuhn\n", "", ErrSyntax, "line 2"},
		{"bucketing", "buckets 1 real", "buckets 1 rael", ErrBuckets,
			`line 4: unknown bucketing: "rael" for kuhn, did you mean "real"?`},
		{"seats swapped", "buckets 0", "buckets 1", ErrSyntax, "line 3"},
		{"state", "/ J 0.25", "/rr J 0.25", ErrState, `line 5: unknown public state: "/rr"`},
		{"bucket", "/ J 0.25", "/ A 0.25", ErrBucket, `"A" at /`},
		{"sum", "/ J 0.25", "/ J 0.26", game.ErrProbability, "line 5"},
		{"negative", "/ J 0.25 0.75", "/ J -0.25 1.25", game.ErrProbability, "at /, bucket J"},
		{"NaN", "/ J 0.25", "/ J NaN", game.ErrProbability, `"NaN" at /, bucket J`},
		{"infinite", "/ J 0.25", "/ J Inf", game.ErrProbability, "bucket J"},
		{"no number", "/ J 0.25", "/ J much", game.ErrProbability, `"much"`},
		{"too few", "/ J 0.25 0.75", "/ J 1", ErrSyntax, "2 probabilities"},
		{"twice", "/ Q 0.5 0.5", "/ J 0.5 0.5", ErrDuplicate, "line 6"},
		{"missing", "/ Q 0.5 0.5\n", "", ErrTruncated, "after 11 rows"},
		{"missing, count changed", "/ Q 0.5 0.5\n|end 12", "|end 11", ErrMissing, "at /, bucket Q"},
		{"no end", "end 12\n", "", ErrTruncated, "line 16"},
		{"end in words", "end 12", "end twelve", ErrTruncated, "line 17"},
		{"more", "end 12", "end 12\nend 12", ErrSyntax, "after the end"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			bad := good
			news := strings.Split(tc.new, "|")
			for i, old := range strings.Split(tc.old, "|") {
				if !strings.Contains(bad, old) {
					t.Fatalf("%s: no %q in\n%s", tc.name, old, good)
				}
				bad = strings.Replace(bad, old, news[i], 1)
			}
			must.Fails(whole(Read(strings.NewReader(bad), g, BucketingOf)))(t, tc.want, tc.text)
		})
	}
	must.Get(whole(Read(strings.NewReader("# note\n\n"+good), g, BucketingOf)))(t)
}

// A file cut anywhere is an error that names a line, never a table.
func TestTruncation(t *testing.T) {
	g := game.Kuhn()
	var file bytes.Buffer
	must.Do(t, Write(&file, random(t, g, 2, [2]string{"real", "real"})))
	good := file.Bytes()
	for n := range len(good) - 2 { // without the last line's end it is still complete
		_, err := whole(Read(bytes.NewReader(good[:n]), g, BucketingOf))
		var line *LineError
		if !errors.As(err, &line) {
			t.Fatalf("the first %d bytes: %v", n, err)
		}
	}
}

func TestWriteRefusesIncompleteTables(t *testing.T) {
	table := random(t, game.Kuhn(), 1, [2]string{"real", "real"})
	table.Row(2, 1)[0] = math.NaN()
	var out bytes.Buffer
	if err := Write(&out, table); !errors.Is(err, game.ErrProbability) || out.Len() != 0 {
		t.Errorf("%v, %d bytes written", err, out.Len())
	}
}

func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	must.Do(f, Write(&file, random(f, game.Kuhn(), 3, [2]string{"real", "real"})))
	f.Add(file.String())
	f.Add("feltlab-strategy 1\ngame kuhn\n")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := whole(Read(strings.NewReader(text), game.Kuhn(), BucketingOf))
		if err == nil && table.Check() != nil {
			t.Fatalf("an improper table was read: %v", table.Check())
		}
	})
}
