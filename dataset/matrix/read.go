package matrix

import (
	"context"
	"fmt"
	"math/rand/v2"

	"feltlab/dataset/equity"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/proof"
	"feltlab/model/ranges"
)

// mostBytes is some ten times the size of a file of all hands together.
const mostBytes = 256 << 20

// Read reads a file that is to have these rows, of a hand's flops or of hands together, as Write wrote it in Parquet.
// It checks what Decode checks, and counts some flops again; whether all are right only Build tells. The error names
// the file.
func (m Meta) Read(ctx context.Context, path string) (*Rows, error) {
	f, err := disk.Open(path, mostBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s, err := m.Decode(f)
	if err == nil {
		err = s.recount(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Decode is Read for a file's content, without the second count. Which rows there are, and the features of the paper,
// follow from the hands; of the file it takes the counts, and the features of a set. A file whose metadata or rows are
// those of other hands is an error, as are counts that cannot be, and those of a hand with another SHA-256 than in its
// metadata.
func (m Meta) Decode(r tablefile.Source) (*Rows, error) {
	s := &Rows{Meta: m, List: m.expected()}
	digest, read := "", 0
	begin := func(h tablefile.Header) error {
		s.Source, digest = h.Metadata[keySource], h.Metadata[keySHA256]
		for _, item := range s.metadata() {
			if got, ok := h.Metadata[item[0]]; !ok {
				return fmt.Errorf("not a matrix: %s is missing in its metadata", item[0])
			} else if got != item[1] {
				return fmt.Errorf("%s is %.80q, want %q", item[0], got, item[1])
			}
		}
		return nil
	}
	take := s.takeFlop
	if m.Hands != nil {
		take = s.takeSpot
	}
	err := tablefile.Read(r, m.stored(), begin, func(b *tablefile.Batch) error {
		for i := range b.Rows {
			if read++; read > len(s.List) {
				return s.wrongRows(read)
			}
			if err := take(&s.List[read-1], b, i); err != nil {
				return fmt.Errorf("row %d, %v on %v: %w", read, s.List[read-1].Hand, s.List[read-1].Board, err)
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case read != len(s.List):
		return nil, s.wrongRows(read)
	case m.Hands != nil:
		return s, nil
	}
	if want := s.digest(); digest != want {
		return nil, fmt.Errorf("%w: its SHA-256 is %s, its metadata say %s", tablefile.ErrCorrupt, want, digest)
	}
	return s, nil
}

func (s *Rows) wrongRows(n int) error { return fmt.Errorf("%d rows, want %d", n, len(s.List)) }

// expected lists the rows of a file, without their counts.
func (m Meta) expected() (list []Row) {
	if m.Hands == nil {
		for _, flop := range flopsOf(m.Hand.Combo) {
			r := Row{Board: flop, Size: 1, Hand: m.Hand.Combo}
			r.Features, _ = paper(r.Hand, flop)
			list = append(list, r)
		}
		return list
	}
	for _, class := range m.classes() {
		hand := class.Representative()
		suits := hand.Set().Stabilizer()
		for _, flop := range flopsOf(hand) {
			if smallest, size := cards.Orbit(flop, suits); smallest == flop {
				list = append(list, Row{Board: flop, Size: int32(size * class.Size()), Hand: hand})
			}
		}
	}
	return list
}

// flopsOf lists the flops of a hand in ascending order of their card sets.
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

// stored describes the columns that takeFlop or takeSpot reads.
func (m Meta) stored() []tablefile.Field {
	names := []string{"wins", "ties", "combos"}
	if m.Hands != nil {
		names = []string{"class", "flop", "features_1_64", "features_65_128", "wins", "ties", "deals"}
	}
	fields := make([]tablefile.Field, len(names), len(names)+1)
	for i, name := range names {
		fields[i] = tablefile.Field{Name: name, Kind: tablefile.Int64s}
	}
	if m.Hands == nil {
		fields = append(fields, tablefile.Field{Name: "flop", Kind: tablefile.Texts})
	}
	return fields
}

// maxCombos is the largest total weight of a range's combos.
const maxCombos = ranges.MaxWeight * cards.NumCombos

func (s *Rows) takeFlop(r *Row, b *tablefile.Batch, i int) error {
	combos := b.Int(2, i)
	if flop := b.Text(3, i); string(flop) != cards.Format(r.Cards()) {
		return fmt.Errorf("column flop is %.40q", flop)
	} else if combos < 1 || combos > maxCombos {
		return fmt.Errorf("%d combos", combos)
	}
	return r.take(b.Int(0, i), b.Int(1, i), combos*equity.RunoutsOnFlop)
}

func (s *Rows) takeSpot(r *Row, b *tablefile.Batch, i int) error {
	if class, flop := b.Int(0, i), b.Int(1, i); class != int64(r.Hand.Class()) || flop != int64(r.Board) {
		return fmt.Errorf("the file has class %d and flop %d", class, flop)
	}
	r.Features = proof.Words(uint64(b.Int(2, i)), uint64(b.Int(3, i)))
	return r.take(b.Int(4, i), b.Int(5, i), b.Int(6, i))
}

// take sets the counts of a row, if they can be.
func (r *Row) take(wins, ties, deals int64) error {
	if deals < 1 || min(wins, ties) < 0 || wins > deals || ties > deals-wins {
		return fmt.Errorf("%d wins and %d ties of %d deals", wins, ties, deals)
	}
	r.Count = equity.Count{Wins: uint64(wins), Ties: uint64(ties), Deals: uint64(deals)}
	return nil
}

// recounted is the number of rows that recount counts, at some 10 ms each.
const recounted = 4

// recount counts some rows again, from the cards. Which ones is random, so that nobody can prepare them. The error
// says which count is another one, or is that of equity.Against.
func (s *Rows) recount(ctx context.Context) error {
	count := equity.Against
	if s.Estimate == Ahead {
		count = equity.AgainstNow
	}
	for range recounted {
		r := &s.List[rand.IntN(len(s.List))]
		want, err := count(ctx, r.Hand, s.Range, r.Board.Cards())
		if err != nil {
			return err
		}
		if s.Estimate == Win {
			want.Ties = 0
		}
		if r.Count != want {
			return fmt.Errorf("%v against %v on %s: %d wins and %d ties in %d deals, want %d and %d in %d", r.Hand,
				s.Range, cards.Format(r.Cards()), r.Wins, r.Ties, r.Deals, want.Wins, want.Ties, want.Deals)
		}
	}
	return nil
}
