package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func add(a isa, name string, asPlayed bool) {
	signature, doc := "", "if we play a best response"
	if asPlayed {
		signature, doc = ", ours *float32", "as we play"
	}
	TEXT(name+a.name, NOSPLIT, "func(sorted, groups *uint16, numGroups int, holders *uint8, classes *uint16, "+
		"numClasses int, members *uint8, numParts int, reach, theirs, stakes, scratch *float32, sum *float64, "+
		"weight float32, opponentFirst bool"+signature+")")
	Pragma("noescape")
	Doc(name + a.name + " adds the values of all hands to sum, " + doc + ".")
	zeros := a.zero(a.vector())
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

func (a isa) clear(name string, from int, n reg.GPVirtual, zeros reg.VecVirtual) {
	at := param("scratch")
	ADDQ(a.bytes(from), at)
	Label(name)
	VMOVUPS(zeros, Mem{Base: at})
	ADDQ(a.bytes(1), at)
	DECQ(n)
	JNZ(LabelRef(name))
}

func (a isa) partition() {
	entries, n, reach, scratch := param("sorted"), GP64(), param("reach"), param("scratch")
	MOVQ(U32(hands), n)
	eachHand("partition", entries, n, func() {
		r := a.into(VMOVUPS, Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1})
		for _, at := range []int{lowAt, highAt} {
			part := a.packed(scratch, field(entries, at, a.size())).at(partsAt, 0)
			VMOVUPS(a.into(VADDPS, part, r), part)
		}
	})
}

// cursor is the next class, its cards, its total and its parts: in registers or saved in memory.
type cursor[T Op] struct{ at, members, total, parts T }

func (a isa) firstClass() cursor[reg.GPVirtual] {
	c := cursor[reg.GPVirtual]{param("classes"), param("members"), param("scratch"), param("scratch")}
	ADDQ(a.bytes(totalsAt), c.total)
	ADDQ(a.bytes(partsAt), c.parts)
	return c
}

func resume(saved cursor[Mem]) cursor[reg.GPVirtual] {
	load := func(m Mem) reg.GPVirtual {
		r := GP64()
		MOVQ(m, r)
		return r
	}
	return cursor[reg.GPVirtual]{load(saved.at), load(saved.members), load(saved.total), load(saved.parts)}
}

func save(c cursor[reg.GPVirtual], in cursor[Mem]) {
	MOVQ(c.at, in.at)
	MOVQ(c.members, in.members)
	MOVQ(c.total, in.total)
	MOVQ(c.parts, in.parts)
}

// losses loads the losses of the opponent with the next class, and the number of its cards.
func (a isa) losses(c cursor[reg.GPVirtual]) (losses [sequences]reg.VecVirtual, cards reg.GPVirtual) {
	theirs, index, cards := param("theirs"), GP64(), GP64()
	MOVWQZX(Mem{Base: c.at}, index)
	IMUL3Q(a.bytes(ends), index, index)
	for i := range losses {
		losses[i] = a.into(VMOVUPS, a.packed(theirs, index).at(0, i))
	}
	MOVWQZX(Mem{Base: c.at, Disp: 2}, cards)
	ADDQ(Imm(4), c.at)
	return losses, cards
}

// eachPart writes a loop over the parts of a class, with a label. The body gets the part and the card.
func (a isa) eachPart(
	name string, c cursor[reg.GPVirtual], n reg.Register, body func(part reg.VecVirtual, card reg.GPVirtual),
) {
	Label(name)
	card, part := GP64(), a.vector()
	MOVBQZX(Mem{Base: c.members}, card)
	VMOVUPS(Mem{Base: c.parts}, part)
	body(part, card)
	INCQ(c.members)
	ADDQ(a.bytes(1), c.parts)
	DECQ(n)
	JNZ(LabelRef(name))
}

// addLosses adds the losses with a part to the totals of its card.
func (a isa) addLosses(
	scratch reg.Register, part reg.VecVirtual, card reg.GPVirtual, losses *[sequences]reg.VecVirtual,
) {
	IMUL3Q(a.bytes(sequences), card, card)
	for i, loss := range losses {
		addTo(a.packed(scratch, card).at(runningCards, i), a.into(VMULPS, loss, part))
	}
}

// totalParts writes the second pass: it adds up the losses of the opponent with all hands and with the hands that
// hold each card, and stores the total of each class, whose hands are in two parts each.
func (a isa) totalParts() {
	c, left, scratch := a.firstClass(), GP64(), param("scratch")
	half := a.broadcast(a.constant("half", 0.5))
	Load(Param("numClasses"), left)
	Label("class")
	total := a.vector()
	VXORPS(total.AsX(), total.AsX(), total.AsX())
	losses, n := a.losses(c)
	a.eachPart("part", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		VADDPS(part, total, total)
		a.addLosses(scratch, part, card, &losses)
	})
	VMULPS(half, total, total)
	VMOVUPS(total, Mem{Base: c.total})
	ADDQ(a.bytes(1), c.total)
	for i, loss := range losses {
		VMULPS(total, loss, loss)
		addTo(a.packed(scratch, nil).at(0, i), loss)
	}
	DECQ(left)
	JNZ(LabelRef("class"))
}

