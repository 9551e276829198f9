package equity_test

import (
	"context"
	"fmt"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

func ExampleAgainst() {
	hand, _ := cards.ParseCombo("TsTh")
	opponents, _ := ranges.Parse("RS")
	flop, _ := cards.ParseBoard("2s6cQc")
	count, err := equity.Against(context.Background(), hand, opponents, flop)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f: wins %d and ties %d of %d\n", count.Equity(), count.Wins, count.Ties, count.Deals)
	// Output: 0.3462: wins 15977 and ties 945 of 47520
}

func ExampleAgainst_errors() {
	hand, _ := cards.ParseCombo("AsAh")
	opponents, _ := ranges.Parse("AA")
	for _, text := range []string{"AhKdQc", "AdAcKd"} {
		board, _ := cards.ParseBoard(text)
		_, err := equity.Against(context.Background(), hand, opponents, board)
		fmt.Println(err)
	}
	// Output:
	// duplicate card: Ah is in hand AsAh and on board AhKdQc
	// no opponent hand avoids the known cards: range AsAh on board AdAcKd, opponent's range AA
}

func ExampleRangeAgainst() {
	hero, _ := ranges.Parse("AKs")
	villain, _ := ranges.Parse("QQ-JJ")
	river, _ := cards.ParseBoard("Kh8d8c5s2h")
	count, err := equity.RangeAgainst(context.Background(), hero, villain, river)
	fmt.Println(count, err)
	// Output: {36 0 36} <nil>
}
