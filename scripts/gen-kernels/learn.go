package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// learn writes how hands are valued on the river, and before it with what comes later.
func learn(a isa, name string, onRiver bool) {
	signature, doc := "dealt *uint16, live int, sorted, groups *uint16, numGroups int, ", "of a river"
	if !onRiver {
		signature, doc = "dealt *uint16, n, live int, later *float32, ", "before the river"
	}
	TEXT(name+a.name, NOSPLIT, "func("+signature+
		"reach, shares, scratch, payoffs, plans, gains, values *float32, opponentFirst bool)")
	Pragma("noescape")
	Doc(name + a.name + " values all hands " + doc + " and adds up the values of our actions.")
	a.total()
	zeros := a.zero(a.vector())
	if !onRiver {
		a.learnGroup(param("dealt"), param("n"), zeros, false)
		end()
		return
	}
	a.eachGroup(func(sorted, n reg.Register, hands, _, _ Mem) {
		a.remember(sorted, n)
		MOVQ(hands, n)
		a.accumulate(sorted, n, zeros)
		MOVQ(hands, n)
		a.learnGroup(sorted, n, zeros, true)
	})
}

// total writes the first pass: it fills the final totals, which are 0, with the reach of all hands dealt, of each
// sequence. Hands with the same higher card are neighbours, so that their total stays in registers.
func (a isa) total() {
	entries, live := param("dealt"), param("live")
	reach, shares, scratch := param("reach"), param("shares"), param("scratch")
	hands, n := GP64(), GP64() // with one higher card, and how many of them are left
	MOVQ(U32(1), hands)
	Label("card")
	highs := a.holding(scratch, entries, high, sequences)
	var sums [sequences]reg.VecVirtual
	for i := range sums {
		sums[i] = a.into(VMOVUPS, highs.at(finalCards, i))
	}
	MOVQ(hands, n)
	eachHand("dealt", entries, n, func() {
		share, lows := lanes(shares, field(entries, bucket, shareStride)), a.holding(scratch, entries, low, sequences)
		r := a.into(VMOVUPS, Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1})
		for i, sum := range sums {
			x := a.into(VMULPS, share.at(0, i), r)
			VADDPS(x, sum, sum)
			addTo(lows.at(finalCards, i), x)
		}
	})
	all := a.packed(scratch, nil)
	for i, sum := range sums {
		VMOVUPS(sum, highs.at(finalCards, i))
		addTo(all.at(finalAll, i), sum)
	}
	INCQ(hands)
	CMPQ(hands, live)
	JNE(LabelRef("card"))
}

// accumulate adds hands that tie to the running totals, and fills edge with the sum of the total of all hands before
// and after. The hands are added up first, since long sums of small numbers lose digits.
func (a isa) accumulate(first, n reg.Register, zeros reg.VecVirtual) {
	entries, reach, shares, scratch := GP64(), param("reach"), param("shares"), param("scratch")
	MOVQ(first, entries)
	var all [sequences]reg.VecVirtual
	for i := range all {
		all[i] = a.into(VMOVUPS, zeros)
	}
	eachHand("accumulate", entries, n, func() {
		share := lanes(shares, field(entries, bucket, shareStride))
		lows, highs := a.holding(scratch, entries, low, sequences), a.holding(scratch, entries, high, sequences)
		r := a.into(VMOVUPS, Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1})
		for i := range all {
			x := a.into(VMULPS, share.at(0, i), r)
			VADDPS(x, all[i], all[i])
			VMOVUPS(a.into(VADDPS, lows.at(runCards, i), x), lows.at(runCards, i))
			addTo(highs.at(runCards, i), x)
		}
	})
	for i := range all {
		at := a.packed(scratch, nil)
		before := a.into(VMOVUPS, at.at(runAll, i))
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], at.at(runAll, i))
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], at.at(edge, i))
	}
}

func (a isa) remember(first, n reg.Register) {
	entries, before, scratch := GP64(), GP64(), param("scratch")
	MOVQ(first, entries)
	MOVQ(scratch, before)
	eachHand("remember", entries, n, func() {
		lows, highs := a.holding(scratch, entries, low, sequences), a.holding(scratch, entries, high, sequences)
		for i := range sequences {
			x := a.into(VMOVUPS, lows.at(runCards, i))
			VADDPS(highs.at(runCards, i), x, x)
			VMOVUPS(x, a.packed(before, nil).at(beforeHands, i))
		}
		ADDQ(a.bytes(sequences), before)
	})
}

func (a isa) learnGroup(entries, n reg.Register, zeros reg.VecVirtual, onRiver bool) {
	p := pupil{isa: a, zeros: zeros, onRiver: onRiver, payoffs: param("payoffs"), scratch: param("scratch")}
	reach, shares := param("reach"), param("shares")
	if onRiver {
		p.before = GP64()
		MOVQ(p.scratch, p.before)
	} else {
		p.before = param("later")
	}
	eachHand("hand", entries, n, func() {
		p.share = lanes(shares, field(entries, bucket, shareStride))
		p.lows, p.highs = a.holding(p.scratch, entries, low, sequences), a.holding(p.scratch, entries, high, sequences)
		of := field(entries, own, planStride)
		p.plan, p.gain = lanes(pointer("plans", of), nil), lanes(pointer("gains", of), nil)
		p.combo = shifted(entries, combo, reachShift)
		p.reach = a.into(VMOVUPS, Mem{Base: reach, Index: p.combo, Scale: 1})
		total := p.value()
		VMOVUPS(total, Mem{Base: pointer("values", shifted(entries, combo, reachShift))})
		if onRiver {
			ADDQ(a.bytes(sequences), p.before)
		}
	})
}

