package data

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"feltlab/internal/plain"
)

// ErrData is wrapped by errors about tables that are no instance, and about options that cannot be met.
var ErrData = errors.New("bad data")

func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrData, fmt.Errorf(format, args...))
}

// Version names the way in which columns of a file become yes/no columns and rows. Results and proofs name it.
const Version = "table-1"

// The defaults of options, and their limits.
const (
	DefaultThresholds = 10
	DefaultBound      = "2"
	defaultColumns    = 128 // yes/no columns that default thresholds make at most, where the file allows it
	MostBound         = 8   // estimates of 128 columns then fit in 64 bits
	mostPower         = 330 // more than those of all floating-point numbers
)

// Options say what the columns of a file mean. The zero value of a field means its default.
type Options struct {
	// Target is the column to estimate, or as in "type=Yes" a column and the text for which the target is 1; it is 0
	// for others.
	Target     string `json:"target"`
	RowWeight  string `json:"row_weight,omitempty"` // column with the number of rows that each row stands for
	Thresholds int    `json:"thresholds"`           // of a column of numbers, at quantiles; 0 means 10
	// At lists thresholds of columns, as decimals, in place of quantiles.
	At   map[string][]string `json:"at,omitempty"`
	Drop []string            `json:"drop,omitempty"` // columns to leave out
	// Missing makes a yes/no column of the missing values of a column. Without it they are errors.
	Missing bool `json:"missing,omitempty"`
	// Words says which cells are missing values.
	Words Words `json:"missing_words,omitempty"`
	// Decimal is the mark before the fraction of numbers in the file.
	Decimal Mark `json:"decimal,omitempty"`
	// Digits rounds targets to that many digits after the point, halves away from zero; 0: not.
	Digits int `json:"digits,omitempty"`
	// Power counts targets in units of 10^Power; so are weights, bounds and steps.
	Power int `json:"power,omitempty"`
	// Pairs adds the products of two yes/no columns made from different columns of the file.
	Pairs bool `json:"pairs,omitempty"`
	Rules
}

// Rules limit the formulas about a table. Names are those of yes/no columns, or of the file's columns, which then
// stand for all yes/no columns made from them.
type Rules struct {
	NoIntercept bool `json:"no_intercept,omitempty"` // formulas have no intercept
	// ZeroInRange counts weights and errors in a range of targets that 0 belongs to, where formulas without an
	// intercept start. Options of old do not have it.
	ZeroInRange bool `json:"zero_in_range,omitempty"`
	// Bound is a decimal: each weight lies within this many times the target's range. "" means 2.
	Bound string `json:"bound"`
	// Nonnegative lists columns whose weights are at least 0; "*" stands for all.
	Nonnegative []string `json:"nonnegative,omitempty"`
	// OnePerColumn allows in a formula at most one of the yes/no columns made from the same column of the file.
	OnePerColumn bool     `json:"one_per_column,omitempty"`
	With         []string `json:"with,omitempty"` // yes/no columns that every formula has
	// Groups lists columns of which a formula has at most one, or as many as Most says.
	Groups [][]string `json:"groups,omitempty"`
	// Most is by list of Groups how many of its columns a formula may have, and 0 for a whole group, whose columns
	// count as one; nil: 1 of each.
	Most []int `json:"most,omitempty"`
	// Factors makes a whole group of the yes/no columns made from the same column of text.
	Factors bool `json:"factors,omitempty"`
	// Quantile is a decimal: formulas estimate this quantile of the target, in thousandths, see proof.Rules. "" is 0.5.
	Quantile string `json:"quantile,omitempty"`
}

