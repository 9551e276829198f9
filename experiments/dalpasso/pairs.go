package dalpasso

import (
	"fmt"
	"strings"
)

// pair is a hand and a range.
type pair struct {
	Hand  string `json:"hand"`
	Range string `json:"range"`
}

func (p pair) String() string { return p.Hand + " against " + p.Range }

// pairList writes pairs by hand: "AA against RUS, RS; KK against ATC".
func pairList(pairs []pair) string {
	var b strings.Builder
	for i, p := range pairs {
		switch {
		case i == 0:
			b.WriteString(p.String())
		case p.Hand == pairs[i-1].Hand:
			b.WriteString(", " + p.Range)
		default:
			b.WriteString("; " + p.String())
		}
	}
	return b.String()
}

// countedPairs writes how many pairs there are, and which.
func countedPairs(pairs []pair) string {
	if len(pairs) == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", len(pairs), pairList(pairs))
}
