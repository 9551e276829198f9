package extensive

import (
	"feltlab/model/cards"
	"feltlab/model/game"
)

// hashed is a policy made of noise: its probabilities depend on the history and on what hand and board look like, and
// are 0 now and then. If it is symmetric, they look the same whatever the names of suits are.
type hashed struct {
	g         game.Game
	seed      uint64
	symmetric bool
}

func (p hashed) Vector(s game.State, out [][]float64) error {
	state := mix(p.seed)
	for _, c := range []byte(s.History) {
		state = mix(state ^ uint64(c))
	}
	state ^= p.lookOfBoard(s.Board.Set())
	for h := range out[0] {
		x := mix(state ^ p.lookOfHand(s.Board.Set(), h))
		sum := 0.0
		for i := range out {
			x = mix(x)
			out[i][h] = noise(x)
			sum += out[i][h]
		}
		for i := range out {
			out[i][h] /= sum
		}
	}
	return nil
}

// noise is nearly never, or often, or between.
func noise(x uint64) float64 {
	if x%5 == 0 {
		return 1e-9
	}
	return float64(x>>11) / (1 << 53)
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (p hashed) lookOfBoard(board cards.Set) (look uint64) {
	for ; board != 0; board &= board - 1 {
		c := board.Min()
		if p.symmetric {
			look += mix(uint64(c.Rank()))
		} else {
			look += mix(uint64(c))
		}
	}
	return look
}

// lookOfHand is made of ranks and of how many cards share a suit with each hole card.
func (p hashed) lookOfHand(board cards.Set, h int) (look uint64) {
	if !p.symmetric || p.g.Hands().Layout == game.Dense {
		return mix(uint64(h))
	}
	hole := p.g.Hands().Cards[h]
	for rest := hole; rest != 0; rest &= rest - 1 {
		c := rest.Min()
		const clubs cards.Set = 0x1111111111111
		suited := ((board | hole) & (clubs << c.Suit())).Len()
		look += mix(uint64(c.Rank())<<8 | uint64(suited))
	}
	return look
}
