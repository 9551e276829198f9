// Gen-river-kernels writes the assembly of package solvers/bestresponse/holdem/river, for
// AVX2 (eight lanes at a time) and AVX-512 (sixteen). It is run by go generate in that folder.
//
// The kernels do what portable.go there does, in the same order and without contracting
// products and sums, so that all of them compute the same bits.
package main

import (
	. "github.com/mmcloughlin/avo/build" //lint:ignore ST1001 the assembler's own idiom
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

	combo, bucket, low, high = 0, 2, 4, 6 // fields of Entry

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

func main() {
	ConstraintExpr("amd64")
	for _, a := range []isa{{"AVX2", false}, {"AVX512", true}} {
		accumulate(a)
		remember(a)
		value(a)
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
	MOVWQZX(Mem{Base: entries, Disp: field}, r)
	IMUL3Q(U32(shareStride), r, r)
	return r
}

func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

func accumulate(a isa) {
	TEXT("accumulate"+a.name, NOSPLIT, "func(entries *uint16, n int, reach, shares, totals *float32)")
	Pragma("noescape")
	Doc("accumulate" + a.name + " adds the hands' reach to totals.")
	entries, n := param("entries"), param("n")
	reach, shares, totals := param("reach"), param("shares"), param("totals")
	var all [sequences]reg.VecVirtual
	for i := range all {
		all[i] = a.vector()
		VMOVUPS(row{totals, nil}.at(0, i), all[i])
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
	for i := range all {
		VMOVUPS(all[i], row{totals, nil}.at(0, i))
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

func value(a isa) {
	TEXT("value"+a.name, NOSPLIT, "func(entries *uint16, n int, reach, shares, stakes, scratch *float32, sum *float64, opponentFirst bool)")
	Pragma("noescape")
	Doc("value" + a.name + " adds the values of hands that tie to sum.")
	entries, n := param("entries"), param("n")
	reach, shares, stakes := param("reach"), param("shares"), param("stakes")
	scratch, sum := param("scratch"), param("sum")
	before := GP64()
	LEAQ(Mem{Base: scratch, Disp: beforeHands}, before)
	h := hand{isa: a, stakes: stakes, scratch: scratch, before: before}
	h.zero = a.vector()
	if a.wide {
		VPXORD(h.zero, h.zero, h.zero)
	} else {
		VXORPS(h.zero, h.zero, h.zero)
	}
	first := GP8()
	eachHand(entries, n, func() {
		h.share = row{shares, shareOffset(entries, bucket)}
		h.lows, h.highs = row{scratch, shareOffset(entries, low)}, row{scratch, shareOffset(entries, high)}
		h.reach = a.vector()
		VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, h.reach)
		theirs := h.theirBet()
		ours, left := h.ourBet()
		checked := h.times(0, h.showdown(0))
		out := a.vector()
		Load(Param("opponentFirst"), first)
		TESTB(first, first)
		JZ(LabelRef("second"))
		VADDPS(left, ours, ours)
		h.larger(checked, ours)
		VADDPS(theirs, ours, out)
		JMP(LabelRef("add"))
		Label("second")
		VADDPS(theirs, checked, checked)
		VADDPS(left, ours, ours)
		h.larger(checked, ours)
		VMOVAPS(ours, out)
		Label("add")
		addDoubles(out, Mem{Base: sum, Index: shifted(entries, combo, sumShift), Scale: 1}, a)
		ADDQ(U32(shareStride), before)
	})
	VZEROUPPER()
	RET()
}

// hand writes the steps of bestResponse in portable.go for one hand.
type hand struct {
	isa
	stakes, scratch, before reg.Register
	share, lows, highs      row
	reach, zero             reg.VecVirtual
}

// fold is what the opponent's reach of a sequence amounts to.
func (h hand) fold(i int) reg.VecVirtual {
	f, r := h.vector(), h.vector()
	VMOVUPS(row{h.scratch, nil}.at(finalAll, i), f)
	VSUBPS(h.lows.at(finalCards, i), f, f)
	VSUBPS(h.highs.at(finalCards, i), f, f)
	VMULPS(h.share.at(0, i), h.reach, r)
	VADDPS(r, f, f)
	return f
}

// showdown is what we win of it minus what we lose.
func (h hand) showdown(i int) reg.VecVirtual {
	w := h.vector()
	VMOVUPS(row{h.scratch, nil}.at(edge, i), w)
	VSUBPS(row{h.before, nil}.at(0, i), w, w)
	VSUBPS(h.lows.at(runCards, i), w, w)
	VSUBPS(h.highs.at(runCards, i), w, w)
	return w
}

// times multiplies by the stakes with a number of bets.
func (h hand) times(bets int, x reg.VecVirtual) reg.VecVirtual {
	VMULPS(Mem{Base: h.stakes, Disp: bets * laneStride}, x, x)
	return x
}

func (h hand) larger(other, x reg.VecVirtual) { VMAXPS(other, x, x) }

// ourCall is our call of a number of bets, or our fold. It leaves folded as it is.
func (h hand) ourCall(bets, i int, folded reg.VecVirtual) reg.VecVirtual {
	lost := h.vector()
	VMULPS(Mem{Base: h.stakes, Disp: (bets - 1) * laneStride}, folded, lost)
	VSUBPS(lost, h.zero, lost)
	won := h.times(bets, h.showdown(i))
	h.larger(lost, won)
	return won
}

// theirCall is their call and their fold, whose reach it overwrites.
func (h hand) theirCall(bets, i int, folded reg.VecVirtual) reg.VecVirtual {
	h.times(bets-1, folded)
	VADDPS(h.times(bets, h.showdown(i)), folded, folded)
	return folded
}

// less subtracts from x.
func less(x reg.VecVirtual, others ...reg.VecVirtual) reg.VecVirtual {
	for _, o := range others {
		VSUBPS(o, x, x)
	}
	return x
}

// theirBet is the tree below a bet of theirs.
func (h hand) theirBet() reg.VecVirtual {
	f3 := h.fold(3)
	best := h.ourCall(3, 3, f3)
	f2, f1 := h.fold(2), h.fold(1)
	call := h.ourCall(1, 1, f1)
	less(f1, f2, f3)
	h.larger(best, h.theirCall(4, 4, less(f3, h.fold(4))))
	// larger leaves the result in its second operand: f3.
	VADDPS(f3, h.theirCall(2, 2, f1), f1)
	h.larger(call, f1)
	return f1
}

// ourBet is the tree below a bet of ours but for what they do at once; left is that.
func (h hand) ourBet() (raised, left reg.VecVirtual) {
	f8 := h.fold(8)
	best := h.ourCall(4, 8, f8)
	f6 := h.fold(6)
	call := h.ourCall(2, 6, f6)
	atRaise := h.vector()
	VSUBPS(h.fold(7), f6, atRaise)
	VSUBPS(f8, atRaise, atRaise)
	VADDPS(best, h.theirCall(3, 7, atRaise), atRaise)
	h.larger(call, atRaise)
	f0 := h.fold(0)
	first := GP8()
	Load(Param("opponentFirst"), first)
	TESTB(first, first)
	JNZ(LabelRef("opened"))
	VADDPS(h.fold(1), f0, f0)
	Label("opened")
	return atRaise, h.theirCall(1, 5, less(f0, h.fold(5), f6))
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
