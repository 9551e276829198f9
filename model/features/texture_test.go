package features_test

import (
	"fmt"
	"slices"
	"testing"

	"feltlab/model/cards"
	"feltlab/model/features"
)

func names(t *testing.T, text string) []string {
	t.Helper()
	flop, err := cards.ParseFlop(text)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range features.TextureFamilies() {
		out = append(out, f.Groups[f.Of(flop)])
	}
	return out
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		flop string
		want []string
	}{
		{"Qs7h2d", []string{"three suits", "unpaired", "queen high", "disconnected"}},
		{"Ah2h3h", []string{"one suit", "unpaired", "ace high", "three to a straight"}},
		{"AsTsKd", []string{"two suits", "unpaired", "ace high", "three to a straight"}},
		{"KsAs2d", []string{"two suits", "unpaired", "ace high", "two to a straight"}},
		{"9c8d2h", []string{"three suits", "unpaired", "nine high or lower", "two to a straight"}},
		{"9c9d4h", []string{"three suits", "paired", "nine high or lower", "disconnected"}},
		{"9c9d5h", []string{"three suits", "paired", "nine high or lower", "two to a straight"}},
		{"2c2d2h", []string{"three suits", "three of a kind", "nine high or lower", "disconnected"}},
		{"Jc7d3h", []string{"three suits", "unpaired", "jack high", "two to a straight"}},
		{"TcTd6h", []string{"three suits", "paired", "ten high", "two to a straight"}},
	} {
		t.Run(c.flop, func(t *testing.T) {
			if got := names(t, c.flop); !slices.Equal(got, c.want) {
				t.Errorf("%s: %v, want %v", c.flop, got, c.want)
			}
		})
	}
}

// TestCounts counts the groups over all 22,100 flops, against counts by hand:
// C(4,1)C(13,3) of one suit, 13 C(4,2) 12*4 paired, 13 C(4,3) of one rank, and so on.
func TestCounts(t *testing.T) {
	families := features.TextureFamilies()
	got := map[string]int{}
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				for _, f := range families {
					got[f.Groups[f.Of([3]cards.Card{b, a, c})]]++
				}
			}
		}
	}
	want := map[string]int{
		"one suit": 4 * 286, "two suits": 12 * 78 * 13, "three suits": 4 * 2197,
		"three of a kind": 13 * 4, "paired": 13 * 6 * 48, "unpaired": 286 * 64,
		"ace high": 22100 - 17296, "nine high or lower": 32 * 31 * 30 / 6,
		// Windows of five ranks: each three ranks are counted at their lowest; 10 + 9*... by hand
		// C(5,3) in the first window and C(4,2) more in each of the nine others.
		"three to a straight": (10 + 9*6) * 64,
	}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s: %d flops, want %d", name, got[name], n)
		}
	}
	for _, f := range families {
		sum := 0
		for _, name := range f.Groups {
			sum += got[name]
		}
		if sum != 22100 {
			t.Errorf("%s: %d flops in all", f.Name, sum)
		}
	}
}

func ExampleTextureFamily_Of() {
	flop, _ := cards.ParseFlop("Ts9s4d")
	for _, f := range features.TextureFamilies() {
		fmt.Printf("%s: %s\n", f.Name, f.Groups[f.Of(flop)])
	}
	// Output:
	// suits: two suits
	// pairing: unpaired
	// high card: ten high
	// connectedness: two to a straight
}
