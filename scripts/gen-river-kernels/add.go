package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of purse[float32], in vectors of the kernel's width. In Block the inverse stakes come after
// the stakes.
const (
	folds  = 8
	ends   = sequences + folds
	levels = 5 // of stakes
	hands  = 1081

	runningCards = sequences
	halfEdge     = totals
	halfFolds    = halfEdge + sequences
	cardEnds     = halfFolds + folds
	totalsAt     = cardEnds + cards*ends // of classes
	partsAt      = totalsAt + hands
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
	TEXT(name+a.name, NOSPLIT, "func(sorted, groups *uint16, numGroups int, holders *uint8, classes *uint16, numClasses int, members *uint8, numParts int, reach, theirs, stakes, purse *float32, sum *float64, weight float32, opponentFirst bool"+signature+")")
	Pragma("noescape")
	Doc(name + a.name + " adds the values of all hands to sum, " + doc + ".")
	zeros := a.vector()
	a.zero(zeros)
	count := GP64()
	MOVQ(U32(totals), count)
	a.clear("clearTotals", 0, count, zeros)
	Load(Param("numParts"), count)
	a.clear("clearParts", partsAt, count, zeros)
	a.partition()
	a.totalParts()
	a.spread(zeros)
	first := a.firstClass()
	next := cursor[Mem]{local(first.at), local(first.members), local(first.total), local(first.parts)}
	holders := local(param("holders"))
	a.eachGroup(func(sorted, n reg.Register, size, cards, classes Mem) {
		CMPQ(classes, Imm(1))
		JNE(LabelRef("several"))
		a.addGroup(next, holders, zeros)
		JMP(LabelRef("added"))
		Label("several")
		a.addClasses(next, holders, cards, classes, zeros)
		Label("added")
		MOVQ(size, n)
		a.valueGroup(sorted, n, asPlayed)
	})
}

// clear writes a loop that sets vectors to 0.
func (a isa) clear(name string, from int, n reg.GPVirtual, zeros reg.VecVirtual) {
	at := param("purse")
	ADDQ(U32(uint32(from*a.size())), at)
	Label(name)
	VMOVUPS(zeros, Mem{Base: at})
	ADDQ(U32(uint32(a.size())), at)
	DECQ(n)
	JNZ(LabelRef(name))
}

// partition writes the first pass: the reach of each class's hands by card, to parts that are 0.
func (a isa) partition() {
	entries, n, reach, purse := param("sorted"), GP64(), param("reach"), param("purse")
	MOVQ(U32(hands), n)
	eachHand("partition", entries, n, func() {
		r := a.vector()
		VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, r)
		for _, at := range []int{lowAt, highAt} {
			part, x := a.packed(purse, field(entries, at, a.size())).at(partsAt, 0), a.vector()
			VADDPS(part, r, x)
			VMOVUPS(x, part)
		}
	})
}

// cursor is where classes are: the next of them, its cards, its total and its parts, in registers or
// kept in memory.
type cursor[T Op] struct{ at, members, total, parts T }

// firstClass is where they begin.
func (a isa) firstClass() cursor[reg.GPVirtual] {
	c := cursor[reg.GPVirtual]{param("classes"), param("members"), param("purse"), param("purse")}
	ADDQ(U32(uint32(totalsAt*a.size())), c.total)
	ADDQ(U32(uint32(partsAt*a.size())), c.parts)
	return c
}

// resume fetches what is kept.
func resume(kept cursor[Mem]) cursor[reg.GPVirtual] {
	c := cursor[reg.GPVirtual]{GP64(), GP64(), GP64(), GP64()}
	MOVQ(kept.at, c.at)
	MOVQ(kept.members, c.members)
	MOVQ(kept.total, c.total)
	MOVQ(kept.parts, c.parts)
	return c
}

// keep keeps where we are.
func keep(c cursor[reg.GPVirtual], in cursor[Mem]) {
	MOVQ(c.at, in.at)
	MOVQ(c.members, in.members)
	MOVQ(c.total, in.total)
	MOVQ(c.parts, in.parts)
}

