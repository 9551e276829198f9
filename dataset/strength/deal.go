package strength

import (
	"fmt"
	"math/rand/v2"

	"feltlab/dataset/equity"
	"feltlab/dataset/eval"
	"feltlab/dataset/showdown"
	"feltlab/model/cards"
)

// deck is what all dealers share.
type deck struct {
	Table
	known   cards.Set
	cards   []cards.Card // not known
	missing int          // cards of the board
	ranking *showdown.Ranking
	hands   []cards.Combo // of the range, without known cards
	upTo    []uint64      // total weight of hands[:i+1]
	any     bool          // hands are all two cards of the deck, and equally likely
}

func newDeck(t Table) (*deck, error) {
	if t.Opponents < 1 || t.Opponents > MaxOpponents {
		return nil, fmt.Errorf("%w: %d, want 1..%d", ErrOpponents, t.Opponents, MaxOpponents)
	}
	board, err := equity.CheckSpot(t.Hand, t.Board)
	if err != nil {
		return nil, err
	}
	d := &deck{Table: t, known: board | t.Hand.Set(), missing: 5 - len(t.Board), ranking: t.Mode.ranking()}
	d.cards = (cards.FullDeck &^ d.known).Cards()
	total := uint64(0)
	for h, weight := range t.Range.Weights() {
		if weight != 0 && cards.Combo(h).Set()&d.known == 0 {
			total += uint64(weight)
			d.hands = append(d.hands, cards.Combo(h))
			d.upTo = append(d.upTo, total)
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("%w: hand %v, board %q, range %v", equity.ErrEmptyRange, t.Hand, board, t.Range)
	}
	d.any = t.Range.Uniform() && len(d.hands) == len(d.cards)*(len(d.cards)-1)/2
	return d, nil
}

// dealer deals, compares and adds up.
type dealer struct {
	*deck
	Sampled
	source rand.PCG
	random *rand.Rand
	stock  []cards.Card // the deck's cards in some order
	board  eval.Hand
	mine   eval.Hand
	seats  [MaxOpponents]cards.Combo
}

func (d *deck) newDealer() *dealer {
	l := &dealer{deck: d, stock: make([]cards.Card, len(d.cards))}
	l.random = rand.New(&l.source)
	l.board = eval.HandOf(cards.SetOf(d.Board...))
	l.mine = eval.HandOf(d.Hand.Set())
	return l
}

// start begins a block: what follows depends on nothing that went before.
func (l *dealer) start(seed, block uint64) {
	l.source.Seed(seed, block)
	copy(l.stock, l.cards)
}

// play deals once and adds up what the hand wins.
func (l *dealer) play() error {
	if l.any {
		l.settle(l.dealAny())
		return nil
	}
	dealt, err := l.drawHands()
	if err != nil {
		return err
	}
	l.settle(l.runout(dealt))
	return nil
}

// dealAny deals from a shuffled stock, if every hand is as likely, and returns the board.
func (l *dealer) dealAny() eval.Hand {
	for i := range l.Opponents {
		l.seats[i] = cards.ComboOf(l.draw(2*i), l.draw(2*i+1))
	}
	board := l.board
	for i := range l.missing {
		board = board.Add(l.draw(2*l.Opponents + i))
	}
	return board
}

// draw moves a random card of stock[i:] to place i: one step of Fisher and Yates' shuffle.
func (l *dealer) draw(i int) cards.Card {
	j := i + int(l.random.Uint32N(uint32(len(l.stock)-i)))
	l.stock[i], l.stock[j] = l.stock[j], l.stock[i]
	return l.stock[i]
}

// maxRejected is after how many misfits in a row a range counts as too narrow. A range of
// which one in a thousand draws fits fails so once in 10^43 deals.
const maxRejected = 100_000

// drawHands gives every opponent a hand of the range, each alone, and starts over if two
// share a card. That leaves exactly the distribution wanted; replacing just the second of
// the two would not.
func (l *dealer) drawHands() (dealt cards.Set, err error) {
	total := l.upTo[len(l.upTo)-1]
	for range maxRejected {
		dealt = 0
		i := 0
		for ; i < l.Opponents; i++ {
			h := l.hands[search(l.upTo, l.random.Uint64N(total))]
			if h.Set()&dealt != 0 {
				break
			}
			l.seats[i] = h
			dealt |= h.Set()
		}
		if i == l.Opponents {
			return dealt, nil
		}
	}
	return 0, fmt.Errorf("%w: no %d hands of %v that share no card in %d tries", ErrNarrow, l.Opponents, l.Range, maxRejected)
}

// search returns the first i with upTo[i] > x.
func search(upTo []uint64, x uint64) int {
	low, high := 0, len(upTo)-1
	for low < high {
		if mid := (low + high) / 2; upTo[mid] > x {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// runout completes the board with cards that are not dealt.
func (l *dealer) runout(dealt cards.Set) eval.Hand {
	board := l.board
	for missing := l.missing; missing > 0; {
		c := l.cards[l.random.Uint32N(uint32(len(l.cards)))]
		if !dealt.Has(c) {
			board, dealt = board.Add(c), dealt.With(c)
			missing--
		}
	}
	return board
}

// settle compares the hands and adds up the share of the pot.
func (l *dealer) settle(board eval.Hand) {
	mine := l.rank(board.Merge(l.mine))
	sharers := uint64(1)
	l.Deals++
	for _, h := range l.seats[:l.Opponents] {
		theirs := l.rank(board.Merge(eval.HandOfCombo(h)))
		if theirs > mine {
			return
		}
		if theirs == mine {
			sharers++
		}
	}
	if sharers == 1 {
		l.Wins++
	} else {
		l.Ties++
	}
	share := potUnits / sharers
	l.shares += share
	l.squares += share * share
}

func (l *dealer) rank(h eval.Hand) eval.Strength {
	s := h.Strength()
	if l.ranking != nil {
		s = l.ranking[s]
	}
	return s
}