// running loads the negative losses with the next class and adds its total to that of all hands, which is stored
// halved. It gives the total before and after.
func (a isa) running(
	c cursor[reg.GPVirtual], zeros reg.VecVirtual, give func(i int, before, after reg.VecVirtual),
) (losses [sequences]reg.VecVirtual, cards reg.GPVirtual) {
	losses, cards = a.losses(c)
	total, minusHalf, scratch := a.vector(), a.broadcast(a.constant("minusHalf", -0.5)), param("scratch")
	VMULPS(Mem{Base: c.total}, minusHalf, total)
	ADDQ(a.bytes(1), c.total)
	for i, loss := range losses {
		VSUBPS(loss, zeros, loss)
		at := a.packed(scratch, nil).at(0, i)
		before, after := a.into(VMOVUPS, at), a.into(VMULPS, total, loss)
		VADDPS(before, after, after)
		VMOVUPS(after, at)
		give(i, before, after)
	}
	return losses, cards
}

// addGroup adds a group of one class, and finds the showdown winnings by card. The running totals of cards are
// negative.
func (a isa) addGroup(next cursor[Mem], holders Mem, zeros reg.VecVirtual) {
	c, scratch := resume(next), param("scratch")
	all := a.packed(scratch, nil)
	losses, n := a.running(c, zeros, func(i int, before, after reg.VecVirtual) {
		VADDPS(before, after, after)
		VMOVUPS(after, all.at(halfEdge, i))
	})
	ADDQ(n, holders)
	a.eachPart("holder", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		row := GP64()
		IMUL3Q(a.bytes(ends), card, row)
		IMUL3Q(a.bytes(sequences), card, card)
		running, held := a.packed(scratch, card), a.packed(scratch, row)
		for i, loss := range losses {
			x, before := a.into(VMULPS, loss, part), a.into(VMOVUPS, running.at(runningCards, i))
			VADDPS(before, x, x)
			VMOVUPS(x, running.at(runningCards, i))
			VADDPS(before, x, x)
			VADDPS(all.at(halfEdge, i), x, x)
			VMOVUPS(x, held.at(cardEnds, i))
		}
	})
	save(c, next)
}

func (a isa) addClasses(next cursor[Mem], holders, cards, classes Mem, zeros reg.VecVirtual) {
	a.eachHolder("open", holders, cards, func(running, held row) {
		for i := range sequences {
			VMOVUPS(a.into(VMOVUPS, running.at(runningCards, i)), held.at(cardEnds, i))
		}
	})
	c, scratch := resume(next), param("scratch")
	all := a.packed(scratch, nil)
	for i := range sequences {
		VMOVUPS(a.into(VMOVUPS, all.at(0, i)), all.at(halfEdge, i))
	}
	Label("one")
	losses, n := a.running(c, zeros, func(int, reg.VecVirtual, reg.VecVirtual) {})
	a.eachPart("running", c, n, func(part reg.VecVirtual, card reg.GPVirtual) {
		a.addLosses(scratch, part, card, &losses)
	})
	DECQ(classes)
	JNZ(LabelRef("one"))
	save(c, next)
	var half [sequences]reg.VecVirtual
	for i := range half {
		half[i] = a.into(VMOVUPS, all.at(halfEdge, i))
		VADDPS(all.at(0, i), half[i], half[i])
	}
	after := a.eachHolder("close", holders, cards, func(running, held row) {
		for i := range sequences {
			x := a.into(VMOVUPS, held.at(cardEnds, i))
			VADDPS(running.at(runningCards, i), x, x)
			VADDPS(half[i], x, x)
			VMOVUPS(x, held.at(cardEnds, i))
		}
	})
	MOVQ(after, holders)
}

// eachHolder writes a loop over the cards that the hands of a group hold, with a label. It returns the address after
// the last.
func (a isa) eachHolder(name string, holders, cards Mem, body func(running, held row)) reg.GPVirtual {
	at, n, scratch := GP64(), GP64(), param("scratch")
	MOVQ(holders, at)
	MOVQ(cards, n)
	Label(name)
	running, held := GP64(), GP64()
	MOVBQZX(Mem{Base: at}, running)
	IMUL3Q(a.bytes(ends), running, held)
	IMUL3Q(a.bytes(sequences), running, running)
	body(a.packed(scratch, running), a.packed(scratch, held))
	INCQ(at)
	DECQ(n)
	JNZ(LabelRef(name))
	return at
}
