package data

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"feltlab/dataset/tablefile"
	"feltlab/internal/plain"
)

// Open reads a file as Read does, and decides what the options leave open: which columns say nothing, how many
// thresholds columns of numbers have if that is 0, which of two words is 1, and the unit and the digits of targets that
// do not fit 64 bits. The table's options say what was decided, so that Read makes the same table by them, and its
// notes say why. The error is that of Read.
func Open(path string, o Options) (*Table, error) {
	for {
		c := &choices{fewer: o.Thresholds == 0}
		t, err := open(path, o, func(file tablefile.Source, o Options) (*Table, error) {
			return readSome(file, o, func(int64) bool { return true }, c)
		})
		if again := (*otherPower)(nil); errors.As(err, &again) && (o.Power == 0 || again.power > o.Power) {
			o.Power = again.power
			continue
		}
		if err != nil {
			return nil, err
		}
		t.File, t.Notes = filepath.Base(path), append(c.notes, t.Notes...)
		return t, nil
	}
}

// choices are what Open decides. Read decides nothing: its choices are nil.
type choices struct {
	fewer bool // thresholds may be fewer than the default
	notes []string
}

func (c *choices) note(format string, args ...any) {
	c.notes = append(c.notes, fmt.Sprintf(format, args...))
}

// counted notes how many columns there are, if they are many or some are products.
func (c *choices) counted(t *Table) {
	if c == nil {
		return
	}
	if t.Options.Pairs {
		c.note("%d of the %d yes/no columns are products of two others", t.Products(), len(t.Columns))
	}
	if len(t.Columns) > defaultColumns {
		c.note("%d yes/no columns: a proof may take longer than --time-limit allows, and the answer then states its "+
			"gap", len(t.Columns))
	}
}

// otherPower asks Open to read the file again with targets in another unit.
type otherPower struct{ power int }

func (e *otherPower) Error() string { return fmt.Sprintf("targets in units of 1e%d", e.power) }

// thousands returns the power of 1,000, as one of ten, up to a number with some digits before its point.
func thousands(places int) int { return 3 * int(math.Floor(float64(places-1)/3)) }

func placesOf(x float64) int { return int(math.Floor(math.Log10(x))) + 1 }

// drop leaves a column out, unless the options give it thresholds.
func (c *choices) drop(o *Options, name, why string, nameless bool) bool {
	if c == nil || o.At[name] != nil {
		return false
	}
	what := fmt.Sprintf("column %q", name)
	if nameless {
		what = name + ", which has no name,"
	}
	o.Drop = sorted(append(o.Drop, name))
	c.note("%s is left out: %s", what, why)
	return true
}

// decide leaves out columns that number or name the rows, or have no values, and finds the word for 1 of the target.
func (c *choices) decide(t *Table, columns []*source) (kept []*source, err error) {
	o := &t.Options
	if t.Left > 0 {
		c.note("%d rows without a target, or with the weight 0, are left out", t.Left)
	}
	for i, s := range columns {
		if s.odd != nil {
			if err := c.word(o, s); err != nil {
				return nil, err
			}
		}
		if s.word != "" && s.wide == nil && !slices.Contains(s.texts, s.word) {
			return nil, bad("target %q: no cell of column %q is %q%s; the texts are %s", o.Target, s.name, s.word,
				plain.Hint(s.word, s.texts), plain.Few(s.texts))
		}
		why := ""
		if s.role == feature && (i == 0 || s.unnamed || !o.Missing) {
			why = s.saysNothing(t.Left, s.unnamed)
		}
		switch none := why == noValue; {
		case why == "" && s.unnamed:
			c.note("%s has no name, so that is its name here", s.name)
		case why == "" || !s.unnamed && none && o.Missing:
		case s.unnamed || none:
			if c.drop(o, s.name, why, s.unnamed) {
				continue
			}
		case i == 0 && s.rows >= 10: // in a shorter table this may be chance
			c.note("column %q may say nothing: %s; --drop leaves it out", s.name, why)
		}
		kept = append(kept, s)
	}
	return kept, nil
}

const noValue = "it has no values"

