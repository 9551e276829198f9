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

// Recount counts some spots against a range again, from the cards. Which ones is random, so that nobody can prepare
// them. The error says which count is another one, or is that of equity.Against.
func (s *Spots) Recount(ctx context.Context, r *ranges.Range) error {
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

// Recount is that of the matrix's spots, for the hand and the range that the matrix is to be about.
func (m *Matrix) Recount(ctx context.Context, hand ranges.Hand, r *ranges.Range) error {
	if m.Hand.Combo != hand.Combo || m.Range != r.String() {
		return fmt.Errorf("the matrix of %v against %s, want %v against %v", m.Hand, m.Range, hand, r)
	}
	return m.Spots().Recount(ctx, r)
}
