package river

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"feltlab/internal/must"
	"feltlab/model/cards"
)

// lesson is a random block to learn from, on the river or before it, with what kernels of all kinds work on.
type lesson[R Real] struct {
	Lesson[R]
	board, before   Board
	updates         []Update[R]
	regrets, sums   []Plan[R]
	theirs, carried []Vector[R]
	reached         [cards.NumCombos]Vector[R]
}

func fill[R Real](v *Vector[R], next func() float64) {
	for l := range v {
		v[l] = R(float32(next())) // the same in both precisions
	}
}

func randomLesson[R Real](t testing.TB, text string, rng *rand.Rand, first, onRiver bool) *lesson[R] {
	s := new(lesson[R])
	s.board.Set(parse(t, text))
	b := random(Portable[R](), &s.board, rng, first, false)
	s.before = s.board
	s.Reach, s.Shares, s.OpponentFirst = b.Reach, b.theirs, first
	s.Values = new([cards.NumCombos]Vector[R])
	share := func() float64 { return max(0, rng.Float64()-0.2) }
	for _, stakes := range []*Stakes[R]{&s.Payoffs.Win, &s.Payoffs.Lose, &s.Payoffs.Show, &s.Payoffs.Drift} {
		for k := range stakes {
			fill(&stakes[k], func() float64 { return 1 + rng.Float64() })
		}
	}
	if !onRiver {
		s.Later = new([Sequences][cards.NumCombos]Vector[R])
		for i := range s.Later {
			for h := range s.Later[i] {
				fill(&s.Later[i][h], func() float64 { return 100 * (rng.Float64() - 0.5) })
			}
		}
	}
	plans := func(next func() float64) []Plan[R] {
		out := make([]Plan[R], buckets)
		for k := range out {
			for e := range out[k] {
				fill(&out[k][e], next)
			}
		}
		return out
	}
	s.Plans, s.Gains = plans(share), plans(func() float64 { return 0 })
	s.regrets, s.sums = plans(func() float64 { return rng.Float64() - 0.7 }), plans(rng.Float64)
	s.theirs, s.carried = make([]Vector[R], buckets), make([]Vector[R], buckets)
	for k := range s.theirs {
		fill(&s.theirs[k], rng.Float64)
		if k%3 > 0 {
			s.updates = append(s.updates, Update[R]{uint32(k), R(float32(rng.Float64())), R(float32(rng.Float64()))})
		}
	}
	return s
}

// block is what there is to be added, for the stakes of a showdown.
func (s *lesson[R]) block() *block[R] {
	b := &block[R]{theirs: s.Shares}
	b.Stakes, b.Weight, b.OpponentFirst = s.Payoffs.Show, 1, s.OpponentFirst
	b.Reach, b.Sum = s.Reach, new([cards.NumCombos]Vector[float64])
	return b
}

// Values are those of play, which are held against every pair of hands elsewhere; and since all
// values are linear in each number of a plan, gains are what they change by.
func TestLearn(t *testing.T) {
	const seed = 21
	k := Portable[float64]()
	scratch := new(Scratch[float64])
	for variant := range 4 {
		first, onRiver := variant&1 == 1, variant&2 == 2
		rng := rand.New(rand.NewPCG(seed, 0))
		s := randomLesson[float64](t, boards[variant], rng, first, onRiver)
		if onRiver {
			s.Payoffs.Win, s.Payoffs.Lose, s.Payoffs.Drift = s.Payoffs.Show, s.Payoffs.Show, Stakes[float64]{}
		}
		for b := range s.Plans {
			normalise(&s.Plans[b])
		}
		k.Learn(&s.board, &s.Lesson, scratch)
		if onRiver {
			all := make([]Update[float64], buckets)
			for b := range all {
				all[b].Bucket = uint32(b)
			}
			block := s.block()
			shares := make([]Shares[float64], buckets)
			k.Share(all, !first, s.Plans, shares)
			for _, x := range shares {
				swapped := x
				copy(swapped[1:5], x[5:])
				copy(swapped[5:], x[1:5])
				block.ours = append(block.ours, swapped)
			}
			block.ends(k)
			k.Add(&s.board, &block.Block, scratch)
			for h, v := range block.Sum {
				for l := range v {
					must.Near(t, v[l], s.Values[h][l], 1e-9, first)
				}
			}
		}
		total := func() (sum [Lanes]float64) {
			for _, e := range s.board.sorted {
				for l := range sum {
					sum[l] += s.Values[e.Combo][l]
				}
			}
			return sum
		}
		gains, before := append([]Plan[float64](nil), s.Gains...), total()
		for range 20 {
			b, e := rng.IntN(buckets), rng.IntN(Entries)
			kept := s.Plans[b]
			for l := range Lanes {
				s.Plans[b][e][l]++
			}
			k.Learn(&s.board, &s.Lesson, scratch)
			after := total()
			for l := range Lanes {
				want := after[l] - before[l]
				must.Near(t, gains[b][e][l]*arrival(&kept, e, l, first), want, 1e-6, first, onRiver, e)
			}
			s.Plans[b] = kept
		}
	}
}

func normalise(p *Plan[float64]) {
	for l := range Lanes {
		for _, d := range places {
			sum := 0.0
			for a := d.first; a < d.first+d.actions; a++ {
				p[a][l] += 0.01
				sum += p[a][l]
			}
			for a := d.first; a < d.first+d.actions; a++ {
				p[a][l] /= sum
			}
		}
	}
}

