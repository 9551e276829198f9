package eval_test

import (
	"fmt"

	"feltlab/dataset/eval"
	"feltlab/model/cards"
)

func ExampleOf() {
	for _, text := range []string{"7h5d4c3s2h", "AhKhQhJhTh9h8h", "QsQd7h7c2d2s3c"} {
		hand, _ := cards.ParseCards(text)
		s := eval.Of(cards.SetOf(hand...))
		fmt.Println(text, s, s.Category())
	}
	// Output:
	// 7h5d4c3s2h 1 high card
	// AhKhQhJhTh9h8h 7462 straight flush
	// QsQd7h7c2d2s3c 4689 two pair
}

// A board is built once and shared by all hands on it.
func ExampleHand_Merge() {
	cardsOf, _ := cards.ParseBoard("QsJs7h2d2s")
	board := eval.HandOf(cards.SetOf(cardsOf...))
	for _, text := range []string{"AsKs", "7d7c", "AhKd"} {
		combo, _ := cards.ParseCombo(text)
		s := board.Merge(eval.HandOfCombo(combo)).Strength()
		fmt.Println(text, s, s.Category())
	}
	// Output:
	// AsKs 7133 flush
	// 7d7c 7201 full house
	// AhKd 1497 pair
}

// Hands on the way to the river: the flop, the turn, the river.
func ExampleHand_Add() {
	hand, _ := cards.ParseCards("AhKd Qs7h2d Ac Jd")
	var h eval.Hand
	for _, c := range hand {
		h = h.Add(c)
		if h.Len() >= 5 {
			fmt.Println(h.Len(), h.Strength().Category())
		}
	}
	// Output:
	// 5 high card
	// 6 pair
	// 7 pair
}

func ExampleOfSevens() {
	hands := [][7]cards.Card{
		{cards.New(cards.Ace, cards.Hearts), cards.New(cards.King, cards.Hearts), 0, 1, 2, 4, 8},
		{cards.New(cards.Ace, cards.Spades), cards.New(cards.King, cards.Diamonds), 0, 1, 2, 4, 8},
	}
	strengths := make([]eval.Strength, len(hands))
	eval.OfSevens(hands, strengths)
	fmt.Println(strengths[0] == strengths[1], strengths[0].Category())
	// Output: true three of a kind
}
