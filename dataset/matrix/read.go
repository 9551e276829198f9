package matrix

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"feltlab/dataset/equity"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

// mostBytes is some ten times the size of a matrix as CSV.
const mostBytes = 64 << 20

// Read reads the flops of a hand from a Parquet file of Rows.Write. A matrix that is returned has the flops and
// features of its hand, equities that follow from its counts, and the SHA-256 in its metadata. Errors name the file and
// what is wrong in it.
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
	if err := tablefile.Read(r, fields, d.begin, d.batch); err != nil {
		return nil, err
	}
	return d.matrix()
}

type decoder struct {
	metadata map[string]string
	rows     []Row // Size is what the file says of the size of the flop's orbit
}

func (d *decoder) begin(h tablefile.Header) error {
	for _, key := range []string{keyFormat, keyDefinitions, keyHand, keyCards, keyRange, keySource, keySHA256} {
		if _, ok := h.Metadata[key]; !ok {
			return fmt.Errorf("not a matrix: %s is missing in its metadata", key)
		}
	}
	if got := h.Metadata[keyFormat]; got != Format {
		return fmt.Errorf("a file of format %q, this program reads %q", got, Format)
	}
	if got := h.Metadata[keyDefinitions]; got != features.Version {
		return fmt.Errorf("features of definitions %q, want %q; make the matrix again", got, features.Version)
	}
	d.metadata = h.Metadata
	return nil
}

func wrongRows(n int) error {
	return fmt.Errorf("%d rows, want %d, one for each flop", n, NumFlops)
}

// rounding is how far an equity may lie from that of the counts, which are exact.
const rounding = 1e-14

// add checks what can be checked of a row without its hand. Rows count from 1.
func (d *decoder) add(number int64, e *entry) error {
	for k, c := range e.cards {
		if c < 0 || c >= cards.NumCards || k > 0 && c >= e.cards[k-1] {
			return fmt.Errorf("row %d: column c%d is %d, want three card numbers in descending order", number, k+1, c)
		}
		e.Board = e.Board.With(cards.Card(c))
	}
	name := cards.Format(e.Cards())
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("row %d, %s: %s", number, name, fmt.Sprintf(format, args...))
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
			return nil, fmt.Errorf("no row for the flop %v of %v, or two for another", flop, hand.Combo)
		}
	}
	for i := range d.rows {
		if err := d.rows[i].check(hand.Combo); err != nil {
			return nil, err
		}
	}
	s := &Rows{List: d.rows, Meta: Meta{Hand: hand, Source: d.metadata[keySource]}}
	if s.Range, err = ranges.Parse(d.metadata[keyRange]); err != nil {
		return nil, fmt.Errorf("%s: %w", keyRange, err)
	}
	if digest, want := s.digest(), d.metadata[keySHA256]; digest != want {
		return nil, fmt.Errorf("%w: its SHA-256 is %s, its metadata say %s", tablefile.ErrCorrupt, digest, want)
	}
	return s, nil
}

// hand returns the hand that the metadata name.
func (d *decoder) hand() (ranges.Hand, error) {
	spec, err := ranges.ParseHand(d.metadata[keyHand])
	if got := d.metadata[keyCards]; err == nil && got != spec.Combo.String() {
		err = fmt.Errorf("%s is %s in its metadata, but %s is %v", keyCards, got, spec.Text, spec.Combo)
	}
	return spec, err
}

// check compares a row's features and the size of its orbit with those of the hand. The row stands for itself then.
func (r *Row) check(hand cards.Combo) error {
	flop := cards.Format(r.Cards())
	want, _ := paper(hand, r.Board)
	for id := 1; r.Features != want && id <= features.Count; id++ {
		if has := want.Has(id); r.Features.Has(id) != has {
			return fmt.Errorf("flop %s: feature f%d is %t, by definitions %s it is %t",
				flop, id, !has, features.Version, has)
		}
	}
	r.Hand = hand
	if size := r.orbit(); int(r.Size) != size {
		return fmt.Errorf("flop %s: orbit_weight is %d, want %d", flop, r.Size, size)
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
