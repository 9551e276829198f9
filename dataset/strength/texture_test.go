package strength_test

import (
	"fmt"
	"strings"
	"testing"

	"feltlab/dataset/strength"
	"feltlab/internal/must"
	"feltlab/model/cards"
)

// TestNames names the groups of boards of every street.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Qs7h2d":     "three suits, unpaired, queen high, disconnected",
		"Ah2h3h":     "one suit, unpaired, ace high, three to a straight",
		"AsTsKd":     "two suits, unpaired, ace high, three to a straight",
		"KsAs2d":     "two suits, unpaired, ace high, two to a straight",
		"9c8d2h":     "three suits, unpaired, nine high or lower, two to a straight",
		"9c9d4h":     "three suits, paired, nine high or lower, disconnected",
		"9c9d5h":     "three suits, paired, nine high or lower, two to a straight",
		"2c2d2h":     "three suits, three of a kind, nine high or lower, disconnected",
		"Jc7d3h":     "three suits, unpaired, jack high, two to a straight",
		"TcTd6h":     "three suits, paired, ten high, two to a straight",
		"Ah2h3h4h":   "four of a suit, unpaired, ace high, four to a straight",
		"KsKd7h7c":   "four suits, two pair, king high, disconnected",
		"9s9d9h2s":   "two of a suit, three of a kind, nine high or lower, disconnected",
		"2c2d2h2s":   "four suits, four of a kind, nine high or lower, disconnected",
		"TsTd8s5s":   "three of a suit, paired, ten high, two to a straight",
		"5d6d7d8d9d": "five of a suit, unpaired, nine high or lower, straight",
		"QsQdQh2s2d": "two of a suit, full house, queen high, disconnected",
		"QsQdQhQc2d": "two of a suit, four of a kind, queen high, disconnected",
		"JsJdJh4s2s": "three of a suit, three of a kind, jack high, two to a straight",
		"JsJd4h4s2s": "three of a suit, two pair, jack high, two to a straight",
		"AsKsQsJsJd": "four of a suit, paired, ace high, four to a straight",
	} {
		board := must.Get(cards.ParseBoard(text))(t)
		var got []string
		for _, f := range strength.TextureFamilies(cards.Street(len(board) - 3)) {
			got = append(got, f.Groups[f.Of(cards.SetOf(board...))])
		}
		must.Equal(t, strings.Join(got, ", "), want, text, got)
	}
}

// TestCounts counts the groups over all 22,100 flops, against counts by hand:
// C(4,1)C(13,3) of one suit, 13 C(4,2) 12*4 paired, 13 C(4,3) of one rank, and so on.
func TestCounts(t *testing.T) {
	families := strength.TextureFamilies(cards.Flop)
	got := map[string]int{}
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				for _, f := range families {
					got[f.Groups[f.Of(cards.SetOf(a, b, c))]]++
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
		must.Equal(t, got[name], n, name)
	}
	for _, f := range families {
		sum := 0
		for _, name := range f.Groups {
			sum += got[name]
		}
		must.Equal(t, sum, 22100, "flops in all", f.Name)
	}
}

// TestTurns counts some groups of all 270,725 turns against counts by hand.
func TestTurns(t *testing.T) {
	got := map[string]int{}
	families := strength.TextureFamilies(cards.Turn)
	for a := range cards.Card(cards.NumCards) {
		for b := range a {
			for c := range b {
				for d := range c {
					for _, f := range families {
						got[f.Groups[f.Of(cards.SetOf(a, b, c, d))]]++
					}
				}
			}
		}
	}
	for name, n := range map[string]int{
		"four of a suit": 4 * 715, "three of a suit": 4 * 286 * 39, "four suits": 13 * 13 * 13 * 13,
		"four of a kind": 13, "three of a kind": 13 * 4 * 48, "two pair": 78 * 36, "paired": 13 * 6 * 66 * 16,
		"unpaired": 715 * 256, "four to a straight": (5 + 9*4) * 256,
	} {
		must.Equal(t, got[name], n, name)
	}
}

func ExampleTextureFamily_Of() {
	flop, _ := cards.ParseFlop("Ts9s4d")
	for _, f := range strength.TextureFamilies(cards.Flop) {
		fmt.Printf("%s: %s\n", f.Name, f.Groups[f.Of(cards.SetOf(flop[:]...))])
	}
	// Output:
	// suits: two suits
	// pairing: unpaired
	// high card: ten high
	// connectedness: two to a straight
}
