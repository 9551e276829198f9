package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Layout of package river in float32, in bytes.
const (
	sequences   = 9
	cards       = 52
	entryStride = 8   // Entry
	laneStride  = 64  // Vector[float32]
	shareStride = 576 // Shares[float32]
	sumShift    = 7   // log2 of the size of Vector[float64]
	reachShift  = 6   // log2 of laneStride

	combo, bucket, own, low, high = 0, 2, 4, 6, 7 // fields of Entry

	totalsSize  = (1 + cards) * shareStride
	finalAll    = 0 // fields of Scratch
	finalCards  = shareStride
	runCards    = totalsSize + shareStride
	edge        = 2 * totalsSize
	beforeHands = edge + shareStride
)

// isa is an instruction set with vectors of its width.
type isa struct {
	name string
	wide bool
}

func (a isa) vector() reg.VecVirtual {
	if a.wide {
		return ZMM()
	}
	return YMM()
}

func (a isa) zero(v reg.VecVirtual) {
	if a.wide {
		VPXORD(v, v, v)
	} else {
		VXORPS(v, v, v)
	}
}

func main() {
	ConstraintExpr("amd64")
	for _, a := range []isa{{"AVX2", false}, {"AVX512", true}} {
		total(a)
		accumulate(a)
		remember(a)
		value(a, "value", false)
		value(a, "play", true)
		learn(a, "learn", true)
		learn(a, "learnLater", false)
		match(a)
		settle(a)
		share(a)
		average(a)
		carry(a)
		respond(a)
	}
	Generate()
}

// row is a pointer to sequence 0 of Shares; sequence i is laneStride further on.
type row struct{ base, index reg.Register }

func (r row) at(offset, i int) Mem {
	m := Mem{Base: r.base, Disp: offset + i*laneStride}
	if r.index != nil {
		m.Index, m.Scale = r.index, 1
	}
	return m
}

// eachHand writes a loop over entries.
func eachHand(entries, n reg.Register, body func()) {
	Label("hand")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	body()
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JMP(LabelRef("hand"))
	Label("done")
}

// shifted loads a field of the entry and multiplies it by a power of two.
func shifted(entries reg.Register, field int, shift uint64) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: field}, r)
	SHLQ(Imm(shift), r)
	return r
}

// shareOffset loads a field of the entry and multiplies it by the size of Shares.
func shareOffset(entries reg.Register, field int) reg.GPVirtual {
	r := GP64()
	if field == low || field == high {
		MOVBQZX(Mem{Base: entries, Disp: field}, r)
	} else {
		MOVWQZX(Mem{Base: entries, Disp: field}, r)
	}
	IMUL3Q(U32(shareStride), r, r)
	return r
}

func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

func total(a isa) {
	TEXT("total"+a.name, NOSPLIT, "func(entries *uint16, live int, reach, shares, totals *float32)")
	Pragma("noescape")
	Doc("total" + a.name + " fills totals, which are 0, with the reach of all live hands.")
	entries := param("entries")
	live, reach, shares, totals := param("live"), param("reach"), param("shares"), param("totals")
	hands, n := GP64(), GP64() // with one higher card, and how many of them are left
	MOVQ(U32(1), hands)
	Label("card")
	highs := row{totals, shareOffset(entries, high)}
	var sums [sequences]reg.VecVirtual
	for i := range sums {
		sums[i] = a.vector()
		VMOVUPS(highs.at(shareStride, i), sums[i])
	}
	MOVQ(hands, n)
	Label("hand")
	share, lows := row{shares, shareOffset(entries, bucket)}, row{totals, shareOffset(entries, low)}
	r := a.vector()
	VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, r)
	for i, sum := range sums {
		x := a.vector()
		VMULPS(share.at(0, i), r, x)
		VADDPS(x, sum, sum)
		VADDPS(lows.at(shareStride, i), x, x)
		VMOVUPS(x, lows.at(shareStride, i))
	}
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JNZ(LabelRef("hand"))
	for i, sum := range sums {
		VMOVUPS(sum, highs.at(shareStride, i))
		VADDPS(row{totals, nil}.at(0, i), sum, sum)
		VMOVUPS(sum, row{totals, nil}.at(0, i))
	}
	INCQ(hands)
	CMPQ(hands, live)
	JNE(LabelRef("card"))
	VZEROUPPER()
	RET()
}

