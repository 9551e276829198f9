package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func (a isa) spread(zeros reg.VecVirtual) {
	scratch, stakes := param("scratch"), param("stakes")
	all := a.packed(scratch, nil)
	// reached fetches a row of totals, which is left times a factor, and gives its folds.
	reached := func(label string, at row, left Mem, give func(k int, x reg.VecVirtual)) {
		var f [sequences]reg.VecVirtual
		for i := range f {
			f[i] = a.vector()
			x := a.broadcast(left)
			VMULPS(at.at(0, i), x, x)
			VMOVUPS(at.at(0, i), f[i])
			VMOVUPS(x, at.at(0, i))
			VMULPS(lanes(stakes, nil).at(levels, levelOf(i)), f[i], f[i]) // what has been multiplied
		}
		pays := func(k, level int, x reg.VecVirtual) {
			VMULPS(lanes(stakes, nil).at(0, level), x, x)
			give(k, x)
		}
		costs := func(k, level int, x reg.VecVirtual) {
			y := a.into(VMULPS, lanes(stakes, nil).at(0, level), x)
			VSUBPS(y, zeros, y)
			give(k, y)
		}
		less := a.less
		costs(0, 0, f[1])
		pays(1, 1, less(f[1], f[2], f[3]))
		costs(2, 2, f[3])
		pays(3, 3, less(f[3], f[4]))
		left0 := less(f[0], f[5], f[6])
		unless("opponentFirst", label, func() { VADDPS(f[1], left0, left0) })
		pays(4, 0, left0)
		costs(5, 1, f[6])
		pays(6, 2, less(f[6], f[7], f[8]))
		costs(7, 3, f[8])
	}
	halves := a.constant("half", 0.5)
	reached("allFolded", all, a.constant("minusQuarter", -0.25), func(k int, x reg.VecVirtual) {
		y := a.broadcast(halves)
		VMULPS(y, x, y)
		VMOVUPS(y, all.at(halfFolds, k))
	})
	left, running, held := GP64(), GP64(), GP64()
	MOVQ(U32(cards), left)
	LEAQ(all.at(runningCards, 0), running)
	LEAQ(all.at(cardEnds, sequences), held)
	Label("spread")
	reached("cardFolded", a.packed(running, nil), a.constant("half", 0.5), func(k int, x reg.VecVirtual) {
		y := a.into(VMOVUPS, all.at(halfFolds, k))
		VSUBPS(x, y, y)
		VMOVUPS(y, a.packed(held, nil).at(0, k))
	})
	ADDQ(a.bytes(sequences), running)
	ADDQ(a.bytes(ends), held)
	DECQ(left)
	JNZ(LabelRef("spread"))
}

func (a isa) valueGroup(entries, n reg.Register, asPlayed bool) {
	reach, theirs, sum, scratch := param("reach"), param("theirs"), param("sum"), param("scratch")
	weight := a.broadcast(number("weight"))
	var ours reg.Register
	if asPlayed {
		ours = param("ours")
	}
	eachHand("hand", entries, n, func() {
		their := a.packed(theirs, field(entries, bucket, ends*a.size()))
		lows, highs := a.holding(scratch, entries, low, ends), a.holding(scratch, entries, high, ends)
		r, of := a.vector(), shifted(entries, combo, reachShift)
		VMOVUPS(Mem{Base: reach, Index: of, Scale: 1}, r)
		end := func(k int) reg.VecVirtual {
			x := a.into(VMOVUPS, lows.at(cardEnds, k))
			VADDPS(highs.at(cardEnds, k), x, x)
			if k >= sequences {
				held := a.into(VMULPS, their.at(0, k), r)
				VADDPS(held, x, x)
			}
			return x
		}
		var total reg.VecVirtual
		if asPlayed {
			our := a.packed(ours, field(entries, own, ends*a.size()))
			for k := range ends {
				x := end(k)
				VMULPS(our.at(0, k), x, x)
				if k == 0 {
					total = x
				} else {
					VADDPS(x, total, total)
				}
			}
		} else {
			total = bestResponse(end)
		}
		VMULPS(weight, total, total)
		addDoubles(total, Mem{Base: sum, Index: of, Scale: 2}, a)
	})
}

// bestResponse writes the steps of bestResponse in portable.go.
func bestResponse(end func(k int) reg.VecVirtual) reg.VecVirtual {
	fold := func(k int) reg.VecVirtual { return end(sequences + k) }
	larger := func(other, x reg.VecVirtual) { VMAXPS(other, x, x) }
	plus := func(other, x reg.VecVirtual) { VADDPS(other, x, x) }
	raised := fold(3)
	plus(end(4), raised)
	at3 := fold(2)
	larger(end(3), at3)
	larger(raised, at3)
	raised = fold(1)
	plus(end(2), raised)
	plus(at3, raised)
	theirs := fold(0)
	larger(end(1), theirs)
	larger(raised, theirs)

	at4 := fold(7)
	larger(end(8), at4)
	raised = fold(6)
	plus(end(7), raised)
	plus(at4, raised)
	at2 := fold(5)
	larger(end(6), at2)
	larger(raised, at2)
	ours := fold(4)
	plus(end(5), ours)
	plus(at2, ours)
	checked := end(0)
	test("opponentFirst")
	JZ(LabelRef("second"))
	larger(checked, ours)
	plus(theirs, ours)
	JMP(LabelRef("valued"))
	Label("second")
	plus(theirs, checked)
	larger(checked, ours)
	Label("valued")
	return ours
}
