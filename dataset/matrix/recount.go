package matrix

import (
	"context"
	"fmt"
	"math/rand/v2"

	"feltlab/dataset/equity"
	"feltlab/model/cards"
	"feltlab/model/ranges"
)

// recounted is the number of spots that Recount counts, at some 10 ms each.
const recounted = 4

// recount counts some spots again, from the cards. Which ones is random, so that nobody can prepare them. The error
// says which count is another one, or is that of equity.Against.
func (s *Spots) recount(ctx context.Context, r *ranges.Range) error {
	count := equity.Against
	if s.Estimate == Ahead {
		count = equity.AgainstNow
	}
	for range recounted {
		x := &s.List[rand.IntN(len(s.List))]
		want, err := count(ctx, x.Hand, r, x.Board.Cards())
		if err != nil {
			return err
		}
		if s.Estimate == Win {
			want.Ties = 0
		}
		if x.Count != want {
			return fmt.Errorf("%v against %v on %s: %d wins and %d ties in %d deals, want %d and %d in %d", x.Hand, r,
				cards.Format(x.Cards()), x.Wins, x.Ties, x.Deals, want.Wins, want.Ties, want.Deals)
		}
	}
	return nil
}

// ReadOf is Read for a file that is to have the matrix of a hand and a range: it counts some of its flops again.
func ReadOf(ctx context.Context, path string, hand ranges.Hand, r *ranges.Range) (*Matrix, error) {
	m, err := Read(path)
	if err == nil && (m.Hand.Combo != hand.Combo || m.Range != r.String()) {
		err = fmt.Errorf("%s: the matrix of %v against %s, want %v against %v", path, m.Hand, m.Range, hand, r)
	}
	if err == nil {
		err = m.Spots().recount(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}
