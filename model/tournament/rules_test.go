package tournament

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"feltlab/internal/must"
)

// TestValidate tries invalid rules and expects the words by which each error tells the user.
func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Rules)
		want   error
		says   string
	}{
		{func(r *Rules) { r.Unit = 0 }, ErrBlinds, "the unit is 0 chips"},
		{func(r *Rules) { r.Unit = -300 }, ErrBlinds, "must be positive"},
		{func(r *Rules) { r.SmallBlind = -300 }, ErrBlinds, "the small blind is -300"},
		{func(r *Rules) { r.BigBlind = 500 }, ErrBlinds, "the big blind, 500, is not a multiple of the unit, 300"},
		{func(r *Rules) { r.Ante = 50 }, ErrBlinds, "the ante, 50, is not a multiple of the unit, 300"},
		{func(r *Rules) { r.SmallBlind = 900 }, ErrBlinds, "the small blind, 900, is larger than the big blind, 600"},
		{func(r *Rules) { r.SmallBlind, r.BigBlind = 0, 0 }, ErrBlinds, "nothing to play for"},
		{func(r *Rules) { r.Ante = math.MaxInt / 300 * 300 }, ErrBlinds, "more than"},
		{func(r *Rules) { r.Chips = -1 }, ErrStacks, "-1 chips in play"},
		{func(r *Rules) { r.Chips = 13_501 }, ErrStacks, "13501 chips in play are not a multiple of the unit, 300"},
		{func(r *Rules) { r.Chips = math.MaxInt / 300 * 300 }, ErrStacks, "more than"},
		{func(r *Rules) { r.Prizes = nil }, ErrPrizes, "there are none"},
		{func(r *Rules) { r.Prizes = []float64{50, -1} }, ErrPrizes, "the prize of place 2, -1, is negative"},
		{func(r *Rules) { r.Prizes = []float64{50, 20, 30} }, ErrPrizes,
			"place 3 gets 30, more than the 20 of place 2; give them largest first"},
		{func(r *Rules) { r.Prizes = []float64{math.NaN()} }, ErrPrizes, "the prize of place 1 is NaN"},
		{func(r *Rules) { r.TwoBust = 7 }, ErrOption, "TwoBust(7)"},
		{func(r *Rules) { r.HeadsUp = 7 }, ErrOption, "HeadsUp(7)"},
		{func(r *Rules) { r.Removal = 7 }, ErrOption, "Removal(7)"},
	} {
		r := Default()
		c.change(&r)
		err := r.Validate()
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("Validate: %v, want %v: ...%s", err, c.want, c.says)
		}
	}
}