// Normalized returns the options with defaults filled in and lists sorted. The error wraps ErrData and says which
// option cannot be.
func (o Options) Normalized() (Options, error) {
	o.Thresholds, o.Bound = cmp.Or(o.Thresholds, DefaultThresholds), cmp.Or(o.Bound, DefaultBound)
	bound, err := parseDecimal(o.Bound)
	switch {
	case o.Target == "":
		return o, bad("no target: want the name of the column to estimate")
	case o.Target == o.RowWeight:
		return o, bad("column %q is both the target and the weight of rows", o.Target)
	case o.Thresholds < 1 || o.Thresholds > defaultColumns:
		return o, bad("%d thresholds, want 1 to %d", o.Thresholds, defaultColumns)
	case o.ZeroInRange && !o.NoIntercept:
		return o, bad("zero_in_range is for formulas without an intercept")
	case o.Pairs && o.OnePerColumn:
		return o, bad("pairs are made from two columns of the file, so that they do not go with the group * " +
			"(one_per_column); name the columns of each group")
	case o.OnePerColumn && o.Factors:
		return o, bad("at most one column of a column of text (one_per_column), and all of them as one (factors): " +
			"want one of both")
	case o.Most != nil && (len(o.Most) != len(o.Groups) ||
		slices.ContainsFunc(o.Most, func(n int) bool { return n < 0 })):
		return o, bad("most %v, want a number for each of the %d groups, and none below 0", o.Most, len(o.Groups))
	case err != nil:
		return o, bad("bound %w", err)
	case bound <= 0 || bound > MostBound*billion:
		return o, bad("bound %s: want more than 0 and at most %d times the target's range", o.Bound, MostBound)
	}
	if o.Words != FirstWords && o.Words != Pandas {
		return o, bad("missing_words %q, want %q or nothing", o.Words, Pandas)
	}
	if o.Decimal != NoMark && grouped[o.Decimal] == nil {
		return o, bad("decimal %q, want %q or %q", o.Decimal, Comma, Point)
	}
	if o.Digits != 0 && (o.Digits < mostScale || o.Digits > mostDigits) || o.Power < -mostPower || o.Power > mostPower {
		return o, bad("digits %d and power %d, want %d to %d and -%d to %d", o.Digits, o.Power, mostScale, mostDigits,
			mostPower, mostPower)
	}
	if o.Quantile, err = Quantile(o.Quantile); err != nil {
		return o, err
	}
	o.Bound = bound.String()
	o.Drop, o.Nonnegative, o.With = sorted(o.Drop), sorted(o.Nonnegative), sorted(o.With)
	if !slices.ContainsFunc(o.Most, func(n int) bool { return n != 1 }) {
		o.Most = nil
	}
	for _, name := range o.Drop {
		if name == o.Target || name == o.RowWeight && name != "" {
			return o, bad("column %q is left out, but it is the target or the weight of rows", name)
		}
	}
	at := map[string][]string{}
	for name, list := range o.At {
		switch {
		case slices.Contains(o.Drop, name):
			return o, bad("column %q is left out, so that its thresholds have no effect; want one of both", name)
		case name == o.Target || name == o.RowWeight && name != "":
			return o, bad("column %q is the target or the weight of rows, so that its thresholds have no effect", name)
		case len(list) == 0:
			return o, bad("no thresholds for column %q; leave it out to leave out the column", name)
		}
		for _, text := range list {
			v, err := parseNumber(text)
			if err != nil {
				return o, bad("threshold %q of column %q: %w", text, name, err)
			}
			at[name] = append(at[name], NumberText(v))
		}
	}
	if o.At = at; len(at) == 0 {
		o.At = nil
	}
	return o, nil
}

// Quantile returns the text of a quantile in normalized options: none for 0.5. The error wraps ErrData.
func Quantile(text string) (string, error) {
	q, err := parseDecimal(cmp.Or(text, "0.5"))
	if err != nil || q <= 0 || q >= billion || q%(billion/1000) != 0 {
		return "", bad("quantile %q, want a number from 0.001 to 0.999 with at most three digits after the point", text)
	}
	if 2*q == billion {
		return "", nil
	}
	return q.String(), nil
}

// Add reads thresholds of columns, such as "Age=30,45"; groups of columns of which a formula has at most one, such as
// "a, b, c", or more, such as "2 of a, b, c"; whole groups, such as "all of a, b, c"; and "factors". In a group a name
// with a comma is in quotes, as in a CSV file. The error is about thresholds.
func (o *Options) Add(thresholds, groups []string) error {
	for _, text := range thresholds {
		at := max(strings.LastIndexByte(text, '='), 0) // thresholds have none, names of columns may
		name, list := strings.TrimSpace(text[:at]), text[min(at+1, len(text)):]
		if name == "" {
			return bad("thresholds %q: want a column and its thresholds, such as \"Age=30,45\"", text)
		}
		if o.At == nil {
			o.At = map[string][]string{}
		}
		o.At[name] = append(o.At[name], trimmed(strings.Split(list, ","))...)
	}
	for _, text := range groups {
		if text == Factors {
			o.Factors = true
			continue
		}
		most := 1
		count, rest, found := strings.Cut(text, " of ")
		if n, _ := strconv.Atoi(count); found && (n > 0 || count == "all") {
			most, text = n, rest
		}
		r := csv.NewReader(strings.NewReader(text))
		r.TrimLeadingSpace = true
		group, err := r.Read()
		if err != nil || !strings.Contains(text, `"`) {
			group = strings.Split(text, ",")
		}
		o.Groups, o.Most = append(o.Groups, trimmed(group)), append(o.Most, most)
	}
	return nil
}

// Factors stands for a whole group of each column of text.
const Factors = "factors"

func trimmed(list []string) []string {
	for i, text := range list {
		list[i] = strings.TrimSpace(text)
	}
	return list
}

func sorted(names []string) []string {
	names = slices.Clone(names)
	slices.Sort(names)
	return slices.Compact(names)
}

// Text is the canonical text of normalized options, as JSON in one line. No semicolon stands in it.
func (o Options) Text() string {
	text, err := plain.Encode(o)
	if err != nil {
		panic(err) // strings, numbers, lists and maps of them
	}
	return strings.ReplaceAll(string(text), ";", `\u003b`)
}

// ParseOptions reads what Text writes, and no other text.
func ParseOptions(text string) (Options, error) {
	var o Options
	strict := json.NewDecoder(strings.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&o); err != nil {
		return o, bad("options %.80q: %w", text, plain.JSON(err))
	}
	n, err := o.Normalized()
	if err == nil && n.Text() != text {
		err = bad("options %.200q: want %s", text, n.Text())
	}
	return n, err
}
