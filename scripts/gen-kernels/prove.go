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

// estimate writes the sums of weights over the columns of eight patterns at a time, how far they are outside of
// intervals, and whether by more than a tolerance, and times their size by more than a score.
func estimate() {
	begin("estimateAVX2", "fills sums, distance, outside and high. The number of patterns is a multiple of eight.",
		"func(word *uint32, patterns, words int, subsets *int32, unit, tolerance, least float64, "+
			"below, above, size *float64, sums *int32, distance *float64, outside, high *uint64)")
	word := param("word")
	subsets, sums := param("subsets"), param("sums")
	below, above, distance, outside := param("below"), param("above"), param("distance"), param("outside")
	size, high := param("size"), param("high")
	unit, tolerance, least := YMM(), YMM(), YMM()
	VBROADCASTSD(number("unit"), unit)
	VBROADCASTSD(number("tolerance"), tolerance)
	VBROADCASTSD(number("least"), least)
	stride := GP64()
	MOVQ(number("patterns"), stride)
	IMUL3Q(U32(patternLen), stride, stride)
	at, table, left := GP64(), GP64(), GP64()
	sum, bits, part := YMM(), YMM(), YMM()

	Label("patterns")
	VPXOR(sum, sum, sum)
	MOVQ(word, at)
	MOVQ(subsets, table)
	MOVQ(number("words"), left)
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

	// In halves of four doubles.
	upper := XMM()
	VEXTRACTI128(U8(1), sum, upper)
	var over, score [2]reg.VecVirtual
	for i, half := range []reg.Register{sum.AsX(), upper} {
		s, under := YMM(), YMM()
		over[i], score[i] = YMM(), s
		VCVTDQ2PD(half, s)
		VMULPD(unit, s, s)
		VSUBPD(Mem{Base: above, Disp: i * vector}, s, over[i])
		VMOVUPD(Mem{Base: below, Disp: i * vector}, under)
		VSUBPD(s, under, under)
		VMAXPD(under, over[i], over[i])
		VMOVUPD(over[i], Mem{Base: distance, Disp: i * vector})
		VMULPD(Mem{Base: size, Disp: i * vector}, over[i], s)
	}
	bitsAbove(tolerance, over, outside)
	bitsAbove(least, score, high)
	for _, of64 := range []reg.Register{below, above, size, distance} {
		ADDQ(U8(2*vector), of64)
	}
	ADDQ(U8(vector), sums)
	ADDQ(U8(vector), word)
	SUBQ(U8(vector/patternLen), number("patterns"))
	JNZ(LabelRef("patterns"))
	end()
}

// bitsAbove writes which of eight doubles are above a limit, and moves on to the next byte.
func bitsAbove(limit reg.VecVirtual, of [2]reg.VecVirtual, to reg.Register) {
	masks := [2]reg.GPVirtual{GP32(), GP32()}
	for i, v := range of {
		VCMPPD(U8(greater), limit, v, v)
		VMOVMSKPD(v, masks[i])
	}
	SHLL(U8(4), masks[1])
	ORL(masks[1], masks[0])
	MOVB(masks[0].As8(), Mem{Base: to})
	INCQ(to)
}

// subtract writes the step of an elimination: it takes multiples of one column from others.
func subtract() {
	begin("subtractAVX2", "takes r[b] times a column from column b, for each b of a list. Columns are vectors times "+
		"four numbers long.", "func(columns *float64, vectors int, list *int32, count int, r, column *float64)")
	columns, vectors, list, count := param("columns"), param("vectors"), param("list"), param("count")
	r, column := param("r"), param("column")
	length := GP64()
	MOVQ(vectors, length)
	SHLQ(U8(5), length) // in bytes
	zero, factor := XMM(), YMM()
	VXORPD(zero, zero, zero)
	Label("next")
	TESTQ(count, count)
	JZ(LabelRef("done"))
	b, at, i := GP64(), GP64(), GP64()
	MOVLQSX(Mem{Base: list}, b)
	ADDQ(U8(4), list)
	DECQ(count)
	VBROADCASTSD(Mem{Base: r, Index: b, Scale: 8}, factor)
	VUCOMISD(zero, factor.AsX())
	JE(LabelRef("next"))
	MOVQ(b, at)
	IMULQ(length, at)
	ADDQ(columns, at)
	XORQ(i, i)
	Label("vector")
	product, to := YMM(), YMM()
	VMULPD(Mem{Base: column, Index: i, Scale: 1}, factor, product)
	VMOVUPD(Mem{Base: at, Index: i, Scale: 1}, to)
	VSUBPD(product, to, to)
	VMOVUPD(to, Mem{Base: at, Index: i, Scale: 1})
	ADDQ(U8(vector), i)
	CMPQ(i, length)
	JNE(LabelRef("vector"))
	JMP(LabelRef("next"))
	Label("done")
	end()
}
