package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// levelOf is the number of bets of a sequence.
func levelOf(i int) int {
	if i < levels {
		return i
	}
	return i - levels + 1
}

// add writes both ways to value all hands of a river: by a best response, and as we play.
func add(a isa, name string, asPlayed bool) {
	signature, doc := "", "if we play a best response"
	if asPlayed {
		signature, doc = ", ours *float32", "as we play"
	}
	TEXT(name+a.name, NOSPLIT, "func(dealt *uint16, live int, sorted *uint16, sizes *uint16, groups int, holders, held *uint8, reach, theirs, stakes, purse *float32, sum *float64, weight float32, opponentFirst bool"+signature+")")
	Pragma("noescape")
	Doc(name + a.name + " adds the values of all hands to sum, " + doc + ".")
	paid := a.paid()
	paid.total()
	zeros := a.vector()
	a.zero(zeros)
	a.spread(zeros)
	eachHolder := a.holders()
	a.eachGroup(func(sorted, n reg.Register, size Mem) {
		eachHolder("open", func(running, held row) {
			for i := range sequences {
				x := a.vector()
				VMOVUPS(running.at(sequences, i), x)
				VMOVUPS(x, held.at(cardEnds, i))
			}
		})
		paid.accumulate(sorted, n, zeros, true)
		var half [sequences]reg.VecVirtual
		for i, purse := 0, param("purse"); i < sequences; i++ {
			half[i] = a.vector()
			VMOVUPS(a.packed(purse, nil).at(totals, i), half[i])
		}
		eachHolder("close", func(running, held row) {
			for i := range sequences {
				x := a.vector()
				VMOVUPS(held.at(cardEnds, i), x)
				VADDPS(running.at(sequences, i), x, x)
				VSUBPS(x, half[i], x)
				VMOVUPS(x, held.at(cardEnds, i))
			}
		})
		MOVQ(size, n)
		a.valueGroup(sorted, n, asPlayed)
	})
}

// spread makes of the totals what each card takes from the folds, and sets the running totals back.
func (a isa) spread(zeros reg.VecVirtual) {
	purse, stakes := param("purse"), param("stakes")
	all := a.packed(purse, nil)
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
			y := a.vector()
			VMULPS(lanes(stakes, nil).at(0, level), x, y)
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
	LEAQ(all.at(sequences, 0), running)
	LEAQ(all.at(cardEnds, sequences), held)
	Label("spread")
	reached("cardFolded", a.packed(running, nil), a.constant("minusHalf", -0.5), func(k int, x reg.VecVirtual) {
		y := a.vector()
		VMOVUPS(all.at(halfFolds, k), y)
		VSUBPS(x, y, y)
		VMOVUPS(y, a.packed(held, nil).at(0, k))
	})
	ADDQ(U32(uint32(sequences*a.size())), running)
	ADDQ(U32(uint32(ends*a.size())), held)
	DECQ(left)
	JNZ(LabelRef("spread"))
}

// holders returns what writes a loop over the cards that the hands of a group hold, to be called twice:
// before the group is added, and after.
func (a isa) holders() func(name string, body func(running, held row)) {
	held, holders := local(param("held")), local(param("holders"))
	return func(name string, body func(running, held row)) {
		at, n, purse := GP64(), GP64(), param("purse")
		MOVQ(held, at)
		MOVBQZX(Mem{Base: at}, n)
		MOVQ(holders, at)
		Label(name)
		running, row := GP64(), GP64()
		MOVBQZX(Mem{Base: at}, running)
		IMUL3Q(U32(uint32(ends*a.size())), running, row)
		IMUL3Q(U32(uint32(sequences*a.size())), running, running)
		body(a.packed(purse, running), a.packed(purse, row))
		INCQ(at)
		DECQ(n)
		JNZ(LabelRef(name))
		if name == "close" {
			MOVQ(at, holders)
			INCQ(held)
		}
	}
}

// valueGroup adds what hands that tie are worth to their sums.
func (a isa) valueGroup(entries, n reg.Register, asPlayed bool) {
	reach, theirs, sum, purse := param("reach"), param("theirs"), param("sum"), param("purse")
	weight := a.broadcast(number("weight"))
	var ours reg.Register
	if asPlayed {
		ours = param("ours")
	}
	eachHand("hand", entries, n, func() {
		their := a.paid().of(theirs, entries)
		lows, highs := a.holding(purse, entries, low, ends), a.holding(purse, entries, high, ends)
		r, of := a.vector(), shifted(entries, combo, reachShift)
		VMOVUPS(Mem{Base: reach, Index: of, Scale: 1}, r)
		end := func(k int) reg.VecVirtual {
			x := a.vector()
			VMOVUPS(lows.at(cardEnds, k), x)
			VADDPS(highs.at(cardEnds, k), x, x)
			if k >= sequences {
				held := a.vector()
				VMULPS(their.at(0, k), r, held)
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
