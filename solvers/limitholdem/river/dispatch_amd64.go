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

var (
	avx2 = assembly("avx2", Lanes/2, instructions{
		valueAVX2, playAVX2, learnAVX2, learnLaterAVX2,
		matchAVX2, updateRegretsAVX2, shareAVX2, averageAVX2, carryAVX2, respondAVX2,
	})
	avx512 = assembly("avx512", Lanes, instructions{
		valueAVX512, playAVX512, learnAVX512, learnLaterAVX512,
		matchAVX512, updateRegretsAVX512, shareAVX512, averageAVX512, carryAVX512, respondAVX512,
	})
)

type instructions struct {
	value func(sorted, groups *uint16, numGroups int, holders *uint8, classes *uint16, numClasses int, members *uint8,
		numParts int, reach, theirs, stakes, scratch *float32, sum *float64, weight float32, opponentFirst bool)
	play func(sorted, groups *uint16, numGroups int, holders *uint8, classes *uint16, numClasses int, members *uint8,
		numParts int, reach, theirs, stakes, scratch *float32, sum *float64, weight float32, opponentFirst bool,
		ours *float32)
	learn func(dealt *uint16, live int, sorted, groups *uint16, numGroups int,
		reach, shares, scratch, payoffs, plans, gains, values *float32, opponentFirst bool)
	learnLater func(dealt *uint16, n, live int, later,
		reach, shares, scratch, payoffs, plans, gains, values *float32, opponentFirst bool)
	match         func(updates *uint32, n int, regrets, plans *float32)
	updateRegrets func(updates *uint32, n int, floor float32, plans, gains, regrets *float32)
	share         func(updates *uint32, n int, opponentFirst bool, plans, shares *float32)
	average       func(updates *uint32, n int, weight float32, opponentFirst bool, plans, masses, sums *float32)
	carry         func(before, entries *uint16, n int, reach, shares, to, masses *float32)
	respond       func(updates *uint32, n int, opponentFirst bool, gains, plans, values *float32)
}

func assembly(name string, width int, f instructions) *Kernel[float32] {
	return &Kernel[float32]{
		name:  name,
		width: width,
		add: func(board *Board, b *Block[float32], s *Scratch[float32]) {
			hands, groups, classes := &board.sorted[0].Combo, &board.groups[0].hands, &board.classes[0].bucket
			holders, members, scratch := &board.holders[0], &board.members[0], &s.river.running.all[0][0]
			for l := 0; l < Lanes; l += width {
				reach, theirs, stakes, sum := &b.Reach[0][l], b.Theirs.from(l), &b.Stakes[0][l], &b.Sum[0][l]
				if b.Ours == nil {
					f.value(hands, groups, board.numGroups, holders, classes, board.numClasses, members, board.numParts,
						reach, theirs, stakes, scratch, sum, b.Weight, b.OpponentFirst)
				} else {
					f.play(hands, groups, board.numGroups, holders, classes, board.numClasses, members, board.numParts,
						reach, theirs, stakes, scratch, sum, b.Weight, b.OpponentFirst, b.Ours.from(l))
				}
			}
		},
		learn: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
			for l := 0; l < Lanes; l += width {
				if s.final = (totals[float32]{}); width == Lanes { // with half of the lanes, both fit into final
					s.running = totals[float32]{}
				}
				f.learn(&board.dealt[0].Combo, board.cards,
					&board.sorted[0].Combo, &board.groups[0].hands, board.numGroups,
					&b.Reach[0][l], &b.Shares[0][0][l], &s.final.all[0][0], &b.Payoffs.Win[0][l],
					&b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst)
			}
		},
		learnLater: func(board *Board, b *Lesson[float32], s *Scratch[float32]) {
			hands := board.Hands()
			for l := 0; l < Lanes; l += width {
				s.final = totals[float32]{}
				f.learnLater(&hands[0].Combo, len(hands), board.cards, &b.Later[0][0][l],
					&b.Reach[0][l], &b.Shares[0][0][l], &s.final.all[0][0], &b.Payoffs.Win[0][l],
					&b.Plans[0][0][l], &b.Gains[0][0][l], &b.Values[0][l], b.OpponentFirst)
			}
		},
		Match: func(u []Update[float32], regrets, plans []Plan[float32]) {
			for l := 0; l < Lanes; l += width {
				f.match(&u[0].Bucket, len(u), &regrets[0][0][l], &plans[0][0][l])
			}
		},
		UpdateRegrets: func(u []Update[float32], floor float32, plans, gains, regrets []Plan[float32]) {
			for l := 0; l < Lanes; l += width {
				f.updateRegrets(&u[0].Bucket, len(u), floor, &plans[0][0][l], &gains[0][0][l], &regrets[0][0][l])
			}
		},
		Share: func(u []Update[float32], opponentFirst bool, plans []Plan[float32], shares []Shares[float32]) {
			for l := 0; l < Lanes; l += width {
				f.share(&u[0].Bucket, len(u), opponentFirst, &plans[0][0][l], &shares[0][0][l])
			}
		},
		Average: func(u []Update[float32], weight float32, opponentFirst bool,
			plans []Plan[float32], masses []Vector[float32], sums []Plan[float32],
		) {
			for l := 0; l < Lanes; l += width {
				f.average(&u[0].Bucket, len(u), weight, opponentFirst, &plans[0][0][l], &masses[0][l], &sums[0][0][l])
			}
		},
		Carry: func(before, hands []Entry, i int, reach *[cards.NumCombos]Vector[float32],
			shares []Shares[float32], to *[cards.NumCombos]Vector[float32], masses []Vector[float32],
		) {
			for l := 0; l < Lanes; l += width {
				f.carry(&before[0].Combo, &hands[0].Combo, len(hands),
					&reach[0][l], &shares[0][i][l], &to[0][l], &masses[0][l])
			}
		},
		Respond: func(u []Update[float32], opponentFirst bool,
			gains, plans []Plan[float32], values *[cards.NumCombos]Vector[float32],
		) {
			for l := 0; l < Lanes; l += width {
				f.respond(&u[0].Bucket, len(u), opponentFirst, &gains[0][0][l], &plans[0][0][l], &values[0][l])
			}
		},
	}
}
