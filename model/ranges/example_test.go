package ranges_test

import (
	"fmt"
	"strings"

	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func ExampleParse() {
	r, err := ranges.Parse("AA, KK, QQ, JJ, AKs, AKo:0.5")
	fmt.Println(r, r.Len(), err)
	hand, _ := cards.ParseCombo("AhKd")
	fmt.Println(hand, r.Weight(hand))
	// Output:
	// RUS,AKo:0.5 40 <nil>
	// AhKd 1
}

func ExampleParse_asWritten() {
	for _, text := range []string{"T9s-65s", "22+, !KK", "AA, KK@50", "[50]AA,KK[/50], QQ", "A♠K♠"} {
		r, err := ranges.Parse(text)
		fmt.Println(r, r.Len(), err)
	}
	// Output:
	// T9s,98s,87s,76s,65s 20 <nil>
	// AA,QQ-22 72 <nil>
	// AA,KK:0.5 12 <nil>
	// QQ,KK+:0.5 18 <nil>
	// AsKs 1 <nil>
}

func ExampleParse_errors() {
	lines := strings.NewReplacer(": want", ":\n  want", ", RUS", ",\n  RUS", "; did", ";\n  did")
	for _, text := range []string{"77+, AKx", "AA, sklanski:1-5", "AK, AKs:0.5"} {
		_, err := ranges.Parse(text)
		fmt.Println(lines.Replace(err.Error()))
	}
	// Output:
	// "AKx" at character 6:
	//   want AKs (suited), AKo (offsuit) or AK (both)
	// "sklanski:1-5" at character 5:
	//   want a hand such as 77+, ATs+, A5s-A2s, Axs, KQo or AhKh, or a name: ATC, any, random,
	//   RUS, RS, RML, pairs, suited, offsuit, broadway, connectors, chen, sklansky:1-5, top 15%;
	//   did you mean sklansky?
	// "AKs:0.5" at character 5: it gives AcKc weight 0.5, but "AK" at character 1 gave it 1:
	//   want one weight for each combo
}

func ExampleRange_String() {
	for _, text := range []string{"AKs, AQs, AJs, ATs", "top 15.00%", "sklansky:2, sklansky:1", "AK:0.1, QQ:0.2"} {
		r, _ := ranges.Parse(text)
		fmt.Println(r)
	}
	// Output:
	// ATs+
	// top 15%
	// RS
	// QQ,AK:0.5
}

func ExampleParseHand() {
	for _, text := range []string{"AKs", "kdah"} {
		hand, err := ranges.ParseHand(text)
		fmt.Println(hand.Text, hand.Class, hand.Combo, hand.Specific, err)
	}
	// Output:
	// AKs AKs AsKs false <nil>
	// AhKd AKo AhKd true <nil>
}

func ExamplePreflop() {
	aces, _ := cards.ParseClass("AA")
	wins, ties := ranges.Preflop(aces)
	fmt.Printf("%.4f\n", (float64(wins)+float64(ties)/2)/ranges.PreflopDeals)
	// Output: 0.8520
}
