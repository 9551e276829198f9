package data

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"feltlab/model/proof"
)

const mostColumns = proof.MaxColumns

// Kind says when a yes/no column is true.
type Kind string

// The kinds.
const (
	Itself   Kind = "itself"   // where the file's column is 1
	AtLeast  Kind = "at least" // where the file's column is at least a number
	Category Kind = "category" // where the file's column is a text
	Missing  Kind = "missing"  // where the file's column has no value
	Product  Kind = "product"  // where two other yes/no columns are true
)

// Column is a yes/no column made from a column of the file, or the product of two such columns.
type Column struct {
	Name      string  // unique, such as "Age >= 45"
	From      string  // the column of the file; "" of a product
	Kind      Kind    // when it is true
	Threshold float64 // of the kind AtLeast
	Text      string  // of the kind Category
	// Parts are the names of the two yes/no columns of the kind Product.
	Parts []string `json:",omitempty"`
}

// split is what becomes of a column of the file. Of a column with more yes/no columns than there may be in all, only
// their number is known.
type split struct {
	from       *source
	count      int
	columns    []Column
	masks      []proof.Vector // by number of the text: the columns that are true, numbered from 1
	thresholds []float64      // of wide columns, ascending
	hasMissing bool           // the last column is that of missing values
	quantiles  bool           // the thresholds are at quantiles
	note       string         // what may surprise a reader of the columns
}

// splitOf makes the yes/no columns of a column.
func splitOf(s *source, o *Options, weights func(row int) int64) (*split, error) {
	numbers, text, err := numbersOf(s)
	if err != nil {
		return nil, err
	}
	listed := o.At[s.name]
	switch {
	case text >= 0 && listed != nil:
		return nil, bad("column %q has thresholds, but %q in row %d is not a number; for categories give none",
			s.name, s.texts[text], s.first[text])
	case text >= 0:
		return categories(s, o, text)
	}
	all, gap := s.points(numbers, weights)
	if gap > 0 && !o.Missing {
		return nil, missingError(s, gap)
	}
	p := &split{from: s, hasMissing: gap > 0}
	if yesNo(all) && listed == nil {
		p.columns = []Column{{Name: s.name, From: s.name, Kind: Itself, Threshold: 1}}
		p.thresholds = []float64{1}
	} else {
		if p.thresholds = parsed(listed); listed == nil {
			p.thresholds, p.quantiles = quantiles(all, o.Thresholds), true
		}
		for _, t := range p.thresholds {
			name := s.name + " >= " + NumberText(t)
			p.columns = append(p.columns, Column{Name: name, From: s.name, Kind: AtLeast, Threshold: t})
		}
	}
	p.addMissing()
	if p.count = len(p.columns); p.count > mostColumns {
		return p, nil
	}
	for _, x := range numbers {
		p.masks = append(p.masks, p.maskOf(x))
	}
	return p, nil
}

// counts returns the number of yes/no columns by the number of thresholds up to some.
func (p *split) counts(most int, weights func(row int) int64) []int {
	out := slices.Repeat([]int{p.count}, most+1)
	if p.quantiles {
		numbers, _, _ := numbersOf(p.from) // splitOf has read it
		all, _ := p.from.points(numbers, weights)
		for q := range out {
			out[q] += len(quantiles(all, q)) - len(p.thresholds)
		}
	}
	return out
}

func missingError(s *source, row int64) error {
	return bad("column %q, row %d: the value is missing; fill it in, leave the column out with --drop, or make a "+
		"column of its missing values with --missing column", s.name, row)
}

// numbersOf returns the numbers of a column by code, NaN for missing ones, or the code of a text that is none.
func numbersOf(s *source) (numbers []float64, text int, err error) {
	text = -1
	truths := map[string]float64{"false": 0, "true": 1}
	endless, word := -1, -1
	for code, t := range s.texts {
		x := math.NaN()
		if !s.o.Words.Missing(t) {
			if truth, ok := truths[strings.ToLower(t)]; ok {
				x, word = truth, code
			} else if x, err = s.o.Decimal.Number(t); errors.Is(err, errInfinite) {
				endless = code
			} else if err != nil {
				text = code
				break
			}
		}
		numbers = append(numbers, x)
	}
	if word >= 0 && slices.ContainsFunc(numbers, func(x float64) bool { return x != 0 && x != 1 && x == x }) {
		text = word // truth values do not mix with other numbers
	}
	if text < 0 && endless >= 0 {
		return nil, -1, bad("column %q, row %d: %q is not a finite number; write a number, or leave the field empty "+
			"for a missing value", s.name, s.first[endless], s.texts[endless])
	}
	return numbers, text, nil
}

func yesNo(all []point) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(p point) bool { return p.value != 0 && p.value != 1 })
}

