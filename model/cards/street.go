package cards

import (
	"fmt"
	"slices"
)

// Street is a betting round with a board. The zero value is the flop.
type Street uint8

// The streets.
const (
	Flop Street = iota
	Turn
	River
)

// Streets are the names of the streets, in order.
var Streets = []string{"flop", "turn", "river"}

// ParseStreet reads the name of a street.
func ParseStreet(text string) (Street, error) {
	i := slices.Index(Streets, text)
	if i < 0 {
		return 0, fmt.Errorf("unknown street %.40q, want flop, turn or river", text)
	}
	return Street(i), nil
}

// String returns the name.
func (s Street) String() string { return Streets[s] }

// MarshalText writes the name.
func (s Street) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what ParseStreet reads.
func (s *Street) UnmarshalText(text []byte) (err error) {
	*s, err = ParseStreet(string(text))
	return err
}

// Cards returns the number of board cards, 3 to 5.
func (s Street) Cards() int { return 3 + int(s) }

// Boards returns the number of boards of a hand, without regard to the order of their cards: C(50, Cards).
func (s Street) Boards() int { return [...]int{19_600, 230_300, 2_118_760}[s] }
