package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package prove: a word has ten groups of three columns, and the sums over the subsets of a
// group are one vector, from which the three bits of a lane choose.
const (
	groups     = 10
	groupBits  = 3
	vector     = 32 // bytes
	patternLen = 4
	greater    = 0x1e // ordered, quiet
)

// estimate writes the sums of weights over the columns of eight patterns at a time, and how far they are outside of
// intervals.
func estimate() {
	begin("estimateAVX2", "fills sums, distance and outside. The number of patterns is a multiple of eight.",
		"func(word *uint32, patterns, words int, subsets *int32, unit, tolerance float64, "+
			"below, above *float64, sums *int32, distance *float64, outside *uint64)")
	word, patterns, words := param("word"), param("patterns"), param("words")
	subsets, sums := param("subsets"), param("sums")
	below, above, distance, outside := param("below"), param("above"), param("distance"), param("outside")
	unit, tolerance := YMM(), YMM()
	VBROADCASTSD(number("unit"), unit)
	VBROADCASTSD(number("tolerance"), tolerance)
	stride := GP64()
	MOVQ(patterns, stride)
	IMUL3Q(U32(patternLen), stride, stride)
	at, table, left := GP64(), GP64(), GP64()
	sum, bits, part := YMM(), YMM(), YMM()

	Label("patterns")
	VPXOR(sum, sum, sum)
	MOVQ(word, at)
	MOVQ(subsets, table)
	MOVQ(words, left)
	Label("word")
	VMOVDQU(Mem{Base: at}, bits)
	for g := range groups {
		// Of each lane's index only the lowest three bits count.
		VPERMD(Mem{Base: table, Disp: g * vector}, bits, part)
		VPADDD(part, sum, sum)
		if g < groups-1 {
			VPSRLD(U8(groupBits), bits, bits)
		}
	}
	ADDQ(stride, at)
	ADDQ(U32(groups*vector), table)
	DECQ(left)
	JNZ(LabelRef("word"))
	VMOVDQU(sum, Mem{Base: sums})

	// In halves of four doubles: how far the sums are outside, and by more than the tolerance or not.
	upper := XMM()
	VEXTRACTI128(U8(1), sum, upper)
	var masks [2]reg.GPVirtual
	for i, half := range []reg.Register{sum.AsX(), upper} {
		s, over, under := YMM(), YMM(), YMM()
		VCVTDQ2PD(half, s)
		VMULPD(unit, s, s)
		VSUBPD(Mem{Base: above, Disp: i * vector}, s, over)
		VMOVUPD(Mem{Base: below, Disp: i * vector}, under)
		VSUBPD(s, under, under)
		VMAXPD(under, over, over)
		VMOVUPD(over, Mem{Base: distance, Disp: i * vector})
		VCMPPD(U8(greater), tolerance, over, over)
		masks[i] = GP32()
		VMOVMSKPD(over, masks[i])
	}
	SHLL(U8(4), masks[1])
	ORL(masks[1], masks[0])
	MOVB(masks[0].As8(), Mem{Base: outside})
	INCQ(outside)
	for _, of64 := range []reg.Register{below, above, distance} {
		ADDQ(U8(2*vector), of64)
	}
	ADDQ(U8(vector), sums)
	ADDQ(U8(vector), word)
	SUBQ(U8(vector/patternLen), patterns)
	JNZ(LabelRef("patterns"))
	end()
}
