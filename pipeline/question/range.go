package question

import (
	"strings"
	"sync"

	"feltlab/model/ranges"
)

// Range is an opponent's range. Ranges that weigh all combos alike share one *ranges.Range, so that
// == tells ranges apart.
type Range struct{ *ranges.Range }

// parsed holds ranges by the texts that ParseRange has read, and by their canonical texts.
var parsed sync.Map

// ParseRange reads a range in any syntax of model/ranges. It parses each text once.
func ParseRange(text string) (Range, error) {
	if r, ok := parsed.Load(text); ok {
		return r.(Range), nil
	}
	r, err := ranges.Parse(text)
	if err != nil {
		return Range{}, err
	}
	shared := RangeOf(r)
	parsed.Store(text, shared)
	return shared, nil
}

// RangeOf returns a range as all questions share it.
func RangeOf(r *ranges.Range) Range {
	shared, _ := parsed.LoadOrStore(r.String(), Range{r})
	return shared.(Range)
}

// String returns the canonical text, nothing without a range.
func (r Range) String() string {
	if r.Range == nil {
		return ""
	}
	return r.Range.String()
}

// MarshalText writes the canonical text.
func (r Range) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what ParseRange reads.
func (r *Range) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRange(string(text))
	return err
}

// Versus reads the range of an opponent on the flop, as the user typed it: it may use names of the user's own.
func Versus(rng string) (Against, error) {
	r, err := ParseRange(rng)
	if err != nil {
		own, failed := ranges.ParseTyped(rng)
		if failed != nil {
			return Against{}, failed
		}
		r = RangeOf(own)
	}
	return Against{Range: r, Typed: typed(rng, r)}, nil
}

// typed returns a text as typed, without needless spaces, or nothing if it is the canonical text.
func typed(text string, r Range) string {
	if typed := strings.Join(strings.Fields(text), " "); !strings.EqualFold(typed, r.String()) {
		return typed
	}
	return ""
}
