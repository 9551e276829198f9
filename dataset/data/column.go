package data

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"feltlab/model/proof"
)

// role is what a column of a file is for.
type role int

const (
	feature role = iota
	target
	weight
)

const (
	chunkRows  = 1 << 16
	mostCodes  = 1 << 16 // different texts of a column that are kept
	mostWeight = 1 << 31 // of all rows
)

// source is a column of the file. It holds the number of each cell's text, or if there are too many texts, the cells'
// values as 64 bits.
type source struct {
	name    string
	role    role
	o       *Options
	unnamed bool   // the file has no name for it
	word    string // for which the target is 1; nothing where targets are numbers

	lenient bool  // Open decides what to do with what Read refuses
	odd     error // about the first cell of a target or weight that is not a number
	cut     bool  // some targets have digits after the 27th
	tiny    int   // the most places before the point of targets below a billionth, so less than 0
	codes   map[string]uint16
	texts   []string // by number
	first   []int64  // by number: the first row with the text
	rows    int64

	narrow [][]uint16 // numbers of texts, in chunks of chunkRows
	wide   [][]uint64 // or values
	rests  [][]uint64 // of targets with values: what is left of each, see exact
}

// Words names a list of the cells that stand for no value. Proofs name it, so that no list ever changes.
type Words string

// The lists.
const (
	FirstWords Words = ""         // of options that name none
	Pandas     Words = "pandas-2" // also all others that pandas 2 takes for missing, R's NaN among them
)

var words = []string{"", "NA", "N/A", "null", "NULL", "?", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN",
	"-nan", "1.#IND", "1.#QNAN", "<NA>", "NaN", "None", "n/a", "nan"}

// List returns the words.
func (w Words) List() []string {
	if w == FirstWords {
		return words[:6]
	}
	return words
}

// Missing reports whether a cell stands for no value.
func (w Words) Missing(cell string) bool { return slices.Contains(w.List(), cell) }

// appendValue reads a cell of a column with very many texts and keeps its value: a target or weight, else the bits of a
// number, NaN for a missing one.
func (s *source) appendValue(row int64, text string) error {
	if s.role != feature {
		d, err := s.decimal(row, text)
		s.wide, s.rests = appendChunked(s.wide, uint64(d.floor)), appendChunked(s.rests, d.rest)
		return err
	}
	x := math.NaN()
	if !s.o.Words.Missing(text) {
		var err error
		if x, err = s.o.Decimal.Number(text); err != nil {
			return s.manyTexts(row, text, err)
		}
	}
	s.wide = appendChunked(s.wide, math.Float64bits(x))
	return nil
}

func (s *source) manyTexts(row int64, text string, err error) error {
	return bad("column %q has more than %d different values, and %q in row %d is %w; leave the column out with "+
		"--drop, or write it as numbers or few categories", s.name, mostCodes, text, row, err)
}

// decimal reads a target or a weight.
func (s *source) decimal(row int64, text string) (exact, error) {
	what := map[role]string{target: "target", weight: "row weight"}[s.role]
	switch {
	case s.o.Words.Missing(text):
		return exact{}, bad("%s %q, row %d: the value is missing; fill it in or leave the row out", what, s.name, row)
	case s.word == text && s.word != "":
		return exact{floor: billion}, nil
	case s.word != "":
		return exact{}, nil
	}
	power, cut := 0, (*bool)(nil)
	if s.role == target {
		power = s.o.Power
	}
	if s.role == target && (s.lenient || s.o.Digits > 0) {
		cut = &s.cut
	}
	x, err := parseScaled(s.o.Decimal.Plain(text), power, cut)
	large := (*largeError)(nil)
	switch {
	case errors.Is(err, errNotNumber):
		return x, bad("%s %q, row %d: %q: %w; want a decimal number, for yes and no 1 and 0%s", what, s.name, row, text,
			errNotNumber, s.o.Decimal.hint(text))
	case errors.As(err, &large) && s.lenient && s.role == target:
		return x, &otherPower{thousands(large.places)}
	case err != nil:
		return x, bad("%s %q, row %d: %w", what, s.name, row, err)
	case s.role == weight && (x.floor < 0 || x.floor/billion > mostWeight):
		return x, bad("%s %q, row %d: %s, want a number from 0 to 2^31", what, s.name, row, text)
	case s.lenient && s.role == target && x.floor >= -1 && x.floor <= 0:
		if digits, point, _, _ := splitDecimal(s.o.Decimal.Plain(text)); digits != "" &&
			(s.tiny == 0 || s.tiny < point) {
			s.tiny = point
		}
	}
	return x, nil
}

