package tournament

import (
	"slices"
	"strings"
	"testing"
)

// TestOrders pins the numbering that tables on disk rely on.
func TestOrders(t *testing.T) {
	const published = "012 021 102 120 201 210 001 010 100 011 101 110 000"
	var names []string
	for o := range Order(NumOrders) {
		names = append(names, o.String())
	}
	if got := strings.Join(names, " "); got != published {
		t.Errorf("orders are %s, want %s", got, published)
	}
}

// TestOrderOf tries all strengths of three values: every order arises, and compares as the strengths do.
func TestOrderOf(t *testing.T) {
	seen := map[Order]bool{}
	for code := range 27 {
		strength := [3]int{code % 3, code / 3 % 3, code / 9}
		o := OrderOf(strength[0], strength[1], strength[2])
		seen[o] = true
		ranks := o.Ranks()
		for gap := range slices.Max(ranks[:]) {
			if !slices.Contains(ranks[:], gap) {
				t.Errorf("order %v skips rank %d", o, gap)
			}
		}
		for i := range 3 {
			for j := range 3 {
				want := Tied
				if strength[i] > strength[j] {
					want = FirstWins
				} else if strength[i] < strength[j] {
					want = SecondWins
				}
				if got := o.Between(i, j); got != want {
					t.Errorf("strengths %v, order %v: Between(%v, %v) = %v, want %v", strength, o, i, j, got, want)
				}
			}
		}
	}
	if len(seen) != NumOrders {
		t.Errorf("%d orders arise, want %d", len(seen), NumOrders)
	}
}
