package ranges

import (
	"cmp"
	"fmt"
	"strings"

	"feltlab/model/cards"
)

// Plain returns the shortest text of classes and combos with weights, which other programs read too: "TT+,AKs:0.5". The
// largest weight is 1 wherever decimals of nine digits allow. It
// names no group and no percentage. It parses back to an equal range, and is computed once.
func (r *Range) Plain() string {
	r.plainOnce.Do(func() { r.plain = printRange(&r.weights, r.max, true) })
	return r.plain
}

// Shown is Plain for texts that people read, with the words "any" for every hand and "chen" for its weights.
func (r *Range) Shown() string {
	switch {
	case r.len == numCombos && r.Uniform():
		return "any"
	case r.weights == chenWeights:
		return chenWord
	}
	return r.Plain()
}

// Meaning says what the canonical text stands for where other programs do not read it: Explain of a name, or the plain
// text of "top 15%" and its like; else "". There may be no range.
func (r *Range) Meaning() string {
	if r == nil {
		return ""
	}
	if words := Explain(r.String()); words != "" || r.weights == chenWeights || r.Plain() == r.String() {
		return words
	}
	return r.Plain()
}

// Programs are the programs for whose input For writes a range.
func Programs() []string { return []string{"pio", "gto+", "equilab", "hrc"} }

// For returns the plain text of a range as a program reads it: weights behind a colon for PioSOLVER and HRC, in marks
// such as [50] for GTO+, and for Equilab as a percentage before the hands, where weights differ. It returns "" for a
// program that Programs does not list.
func (r *Range) For(program string) string {
	var out []string
	for _, p := range weigh(&r.weights, r.max, true) {
		tokens := p.cover(len(p.suffix)).tokens()
		weight, _ := readWeight(cmp.Or(p.suffix, ":1"))
		percent := formatDecimal(weight.units, unit/100)
		switch {
		case program == "gto+" && p.suffix != "":
			out = append(out, fmt.Sprintf("[%s]%s[/%[1]s]", percent, strings.Join(tokens, ",")))
		case program == "gto+", program == "equilab" && r.Uniform():
			out = append(out, strings.Join(tokens, ","))
		case program == "equilab":
			out = append(out, percent+": "+strings.Join(tokens, ", "))
		case program == "pio", program == "hrc":
			out = append(out, strings.Join(tokens, p.suffix+",")+p.suffix)
		}
	}
	if program == "equilab" {
		return strings.Join(out, ", ")
	}
	return strings.Join(out, ",")
}

// Largest returns the largest weight.
func (r *Range) Largest() uint32 { return r.max }

// Combos returns the sum of all weights where the largest is 1.
func (r *Range) Combos() float64 {
	sum := uint64(0)
	for _, w := range r.weights {
		sum += uint64(w)
	}
	return float64(sum) / float64(r.max)
}

// Share returns the part of a class that is in the range, from 0 to 1: the mean weight of its combos where the largest
// weight of the range is 1.
func (r *Range) Share(k cards.Class) float64 {
	sum := uint64(0)
	for _, h := range k.Combos() {
		sum += uint64(r.weights[h])
	}
	return float64(sum) / float64(r.max) / float64(k.Size())
}