// add takes the cell of the next row.
func (s *source) add(row int64, text string) error {
	s.rows++
	if s.wide == nil {
		code, known := s.codes[text]
		if !known && len(s.texts) < mostCodes {
			if s.role != feature {
				if _, err := s.decimal(row, text); err != nil {
					if !s.lenient || !errors.Is(err, errNotNumber) {
						return err
					}
					s.odd = cmp.Or(s.odd, err)
				}
			}
			text = strings.Clone(text) // not the whole row
			code = uint16(len(s.texts))
			s.codes[text], s.texts, s.first = code, append(s.texts, text), append(s.first, row)
			known = true
		}
		if known {
			s.narrow = appendChunked(s.narrow, code)
			return nil
		}
		if err := s.widen(); err != nil {
			return err
		}
	}
	return s.appendValue(row, text)
}

// widen replaces the numbers of texts by their values.
func (s *source) widen() error {
	values := &source{name: s.name, role: s.role, o: s.o, word: s.word, lenient: s.lenient}
	for code, text := range s.texts {
		if err := values.appendValue(s.first[code], text); err != nil {
			return err
		}
	}
	for i, chunk := range s.narrow {
		for _, code := range chunk {
			s.wide = appendChunked(s.wide, values.wide[0][code])
			if s.role != feature {
				s.rests = appendChunked(s.rests, values.rests[0][code])
			}
		}
		s.narrow[i] = nil
	}
	s.narrow, s.codes, s.texts, s.first = nil, nil, nil, nil
	s.cut, s.tiny = values.cut, values.tiny
	return nil
}

func appendChunked[T any](chunks [][]T, v T) [][]T {
	last := len(chunks) - 1
	if last < 0 || len(chunks[last]) == chunkRows {
		size := chunkRows
		if last < 0 {
			size = 0 // a short file needs no whole chunk
		}
		chunks, last = append(chunks, make([]T, 0, size)), last+1
	}
	chunks[last] = append(chunks[last], v)
	return chunks
}

// decimals returns the values of a target or a weight column by row, targets rounded as the options say.
func (s *source) decimals() func(row int) exact {
	if s.wide != nil {
		return func(row int) exact {
			i, j := row/chunkRows, row%chunkRows
			return s.o.rounded(s.role, exact{proof.Decimal(s.wide[i][j]), s.rests[i][j]})
		}
	}
	values := make([]exact, len(s.texts))
	for code, text := range s.texts {
		values[code], _ = s.decimal(s.first[code], text) // add has read it
	}
	return func(row int) exact { return s.o.rounded(s.role, values[s.narrow[row/chunkRows][row%chunkRows]]) }
}

func (o *Options) rounded(of role, x exact) exact {
	if of != target || o.Digits == 0 {
		return x
	}
	return x.rounded(o.Digits)
}

// point is a number of a column, with the weight of the rows that have it.
type point struct {
	value  float64
	weight int64
}

// points returns the numbers of a column of numbers in ascending order, each once, with their weights, and the row of
// the first missing value, 0 without one. Numbers holds the numbers by code, unless the column is wide.
func (s *source) points(numbers []float64, weights func(row int) int64) (all []point, gap int64) {
	if s.wide == nil {
		sums := make([]int64, len(s.texts))
		for i, chunk := range s.narrow {
			for j, code := range chunk {
				sums[code] += weights(i*chunkRows + j)
			}
		}
		for code, x := range numbers {
			if math.IsNaN(x) {
				gap = earlier(gap, s.first[code])
				continue
			}
			all = append(all, point{x, sums[code]})
		}
	} else {
		all = make([]point, 0, s.rows)
		for i, chunk := range s.wide {
			for j, bits := range chunk {
				if x := math.Float64frombits(bits); !math.IsNaN(x) {
					all = append(all, point{x, weights(i*chunkRows + j)})
				} else {
					gap = earlier(gap, int64(i*chunkRows+j)+1)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b point) int { return cmp.Compare(a.value, b.value) })
	merged := all[:0]
	for _, p := range all {
		if last := len(merged) - 1; last >= 0 && merged[last].value == p.value {
			merged[last].weight += p.weight
		} else {
			merged = append(merged, p)
		}
	}
	return merged, gap
}

func earlier(a, b int64) int64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}