// quantiles returns thresholds at q quantiles, see the package's documentation.
func quantiles(all []point, q int) (out []float64) {
	if len(all) <= q+1 {
		for _, p := range all[min(1, len(all)):] {
			out = append(out, p.value)
		}
		return out
	}
	total := int64(0)
	for _, p := range all {
		total += p.weight
	}
	sum, at := all[0].weight, 0
	for k := 1; k <= q; k++ {
		for sum*int64(q+1) <= int64(k)*total {
			at++
			sum += all[at].weight
		}
		if at > 0 && (len(out) == 0 || out[len(out)-1] != all[at].value) {
			out = append(out, all[at].value)
		}
	}
	return out
}

func parsed(listed []string) []float64 {
	var out []float64
	for _, text := range listed {
		x, _ := parseNumber(text) // Normalized has read it
		out = append(out, x)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// categories makes a column of each text.
func categories(s *source, o *Options, text int) (*split, error) {
	order := make([]int, 0, len(s.texts))
	for code, t := range s.texts {
		if !s.o.Words.Missing(t) {
			order = append(order, code)
		} else if !o.Missing {
			return nil, missingError(s, s.first[code])
		}
	}
	p := &split{from: s, hasMissing: len(order) < len(s.texts), count: len(order), note: oddCell(s, text)}
	if p.count > defaultColumns {
		why := fmt.Sprintf("%d categories, since %q in row %d is not a number", p.count, s.texts[text], s.first[text])
		return nil, &manyCategories{bad("column %q has %s; at most %d columns are possible: leave it out with --drop, "+
			"or merge categories", s.name, why, defaultColumns), "it has " + why, p.note != ""}
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(s.texts[a], s.texts[b]) })
	p.masks = make([]proof.Vector, len(s.texts))
	for i, code := range order {
		t := s.texts[code]
		p.columns = append(p.columns, Column{Name: s.name + " = " + Printable(t), From: s.name, Kind: Category,
			Text: t})
		p.masks[code] = proof.VectorOf(i + 1)
	}
	p.addMissing()
	p.count = len(p.columns)
	for code, t := range s.texts {
		if s.o.Words.Missing(t) {
			p.masks[code] = proof.VectorOf(len(p.columns))
		}
	}
	return p, nil
}

// manyCategories is the error of a column that makes too many yes/no columns; numbers says that most of its cells look
// like numbers, so that the others are probably mistakes.
type manyCategories struct {
	error
	why     string
	numbers bool
}

func (e *manyCategories) Unwrap() error { return e.error }

// notDigits are what people write into numbers: marks of thousands, decimal commas, percents and currencies.
var notDigits = strings.NewReplacer(",", "", "'", "", " ", "", "\u00a0", "", "%", "", "$", "", "€", "", "£", "")

// oddCell names the cell, by the number of its text, for which a column has categories though most cells look like
// numbers. It returns nothing about other columns.
func oddCell(s *source, text int) string {
	count, all, like := make([]int64, len(s.texts)), int64(0), int64(0)
	for _, chunk := range s.narrow {
		for _, code := range chunk {
			count[code]++
		}
	}
	for code, t := range s.texts {
		if s.o.Words.Missing(t) {
			continue
		}
		all += count[code]
		if _, err := parseNumber(notDigits.Replace(t)); err == nil {
			like += count[code]
		}
	}
	if 2*like <= all {
		return ""
	}
	return fmt.Sprintf("column %q has categories, since %q in row %d is not a number, though %d of its %d values look "+
		"like numbers; write that cell as a number, or leave it empty if it is missing%s", s.name, s.texts[text],
		s.first[text], like, all, s.o.Decimal.hint(s.texts[text]))
}

// Printable quotes a text that holds characters that do not print.
func Printable(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}

func (p *split) addMissing() {
	if p.hasMissing {
		name := p.from.name
		p.columns = append(p.columns, Column{Name: name + " is missing", From: name, Kind: Missing})
	}
}

// maskOf returns the columns of numbers that are true for a number, NaN for a missing one.
func (p *split) maskOf(x float64) proof.Vector {
	if math.IsNaN(x) {
		return proof.VectorOf(p.count)
	}
	return proof.FirstColumns(sort.Search(len(p.thresholds), func(i int) bool { return p.thresholds[i] > x }))
}

// rows returns the columns that are true in a row.
func (p *split) rows() func(row int) proof.Vector {
	if s := p.from; s.wide == nil {
		return func(row int) proof.Vector { return p.masks[s.narrow[row/chunkRows][row%chunkRows]] }
	}
	return func(row int) proof.Vector {
		return p.maskOf(math.Float64frombits(p.from.wide[row/chunkRows][row%chunkRows]))
	}
}

// place adds the columns of a mask to words of a row, whose columns by number of them come before these. It may touch
// the word after theirs.
func (p *split) place(words []uint64, mask proof.Vector, by int) {
	for i := range (p.count + 63) / 64 {
		w := mask.Word(i)
		words[i+by/64] |= w << (by % 64)
		words[i+by/64+1] |= w >> (64 - by%64)
	}
}