// saysNothing returns why a column that was read as a feature says nothing about rows; nothing of others. Without a
// name a column says nothing if its numbers only rise or differ, as those of rows that were picked or shuffled.
func (s *source) saysNothing(left int64, unnamed bool) string {
	if s.wide == nil && !slices.ContainsFunc(s.texts, func(t string) bool { return !s.o.Words.Missing(t) }) {
		return noValue
	}
	value := func(row int) float64 { return math.Float64frombits(s.wide[row/chunkRows][row%chunkRows]) }
	differ := s.wide == nil && int64(len(s.texts)) == s.rows
	if s.wide == nil {
		numbers, text, err := numbersOf(s)
		switch {
		case err != nil || text < 0 && !differ:
			return ""
		case text >= 0 && differ:
			return "its text differs in each row"
		case text >= 0:
			return ""
		}
		value = func(row int) float64 { return numbers[s.narrow[row/chunkRows][row%chunkRows]] }
	}
	rising, whole, first, last := true, true, value(0), value(int(s.rows)-1)
	for row := range int(s.rows) {
		x := value(row)
		whole = whole && x == math.Trunc(x)
		rising = rising && (row == 0 || x > value(row-1))
	}
	switch {
	case whole && rising && (first == 0 || first == 1) && last-first < float64(s.rows+left):
		return fmt.Sprintf("it counts the rows from %v on", first)
	case whole && (rising || differ) && unnamed:
		return "its whole number differs in each row"
	}
	return ""
}

// word finds the word that counts as 1 in a target that is not of numbers.
func (c *choices) word(o *Options, s *source) error {
	texts, numbers := slices.Clone(s.texts), 0
	for _, t := range texts {
		if _, err := parseNumber(notDigits.Replace(t)); err == nil {
			numbers++
		}
	}
	slices.SortFunc(texts, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	if s.role != target || 2*numbers > len(texts) || len(texts) == 0 {
		return s.odd
	}
	if len(texts) == 2 {
		for _, pair := range [][2]string{{"false", "true"}, {"no", "yes"}} {
			if strings.EqualFold(texts[0], pair[0]) && strings.EqualFold(texts[1], pair[1]) {
				s.word = texts[1]
				o.Target = s.name + "=" + s.word
				c.note("the target is 1 where %s is %s, and 0 where it is %s", s.name, texts[1], texts[0])
				return nil
			}
		}
	}
	return bad("target %q has texts; name the one that counts as 1, as in --target %q; the texts are %s", s.name,
		s.name+"="+texts[len(texts)-1], plain.Few(texts))
}

// fit decides in which unit targets are counted, and to how many digits they are rounded, where 64 bits do not hold
// them. Failed says which.
func (c *choices) fit(t *Table, s *source, least, most exact, failed error) error {
	o, first, last := &t.Options, least.Float(), most.Float()
	if o.ZeroInRange {
		first, last = min(first, 0), max(last, 0)
	}
	bound, _ := parseDecimal(o.Bound) // Normalized has read it
	span, size := last-first, max(-first, last, bound.Float()*(last-first))
	small := least.rest|most.rest != 0 && span < proof9(leastSpan)
	switch {
	case least == most && s.tiny < 0 && o.Power == 0:
		return &otherPower{thousands(s.tiny)}
	case least == most:
		return failed
	case size > proof9(mostDecimal):
		return &otherPower{o.Power + thousands(placesOf(size))}
	case small && o.Power == 0 && max(thousands(placesOf(span)), thousands(placesOf(size))-6) < 0:
		return &otherPower{max(thousands(placesOf(span)), thousands(placesOf(size))-6)}
	}
	o.Digits = mostScale
	for units := uint64(t.High - t.Low); !small && units <= mostSpan/10 && o.Digits < mostDigits; units *= 10 {
		o.Digits++
	}
	if t.Scale <= o.Digits && !s.cut {
		o.Digits = 0
		return failed
	}
	c.note("target %q is rounded to 1e%d", o.Target, o.Power-o.Digits)
	return nil
}

// proof9 returns billionths as a number.
func proof9(x int64) float64 { return float64(x) / billion }
