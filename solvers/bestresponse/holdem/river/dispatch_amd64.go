package river

import "golang.org/x/sys/cpu"

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
			totalAVX2(&board.dealt[0].Combo, &b.Reach[0][l], &b.Shares[0][0][l], &t.all[0][l])
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
}

var avx512 = &Kernel[float32]{
	name: "avx512",
	total: func(board *Board, b *Block[float32], t *totals[float32]) {
		totalAVX512(&board.dealt[0].Combo, &b.Reach[0][0], &b.Shares[0][0][0], &t.all[0][0])
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
}
