package matrix

import (
	"context"
	"fmt"
	"math/rand/v2"

	"feltlab/dataset/equity"
	"feltlab/dataset/table"
	"feltlab/dataset/tablefile"
	"feltlab/internal/disk"
	"feltlab/model/cards"
	"feltlab/model/proof"
)

// Read reads a file that is to have these rows, of a hand's flops or of hands together, as Write wrote it in Parquet.
// It checks that the file has their flops and counts that can be, and counts some flops again; whether all are right
// only Build tells. The error names the file.
func (m Meta) Read(ctx context.Context, path string) (*Rows, error) {
	read := m.readHand
	if m.Hands != nil {
		read = m.readHands
	}
	s, err := read(path)
	if err != nil {
		return nil, err
	}
	if err := s.recount(ctx); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

func (m Meta) readHand(path string) (*Rows, error) {
	s, err := Read(path)
	if err == nil && (s.Hand.Combo != m.Hand.Combo || !s.Range.Equal(m.Range)) {
		err = fmt.Errorf("%s: the matrix of %v against %s, want %v against %v", path, s.Hand, s.Range, m.Hand, m.Range)
	}
	return s, err
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

// mostSpotBytes is some ten times the size of a file of all hands.
const mostSpotBytes = 256 << 20

func (m Meta) readHands(path string) (*Rows, error) {
	f, err := disk.Open(path, mostSpotBytes)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d := &spotDecoder{next: m.classes()}
	begin := func(h tablefile.Header) error {
		if got := h.Metadata[keyDefinitions]; got != m.Definitions() {
			return fmt.Errorf("features by %.80q, want %s", got, m.Definitions())
		}
		m.Source = h.Metadata[keySource]
		return nil
	}
	err = tablefile.Read(f, table.Fields(spotColumns), begin, d.batch)
	if err == nil && (len(d.next) > 0 || d.boards != NumFlops) {
		err = fmt.Errorf("the flops of some hands are missing")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Rows{Meta: m, List: d.list}, nil
}

// spotDecoder reads rows of hands together, class by class.
type spotDecoder struct {
	next   []cards.Class // that no row has had yet
	class  cards.Class
	suits  []cards.SuitPerm // that fix the class's representative
	boards int              // flops of the class that its rows stand for
	last   cards.Set
	list   []Row
}

func (d *spotDecoder) batch(b *tablefile.Batch) error {
	for i := range b.Rows {
		x := Row{
			Count:    equity.Count{Wins: uint64(b.Int(4, i)), Ties: uint64(b.Int(5, i)), Deals: uint64(b.Int(6, i))},
			Features: proof.Words(uint64(b.Int(2, i)), uint64(b.Int(3, i))), Board: cards.Set(b.Int(1, i)),
		}
		if err := d.add(cards.Class(b.Int(0, i)), x); err != nil {
			return fmt.Errorf("row %d: %w", b.First+int64(i)+1, err)
		}
	}
	return nil
}

func (d *spotDecoder) add(class cards.Class, x Row) error {
	if d.suits == nil || class != d.class {
		if d.suits != nil && d.boards != NumFlops || len(d.next) == 0 || d.next[0] != class {
			return fmt.Errorf("class %d after %d flops of the one before", class, d.boards)
		}
		d.class, d.next = class, d.next[1:]
		d.suits, d.boards, d.last = class.Representative().Set().Stabilizer(), 0, 0
	}
	x.Hand = class.Representative()
	if x.Board&^cards.FullDeck != 0 || x.Board.Len() != 3 || x.Board&x.Hand.Set() != 0 || x.Board <= d.last {
		return fmt.Errorf("not the next flop of %v: %v", x.Hand, x.Board)
	}
	smallest, size := cards.Orbit(x.Board, d.suits)
	switch {
	case smallest != x.Board:
		return fmt.Errorf("flop %v stands for no others of %v", x.Board, x.Hand)
	case x.Deals == 0 || x.Wins > x.Deals || x.Ties > x.Deals-x.Wins:
		return fmt.Errorf("%d wins and %d ties of %d deals", x.Wins, x.Ties, x.Deals)
	}
	x.Size, d.last = int32(size*class.Size()), x.Board
	d.boards += size
	d.list = append(d.list, x)
	return nil
}
