package main

import (
	"testing"

	"feltlab/model/cards"
)

// TestStrengthOrder lists hands from weak to strong, with equal ones on one line.
func TestStrengthOrder(t *testing.T) {
	levels := [][]string{
		{"7c5d4h3s2c9dTh", "7d5c4h3s2h9cTd"},
		{"AcKdQh9s8c2d3h"},
		{"2c2dAhKsQc7d8h", "2h2sAhKsQc7d6h"},
		{"AcAd3h4s7c8dTh"},
		{"3c3d2h2sAc7d8h", "3h3s2h2sAc4d7h"},
		{"AcAdKhKsQcQd2h", "AcAdKhKsQc2d3h"},
		{"2c2d2hAsKc7d8h"},
		{"Ac2d3h4s5cKdKh", "Ac2d3h4s5cQdQh"},
		{"2c3d4h5s6cAdAh"},
		{"AcKdQhJsTc2d2h"},
		{"7c5c4c3c2cAdAh"},
		{"AcQcJc9c2c3c4d"},
		{"2c2d2h3s3cAdKh"},
		{"2c2d2hAsAcKdKh"},
		{"AcAdAhKsKcKd2h"},
		{"2c2d2h2sAcKdKh", "2c2d2h2sAcAdAh"},
		{"AcAdAhAs2c3d4h"},
		{"Ac2c3c4c5cKcKd"},
		{"2c3c4c5c6cAcAd"},
		{"AcKcQcJcTc9c8c"},
	}
	last := uint64(0)
	for _, level := range levels {
		var at uint64
		for i, text := range level {
			hand, err := cards.ParseCards(text)
			if err != nil || len(hand) != 7 {
				t.Fatalf("%s: %v", text, err)
			}
			got := strength(cards.SetOf(hand...))
			if i > 0 && got != at {
				t.Errorf("%s: %x, want %x", text, got, at)
			}
			at = got
		}
		if at <= last {
			t.Errorf("%s: %x is not above %x", level[0], at, last)
		}
		last = at
	}
}