func accumulate(a isa) {
	TEXT("accumulate"+a.name, NOSPLIT, "func(entries *uint16, n int, reach, shares, totals, edge *float32)")
	Pragma("noescape")
	Doc("accumulate" + a.name + " adds the hands' reach to totals.")
	entries, n := param("entries"), param("n")
	reach, shares, totals := param("reach"), param("shares"), param("totals")
	var all [sequences]reg.VecVirtual
	for i := range all {
		all[i] = a.vector()
		a.zero(all[i])
	}
	eachHand(entries, n, func() {
		share := row{shares, shareOffset(entries, bucket)}
		lows, highs := row{totals, shareOffset(entries, low)}, row{totals, shareOffset(entries, high)}
		r := a.vector()
		VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, r)
		for i := range all {
			x, sum := a.vector(), a.vector()
			VMULPS(share.at(0, i), r, x)
			VADDPS(x, all[i], all[i])
			VADDPS(lows.at(shareStride, i), x, sum)
			VMOVUPS(sum, lows.at(shareStride, i))
			VADDPS(highs.at(shareStride, i), x, x)
			VMOVUPS(x, highs.at(shareStride, i))
		}
	})
	edge := param("edge")
	for i := range all {
		before, at := a.vector(), row{totals, nil}.at(0, i)
		VMOVUPS(at, before)
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], at)
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], row{edge, nil}.at(0, i))
	}
	VZEROUPPER()
	RET()
}

func remember(a isa) {
	TEXT("remember"+a.name, NOSPLIT, "func(entries *uint16, n int, holding, before *float32)")
	Pragma("noescape")
	Doc("remember" + a.name + " stores the running totals of each hand's two cards.")
	entries, n := param("entries"), param("n")
	holding, before := param("holding"), param("before")
	eachHand(entries, n, func() {
		lows, highs := row{holding, shareOffset(entries, low)}, row{holding, shareOffset(entries, high)}
		for i := range sequences {
			x := a.vector()
			VMOVUPS(lows.at(0, i), x)
			VADDPS(highs.at(0, i), x, x)
			VMOVUPS(x, row{before, nil}.at(0, i))
		}
		ADDQ(U32(shareStride), before)
	})
	VZEROUPPER()
	RET()
}

// value writes both ways to value hands: by a best response, and as our shares say.
func value(a isa, name string, byShares bool) {
	signature, doc := "", "if we play a best response"
	if byShares {
		signature, doc = ", ours *float32", "if we play by our shares"
	}
	TEXT(name+a.name, NOSPLIT, "func(entries *uint16, n int, reach, shares, stakes, scratch *float32, sum *float64, opponentFirst bool"+signature+")")
	Pragma("noescape")
	Doc(name + a.name + " adds the values of hands that tie to sum, " + doc + ".")
	entries, n := param("entries"), param("n")
	reach, shares, stakes := param("reach"), param("shares"), param("stakes")
	scratch, sum := param("scratch"), param("sum")
	before := GP64()
	LEAQ(Mem{Base: scratch, Disp: beforeHands}, before)
	h := hand{isa: a, stakes: stakes, scratch: scratch, before: before}
	var ours reg.Register
	if byShares {
		ours = param("ours")
		h.one = ConstData("one"+a.name, U32(math.Float32bits(1)))
	} else {
		h.zeros = a.vector()
		a.zero(h.zeros)
	}
	for i := range sequences {
		if a.wide {
			h.all[i], h.edge[i] = a.vector(), a.vector()
			VMOVUPS(row{scratch, nil}.at(finalAll, i), h.all[i].(reg.VecVirtual))
			VMOVUPS(row{scratch, nil}.at(edge, i), h.edge[i].(reg.VecVirtual))
		} else {
			h.all[i], h.edge[i] = row{scratch, nil}.at(finalAll, i), row{scratch, nil}.at(edge, i)
		}
	}
	eachHand(entries, n, func() {
		h.share = row{shares, shareOffset(entries, bucket)}
		h.lows, h.highs = row{scratch, shareOffset(entries, low)}, row{scratch, shareOffset(entries, high)}
		h.reach = a.vector()
		VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, h.reach)
		var total reg.VecVirtual
		if byShares {
			h.ours = row{ours, shareOffset(entries, own)}
			total = h.asPlayed()
		} else {
			total = h.bestResponse()
		}
		addDoubles(total, Mem{Base: sum, Index: shifted(entries, combo, sumShift), Scale: 1}, a)
		ADDQ(U32(shareStride), before)
	})
	VZEROUPPER()
	RET()
}

// hand writes the steps of bestResponse and asPlayed in portable.go for one hand.
type hand struct {
	isa
	stakes, scratch, before  reg.Register
	share, lows, highs, ours row
	reach, zeros             reg.VecVirtual
	one                      Mem
	all, edge                [sequences]Op // in registers where there are enough of them
}

