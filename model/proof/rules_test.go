package proof

import (
	"errors"
	"math/rand"
	"testing"

	"feltlab/internal/must"
)

func TestDecimal(t *testing.T) {
	for text, want := range map[string]Decimal{
		"0": 0, "1": One, "-0.25": -One / 4, "0.000000001": 1, "-0.000000001": -1, "80.5": 80*One + One/2,
		"9223372036": 9223372036 * One,
	} {
		if got, err := ParseDecimal(text); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", ".", ".5", "5.", "1.0", "00", "01", "-0", "+1", "1e3", "0.0000000001", " 1",
		"9223372037", "1.5.5", "0x1", "--1", "1_000", "NaN"} {
		if got, err := ParseDecimal(text); !errors.Is(err, ErrFormat) {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 10_000 {
		d := Decimal(int64(r.Uint64()) >> r.Intn(63))
		if got, err := ParseDecimal(d.String()); err != nil || got != d {
			t.Fatalf("%d is written as %v and read as %d, %v", d, d, got, err)
		}
	}
}

func TestRules(t *testing.T) {
	good := func() *Rules {
		return &Rules{Low: -One, High: One, Bounds: make([]Bounds, 4), Groups: []Group{{VectorOf(1, 3), 1},
			{VectorOf(2, 4), 0}}}
	}
	must.Do(t, good().Validate(4))
	for name, spoil := range map[string]func(*Rules){
		"target":           func(r *Rules) { r.High = r.Low },
		"bounds":           func(r *Rules) { r.Bounds = r.Bounds[:3] },
		"bound above 0":    func(r *Rules) { r.Bounds[1].Lower = 1 },
		"intercept":        func(r *Rules) { r.Intercept = 3 },
		"round intercept":  func(r *Rules) { r.Intercept = RoundIntercept },
		"step":             func(r *Rules) { r.Step = -1 },
		"step and values":  func(r *Rules) { r.Step, r.Values = 1, []Decimal{0} },
		"values without 0": func(r *Rules) { r.Values = []Decimal{1} },
		"no values":        func(r *Rules) { r.Values = []Decimal{} },
		"order of values":  func(r *Rules) { r.Values = []Decimal{1, 0} },
		"small group":      func(r *Rules) { r.Groups[0].Columns = VectorOf(1) },
		"foreign column":   func(r *Rules) { r.Groups[0].Columns = VectorOf(1, 5) },
		"two groups":       func(r *Rules) { r.Groups[1].Columns = VectorOf(3, 4) },
		"whole, of one":    func(r *Rules) { r.Groups[1].Columns = VectorOf(2) },
		"all of a group":   func(r *Rules) { r.Groups[0].Most = 2 },
		"fewer than none":  func(r *Rules) { r.Groups[0].Most = -1 },
		"order of groups":  func(r *Rules) { r.Groups[0], r.Groups[1] = r.Groups[1], r.Groups[0] },
	} {
		r := good()
		if spoil(r); !errors.Is(r.Validate(4), ErrRules) {
			t.Errorf("%s: %v", name, r.Validate(4))
		}
	}
}
