package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package postflop, in bytes: a hand in one word and a group of hands that tie. A row has eight ends.
const (
	heldHigh, heldLow, heldHand, heldStride       = 0, 1, 2, 4
	groupMine, groupWeaker, groupTied, tiesStride = 0, 2, 4, 6

	rowShift = 5
	rowSize  = 1 << rowShift
)

// indexed is the row that a field of a hand counts to.
func indexed(rows, hand reg.Register, field int) Mem {
	i := GP64()
	if field == heldHand {
		MOVWQZX(Mem{Base: hand, Disp: field}, i)
	} else {
		MOVBQZX(Mem{Base: hand, Disp: field}, i)
	}
	SHLQ(U8(rowShift), i)
	return Mem{Base: rows, Index: i, Scale: 1}
}

// transpose turns eight vectors of eight numbers into as many by place.
func transpose(x []reg.VecVirtual) []reg.VecVirtual {
	var pairs, fours, out [eightEnds]reg.VecVirtual
	for i := 0; i < eightEnds; i += 2 {
		pairs[i], pairs[i+1] = avx2.into(VUNPCKLPS, x[i+1], x[i]), avx2.into(VUNPCKHPS, x[i+1], x[i])
	}
	for i := 0; i < eightEnds; i += 4 {
		for k := range 2 {
			fours[i+2*k] = avx2.into(VSHUFPS, U8(0x44), pairs[i+2+k], pairs[i+k])
			fours[i+2*k+1] = avx2.into(VSHUFPS, U8(0xee), pairs[i+2+k], pairs[i+k])
		}
	}
	for i := range eightEnds / 2 {
		out[i], out[i+4] = YMM(), YMM()
		VPERM2F128(U8(0x20), fours[i+4], fours[i], out[i])
		VPERM2F128(U8(0x31), fours[i+4], fours[i], out[i+4])
	}
	return out[:]
}

const eightEnds = 8

// rows writes the ways of vectors by end into rows by hand, and back.
func rows() {
	way := func(name, doc, signature string, into bool) {
		begin(name, doc+" n is a multiple of eight above 0.", signature)
		rows, list, n := param("rows"), param("vectors"), param("n")
		var vectors [eightEnds]reg.Register
		for i := range vectors {
			vectors[i] = GP64()
			MOVQ(Mem{Base: list, Disp: 8 * i}, vectors[i])
		}
		eachEight(n, func(at reg.Register) {
			var from, to [eightEnds]Mem
			for i := range eightEnds {
				from[i], to[i] = element(vectors[i], at), Mem{Base: rows, Disp: rowSize * i}
				if !into {
					from[i], to[i] = to[i], from[i]
				}
			}
			var x []reg.VecVirtual
			for _, m := range from {
				x = append(x, avx2.into(VMOVUPS, m))
			}
			for i, y := range transpose(x) {
				VMOVUPS(y, to[i])
			}
			ADDQ(U32(rowSize*eightEnds), rows)
		})
	}
	way("intoRowsAVX2", "fills rows from vectors.", "func(rows *float32, vectors *[8]*float32, n int)", true)
	way("fromRowsAVX2", "fills vectors from rows.", "func(vectors *[8]*float32, rows *float32, n int)", false)
}

// totals writes layout.totals: all in a vector, those by card in memory.
func reachTotals(factor reg.VecVirtual) (all reg.VecVirtual) {
	hands, n, reach, holding := param("theirs"), param("n"), param("reach"), param("holding")
	all = avx2.zero(avx2.vector())
	at := GP64()
	XORQ(at, at)
	Label("clear")
	VMOVUPS(all, Mem{Base: holding, Index: at, Scale: 1})
	ADDQ(U8(rowSize), at)
	CMPQ(at, U32(cards*rowSize))
	JNE(LabelRef("clear"))

	high, next, sum := GP64(), GP64(), avx2.vector()
	Label("high")
	MOVBQZX(Mem{Base: hands, Disp: heldHigh}, high)
	avx2.zero(sum)
	Label("reach")
	r := avx2.into(VMOVUPS, Mem{Base: reach})
	if factor != nil {
		VMULPS(factor, r, r)
	}
	VADDPS(r, sum, sum)
	addTo(indexed(holding, hands, heldLow), r)
	ADDQ(U8(heldStride), hands)
	ADDQ(U8(rowSize), reach)
	DECQ(n)
	JZ(LabelRef("last"))
	MOVBQZX(Mem{Base: hands, Disp: heldHigh}, next)
	CMPQ(next, high)
	JEQ(LabelRef("reach"))
	Label("last")
	SHLQ(U8(rowShift), high)
	VADDPS(sum, all, all)
	addTo(Mem{Base: holding, Index: high, Scale: 1}, sum)
	TESTQ(n, n)
	JNZ(LabelRef("high"))
	return all
}

