package tournament

import "testing"

// TestIndex holds Index equal to the published formula and At to its inverse, for every size
// up to 60 units, and counts the states.
func TestIndex(t *testing.T) {
	for n := range 61 {
		space := Space{n}
		index := 0
		for s1 := 1; s1 < n; s1++ {
			for s2 := 1; s1+s2 < n; s2++ {
				published := s2 - 1
				for i := 1; i < s1; i++ {
					published += n - i - 1
				}
				checkIndex(t, space, Stacks{s1, s2, n - s1 - s2}, index)
				if published != index {
					t.Fatalf("%d units: formula gives %d for %d, %d, want %d", n, published, s1, s2, index)
				}
				index++
			}
		}
		if index != space.Live() {
			t.Errorf("%d units: Live() = %d, want %d", n, space.Live(), index)
		}
		for s := 1; s < n; s++ {
			checkIndex(t, space, Stacks{0, s, n - s}, index)
			index++
		}
		if index != space.Len() {
			t.Errorf("%d units: Len() = %d, want %d", n, space.Len(), index)
		}
	}
	if got := (Space{45}).Live(); got != 946 {
		t.Errorf("45 units have %d live states, want 946", got)
	}
}

func checkIndex(t *testing.T, space Space, stacks Stacks, index int) {
	t.Helper()
	if got := space.Index(stacks); got != index {
		t.Fatalf("%d units: Index(%v) = %d, want %d", space.Units, stacks, got, index)
	}
	if got := space.At(index); got != stacks {
		t.Fatalf("%d units: At(%d) = %v, want %v", space.Units, index, got, stacks)
	}
}

func TestIndexOutside(t *testing.T) {
	for _, s := range []Stacks{{}, {45, 0, 0}, {20, 25, 0}, {20, 0, 25}, {1, 1, 1}, {-1, 1, 45}, {46, -2, 1}} {
		if got := (Space{45}).Index(s); got != -1 {
			t.Errorf("Index(%v) = %d, want -1", s, got)
		}
	}
}

// TestIndexLarge checks the largest space, where 32 bits would not do.
func TestIndexLarge(t *testing.T) {
	space := Space{MaxUnits}
	for _, s := range []Stacks{{1, 1, MaxUnits - 2}, {MaxUnits - 2, 1, 1},
		{MaxUnits / 3, 7, MaxUnits - MaxUnits/3 - 7}, {0, MaxUnits - 1, 1}} {
		if got := space.At(space.Index(s)); got != s {
			t.Errorf("At(Index(%v)) = %v", s, got)
		}
	}
}
