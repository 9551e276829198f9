package matrix

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/featureset"
	"feltlab/model/ranges"
)

// mostBytes is some ten times the size of a matrix as CSV.
const mostBytes = 64 << 20

const unlabelled = "a table without feltlab's metadata"

// Changed is the error of a table that has the columns of a matrix, and others, or rows that no hand and range has. It
// is someone's own data.
type Changed struct {
	Why  error    // what differs
	Drop []string // columns of the file that say nothing about equity: flop, cards, counts and row numbers
}

func (c *Changed) Error() string { return c.Why.Error() }

// Unwrap returns what differs.
func (c *Changed) Unwrap() error { return c.Why }

func changed(format string, args ...any) error { return &Changed{Why: fmt.Errorf(format, args...)} }

// Read reads the flops of a hand from a file: one of Rows.Write, or such a table after another program has written it
// again: as Parquet, Arrow or CSV (also compressed by gzip or zstd), with its rows and columns in any
// order, truth values as 0 and 1, and numbers of other types. A file without our metadata does not say its hand and
// range; they follow from the flops and the column combos.
//
// Errors name the file and what is wrong in it; one of a table with the columns of a matrix, and others or other rows,
// is *Changed. A matrix that is returned has the flops and features of its hand, and equities that follow from its
// counts; from a file with our metadata, it is the matrix that was written.
func Read(path string) (*Rows, error) {
	f, err := disk.Open(path, mostBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// Decode is Read for a file's content.
func Decode(r tablefile.Source) (*Rows, error) {
	d := decoder{}
	is, err := tablefile.IsParquet(r)
	if err == nil && is {
		err = tablefile.Read(r, fields, d.begin, d.batch)
	}
	if err == nil && !is || errors.Is(err, tablefile.ErrColumns) {
		d.rows = nil
		err = d.texts(r) // types that another program chose
	}
	var s *Rows
	if err == nil {
		s, err = d.matrix()
	}
	if err == nil && len(d.added) > 0 {
		err = changed("it has columns that a matrix lacks: %s", strings.Join(d.added, ", "))
	}
	if c := (*Changed)(nil); errors.As(err, &c) {
		c.Drop = append(bookkeeping(), d.numbers...)
	}
	if err != nil {
		return nil, err
	}
	s.numbers = d.numbers
	return s, nil
}

// Compare returns nil if the rows, which were read from a file, are those that were counted for the hand and the range,
// and else *Changed.
func (s *Rows) Compare(counted *Rows) error {
	for i := range counted.List {
		if r, want := &s.List[i], &counted.List[i]; *r != *want {
			return &Changed{fmt.Errorf("flop %s has %d wins and %d ties of %d combos, but %v against %s %d, %d and %d",
				cards.Format(r.Cards()), r.Wins, r.Ties, r.Combos(), s.Hand, s.Range, want.Wins, want.Ties,
				want.Combos()), append(bookkeeping(), s.numbers...)}
		}
	}
	return nil
}

type decoder struct {
	metadata map[string]string // empty if none of it is ours
	added    []string          // columns that a matrix does not have
	numbers  []string          // columns of row numbers
	rows     []Row             // Size is what the file says of the size of the flop's orbit
}

func (d *decoder) begin(h tablefile.Header) error {
	d.name(h.Columns)
	ours := func(key string) bool { return strings.HasPrefix(key, "feltlab.") }
	if !slices.ContainsFunc(slices.Collect(maps.Keys(h.Metadata)), ours) {
		return nil
	}
	for _, key := range []string{keyFormat, keyDefinitions, keyHand, keyCards, keyRange, keySource, keySHA256} {
		if _, ok := h.Metadata[key]; !ok {
			return fmt.Errorf("not a matrix: %s is missing in its metadata", key)
		}
	}
	if got := h.Metadata[keyFormat]; got != Format {
		return fmt.Errorf("a file of format %q, this program reads %q", got, Format)
	}
	switch got := h.Metadata[keyDefinitions]; {
	case strings.HasPrefix(got, featureset.Prefix):
		return changed("its features are those of the feature set %s", got)
	case got != features.Version:
		return fmt.Errorf("features of definitions %q, want %q; make the matrix again", got, features.Version)
	}
	d.metadata = h.Metadata
	return nil
}

// name finds the columns that a matrix does not have among those of a file.
func (d *decoder) name(names []string) {
	d.added, d.numbers = nil, nil
	for _, name := range names {
		if slices.Contains([]string{"", "Unnamed: 0", "__index_level_0__"}, name) { // as pandas calls row numbers
			d.numbers = append(d.numbers, name)
		} else if !slices.ContainsFunc(fields, func(f tablefile.Field) bool { return f.Name == name }) {
			d.added = append(d.added, name)
		}
	}
}

// bookkeeping lists the columns that are neither features nor equity.
func bookkeeping() (names []string) {
	for place, f := range fields {
		if place < featureColumn || place > equityColumn {
			names = append(names, f.Name)
		}
	}
	return names
}

func wrongRows(n int) error {
	return changed("%d rows, want %d, one for each flop", n, NumFlops)
}

// rounding is how far an equity may lie from that of the counts, which are exact: pandas reads decimals to 15 digits.
const rounding = 1e-14

// add checks what can be checked of a row without its hand. Rows count from 1.
func (d *decoder) add(number int64, e *entry) error {
	for k, c := range e.cards {
		if c < 0 || c >= cards.NumCards || k > 0 && c >= e.cards[k-1] {
			return changed("row %d: column c%d is %d, want three card numbers in descending order", number, k+1, c)
		}
		e.Board = e.Board.With(cards.Card(c))
	}
	name := cards.Format(e.Cards())
	wrong := func(format string, args ...any) error {
		return changed("row %d, %s: %s", number, name, fmt.Sprintf(format, args...))
	}
	if string(e.flop) != name {
		return wrong("column flop is %q", e.flop)
	}
	deals := e.combos * equity.RunoutsOnFlop
	if e.combos < 1 || e.combos > maxCombos || min(e.wins, e.ties) < 0 || max(e.wins, e.ties, e.wins+e.ties) > deals {
		return wrong("%d wins and %d ties of %d combos, %d runouts each", e.wins, e.ties, e.combos,
			equity.RunoutsOnFlop)
	}
	e.Count = equity.Count{Wins: uint64(e.wins), Ties: uint64(e.ties), Deals: uint64(deals)}
	e.Size = int32(e.orbit)
	if !(math.Abs(e.equity-e.Equity()) <= rounding) {
		return wrong("equity is %v, but the counts give %v", e.equity, e.Equity())
	}
	if d.rows = append(d.rows, e.Row); len(d.rows) > NumFlops {
		return wrongRows(len(d.rows))
	}
	return nil
}

func (d *decoder) matrix() (*Rows, error) {
	if len(d.rows) != NumFlops {
		return nil, wrongRows(len(d.rows))
	}
	byFlop := func(a, b Row) int { return cmp.Compare(a.Board, b.Board) }
	if !slices.IsSortedFunc(d.rows, byFlop) {
		slices.SortFunc(d.rows, byFlop)
	}
	hand, err := d.hand()
	if err != nil {
		return nil, err
	}
	for i, flop := range flopsOf(hand.Combo) {
		if d.rows[i].Board != flop {
			return nil, changed("no row for the flop %v of %v, or two for another", flop, hand.Combo)
		}
	}
	for i := range d.rows {
		if err := d.rows[i].check(hand.Combo); err != nil {
			return nil, err
		}
	}
	s := &Rows{List: d.rows}
	if d.metadata == nil {
		return s, s.infer(hand)
	}
	s.Meta = Meta{Hand: hand, Source: d.metadata[keySource]}
	if s.Range, err = ranges.Parse(d.metadata[keyRange]); err != nil {
		return nil, fmt.Errorf("%s: %w", keyRange, err)
	}
	if digest, want := s.digest(), d.metadata[keySHA256]; digest != want {
		return nil, changed("%w: its SHA-256 is %s, its metadata say %s", tablefile.ErrCorrupt, digest, want)
	}
	return s, nil
}

// hand returns the hand that the metadata name, or else the two cards that lie on no flop.
func (d *decoder) hand() (ranges.Hand, error) {
	if d.metadata != nil {
		spec, err := ranges.ParseHand(d.metadata[keyHand])
		if got := d.metadata[keyCards]; err == nil && got != spec.Combo.String() {
			err = fmt.Errorf("%s is %s in its metadata, but %s is %v", keyCards, got, spec.Text, spec.Combo)
		}
		return spec, err
	}
	left := cards.FullDeck
	for i := range d.rows {
		left &^= d.rows[i].Board
	}
	if left.Len() != 2 {
		return ranges.Hand{}, changed("not the flops of a hand: %d cards lie on no flop, want 2", left.Len())
	}
	return ranges.ParseHand(cards.ComboOf(left.Min(), left.Without(left.Min()).Min()).String())
}

// check compares a row's features and the size of its orbit with those of the hand. The row stands for itself then.
func (r *Row) check(hand cards.Combo) error {
	flop := cards.Format(r.Cards())
	want, _ := paper(hand, r.Board)
	for id := 1; r.Features != want && id <= features.Count; id++ {
		if has := want.Has(id); r.Features.Has(id) != has {
			return changed("flop %s: feature f%d is %t, by definitions %s it is %t", flop, id, !has, features.Version,
				has)
		}
	}
	r.Hand = hand
	if size := r.orbit(); int(r.Size) != size {
		return changed("flop %s: orbit_weight is %d, want %d", flop, r.Size, size)
	}
	r.Size = 1
	return nil
}

func flopsOf(hand cards.Combo) []cards.Set {
	out := make([]cards.Set, 0, NumFlops)
	deck := (cards.FullDeck &^ hand.Set()).Cards()
	for k, high := range deck {
		for j, middle := range deck[:k] {
			for _, low := range deck[:j] {
				out = append(out, cards.SetOf(high, middle, low))
			}
		}
	}
	return out
}

// maxCombos is the largest total weight of a range's combos.
const maxCombos = ranges.MaxWeight * cards.NumCombos