// losses loads what the opponent loses with the next class, and the number of its cards.
func (a isa) losses(c cursor[reg.GPVirtual]) (losses [sequences]reg.VecVirtual, cards reg.GPVirtual) {
	theirs, index, cards := param("theirs"), GP64(), GP64()
	MOVWQZX(Mem{Base: c.at}, index)
	IMUL3Q(U32(uint32(ends*a.size())), index, index)
	for i := range losses {
		losses[i] = a.vector()
		VMOVUPS(a.packed(theirs, index).at(0, i), losses[i])
	}
	MOVWQZX(Mem{Base: c.at, Disp: 2}, cards)
	ADDQ(Imm(4), c.at)
	return losses, cards
}

// eachPart writes a loop over the parts of a class, called by a name. The body gets the part and the card.
func (a isa) eachPart(name string, c cursor[reg.GPVirtual], n reg.Register, body func(part reg.VecVirtual, card reg.GPVirtual)) {
	Label(name)
	card, part := GP64(), a.vector()
	MOVBQZX(Mem{Base: c.members}, card)
	VMOVUPS(Mem{Base: c.parts}, part)
	body(part, card)
	INCQ(c.members)
	ADDQ(U32(uint32(a.size())), c.parts)
	DECQ(n)
	JNZ(LabelRef(name))
}

// totalParts writes the second pass: it adds up what the opponent loses with all hands and with those that
// hold each card, and keeps the total of each class, whose hands are in two parts each.
func (a isa) totalParts() {
	c, left, purse := a.firstClass(), GP64(), param("purse")
	half := a.broadcast(a.constant("half", 0.5))
	Load(Param("numClasses"), left)
	Label("class")
	total := a.vector()
	VXORPS(total.AsX(), total.AsX(), total.AsX())
	losses, n := a.losses(c)
	a.eachPart("part", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		VADDPS(part, total, total)
		IMUL3Q(U32(uint32(sequences*a.size())), card, card)
		for i, loss := range losses {
			x, to := a.vector(), a.packed(purse, card).at(runningCards, i)
			VMULPS(loss, part, x)
			VADDPS(to, x, x)
			VMOVUPS(x, to)
		}
	})
	VMULPS(half, total, total)
	VMOVUPS(total, Mem{Base: c.total})
	ADDQ(U32(uint32(a.size())), c.total)
	for i, loss := range losses {
		to := a.packed(purse, nil).at(0, i)
		VMULPS(total, loss, loss)
		VADDPS(to, loss, loss)
		VMOVUPS(loss, to)
	}
	DECQ(left)
	JNZ(LabelRef("class"))
}

// running loads the losses with the next class, negative, adds its total to that of all hands, which is
// kept by halves, and gives this before and after.
func (a isa) running(c cursor[reg.GPVirtual], zeros reg.VecVirtual, give func(i int, before, after reg.VecVirtual)) (losses [sequences]reg.VecVirtual, cards reg.GPVirtual) {
	losses, cards = a.losses(c)
	total, minusHalf, purse := a.vector(), a.broadcast(a.constant("minusHalf", -0.5)), param("purse")
	VMULPS(Mem{Base: c.total}, minusHalf, total)
	ADDQ(U32(uint32(a.size())), c.total)
	for i, loss := range losses {
		VSUBPS(loss, zeros, loss)
		before, after, at := a.vector(), a.vector(), a.packed(purse, nil).at(0, i)
		VMOVUPS(at, before)
		VMULPS(total, loss, after)
		VADDPS(before, after, after)
		VMOVUPS(after, at)
		give(i, before, after)
	}
	return losses, cards
}

