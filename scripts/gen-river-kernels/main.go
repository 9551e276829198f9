package main

import (
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
	reachShift  = 6   // log2 of laneStride

	combo, bucket, own, low, high = 0, 2, 4, 6, 7 // fields of Entry
)

// Layout of what a sweep works with, in vectors of the kernel's width: the lanes that it does not work
// on are left out, so that AVX2 works with half as much, which stays in the first-level cache. A purse
// comes first, what Kernel.Learn works with after it.
const (
	totals = (1 + cards) * sequences // the type, in which the cards come after all

	folds     = 8
	ends      = sequences + folds
	levels    = 5 // of stakes
	halfFolds = totals + sequences
	cardEnds  = halfFolds + folds

	beforeHands = 2*totals + sequences
)

// source says of what totals are made, and where in the memory of a parameter they are.
type source struct {
	isa
	byBucket       string // the parameter
	stride, apart  int    // of a bucket and of its vectors, in bytes
	memory         string
	final, running int // totals
	edge           int // of the group that was added last, the totals of all hands before plus those after
}

// paid is what Kernel.Add adds up, learnt what Kernel.Learn does.
func (a isa) paid() source {
	return source{a, "theirs", ends * a.size(), a.size(), "purse", 0, 0, totals}
}

func (a isa) learnt() source {
	return source{a, "shares", shareStride, laneStride, "scratch", 0, totals, 2 * totals}
}

// of is the row of the opponent's bucket of an entry, given the parameter.
func (s source) of(byBucket, entries reg.Register) row {
	return row{byBucket, field(entries, bucket, s.stride), s.apart}
}

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

// size is that of a vector in bytes.
func (a isa) size() int {
	if a.wide {
		return 64
	}
	return 32
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
		add(a, "value", false)
		add(a, "play", true)
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

// row is a pointer to the first of some vectors, which are so many bytes apart.
type row struct {
	base, index reg.Register
	apart       int
}

// lanes is a row of Vector, of which a kernel may take a part.
func lanes(base, index reg.Register) row { return row{base, index, laneStride} }

// packed is a row in Scratch.
func (a isa) packed(base, index reg.Register) row { return row{base, index, a.size()} }

func (r row) at(offset, i int) Mem {
	m := Mem{Base: r.base, Disp: (offset + i) * r.apart}
	if r.index != nil {
		m.Index, m.Scale = r.index, 1
	}
	return m
}

// eachHand writes a loop over one entry or more, called by a name.
func eachHand(name string, entries, n reg.Register, body func()) {
	Label(name)
	body()
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JNZ(LabelRef(name))
}

// shifted loads a field of the entry and multiplies it by a power of two.
func shifted(entries reg.Register, field int, shift uint64) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: field}, r)
	SHLQ(Imm(shift), r)
	return r
}

// field loads a field of the entry and multiplies it.
func field(entries reg.Register, at, size int) reg.GPVirtual {
	r := GP64()
	MOVWQZX(Mem{Base: entries, Disp: at}, r)
	IMUL3Q(U32(uint32(size)), r, r)
	return r
}

// holding is the row of a card of the entry, of so many vectors, in memory that is packed; its first
// vector is still to be said.
func (a isa) holding(memory, entries reg.Register, card, vectors int) row {
	r := GP64()
	MOVBQZX(Mem{Base: entries, Disp: card}, r)
	IMUL3Q(U32(uint32(vectors*a.size())), r, r)
	return a.packed(memory, r)
}

func param(name string) reg.GPVirtual {
	return Load(Param(name), GP64()).(reg.GPVirtual)
}