// arrival is the probability with which we play to an entry's decision.
func arrival(p *Plan[float64], entry, l int, opponentFirst bool) float64 {
	at1 := p[Open][l]
	if opponentFirst {
		at1 = 1
	}
	switch {
	case entry < facing1:
		return 1
	case entry < facing3:
		return at1
	case entry < facing2:
		return at1 * p[facing1+2][l]
	case entry < facing4:
		return p[Open+1][l]
	}
	return p[Open+1][l] * p[facing2+2][l]
}

// All kernels compute the same bits, of all that is learnt.
func TestLearnersAgree(t *testing.T) {
	const seed = 22
	for _, text := range boards {
		for variant := range 4 {
			first, onRiver := variant&1 == 1, variant&2 == 2
			var want *lesson[float32]
			for _, k := range Kernels() {
				s := randomLesson[float32](t, text, rand.New(rand.NewPCG(seed, 0)), first, onRiver)
				k.Match(s.updates, s.regrets, s.Plans)
				k.Learn(&s.board, &s.Lesson, new(Scratch[float32]))
				k.Average(s.updates, 3, first, s.Plans, s.theirs, s.sums)
				k.Carry(s.before.Hands(), s.board.Hands(), 4, s.Reach, s.Shares, &s.reached, s.carried)
				k.Share(s.updates, first, s.Plans, s.Shares)
				k.Respond(s.updates[:len(s.updates)/2], first, s.Gains, s.sums, s.Values)
				k.UpdateRegrets(s.updates, -0.5, s.Plans, s.Gains, s.regrets)
				if want == nil {
					want = s
				} else if !reflect.DeepEqual(s, want) {
					t.Errorf("%v on %s, opponent first %v, river %v, differs", k, text, first, onRiver)
				}
			}
		}
	}
}

// A best response found by Respond wins what Add says that a best response wins, and to play it is worth that.
func TestRespond(t *testing.T) {
	const seed = 23
	k := Portable[float64]()
	scratch := new(Scratch[float64])
	for _, first := range []bool{false, true} {
		s := randomLesson[float64](t, boards[5], rand.New(rand.NewPCG(seed, 0)), first, true)
		s.Payoffs.Win, s.Payoffs.Lose, s.Payoffs.Drift = s.Payoffs.Show, s.Payoffs.Show, Stakes[float64]{}
		s.Plans, s.Gains = make([]Plan[float64], cards.NumCombos), make([]Plan[float64], cards.NumCombos)
		of := new([cards.NumCombos]int32)
		var all []Update[float64]
		for h := range of {
			of[h] = int32(h)
			all = append(all, Update[float64]{Bucket: uint32(h)})
		}
		s.board.SetOwn(of)
		k.Learn(&s.board, &s.Lesson, scratch)
		values := new([cards.NumCombos]Vector[float64])
		k.Respond(all, first, s.Gains, s.Plans, values)
		block := s.block()
		block.ends(k)
		k.Add(&s.board, &block.Block, scratch)
		k.Learn(&s.board, &s.Lesson, scratch)
		for _, e := range s.board.sorted {
			for l, want := range block.Sum[e.Combo] {
				must.Near(t, values[e.Combo][l], want, 1e-9, first)
				must.Near(t, s.Values[e.Combo][l], want, 1e-9, first)
			}
		}
	}
}

// Regret matching and discounts, in numbers.
func TestMatchAndSettle(t *testing.T) {
	k := Portable[float64]()
	regrets, plans, gains := make([]Plan[float64], 2), make([]Plan[float64], 2), make([]Plan[float64], 2)
	regrets[1][facing1][0], regrets[1][facing1+1][0], regrets[1][facing1+2][0] = 3, 1, -8
	updates := []Update[float64]{{Bucket: 1, Positive: 0.5, Negative: 0.25}}
	k.Match(updates, regrets, plans)
	for e, want := range map[int]float64{facing1: 0.75, facing1 + 1: 0.25, facing1 + 2: 0, Open: 0.5, facing2: 1. / 3,
		facing4: 0.5} {
		must.Equal(t, plans[1][e][0], want, e)
	}
	gains[1][facing1][0] = 4 // 3 are won, 1 more by the first action
	k.UpdateRegrets(updates, math.Inf(-1), plans, gains, regrets)
	for e, want := range map[int]float64{facing1: 2.5, facing1 + 1: -2.5, facing1 + 2: -5} {
		if got := regrets[1][e][0]; got != want || gains[1][e][0] != 0 {
			t.Errorf("entry %d: regret %v, want %v", e, got, want)
		}
	}
	must.Equal(t, plans[0], (Plan[float64]{}))
	must.Equal(t, regrets[0], (Plan[float64]{}))
}

func BenchmarkLearn(b *testing.B) {
	for name, onRiver := range map[string]bool{"river": true, "before": false} {
		s := randomLesson[float32](b, "2c7cQcQd9h", rand.New(rand.NewPCG(1, 0)), false, onRiver)
		scratch := new(Scratch[float32])
		for _, k := range Kernels() {
			b.Run(k.String()+" "+name, func(b *testing.B) {
				for b.Loop() {
					k.Learn(&s.board, &s.Lesson, scratch)
				}
			})
		}
	}
}