// addGroup adds a group of one class, and finds what its cards take from the showdowns. The running
// totals of cards are negative.
func (a isa) addGroup(next cursor[Mem], holders Mem, zeros reg.VecVirtual) {
	c, purse := resume(next), param("purse")
	all := a.packed(purse, nil)
	losses, n := a.running(c, zeros, func(i int, before, after reg.VecVirtual) {
		VADDPS(before, after, after)
		VMOVUPS(after, all.at(halfEdge, i))
	})
	ADDQ(n, holders)
	a.eachPart("holder", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		row := GP64()
		IMUL3Q(U32(uint32(ends*a.size())), card, row)
		IMUL3Q(U32(uint32(sequences*a.size())), card, card)
		running, held := a.packed(purse, card), a.packed(purse, row)
		for i, loss := range losses {
			x, before := a.vector(), a.vector()
			VMULPS(loss, part, x)
			VMOVUPS(running.at(runningCards, i), before)
			VADDPS(before, x, x)
			VMOVUPS(x, running.at(runningCards, i))
			VADDPS(before, x, x)
			VADDPS(all.at(halfEdge, i), x, x)
			VMOVUPS(x, held.at(cardEnds, i))
		}
	})
	keep(c, next)
}

// addClasses is addGroup for any number of classes.
func (a isa) addClasses(next cursor[Mem], holders, cards, classes Mem, zeros reg.VecVirtual) {
	a.eachHolder("open", holders, cards, func(running, held row) {
		for i := range sequences {
			x := a.vector()
			VMOVUPS(running.at(runningCards, i), x)
			VMOVUPS(x, held.at(cardEnds, i))
		}
	})
	c, purse := resume(next), param("purse")
	all := a.packed(purse, nil)
	for i := range sequences {
		x := a.vector()
		VMOVUPS(all.at(0, i), x)
		VMOVUPS(x, all.at(halfEdge, i))
	}
	Label("one")
	losses, n := a.running(c, zeros, func(int, reg.VecVirtual, reg.VecVirtual) {})
	a.eachPart("running", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		IMUL3Q(U32(uint32(sequences*a.size())), card, card)
		for i, loss := range losses {
			x, to := a.vector(), a.packed(purse, card).at(runningCards, i)
			VMULPS(loss, part, x)
			VADDPS(to, x, x)
			VMOVUPS(x, to)
		}
	})
	DECQ(classes)
	JNZ(LabelRef("one"))
	keep(c, next)
	var half [sequences]reg.VecVirtual
	for i := range half {
		half[i] = a.vector()
		VMOVUPS(all.at(halfEdge, i), half[i])
		VADDPS(all.at(0, i), half[i], half[i])
	}
	after := a.eachHolder("close", holders, cards, func(running, held row) {
		for i := range sequences {
			x := a.vector()
			VMOVUPS(held.at(cardEnds, i), x)
			VADDPS(running.at(runningCards, i), x, x)
			VADDPS(half[i], x, x)
			VMOVUPS(x, held.at(cardEnds, i))
		}
	})
	MOVQ(after, holders)
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
	LEAQ(all.at(runningCards, 0), running)
	LEAQ(all.at(cardEnds, sequences), held)
	Label("spread")
	reached("cardFolded", a.packed(running, nil), a.constant("half", 0.5), func(k int, x reg.VecVirtual) {
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

// eachHolder writes a loop over the cards that the hands of a group hold, called by a name. It returns
// where they end.
func (a isa) eachHolder(name string, holders, cards Mem, body func(running, held row)) reg.GPVirtual {
	at, n, purse := GP64(), GP64(), param("purse")
	MOVQ(holders, at)
	MOVQ(cards, n)
	Label(name)
	running, held := GP64(), GP64()
	MOVBQZX(Mem{Base: at}, running)
	IMUL3Q(U32(uint32(ends*a.size())), running, held)
	IMUL3Q(U32(uint32(sequences*a.size())), running, running)
	body(a.packed(purse, running), a.packed(purse, held))
	INCQ(at)
	DECQ(n)
	JNZ(LabelRef(name))
	return at
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
		their := a.packed(theirs, field(entries, bucket, ends*a.size()))
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