// total writes the first pass: it fills the final totals, which are 0, with the reach of all hands
// dealt, times what there is by bucket. Hands with the same higher card are neighbours, so that their
// total stays in registers.
func (s source) total() {
	entries, live := param("dealt"), param("live")
	reach, byBucket, memory := param("reach"), param(s.byBucket), param(s.memory)
	all, ofCards := s.final, s.final+sequences
	hands, n := GP64(), GP64() // with one higher card, and how many of them are left
	MOVQ(U32(1), hands)
	Label("card")
	highs := s.holding(memory, entries, high, sequences)
	var sums [sequences]reg.VecVirtual
	for i := range sums {
		sums[i] = s.vector()
		VMOVUPS(highs.at(ofCards, i), sums[i])
	}
	MOVQ(hands, n)
	Label("dealt")
	share, lows := s.of(byBucket, entries), s.holding(memory, entries, low, sequences)
	r := s.vector()
	VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, r)
	for i, sum := range sums {
		x := s.vector()
		VMULPS(share.at(0, i), r, x)
		VADDPS(x, sum, sum)
		VADDPS(lows.at(ofCards, i), x, x)
		VMOVUPS(x, lows.at(ofCards, i))
	}
	ADDQ(Imm(entryStride), entries)
	DECQ(n)
	JNZ(LabelRef("dealt"))
	for i, sum := range sums {
		VMOVUPS(sum, highs.at(ofCards, i))
		VADDPS(s.packed(memory, nil).at(all, i), sum, sum)
		VMOVUPS(sum, s.packed(memory, nil).at(all, i))
	}
	INCQ(hands)
	CMPQ(hands, live)
	JNE(LabelRef("card"))
}

// local keeps a number on the stack.
func local(x reg.Register) Mem {
	m := AllocLocal(8)
	MOVQ(x, m)
	return m
}

// eachGroup writes a loop over the groups of hands that tie, weakest first, and what a function ends
// with. The body gets the first hand, which it moves to the end of the group, and their number.
func (a isa) eachGroup(body func(sorted, n reg.Register, size Mem)) {
	sizes, left, size := local(param("sizes")), local(param("groups")), AllocLocal(8)
	sorted := param("sorted")
	Label("group")
	n, x := GP64(), GP64()
	MOVQ(sizes, x)
	MOVWQZX(Mem{Base: x}, n)
	ADDQ(Imm(2), x)
	MOVQ(x, sizes)
	MOVQ(n, size)
	body(sorted, n, size)
	DECQ(left)
	JNZ(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// accumulate adds hands that tie to the running totals, by halves to that of all hands, and fills the
// edge. The hands are added up first, since long sums of small numbers lose digits.
func (s source) accumulate(first, n reg.Register, zeros reg.VecVirtual, byHalves bool) {
	entries, reach, byBucket, memory := GP64(), param("reach"), param(s.byBucket), param(s.memory)
	ofCards := s.running + sequences
	MOVQ(first, entries)
	var all [sequences]reg.VecVirtual
	for i := range all {
		all[i] = s.vector()
		VMOVUPS(zeros, all[i])
	}
	eachHand("accumulate", entries, n, func() {
		share := s.of(byBucket, entries)
		lows, highs := s.holding(memory, entries, low, sequences), s.holding(memory, entries, high, sequences)
		r := s.vector()
		VMOVUPS(Mem{Base: reach, Index: shifted(entries, combo, reachShift), Scale: 1}, r)
		for i := range all {
			x, sum := s.vector(), s.vector()
			VMULPS(share.at(0, i), r, x)
			VADDPS(x, all[i], all[i])
			VADDPS(lows.at(ofCards, i), x, sum)
			VMOVUPS(sum, lows.at(ofCards, i))
			VADDPS(highs.at(ofCards, i), x, x)
			VMOVUPS(x, highs.at(ofCards, i))
		}
	})
	var half reg.VecVirtual
	if byHalves {
		half = s.broadcast(s.constant("half", 0.5))
	}
	for i := range all {
		before, at := s.vector(), s.packed(memory, nil)
		VMOVUPS(at.at(s.running, i), before)
		if byHalves {
			VMULPS(half, all[i], all[i])
		}
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], at.at(s.running, i))
		VADDPS(before, all[i], all[i])
		VMOVUPS(all[i], at.at(s.edge, i))
	}
}

// test compares a boolean parameter with 0.
func test(name string) { CMPB(number(name), Imm(0)) }

// unless does something if a boolean parameter is false; the label is where it goes on.
func unless(name, label string, do func()) {
	test(name)
	JNZ(LabelRef(label))
	do()
	Label(label)
}

// less returns x minus others in a new vector.
func (a isa) less(x reg.VecVirtual, others ...reg.VecVirtual) reg.VecVirtual {
	out := a.vector()
	for _, o := range others {
		VSUBPS(o, x, out)
		x = out
	}
	return out
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
