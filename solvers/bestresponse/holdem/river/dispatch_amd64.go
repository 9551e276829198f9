package river

import (
	"golang.org/x/sys/cpu"

	"feltlab/model/cards"
)

// Kernels returns the float32 kernels that this machine runs, the slowest first.
func Kernels() []*Kernel[float32] {
	kernels := []*Kernel[float32]{Portable[float32]()}
	if cpu.X86.HasAVX2 {
		kernels = append(kernels, avx2)
	}
	if cpu.X86.HasAVX512F {
		kernels = append(kernels, avx512)
	}
	return kernels
}

// half of the lanes is what a vector of AVX2 holds.
const half = Lanes / 2

var avx2 = &Kernel[float32]{
	name: "avx2",
	total: func(board *Board, b *Block[float32], t *totals[float32]) {
		for l := 0; l < Lanes; l += half {
			totalAVX2(&board.dealt[0].Combo, board.cards, &b.Reach[0][l], &b.Shares[0][0][l], &t.all[0][l])
		}
	},
	accumulate: func(hands []Entry, b *Block[float32], t *totals[float32], edge *Shares[float32]) {
		for l := 0; l < Lanes; l += half {
			accumulateAVX2(&hands[0].Combo, len(hands), &b.Reach[0][l], &b.Shares[0][0][l], &t.all[0][l], &edge[0][l])
		}
	},
	remember: func(hands []Entry, s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			rememberAVX2(&hands[0].Combo, len(hands), &s.running.holding[0][0][l], &s.before[0][0][l])
		}
	},
	value: func(hands []Entry, b *Block[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			valueAVX2(&hands[0].Combo, len(hands), &b.Reach[0][l], &b.Shares[0][0][l], &b.Stakes[0][l], &s.final.all[0][l], &b.Sum[0][l], b.OpponentFirst)
		}
	},
	play: func(hands []Entry, b *Block[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			playAVX2(&hands[0].Combo, len(hands), &b.Reach[0][l], &b.Shares[0][0][l], &b.Stakes[0][l], &s.final.all[0][l], &b.Sum[0][l], b.OpponentFirst, &b.Ours[0][0][l])
		}
	},
	learn: func(hands []Entry, b *Lesson[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			learnAVX2(&hands[0].Combo, len(hands), &b.Reach[0][l], &b.Shares[0][0][l], &b.Payoffs.Win[0][l], &s.final.all[0][l], &b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst, nil)
		}
	},
	learnLater: func(hands []Entry, b *Lesson[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			learnLaterAVX2(&hands[0].Combo, len(hands), &b.Reach[0][l], &b.Shares[0][0][l], &b.Payoffs.Win[0][l], &s.final.all[0][l], &b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst, &b.Later[0][0][l])
		}
	},
	match: func(updates []Update[float32], regrets, plans []Plan[float32]) {
		for l := 0; l < Lanes; l += half {
			matchAVX2(&updates[0].Bucket, len(updates), &regrets[0][0][l], &plans[0][0][l])
		}
	},
	settle: func(updates []Update[float32], floor float32, plans, gains, regrets []Plan[float32]) {
		for l := 0; l < Lanes; l += half {
			settleAVX2(&updates[0].Bucket, len(updates), floor, &plans[0][0][l], &gains[0][0][l], &regrets[0][0][l])
		}
	},
	share: func(updates []Update[float32], opponentFirst bool, plans []Plan[float32], shares []Shares[float32]) {
		for l := 0; l < Lanes; l += half {
			shareAVX2(&updates[0].Bucket, len(updates), opponentFirst, &plans[0][0][l], &shares[0][0][l])
		}
	},
	average: func(updates []Update[float32], weight float32, opponentFirst bool, plans []Plan[float32], masses []Vector[float32], sums []Plan[float32]) {
		for l := 0; l < Lanes; l += half {
			averageAVX2(&updates[0].Bucket, len(updates), weight, opponentFirst, &plans[0][0][l], &masses[0][l], &sums[0][0][l])
		}
	},
	carry: func(before, hands []Entry, i int, reach *[cards.NumCombos]Vector[float32], shares []Shares[float32], to *[cards.NumCombos]Vector[float32], masses []Vector[float32]) {
		for l := 0; l < Lanes; l += half {
			carryAVX2(&before[0].Combo, &hands[0].Combo, len(hands), &reach[0][l], &shares[0][i][l], &to[0][l], &masses[0][l])
		}
	},
	respond: func(updates []Update[float32], opponentFirst bool, gains, plans []Plan[float32], values *[cards.NumCombos]Vector[float32]) {
		for l := 0; l < Lanes; l += half {
			respondAVX2(&updates[0].Bucket, len(updates), opponentFirst, &gains[0][0][l], &plans[0][0][l], &values[0][l])
		}
	},
}

