package strategy

import (
	"errors"
	"fmt"
	"strings"

	"feltlab/internal/plain"
	"feltlab/model/cards"
	"feltlab/model/game"
)

// Blocked is the bucket of hands that hold a card of the board.
const Blocked = -1

// Bucketing merges hands between which a strategy does not distinguish. It must be safe for concurrent use.
type Bucketing interface {
	// Name is its name in strategy files: no spaces.
	Name() string
	// Len is the number of buckets in a round.
	Len(round int) int
	// Label names a bucket in files: no spaces, different from the labels of other buckets.
	Label(round, bucket int) string
	// Of fills of with the bucket of every hand on a round's board, Blocked for hands that hold one of its cards.
	Of(round int, board game.Board, of []int32)
}

// ErrBuckets marks names of bucketings that do not exist, and bucketings that are out of range.
var ErrBuckets = errors.New("unknown bucketing")

// CheckLens returns ErrBuckets unless a bucketing has 1 to most buckets in each of some rounds.
func CheckLens(b Bucketing, rounds, most int) error {
	for round := range rounds {
		if n := b.Len(round); n < 1 || n > most {
			return fmt.Errorf("%w: %d in round %d, want 1 to %d", ErrBuckets, n, round+1, most)
		}
	}
	return nil
}

// Sort is Bucketing.Of, but returns ErrBuckets if a hand that avoids the board has no bucket. Other hands get bucket 0.
func Sort(b Bucketing, hands *game.Hands, round int, board game.Board, of []int32) error {
	b.Of(round, board, of)
	n, dead := int32(b.Len(round)), board.Set()
	for h, bucket := range of {
		switch {
		case bucket >= 0 && bucket < n:
		case !hands.Live(h, dead):
			of[h] = 0
		default:
			return fmt.Errorf("%w: %s puts %v on %v in bucket %d of %d",
				ErrBuckets, b.Name(), hands.Cards[h], dead, bucket, n)
		}
	}
	return nil
}

// Bucketings lists names that BucketingOf knows for a game. In one-card games any partition of the ranks is another.
func Bucketings(g game.Game) []string {
	switch g.Hands().Layout {
	case game.OneCard:
		names := []string{"real", "cards"}
		if ranksOf(union(g.Hands().Cards)) == "JQK" {
			names = append(names, "J.Q.K", "[JQ].K", "J.[QK]", "[JQK]")
		}
		return names
	case game.Dense:
		return []string{"classes"}
	}
	return nil
}

// BucketingOf returns the bucketing of a name for a game.
func BucketingOf(g game.Game, name string) (Bucketing, error) {
	switch layout := g.Hands().Layout; {
	case layout == game.Dense && name == "classes":
		return classes{g.Hands()}, nil
	case layout == game.OneCard && name == "cards":
		return oneCard(g, name, func(hole cards.Card, board cards.Set) string {
			return join(hole.String(), board, board.String())
		}), nil
	case layout == game.OneCard && name == "real":
		return oneCard(g, name, func(hole cards.Card, board cards.Set) string {
			return join(hole.Rank().String(), board, ranksOf(board))
		}), nil
	case layout == game.OneCard:
		if groups, ok := parseGroups(name, ranksOf(union(g.Hands().Cards))); ok {
			return oneCard(g, name, groups.label), nil
		}
	}
	hint := plain.Hint(name, Bucketings(g))
	return nil, fmt.Errorf("%w: %q for %s%s", ErrBuckets, name, g.Name(), hint)
}

func join(hand string, board cards.Set, ofBoard string) string {
	if board == 0 {
		return hand
	}
	return hand + "|" + ofBoard
}

type rankGroups map[string]string

// parseGroups reads groups of ranks such as "[JQ].K"; every rank must be in one group.
func parseGroups(name, ranks string) (rankGroups, bool) {
	groups := rankGroups{}
	for _, group := range strings.Split(name, ".") {
		letters := strings.TrimSuffix(strings.TrimPrefix(group, "["), "]")
		whole := group == letters && len(letters) == 1 || group == "["+letters+"]"
		if !whole || letters == "" {
			return nil, false
		}
		for _, letter := range strings.Split(letters, "") {
			if groups[letter] != "" || !strings.Contains(ranks, letter) {
				return nil, false
			}
			groups[letter] = letters
		}
	}
	return groups, len(groups) == len(ranks)
}

// label consists of the hand's group and, after the deal, of whether the board pairs the hand.
func (g rankGroups) label(hole cards.Card, board cards.Set) string {
	paired := "high"
	if board != 0 && board.Min().Rank() == hole.Rank() {
		paired = "pair"
	}
	return join(g[hole.Rank().String()], board, paired)
}

func ranksOf(set cards.Set) string {
	var b strings.Builder
	for r := range cards.Rank(cards.NumRanks) {
		if set>>(4*r)&15 != 0 {
			b.WriteString(r.String())
		}
	}
	return b.String()
}

func union(sets []cards.Set) (all cards.Set) {
	for _, s := range sets {
		all |= s
	}
	return all
}

// labelled is a bucketing of a one-card game with at most one public card: hands with equal labels share a bucket.
type labelled struct {
	name   string
	labels [2][]string             // before and after the deal
	before []int32                 // by hand
	after  [cards.NumCards][]int32 // by public card and hand
}

func oneCard(g game.Game, name string, label func(hole cards.Card, board cards.Set) string) *labelled {
	b := &labelled{name: name}
	hands := g.Hands().Cards
	number := func(round int, board cards.Set) []int32 {
		of := make([]int32, len(hands))
		at := map[string]int32{}
		for i, l := range b.labels[round] {
			at[l] = int32(i)
		}
		for h, hole := range hands {
			if hole&board != 0 {
				of[h] = Blocked
				continue
			}
			text := label(hole.Min(), board)
			bucket, known := at[text]
			if !known {
				bucket = int32(len(at))
				at[text] = bucket
				b.labels[round] = append(b.labels[round], text)
			}
			of[h] = bucket
		}
		return of
	}
	b.before = number(0, 0)
	for _, c := range union(hands).Cards() {
		b.after[c] = number(1, cards.SetOf(c))
	}
	return b
}

func (b *labelled) Name() string                   { return b.name }
func (b *labelled) Len(round int) int              { return len(b.labels[round]) }
func (b *labelled) Label(round, bucket int) string { return b.labels[round][bucket] }

func (b *labelled) Of(_ int, board game.Board, of []int32) {
	if board.Len() == 0 {
		copy(of, b.before)
		return
	}
	copy(of, b.after[board.Cards()[0]])
}

// classes puts every private state of a dense game into a bucket of its own.
type classes struct{ hands *game.Hands }

func (c classes) Name() string               { return "classes" }
func (c classes) Len(int) int                { return c.hands.Len(0) }
func (c classes) Label(_, bucket int) string { return c.hands.Name(0, bucket) }
func (c classes) Of(_ int, _ game.Board, of []int32) {
	for h := range of {
		of[h] = int32(h)
	}
}
