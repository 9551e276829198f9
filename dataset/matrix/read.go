package matrix

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/features"
	"feltlab/model/ranges"
)

// mostBytes is some ten times the size of a matrix as CSV.
const mostBytes = 64 << 20

const unlabelled = "a table without feltlab's metadata"

// Read reads a matrix from a file: one of EncodeParquet or WriteCSV, or such a table after another
// program has written it again, with its rows and columns in any order and other columns too. A file
// without our metadata does not say its hand and range; they follow from the flops and the column combos.
//
// Errors name the file and what is wrong in it. A matrix that is returned has the flops and features of its hand, and
// equities that follow from its counts; from a file with our metadata, it is the matrix that was written.
func Read(path string) (*Matrix, error) {
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
func Decode(r table.Source) (*Matrix, error) {
	d := decoder{}
	if err := table.Read(r, table.Schema(columns, nil).Fields(), d.begin, d.add); err != nil {
		return nil, err
	}
	return d.matrix()
}

type decoder struct {
	metadata map[string]string // empty if none of it is ours
	rows     []Row             // without orbit weights that were checked
}

func (d *decoder) begin(h table.Header) error {
	if h.Rows >= 0 && h.Rows != NumFlops {
		return wrongRows(h.Rows)
	}
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
	if got := h.Metadata[keyDefinitions]; got != features.Version {
		return fmt.Errorf("features of definitions %q, want %q; make the matrix again", got, features.Version)
	}
	d.metadata = h.Metadata
	return nil
}

func wrongRows[N int | int64](n N) error {
	return fmt.Errorf("%d rows, want %d, one for each flop", n, NumFlops)
}

// Places of columns.
const (
	flopColumn, cardColumn, featureColumn = 0, 1, 4

	equityColumn = featureColumn + features.Count
	winsColumn   = equityColumn + 1
	tiesColumn   = equityColumn + 2
	combosColumn = equityColumn + 3
	orbitColumn  = equityColumn + 4
)

// add checks what can be checked of rows without their hand.
func (d *decoder) add(b *table.Batch) error {
	for i := range b.Rows {
		var r Row
		for k := range r.Cards {
			c := b.Int(cardColumn+k, i)
			if c < 0 || c >= cards.NumCards || k > 0 && cards.Card(c) >= r.Cards[k-1] {
				return fmt.Errorf("row %d: column c%d is %d, want three card numbers in descending order",
					b.First+int64(i)+1, k+1, c)
			}
			r.Cards[k] = cards.Card(c)
		}
		name := cards.Format(r.Cards[:])
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("row %d, %s: %s", b.First+int64(i)+1, name, fmt.Sprintf(format, args...))
		}
		if got := b.Text(flopColumn, i); string(got) != name {
			return wrong("column flop is %q", got)
		}
		for id := 1; id <= features.Count; id++ {
			if b.Bool(featureColumn+id-1, i) {
				r.Features = r.Features.With(id)
			}
		}
		wins, ties, combos := b.Int(winsColumn, i), b.Int(tiesColumn, i), b.Int(combosColumn, i)
		deals := combos * equity.RunoutsOnFlop
		if combos < 1 || combos > maxCombos || min(wins, ties) < 0 || max(wins, ties, wins+ties) > deals {
			return wrong("%d wins and %d ties of %d combos, %d runouts each", wins, ties, combos, equity.RunoutsOnFlop)
		}
		r.Wins, r.Ties, r.Combos = uint64(wins), uint64(ties), uint64(combos)
		r.OrbitWeight = uint32(b.Int(orbitColumn, i))
		if got := b.Float(equityColumn, i); got != r.Equity() {
			return wrong("equity is %v, but the counts give %v", got, r.Equity())
		}
		if d.rows = append(d.rows, r); len(d.rows) > NumFlops {
			return wrongRows(len(d.rows))
		}
	}
	return nil
}

func (d *decoder) matrix() (*Matrix, error) {
	if len(d.rows) != NumFlops {
		return nil, wrongRows(len(d.rows))
	}
	set := func(r *Row) cards.Set { return cards.SetOf(r.Cards[:]...) }
	byFlop := func(a, b Row) int { return cmp.Compare(set(&a), set(&b)) }
	if !slices.IsSortedFunc(d.rows, byFlop) {
		slices.SortFunc(d.rows, byFlop)
	}
	hand, err := d.hand()
	if err != nil {
		return nil, err
	}
	suits := hand.Combo.Set().Stabilizer()
	for i, flop := range flopsOf(hand.Combo) {
		if set(&d.rows[i]) != flop {
			return nil, fmt.Errorf("no row for the flop %v of %v, or two for another", flop, hand.Combo)
		}
	}
	for i := range d.rows {
		if err := d.rows[i].check(hand.Combo, suits); err != nil {
			return nil, err
		}
	}
	m := &Matrix{Flops: d.rows}
	if d.metadata == nil {
		return m, m.infer(hand)
	}
	m.Meta = Meta{hand, d.metadata[keyRange], d.metadata[keyDefinitions], d.metadata[keySource]}
	if digest, want := m.digest(), d.metadata[keySHA256]; digest != want {
		return nil, fmt.Errorf("%w: its SHA-256 is %s, its metadata say %s", table.ErrCorrupt, digest, want)
	}
	return m, nil
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
		left &^= cards.SetOf(d.rows[i].Cards[:]...)
	}
	if left.Len() != 2 {
		return ranges.Hand{}, fmt.Errorf("not the flops of a hand: %d cards lie on no flop, want 2", left.Len())
	}
	return ranges.ParseHand(cards.ComboOf(left.Min(), left.Without(left.Min()).Min()).String())
}