// TestLegal tries rules that look odd and are not wrong.
func TestLegal(t *testing.T) {
	for name, change := range map[string]func(*Rules){
		"default":                func(*Rules) {},
		"paper":                  func(r *Rules) { *r = Paper() },
		"blinds over the chips":  func(r *Rules) { r.SmallBlind, r.BigBlind = 30_000, 60_000 },
		"antes only":             func(r *Rules) { r.SmallBlind, r.BigBlind, r.Ante = 0, 0, 300 },
		"equal blinds":           func(r *Rules) { r.SmallBlind = 600 },
		"winner takes all":       func(r *Rules) { r.Prizes = []float64{100} },
		"equal prizes":           func(r *Rules) { r.Prizes = []float64{1, 1, 0} },
		"prizes of nine places":  func(r *Rules) { r.Prizes = []float64{9, 8, 7, 6, 5, 4, 3, 2, 1} },
		"chips for two only":     func(r *Rules) { r.Chips = 600 },
		"as many units as usual": func(r *Rules) { r.Unit = 100 },
	} {
		r := Default()
		change(&r)
		if err := r.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.CheckSize(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStacks(t *testing.T) {
	for _, c := range []struct {
		chips []int
		want  Stacks
		says  string // of the error, empty if there is none
	}{
		{[]int{4500, 4500, 4500}, Stacks{15, 15, 15}, ""},
		{[]int{300, 12_300, 900}, Stacks{1, 41, 3}, ""},
		{[]int{4500, 9000}, Stacks{0, 15, 30}, ""},
		{nil, Stacks{}, "0 of them"},
		{[]int{13_500}, Stacks{}, "1 of them"},
		{[]int{4500, 4500, 3000, 1500}, Stacks{}, "4 of them"},
		{[]int{4500, 4500, 4800}, Stacks{}, "they sum to 13800, but 13500 chips are in play"},
		{[]int{4500, 4600, 4400}, Stacks{}, "the 4600 chips of the small blind are not a multiple of the unit, 300"},
		{[]int{14_000, -500, 0}, Stacks{}, "the 14000 chips of the button"},
		{[]int{14_100, -600, 0}, Stacks{}, "the small blind has -600 chips"},
		{[]int{0, 4500, 9000}, Stacks{}, "the button has no chips; when a player is out give the two that are left"},
		{[]int{0, 13_500}, Stacks{}, "the small blind has no chips"},
		{[]int{math.MaxInt / 300 * 300, 300, 300}, Stacks{}, "choose a larger unit"},
	} {
		r := Default()
		got, err := r.Stacks(c.chips...)
		switch {
		case c.says == "" && (err != nil || got != c.want):
			t.Errorf("Stacks(%v) = %v, %v, want %v", c.chips, got, err, c.want)
		case c.says != "" && (!errors.Is(err, ErrStacks) || !strings.Contains(err.Error(), c.says)):
			t.Errorf("Stacks(%v): %v, want ...%s", c.chips, err, c.says)
		}
	}
}

func TestCheckSize(t *testing.T) {
	r := Default()
	r.Unit, r.SmallBlind, r.BigBlind = 1, 1, 2
	if err := r.CheckSize(); !errors.Is(err, ErrTooLarge) {
		t.Errorf("13,500 units: %v", err)
	}
	for _, chips := range []int{0, 1} {
		r.Chips = chips
		if err := r.CheckSize(); !errors.Is(err, ErrStacks) {
			t.Errorf("%d chips: %v", chips, err)
		}
	}
}

func TestParse(t *testing.T) {
	for _, text := range []string{"", "4500,", "4500,x", "4500,NaN", "4500,-300", "4500.5", "99999999999999999999",
		"x5", "0x5", "2x", "2x3x4", "10001x5", "8 b b", "50%", "1..5", "4500,,300"} {
		if got, err := ParseStacks(text, 0); !errors.Is(err, ErrStacks) || got != nil {
			t.Errorf("ParseStacks(%q) = %v, %v", text, got, err)
		}
	}
	for text, want := range map[string][]int{
		"4500 3000\t1.5k": {4500, 3000, 1500}, "8 bb, 10 bb": {800, 1000}, "8bb/10bb/12.5BB": {800, 1000, 1250},
		"2 x 1.5 K": {1500, 1500}, "300 chips 20 chips": {300, 20}, "1m;.5k": {1_000_000, 500},
		"4500, 4500,4500": {4500, 4500, 4500}, "2x4bb, 700,3X50": {400, 400, 700, 50, 50, 50},
	} {
		if got, err := ParseStacks(text, 100); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParseStacks(%q) = %v, %v", text, got, err)
		}
	}
	for text, want := range map[string][]float64{
		"50/30/20": {50, 30, 20}, "50%,30%,20%": {50, 30, 20}, "$1.5k $500 2x$100": {1500, 500, 100, 100},
		"SNG9": {50, 30, 20}, "sng6": {65, 35}, "don": {20, 20, 20, 20, 20}, "don:2": {50, 50},
		"satellite:4": {25, 25, 25, 25}, "winner": {100}, "700\n300": {700, 300},
		"50,30,17.5": {50, 30, 17.5},
	} {
		if got, err := ParsePrizes(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("ParsePrizes(%q) = %v, %v", text, got, err)
		}
	}
	for text, want := range map[string][2]int{"300,600": {300, 600}, "0.5k/1k": {500, 1000}} {
		if small, big, err := ParseBlinds(text); [2]int{small, big} != want || err != nil {
			t.Errorf("ParseBlinds(%q) = %d, %d, %v", text, small, big, err)
		}
	}
	for _, text := range []string{"", "300", "300,600,50", "600,300", "-1,2", "a,2", "1,b"} {
		if _, _, err := ParseBlinds(text); !errors.Is(err, ErrBlinds) {
			t.Errorf("ParseBlinds(%q): %v", text, err)
		}
	}
	for _, text := range []string{"", "50,", "NaN", "Inf", "50,-1", "20,30,50", "1e999", "satellite", "sng7", "60%,50%",
		"50%,$30", "5bb", "satellite:0", "1,000"} {
		if got, err := ParsePrizes(text); !errors.Is(err, ErrPrizes) || got != nil {
			t.Errorf("ParsePrizes(%q) = %v, %v", text, got, err)
		}
	}
}

// TestGroupedDigits: commas that may group digits are refused with both readings, unless the text says which it is.
func TestGroupedDigits(t *testing.T) {
	_, err := ParseStacks("12,500,9,800,4,750", 1000)
	for _, want := range []string{"6 stacks", "12 chips", "3 stacks: 12500,9800,4750", "write 1x12"} {
		if !errors.Is(err, ErrStacks) || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q: %v", want, err)
		}
	}
	for _, text := range []string{"500, 9,800", "1,000,500", "2x9000,12,500"} {
		if got, err := ParseStacks(text, 1000); !errors.Is(err, ErrStacks) || got != nil {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"1x12,500", "12500,9800", "100,500", "12,50", "99,5000", "0.05bb,500"} {
		if _, err := ParseStacks(text, 1000); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ParsePrizes("1,000"); !errors.Is(err, ErrPrizes) || !strings.Contains(err.Error(), "write 1000") {
		t.Errorf("a prize of 1,000: %v", err)
	}
}

// TestBigBlinds: amounts in big blinds are exact, and whole chips or an error.
func TestBigBlinds(t *testing.T) {
	if got, err := ParseStacks("4500, 7.5bb,0.1BB", 600); err != nil || !slices.Equal(got, []int{4500, 4500, 60}) {
		t.Errorf("%v, %v", got, err)
	}
	for text, says := range map[string]string{
		"0.3bb": "not a whole number of chips with a big blind of 5", "-1bb": "negative", "bb": "or 7.5bb",
		"1e9bb": "or 7.5bb", "1/5bb": "2 amounts", "5%": "want chips", "$5bb": "two units",
	} {
		if _, err := ParseChips(text, 5); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want ...%s", text, err, says)
		}
	}
	if _, err := ParseStacks("10bb", 0); !errors.Is(err, ErrStacks) || !strings.Contains(err.Error(), "give chips") {
		t.Errorf("without blinds: %v", err)
	}
}

func TestCommonUnit(t *testing.T) {
	for _, c := range []struct {
		chips []int
		want  int
	}{{[]int{4500, 4500, 300, 600, 0}, 300}, {[]int{8000, 50, 300}, 50}, {[]int{7}, 7}, {[]int{0, 0}, 0}, {nil, 0},
		{[]int{-6, 4}, 2}} {
		if got := CommonUnit(c.chips...); got != c.want {
			t.Errorf("CommonUnit(%v) = %d, want %d", c.chips, got, c.want)
		}
	}
}

// TestOptions reads every name back, also within JSON, and refuses others with a suggestion.
func TestOptions(t *testing.T) {
	type options struct {
		TwoBust TwoBust
		HeadsUp HeadsUp
		Removal Removal
	}
	for i := range 3 {
		want := options{TwoBust(i), HeadsUp(i % 2), Removal(i)}
		text := must.Get(json.Marshal(want))(t)
		var got options
		if err := json.Unmarshal(text, &got); err != nil || got != want {
			t.Errorf("%s reads as %v, %v", text, got, err)
		}
	}
	for text, says := range map[string]string{
		`{"TwoBust":"larger"}`: `no rule for two who bust in one hand "larger"`,
		`{"HeadsUp":"lineer"}`: `did you mean "linear"?`,
		`{"Removal":"Exat"}`:   `did you mean "exact"?`,
	} {
		var got options
		if err := json.Unmarshal([]byte(text), &got); !errors.Is(err, ErrOption) || !strings.Contains(err.Error(),
			says) {
			t.Errorf("%s: %v, want ...%s", text, err, says)
		}
	}
}

// TestPresets: the paper preset differs in the three options only.
func TestPresets(t *testing.T) {
	got := Paper()
	got.TwoBust, got.HeadsUp, got.Removal = LargerStack, HeadsUpSolved, RemovalExact
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Error(diff)
	}
}