// without is a total less those that hold a card of a hand.
func without(all reg.VecVirtual, holding, hand reg.Register) reg.VecVirtual {
	x := avx2.into(VMOVUPS, indexed(holding, hand, heldLow))
	VADDPS(indexed(holding, hand, heldHigh), x, x)
	VSUBPS(x, all, x)
	return x
}

// mass writes layout.mass.
func mass() {
	begin("massAVX2", "fills in a factor times the reach of hands that share no card with one.",
		"func(theirs *uint32, n int, reach, holding *float32, mine *uint32, same *int32, m int, "+
			"values, factor *float32)")
	all := reachTotals(nil)
	reach, holding, mine, same := param("reach"), param("holding"), param("mine"), param("same")
	left, values, at := param("m"), param("values"), param("factor")
	factor := avx2.into(VMOVUPS, Mem{Base: at})
	Label("hand")
	x, i := without(all, holding, mine), GP64()
	MOVLQSX(Mem{Base: same}, i)
	SHLQ(U8(rowShift), i)
	VADDPS(Mem{Base: reach, Index: i, Scale: 1}, x, x)
	VMULPS(factor, x, x)
	VMOVUPS(x, Mem{Base: values})
	ADDQ(U8(heldStride), mine)
	ADDQ(U8(4), same)
	ADDQ(U8(rowSize), values)
	DECQ(left)
	JNZ(LabelRef("hand"))
	end()
}

// showdown writes layout.showdown.
func showdown() {
	begin("showdownAVX2", "adds what hands win at a showdown. There is a group.",
		"func(theirs *uint32, n int, reach, holding *float32, own, other *uint32, groups *uint16, m int, "+
			"values, scale *float32)")
	all := reachTotals(avx2.broadcast(avx2.constant("minusHalf", -0.5)))
	reach, holding, own, other := param("reach"), param("holding"), param("own"), param("other")
	groups, values, at := param("groups"), param("values"), param("scale")
	left := local(param("m"))
	scale, n := avx2.into(VMOVUPS, Mem{Base: at}), GP64()
	double, factor := avx2.into(VADDPS, scale, scale), avx2.vector()
	// The loops of showdown: of the other seat's hands that join the totals, and of the seat's hands.
	loop := func(name string, count int, hand reg.Register, body func()) {
		MOVWQZX(Mem{Base: groups, Disp: count}, n)
		TESTQ(n, n)
		JZ(LabelRef("no" + name))
		Label(name)
		body()
		ADDQ(U8(heldStride), hand)
		DECQ(n)
		JNZ(LabelRef(name))
		Label("no" + name)
	}
	join := func() {
		r := avx2.into(VMOVUPS, indexed(reach, other, heldHand))
		VADDPS(r, all, all)
		for _, card := range []int{heldLow, heldHigh} {
			m := indexed(holding, other, card)
			VMOVUPS(avx2.into(VADDPS, m, r), m)
		}
	}
	win := func() {
		x := without(all, holding, own)
		VMULPS(factor, x, x)
		addTo(indexed(values, own, heldHand), x)
	}
	start := GP64()
	Label("group")
	loop("weaker", groupWeaker, other, join)
	VMOVUPS(double, factor)
	CMPW(Mem{Base: groups, Disp: groupTied}, U8(0))
	JEQ(LabelRef("alone"))
	VMOVUPS(scale, factor)
	Label("alone")
	MOVQ(own, start)
	loop("before", groupMine, own, win)
	CMPW(Mem{Base: groups, Disp: groupTied}, U8(0))
	JEQ(LabelRef("done"))
	loop("tied", groupTied, other, join)
	MOVQ(start, own)
	loop("after", groupMine, own, win)
	Label("done")
	ADDQ(U8(tiesStride), groups)
	DECQ(left)
	JNZ(LabelRef("group"))
	end()
}