// pupil writes the steps of Lesson.hand in portable_learn.go.
type pupil struct {
	isa
	onRiver                  bool
	payoffs, scratch, before reg.Register // before is Later where there is one
	combo                    reg.Register
	share, lows, highs       row
	plan, gain               row
	reach, zeros             reg.VecVirtual
}

func (p pupil) paid(kind, bets int) Mem { return Mem{Base: p.payoffs, Disp: kind + bets*laneStride} }

// reached returns the opponent's reach of a sequence, summed over its hands, and the winnings of the sequence.
func (p pupil) reached(i int) (fold, call reg.VecVirtual) {
	others, w, f := p.vector(), p.vector(), p.vector()
	VMOVUPS(p.packed(p.scratch, nil).at(finalAll, i), others)
	VSUBPS(p.lows.at(finalCards, i), others, others)
	VSUBPS(p.highs.at(finalCards, i), others, others)
	VMULPS(p.share.at(0, i), p.reach, f)
	VADDPS(f, others, f)
	if !p.onRiver {
		VMOVUPS(Mem{Base: p.before, Index: p.combo, Scale: 1, Disp: i * laterStride}, w)
		return f, w
	}
	VMOVUPS(p.packed(p.scratch, nil).at(edge, i), w)
	VSUBPS(p.packed(p.before, nil).at(beforeHands, i), w, w)
	VSUBPS(p.lows.at(runCards, i), w, w)
	VSUBPS(p.highs.at(runCards, i), w, w)
	VSUBPS(others, w, w)
	bets := i
	if i > 4 {
		bets = i - 4
	}
	VMULPS(p.paid(show, bets), w, w)
	VMULPS(p.paid(drift, bets), f, others)
	VADDPS(others, w, w)
	return f, w
}

func (p pupil) act(entry int, v reg.VecVirtual) reg.VecVirtual {
	sum := p.into(VADDPS, p.gain.at(0, entry), v)
	VMOVUPS(sum, p.gain.at(0, entry))
	VMULPS(p.plan.at(0, entry), v, v)
	return v
}

// ourCall is our fold or call of a number of bets, by our plan. It overwrites call.
func (p pupil) ourCall(entry, bets int, fold, call reg.VecVirtual) reg.VecVirtual {
	lost := p.into(VMULPS, p.paid(lose, bets-1), fold)
	VSUBPS(lost, p.zeros, lost)
	lost = p.act(entry, lost)
	call = p.act(entry+1, call)
	VADDPS(call, lost, lost)
	return lost
}

// theirs is the opponent's fold and call after a bet of ours. It overwrites both.
func (p pupil) theirs(bets int, folded, called reg.VecVirtual) reg.VecVirtual {
	VMULPS(p.paid(win, bets-1), folded, folded)
	VADDPS(called, folded, folded)
	return folded
}

func (p pupil) value() reg.VecVirtual {
	less := p.less
	f3, c3 := p.reached(3)
	at3 := p.ourCall(facing3, 3, f3, c3)
	f4, c4 := p.reached(4)
	VADDPS(p.act(facing3+2, p.theirs(4, less(f3, f4), c4)), at3, at3)
	f2, c2 := p.reached(2)
	f1, c1 := p.reached(1)
	raised := p.theirs(2, less(f1, f2, f3), c2)
	VADDPS(at3, raised, raised)
	at1 := p.ourCall(facing1, 1, f1, c1)
	VADDPS(p.act(facing1+2, raised), at1, at1)

	f8, c8 := p.reached(8)
	at4 := p.ourCall(facing4, 4, f8, c8)
	f7, c7 := p.reached(7)
	f6, c6 := p.reached(6)
	raised = p.theirs(3, less(f6, f7, f8), c7)
	VADDPS(at4, raised, raised)
	at2 := p.ourCall(facing2, 2, f6, c6)
	VADDPS(p.act(facing2+2, raised), at2, at2)
	f5, c5 := p.reached(5)
	f0, checked := p.reached(0)
	f0 = less(f0, f5, f6)
	unless("opponentFirst", "theyFolded", func() {
		VADDPS(f1, f0, f0)
		VADDPS(at1, checked, checked)
	})
	bet := p.theirs(1, f0, c5)
	VADDPS(at2, bet, bet)
	bet = p.act(open+1, bet)
	VADDPS(p.act(open, checked), bet, bet)
	test("opponentFirst")
	JZ(LabelRef("second"))
	VADDPS(at1, bet, bet)
	Label("second")
	return bet
}