func (r *Row) check(hand cards.Combo, suits []cards.SuitPerm) error {
	flop := cards.Format(r.Cards[:])
	want := row(hand, &equity.Flop{Cards: r.Cards}, suits)
	if r.Features != want.Features {
		for id := 1; id <= features.Count; id++ {
			if has := want.Features.Has(id); r.Features.Has(id) != has {
				return fmt.Errorf("flop %s: feature f%d is %t, by definitions %s it is %t",
					flop, id, !has, features.Version, has)
			}
		}
	}
	if r.OrbitWeight != want.OrbitWeight {
		return fmt.Errorf("flop %s: orbit_weight is %d, want %d", flop, r.OrbitWeight, want.OrbitWeight)
	}
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

// infer sets what the matrix is of: the range follows from the rows, and the hand is called by its class
// if the range does not tell suits apart.
func (m *Matrix) infer(hand ranges.Hand) error {
	r, err := inferRange(hand.Combo, m.Flops)
	if err != nil {
		return err
	}
	if r.SuitSymmetric() && hand.Class.Representative() == hand.Combo {
		hand.Text, hand.Specific = hand.Class.String(), false
	}
	m.Meta = Meta{Hand: hand, Range: r.String(), Definitions: features.Version, Source: unlabelled}
	return nil
}

// inferRange returns the range that leaves each flop of a hand the combos of its row.
//
// Of the 50 cards that are not the hand's, let w(ab) be the weight of a combo, C(a) the sum of w(ab) over
// b, and T the sum of all. A flop abc leaves g(abc) = T - C(a) - C(b) - C(c) + w(ab) + w(ac) + w(bc).
// Summed over c, that is g(ab) = 46 (T - C(a) - C(b) + w(ab)); over b, g(a) = 46*47 (T - C(a)); and over a,
// 46*47*48 T. So the rows tell all weights but those of combos with a card of the hand, which never
// count; these get the weight of their class if its other combos agree on one, for all classes.
func inferRange(hand cards.Combo, rows []Row) (*ranges.Range, error) {
	var pair [cards.NumCards][cards.NumCards]int64
	var single [cards.NumCards]int64
	total := int64(0)
	for i := range rows {
		for k, a := range rows[i].Cards {
			for _, b := range rows[i].Cards[k+1:] {
				pair[a][b] += int64(rows[i].Combos)
			}
			single[a] += 2 * int64(rows[i].Combos)
		}
		total += 6 * int64(rows[i].Combos)
	}
	total /= 46 * 47 * 48
	for a := range single {
		single[a] = total - single[a]/(46*47)
	}
	var weights [cards.NumCombos]uint32
	for a := range pair {
		for b := range a {
			w := pair[a][b]/46 - total + single[a] + single[b]
			pair[a][b] = w
			h := cards.ComboOf(cards.Card(a), cards.Card(b))
			if h.Set()&hand.Set() != 0 {
				continue
			}
			if w < 0 || w > ranges.MaxWeight {
				return nil, fmt.Errorf("no range has the column combos: the combo %v would weigh %d", h, w)
			}
			weights[h] = uint32(w)
		}
	}
	for i := range rows {
		a, b, c := rows[i].Cards[0], rows[i].Cards[1], rows[i].Cards[2]
		left := total - single[a] - single[b] - single[c] + pair[a][b] + pair[a][c] + pair[b][c]
		if left != int64(rows[i].Combos) {
			return nil, fmt.Errorf("no range has the column combos: flop %s has %d",
				cards.Format(rows[i].Cards[:]), rows[i].Combos)
		}
	}
	completeClasses(hand, &weights)
	return ranges.FromWeights(&weights)
}

// completeClasses gives combos with a card of the hand the weight of their class, if in every class all
// others weigh the same.
func completeClasses(hand cards.Combo, weights *[cards.NumCombos]uint32) {
	var byClass [cards.NumClasses]uint32
	known := [cards.NumClasses]bool{}
	for h := range cards.Combo(cards.NumCombos) {
		if h.Set()&hand.Set() != 0 {
			continue
		}
		class := h.Class()
		if known[class] && byClass[class] != weights[h] {
			return
		}
		known[class], byClass[class] = true, weights[h]
	}
	for h := range cards.Combo(cards.NumCombos) {
		weights[h] = byClass[h.Class()]
	}
}