// reached is what the opponent's reach of a sequence amounts to at a fold, and what we win of it
// minus what we lose at a showdown.
func (h hand) reached(i int) (fold, showdown reg.VecVirtual) {
	others, w, f := h.vector(), h.vector(), h.vector()
	h.minus(h.all[i], h.lows.at(finalCards, i), others)
	VSUBPS(h.highs.at(finalCards, i), others, others)
	h.minus(h.edge[i], row{h.before, nil}.at(0, i), w)
	VSUBPS(h.lows.at(runCards, i), w, w)
	VSUBPS(h.highs.at(runCards, i), w, w)
	VSUBPS(others, w, w)
	VMULPS(h.share.at(0, i), h.reach, f)
	VADDPS(f, others, f)
	return f, w
}

// minus subtracts memory from x, a register or memory.
func (h hand) minus(x Op, m Mem, out reg.VecVirtual) {
	if !h.wide {
		VMOVUPS(x, out)
		x = out
	}
	VSUBPS(m, x, out)
}

// times multiplies by the stakes with a number of bets.
func (h hand) times(bets int, x reg.VecVirtual) {
	VMULPS(Mem{Base: h.stakes, Disp: bets * laneStride}, x, x)
}

func (h hand) larger(other, x reg.VecVirtual) { VMAXPS(other, x, x) }

func (h hand) bestResponse() reg.VecVirtual {
	theirs, f1 := h.theirBet()
	ours, f0, checked := h.ourBet()
	test("opponentFirst")
	JZ(LabelRef("second"))
	h.atOurBet(f0, ours)
	h.larger(checked, ours)
	VADDPS(theirs, ours, ours)
	JMP(LabelRef("add"))
	Label("second")
	VADDPS(f1, f0, f0)
	h.atOurBet(f0, ours)
	VADDPS(theirs, checked, checked)
	h.larger(checked, ours)
	Label("add")
	return ours
}

// test compares a boolean parameter with 0.
func test(name string) {
	b := GP8()
	Load(Param(name), b)
	TESTB(b, b)
}

// unless does something if a boolean parameter is false; the label is where it goes on.
func unless(name, label string, do func()) {
	test(name)
	JNZ(LabelRef(label))
	do()
	Label(label)
}

// ourCall is our call of a number of bets, or our fold. It overwrites the showdown.
func (h hand) ourCall(bets int, fold, showdown reg.VecVirtual) reg.VecVirtual {
	lost := h.vector()
	VMULPS(Mem{Base: h.stakes, Disp: (bets - 1) * laneStride}, fold, lost)
	VSUBPS(lost, h.zeros, lost)
	h.times(bets, showdown)
	h.larger(lost, showdown)
	return showdown
}

// theirCall is their call, or their fold with what is left of their reach. It overwrites both.
func (h hand) theirCall(bets int, folded, showdown reg.VecVirtual) reg.VecVirtual {
	h.times(bets-1, folded)
	h.times(bets, showdown)
	VADDPS(showdown, folded, folded)
	return folded
}

// less returns x minus others in a new vector.
func (h hand) less(x reg.VecVirtual, others ...reg.VecVirtual) reg.VecVirtual {
	out := h.vector()
	for _, o := range others {
		VSUBPS(o, x, out)
		x = out
	}
	return out
}

// theirBet is the tree below a bet of theirs; it also returns their reach there.
func (h hand) theirBet() (best, f1 reg.VecVirtual) {
	f3, w3 := h.reached(3)
	rRr := h.ourCall(3, f3, w3)
	f4, w4 := h.reached(4)
	h.larger(h.theirCall(4, h.less(f3, f4), w4), rRr)
	f2, w2 := h.reached(2)
	f1, w1 := h.reached(1)
	rR := h.theirCall(2, h.less(f1, f2, f3), w2)
	VADDPS(rRr, rR, rR)
	best = h.ourCall(1, f1, w1)
	h.larger(rR, best)
	return best, f1
}

// ourBet is the tree below a bet of ours but for their fold; f0 is their reach without what goes
// on, checked is what checking down wins.
func (h hand) ourBet() (raised, f0, checked reg.VecVirtual) {
	f8, w8 := h.reached(8)
	RrRr := h.ourCall(4, f8, w8)
	f7, w7 := h.reached(7)
	f6, w6 := h.reached(6)
	RrR := h.theirCall(3, h.less(f6, f7, f8), w7)
	VADDPS(RrRr, RrR, RrR)
	raised = h.ourCall(2, f6, w6)
	h.larger(RrR, raised)
	f5, w5 := h.reached(5)
	h.times(1, w5)
	VADDPS(w5, raised, raised)
	f0, checked = h.reached(0)
	h.times(0, checked)
	return raised, h.less(f0, f5, f6), checked
}

