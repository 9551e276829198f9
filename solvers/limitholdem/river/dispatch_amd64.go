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
	name:  "avx2",
	width: half,
	add: func(board *Board, b *Block[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			if b.Ours != nil {
				playAVX2(&board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &board.holders[0], &board.classes[0].bucket, board.numClasses, &board.members[0], board.numParts, &b.Reach[0][l], b.Theirs.from(l), &b.Stakes[0][l], &s.purse.running.all[0][0], &b.Sum[0][l], b.Weight, b.OpponentFirst, b.Ours.from(l))
			} else {
				valueAVX2(&board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &board.holders[0], &board.classes[0].bucket, board.numClasses, &board.members[0], board.numParts, &b.Reach[0][l], b.Theirs.from(l), &b.Stakes[0][l], &s.purse.running.all[0][0], &b.Sum[0][l], b.Weight, b.OpponentFirst)
			}
		}
	},
	learn: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
		for l := 0; l < Lanes; l += half {
			s.final = totals[float32]{}
			learnAVX2(&board.dealt[0].Combo, board.cards, &board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &b.Reach[0][l], &b.Shares[0][0][l], &s.final.all[0][0], &b.Payoffs.Win[0][l], &b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst)
		}
	},
	learnLater: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
		hands := board.Hands()
		for l := 0; l < Lanes; l += half {
			s.final = totals[float32]{}
			learnLaterAVX2(&hands[0].Combo, len(hands), board.cards, &b.Later[0][0][l], &b.Reach[0][l], &b.Shares[0][0][l], &s.final.all[0][0], &b.Payoffs.Win[0][l], &b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst)
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
	name:  "avx512",
	width: Lanes,
	add: func(board *Board, b *Block[float32], s *Scratch[float32]) {
		if b.Ours != nil {
			playAVX512(&board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &board.holders[0], &board.classes[0].bucket, board.numClasses, &board.members[0], board.numParts, &b.Reach[0][0], b.Theirs.from(0), &b.Stakes[0][0], &s.purse.running.all[0][0], &b.Sum[0][0], b.Weight, b.OpponentFirst, b.Ours.from(0))
		} else {
			valueAVX512(&board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &board.holders[0], &board.classes[0].bucket, board.numClasses, &board.members[0], board.numParts, &b.Reach[0][0], b.Theirs.from(0), &b.Stakes[0][0], &s.purse.running.all[0][0], &b.Sum[0][0], b.Weight, b.OpponentFirst)
		}
	},
	learn: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
		s.final, s.running = totals[float32]{}, totals[float32]{}
		learnAVX512(&board.dealt[0].Combo, board.cards, &board.sorted[0].Combo, &board.groups[0].hands, board.numGroups, &b.Reach[0][0], &b.Shares[0][0][0], &s.final.all[0][0], &b.Payoffs.Win[0][0], &b.Plans[0][0][0], &b.Gains[0][0][0], &b.Values[0][0], b.OpponentFirst)
	},
	learnLater: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
		hands := board.Hands()
		s.final = totals[float32]{}
		learnLaterAVX512(&hands[0].Combo, len(hands), board.cards, &b.Later[0][0][0], &b.Reach[0][0], &b.Shares[0][0][0], &s.final.all[0][0], &b.Payoffs.Win[0][0], &b.Plans[0][0][0], &b.Gains[0][0][0], &b.Values[0][0], b.OpponentFirst)
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