var avx512 = &Kernel[float32]{
	name: "avx512",
	total: func(board *Board, b *Block[float32], t *totals[float32]) {
		totalAVX512(&board.dealt[0].Combo, board.cards, &b.Reach[0][0], &b.Shares[0][0][0], &t.all[0][0])
	},
	accumulate: func(hands []Entry, b *Block[float32], t *totals[float32], edge *Shares[float32]) {
		accumulateAVX512(&hands[0].Combo, len(hands), &b.Reach[0][0], &b.Shares[0][0][0], &t.all[0][0], &edge[0][0])
	},
	remember: func(hands []Entry, s *Scratch[float32]) {
		rememberAVX512(&hands[0].Combo, len(hands), &s.running.holding[0][0][0], &s.before[0][0][0])
	},
	value: func(hands []Entry, b *Block[float32], s *Scratch[float32]) {
		valueAVX512(&hands[0].Combo, len(hands), &b.Reach[0][0], &b.Shares[0][0][0], &b.Stakes[0][0], &s.final.all[0][0], &b.Sum[0][0], b.OpponentFirst)
	},
	play: func(hands []Entry, b *Block[float32], s *Scratch[float32]) {
		playAVX512(&hands[0].Combo, len(hands), &b.Reach[0][0], &b.Shares[0][0][0], &b.Stakes[0][0], &s.final.all[0][0], &b.Sum[0][0], b.OpponentFirst, &b.Ours[0][0][0])
	},
	learn: func(hands []Entry, b *Lesson[float32], s *Scratch[float32]) {
		learnAVX512(&hands[0].Combo, len(hands), &b.Reach[0][0], &b.Shares[0][0][0], &b.Payoffs.Win[0][0], &s.final.all[0][0], &b.Plans[0][0][0], &b.Gains[0][0][0], &b.Values[0][0], b.OpponentFirst, nil)
	},
	learnLater: func(hands []Entry, b *Lesson[float32], s *Scratch[float32]) {
		learnLaterAVX512(&hands[0].Combo, len(hands), &b.Reach[0][0], &b.Shares[0][0][0], &b.Payoffs.Win[0][0], &s.final.all[0][0], &b.Plans[0][0][0], &b.Gains[0][0][0], &b.Values[0][0], b.OpponentFirst, &b.Later[0][0][0])
	},
	match: func(updates []Update[float32], regrets, plans []Plan[float32]) {
		matchAVX512(&updates[0].Bucket, len(updates), &regrets[0][0][0], &plans[0][0][0])
	},
	settle: func(updates []Update[float32], floor float32, plans, gains, regrets []Plan[float32]) {
		settleAVX512(&updates[0].Bucket, len(updates), floor, &plans[0][0][0], &gains[0][0][0], &regrets[0][0][0])
	},
	share: func(updates []Update[float32], opponentFirst bool, plans []Plan[float32], shares []Shares[float32]) {
		shareAVX512(&updates[0].Bucket, len(updates), opponentFirst, &plans[0][0][0], &shares[0][0][0])
	},
	average: func(updates []Update[float32], weight float32, opponentFirst bool, plans []Plan[float32], masses []Vector[float32], sums []Plan[float32]) {
		averageAVX512(&updates[0].Bucket, len(updates), weight, opponentFirst, &plans[0][0][0], &masses[0][0], &sums[0][0][0])
	},
	carry: func(before, hands []Entry, i int, reach *[cards.NumCombos]Vector[float32], shares []Shares[float32], to *[cards.NumCombos]Vector[float32], masses []Vector[float32]) {
		carryAVX512(&before[0].Combo, &hands[0].Combo, len(hands), &reach[0][0], &shares[0][i][0], &to[0][0], &masses[0][0])
	},
	respond: func(updates []Update[float32], opponentFirst bool, gains, plans []Plan[float32], values *[cards.NumCombos]Vector[float32]) {
		respondAVX512(&updates[0].Bucket, len(updates), opponentFirst, &gains[0][0][0], &plans[0][0][0], &values[0][0])
	},
}