// atOurBet adds their fold to our bet.
func (h hand) atOurBet(folded, ours reg.VecVirtual) {
	h.times(0, folded)
	VADDPS(folded, ours, ours)
}

// addDoubles adds floats to doubles in memory.
func addDoubles(x reg.VecVirtual, to Mem, a isa) {
	if a.wide {
		upper, lower := YMM(), ZMM()
		VEXTRACTF64X4(Imm(1), x, upper)
		for k, part := range []reg.VecVirtual{x.AsY().(reg.VecVirtual), upper} {
			VCVTPS2PD(part, lower)
			VADDPD(to.Offset(64*k), lower, lower)
			VMOVUPD(lower, to.Offset(64*k))
		}
		return
	}
	upper, lower := XMM(), YMM()
	VEXTRACTF128(Imm(1), x, upper)
	for k, part := range []reg.VecVirtual{x.AsX().(reg.VecVirtual), upper} {
		VCVTPS2PD(part, lower)
		VADDPD(to.Offset(32*k), lower, lower)
		VMOVUPD(lower, to.Offset(32*k))
	}
}

// asPlayed is the value if we play by our shares.
func (h hand) asPlayed() reg.VecVirtual {
	f3, w3 := h.reached(3)
	theirBet := h.sharedCall(3, 3, f3, w3, h.left(2, 3, 4))
	f4, w4 := h.reached(4)
	h.sharedEnd(4, 4, h.less(f3, f4), w4, theirBet)
	f2, w2 := h.reached(2)
	f1, w1 := h.reached(1)
	h.sharedEnd(2, 2, h.less(f1, f2, f3), w2, theirBet)
	folded := h.vector()
	VBROADCASTSS(h.one, folded)
	unless("opponentFirst", "arrived", func() { VMOVUPS(h.ours.at(0, 0), folded) })
	VSUBPS(h.ours.at(0, 1), folded, folded)
	VSUBPS(h.ours.at(0, 2), folded, folded)
	VADDPS(h.sharedCall(1, 1, f1, w1, folded), theirBet, theirBet)

	f8, w8 := h.reached(8)
	ourBet := h.sharedCall(4, 8, f8, w8, h.left(7, 8))
	f7, w7 := h.reached(7)
	f6, w6 := h.reached(6)
	h.sharedEnd(3, 7, h.less(f6, f7, f8), w7, ourBet)
	VADDPS(h.sharedCall(2, 6, f6, w6, h.left(5, 6, 7)), ourBet, ourBet)
	f5, w5 := h.reached(5)
	f0, w0 := h.reached(0)
	f0 = h.less(f0, f5, f6)
	unless("opponentFirst", "theyFolded", func() { VADDPS(f1, f0, f0) })
	h.sharedEnd(1, 5, f0, w5, ourBet)
	VADDPS(ourBet, theirBet, theirBet)
	h.times(0, w0)
	VMULPS(h.ours.at(0, 0), w0, w0)
	VADDPS(w0, theirBet, theirBet)
	return theirBet
}

// left is our share of a sequence less those of others.
func (h hand) left(of int, others ...int) reg.VecVirtual {
	out := h.vector()
	VMOVUPS(h.ours.at(0, of), out)
	for _, i := range others {
		VSUBPS(h.ours.at(0, i), out, out)
	}
	return out
}

// sharedCall is our call of a number of bets and our fold, by their shares. It overwrites the
// showdown and our share of the fold.
func (h hand) sharedCall(bets, i int, fold, showdown, folded reg.VecVirtual) reg.VecVirtual {
	lost := h.vector()
	VMULPS(Mem{Base: h.stakes, Disp: (bets - 1) * laneStride}, fold, lost)
	VMULPS(lost, folded, folded)
	h.times(bets, showdown)
	VMULPS(h.ours.at(0, i), showdown, showdown)
	VSUBPS(folded, showdown, showdown)
	return showdown
}

// sharedEnd adds their call and their fold after a bet of ours, by our share, to a sum. It
// overwrites both.
func (h hand) sharedEnd(bets, i int, folded, showdown, sum reg.VecVirtual) {
	won := h.theirCall(bets, folded, showdown)
	VMULPS(h.ours.at(0, i), won, won)
	VADDPS(won, sum, sum)
}
